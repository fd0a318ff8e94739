// exercise.test.ts: what the exercise must do, with lines as a real record has them. EXERCISE=solution or
// EXERCISE=wrong in the environment tests another file.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOf } from './events.ts'
import type { RecordEvent } from './events.ts'

const { agreedTo } = (
  await import(`./${process.env['EXERCISE'] ?? 'exercise'}.ts`)
) as typeof import('./exercise.ts')

const time = '2030-01-02T07:00:00.000Z'
const line = (type: string, fields: object): RecordEvent => ({ time, type, ...fields })
const header = line('header', { version: 1, pid: 1 })
const reply = (...ids: string[]) => {
  const calls = ids.map((id) => ({ id, name: 'bash', args: {} }))
  return line('message', { message: { role: 'assistant', text: '', stop: 'calls', calls } })
}
const decision = (id: string, by: string, allowed = true, tool = 'bash') => {
  return line('decision', { id, tool, allowed, by, reason: '' })
}
const started = (id: string, tool = 'bash') => line(`tool.${tool}.started`, { id })
const ended = (id: string, how: string, tool = 'bash') => {
  return line(`tool.${tool}.${how}`, { id, milliseconds: 1, result: { ok: how === 'completed', text: '' } })
}

test('it is what a person allowed, in order, with how it ended', () => {
  const events = [
    header, reply('a', 'b', 'c', 'd'),
    decision('a', 'human'), decision('b', 'tier'), decision('c', 'human', false),
    decision('d', 'human', true, 'write'),
    started('a'), ended('a', 'failed'), started('b'), ended('b', 'completed'),
    started('d', 'write'), ended('d', 'completed', 'write'),
    line('outcome', { outcome: 'done', reason: '', rounds: 1 }),
  ]
  assert.ok(events.every((event) => faultOf(event) === null), 'these are lines of a record')
  assert.deepEqual(agreedTo(events), [
    { id: 'a', tool: 'bash', ok: false }, { id: 'd', tool: 'write', ok: true },
  ])
})

test('what was left in the middle has no end', () => {
  const events = [header, reply('a', 'b'), decision('a', 'human'), decision('b', 'human'), started('a')]
  assert.deepEqual(agreedTo(events), [
    { id: 'a', tool: 'bash', ok: null }, { id: 'b', tool: 'bash', ok: null },
  ])
})

test('an id that comes again is another call', () => {
  const events = [
    header, reply('a'), decision('a', 'human'), started('a'), { ...header, resumed: true },
    reply('a'), decision('a', 'human'), started('a'), ended('a', 'completed'),
    reply('a'), decision('a', 'tier'), started('a'), ended('a', 'failed'),
  ]
  assert.deepEqual(agreedTo(events), [
    { id: 'a', tool: 'bash', ok: null }, { id: 'a', tool: 'bash', ok: true },
  ])
})

test('tools and lines that nobody knows do no harm', () => {
  const odd = [
    line('context.trimmed', { id: 'a', messages: 3 }), line('tool.completed', { id: 'a' }),
    line('decision.made', { id: 'x', allowed: true, by: 'human' }),
    line('usage', { round: 1, input: 1, output: 1 }),
  ]
  const events = [
    header, reply('a'), decision('a', 'human', true, 'a.b'), started('a', 'a.b'), ...odd,
    ended('a', 'completed', 'a.b'),
  ]
  assert.deepEqual(agreedTo(events), [{ id: 'a', tool: 'a.b', ok: true }])
  assert.deepEqual(agreedTo([]), [])
})
