// course.test.ts: the course as it is, held against the code as it is. Each check is a function of course.ts
// or trials.ts; machinery.test.ts shows that they find what they are there to find.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PROJECT } from './children.ts'
import {
  blockFaults, folderFaults, importFaults, lessonsOf, linkFaults, listFaults, pageFaults, pagesOf,
  regionFaults, seamFaults, twiceFaults,
} from './course.ts'
import { consoleFaults, demonstrationFaults, exerciseFaults } from './trials.ts'

const CONCURRENT_RUNS = 2

function none(faults: readonly string[]): void {
  assert.ok(faults.length === 0, faults.join('\n'))
}

test('the course has lessons, and a page at the top', () => {
  assert.ok(lessonsOf(PROJECT).length > 0)
  assert.equal(pagesOf(PROJECT)[0], 'README.md')
})

for (const page of pagesOf(PROJECT)) {
  test(`${page}: each block is a region, a file, or commands`, () => none(blockFaults(PROJECT, page)))
}

for (const lesson of lessonsOf(PROJECT)) {
  test(`${lesson}: its folder is complete`, () => none(folderFaults(PROJECT, lesson)))
  test(`${lesson}: its page has the eight parts in order`, () => none(pageFaults(PROJECT, lesson)))
  test(`${lesson}: its seam can be read in one lesson`, () => none(seamFaults(PROJECT, lesson)))
}

test('marks of regions pair', () => none(regionFaults(PROJECT)))
test('links and named files lead somewhere', () => none(linkFaults(PROJECT)))
test('the top page links every lesson', () => none(listFaults(PROJECT)))
test('imports only point back', () => none(importFaults(PROJECT)))
test('no file of a lesson stands twice', () => none(twiceFaults(PROJECT)))

describe('what is run', { concurrency: CONCURRENT_RUNS }, () => {
  for (const page of pagesOf(PROJECT)) {
    test(`${page}: its commands print what it shows`, async () => none(await consoleFaults(PROJECT, page)))
  }
  for (const lesson of lessonsOf(PROJECT)) {
    test(`${lesson}: npm run lesson shows it and ends well`, async () => {
      none(await demonstrationFaults(PROJECT, lesson))
    })
    test(`${lesson}: its exercise fails until it is solved`, async () => {
      none(await exerciseFaults(PROJECT, lesson))
    })
  }
})
