// exercise.test.ts: what the exercise must do. The loop is the real one; only the model is scripted. With
// EXERCISE=solution or EXERCISE=wrong in the environment another file is tested.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runAgent } from '../../agent.ts'
import { scriptedModel } from '../../models/scripted.ts'
import type { AgentEvent, Execute, Message, ModelRequest, ResultsMessage } from '../../agent.ts'

const { withoutOldResults } = (
  await import(`./${process.env['EXERCISE'] ?? 'exercise'}.ts`)
) as typeof import('./exercise.ts')

const TEXTS: Record<string, string> = { a: 'the first page', b: 'the second, longer page', c: 'no such page' }

const execute: Execute = async (calls) => calls.map(({ id }) => ({ id, ok: id !== 'c', text: TEXTS[id]! }))

const ask = (...ids: string[]) => {
  return { text: 'I look', calls: ids.map((id) => ({ id, name: 'look', args: {} })) }
}

const results = (...given: [id: string, text: string][]): ResultsMessage => {
  return { role: 'results', results: given.map(([id, text]) => ({ id, ok: id !== 'c', text })) }
}

/** A run of three rounds, with two calls, one call and none. */
async function run() {
  const sent: ModelRequest[] = []
  const events: AgentEvent[] = []
  const messages: Message[] = []
  const script = scriptedModel([ask('a', 'c'), ask('b'), { text: 'seen' }], { record: sent })
  const end = await runAgent({
    model: withoutOldResults(script),
    execute,
    messages,
    system: 'be brief',
    tools: [],
    inbox: [{ role: 'user', from: 'person', text: 'look around' }],
    listener: (event) => events.push(event),
  })
  return { sent, events, messages, end }
}

const onlyResults = (messages: readonly Message[]) => messages.filter(({ role }) => role === 'results')

test('the model is sent the last results whole, and of older ones the length', async () => {
  const { sent } = await run()
  assert.deepEqual(sent.map(({ messages }) => onlyResults(messages)), [
    [],
    [results(['a', TEXTS['a']!], ['c', TEXTS['c']!])],
    [
      results(['a', '[left out: 14 characters]'], ['c', '[left out: 12 characters]']),
      results(['b', TEXTS['b']!]),
    ],
  ])
})

test('everything else is sent as it is', async () => {
  const { sent, messages } = await run()
  const withoutResults = (all: readonly Message[]) => all.filter(({ role }) => role !== 'results')
  assert.deepEqual(withoutResults(sent[2]!.messages), withoutResults(messages).slice(0, -1))
  assert.deepEqual(sent.map(({ system, tools }) => ({ system, tools })), [1, 2, 3].map(() => {
    return { system: 'be brief', tools: [] }
  }))
})

test('the history keeps every result', async () => {
  const { messages } = await run()
  assert.deepEqual(onlyResults(messages), [
    results(['a', TEXTS['a']!], ['c', TEXTS['c']!]),
    results(['b', TEXTS['b']!]),
  ])
})

test('the words still stream, and the run ends with them', async () => {
  const { events, end } = await run()
  const streamed = events.flatMap((event) => (event.type === 'text' ? event.text : []))
  assert.deepEqual(streamed, ['I look', 'I look', 'seen'])
  assert.deepEqual(end, { outcome: 'done', reason: '', text: 'seen', rounds: 3 })
})
