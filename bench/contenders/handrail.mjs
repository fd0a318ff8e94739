// handrail.mjs: this harness with its checks on: permit, tiers and the layer that asks, and dispatch, which
// judges each call again. The tool's path is an ordinary file, found anew for every judgement.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FILE, TASK, TOOL } from '../script.mjs'

export const title = 'handrail'

export async function load() {
  const { runAgent } = await import('../../agent.ts')
  const { dispatch, permitLayer, stack } = await import('../../lessons/04-rounds/rounds.ts')
  const { confirmLayer } = await import('../../lessons/06-confirm/confirm.ts')
  const { builtInPolicy } = await import('../../policy.ts')
  const { newSession } = await import('../../tools.ts')
  const root = mkdtempSync(join(tmpdir(), 'handrail-bench-'))
  writeFileSync(join(root, FILE), '')
  process.on('exit', () => rmSync(root, { recursive: true }))
  const policy = builtInPolicy(root)

  return async (script) => {
    const probe = {
      ...TOOL,
      access: { path: 'read', n: 'text' },
      run: () => script.work(),
      riskLevel: () => (script.asks ? 'DESTRUCTIVE' : 'SAFE'),
    }
    const tools = [probe]
    const session = newSession()
    const confirm = async (requests) => requests.map(() => {
      return { allowed: script.yes(), by: 'human', reason: 'a person said yes' }
    })
    const asking = confirmLayer({ policy, tools, session, attended: true, confirm })
    const execute = stack(dispatch(policy, tools, session), [permitLayer(policy, tools), asking])
    const model = async () => {
      const { text, calls } = script.next()
      return { text, calls, stop: calls.length > 0 ? 'calls' : 'end', usage: { input: 1, output: 1 } }
    }
    const inbox = [{ role: 'user', from: 'person', text: TASK }]
    const maxRounds = script.rounds + 1
    const end = await runAgent({ model, execute, tools, inbox, maxRounds, system: 'x', messages: [] })
    if (end.outcome !== 'done') throw new Error(`${end.outcome}: ${end.reason}`)
  }
}
