// exercise.test.ts: what the exercise must do, asked of riskLevel as the harness asks it and, at the end, in
// a whole round with a layer that refuses what is DESTRUCTIVE. EXERCISE=solution or EXERCISE=wrong in the
// environment tests another file.

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newSession, TOOLS } from '../../tools.ts'
import { dispatch, permitLayer, stack } from '../04-rounds/rounds.ts'
import { riskLevel } from './tiers.ts'
import type { ToolCall } from '../../agent.ts'
import type { Policy } from '../../policy.ts'
import type { Layer } from '../04-rounds/rounds.ts'

const { send } = (
  await import(`./${process.env['EXERCISE'] ?? 'exercise'}.ts`)
) as typeof import('./exercise.ts')

const tools = [...TOOLS, send]
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'handrail-exercise-')))
const policy: Policy = { root: join(folder, 'work'), writable: false, commands: [] }
mkdirSync(policy.root)
for (const name of ['notes.md', '.env', '../key.txt']) writeFileSync(join(policy.root, name), 'x\n')
after(() => rmSync(folder, { recursive: true }))

const sending = (to: unknown, file = 'notes.md'): ToolCall => {
  return { id: `${String(to)} ${file}`, name: 'send', args: { to, file } }
}

/** The tier of each call. */
function tiersOf(calls: ToolCall[]): Record<string, string> {
  return Object.fromEntries(calls.map((call) => [call.id, riskLevel(policy, call, tools)]))
}

function all(tier: string, calls: ToolCall[]): Record<string, string> {
  return Object.fromEntries(calls.map(({ id }) => [id, tier]))
}

test('one address of our own is CAUTION: something leaves, and it stays with us', () => {
  const calls = ['team@example.com', 'the.team@example.com', 'team-2@example.com'].map((to) => sending(to))
  assert.deepEqual(tiersOf(calls), all('CAUTION', calls))
})

test('any other address is DESTRUCTIVE', () => {
  const calls = ['team@attacker.example', 'example.com', '', 'team'].map((to) => sending(to))
  assert.deepEqual(tiersOf(calls), all('DESTRUCTIVE', calls))
})

test('so is an address that only looks like ours', () => {
  const addresses = ['team@notexample.com', 'team@example.com.attacker.example', 'team@example-com',
    'team@example.com@attacker.example', 'team@examplexcom']
  const calls = addresses.map((to) => sending(to))
  assert.deepEqual(tiersOf(calls), all('DESTRUCTIVE', calls))
})

test('so is more than one address, whichever comes last', () => {
  const addresses = ['team@example.com, other@attacker.example', 'other@attacker.example, team@example.com',
    'other@attacker.example team@example.com', 'other@attacker.example\nteam@example.com',
    'team@example.com\nBcc: other@attacker.example']
  const calls = addresses.map((to) => sending(to))
  assert.deepEqual(tiersOf(calls), all('DESTRUCTIVE', calls))
})

test('so is what is no text: a tier may be asked for before anybody has looked at the arguments', () => {
  const calls = [sending(['team@example.com']), sending(null), sending(7), sending(undefined)]
  assert.deepEqual(tiersOf(calls), all('DESTRUCTIVE', calls))
})

test('what the arguments show is not lowered by what the tool says', () => {
  const calls = [sending('team@example.com', '.env'), sending('team@example.com', '../key.txt')]
  assert.deepEqual(tiersOf(calls), all('DESTRUCTIVE', calls))
})

test('in a round, what is sent to us goes out, and what is sent elsewhere does not', async () => {
  const layer: Layer = async (calls) => calls.map((call) => {
    const tier = riskLevel(policy, call, tools)
    return { allowed: tier !== 'DESTRUCTIVE', by: 'tier', reason: tier }
  })
  const execute = stack(dispatch(policy, tools, newSession()), [permitLayer(policy, tools), layer])
  const calls = [sending('team@example.com'), sending('other@attacker.example')]
  const results = await execute(calls, new AbortController().signal)
  assert.deepEqual(results.map(({ ok, text }) => [ok, text]), [
    [true, 'sent notes.md to team@example.com'],
    [false, 'Error: DESTRUCTIVE (refused: nothing was run)'],
  ])
})
