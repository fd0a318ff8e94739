// example.ts: handrail as a library, in ten lines. The model is scripted so that it runs offline; put
// `anthropicModel(...)` or `openaiModel(...)` in its place. `node example.ts` runs it.

import { fileURLToPath } from 'node:url'
import { runAgent } from './agent.ts'
import { dispatch, permitLayer, stack } from './lessons/04-rounds/rounds.ts'
import { scriptedModel } from './models/scripted.ts'
import { builtInPolicy } from './policy.ts'
import { newSession, TOOLS } from './tools.ts'
import type { UserMessage } from './agent.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const model = scriptedModel([
  { calls: [{ name: 'bash', args: { command: 'ls *.md | wc -l' } }] },
  ({ messages }) => ({ text: `The command said: ${JSON.stringify(messages.at(-1))}` }),
])

// #region library
const policy = builtInPolicy(folder)
const inbox: UserMessage[] = [{ role: 'user', from: 'person', text: 'How many pages are here?' }]
const end = await runAgent({
  model,
  execute: stack(dispatch(policy, TOOLS, newSession()), [permitLayer(policy, TOOLS)]),
  system: 'Use the tools.',
  tools: TOOLS,
  messages: [],
  inbox,
})
// #endregion

console.log(end.outcome, end.text)
