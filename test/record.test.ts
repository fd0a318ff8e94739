// record.test.ts: what the record of a run holds, and what never gets into it. The runs are real ones; what
// they wrote is read back from the file.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { EVENTS, faultOf, rowOf, VERSION } from '../lessons/10-record/events.ts'
import { lock } from '../lessons/10-record/lock.ts'
import { MASK, maskFor } from '../lessons/10-record/mask.ts'
import { record } from '../lessons/10-record/record.ts'
import { faultOfPlace, newRecord, recordFolder, recordsOf } from '../lessons/10-record/where.ts'
import { unusedPrograms } from '../cli/unused.ts'
import { assistant, badCall, call, failure, person, reply, result, results } from './builders.ts'
import { environment, LOADER, PROJECT } from './children.ts'
import { workspace } from './files-builders.ts'
import { linesIn, recorded } from './record-builders.ts'
import type { TestContext } from 'node:test'
import type { Confirm } from '../lessons/06-confirm/confirm.ts'
import type { RecordEvent } from '../lessons/10-record/events.ts'
import type { Policy } from '../policy.ts'

const COMMANDS = ['cat', 'ls', 'touch', 'nice', 'rm']
const usage = { input: 9, output: 1, cacheRead: 3, cacheWrite: 2 }

const yesAndRemember: Confirm = async (requests) => {
  return requests.map(() => ({ allowed: true, by: 'human', reason: 'yes', remember: 'bash=rm a.txt' }))
}

/** A run with one of everything: allowed, asked, refused, failed, malformed. */
async function fullRun(t: TestContext) {
  const space = workspace(t, { commands: COMMANDS })
  space.put('a.txt', 'planted-4711\n')
  const calls = [
    call('a', 'read', { path: 'a.txt' }), call('b', 'bash', { command: 'nice touch made.txt | cat' }),
    call('c', 'read', { path: 'gone.txt' }), call('d', 'bash', { command: 'curl x' }), badCall('e'),
    call('f', 'write', { path: 'new.txt', content: 'new\n' }), call('g', 'bash', { command: 'rm a.txt' }),
  ]
  const turns = [reply('I look.', calls, { usage, opaque: { by: 'x' } }), reply('so')]
  return { space, ...await recorded(space, { turns, confirm: yesAndRemember }) }
}

describe('a record', () => {
  test('has a line for each event, in the order in which they happened', async (t) => {
    const { path, policy } = await fullRun(t)
    const [header, ...events] = linesIn(path)
    const { path: _, ...kept } = policy
    const { time, ...fields } = header!
    assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.deepEqual(fields, {
      type: 'header', version: VERSION, pid: process.pid, model: 'scripted', root: policy.root, policy: kept,
    })
    const first = events.filter(({ type, id }) => !type.startsWith('tool.') || id === 'a')
    assert.deepEqual(first.map(({ type, message }) => (message as { role: string })?.role ?? type), [
      'user', 'assistant', 'usage', ...Array(6).fill('decision'), 'tool.read.started', 'tool.read.completed',
      'results', 'assistant', 'outcome',
    ])
    assert.deepEqual(events.filter(({ type }) => type.startsWith('tool.')).map(({ type }) => type).sort(), [
      'tool.bash.completed', 'tool.bash.completed', 'tool.bash.started', 'tool.bash.started',
      'tool.read.completed', 'tool.read.failed', 'tool.read.started', 'tool.read.started',
      'tool.write.completed', 'tool.write.started',
    ])
  })

  test('says why each call ran or did not, its vectors, its programs, and what it wrote', async (t) => {
    const { space, path } = await fullRun(t)
    const of = (id: string) => linesIn(path).filter((event) => event['id'] === id)
    const [decision, started, completed] = of('b')
    assert.deepEqual([decision!['allowed'], decision!['by'], decision!['tool']], [true, 'human', 'bash'])
    assert.deepEqual(started!['vectors'], [['nice', 'touch', 'made.txt'], ['cat']])
    assert.deepEqual(started!['programs'], ['nice', 'touch', 'cat'])
    assert.deepEqual(started!['writes'], [join(space.root, 'made.txt')])
    assert.deepEqual(completed!['written'], [join(space.root, 'made.txt')])
    assert.ok(Number.isInteger(completed!['milliseconds']))
    assert.deepEqual(of('d').map(({ type, by }) => [type, by]), [['decision', 'permit']])
    assert.deepEqual(of('e'), []) // it never reached a layer; its result stands in the message
  })

  test('holds the text of a result once, and every result in its message by id', async (t) => {
    const { path } = await fullRun(t)
    const text = fs.readFileSync(path, 'utf8')
    assert.equal(text.split('planted-4711').length, 2)
    const { message } = linesIn(path).find(({ message: m }) => (m as { role: string })?.role === 'results')!
    const { results: told } = message as { results: { id: string; text?: string }[] }
    assert.deepEqual(told.map(({ id, text: words }) => [id, words !== undefined]), [
      ['a', false], ['b', false], ['c', false], ['d', true], ['e', true], ['f', false], ['g', false],
    ])
  })

  test('writes a result in whole when it is not the one that its call ended with', (t) => {
    const path = join(workspace(t).base, 'r.jsonl')
    const { listener, onCall } = record(path)
    listener({ type: 'message', message: assistant(reply('', [call('a'), call('b')])) })
    onCall({ type: 'completed', call: call('a'), result: result('a', 'one'), milliseconds: 1 })
    onCall({ type: 'failed', call: call('b'), result: failure('b', 'two'), milliseconds: 1 })
    const message = results(result('a', 'other'), { ...failure('b', 'two'), ends: 'input' })
    listener({ type: 'message', message })
    assert.deepEqual(linesIn(path).at(-1)!['message'], message)
  })

  test('is for its owner alone, and so is a folder that it makes', async (t) => {
    const { path } = await fullRun(t)
    const modeOf = (file: string) => fs.statSync(file).mode & 0o777
    assert.deepEqual([modeOf(path), modeOf(join(path, '..')), modeOf(`${path}.lock`)], [0o600, 0o700, 0o600])
    fs.chmodSync(path, 0o644)
    record(path)
    assert.equal(modeOf(path), 0o600)
  })

  test('holds one line for whatever a text holds', (t) => {
    const path = join(workspace(t).base, 'r.jsonl')
    const odd = 'a\nb\r\u2028\u0000\u001b[2J\ud800 \u{1f600}"\\'
    record(path).listener({ type: 'message', message: person(odd) })
    assert.deepEqual(linesIn(path).at(-1)!['message'], person(odd))
    assert.equal(fs.readFileSync(path, 'utf8').split('\n').length, 3)
  })

  test('that cannot be written stops what is recorded', (t) => {
    const path = join(workspace(t).base, 'r.jsonl')
    const { onCall } = record(path)
    mocked(t, 'appendFileSync', () => { throw new Error('ENOSPC: no space left') })
    assert.throws(() => onCall({ type: 'started', call: call('a') }), {
      message: 'the record cannot be written, and nothing goes on without it: ENOSPC: no space left',
    })
  })

  test('ends the run when it cannot be written, and nothing more of it runs', async (t) => {
    const space = workspace(t, { commands: COMMANDS })
    const turns = [reply('', [call('a', 'write', { path: 'made.txt', content: 'x' })]), reply('so')]
    const stop = () => mocked(t, 'appendFileSync', () => { throw new Error('ENOSPC') })
    const { end } = await recorded(space, { turns, grants: ['write'], after: stop })
    assert.equal(end.outcome, 'failed')
    assert.match(end.reason, /^a listener failed: the record cannot be written/)
    assert.deepEqual(space.names(), [])
  })

  test('goes on in its file, behind its last whole line, with a header that says so', async (t) => {
    const { path } = await fullRun(t)
    const before = linesIn(path)
    fs.appendFileSync(path, '{"time":"2030')
    record(path, { env: {} }).listener({ type: 'message', message: person('more') })
    const [header, message, ...rest] = linesIn(path).slice(before.length)
    assert.deepEqual(linesIn(path).slice(0, before.length), before)
    assert.deepEqual([header!.type, header!['resumed'], rest], ['header', true, []])
    assert.deepEqual(message!['message'], person('more'))
  })

  const others = { text: 'notes\n', json: '{"a":1}\n', empty: '', torn: '{"time":"x","type":"header"' }
  for (const [what, text] of Object.entries(others)) {
    test(`leaves alone a file that is none: ${what}`, (t) => {
      const path = workspace(t).put('notes', text)
      assert.throws(() => record(path), /^Error: it is no record: it does not begin with a header/)
      assert.equal(fs.readFileSync(path, 'utf8'), text)
    })
  }

  test('of another version is not gone on with', (t) => {
    const path = workspace(t).put('r.jsonl', '{"time":"x","type":"header","version":2,"pid":1}\n')
    assert.throws(() => record(path), /^Error: it is a record of version 2, and this program reads version 1/)
  })
})

/** A call of node:fs that does something else until the test ends. */
function mocked(
  t: TestContext, name: 'appendFileSync' | 'linkSync' | 'renameSync', work: (...words: any[]) => void,
): void {
  t.mock.method(fs, name, work)
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
}

describe('the table of events', () => {
  /** The names of the fields that lines of each row really had: those that all had, and the others. */
  function fieldsIn(events: readonly RecordEvent[]): Record<string, string> {
    const rows = [...new Set(events.map(({ type }) => rowOf(type)))]
    return Object.fromEntries(rows.map((row) => {
      const lines = events.filter(({ type }) => rowOf(type) === row)
      const names = new Set(lines.flatMap(({ time: _, type: __, ...fields }) => Object.keys(fields)))
      const words = [...names].map((name) => (lines.every((line) => name in line) ? name : `${name}?`))
      return [row, words.sort().join(' ')]
    }))
  }

  test('is what the code writes: every row, every field, and no other', async (t) => {
    const { space, path, messages } = await fullRun(t)
    const bare = join(space.base, 'records', 'bare.jsonl')
    const { listener, onCall, onDecision } = record(bare, { factsOf: () => ({ categories: ['sudo'] }) })
    const asked = reply('', [call('x')], { usage: { input: 1, output: 1 } })
    listener({ type: 'message', message: assistant(asked) })
    onDecision({ call: call('x'), decision: { allowed: true, by: 'default', reason: '' } })
    onCall({ type: 'started', call: call('x') })
    onCall({ type: 'failed', call: call('x'), result: failure('x', 'no'), milliseconds: 1 })
    const turns = [
      reply('', [call('n', 'bash', { command: 'touch by-failing.txt; cat gone' })]),
      reply('', [call('o', 'bash', { command: 'ls' })]), reply('so'),
    ]
    await recorded(space, { turns, messages, grants: ['bash:touch', 'bash:cat'] })
    const expected = Object.entries(EVENTS).map(([row, fields]) => [row, fields.split(' ').sort().join(' ')])
    assert.deepEqual(fieldsIn([...linesIn(path), ...linesIn(bare)]), Object.fromEntries(expected))
  })

  test('tells what is no event, and lets a name pass that it does not know', () => {
    const faults: [value: unknown, fault: string | null][] = [
      [null, 'it is no object'], [[], 'it is no object'], ['x', 'it is no object'],
      [{ type: 'usage' }, 'it has no type or time'], [{ time: 'x' }, 'it has no type or time'],
      [{ time: 'x', type: 'usage', round: 1, input: 2 }, 'usage has no output'],
      [{ time: 'x', type: 'tool.a.b.completed', id: 'x' }, 'tool.<name>.completed has no milliseconds'],
      [{ time: 'x', type: 'message', message: { role: 'user' } }, 'its message is none'],
      [{ time: 'x', type: 'message', message: { role: 'other', text: 'x' } }, 'its message is none'],
      [{ time: 'x', type: 'message', message: { role: 'assistant', text: 'x' } }, 'its message is none'],
      [{ time: 'x', type: 'message', message: { role: 'results' } }, 'its message is none'],
      [{ time: 'x', type: 'message', message: person('x') }, null],
      [{ time: 'x', type: 'message', message: assistant(reply('x')) }, null],
      [{ time: 'x', type: 'message', message: results() }, null],
      [{ time: 'x', type: 'constructor' }, null], [{ time: 'x', type: 'schedule' }, null],
    ]
    for (const [value, fault] of faults) assert.equal(faultOf(value), fault, JSON.stringify(value))
  })
})

// Secrets, in pieces, so that no scanner takes this file for a leak

const KEY = 'PRIVATE KEY-----'
const PEM = `-----BEGIN ${KEY}\nMIIEvQ\nIBADANBg==\n-----END ${KEY}`
const SECRETS: [what: string, secret: string, text?: (secret: string) => string][] = [
  ['a key of OpenAI', `sk-${'proj-a1B2c3D4e5F6_g7'}`],
  ['a key of Anthropic', `sk-${'ant-api03-x9Y8z7-AA'}`],
  ['a short key', `sk-${'test-123'}`],
  ['a token of GitHub', `ghp_${'0123456789abcdefghijABCDEFGHIJ012345'}`],
  ['a fine token of GitHub', `github_pat_${'11AAAAAAA0abcdefghij_klm'}`],
  ['a token of an app of GitHub', `ghs_${'0123456789abcdefghijABCD'}`],
  ['a token of GitLab', `glpat-${'abcdefghij0123456789'}`],
  ['a token of npm', `npm_${'abcdefghij0123456789abcdefghij012345'}`],
  ['an access key of Amazon', `AKIA${'IOSFODNN7EXAMPLE'}`],
  ['a passing key of Amazon', `ASIA${'IOSFODNN7EXAMPLE'}`],
  ['a key of Google', `AIza${'SyA-0123456789abcdefghijABCDEFGHIJ0'}`],
  ['a token of Slack', `xoxb-${'123456789012-abcdefGHIJ'}`],
  ['a token of an app of Slack', `xapp-${'1-A0123-4567-abcdef'}`],
  ['a JSON Web Token', `eyJ${'hbGciOiJIUzI1NiJ9'}.eyJzdWIiOiIxIn0.${'dozjgNryP4J3jVmNHl0w5N'}`],
  ['a bearer', 'abcdef.ghij-klm=', (secret) => `Authorization: Bearer ${secret}\nHost: x`],
  ['a bearer in small letters', 'abcdefghijklm', (secret) => `-H 'authorization: bearer ${secret}'`],
  ['a basic one', 'dXNlcjpwYXNzd29yZA==', (secret) => `Authorization: Basic ${secret}`],
  ['a password in an address', 'hunter22', (secret) => `postgres://me:${secret}@db.test/x`],
  ['password=', 'hunter2', (secret) => `mysql --password=${secret} db`],
  ['PASSWORD=', 'hunter2', (secret) => `DB_PASSWORD=${secret}\nDB_HOST=x`],
  ['password="', 'hunter2', (secret) => `password="${secret}"`],
  ['token=', 'hunter2', (secret) => `https://host/x?token=${secret}&page=2`],
  ['api_key=', 'hunter2', (secret) => `api_key=${secret}`],
  ['"password":', 'hunter 2', (secret) => `{"user": "x", "password": "${secret}"}`],
  ['a private key', PEM],
  ['a private key of RSA', PEM.replaceAll('PRIVATE', 'RSA PRIVATE')],
  ['an encrypted key', PEM.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE')],
  ['a private key in JSON', PEM.replaceAll('\n', '\\n'), (secret) => `{"private_key": "${secret}\\n"}`],
  ['a private key cut in its middle', PEM.replace('IBADA', '\n[... 12 bytes left out ...]\n')],
  ['the beginning of one', PEM.slice(0, 40)],
  ['the end of one', PEM.slice(30), (secret) => `$ tail key.pem\n${secret}\n`],
  ['a value of the environment', 'correct horse battery', (secret) => `it is "${secret}".`],
]
const ENV = {
  MY_API_KEY: 'correct horse battery', SHORT_TOKEN: 'true', EMPTY_SECRET: '', NOTHING: 'plain value here',
  LONGER_PASSWORD: 'correct horse battery staple', GONE_KEY: undefined, BLANK_KEY: '\n',
}

describe('secrets', () => {
  for (const [what, secret, around = (text: string) => `see ${text} there`] of SECRETS) {
    test(`${what} is masked in every text of a record`, (t) => {
      const path = join(workspace(t).base, 'r.jsonl')
      const text = around(secret)
      const policy = { root: '/', writable: true, commands: [], provider: { baseUrl: text } } as Policy
      const { listener, onDecision, onCall } = record(path, { env: ENV, policy, model: text })
      const calls = [call('c', 'bash', { command: text, nested: [{ [text]: text }] })]
      listener({ type: 'message', message: person(text) })
      listener({ type: 'message', message: assistant(reply(text, calls)) })
      onDecision({ call: calls[0]!, decision: { allowed: false, by: 'permit', reason: text } })
      onCall({ type: 'started', call: calls[0]! })
      onCall({ type: 'completed', call: calls[0]!, result: result('c', text), milliseconds: 1 })
      listener({ type: 'message', message: results(result('c', text)) })
      listener({ type: 'message', message: assistant(reply('', [{ ...call('d'), malformed: text }])) })
      listener({ type: 'message', message: results(failure('d', text)) })
      listener({ type: 'end', end: { outcome: 'failed', reason: text, text, rounds: 1 } })
      const held = fs.readFileSync(path, 'utf8')
      const pieces = secret.split(/[\n\s]|\\n|[-=]{2,}/).filter((piece) => piece.length > 5)
      for (const piece of pieces.filter((one) => one !== 'PRIVATE')) {
        assert.ok(!held.includes(piece), `${piece} stands in ${held}`)
      }
      assert.ok(held.split(MASK).length > 10)
    })
  }

  test('leave what is around them as it was', () => {
    const { of } = maskFor(ENV)
    assert.equal(of(`a sk-${'abcdefgh1'}, b`), `a ${MASK}, b`)
    assert.equal(of('x?token=abc&page=2 password="p q"'), `x?token=${MASK}&page=2 password="${MASK} q"`)
    assert.equal(of('postgres://me:word@db/x'), `postgres://me:${MASK}@db/x`)
    assert.equal(of('Bearer abcdefgh1!'), `Bearer ${MASK}!`)
    assert.equal(of(`correct horse battery staple`), MASK)
    assert.equal(of(of('password=x Bearer abcdefgh')), of('password=x Bearer abcdefgh'))
  })

  const ordinary = [
    'task-force-1 risk-free-2', 'sk-ip', 'sk-circle-fade', 'true', 'plain value here', 'the bearer of news',
    'const token: string = next()', 'password: string', 'if (password === other) {}', 'http://host:8080/x@y',
    'AKIA', 'eyJ.eyJ', '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----', 'a@b.test',
    'commit 0123456789abcdef', 'keys and tokens', 'ghp_short', 'Basic training', 'xoxo-ho',
  ]
  for (const text of ordinary) {
    test(`${JSON.stringify(text)} is none`, () => assert.equal(maskFor(ENV).of(text), text))
  }

  test('are looked for in time that grows with the text and no faster', () => {
    const { of } = maskFor(ENV)
    const bits = [
      'sk-', 'eyJ', 'eyJaaaaa.', '-----BEGIN PRIVATE KEY', 'PRIVATE KEY-----', '://', ':', 'Bearer ',
      'token=', '"token"', 'A', ' ', '-', 'aaaaa.eyJ-', '-----END ',
      'a'.repeat(200), '\n', '"password":"', '@', '://:',
    ]
    for (const bit of bits) {
      const text = bit.repeat(Math.ceil(300_000 / bit.length))
      const start = performance.now()
      of(text)
      const took = performance.now() - start
      assert.ok(took < 1_500, `${JSON.stringify(bit)} took ${took} ms`)
    }
  })

  const opaque = { provider: 'x', blocks: [{ signature: `sk-${'abcdefgh12'}`, n: [1, null, '\u2028'] }] }

  test('in an opaque part stay, since it has to come back byte for byte', (t) => {
    const path = join(workspace(t).base, 'r.jsonl')
    record(path, { env: ENV }).listener({ type: 'message', message: assistant(reply('', [], { opaque })) })
    assert.equal(JSON.stringify(linesIn(path).at(-1)!['opaque']), JSON.stringify(opaque))
  })

  test('of the environment in an opaque part take all of it away', (t) => {
    const path = join(workspace(t).base, 'r.jsonl')
    const held = { ...opaque, thought: ['the key is correct horse battery'] }
    const message = assistant(reply('', [], { opaque: held }))
    record(path, { env: ENV }).listener({ type: 'message', message })
    assert.equal(linesIn(path).at(-1)!['opaque'], MASK)
  })

  test('of the environment are known as they stand in JSON, too', (t) => {
    const path = join(workspace(t).base, 'r.jsonl')
    const secret = 'one "two" three\\four\nfive'
    const { listener } = record(path, { env: { MY_SECRET: secret } })
    listener({ type: 'message', message: person(`a ${secret} b`) })
    assert.deepEqual(linesIn(path).at(-1)!['message'], person(`a ${MASK} b`))
    const { isClean } = maskFor({ MY_SECRET: secret })
    assert.equal(isClean(JSON.stringify({ text: 'a plain line\n' })), true)
    assert.equal(isClean(JSON.stringify({ text: [`a ${secret} b`] })), false)
  })

  test('have a hint each, by which a line that needs a closer look is known', () => {
    const { isClean } = maskFor(ENV)
    for (const [what, secret, around = (text: string) => `see ${text} there`] of SECRETS) {
      assert.equal(isClean(JSON.stringify(around(secret))), false, what)
    }
  })

  test('of this process are known when nothing else is said', (t) => {
    const path = join(workspace(t).base, 'r.jsonl')
    process.env['HANDRAIL_TEST_SECRET'] = 'only here 0815'
    t.after(() => delete process.env['HANDRAIL_TEST_SECRET'])
    record(path).listener({ type: 'message', message: person('say only here 0815.') })
    assert.deepEqual(linesIn(path).at(-1)!['message'], person(`say ${MASK}.`))
  })
})

describe('where records lie', () => {
  const real = (t: TestContext) => workspace(t)

  test('is the state folder, else that of the home, with the time and the process in the name', (t) => {
    const { root, outside } = real(t)
    assert.equal(recordFolder(root, { XDG_STATE_HOME: outside }), join(outside, 'handrail'))
    assert.match(recordFolder(root, { XDG_STATE_HOME: 'relative' }), /\/\.local\/state\/handrail$/)
    assert.match(recordFolder(root, {}), /\/\.local\/state\/handrail$/)
    const name = newRecord(root, { XDG_STATE_HOME: outside }).slice(`${outside}/handrail/`.length)
    assert.match(name, /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d+\.jsonl$/)
    assert.ok(name.endsWith(`-${process.pid}.jsonl`))
    assert.equal(newRecord(root).startsWith(recordFolder(root)), true)
  })

  test('is below .handrail/ when the state folder lies in the workspace, over a link as well', (t) => {
    const { root, link, outside } = real(t)
    const folderFor = (state: string) => recordFolder(root, { XDG_STATE_HOME: state })
    fs.symlinkSync(root, join(outside, 'way'))
    link('out', outside)
    assert.equal(folderFor(join(root, 'state')), join(root, '.handrail/records'))
    assert.equal(folderFor(join(outside, 'way')), join(root, '.handrail/records'))
    assert.equal(folderFor(join(root, 'out')), join(root, 'out/handrail'))
  })

  test('is nowhere in the workspace but below its .handrail/', (t) => {
    const { root, outside, folder, link, base } = real(t)
    const refusal = (name: string) => 'a record in the workspace could be written by the agent itself: name '
      + `.handrail/${name}, or a file outside of the workspace`
    link('.handrail/out', join(root, 'docs'))
    folder('docs')
    fs.symlinkSync(join(root, 'docs'), join(outside, 'in'))
    assert.equal(faultOfPlace(join(root, 'r.jsonl'), root), refusal('r.jsonl'))
    assert.equal(faultOfPlace(join(root, 'new/r.jsonl'), root), refusal('r.jsonl'))
    assert.equal(faultOfPlace(join(root, '.handrail/out/r'), root), refusal('r'))
    assert.equal(faultOfPlace(join(outside, 'in/r'), root), refusal('r'))
    assert.equal(faultOfPlace('r.jsonl', process.cwd()), refusal('r.jsonl'))
    assert.equal(faultOfPlace(join(root, '.handrail/r.jsonl'), root), null)
    assert.equal(faultOfPlace(join(outside, 'r.jsonl'), root), null)
    assert.equal(faultOfPlace(join(base, 'w-evil/r.jsonl'), root), null)
    assert.equal(faultOfPlace('/nowhere/at/all', root), null)
  })

  test('is a place that no call may write', async (t) => {
    const space = real(t)
    assert.match(await space.write('.handrail/r.jsonl', 'x'), /^Error: never written by an agent/)
  })

  test('gives the records of one workspace, the latest first, and what is none is left out', async (t) => {
    const space = real(t)
    const env = { XDG_STATE_HOME: join(space.base, 'state') }
    assert.deepEqual(recordsOf(space.root, 9, env), [])
    const folder = recordFolder(space.root, env)
    for (const [at, root] of [space.root, '/other', space.root, space.root].entries()) {
      const path = join(folder, `${at}.jsonl`)
      record(path, { policy: { root, writable: false, commands: [] } })
      fs.utimesSync(path, 1_000 + at, 1_000 - at)
    }
    fs.writeFileSync(join(folder, 'notes.jsonl'), 'no record\n')
    fs.writeFileSync(join(folder, 'notes.txt'), 'no record\n')
    fs.symlinkSync('gone', join(folder, 'gone.jsonl'))
    const names = (most: number) => recordsOf(space.root, most, env).map(({ path }) => basename(path))
    assert.deepEqual(names(9), ['0.jsonl', '2.jsonl', '3.jsonl'])
    assert.deepEqual(names(2), ['0.jsonl', '2.jsonl'])
    assert.deepEqual(recordsOf(space.root, 9), [])
  })
})

describe('one process', () => {
  const claim = (path: string) => {
    const script = `import { lock } from './lessons/10-record/lock.ts'\nlock(${JSON.stringify(path)})`
    const words = [...LOADER, '--input-type=module', '-e', script]
    return spawnSync(process.execPath, words, { cwd: PROJECT, encoding: 'utf8', env: environment() })
  }
  const stale = (t: TestContext, text: string) => {
    const path = join(workspace(t).base, 'r.jsonl')
    fs.writeFileSync(`${path}.lock`, text)
    return path
  }
  const owner = (path: string) => fs.readFileSync(`${path}.lock`, 'utf8')

  test('writes a record: another one is told whose it is, and leaves it', (t) => {
    const path = join(workspace(t).base, 'r.jsonl')
    lock(path)
    lock(path)
    const { status, stderr } = claim(path)
    assert.equal(status, 1)
    const advice = `wait for its end; if it is no process of this program, remove ${path}.lock`
    assert.ok(stderr.includes(`process ${process.pid} is writing it: ${advice}`), stderr)
    assert.equal(owner(path), String(process.pid))
  })

  test('leaves nothing behind when it ends', (t) => {
    const path = join(workspace(t).base, 'r.jsonl')
    assert.deepEqual([claim(path).status, fs.existsSync(`${path}.lock`)], [0, false])
  })

  test('takes what a killed one left, or what nobody can have written', (t) => {
    const { pid } = spawnSync('true')
    for (const text of [String(pid), '', 'x', '0', '-1']) {
      const path = stale(t, text)
      lock(path)
      assert.equal(owner(path), String(process.pid))
    }
  })

  test('leaves one of another user alone', (t) => {
    const path = stale(t, '4711')
    t.mock.method(process, 'kill', () => { throw Object.assign(new Error('no'), { code: 'EPERM' }) })
    assert.throws(() => lock(path), /process 4711 is writing it/)
  })

  test('gives back what a quicker one has taken meanwhile', (t) => {
    const path = stale(t, '4711')
    t.mock.method(process, 'kill', () => {
      fs.writeFileSync(`${path}.lock`, '4712') // the other saw the same, and was quicker
      throw new Error('gone')
    })
    assert.throws(() => lock(path), /is writing it/)
    assert.equal(owner(path), '4712')
  })

  test('takes it when what was left is gone by itself', (t) => {
    const path = stale(t, '4711')
    t.mock.method(process, 'kill', () => {
      fs.rmSync(`${path}.lock`)
      throw new Error('gone')
    })
    lock(path)
    assert.equal(owner(path), String(process.pid))
  })

  test('gives way to one that came between', (t) => {
    const path = stale(t, '4711')
    const rename = fs.renameSync
    t.mock.method(process, 'kill', () => { throw new Error('gone') })
    mocked(t, 'renameSync', (from, to) => {
      rename(from, to)
      fs.writeFileSync(from, '4712')
    })
    assert.throws(() => lock(path), /is writing it/)
    assert.equal(owner(path), '4712')
  })

  test('gives way where others come and go', (t) => {
    const path = join(workspace(t).base, 'r.jsonl')
    mocked(t, 'linkSync', () => { throw Object.assign(new Error('there'), { code: 'EEXIST' }) })
    assert.throws(() => lock(path), /is writing it/)
  })

  test('says what is wrong where no lock can be made', (t) => {
    assert.throws(() => lock('/nowhere/at/all'), /ENOENT/)
    const path = join(workspace(t).base, 'r.jsonl')
    mocked(t, 'linkSync', () => { throw Object.assign(new Error('no links here'), { code: 'EPERM' }) })
    assert.throws(() => lock(path), /no links here/)
    assert.deepEqual(fs.existsSync(`${path}.lock`), false)
  })
})

test('programs that no record shows are named, those behind another program are shown', async (t) => {
  const { space, path } = await fullRun(t)
  const state = process.env['XDG_STATE_HOME']
  process.env['XDG_STATE_HOME'] = space.base
  t.after(() => {
    if (state === undefined) delete process.env['XDG_STATE_HOME']
    else process.env['XDG_STATE_HOME'] = state
  })
  assert.deepEqual(unusedPrograms(space.policy), { records: 0, programs: COMMANDS })
  fs.mkdirSync(join(space.base, 'handrail'))
  fs.copyFileSync(path, join(space.base, 'handrail', 'a.jsonl'))
  assert.deepEqual(unusedPrograms(space.policy), { records: 1, programs: ['ls'] })
})
