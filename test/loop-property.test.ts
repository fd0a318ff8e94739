// loop-property.test.ts: a slice of the random conversations, small enough for every run of the tests. All of
// them are in loop-property.long.ts, and what must hold is in loop-property.ts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { converse, expectedKinds, manyConversations } from './loop-property.ts'

const CONVERSATIONS = 600
const ABORTED_EVERYWHERE = 12
const SHOWN_FAULTS = 10

test(`${CONVERSATIONS} random conversations keep what the loop promises`, async () => {
  const { faults, kinds } = await manyConversations(CONVERSATIONS, ABORTED_EVERYWHERE)
  assert.deepEqual(faults.slice(0, SHOWN_FAULTS), [])
  assert.deepEqual(Object.keys(kinds).sort(), expectedKinds())
})

test('a conversation is the same each time for the same seed and step', async () => {
  for (const abortAt of [Infinity, 7]) {
    assert.deepEqual(await converse(3, abortAt), await converse(3, abortAt))
  }
})
