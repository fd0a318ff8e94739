// What process.ts promises, with pipes.ts and groups.ts, on real processes: exact words and environment,
// order, pipes, ends, aborts, and nothing left over. Times are bounded generously, only against hanging.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { getEventListeners } from 'node:events'
import { chmodSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync,
  realpathSync, renameSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createOutput } from '../output.ts'
import { findProgram, runPipeline } from '../process.ts'
import type { Output } from '../output.ts'
import type { Exit, Job, Surroundings } from '../process.ts'

const PATH = '/usr/local/bin:/usr/bin:/bin'
const SPARE_PIPES = 31 // that are kept for the next commands
const HANG_MS = 20_000 // a bound for what must not hang, far below the sleeps of 300 s
const isLinux = process.platform === 'linux'
const has = (name: string) => findProgram(name, PATH) !== null
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'process-test-')))
after(() => rmSync(folder, { recursive: true, force: true }))

function job(vector: string[], how: Partial<Job> = {}): Job {
  const file = findProgram(vector[0]!, PATH) ?? `/missing/${vector[0]}`
  return { file, vector, stdout: 'out', stderr: 'err', ...how }
}

function sh(script: string, how: Partial<Job> = {}): Job {
  return job(['sh', '-c', script], how)
}

function node(script: string, how: Partial<Job> = {}): Job {
  return job(['node', '-e', script], { file: process.execPath, ...how })
}

async function run(jobs: Job[], how: Partial<Surroundings> & { keepBytes?: number } = {}) {
  const output = how.output ?? createOutput(how.keepBytes ?? 16_384)
  const signal = how.signal ?? new AbortController().signal
  const start = performance.now()
  const result = await runPipeline(jobs, { cwd: folder, env: { PATH }, ...how, signal, output })
  const ms = performance.now() - start
  assert.ok(ms < HANG_MS, `took ${ms} ms`)
  return { ...result, text: output.text(), bytes: output.bytes, ms }
}

/** Runs jobs that are expected to end well, and gives their output. */
async function textOf(jobs: Job[], how: Parameters<typeof run>[1] = {}): Promise<string> {
  const { exits, leftBehind, text } = await run(jobs, how)
  assert.deepEqual(exits, jobs.map(() => exit(0)))
  assert.equal(leftBehind, false)
  return text
}

function exit(code: number | null, signal: string | null = null): Exit {
  return { code, signal }
}

function notStarted(why: string): Exit {
  return { code: null, signal: null, error: `not started: ${why}` }
}

/** The processes of a session that have not ended; a job's session has the number of its first process. */
function aliveIn(session: string): string[] {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,args=', '-s', session.trim()], { encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line !== '' && !line.startsWith('Z'))
}

function isAlive(pid: string): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', pid.trim()], { encoding: 'utf8' })
  return stdout !== '' && !stdout.startsWith('Z')
}

async function until(isSo: () => boolean): Promise<void> {
  for (const end = performance.now() + HANG_MS; !isSo();) {
    assert.ok(performance.now() < end, 'waited in vain')
    await sleep(10)
  }
}

interface ScriptOptions { env?: Record<string, string>; limit?: string; tty?: boolean }

/** Runs a script of ours as a process of its own; it has runPipeline, around and job. */
function runScript(script: string, how: ScriptOptions = {}) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const text = `import { runPipeline, findProgram } from ${JSON.stringify(join(root, 'process.ts'))}
    import { createOutput } from ${JSON.stringify(join(root, 'output.ts'))}
    const job = (...vector) =>
      ({ file: findProgram(vector[0], '${PATH}'), vector, stdout: 'out', stderr: 'err' })
    const output = createOutput(16384)
    const around = { cwd: '/', env: { PATH: '${PATH}' }, signal: new AbortController().signal, output }
    ${script}`
  const loader = 'typescript' in process.features ? [] : ['--import', 'tsx']
  const vector = [process.execPath, ...loader, '--input-type=module', '-e', text]
  const quoted = vector.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
  const shell = `${how.limit ?? ':'}; exec ${quoted}`
  const env = { ...process.env, ...how.env, NO_COLOR: '1' }
  const options = { cwd: root, env, encoding: 'utf8', timeout: 60_000 } as const
  return how.tty ? spawnSync('script', ['-qec', shell, '/dev/null'], options)
    : spawnSync('sh', ['-c', shell], options)
}

test('keeps the order of stdout and stderr: sh', async () => {
  const script = 'i=0; while [ $i -lt 300 ]; do echo o$i; echo e$i >&2; i=$((i+1)); done'
  const lines = Array.from({ length: 300 }, (_, i) => `o${i}\ne${i}\n`).join('')
  assert.equal(await textOf([sh(script)]), lines)
})

test('keeps the order of stdout and stderr: node', async () => {
  const script = 'for (let i = 0; i < 300; i++) { console.log("o" + i); console.error("e" + i) }'
  const lines = Array.from({ length: 300 }, (_, i) => `o${i}\ne${i}\n`).join('')
  assert.equal(await textOf([node(script)]), lines)
})

test('connects three jobs, and the last one writes to the output', async () => {
  assert.equal(await textOf([sh('echo b; echo a; echo c'), job(['sort']), job(['head', '-2'])]), 'a\nb\n')
  assert.equal(await textOf([job(['seq', '200000']), job(['cat']), job(['wc', '-l'])]), '200000\n')
})

test('passes everything through slow and fast jobs', async () => {
  const slow = node('let n = 0; process.stdin.on("data", (d) => { n += d.length; process.stdin.pause(); '
    + 'setTimeout(() => process.stdin.resume(), 5) }).on("end", () => console.log(n))')
  assert.equal(await textOf([job(['head', '-c', '3000000', '/dev/zero']), job(['cat']), slow]), '3000000\n')
})

test('sends stderr of every job to the output, not into the pipe', async () => {
  const text = await textOf([sh('echo e1 >&2; echo o1'), sh('read line; echo "got $line"; cat')])
  assert.equal(text, 'e1\ngot o1\n')
})

test('2>&1 sends both into the pipe, in order', async () => {
  const text = await textOf([sh('echo o; echo e >&2; echo p', { stderr: 'out' }), job(['sed', 's/^/> /'])])
  assert.equal(text, '> o\n> e\n> p\n')
  assert.equal(await textOf([sh('echo o; echo e >&2', { stderr: 'out' })]), 'o\ne\n')
})

test('2>&1 >/dev/null sends only stderr into the pipe', async () => {
  const first = sh('echo o; echo e >&2', { stdout: 'null', stderr: 'out' })
  assert.equal(await textOf([first, job(['sed', 's/^/> /'])]), '> e\n')
  assert.equal(await textOf([first]), 'e\n')
})

test('throws away what is to be thrown away', async () => {
  const script = 'echo o; echo e >&2'
  assert.equal(await textOf([sh(script, { stdout: 'null' })]), 'e\n')
  assert.equal(await textOf([sh(script, { stderr: 'null' })]), 'o\n')
  assert.equal(await textOf([sh(script, { stdout: 'null', stderr: 'null' })]), '')
  assert.equal(await textOf([sh(script, { stdout: 'null' }), job(['cat'])]), 'e\n')
  assert.equal(await textOf([sh(script, { stdout: 'null', stderr: 'null' }), job(['wc', '-c'])]), '0\n')
})

test('tells the code or the signal of each job', async () => {
  const jobs = [sh('exit 3'), sh('kill -9 $$'), sh('exit 0'), sh('kill -TERM $$'), sh('exit 255')]
  const { exits } = await run(jobs)
  assert.deepEqual(exits, [exit(3), exit(null, 'SIGKILL'), exit(0), exit(null, 'SIGTERM'), exit(255)])
  assert.deepEqual(await runPipeline([], { cwd: folder, env: {}, signal: new AbortController().signal,
    output: createOutput(10) }), { exits: [], leftBehind: false })
})

test('a writer whose reader is gone ends by SIGPIPE, without a word', async () => {
  const { exits, text } = await run([job(['yes']), job(['head', '-1'])])
  assert.deepEqual(exits, [exit(null, 'SIGPIPE'), exit(0)])
  assert.equal(text, 'y\n')
  const long = await run([job(['yes']), job(['cat']), job(['cat']), job(['head', '-2'])])
  assert.deepEqual(long.exits, [...Array(3).fill(exit(null, 'SIGPIPE')), exit(0)])
  assert.equal(long.text, 'y\ny\n')
})

test('a job can open its own /dev/stdin, /dev/stdout and /dev/stderr', async () => {
  const second = 'cat /dev/stdin; echo o >/dev/stdout; echo e >/dev/stderr'
  assert.equal(await textOf([job(['echo', 'in']), sh(second)]), 'in\no\ne\n')
  assert.equal(await textOf([job(['echo', 'in']), sh(`sleep 0.3; ${second}`)]), 'in\no\ne\n', 'writer gone')
  const { exits, text } = await run([sh('sleep 0.3; echo o >/dev/stdout'), job(['true'])])
  assert.ok(exits[0]!.signal === 'SIGPIPE' || exits[0]!.code === 0, 'reader gone')
  assert.deepEqual([exits[1], text], [exit(0), ''])
})

test('a job that makes its stderr non-blocking costs the others nothing', async () => {
  const first = node('process.stderr.write("e\\n"); setTimeout(() => {}, 1500)')
  const second = sh('sleep 0.6; yes | head -c 20000000; sleep 1.2')
  const { bytes, exits } = await run([first, second])
  assert.deepEqual(exits, [exit(0), exit(0)])
  assert.equal(bytes, 20_000_002)
})

test('standard input ends at once', async () => {
  assert.equal(await textOf([job(['cat'])]), '')
  assert.equal(await textOf([sh('read x; echo "got:$x"')]), 'got:\n')
  assert.equal(await textOf([node('console.log(require("fs").readFileSync(0).length)')]), '0\n')
})

test('there is no terminal to open, although there is one here', { skip: !has('script') }, () => {
  const { stdout } = runScript(`
    import { openSync } from 'node:fs'
    console.log('ours ' + openSync('/dev/tty', 'r') + process.stdin.isTTY)
    const { exits } = await runPipeline([job('sh', '-c', 'read x </dev/tty || echo none; tty')], around)
    console.log(exits[0].code + ' ' + output.text())`, { tty: true })
  assert.match(stdout, /^ours \d+true\r\n1 .*\/dev\/tty.*\r\nnone\r\nnot a tty\r\n/)
})

test('passes the words exactly and calls the program by the first', async () => {
  const words = ['', ' a  b ', '$HOME `id` $(id)', '"\'\\', '*', 'line\nend', '-', '你\u{1f600}', ';|&>']
  const script = 'console.log(JSON.stringify([process.argv0, process.argv.slice(1)]))'
  const jobs = [job(['a name', '-e', script, '--', ...words], { file: process.execPath })]
  assert.deepEqual(JSON.parse(await textOf(jobs)), ['a name', words])
})

test('passes the environment exactly, and nothing of ours', async () => {
  const before = process.env['NODE_V8_COVERAGE']
  process.env['NODE_V8_COVERAGE'] ??= join(folder, 'coverage') // Node adds it of itself
  const given = { PATH, EMPTY: '', WORDS: 'a b  c=d', LINES: 'a\nb', 你: '好' }
  const env = { ...given }
  const text = await textOf([node('console.log(JSON.stringify(process.env))')], { env })
  const bare = await textOf([job(['env'])], { env: {} })
  if (before === undefined) delete process.env['NODE_V8_COVERAGE']
  assert.deepEqual(JSON.parse(text), given)
  assert.equal(bare, '')
  assert.deepEqual(env, given)
})

test('starts in the folder, and reaches an open folder by its number', async () => {
  assert.equal(await textOf([job(['pwd'])]), `${folder}\n`)
  if (!isLinux) return
  const before = join(folder, 'before')
  mkdirSync(before)
  const fd = openSync(before, 'r')
  renameSync(before, join(folder, 'moved'))
  mkdirSync(before) // another one under the old name
  const text = await textOf([job(['pwd', '-P'])], { cwd: `/proc/self/fd/${fd}` })
  assert.equal(text, `${join(folder, 'moved')}\n`)
  closeSync(fd)
})

test('says so when the folder to start in is gone, and starts nothing', async () => {
  const gone = join(folder, 'gone')
  const file = join(folder, 'file')
  const mark = join(folder, 'started')
  mkdirSync(gone)
  writeFileSync(file, '')
  const fd = openSync(gone, 'r')
  rmdirSync(gone)
  for (const cwd of [gone, file, join(file, 'x'), '', ...isLinux ? [`/proc/self/fd/${fd}`] : []]) {
    const { exits, text } = await run([job(['touch', mark]), job(['cat'])], { cwd })
    const error = notStarted('the folder to start in is gone or closed. Choose another, or make it again.')
    assert.deepEqual(exits, [error, error])
    assert.equal(text, '')
  }
  closeSync(fd)
  assert.equal(existsSync(mark), false)
})

test('says why a job could not be started and what to do', async () => {
  const noInterpreter = join(folder, 'no-interpreter')
  writeFileSync(noInterpreter, '#!/missing/python\n', { mode: 0o755 })
  const plain = join(folder, 'plain')
  writeFileSync(plain, '#!/bin/sh\n', { mode: 0o644 })
  const exits = async (file: string, ...args: string[]) => {
    return (await run([job(['name', ...args], { file })])).exits
  }
  const missing = (file: string) =>
    [notStarted(`${file} is missing, or the interpreter named in its first line. Install it.`)]
  const forbidden = (file: string) =>
    [notStarted(`${file} may not be executed. Make it executable, or run its interpreter.`)]
  assert.deepEqual(await exits('/missing/program'), missing('/missing/program'))
  assert.deepEqual(await exits(noInterpreter), missing(noInterpreter))
  assert.deepEqual(await exits(plain), forbidden(plain))
  assert.deepEqual(await exits(folder), forbidden(folder))
  assert.deepEqual(await exits('/bin/echo', 'a\0b'),
    [notStarted('an argument or variable holds a NUL character. Leave it out.')])
  assert.deepEqual(await exits('/bin/echo', 'x'.repeat(isLinux ? 200_000 : 4_000_000)),
    [notStarted('its arguments are longer than the system takes. Pass long text in a file.')])
  const busy = join(folder, 'busy')
  writeFileSync(busy, readFileSync('/bin/echo'), { mode: 0o755 })
  const fd = openSync(busy, 'r+')
  if (isLinux) {
    assert.deepEqual(await exits(busy),
      [notStarted('spawn ETXTBSY. Wait a little and try again, or run less at once.')])
  }
  closeSync(fd)
})

test('a job that could not be started is an ended one to its neighbours', async () => {
  const missing = job(['x'])
  const error = notStarted('/missing/x is missing, or the interpreter named in its first line. Install it.')
  const first = await run([missing, job(['wc', '-c'])])
  assert.deepEqual([first.exits, first.text], [[error, exit(0)], '0\n'])
  const last = await run([job(['yes']), missing])
  assert.deepEqual([last.exits, last.text], [[exit(null, 'SIGPIPE'), error], ''])
  const middle = await run([job(['yes']), job(['echo', 'a\0b']), sh('cat; echo end')])
  const nul = notStarted('an argument or variable holds a NUL character. Leave it out.')
  assert.deepEqual([middle.exits, middle.text], [[exit(null, 'SIGPIPE'), nul, exit(0)], 'end\n'])
  assert.deepEqual((await run([missing, missing])).exits, [error, error])
})

test('says so when no pipe can be made', async () => {
  const { stdout } = runScript(`
    process.env['TMPDIR'] = ${JSON.stringify(join(folder, 'missing'))}
    const { exits } = await runPipeline([job('echo', 'a'), job('cat')], around)
    console.log(JSON.stringify(exits))`)
  const exits = JSON.parse(stdout) as Exit[]
  assert.deepEqual(exits[0], exits[1])
  assert.match(exits[0]!.error!, /^not started: no pipe could be made: ENOENT.*missing/)
  assert.ok(exits[0]!.error!.endsWith(
    `. It takes the program mkfifo, room in ${join(folder, 'missing')}, and some open files.`))
})

test('gives back what it opened when there are not enough open files', { skip: !isLinux }, () => {
  const { stdout, stderr } = runScript(`
    import { readdirSync } from 'node:fs'
    const open = () => readdirSync('/proc/self/fd').length
    await runPipeline([job('echo', 'warm')], around)
    const before = open()
    const { exits } = await runPipeline(Array.from({ length: 60 }, () => job('cat')), around)
    console.log(new Set(exits.map(({ error }) => error)).size, exits.length, exits[0].error, open() <= before)
    const again = await runPipeline([job('echo', 'again')], around)
    console.log(again.exits[0].code, output.text())`,
  { limit: 'ulimit -n 80' })
  assert.match(stdout, /^1 60 not started: no pipe could be made: EMFILE.* true\n0 warm\nagain\n/, stderr)
})

test('goes on when there are no more open files meanwhile', { skip: !isLinux }, () => {
  const { stdout, stderr } = runScript(`
    import { closeSync, openSync } from 'node:fs'
    const first = job('sh', '-c', 'sleep 300 >/dev/null & sleep 0.6; echo a') // holds the output
    const running = runPipeline([first, job('cat', '-n')], around)
    setTimeout(() => {
      const opened = []
      try { for (;;) opened.push(openSync('/dev/null')) } catch {}
      running.then((result) => {
        opened.forEach((fd) => closeSync(fd))
        console.log(JSON.stringify(result), output.text())
      })
    }, 300)`, { limit: 'ulimit -n 100' })
  const exits = '[{"code":0,"signal":null},{"code":0,"signal":null}]'
  assert.equal(stdout, `{"exits":${exits},"leftBehind":true}      1\ta\n\n`, stderr)
})

test('needs no PATH for its own pipes', async () => {
  assert.equal(await textOf([job(['echo', 'a']), job(['cat'])], { env: {} }), 'a\n')
  assert.equal(await textOf([job(['echo', 'a']), job(['cat'])], { env: { PATH: '/missing' } }), 'a\n')
})

test('leaves nothing in the temporary folder', async () => {
  const own = join(folder, 'temporary')
  mkdirSync(own)
  const { stdout } = runScript(`
    const { exits } = await runPipeline([job('ls', '-A', ${JSON.stringify(own)}), job('cat')], around)
    const names = output.text().split('\\n')
    console.log(exits[1].code, names.filter((name) => name.startsWith('handrail-')).length)`,
  { env: { TMPDIR: own } })
  assert.equal(stdout, '0 0\n')
  assert.deepEqual(readdirSync(own).filter((name) => name.startsWith('handrail-')), [])
})

test('takes a million bytes without a line end', async () => {
  const { text, bytes } = await run([node('process.stdout.write("x".repeat(1e6))')], { keepBytes: 2_000_000 })
  assert.equal(bytes, 1_000_000)
  assert.equal(text, 'x'.repeat(1_000_000))
})

test('takes 50,000 wide characters, written in pieces that cut them', async () => {
  assert.equal(await textOf([node('process.stdout.write("你".repeat(50000))')], { keepBytes: 200_000 }),
    '你'.repeat(50_000))
  const pieces = 'const all = Buffer.from("你\u{1f600}".repeat(1000)); '
    + 'for (let i = 0; i < all.length; i += 5) require("fs").writeSync(1, all.subarray(i, i + 5))'
  assert.equal(await textOf([node(pieces)]), '你\u{1f600}'.repeat(1_000))
  assert.equal(await textOf([sh("printf 'a \\342'; sleep 0.2; printf '\\200\\224 b\\n'")]), 'a — b\n')
})

test('takes bytes that are not UTF-8', async () => {
  assert.equal(await textOf([sh("printf '\\377\\376\\000A\\n'")]), '\ufffd\ufffdA\n')
  const { text, bytes } = await run([job(['head', '-c', '5000', '/dev/urandom'])])
  assert.equal(bytes, 5_000)
  assert.equal(Buffer.from(text).toString(), text)
})

test('surrogates of Python become valid text', { skip: !has('python3') }, async () => {
  const script = 'import sys; sys.stdout.buffer.write("a\\udc80b\\ud800c".encode("utf-8", "surrogatepass"))'
  const text = await textOf([job(['python3', '-c', script])])
  assert.equal(text, `a${'\ufffd'.repeat(3)}b${'\ufffd'.repeat(3)}c`)
})

test('a hundred pipelines at once do not disturb each other, warn, or leave anything open', async () => {
  const warnings: Error[] = []
  const onWarning = (warning: Error) => warnings.push(warning)
  process.on('warning', onWarning)
  const { signal } = new AbortController()
  const open = () => isLinux ? readdirSync('/proc/self/fd').length : 0
  await run([job(['echo', 'warm'])], { signal })
  const before = [open(), process.listenerCount('exit')]
  const texts = await Promise.all(Array.from({ length: 100 }, (_, i) => {
    const first = sh(`seq 2000; echo o${i}; echo e${i} >&2`, { stderr: 'out' })
    return textOf([first, job(['cat']), job(['tail', '-n', '2'])], { signal })
  }))
  assert.deepEqual(texts, texts.map((_, i) => `o${i}\ne${i}\n`))
  await sleep(10)
  process.off('warning', onWarning)
  assert.deepEqual(warnings, [])
  assert.equal(process.listenerCount('exit'), before[1])
  assert.ok(open() - before[0]! <= SPARE_PIPES, `${open() - before[0]!} more files are open`)
  assert.deepEqual(getEventListeners(signal, 'abort'), [])
})

test('collects what it started: no zombie of ours', async () => {
  const jobs = [job(['yes']), job(['head', '-1']), job(['missing'])]
  await Promise.all(Array.from({ length: 10 }, () => run(jobs)))
  const all = execFileSync('ps', ['-A', '-o', 'ppid=,stat=,comm='], { encoding: 'utf8' }).split('\n')
  const ours = all.map((line) => line.trim().split(/ +/)).filter(([ppid]) => ppid === `${process.pid}`)
  assert.ok(ours.length > 0, 'ps itself')
  assert.deepEqual(ours.filter(([, stat, name]) => stat!.startsWith('Z') || name === 'yes'), [])
})

test('a background child that holds the pipe does not hold the call, and is ended', async () => {
  for (const background of ['sleep 300', 'sleep 300 >/dev/null 2>&1', 'trap "" TERM; sleep 300', 'yes']) {
    const pid = join(folder, 'background')
    const result = await run([sh(`(${background}) & echo $$ >${pid}; echo started; exit 4`)])
    assert.deepEqual(result.exits, [exit(4)])
    assert.equal(result.leftBehind, true)
    if (background !== 'yes') assert.equal(result.text, 'started\n')
    else assert.ok(result.text.includes('y\n'))
    assert.deepEqual(aliveIn(readFileSync(pid, 'utf8')), [])
  }
})

test('what an early job leaves behind is ended with the pipeline', async () => {
  const pid = join(folder, 'early')
  const result = await run([sh(`sleep 300 >/dev/null 2>&1 & echo $$ >${pid}; echo a`), sh('cat; sleep 0.3')])
  assert.deepEqual([result.exits, result.leftBehind, result.text], [[exit(0), exit(0)], true, 'a\n'])
  assert.deepEqual(aliveIn(readFileSync(pid, 'utf8')), [])
})

test('a child that ended by itself was not left behind', async () => {
  const result = await run([sh('sleep 0.1 & sleep 0.4; echo a')])
  assert.deepEqual([result.leftBehind, result.text], [false, 'a\n'])
  const orphan = await run([sh('(sleep 0.2 & sleep 0.4 >/dev/null 2>&1 &) ; exit 0'), sh('cat; sleep 0.6')])
  assert.deepEqual([orphan.exits, orphan.leftBehind], [[exit(0), exit(0)], false])
})

test('a grandchild in a session of its own does not hold the call', { skip: !has('setsid') }, async () => {
  const pid = join(folder, 'setsid')
  for (const background of ['sleep 300', 'yes']) {
    const result = await run([sh(`setsid ${background} & echo $! >${pid}; sleep 0.2; echo started >&2`)])
    assert.deepEqual([result.exits, result.leftBehind], [[exit(0)], false])
    if (background === 'sleep 300') assert.equal(result.text, 'started\n')
    else assert.ok(result.text.includes('y\n'))
    if (background === 'yes') await until(() => !isAlive(readFileSync(pid, 'utf8'))) // by SIGPIPE
    else process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL') // out of reach, as documented
  }
})

test('reads what was written before the end even when this process was busy', async () => {
  const kept = createOutput(100)
  const slow: Output = {
    write: (chunk) => {
      kept.write(chunk)
      for (const end = performance.now() + 150; performance.now() < end;);
    },
    text: () => kept.text(),
    get bytes() { return kept.bytes },
  }
  const result = await run([sh('sleep 300 & head -c 100000 /dev/zero')], { output: slow })
  assert.deepEqual([result.exits, result.leftBehind, result.bytes], [[exit(0)], true, 100_000])
})

test('an aborted signal starts nothing', async () => {
  const mark = join(folder, 'aborted')
  const signal = AbortSignal.abort()
  const { exits, text, leftBehind } = await run([job(['touch', mark]), job(['cat'])], { signal })
  assert.deepEqual(exits, [notStarted('interrupted'), notStarted('interrupted')])
  assert.deepEqual([text, leftBehind, existsSync(mark)], ['', false, false])
})

test('an abort while the pipes are made starts nothing', async () => {
  const mark = join(folder, 'aborted early')
  const controller = new AbortController()
  const running = run([job(['touch', mark])], { signal: controller.signal })
  controller.abort()
  assert.deepEqual((await running).exits, [notStarted('interrupted')])
  await sleep(100)
  assert.equal(existsSync(mark), false)
})

test('an abort ends every job and keeps the output so far', async () => {
  const pids = [join(folder, 'first'), join(folder, 'second')]
  const controller = new AbortController()
  const running = run([sh(`echo $$ >${pids[0]}; echo early >&2; sleep 300 & sleep 301`),
    sh(`echo $$ >${pids[1]}; echo partial; sleep 302 | cat`)], { signal: controller.signal })
  await until(() => pids.every((path) => existsSync(path) && readFileSync(path, 'utf8').endsWith('\n')))
  await sleep(200)
  controller.abort()
  const { exits, text, leftBehind } = await running
  assert.deepEqual(exits, [exit(null, 'SIGTERM'), exit(null, 'SIGTERM')])
  assert.deepEqual(text.split('\n').sort(), ['', 'early', 'partial'])
  assert.equal(leftBehind, false)
  for (const path of pids) assert.deepEqual(aliveIn(readFileSync(path, 'utf8')), [])
  assert.deepEqual(getEventListeners(controller.signal, 'abort'), [])
})

test('an abort kills what ignores TERM', async () => {
  const pid = join(folder, 'stubborn')
  const script = `trap '' TERM; echo $$ >${pid}; echo started; while :; do sleep 0.2; done`
  const { exits, text, ms } = await run([sh(script)], { signal: AbortSignal.timeout(400) })
  assert.deepEqual([exits, text], [[exit(null, 'SIGKILL')], 'started\n'])
  assert.ok(ms > 1_300, 'it had its second')
  assert.ok(ms < 5_000)
  assert.deepEqual(aliveIn(readFileSync(pid, 'utf8')), [])
})

test('an abort leaves a second to clean up, to the members of the group too', async () => {
  const cleaner = 'trap "sleep 0.3; echo cleaned; exit 5" TERM; echo ready; while :; do sleep 0.05; done'
  const quiet = { stderr: 'null' } as const // some shells tell of their sleep
  const leader = await run([sh(cleaner, quiet)], { signal: AbortSignal.timeout(400) })
  assert.deepEqual([leader.exits, leader.text], [[exit(5)], 'ready\ncleaned\n'])
  const member = await run([sh(`sh -c '${cleaner}' & wait`, quiet)], { signal: AbortSignal.timeout(400) })
  assert.deepEqual([member.exits, member.text], [[exit(null, 'SIGTERM')], 'ready\ncleaned\n'])
})

test('an abort is not held by a session of its own', { skip: !has('setsid') }, async () => {
  const pid = join(folder, 'escaped')
  for (const background of ['sleep 300', 'yes']) {
    const script = `setsid ${background} & echo $! >${pid}; trap '' TERM; echo started; `
      + 'while :; do sleep 0.2; done'
    const { exits, ms, text } = await run([sh(script)], { signal: AbortSignal.timeout(400) })
    assert.deepEqual(exits, [exit(null, 'SIGKILL')])
    if (background === 'sleep 300') assert.equal(text, 'started\n')
    else assert.ok(text.includes('y\n'))
    assert.ok(ms < 5_000, `took ${ms} ms`)
    if (background === 'sleep 300') process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL')
  }
})

test('an abort after the end, or while the rest is read, changes nothing', async () => {
  const child = 'while kill -0 $$; do sleep 0.01; done 2>/dev/null; echo ended; sleep 300'
  let text = ''
  for (let tries = 0; tries < 10 && text !== 'a\nended\n'; tries++) { // a busy machine may tell it too late
    const controller = new AbortController()
    const { signal } = controller
    const kept = createOutput(100)
    const write = (chunk: Buffer) => {
      kept.write(chunk)
      if (chunk.includes('ended')) controller.abort() // its leader has ended, and it holds the pipe
    }
    const output: Output = { write, text: () => kept.text(), get bytes() { return kept.bytes } }
    const ran = await run([sh(`echo a; (${child}) & exit 6`)], { signal, output })
    text = ran.text
    assert.deepEqual(ran.exits, [exit(6)])
    controller.abort()
    await sleep(20)
    assert.deepEqual(getEventListeners(signal, 'abort'), [])
  }
  assert.equal(text, 'a\nended\n')
})

test('fifty at once end with one abort', async () => {
  const controller = new AbortController()
  const { signal } = controller
  const running = Array.from({ length: 50 }, () => run([sh('echo a; exec sleep 300')], { signal }))
  await sleep(1_500)
  controller.abort()
  for (const { exits, text } of await Promise.all(running)) {
    assert.deepEqual([exits, text], [[exit(null, 'SIGTERM')], 'a\n'])
  }
  assert.deepEqual(getEventListeners(controller.signal, 'abort'), [])
})

test('an abort at any moment ends everything', async () => {
  const mark = `300.${process.pid}`
  const alive = () => execFileSync('ps', ['-A', '-o', 'stat=,args='], { encoding: 'utf8' }).split('\n')
    .filter((line) => line.includes(`sleep ${mark}`) && !line.startsWith('Z'))
  for (let ms = 0; ms < 15; ms += 0.5) {
    const controller = new AbortController()
    const end = performance.now() + ms
    const running = run([sh(`sleep ${mark} & sleep ${mark}`), job(['cat'])], { signal: controller.signal })
    while (performance.now() < end) await new Promise((resolve) => setImmediate(resolve))
    controller.abort()
    const { exits, leftBehind } = await running
    const isStarted = exits[0]!.error === undefined
    assert.deepEqual(exits[0], isStarted ? exit(null, 'SIGTERM') : notStarted('interrupted'))
    assert.equal(exits[1]!.error, exits[0]!.error)
    assert.equal(leftBehind, false)
    assert.deepEqual(getEventListeners(controller.signal, 'abort'), [])
  }
  assert.deepEqual(alive(), [])
})

test('what runs goes when this process exits', async () => {
  const pid = join(folder, 'exiting')
  const { status } = runScript(`
    import { existsSync } from 'node:fs'
    void runPipeline([job('sh', '-c', 'trap "" TERM; sleep 300 & echo $$ >${pid}; wait')], around)
    setInterval(() => existsSync('${pid}') && process.exit(7), 20)`)
  assert.equal(status, 7)
  await until(() => aliveIn(readFileSync(pid, 'utf8')).length === 0)
})

test('finds the first executable file of a name', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => join(folder, 'path', name))
  for (const place of [a!, b!, c!]) mkdirSync(place, { recursive: true })
  const write = (path: string, mode: number) => {
    writeFileSync(path, '')
    chmodSync(path, mode)
    return path
  }
  mkdirSync(join(a!, 'tool'))
  write(join(b!, 'tool'), 0o644)
  const tool = write(join(c!, 'tool'), 0o755)
  assert.equal(findProgram('tool', `${a}:${b}:${c}`), tool)
  assert.equal(findProgram('tool', `${a}:${b}`), null)
  const [first, second] = [a!, b!].map((place) => write(join(place, 'both'), 0o755))
  assert.equal(findProgram('both', `${a}:${b}`), first)
  assert.equal(findProgram('both', `${b}:${a}`), second)
  symlinkSync(tool, join(a!, 'link'))
  symlinkSync('/missing/tool', join(a!, 'dangling'))
  assert.equal(findProgram('link', a!), join(a!, 'link'))
  assert.equal(findProgram('dangling', a!), null)
  assert.equal(findProgram('tool', `/missing:${c}`), tool)
  assert.equal(findProgram('dash-é.x', a!), null)
  for (const name of ['', '.', '..', 'c/tool', tool, 'tool\0', 'to\0ol']) {
    assert.equal(findProgram(name, c!), null, name)
  }
  for (const path of ['', ':', '.', 'path/c']) assert.equal(findProgram('tool', path), null, path)
})
