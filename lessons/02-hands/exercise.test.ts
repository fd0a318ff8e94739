// exercise.test.ts: what the exercise must do, with the real permit and real folders. EXERCISE=solution or
// EXERCISE=wrong in the environment tests another file.

import assert from 'node:assert/strict'
import {
  existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { effectsOf } from '../../effects.ts'
import { perform } from '../../perform.ts'
import { permit } from '../../permit.ts'
import { newSession, TOOLS } from '../../tools.ts'
import type { Policy } from '../../policy.ts'
import type { Context } from '../../tools.ts'

const { makeFolder } = (
  await import(`./${process.env['EXERCISE'] ?? 'exercise'}.ts`)
) as typeof import('./exercise.ts')

const TOOLS_AND_YOURS = [...TOOLS, makeFolder]
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'handrail-exercise-')))
const root = join(folder, 'work')
mkdirSync(root)
mkdirSync(join(folder, 'outside'))
symlinkSync('../outside', join(root, 'link'))
after(() => rmSync(folder, { recursive: true }))

const policy: Policy = { root, writable: true, commands: [] }
const callFor = (args: Record<string, unknown>) => ({ id: 'call_1', name: 'make_folder', args })
const judged = (args: Record<string, unknown>, under: Policy = policy) => {
  return permit(under, callFor(args), TOOLS_AND_YOURS)
}
const done = (args: Record<string, unknown>, under: Policy = policy) => {
  return perform(under, TOOLS_AND_YOURS, newSession(), callFor(args), new AbortController().signal)
}

/** What the tool is handed when `path` was judged. */
const contextFor = (path: string): Context => ({
  policy,
  session: newSession(),
  signal: new AbortController().signal,
  effects: effectsOf(policy, callFor({ path }), TOOLS_AND_YOURS),
  again: () => null,
})

test('makes the folder, and those above it', async () => {
  assert.equal(judged({ path: 'a/b/c' }), null)
  const { ok } = await done({ path: 'a/b/c' })
  assert.deepEqual({ ok, made: statSync(join(root, 'a/b/c')).isDirectory() }, { ok: true, made: true })
})

test('makes nothing in a read-only session', async () => {
  const readOnly = { ...policy, writable: false }
  assert.equal(judged({ path: 'new' }, readOnly), 'this session is read-only')
  assert.equal((await done({ path: 'new' }, readOnly)).ok, false)
  assert.equal(existsSync(join(root, 'new')), false)
})

test('makes nothing outside of the workspace, whatever the path looks like', async () => {
  for (const path of ['../outside/new', 'link/new', '../work-old', join(folder, 'new')]) {
    assert.equal(judged({ path }), `path escapes the workspace: ${path}`)
    assert.equal((await done({ path })).ok, false)
  }
  const left = [folder, join(folder, 'outside')].map((name) => readdirSync(name).sort())
  assert.deepEqual(left, [['outside', 'work'], []])
})

test('works on the path that was judged, not on the one that was asked for', async () => {
  await makeFolder.run({ path: 'asked' }, contextFor('judged'))
  assert.deepEqual(['asked', 'judged'].map((name) => existsSync(join(root, name))), [false, true])
})

test('follows no link that was put there after the judgement', async () => {
  const context = contextFor('later/new')
  assert.equal(context.effects.paths[0]?.real, join(root, 'later/new'))
  symlinkSync('../outside', join(root, 'later'))
  await assert.rejects(makeFolder.run({ path: 'later/new' }, context))
  assert.deepEqual(readdirSync(join(folder, 'outside')), [])
})

test('makes nothing where an agent never writes', async () => {
  const words = `never written by an agent: ${join(root, '.git/hooks')}; ask a person to change it`
  assert.equal(judged({ path: '.git/hooks' }), words)
  assert.equal((await done({ path: '.git/hooks' })).ok, false)
  assert.equal(existsSync(join(root, '.git')), false)
})

test('takes a path and nothing else', () => {
  assert.equal(judged({}), 'missing path: make_folder takes path')
  assert.equal(judged({ path: 'x', mode: 'all' }), 'unknown argument mode: make_folder takes path')
})
