// run.ts: the demonstration of lesson 05. It shows the tiers of some calls, then runs one round in a stack
// with a layer that refuses what is DESTRUCTIVE. `run.ts before` runs that round with the layers of lesson 04
// only; `run.ts gallery` shows what gallery.ts holds. It fails when anything comes out otherwise than said.

import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { effectsOf } from '../../effects.ts'
import { newSession, TOOLS } from '../../tools.ts'
import { dispatch, permitLayer, stack } from '../04-rounds/rounds.ts'
import { answerTo, COMMANDS, GALLERY, prepare } from './gallery.ts'
import { riskLevel, riskReason } from './tiers.ts'
import type { ToolCall } from '../../agent.ts'
import type { Policy } from '../../policy.ts'
import type { Layer, OnDecision } from '../04-rounds/rounds.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'handrail-lesson-')))
const programs = ['cat', 'echo', 'git', 'ls', 'npm', 'rm', 'wc']
const policy: Policy = { root, writable: true, commands: programs }

const read = (path: string) => called('read', { path })
const write = (path: string) => called('write', { path, content: 'a plan\n' })
const bash = (command: string) => called('bash', { command })

const TIERS: [tier: string, call: ToolCall][] = [
  ['SAFE', read('notes.md')],
  ['SAFE', bash("echo 'rm -rf build'")],
  ['CAUTION', bash('ls build')],
  ['CAUTION', bash('git status')],
  ['CAUTION', write('docs/plan.md')],
  ['DESTRUCTIVE', read('.env')],
  ['DESTRUCTIVE', write('package.json')],
  ['DESTRUCTIVE', bash('rm -rf build')],
  ['DESTRUCTIVE', bash('npm test')],
  ['DESTRUCTIVE', bash('cat notes.md | wc -l; rm notes.md')],
  ['DESTRUCTIVE', bash('cat --everything notes.md')],
  ['DESTRUCTIVE', called('deploy', { where: 'production' })],
]

function called(name: string, args: Record<string, string>): ToolCall {
  return { id: `${name} ${Object.values(args)[0]}`, name, args }
}

function fromRoot(text: string): string {
  return text.replaceAll(`${root}/`, '')
}

function expect(isSo: boolean, words: string): void {
  if (!isSo) throw new Error(`not as promised: ${words}`)
}

function showTiers(): void {
  for (const [expected, call] of TIERS) {
    const tier = riskLevel(policy, call)
    console.log(`${tier.padEnd(11)}  ${call.id}: ${fromRoot(riskReason(effectsOf(policy, call), tier))}`)
    expect(tier === expected, `${call.id} is ${expected}`)
  }
}

// #region layer
const noDestruction: Layer = async (calls) => calls.map((call) => {
  const tier = riskLevel(policy, call)
  const reason = `${tier}: ${riskReason(effectsOf(policy, call), tier)}`
  return { allowed: tier !== 'DESTRUCTIVE', by: 'tier', reason }
})
// #endregion

/** One round, really run; whether the folder `build` is there after it. */
async function runRound(layers: Layer[]): Promise<boolean> {
  const onDecision: OnDecision = ({ call, decision: { allowed, by, reason } }) => {
    console.log(`  ${call.id}: ${allowed ? 'runs' : 'refused'} (${by}: ${fromRoot(reason)})`)
  }
  const execute = stack(dispatch(policy, TOOLS, newSession()), layers, { onDecision })
  await execute([bash('ls build'), write('docs/plan.md'), bash('rm -rf build')], new AbortController().signal)
  expect(existsSync(join(root, 'docs/plan.md')), 'the ordinary write is carried out')
  const isThere = existsSync(join(root, 'build'))
  console.log(`  afterwards build is ${isThere ? 'there' : 'gone'}`)
  return isThere
}

function showGallery(): void {
  prepare(root)
  for (const attack of GALLERY) {
    const answer = answerTo({ ...policy, commands: COMMANDS }, attack)
    console.log(`${attack.what} (${attack.source})`)
    console.log(`  ${attack.tool} ${attack.text.replaceAll('\n', '\\n')}\n  ${answer}`)
    expect(answer === attack.answer, attack.answer)
  }
}

try {
  const part = process.argv[2]
  if (part === 'gallery') showGallery()
  else {
    for (const name of ['build', '.git']) mkdirSync(join(root, name))
    for (const name of ['notes.md', '.env', 'build/app.js']) writeFileSync(join(root, name), 'old\n')
    if (part !== 'before') showTiers()
    const layers = part === 'before' ? [] : [noDestruction]
    console.log(`one round, judged by permit${part === 'before' ? '' : ', then by tiers'}`)
    const isThere = await runRound([permitLayer(policy, TOOLS), ...layers])
    expect(isThere === (part !== 'before'), 'the layer decides about build')
  }
} finally {
  rmSync(root, { recursive: true })
}
