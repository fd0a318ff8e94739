// record.long.ts: runs that are killed at random moments, and go on. The program, the commands and the server
// are real; the server asks for the next two folders as long as its history has fewer than it wants, so that
// whatever a resumed history lacks, or has twice, shows.

import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { environment, LOADER, PROJECT, start } from './children.ts'
import { linesIn } from './record-builders.ts'
import { startServer } from './strict-server.ts'
import type { Json, Step } from './strict-server.ts'

const KILLS = 200
const FOLDERS = 60 // of a run, two a round
const LONGEST_MS = 400 // after the first request: a run takes about as long
const AT_ONCE = 2

const callsIn = (messages: Json[]) => messages.flatMap(({ tool_calls: calls }) => calls ?? []) as Json[]

/** Asks for the next two folders, by what the history says was asked for. */
const step: Step = ({ body: { messages } }) => {
  const count = callsIn(messages).length
  if (count >= FOLDERS) return { turn: { text: 'done' } }
  const calls = [count, count + 1].map((number) => {
    return { id: `c${number}`, name: 'bash', arguments: JSON.stringify({ command: `mkdir d${number}` }) }
  })
  return { turn: { text: '', calls } }
}

/** What a record says that ended, by id, before it is gone on with. */
function endedIn(file: string): Map<string, string> {
  const events = linesIn(file).filter(({ type }) => /\.(completed|failed)$/.test(type))
  return new Map(events.map(({ id, result }) => [id as string, (result as { text: string }).text]))
}

const hasEnded = (file: string) => linesIn(file).some(({ type, message }) => {
  return type === 'message' && (message as { stop?: string }).stop === 'end'
})

const resultsIn = (messages: Json[]) => new Map(messages.filter(({ role }) => role === 'tool')
  .map(({ tool_call_id: id, content }: Json) => [id as string, content as string]))

/** One run, killed again and again until it ends by itself or enough were killed. */
async function killedRun(isEnough: () => boolean, killed: () => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-killed-'))
  const [root, file] = [join(folder, 'work'), join(folder, 'r.jsonl')]
  mkdirSync(root)
  const policy = { root, writable: true, commands: ['mkdir'], grants: ['bash:mkdir'] }
  mkdirSync(join(folder, 'etc'))
  writeFileSync(join(folder, 'etc', 'p.json'), JSON.stringify(policy))
  const server = await startServer(Array<Step>(10_000).fill(step))
  const env = environment({ OPENAI_BASE_URL: server.url, HANDRAIL_MODEL: 'small' })
  const words = [...LOADER, join(PROJECT, 'run.ts'), '--policy', join(folder, 'etc', 'p.json')]
  try {
    for (let isOver = false; !isOver;) {
      const isBegun = existsSync(file) && readFileSync(file, 'utf8').includes('"role":"user"')
      if (isBegun && hasEnded(file)) break // it was killed after the last word
      const known = isBegun ? endedIn(file) : new Map<string, string>()
      if (!isBegun) rmSync(file, { force: true })
      const asked = server.requests.length
      const more = isBegun ? ['--resume', file] : ['--record', file, 'make the folders']
      const child = start(process.execPath, [...words, ...more], { cwd: root, env })
      if (!isEnough()) {
        await child.until(() => server.requests.length > asked)
        await sleep(Math.random() * LONGEST_MS)
        try {
          process.kill(child.pid, 'SIGKILL')
        } catch {
          // it has ended by itself
        }
      }
      const { code, signal, stderr } = await child.ended
      if (signal === 'SIGKILL') killed()
      else assert.equal(code, 0, stderr)
      isOver = signal !== 'SIGKILL'
      const [first] = server.requests.slice(asked)
      const sent = resultsIn(first?.body.messages ?? [])
      for (const [id, text] of known) assert.equal(sent.get(id), text, `the result of ${id} is kept`)
    }
    assert.deepEqual(server.refusals, [])
    const { messages } = server.requests.at(-1)!.body as { messages: Json[] }
    const ids = callsIn(messages).map(({ id }) => id as string)
    assert.deepEqual(ids, Array.from({ length: FOLDERS }, (_, i) => `c${i}`))
    const results = resultsIn(messages)
    assert.deepEqual([...results.keys()], ids)
    for (const [id, text] of results) {
      const isDone = text === '(no output)\n[exit code 0]'
      assert.ok(isDone || text.startsWith('Error: interrupted'), `${id}: ${text}`) // never: it exists already
      assert.ok(!isDone || existsSync(join(root, id.replace('c', 'd'))), id)
    }
    assert.ok(readdirSync(root).length <= FOLDERS)
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

test(`${KILLS} kills at random moments lose no recorded result, and no call runs twice`, async (t) => {
  let kills = 0
  let runs = 0
  const isEnough = () => kills >= KILLS
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (!isEnough()) {
      await killedRun(isEnough, () => kills++)
      runs++
    }
  }))
  t.diagnostic(`${kills} kills in ${runs} runs`)
  assert.ok(kills >= KILLS)
})
