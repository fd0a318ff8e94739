// fuzz.test.ts: a slice of the random calls, small enough for every run of the tests, and the measures tried
// on judges that are wrong. `npm run fuzz` judges a million, with the time that each takes.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fuzzCall } from './fuzz.ts'
import {
  callOn, judge, judgedWell, makeGround, policiesOf, printFaults, ranWell, wrote,
} from './fuzz-ground.ts'
import { callOf, policyOf } from './permit-builders.ts'
import type { Judge } from './fuzz-ground.ts'

const CALLS = 20_000
const SHOWN_FAULTS = 10

test(`${CALLS} random calls are judged without a throw, and what is printed of them reads the same`, (t) => {
  const ground = makeGround()
  t.after(ground.remove)
  const policies = policiesOf(ground)
  const faults: string[] = []
  const answers = new Set<string>()
  for (let seed = 1; seed <= CALLS; seed++) {
    const { call, policy } = callOn(ground, seed, policies)
    const found = judgedWell(policy, call, Infinity)
    faults.push(...found.faults.map((fault) => `seed ${seed}: ${fault}`))
    answers.add(`${['bash', 'read', 'write'].includes(call.name) ? call.name : 'no tool'} ${found.answer}`)
  }
  assert.deepEqual(faults.slice(0, SHOWN_FAULTS), [])
  assert.deepEqual([...answers].sort(), [
    'bash CAUTION', 'bash DESTRUCTIVE', 'bash SAFE', 'bash refused', 'no tool refused', 'read DESTRUCTIVE',
    'read SAFE', 'read refused', 'write CAUTION', 'write DESTRUCTIVE', 'write refused',
  ])
})

test('a seed always makes the same call, and others make other ones', () => {
  const commandOf = (seed: number) => String(fuzzCall(seed).args?.['command'])
  const commands = Array.from({ length: 500 }, (_, seed) => commandOf(seed))
  assert.deepEqual(commands, commands.map((_, seed) => commandOf(seed)))
  const known = commands.filter((command) => command !== 'undefined')
  assert.ok(new Set(known).size > 0.9 * known.length && known.length > 300)
})

const LOOK = callOf('bash', { command: 'ls a.txt' })

test('a judge that throws is found, and one that takes its time', (t) => {
  const ground = makeGround()
  t.after(ground.remove)
  const policy = policyOf(ground.root)
  const by = (before: () => void): Judge => (...given) => {
    before()
    return judge(...given)
  }
  const failing = judgedWell(policy, LOOK, Infinity, by(() => {
    throw new Error('no')
  }))
  assert.deepEqual([failing.answer, failing.faults], ['none', ['it throws Error: no']])

  const busy = by(() => {
    const { user, system } = process.cpuUsage()
    for (let spent = 0; spent < 60_000;) {
      const now = process.cpuUsage({ user, system })
      spent = now.user + now.system
    }
  })
  assert.match(judgedWell(policy, LOOK, 50, busy).faults.join(), /^it takes \d+ ms$/)
  assert.deepEqual(judgedWell(policy, LOOK, Infinity, busy).faults, [])

  const waiting = by(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60))
  assert.deepEqual(judgedWell(policy, LOOK, 50, waiting).faults, [])
  assert.equal(judgedWell(policy, LOOK, Infinity).answer, 'CAUTION')
})

test('a line that reads as other words is found, and so is one that is refused without need', () => {
  for (const vector of [['ls', "it's", 'a b', '$x', '*', '~', '!', '#'], ['A=b'], ["'"], ['']]) {
    assert.deepEqual(printFaults(vector), [])
  }
  for (const vector of [[], ['a\nb'], ['\u202e'], [' '.repeat(41)], ['x'.repeat(9_000)]]) {
    assert.deepEqual(printFaults(vector), [])
  }
  const plain = (vector: readonly string[]) => vector.join(' ')
  assert.deepEqual(printFaults(['ls', 'a b'], plain), ['it prints ls a b, which reads [["ls","a","b"]]'])
  assert.deepEqual(printFaults(['ls', '*'], plain), ['it prints ls *, which reads [["ls","*"]]'])
  assert.deepEqual(printFaults(['ls', ';', 'rm'], plain), ['it prints ls ; rm, which reads [["ls"],["rm"]]'])
  assert.deepEqual(printFaults(['ls', '$x'], plain), ['it prints ls $x, which is refused'])
})

test('a run that changes something, or prints what it must not, is found', async (t) => {
  const ground = makeGround()
  t.after(ground.remove)
  const policy = policyOf(ground.root, { writable: true, commands: ['cat', 'grep', 'touch'] })
  const run = async (command: string, root = ground.root) => {
    const { faults } = await ranWell(ground, { ...policy, root }, callOf('bash', { command }))
    return faults
  }
  assert.deepEqual(await run('cat a.txt'), [])
  assert.deepEqual(await run('touch a.txt new.txt'), [
    'it changes parent/work/a.txt', 'it changes parent/work/new.txt',
  ])
  const [word] = readFileSync(join(ground.outside, 'plain.txt'), 'utf8').split(' ')
  assert.deepEqual(await run('cat outside/plain.txt', ground.base), [`it prints ${word}, from outside`])
  const [secret] = ground.secrets
  assert.deepEqual(await run('cat .env'), [`it prints ${secret}, a secret`])
  assert.deepEqual(await run('grep x .env'), [`it prints ${secret}, a secret`])
  assert.deepEqual(await run('grep -r x .'), [])
})

test('a write that makes its file and its folders is right, and another is found', async (t) => {
  const ground = makeGround()
  t.after(ground.remove)
  const policy = policyOf(ground.root, { writable: true })
  const write = callOf('write', { path: 'deep/er/x.txt', content: 'x' })
  assert.deepEqual(await wrote(ground, policy, write), [])
  const touch = callOf('bash', { command: 'touch src new.txt b.txt' })
  const found = await wrote(ground, policyOf(ground.root, { writable: true, commands: ['touch'] }), touch)
  assert.deepEqual(found, ['it changes parent/work/b.txt', 'it changes parent/work/new.txt'])
})
