// exercise.test.ts: what the exercise must do, asked of the Confirm itself and, at the end, in a whole round.
// EXERCISE=solution or EXERCISE=wrong in the environment tests another file.

import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newSession, TOOLS } from '../../tools.ts'
import { allowAll, confirmLayer } from './confirm.ts'
import { requestOf } from './request.ts'
import type { ToolCall } from '../../agent.ts'
import type { Policy } from '../../policy.ts'
import type { Confirm } from './confirm.ts'

const { inTime } = (
  await import(`./${process.env['EXERCISE'] ?? 'exercise'}.ts`)
) as typeof import('./exercise.ts')

const LONG = 600_000
const LATE = 2_000
const SHORT = 20
const root = realpathSync(mkdtempSync(join(tmpdir(), 'handrail-exercise-')))
const policy: Policy = { root, writable: true, commands: ['rm', 'touch'] }
after(() => rmSync(root, { recursive: true }))
for (const name of ['a.txt', 'b.txt']) writeFileSync(join(root, name), 'x\n')

const calls: ToolCall[] = ['rm a.txt', 'rm b.txt'].map((command) => {
  return { id: command, name: 'bash', args: { command } }
})
const asking = { policy, tools: TOOLS, session: newSession(), attended: true }
const requests = calls.map((call) => requestOf(asking, call))
const never = () => new AbortController().signal

/** One who says yes much too late; `ended` is true when the question was ended before. */
function nobody(): { confirm: Confirm; ended: () => boolean } {
  let isEnded = false
  const confirm: Confirm = (asked, signal) => new Promise((resolve, reject) => {
    const late = setTimeout(() => resolve(allowAll(asked, signal)), LATE)
    signal.addEventListener('abort', () => {
      isEnded = true
      clearTimeout(late)
      reject(new Error('ended'))
    })
  })
  return { confirm, ended: () => isEnded }
}

/** One who does not care that the question has ended, and says yes all the same, at once or late. */
function deaf(milliseconds: number): Confirm {
  return (asked, signal) => new Promise((resolve) => {
    const yes = () => resolve(allowAll(asked, signal))
    if (milliseconds === 0) signal.addEventListener('abort', yes)
    setTimeout(yes, milliseconds || LATE)
  })
}

test('an answer in time is the answer', async () => {
  const answers = await inTime(allowAll, LONG)(requests, never())
  assert.deepEqual(answers, await allowAll(requests, never()))
})

test('no answer in time is a no to each request', async () => {
  const answers = await inTime(nobody().confirm, SHORT)(requests, never())
  assert.deepEqual(answers.map(({ allowed }) => allowed), [false, false])
})

test('a yes that comes when the time is over is no yes, whoever gives it', async () => {
  for (const late of [0, 10 * SHORT]) {
    const answers = await inTime(deaf(late), SHORT)(requests, never())
    assert.deepEqual(answers.map(({ allowed }) => allowed), [false, false])
  }
})

test('the question is ended with its time', async () => {
  const { confirm, ended } = nobody()
  await inTime(confirm, SHORT)(requests, never())
  assert.equal(ended(), true, 'the question is still open')
})

test('the question is ended with the round, too', async () => {
  const { confirm, ended } = nobody()
  const round = new AbortController()
  const answers = inTime(confirm, LONG)(requests, round.signal)
  round.abort()
  await answers.catch(() => {})
  assert.equal(ended(), true)
})

test('in a round, what nobody answered does not run', async () => {
  const layer = confirmLayer({ ...asking, confirm: inTime(nobody().confirm, SHORT) })
  const decisions = await layer(calls, never())
  assert.deepEqual(decisions.map((decision) => decision?.allowed), [false, false])
})
