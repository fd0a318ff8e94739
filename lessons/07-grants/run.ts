// run.ts: the demonstration of lesson 07. It runs one round of a night when nobody can be asked, with a list
// of grants; then it shows what such a list does not stretch to, and what a grant holds on to that was given
// at a question. `run.ts before` runs the round without a list. It fails when anything comes out otherwise.

import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newSession, TOOLS } from '../../tools.ts'
import { dispatch, permitLayer, stack } from '../04-rounds/rounds.ts'
import { confirmLayer } from '../06-confirm/confirm.ts'
import { requestOf } from '../06-confirm/request.ts'
import { createGrants } from './grants.ts'
import type { ToolCall } from '../../agent.ts'
import type { Policy } from '../../policy.ts'
import type { OnDecision } from '../04-rounds/rounds.ts'
import type { Grants } from './grants.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'handrail-lesson-')))
const policy: Policy = { root, writable: true, commands: ['env', 'ls', 'node', 'npm', 'rm', 'wc'] }
const tools = TOOLS

function called(name: string, value: string): ToolCall {
  const args = name === 'bash' ? { command: value } : { path: value }
  return { id: `${name} ${value}`, name, args: name === 'write' ? { ...args, content: 'a plan\n' } : args }
}

function expect(isSo: boolean, words: string): void {
  if (!isSo) throw new Error(`not as promised: ${words}`)
}

/** One round of the night, really run; then what is left of the work. */
async function night(grants: Grants): Promise<string> {
  const session = newSession()
  const onDecision: OnDecision = ({ call, decision: { allowed, by, reason } }) => {
    const words = reason.replaceAll(`${root}/`, '')
    console.log(`  ${call.id}: ${allowed ? 'runs' : 'refused'} (${by}: ${words})`)
  }
  const asking = confirmLayer({ policy, tools, session, grants, attended: false })
  const layers = [permitLayer(policy, tools), asking]
  const execute = stack(dispatch(policy, tools, session), layers, { onDecision })
  const calls = [
    called('read', 'notes.md'), called('bash', 'wc -l notes.md'), called('write', 'docs/plan.md'),
    called('bash', 'rm -rf build'), called('write', 'package.json'),
  ]
  await execute(calls, new AbortController().signal)
  const left = ['build', 'docs/plan.md', 'package.json'].filter((name) => existsSync(join(root, name)))
  console.log(`  in the morning there is ${left.join(', ') || 'nothing'}`)
  return left.join()
}

const requestFor = (call: ToolCall, grants?: Grants) => {
  return requestOf({ policy, tools, session: newSession(), attended: true, ...(grants && { grants }) }, call)
}

// Each form, a call that it covers, and those that look like it.
const NEAR: [form: string, is: ToolCall, others: ToolCall[]][] = [
  ['write:docs/', called('write', 'docs/a.md'), [
    called('write', 'docs-old/a.md'), called('write', 'docs/package.json'), called('write', 'docs/../a.md'),
  ]],
  ['bash:npm test', called('bash', 'npm test -- --watch'), [
    called('bash', 'npm tests'), called('bash', 'env npm test'), called('bash', 'cd web && npm test'),
    called('bash', 'npm test; rm -rf build'),
  ]],
  ['bash=rm -rf build', called('bash', 'rm  -rf  build'), [called('bash', 'rm -rf build/../docs')]],
]

function showNear(): void {
  for (const [form, is, others] of NEAR) {
    const grants = createGrants([form])
    expect(grants.covers(requestFor(is)), `${form} covers ${is.id}`)
    console.log(`${form}\n  covers ${is.id}`)
    for (const other of others) {
      expect(!grants.covers(requestFor(other)), `${form} does not cover ${other.id}`)
      console.log(`  does not cover ${other.id}`)
    }
  }
}

function showBound(): void {
  const grants = createGrants()
  const call = called('bash', 'node check.js')
  const request = requestFor(call, grants)
  console.log(`a person is asked about ${call.id}\n  offered for the session: ${request.offer}`)
  grants.add(request.offer!, request)
  const holds = () => grants.covers(requestFor(call))
  expect(holds(), 'the same call is covered again')
  console.log('  the same call again: covered')
  writeFileSync(join(root, 'check.js'), 'other code\n')
  expect(!holds(), 'changed content is a new question')
  console.log('  the same words, and check.js holds something else: a new question')
}

try {
  for (const name of ['build', 'docs', 'web']) mkdirSync(join(root, name))
  for (const name of ['notes.md', 'check.js', 'build/app.js']) writeFileSync(join(root, name), 'old\n')
  if (process.argv[2] === 'before') {
    console.log('nobody is there, and no list was signed')
    expect(await night(createGrants()) === 'build', 'nothing changes')
  } else {
    const grants = createGrants(['bash:wc', 'write:docs/', 'bash=rm -rf build'])
    console.log(`nobody is there; signed: ${grants.list().join(', ')}`)
    expect(await night(grants) === 'docs/plan.md', 'what was signed happens, and nothing else')
    showNear()
    showBound()
  }
} finally {
  rmSync(root, { recursive: true })
}
