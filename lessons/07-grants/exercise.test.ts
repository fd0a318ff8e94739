// exercise.test.ts: what the exercise must do, with a clock that the test sets, alone and in a round at night
// that goes on until the morning. EXERCISE=solution or EXERCISE=wrong in the environment tests another file.

import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newSession, TOOLS } from '../../tools.ts'
import { confirmLayer } from '../06-confirm/confirm.ts'
import { requestOf } from '../06-confirm/request.ts'
import { createGrants } from './grants.ts'
import type { ToolCall } from '../../agent.ts'
import type { Policy } from '../../policy.ts'

const { until } = (
  await import(`./${process.env['EXERCISE'] ?? 'exercise'}.ts`)
) as typeof import('./exercise.ts')

const root = realpathSync(mkdtempSync(join(tmpdir(), 'handrail-exercise-')))
after(() => rmSync(root, { recursive: true }))
const policy: Policy = { root, writable: true, commands: ['npm', 'node'] }
const MORNING = Date.UTC(2030, 0, 2, 7)

const call: ToolCall = { id: 'c1', name: 'bash', args: { command: 'npm test' } }
const request = requestOf({ policy, tools: TOOLS, session: newSession() }, call)

test('until the end the list is what it was', () => {
  const grants = until(createGrants(['bash:npm test']), MORNING, () => MORNING - 1)
  assert.equal(grants.covers(request), true)
  assert.deepEqual(grants.list(), ['bash:npm test'])
  grants.add('write:docs/')
  assert.equal(grants.revoke('bash:npm test'), true)
  assert.deepEqual(grants.list(), ['write:docs/'])
  assert.equal(grants.covers(request), false)
  assert.equal(grants.offer(request, false), 'bash=npm test')
})

test('from the end on it covers nothing, and no form is in force', () => {
  for (const now of [MORNING, MORNING + 1, Infinity]) {
    const grants = until(createGrants(['bash:npm test']), MORNING, () => now)
    assert.equal(grants.covers(request), false)
    assert.deepEqual(grants.list(), [])
    grants.add('bash:npm')
    assert.equal(grants.covers(request), false)
  }
})

test('a round in the evening runs, and the same one in the morning needs a yes again', async () => {
  let now = MORNING - 1
  const grants = until(createGrants(['bash:npm test']), MORNING, () => now)
  const layer = confirmLayer({ policy, tools: TOOLS, session: newSession(), grants })
  const decide = async () => (await layer([call], new AbortController().signal)).map((one) => one?.by)
  assert.deepEqual(await decide(), ['grant'])
  now = MORNING
  assert.deepEqual(await decide(), ['default'])
  assert.deepEqual(grants.list(), [])
})

test('code that is written in the same round is covered no more than before', async () => {
  const grants = until(createGrants(['bash:node', 'write']), MORNING, () => MORNING - 1)
  const layer = confirmLayer({ policy, tools: TOOLS, session: newSession(), grants })
  const calls: ToolCall[] = [
    { id: 'w', name: 'write', args: { path: 'a.js', content: '1' } },
    { id: 'n', name: 'bash', args: { command: 'node a.js' } },
  ]
  const decisions = await layer(calls, new AbortController().signal)
  assert.deepEqual(decisions.map((one) => one?.by), ['grant', 'default'])
})

test('an end that is no time has passed', () => {
  for (const end of [NaN, undefined, 'tomorrow', `${2 * MORNING}`, new Date(2 * MORNING)]) {
    const grants = until(createGrants(['bash:npm test']), end as number, () => MORNING)
    assert.equal(grants.covers(request), false)
    assert.deepEqual(grants.list(), [])
  }
})
