// run.ts: the demonstration of lesson 02. Each call is judged twice: by the short permit, with plain file
// access and a real shell behind it, and by the real one, with the real tools behind it. Everything happens
// in a temporary folder. An argument keeps only the calls of that tool: `run.ts bash`.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { perform } from '../../perform.ts'
import { newSession, TOOLS } from '../../tools.ts'
import { shortPermit } from './short.ts'
import type { ToolCall } from '../../agent.ts'
import type { Policy } from '../../policy.ts'

const folder = mkdtempSync(join(tmpdir(), 'handrail-lesson-'))
const root = join(folder, 'work')
const policy: Policy = { root, writable: false, commands: ['ls', 'cat'] }

const CALLS: [what: string, name: string, args: Record<string, string>][] = [
  ['an ordinary path', 'read', { path: 'notes.md' }],
  ['a neighbour whose name begins alike', 'read', { path: '../work-old/key.txt' }],
  ['a link that leads out', 'read', { path: 'docs/plan.txt' }],
  ['a command in a command', 'bash', { command: 'ls $(touch pwned)' }],
  ['an argument that leads out', 'bash', { command: 'cat ../outside/plan.txt' }],
]

/** The workspace, and beside it what an agent should never see. */
function prepare(): void {
  for (const name of ['work', 'work-old', 'outside']) mkdirSync(join(folder, name))
  writeFileSync(join(root, 'notes.md'), 'buy milk\n')
  writeFileSync(join(folder, 'work-old/key.txt'), 'the old key\n')
  writeFileSync(join(folder, 'outside/plan.txt'), 'the secret plan\n')
  symlinkSync('../outside', join(root, 'docs'))
}

/** What a harness with the short permit would do. */
function withShortPermit(call: ToolCall): string {
  const reason = shortPermit(policy, call)
  if (reason !== null) return `refused: ${reason}`
  const { path, command } = call.args as Record<string, string>
  const text = command === undefined
    ? readFileSync(resolve(root, path!), 'utf8')
    : execFileSync('/bin/sh', ['-c', command], { cwd: root, encoding: 'utf8' })
  return oneLine(text)
}

async function withRealPermit(call: ToolCall): Promise<string> {
  const { text } = await perform(policy, TOOLS, newSession(), call, new AbortController().signal)
  return oneLine(text)
}

function oneLine(text: string): string {
  return text.trim().replaceAll('\n', ' ')
}

try {
  prepare()
  const kind = policy.writable ? 'writable' : 'read-only'
  console.log(`a ${kind} session; its commands: ${policy.commands.join(', ')}`)
  for (const [what, name, args] of CALLS) {
    if (![undefined, name].includes(process.argv[2])) continue
    const call = { id: 'call_1', name, args }
    console.log(`${what}: ${name} ${Object.values(args)[0]}`)
    console.log(`  short: ${withShortPermit(call)}`)
    rmSync(join(root, 'pwned'), { force: true })
    console.log(`  real:  ${await withRealPermit(call)}`)
    if (existsSync(join(root, 'pwned'))) throw new Error('the real permit let a shell run')
  }
} finally {
  rmSync(folder, { recursive: true })
}
