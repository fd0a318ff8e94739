// exercise.test.ts: what the exercise must do. The loop is the real one; only the model is scripted. With
// EXERCISE=solution or EXERCISE=wrong in the environment another file is tested.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runAgent } from '../../agent.ts'
import { scriptedModel } from '../../models/scripted.ts'
import type {
  AgentEvent, Execute, Message, ModelRequest, ResultsMessage, UserMessage,
} from '../../agent.ts'

const { withoutOldResults } = (
  await import(`./${process.env['EXERCISE'] ?? 'exercise'}.ts`)
) as typeof import('./exercise.ts')

const TEXTS: Record<string, string> = {
  a: 'the first page', b: 'the second, longer page', c: 'no such page', d: 'the last page',
}

const ask = (...ids: string[]) => {
  return { text: 'I look', calls: ids.map((id) => ({ id, name: 'look', args: {} })) }
}

const results = (...given: [id: string, text: string][]): ResultsMessage => {
  return { role: 'results', results: given.map(([id, text]) => ({ id, ok: id !== 'c', text })) }
}

const person = (text: string): UserMessage => ({ role: 'user', from: 'person', text })

/** A run of four rounds, with two calls, one, one and none. While the third looks, a word comes in; so that
 *  the fourth request ends in that word and not in results. The end is objected to once. */
async function run() {
  const sent: ModelRequest[] = []
  const events: AgentEvent[] = []
  const messages: Message[] = []
  const inbox = [person('look around')]
  const objections = ['look once more']
  const execute: Execute = async (calls) => {
    if (calls[0]!.id === 'd') inbox.push(person('be quick'))
    return calls.map(({ id }) => ({ id, ok: id !== 'c', text: TEXTS[id]! }))
  }
  const replies = [ask('a', 'c'), ask('b'), ask('d'), { text: 'seen' }, { text: 'seen again' }]
  const end = await runAgent({
    model: withoutOldResults(scriptedModel(replies, { record: sent })),
    execute,
    messages,
    system: 'be brief',
    tools: [],
    inbox,
    finish: async () => objections.pop() ?? null,
    listener: (event) => events.push(event),
  })
  return { sent, events, messages, end }
}

const onlyResults = (messages: readonly Message[]) => messages.filter(({ role }) => role === 'results')

const [FIRST, SECOND, THIRD] = [
  results(['a', TEXTS['a']!], ['c', TEXTS['c']!]),
  results(['b', TEXTS['b']!]),
  results(['d', TEXTS['d']!]),
]
const FIRST_LEFT_OUT = results(['a', '[left out: 14 characters]'], ['c', '[left out: 12 characters]'])
const SECOND_LEFT_OUT = results(['b', '[left out: 23 characters]'])

test('the model is sent the last results whole, and of all older ones the length', async () => {
  const { sent } = await run()
  assert.deepEqual(sent.slice(0, 3).map(({ messages }) => onlyResults(messages)), [
    [], [FIRST], [FIRST_LEFT_OUT, SECOND],
  ])
})

test('the last results stay whole when a word or an objection stands behind them', async () => {
  const { sent } = await run()
  const lastOf = ({ messages }: ModelRequest) => messages.at(-1)
  assert.deepEqual(sent.slice(3).map(lastOf), [
    person('be quick'), { role: 'user', from: 'harness', text: 'look once more' },
  ])
  const left = [FIRST_LEFT_OUT, SECOND_LEFT_OUT, THIRD]
  assert.deepEqual(sent.slice(3).map(({ messages }) => onlyResults(messages)), [left, left])
})

test('everything else is sent as it is', async () => {
  const { sent, messages } = await run()
  const withoutResults = (all: readonly Message[]) => all.filter(({ role }) => role !== 'results')
  assert.deepEqual(withoutResults(sent[4]!.messages), withoutResults(messages).slice(0, -1))
  assert.deepEqual(sent.map(({ system, tools }) => ({ system, tools })), [1, 2, 3, 4, 5].map(() => {
    return { system: 'be brief', tools: [] }
  }))
})

test('the history keeps every result', async () => {
  const { messages } = await run()
  assert.deepEqual(onlyResults(messages), [FIRST, SECOND, THIRD])
})

test('the words still stream, and the run ends with them', async () => {
  const { events, end } = await run()
  const streamed = events.flatMap((event) => (event.type === 'text' ? event.text : []))
  assert.deepEqual(streamed, ['I look', 'I look', 'I look', 'seen', 'seen again'])
  assert.deepEqual(end, { outcome: 'done', reason: '', text: 'seen again', rounds: 5 })
})
