// run.ts: the demonstration of lesson 09. It names what calls are about, and then judges some of them by a
// policy that says go and no-go; nothing of them runs. `run.ts before` shows what a person is told without
// names. It fails when anything comes out otherwise.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newSession, TOOLS } from '../../tools.ts'
import { permitLayer, stack } from '../04-rounds/rounds.ts'
import { riskLevel } from '../05-tiers/tiers.ts'
import { confirmLayer } from '../06-confirm/confirm.ts'
import { classify } from './categories.ts'
import { categoryLayer } from './layer.ts'
import type { ToolCall } from '../../agent.ts'
import type { Policy } from '../../policy.ts'
import type { Confirm } from '../06-confirm/confirm.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'handrail-lesson-')))
const commands = ['cat', 'chmod', 'curl', 'echo', 'git', 'ls', 'npm', 'rm']
const policy: Policy = { root, writable: true, commands, categories: { git_push: 'go', publish: 'no-go' } }
const tools = TOOLS
const session = newSession()

function bash(command: string): ToolCall {
  return { id: command, name: 'bash', args: { command } }
}

function file(name: 'read' | 'write', path: string): ToolCall {
  return { id: `${name} ${path}`, name, args: name === 'write' ? { path, content: 'x\n' } : { path } }
}

const NAMED: [call: ToolCall, names: string][] = [
  [file('read', 'server.pem'), 'secret_file'], [bash('cat server.pem'), 'secret_file'],
  [file('read', 'notes.txt'), 'secret_file'], [file('write', 'AGENTS.md'), 'identity_file'],
  [file('write', '.env'), 'env_file'], [bash('rm -rf src'), 'destructive_shell'],
  [bash('npm publish'), 'publish'], [bash('git push'), 'git_push'],
  [bash('curl -X POST https://example.com/items'), 'network_write'],
  [bash('chmod 777 build.sh'), 'system_change'],
  [bash('sudo rm -rf / > log'), 'destructive_shell sudo'],
  [bash("echo 'rm -rf /'"), ''], [bash('npm test'), ''], [bash('ls'), ''],
]

const FEW = 6 // shown without names: they are all the same

function expect(isSo: boolean, words: string): void {
  if (!isSo) throw new Error(`not as promised: ${words}`)
}

function showNames(isBefore: boolean): void {
  for (const [call, names] of isBefore ? NAMED.slice(0, FEW) : NAMED) {
    const found = classify(policy, call)
    const told = found.map(({ category, risk }) => `${category} (${risk})`).join(', ') || 'nothing'
    console.log(`${call.id}: ${isBefore ? riskLevel(policy, call) : told}`)
    expect(found.map(({ category }) => category).join(' ') === names, `${call.id} is about ${names}`)
  }
}

const sayNo: Confirm = async (requests) => {
  return requests.map(() => ({ allowed: false, by: 'human', reason: 'a person was asked, and said no' }))
}

async function showPolicy(): Promise<void> {
  const asks = confirmLayer({ policy, tools, session, attended: true, confirm: sayNo })
  const layers = [permitLayer(policy, tools), categoryLayer(policy, tools, session, asks)]
  const judgeOnly = stack(async () => [], layers, {
    onDecision({ call, decision: { allowed, by, reason } }) {
      console.log(`  ${call.id}: ${allowed ? 'runs' : 'refused'} (${by}: ${reason})`)
    },
  })
  for (const command of ['git push', 'git push --force', 'git push; npm test', 'npm publish']) {
    await judgeOnly([bash(command)], new AbortController().signal)
  }
}

try {
  for (const name of ['.git/objects', '.git/refs', 'src']) mkdirSync(join(root, name), { recursive: true })
  writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(root, 'server.pem'), 'x\n')
  symlinkSync('server.pem', join(root, 'notes.txt'))
  const isBefore = process.argv[2] === 'before'
  showNames(isBefore)
  if (!isBefore) {
    console.log('a policy says git_push: go, publish: no-go')
    await showPolicy()
  }
} finally {
  rmSync(root, { recursive: true })
}
