// write.long.ts: a process is killed at fifty random moments while it replaces a file of 1 MB by 200 MB. It
// writes some gigabytes, so it runs on its own and not with the other tests.

import assert from 'node:assert/strict'
import fs from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { killedWhileWriting, OLD_BYTES, random, workspace } from './files-builders.ts'

const SIZE = 200 * 1_048_576
const MOMENTS = 50

test(`a kill at ${MOMENTS} random moments of a long write leaves the old file or the new one`, async (t) => {
  const space = workspace(t)
  const next = random(1)
  const seen = new Map<string, number>()
  for (let i = 0; i < MOMENTS; i++) {
    const real = space.put('f', Buffer.alloc(OLD_BYTES, 'o'))
    const { isCut, holds } = await killedWhileWriting(space, 'f', SIZE, Math.floor(next() * SIZE * 1.02))
    assert.ok(holds === 'old' || holds === 'new', `${holds} at moment ${i}`)
    assert.ok(isCut || holds === 'new', `not killed and still old at moment ${i}`)
    seen.set(holds, (seen.get(holds) ?? 0) + 1)
    for (const name of fs.readdirSync(space.root)) fs.unlinkSync(join(space.root, name))
    assert.ok(!fs.existsSync(real))
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(seen)))
  assert.ok(seen.get('old')! >= 10, 'hardly a kill came in time')
})
