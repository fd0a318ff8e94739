// exercise.test.ts: what the exercise must do, alone and in rounds through auto mode. EXERCISE=solution or
// EXERCISE=wrong in the environment tests another file.

import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newSession, TOOLS } from '../../tools.ts'
import { requestOf } from '../06-confirm/request.ts'
import { autoMode } from './auto.ts'
import type { Policy } from '../../policy.ts'
import type { Confirm, Request } from '../06-confirm/confirm.ts'
import type { Classifier } from './auto.ts'

const { atMost } = (
  await import(`./${process.env['EXERCISE'] ?? 'exercise'}.ts`)
) as typeof import('./exercise.ts')

const root = realpathSync(mkdtempSync(join(tmpdir(), 'handrail-exercise-')))
after(() => rmSync(root, { recursive: true }))
const policy: Policy = { root, writable: true, commands: ['node'] }
const never = () => new AbortController().signal

function requestFor(command: string): Request {
  const call = { id: command, name: 'bash', args: { command } }
  return requestOf({ policy, tools: TOOLS, session: newSession(), attended: true }, call)
}

/** Says yes to all but what is called odd, and takes its time. */
const classify: Classifier = async ({ call }) => {
  await new Promise((resolve) => setTimeout(resolve, 5))
  return { word: call.id.includes('odd') ? 'ASK' : 'LOW_RISK', milliseconds: 5 }
}

test('one after the other, it allows so many and then says no word', async () => {
  const limited = atMost(classify, 2)
  const words: (string | null)[] = []
  for (const name of ['a', 'odd', 'b', 'c', 'd']) {
    const { word, fault } = await limited(requestFor(`node ${name}.js`), never())
    words.push(word)
    assert.equal(word === null, fault !== undefined, 'it tells why it says no word')
  }
  assert.deepEqual(words, ['LOW_RISK', 'ASK', 'LOW_RISK', null, null])
})

test('of a round that is judged at once it allows no more', async () => {
  const asked: string[] = []
  const confirm: Confirm = async (requests) => {
    asked.push(...requests.map(({ call }) => call.id))
    return requests.map(() => ({ allowed: false, by: 'human', reason: 'no' }))
  }
  const judge = () => ({ verdict: 'UNKNOWN' as const, rule: 'none' })
  const auto = autoMode({ confirm, judge, classify: atMost(classify, 3) })
  const requests = [1, 2, 3, 4, 5].map((i) => requestFor(`node ${i}.js`))
  const answers = await auto(requests, never())
  assert.equal(answers.filter(({ by }) => by === 'classifier').length, 3)
  assert.equal(asked.length, 2)
})

test('calls that are all answered in the same moment share the budget', async () => {
  const atOnce: Classifier = async () => ({ word: 'LOW_RISK', milliseconds: 0 })
  const limited = atMost(atOnce, 2)
  const requests = [1, 2, 3, 4, 5, 6].map((i) => requestFor(`node ${i}.js`))
  const opinions = await Promise.all(requests.map((request) => limited(request, never())))
  assert.equal(opinions.filter(({ word }) => word === 'LOW_RISK').length, 2)
})

test('the same call counts each time', async () => {
  const limited = atMost(classify, 2)
  const words: (string | null)[] = []
  for (let i = 0; i < 4; i++) words.push((await limited(requestFor('node a.js'), never())).word)
  assert.deepEqual(words, ['LOW_RISK', 'LOW_RISK', null, null])
})

test('a budget that is no number is none', async () => {
  for (const most of [0, -1, NaN, undefined, 'many', '3', [3], true]) {
    const { word } = await atMost(classify, most as number)(requestFor('node a.js'), never())
    assert.equal(word, null)
  }
})
