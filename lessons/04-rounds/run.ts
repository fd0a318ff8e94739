// run.ts: the demonstration of lesson 04. A round of five calls, then one that is interrupted. So that the
// order is the same each time, the reading of a.md goes on only when b.md has been read, and that of stop.md
// interrupts the run. Everything happens in a temporary folder.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runAgent } from '../../agent.ts'
import { bash } from '../../bash.ts'
import { scriptedModel } from '../../models/scripted.ts'
import { read } from '../../read.ts'
import { newSession } from '../../tools.ts'
import { write } from '../../write.ts'
import { dispatch, permitLayer, stack } from './rounds.ts'
import type { Listener, ToolCall } from '../../agent.ts'
import type { Policy } from '../../policy.ts'
import type { Tool } from '../../tools.ts'
import type { OnCall, OnDecision } from './rounds.ts'

const folder = mkdtempSync(join(tmpdir(), 'handrail-lesson-'))
const policy: Policy = { root: join(folder, 'work'), writable: true, commands: ['cat'] }
const stop = new AbortController()
let tellRead = () => {}
const isRead = new Promise<void>((resolve) => { tellRead = resolve })

const slowRead: Tool = {
  ...read,
  async run(args, context) {
    if (args['path'] === 'a.md') await isRead
    if (args['path'] === 'stop.md') stop.abort(new Error('Ctrl-C'))
    return read.run(args, context)
  },
}

const model = scriptedModel([
  {
    text: 'I look at two files, write a third, and look at two more.',
    calls: [
      { id: '1', name: 'read', args: { path: 'a.md' } },
      { id: '2', name: 'read', args: { path: 'b.md' } },
      { id: '3', name: 'write', args: { path: 'c.md', content: 'three\n' } },
      { id: '4', name: 'read', args: { path: '../key.txt' } },
      { id: '5', name: 'bash', args: { command: 'cat c.md' } },
    ],
  },
  {
    text: 'I look again, and write.',
    calls: [
      { id: '6', name: 'read', args: { path: 'stop.md' } },
      { id: '7', name: 'write', args: { path: 'd.md', content: 'four\n' } },
    ],
  },
])

const decided: string[] = []
const ran: string[] = []

const onDecision: OnDecision = ({ call, decision: { allowed, by, reason } }) => {
  decided.push(allowed ? `${call.id} yes` : `${call.id} no (${by}: ${reason})`)
}

const onCall: OnCall = ({ type, call }) => {
  ran.push(`${call.id} ${type}`)
  if (type === 'completed' && call.args['path'] === 'b.md') tellRead()
}

const listener: Listener = (event) => {
  if (event.type === 'round') console.log(`round ${event.round}`)
  if (event.type === 'end') console.log(`end: ${event.end.outcome}: ${event.end.reason}`)
  if (event.type !== 'message') return
  const { message } = event
  if (message.role === 'assistant') console.log(`  asked:   ${message.calls.map(about).join(', ')}`)
  if (message.role !== 'results') return
  console.log(`  decided: ${decided.splice(0).join(', ')}`)
  console.log(`  ran:     ${ran.splice(0).join(', ')}`)
  for (const { id, text } of message.results) console.log(`  ${id}: ${text.trim().replaceAll('\n', ' ')}`)
}

function about({ id, name, args }: ToolCall): string {
  return `${id} ${name} ${String(args['path'] ?? args['command'])}`
}

try {
  mkdirSync(policy.root)
  for (const [name, text] of [['a', 'one\n'], ['b', 'two\n'], ['stop', 'stop\n']]) {
    writeFileSync(join(policy.root, `${name}.md`), text!)
  }
  // #region compose
  const tools = [slowRead, write, bash]
  const layers = [permitLayer(policy, tools)]
  const execute = stack(dispatch(policy, tools, newSession(), { onCall }), layers, { onDecision })
  // #endregion
  await runAgent({
    model, execute, tools, listener,
    system: 'Be brief.',
    messages: [],
    inbox: [{ role: 'user', from: 'person', text: 'Look around.' }],
    signal: stop.signal,
  })
} finally {
  rmSync(folder, { recursive: true })
}
