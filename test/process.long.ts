// Floods of output through process.ts: memory stays bounded, nobody is blocked for ever, counts are exact.
// Each runs in a process of its own, whose peak memory is compared with that of a run of `echo`.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findProgram } from '../process.ts'

const PATH = '/usr/local/bin:/usr/bin:/bin'
const MORE_KB = 64 * 1_024 // what a flood may cost beyond an echo
const HANG_MS = 300_000

interface Report { exits: object[]; text: string; bytes: number; ms: number; peakKb: number }

function flood(vectors: string[][], abortMs = HANG_MS): Report {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const jobs = vectors.map((vector) =>
    ({ file: findProgram(vector[0]!, PATH), vector, stdout: 'out', stderr: 'err' }))
  const script = `import { runPipeline } from './process.ts'
    import { createOutput } from './output.ts'
    const output = createOutput(16384)
    const around = { cwd: '/', env: { PATH: '${PATH}' }, signal: AbortSignal.timeout(${abortMs}), output }
    const start = performance.now()
    const result = await runPipeline(${JSON.stringify(jobs)}, around)
    const ms = performance.now() - start
    const text = output.text()
    const peakKb = process.resourceUsage().maxRSS
    console.log(JSON.stringify({ ...result, text, bytes: output.bytes, ms, peakKb }))
    process.exit()`
  const loader = 'typescript' in process.features ? [] : ['--import', 'tsx']
  const { stdout, stderr } = spawnSync(process.execPath, [...loader, '--input-type=module', '-e', script],
    { cwd: root, encoding: 'utf8', timeout: HANG_MS })
  assert.notEqual(stdout, '', stderr)
  return JSON.parse(stdout)
}

/** The output of `yes`: what is shown and what is said to be left out are all that was written. */
function assertCounted({ text, bytes }: Report): void {
  const form = /^((?:y\n)*)\[\.\.\. (\d+) bytes left out \.\.\.\]\n((?:y\n)*)$/
  const [, start, left, end] = form.exec(text) ?? []
  assert.deepEqual([start?.length, Number(left), end?.length], [8_192, bytes - 16_384, 8_192])
}

const echo = flood([['echo', 'hi']])

test('an echo, to compare with', () => {
  assert.deepEqual([echo.exits, echo.text], [[{ code: 0, signal: null }], 'hi\n'])
})

function assertSmall(report: Report): void {
  const more = report.peakKb - echo.peakKb
  assert.ok(more <= MORE_KB, `${more} kB more than an echo`)
}

test('two gigabytes', () => {
  const report = flood([['yes'], ['head', '-c', '2000000000']])
  assert.deepEqual(report.exits, [{ code: null, signal: 'SIGPIPE' }, { code: 0, signal: null }])
  assert.equal(report.bytes, 2_000_000_000)
  assertCounted(report)
  assertSmall(report)
})

test('half a gigabyte without a line end', () => {
  const report = flood([['yes'], ['tr', '-d', '\\n'], ['head', '-c', '500000000']])
  assert.equal(report.bytes, 500_000_000)
  assert.equal(report.text, `${'y'.repeat(8_192)}\n[... 499983616 bytes left out ...]\n${'y'.repeat(8_192)}`)
  assertSmall(report)
})

test('a flood of stderr, ended by an abort', () => {
  const report = flood([['sh', '-c', 'yes >&2'], ['cat']], 3_000)
  const [first, second] = report.exits as { code: number | null; signal: string | null }[]
  assert.deepEqual(first, { code: null, signal: 'SIGTERM' })
  const sawTheEnd = second?.code === 0 // of its input, a moment before its own TERM
  assert.ok(sawTheEnd || second?.signal === 'SIGTERM', JSON.stringify(second))
  assert.ok(report.bytes > 1_000_000)
  assert.ok(report.ms < 10_000)
  assertCounted(report)
  assertSmall(report)
})

test('a flood of stdout, ended by an abort', () => {
  const report = flood([['yes']], 3_000)
  assert.deepEqual(report.exits, [{ code: null, signal: 'SIGTERM' }])
  assert.ok(report.bytes > 1_000_000)
  assert.ok(report.ms < 10_000)
  assertCounted(report)
  assertSmall(report)
})

test('a flood of progress, which is one line', () => {
  const script = 'i=0; while [ $i -lt 300000 ]; do printf "\\r%d of 300000" $i; i=$((i+1)); done; '
    + 'echo; echo end'
  const report = flood([['sh', '-c', script]])
  assert.equal(report.text, '299999 of 300000\nend\n')
  assertSmall(report)
})
