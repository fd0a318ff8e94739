// resume.test.ts: a recorded run goes on where its last line was written. Records are those of real runs,
// torn at every byte and damaged at every place; what comes back must be fit for a strict provider, lose no
// result that was recorded, and run nothing twice.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { differences } from '../lessons/10-record/compare.ts'
import { readLines } from '../lessons/10-record/lines.ts'
import { record, resume } from '../lessons/10-record/record.ts'
import { toAnthropic } from '../models/anthropic.ts'
import { toOpenai } from '../models/openai.ts'
import { newSession } from '../tools.ts'
import {
  assistant, badCall, call, failure, harness, historyFaults, person, reply, result, results,
} from './builders.ts'
import { environment, LOADER, PROJECT } from './children.ts'
import { workspace } from './files-builders.ts'
import { linesIn, recorded } from './record-builders.ts'
import { checkAnthropic, checkOpenai } from './strict-server.ts'
import type { TestContext } from 'node:test'
import type { Message, ToolResult } from '../agent.ts'
import type { RecordEvent } from '../lessons/10-record/events.ts'
import type { Policy } from '../policy.ts'

const COMMANDS = ['cat', 'ls', 'touch', 'rm']
const thinking = { type: 'thinking', thinking: 'ö\u2028', signature: 'sk-0123456789 ==' }
const opaque = { provider: 'anthropic', blocks: [thinking] }
const odd = 'two\nlines, a \u2028 separator, \u0000, \u001b[2J and \u{1f600} \ud800'

/** A run with every kind of reply and result, and one after it in the same history, both in one record. */
async function twoRuns(t: TestContext) {
  const space = workspace(t, { commands: COMMANDS })
  space.put('a.txt', `${odd}\n`)
  const calls = [
    call('a', 'read', { path: 'a.txt' }), call('a', 'bash', { command: 'touch made.txt; cat gone' }),
    call('c', 'read', { path: 'gone.txt' }), call('d', 'bash', { command: 'curl x' }), badCall('e'),
  ]
  const first = [
    reply(odd, calls, { opaque, usage: { input: 9, output: 1, cacheRead: 4 } }), reply(''),
    { ...reply('', [call('f')]), stop: 'cut' as const }, reply('so far'),
  ]
  const one = await recorded(space, { turns: first, grants: ['bash:touch', 'bash:cat'] })
  const { messages, session } = one
  const second = [
    reply('', [call('g', 'write', { path: 'new.txt', content: 'new\n' })]), reply('', [], { opaque }),
    reply('end'),
  ]
  await recorded(space, { turns: second, task: 'more', grants: ['write'], messages, session })
  return { space, path: one.path, messages, session, policy: one.policy }
}

function faultsOf(messages: Message[]): string[] {
  const wellFormed = JSON.parse(JSON.stringify(messages).replaceAll('\\ud800', '?')) // as http.ts sends it
  const request = { system: 's', messages: wellFormed as Message[], tools: [] }
  const settings = { baseUrl: 'http://localhost', model: 'scripted' }
  const [anthropic, openai] = [toAnthropic(request, settings), toOpenai(request, settings)]
  const asFaults = (refusal: string | null) => (refusal === null ? [] : [refusal])
  const isAsked = messages.length === 0 || messages.at(-1)!.role === 'assistant' // then a person speaks
  const bodies = isAsked ? [] : [...asFaults(checkAnthropic(anthropic)), ...asFaults(checkOpenai(openai))]
  return [...historyFaults(messages), ...bodies]
}

/** Results by id: those that stand in a history, and those whose end whole lines have recorded. */
const resultsIn = (messages: readonly Message[]) => new Map(messages.flatMap((message) => {
  return message.role === 'results' ? message.results.map((one): [string, ToolResult] => [one.id, one]) : []
}))
const endedIn = (events: readonly RecordEvent[]) => events.flatMap(({ type, id, result: given }) => {
  return /\.(completed|failed)$/.test(type) ? [{ id, ...given as object } as ToolResult] : []
})

describe('a record that is whole', () => {
  test('gives back the history exactly, opaque parts byte for byte', async (t) => {
    const { path, messages, session } = await twoRuns(t)
    const before = fs.readFileSync(path, 'utf8')
    const resumed = resume(path)
    assert.deepEqual(resumed.messages, messages)
    assert.ok(messages.length > 10)
    const parts = (all: readonly Message[]) => all.flatMap((one) => ('opaque' in one ? [one.opaque] : []))
    assert.deepEqual(parts(messages), [opaque, opaque])
    assert.equal(JSON.stringify(parts(resumed.messages)), JSON.stringify(parts(messages)))
    assert.deepEqual(faultsOf(resumed.messages), [])
    assert.deepEqual(new Set(resumed.written), session.written)
    assert.deepEqual([resumed.notice, resumed.answers], [undefined, undefined])
    assert.equal(fs.readFileSync(path, 'utf8'), before)
  })

  test('gives the policy that was in force last', async (t) => {
    const { path, policy } = await twoRuns(t)
    const { path: _, ...kept } = policy
    assert.deepEqual(resume(path).policy, kept)
    record(path, { policy: { ...policy, writable: false } })
    assert.deepEqual(resume(path).policy, { ...kept, writable: false })
    record(path)
    assert.deepEqual(resume(path).policy, { ...kept, writable: false })
  })

  test('of a run that was given no policy, and in which nothing was said', (t) => {
    const path = join(workspace(t).base, 'r.jsonl')
    record(path)
    assert.deepEqual(resume(path), { messages: [], policy: {}, written: [] })
  })

  test('goes on: what is said now stands behind what was, and nothing runs again', async (t) => {
    const { space, path, messages } = await twoRuns(t)
    const resumed = resume(path)
    const session = { ...newSession(), written: new Set(resumed.written) }
    const turns = [reply('', [call('g', 'read', { path: 'a.txt' })]), reply('over')]
    const after = await recorded(space, { turns, task: 'go on', messages: resumed.messages, session })
    assert.deepEqual(after.messages.slice(0, messages.length), messages)
    assert.equal(after.messages.length, messages.length + 4)
    assert.deepEqual(after.messages, resume(path).messages)
    assert.deepEqual(historyFaults(after.messages), []) // the id g was used before, and is told apart
  })
})

describe('a record that was left in the middle', () => {
  test('is fit to go on with, wherever its last line is torn', async (t) => {
    const { space, path, messages } = await twoRuns(t)
    const whole = fs.readFileSync(path)
    const begin = whole.indexOf(10) + 1
    const torn = join(space.base, 'torn.jsonl')
    let cuts = 0
    for (let size = begin; size <= whole.length; size++) {
      fs.writeFileSync(torn, whole.subarray(0, size))
      const resumed = resume(torn)
      const kept = fs.readFileSync(torn)
      const end = whole.subarray(0, size).lastIndexOf(10) + 1
      const where = `cut at byte ${size}`
      assert.ok(kept.equals(whole.subarray(0, end)), where)
      assert.equal(resumed.notice, size === end ? undefined
        : `the last line of the record was torn, and its ${size - end} bytes are cut off`, where)
      if (size !== end) cuts++
      if (size > begin && size !== end && size % 97 !== 0) continue // the lines are those of the cut before
      const ended = endedIn(linesIn(torn))
      const found = resultsIn(resumed.messages)
      assert.deepEqual(faultsOf(resumed.messages), [], where)
      for (const one of ended) assert.deepEqual(found.get(one.id), one, where)
      const known = resumed.messages.slice(0, resumed.answers ? -1 : undefined)
      assert.deepEqual(known, messages.slice(0, known.length), where)
    }
    assert.ok(cuts > 3_000, `${cuts} cuts`)
  })

  test('is appended to behind its last whole line, so that only the torn one is lost', async (t) => {
    const { space, path } = await twoRuns(t)
    const before = fs.readFileSync(path, 'utf8').split('\n').slice(0, -2)
    fs.truncateSync(path, fs.statSync(path).size - 20)
    const { messages, answers, notice } = resume(path)
    assert.match(notice!, /^the last line of the record was torn, and its \d+ bytes are cut off$/)
    assert.equal(answers, undefined)
    await recorded(space, { turns: [reply('hi')], task: 'hi', messages })
    const after = fs.readFileSync(path, 'utf8').split('\n').slice(0, -1)
    assert.deepEqual(after.slice(0, before.length), before)
    assert.deepEqual(resume(path).messages, messages)
  })

  const calls = ['a', 'b', 'c', 'd', 'e'].map((id) => call(id, 'bash', { command: `touch ${id}` }))
  const LOOK = 'Look before you do it again'

  /** A record of calls: one ended, one failed, one started, one was refused, one did not start. */
  function leftOpen(t: TestContext): string {
    const path = join(workspace(t).base, 'r.jsonl')
    const { listener, onDecision, onCall } = record(path)
    listener({ type: 'message', message: person('task') })
    listener({ type: 'message', message: assistant(reply('', calls)) })
    for (const one of calls) {
      const allowed = one.id !== 'd'
      onDecision({ call: one, decision: { allowed, by: 'human', reason: 'a person said no' } })
    }
    for (const one of calls.slice(0, 3)) onCall({ type: 'started', call: one })
    onCall({ type: 'completed', call: calls[0]!, result: result('a', 'done a'), milliseconds: 1 })
    onCall({ type: 'failed', call: calls[1]!, result: failure('b', 'exit code 1'), milliseconds: 1 })
    return path
  }

  test('keeps what ended, and says of every other call what is known of it', (t) => {
    const path = leftOpen(t)
    const { messages, answers } = resume(path)
    assert.deepEqual(messages.at(-1), results(
      result('a', 'done a'), failure('b', 'exit code 1'),
      failure('c', `interrupted while running; it may have had effects. ${LOOK}`),
      failure('d', 'a person said no (refused: nothing was run)'),
      failure('e', `interrupted; nothing says that it started, but it may have had effects. ${LOOK}`),
    ))
    assert.deepEqual([answers, faultsOf(messages)], [messages.at(-1), []])
  })

  test('gives the same when it was left again, before and after its answers were recorded', (t) => {
    const path = leftOpen(t)
    const { messages, answers } = resume(path)
    const { listener } = record(path)
    assert.deepEqual(resume(path).messages, messages)
    listener({ type: 'message', message: answers! })
    listener({ type: 'message', message: person('more') })
    const again = resume(path)
    assert.deepEqual(again.messages, [...messages, person('more')])
    assert.equal(again.answers, undefined)
  })

  test('knows what may have been written, also by a call that was interrupted', async (t) => {
    const space = workspace(t, { commands: COMMANDS })
    const path = join(space.base, 'r.jsonl')
    const { onCall } = record(path, { policy: space.policy })
    onCall({ type: 'started', call: call('a', 'bash', { command: 'touch made.txt' }) })
    onCall({ type: 'started', call: call('b', 'write', { path: 'new.txt', content: '' }) })
    onCall({ type: 'started', call: call('c', 'read', { path: 'old.txt' }) })
    assert.deepEqual(resume(path).written, [join(space.root, 'made.txt'), join(space.root, 'new.txt')])
  })
})

describe('a record that is damaged', () => {
  test('is read without the lines that are, whichever they are, and says which', async (t) => {
    const { space, path, messages } = await twoRuns(t)
    const lines = fs.readFileSync(path, 'utf8').split('\n').slice(0, -1)
    const damaged = join(space.base, 'damaged.jsonl')
    for (let at = 1; at < lines.length; at++) {
      for (const text of ['\0'.repeat(lines[at]!.length), '{}', lines[at]!.slice(5)]) {
        fs.writeFileSync(damaged, `${lines.with(at, text).join('\n')}\n`)
        const resumed = resume(damaged)
        assert.equal(resumed.notice,
          `line ${at + 1} cannot be read and is left out: what the record said there is lost`)
        assert.deepEqual(historyFaults(resumed.messages), [], `line ${at + 1}`)
        if (at < lines.length - 4) assert.deepEqual(resumed.messages.at(-1), messages.at(-1))
      }
    }
  })

  test('is read when a part of it is overwritten, wherever that is', async (t) => {
    const { space, path } = await twoRuns(t)
    const whole = fs.readFileSync(path)
    const damaged = join(space.base, 'damaged.jsonl')
    for (let at = whole.indexOf(10) + 1; at < whole.length; at += 50) {
      const bytes = Buffer.from(whole)
      bytes.fill(0, at, Math.min(at + 300, bytes.length))
      fs.writeFileSync(damaged, bytes)
      const resumed = resume(damaged)
      assert.match(resumed.notice!, /cannot be read and (is|are) left out|was torn/)
      assert.deepEqual(historyFaults(resumed.messages), [], `byte ${at}`)
    }
  })

  test('names several lines, and a torn one beside them', async (t) => {
    const { path } = await twoRuns(t)
    const lines = fs.readFileSync(path, 'utf8').split('\n')
    fs.writeFileSync(path, `${lines.with(2, 'x').with(4, '[]').join('\n')}{"a`)
    assert.equal(resume(path).notice, 'the last line of the record was torn, and its 3 bytes are cut off; '
      + 'lines 3, 5 cannot be read and are left out: what the record said there is lost')
    assert.deepEqual(readLines(path).bad, [3, 5])
  })

  test('answers for a result whose own line is lost', (t) => {
    const path = join(workspace(t).base, 'r.jsonl')
    const { listener, onCall } = record(path)
    listener({ type: 'message', message: assistant(reply('', [call('a')])) })
    onCall({ type: 'started', call: call('a') })
    onCall({ type: 'completed', call: call('a'), result: result('a'), milliseconds: 1 })
    listener({ type: 'message', message: results(result('a')) })
    listener({ type: 'message', message: harness('so') })
    const lines = fs.readFileSync(path, 'utf8').split('\n')
    fs.writeFileSync(path, lines.with(3, 'x').join('\n'))
    const words = 'interrupted while running; it may have had effects. Look before you do it again'
    assert.deepEqual(resume(path).messages.slice(1), [results(failure('a', words)), harness('so')])
  })

  test('of which the beginning is lost is none', async (t) => {
    const { path } = await twoRuns(t)
    const lines = fs.readFileSync(path, 'utf8').split('\n')
    const usage = '{"time":"x","type":"usage","round":1,"input":1,"output":1}'
    for (const text of ['', usage, lines[1]!, lines[0]!.slice(1)]) {
      fs.writeFileSync(path, lines.with(0, text).join('\n'))
      assert.throws(() => resume(path), /^Error: it is no record: it does not begin with a header/)
    }
    fs.rmSync(path)
    assert.throws(() => resume(path), /ENOENT/)
  })

  test('is left alone while another process writes it, torn or not', async (t) => {
    const { path } = await twoRuns(t)
    const other = join(path, '..', 'other.jsonl')
    fs.copyFileSync(path, other)
    fs.appendFileSync(other, '{"half')
    const before = fs.readFileSync(other, 'utf8')
    fs.writeFileSync(`${other}.lock`, String(process.ppid))
    assert.throws(() => resume(other), /^Error: process \d+ is writing it: wait for its end/)
    assert.equal(fs.readFileSync(other, 'utf8'), before)
  })

  test('is gone on with by one of two processes', async (t) => {
    const { path } = await twoRuns(t)
    resume(path)
    const script = `import { resume } from './lessons/10-record/record.ts'\nresume(${JSON.stringify(path)})`
    const words = [...LOADER, '--input-type=module', '-e', script]
    const options = { cwd: PROJECT, encoding: 'utf8', env: environment() } as const
    const { status, stderr } = spawnSync(process.execPath, words, options)
    assert.equal(status, 1)
    assert.ok(stderr.includes(`process ${process.pid} is writing it`), stderr)
  })
})

describe('the recorded policy', () => {
  const policy: Policy = {
    root: '/w', writable: false, commands: ['ls', 'cat'], path: '/bin', file: '/p.json',
  }
  const { path: _, ...kept } = policy
  const cases: [what: string, now: Partial<Policy>, lines: string[]][] = [
    ['is the same', {}, []],
    ['was found by another PATH and in another file', { path: '/usr/bin', file: '/q.json' }, []],
    ['names its programs in another order', { commands: ['cat', 'ls'] }, []],
    ['was read-only', { writable: true }, ['writable: was false, is true']],
    ['was of another root', { root: '/v' }, ['root: was "/w", is "/v"']],
    ['had other programs', { commands: ['ls', 'rm', 'mv'] }, ['commands: now also rm, mv; no more cat']],
    ['had fewer programs', { commands: ['cat', 'ls', 'rm'] }, ['commands: now also rm']],
    ['had a list where none is', { commands: 'ls' as never }, ['commands: was ["ls","cat"], is "ls"']],
    ['had more programs', { commands: ['ls'] }, ['commands: no more cat']],
    ['had no grants', { grants: ['write'] }, ['grants: was not set, is ["write"]']],
    ['had no limit', { maxRounds: 7 }, ['maxRounds: was not set, is 7']],
    ['had another server', { provider: { baseUrl: 'http://x\u202e' } },
      ['provider: was not set, is {"baseUrl":"http://x\\u{202e}"}']],
  ]
  for (const [what, now, lines] of cases) {
    test(`${what}: ${lines.join() || 'no difference'}`, () => {
      assert.deepEqual(differences(kept, { ...policy, ...now }), lines)
    })
  }

  test('holds masks where the one in force holds secrets, and that is no difference', (t) => {
    const path = join(workspace(t).base, 'r.jsonl')
    const secret = { ...policy, provider: { baseUrl: 'http://me:word@host' }, env: ['A'] }
    record(path, { policy: secret })
    assert.deepEqual(differences(resume(path).policy, secret), [])
    assert.deepEqual(differences({}, { root: '/', writable: true, commands: [] }), [
      'root: was not set, is "/"', 'writable: was not set, is true', 'commands: was not set, is []',
    ])
  })
})
