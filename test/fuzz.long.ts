// fuzz.long.ts: random calls that are allowed without a yes are really run, in a workspace beside a tree of
// canaries. What only looks changes nothing anywhere, and nothing from outside of the workspace is printed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effectsOf } from '../effects.ts'
import { findProgram } from '../process.ts'
import { withVariables } from './corpus.ts'
import { callOn, judge, makeGround, policiesOf, ranWell, wrote } from './fuzz-ground.ts'
import type { ToolCall } from '../agent.ts'
import type { Policy } from '../policy.ts'

const COMMANDS = 2_000
const READS = 200
const WRITES = 200
const FIRST_SEED = 1
const SHOWN_FAULTS = 20

/** Whether a call is allowed without a yes, and all that it starts is installed. */
function runsUnasked(policy: Policy, call: ToolCall): boolean {
  const { answer, effects } = judge(policy, call)
  const names = effects.steps.flatMap(({ program, starts }) => [program, ...starts])
  const isThere = names.every((name) => name === 'cd' || findProgram(name, policy.path ?? '') !== null)
  return isThere && (answer === 'SAFE' || answer === 'CAUTION')
}

for (const [name, count] of [['bash', COMMANDS], ['read', READS]] as const) {
  test(`${count} random calls of ${name} change nothing and print nothing from outside`, async (t) => {
    const ground = makeGround()
    t.after(ground.remove)
    const policies = policiesOf(ground)
    const faults: string[] = []
    const programs: Record<string, number> = {}
    await withVariables({ HOME: ground.home }, async () => {
      for (let seed = FIRST_SEED, runs = 0; runs < count; seed++) {
        const { call, policy } = callOn(ground, seed, policies)
        if (call.name !== name || !runsUnasked(policy, call)) continue
        runs++
        const found = await ranWell(ground, policy, call)
        const json = JSON.stringify(call.args)
        faults.push(...found.faults.map((fault) => `seed ${seed}: ${fault}: ${json}`))
        for (const { program } of effectsOf(policy, call).steps) {
          programs[program] = (programs[program] ?? 0) + 1
        }
      }
    })
    const counts = Object.entries(programs).sort(([, a], [, b]) => b - a)
    if (counts.length > 0) t.diagnostic(counts.map((pair) => pair.join(' ')).join(', '))
    assert.deepEqual(faults.slice(0, SHOWN_FAULTS), [])
    assert.ok(name === 'read' || counts.length > 50, 'of many programs')
  })
}

/** Looks that once changed something or printed what is outside: through a link that a program met in a
 *  folder, a file that names others, settings in the workspace, words that only look like options. */
const FOUND = [
  'diff left right', 'diff -r left right', 'diff -rN left docs', 'diff -rq left right', 'sdiff left right',
  'diff -y left right', 'diff left/same.txt right', 'diff right left/same.txt', 'sdiff left/same.txt right',
  'diff --from-file=left/same.txt right', 'gzip -lr .', 'gzip -cdfr .', 'gunzip -cfr .', 'zcat -fr .',
  'man ./page.1', 'man -l page.1', 'npm ls', 'npm root', 'npm --version', 'top -b -n 1', 'file -p a.txt',
  'file -bp a.txt', 'xxd a.txt -ps', 'xxd a.txt -r', 'git add -nN src',
  'git add --intent-to-add --dry-run src',
]

test('what was once found wrong needs a yes now, or changes and prints nothing', async (t) => {
  const ground = makeGround()
  t.after(ground.remove)
  const [policy] = policiesOf(ground)
  const faults: string[] = []
  await withVariables({ HOME: ground.home }, async () => {
    for (const command of FOUND) {
      const call = { id: '1', name: 'bash', args: { command } }
      if (!runsUnasked(policy!, call)) continue
      const found = await ranWell(ground, policy!, call)
      faults.push(...found.faults.map((fault) => `${command}: ${fault}`))
    }
  })
  assert.deepEqual(faults, [])
})

test(`${WRITES} random writes make the file that was judged and touch nothing else`, async (t) => {
  const ground = makeGround()
  t.after(ground.remove)
  const policies = policiesOf(ground)
  const faults: string[] = []
  for (let seed = FIRST_SEED, runs = 0; runs < WRITES; seed++) {
    const { call, policy } = callOn(ground, seed, policies)
    if (call.name !== 'write' || !runsUnasked(policy, call)) continue
    runs++
    const found = await wrote(ground, policy, call)
    faults.push(...found.map((fault) => `seed ${seed}: ${fault}: ${JSON.stringify(call.args)}`))
  }
  assert.deepEqual(faults.slice(0, SHOWN_FAULTS), [])
})
