// loop-property.long.ts: all of the random conversations, for `npm run test:long`. It takes about 20 s; a
// slice of it is in loop-property.test.ts, and what must hold is in loop-property.ts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectedKinds, manyConversations } from './loop-property.ts'

const CONVERSATIONS = 10_000
const ABORTED_EVERYWHERE = 200
const SHOWN_FAULTS = 10

test(`${CONVERSATIONS} random conversations keep what the loop promises`, async () => {
  const { faults, kinds, runs } = await manyConversations(CONVERSATIONS, ABORTED_EVERYWHERE)
  assert.deepEqual(faults.slice(0, SHOWN_FAULTS), [])
  assert.deepEqual(Object.keys(kinds).sort(), expectedKinds())
  assert.ok(runs > 2 * CONVERSATIONS)
})
