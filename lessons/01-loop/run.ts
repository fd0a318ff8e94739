// run.ts: the demonstration of lesson 01. A scripted model keeps a shopping list through a toy Execute, and
// one of its replies is cut off. It prints what the loop tells; it touches no file and judges nothing.

import { runAgent } from '../../agent.ts'
import { scriptedModel } from '../../models/scripted.ts'
import type { Execute, Listener, Message } from '../../agent.ts'

const list: string[] = []

const execute: Execute = async (calls) => calls.map(({ id, args }) => {
  list.push(String(args['item']))
  return { id, ok: true, text: `the list holds ${list.join(', ')}` }
})

const put = (item: string) => ({ name: 'put', args: { item } })
const model = scriptedModel([
  { text: 'First the milk.', calls: [put('milk')] },
  {
    text: 'Now bread and',
    stop: 'cut',
    calls: [put('bread'), { name: 'put', args: {}, malformed: 'the arguments break off: {"item": "but' }],
  },
  { text: 'One at a time, then.', calls: [put('bread')] },
  { text: 'Milk and bread are on the list.' },
])

const listener: Listener = (event) => {
  if (event.type === 'round') console.log(`round ${event.round}`)
  if (event.type === 'message') console.log(linesOf(event.message).map((line) => `  ${line}`).join('\n'))
  if (event.type === 'end') console.log(`end: ${event.end.outcome}; the list: ${list.join(', ')}`)
}

function linesOf(message: Message): string[] {
  if (message.role === 'user') return [`${message.from}: ${message.text}`]
  if (message.role === 'results') return message.results.map(({ id, text }) => `${id}: ${text}`)
  const calls = message.calls.map(({ id, name, args }) => `${id} ${name} ${String(args['item'] ?? '?')}`)
  const asks = calls.length > 0 ? ` [${calls.join(', ')}]` : ''
  return [`model${message.stop === 'cut' ? ' (cut)' : ''}: ${message.text}${asks}`]
}

await runAgent({
  model,
  execute,
  listener,
  system: 'You keep a shopping list.',
  tools: [{ name: 'put', description: 'Put an item on the list.', parameters: { type: 'object' } }],
  messages: [],
  inbox: [{ role: 'user', from: 'person', text: 'Put milk and bread on the list.' }],
})
