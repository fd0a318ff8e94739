// The scripted model by itself and under the loop; and, since it can say anything, that every history which
// the loop makes of random replies is one that both services take.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runAgent } from '../agent.ts'
import { toAnthropic } from '../models/anthropic.ts'
import { toOpenai } from '../models/openai.ts'
import { scriptedModel } from '../models/scripted.ts'
import { checkAnthropic, checkOpenai } from './strict-server.ts'
import type { Message, Model, ModelRequest, Reply, ToolCall, UserMessage } from '../agent.ts'
import type { ScriptedReply, Turn } from '../models/scripted.ts'

const context = () => ({ signal: new AbortController().signal })
const user = (text: string): UserMessage => ({ role: 'user', from: 'person', text })
const REQUEST: ModelRequest = { system: 'be brief', messages: [user('hello')], tools: [] }

/** A reply without its count of tokens. */
async function replyTo(turn: Turn, request = REQUEST): Promise<Omit<Reply, 'usage'>> {
  const { usage, ...reply } = await scriptedModel([turn])(request, context())
  assert.notEqual(usage, undefined)
  return reply
}

test('fills in what a turn leaves out', async () => {
  assert.deepEqual(await replyTo({}), { text: '', calls: [], stop: 'end' })
  assert.deepEqual(await replyTo({ text: 'hi' }), { text: 'hi', calls: [], stop: 'end' })
  assert.deepEqual(
    await replyTo({
      calls: [
        { name: 'look', args: { a: 1 } },
        { name: 'look', args: {}, malformed: 'why' },
      ],
    }),
    {
      text: '',
      stop: 'calls',
      calls: [
        { id: 'call_1', name: 'look', args: { a: 1 } },
        { id: 'call_2', name: 'look', args: {}, malformed: 'why' },
      ],
    },
  )
})

test('leaves what a turn says as it is', async () => {
  const turn: ScriptedReply = {
    text: 'a',
    calls: [{ id: 'mine', name: 'look', args: {} }],
    stop: 'cut',
    opaque: { provider: 'x' },
    usage: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 },
  }
  assert.deepEqual(await scriptedModel([turn])(REQUEST, context()), turn)
})

test('numbers the calls without an id through all turns', async () => {
  const model = scriptedModel([
    {
      calls: [
        { name: 'a', args: {} },
        { id: 'mine', name: 'b', args: {} },
      ],
    },
    { calls: [{ name: 'c', args: {} }] },
  ])
  const ids: string[] = []
  for (let i = 0; i < 2; i++) ids.push(...(await model(REQUEST, context())).calls.map(({ id }) => id))
  assert.deepEqual(ids, ['call_1', 'mine', 'call_2'])
})

test('a turn may be a function of the request, and take its time', async () => {
  assert.equal(
    (await replyTo(({ system, messages }) => ({ text: `${system}, ${messages.length}` }))).text,
    'be brief, 1',
  )
  const { signal } = context()
  const model = scriptedModel([async (_request, on) => ({ text: String(on.signal === signal) })])
  assert.equal((await model(REQUEST, { signal })).text, 'true')
})

test('gives its text on once, and nothing when there is none', async () => {
  const told: string[] = []
  const model = scriptedModel([{ text: 'a b' }, { calls: [{ name: 'look', args: {} }] }])
  for (let i = 0; i < 2; i++) await model(REQUEST, { ...context(), onText: (text) => told.push(text) })
  assert.deepEqual(told, ['a b'])
})

test('counts four characters as a token, rounded up, and the same each time', async () => {
  const count = async (messages: Message[], turn: ScriptedReply = {}) =>
    (await scriptedModel([turn])({ system: '', messages, tools: [] }, context())).usage
  // ["",[]] is 7 characters; {"role":"user","from":"person","text":""} is 41; {"text":"","calls":[]} is 22
  assert.deepEqual(await count([]), { input: 2, output: 6 })
  assert.deepEqual(await count([user('')]), { input: 12, output: 6 })
  assert.deepEqual(await count([user('x')]), { input: 13, output: 6 })
  assert.deepEqual(await count([user(''), user('')]), { input: 23, output: 6 })
  assert.deepEqual(await count([], { text: 'xxx' }), { input: 2, output: 7 })
})

test('a growing history is counted as a whole each turn', async () => {
  const messages: Message[] = [user('')]
  const model = scriptedModel([{}, {}])
  const first = await model({ system: '', messages, tools: [] }, context())
  messages.push(user(''))
  const second = await model({ system: '', messages, tools: [] }, context())
  assert.deepEqual([first.usage?.input, second.usage?.input], [12, 23])
})

test('says how many turns there were when they are used up', async () => {
  const model = scriptedModel([{ text: 'a' }, { text: 'b' }])
  for (let i = 0; i < 2; i++) await model(REQUEST, context())
  await assert.rejects(model(REQUEST, context()), {
    message:
      'the script is over: turn 3 was asked for, and it has 2. ' +
      'Add one, or leave the calls out of the last one.',
  })
})

test('an abort before a turn throws its reason and uses no turn', async () => {
  const reason = new Error('stopped')
  const record: ModelRequest[] = []
  const model = scriptedModel([{ text: 'a' }], { record })
  await assert.rejects(model(REQUEST, { signal: AbortSignal.abort(reason) }), (error) => error === reason)
  assert.equal((await model(REQUEST, context())).text, 'a')
  assert.equal(record.length, 1)
})

test('records the requests as they were, without the functions of a tool', async () => {
  const messages: Message[] = [user('a')]
  const tool = { name: 'look', description: 'looks', parameters: { type: 'object' }, run: () => {} }
  const record: ModelRequest[] = []
  const model = scriptedModel([{}, {}], { record })
  await model({ system: 's', messages, tools: [tool] }, context())
  messages.push(user('b'))
  messages[0] = user('changed')
  await model({ system: 's', messages, tools: [] }, context())
  assert.deepEqual(record, [
    {
      system: 's',
      messages: [user('a')],
      tools: [{ name: 'look', description: 'looks', parameters: { type: 'object' } }],
    },
    { system: 's', messages: [user('changed'), user('b')], tools: [] },
  ])
})

test('under the loop, a script runs to its end', async () => {
  const record: ModelRequest[] = []
  const model = scriptedModel(
    [
      { text: 'I look.', calls: [{ name: 'look', args: { path: 'a' } }] },
      ({ messages }) => ({
        text: `It says: ${(messages.at(-1) as { results: { text: string }[] }).results[0]!.text}`,
      }),
    ],
    { record },
  )
  const messages: Message[] = []
  const end = await runAgent({
    model,
    messages,
    system: '',
    tools: [],
    inbox: [user('task')],
    execute: async (calls) => calls.map(({ id, args }) => ({ id, ok: true, text: `seen ${args['path']}` })),
  })
  assert.deepEqual(end, { outcome: 'done', reason: '', text: 'It says: seen a', rounds: 2 })
  assert.deepEqual(
    record.map((request) => request.messages.length),
    [1, 3],
  )
  assert.deepEqual(messages.slice(0, 3), record[1]!.messages)
})

test('every history that the loop makes of random replies is taken by both services', async () => {
  let seen = 0
  for (let seed = 1; seed <= 400; seed++) {
    const random = randomFrom(seed)
    const pick = <T>(...from: T[]): T => from[random(from.length)]!
    const faults: unknown[] = []
    const turns = Array.from({ length: 12 }, () => randomReply(pick))
    const script = scriptedModel(
      turns.map(
        (turn): Turn =>
          () =>
            turn,
      ),
    )
    const checked: Model = async (request, on) => {
      for (const fault of [
        checkAnthropic(toAnthropic(request, { baseUrl: '', model: 'm' })),
        checkOpenai(toOpenai(request, { baseUrl: '', model: 'm' })),
      ])
        if (fault !== null) faults.push(fault)
      seen++
      return script(request, on)
    }
    const messages: Message[] = Array.from({ length: random(4) }, () => randomMessage(pick))
    await runAgent({
      model: checked,
      messages,
      system: pick('', 'be brief'),
      tools: [],
      inbox: pick([user('task')], [user(' ')], [], [user('a'), user(''), user('b')]),
      execute: async (calls) => {
        if (pick(false, false, false, true)) throw new Error('the hands failed')
        const results = calls.map(({ id }) => ({
          id,
          ok: pick(true, false),
          text: pick('', ' ', 'Error: x', 'done'),
        }))
        return pick(results, results, results.slice(1), [...results, ...results], results.toReversed())
      },
      finish: async () => pick(null, null, '', 'not yet'),
    })
    for (const fault of [
      checkAnthropic(toAnthropic({ system: '', messages, tools: [] }, { baseUrl: '', model: 'm' })),
      checkOpenai(toOpenai({ system: '', messages, tools: [] }, { baseUrl: '', model: 'm' })),
    ])
      if (fault !== null) faults.push(fault)
    assert.deepEqual(faults, [], `seed ${seed}: ${JSON.stringify(messages)}`)
  }
  assert.ok(seen > 800, `${seen} requests were checked`)
})

type Pick = <T>(...from: T[]) => T

function randomReply(pick: Pick): Reply {
  const count = pick(0, 0, 1, 2, 3)
  const calls = Array.from({ length: count }, (): ToolCall => ({
    id: pick('', 'a', 'b', 'c', 'functions.look:0', 'd|e'),
    name: pick('look', '', 'no such tool', 'x'.repeat(100)),
    args: pick({}, { path: 'a' }),
    ...pick({}, {}, { malformed: 'no JSON' }),
  }))
  const opaque = pick(
    undefined,
    { provider: 'openai', reasoning_content: 'hm' },
    { provider: 'other' },
    { provider: 'anthropic', blocks: [{ type: 'thinking', thinking: 'hm', signature: 's' }] },
  )
  const stop = pick<Reply['stop']>('end', 'end', 'calls', 'calls', 'cut')
  return { text: pick('', ' ', 'text', 'more\n'), calls, stop, ...(opaque && { opaque }) }
}

/** A message of a stored history, that may not fit to its neighbours. */
function randomMessage(pick: Pick): Message {
  const results = pick([], ['a'], ['b', 'a']).map((id) => ({ id, ok: true, text: 'old' }))
  return pick<Message>(
    user('old'),
    user(''),
    { role: 'assistant', ...randomReply(pick) },
    { role: 'results', results },
  )
}

function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}
