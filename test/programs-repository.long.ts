// programs-repository.long.ts: every way to plant a program in a repository against every look of git: a
// minute
// of starting git, so it runs on its own and not with the other tests.

import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { test } from 'node:test'
import { configuredPrograms } from '../programs/repository.ts'
import { git, look, LOOKS, PLANTS, repository } from './git-builders.ts'

test('nothing that was planted runs in a look, unless it was named', (t) => {
  const fired = new Set<string>()
  for (const [name, plant] of Object.entries(PLANTS)) {
    const repo = repository(t)
    plant(repo)
    const named = configuredPrograms(repo.root, repo.root)
    for (const line of LOOKS) {
      look(repo.root, line)
      if (existsSync(repo.canary)) assert.ok(named.length > 0, `${name}: git ${line} ran it unnamed`)
      rmSync(repo.canary, { force: true })
      git(repo.root, ...line.split(' '))
      if (existsSync(repo.canary)) fired.add(name)
      rmSync(repo.canary, { force: true })
    }
  }
  assert.ok(fired.size >= 10, `these run without what is added: ${[...fired].join(' ')}`)
})
