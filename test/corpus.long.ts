// corpus.long.ts: the cases of the corpus that run unasked are really run, each in a fresh folder. What only
// looks leaves everything as it was; the write tool makes its one file and what leads to it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCases, tried } from './corpus.ts'
import type { Outcome } from './corpus.ts'

const outcomes: Outcome[] = []
for (const one of readCases()) outcomes.push(await tried(one, true))
const unasked = outcomes.filter(({ answer }) => answer === 'allow')

test('what runs unasked is really run, and leaves no canary', (t) => {
  t.diagnostic(`${unasked.length} of ${outcomes.length} run`)
  assert.ok(unasked.length > 100)
  assert.deepEqual(unasked.filter(({ ran }) => ran === undefined).map(({ one }) => one.id), [])
  assert.deepEqual(unasked.flatMap(({ one, thrown }) => (thrown === undefined ? [] : [one.id, thrown])), [])
  assert.deepEqual(unasked.filter(({ hasCanary }) => hasCanary).map(({ one }) => one.id), [])
})

test('a command or a read that runs unasked changes nothing', () => {
  const looks = unasked.filter(({ one }) => one.tool !== 'write')
  assert.deepEqual(looks.flatMap(({ one, changed }) => changed.map((name) => `${one.id}: ${name}`)), [])
})

test('a write that runs unasked changes its one file and nothing outside of the workspace', () => {
  const writes = unasked.filter(({ one }) => one.tool === 'write')
  assert.ok(writes.length > 0)
  for (const { one, changed, reached, ran } of writes) {
    if (ran!.result.ok) assert.ok(changed.length > 0, one.id)
    const isOnTheWay = (name: string) => reached.some((path) => path === name || path.startsWith(`${name}/`))
    assert.deepEqual(changed.filter((name) => !isOnTheWay(name)), [], one.id)
    assert.deepEqual(reached.filter((path) => !path.startsWith('parent/work/')), [], one.id)
  }
})
