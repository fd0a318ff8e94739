// exercise.test.ts: what the exercise must do, in a real folder and, at the end, in a whole round. The stamp
// tool is one that the layer cannot know by name. EXERCISE=solution or EXERCISE=wrong tests another file.

import assert from 'node:assert/strict'
import {
  mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newSession, TOOLS } from '../../tools.ts'
import { dispatch, permitLayer, stack } from './rounds.ts'
import type { ToolCall } from '../../agent.ts'
import type { Policy } from '../../policy.ts'
import type { Tool } from '../../tools.ts'
import type { Decision } from './rounds.ts'

const { changesOnlyIn } = (
  await import(`./${process.env['EXERCISE'] ?? 'exercise'}.ts`)
) as typeof import('./exercise.ts')

const stamp: Tool = {
  name: 'stamp',
  description: 'Stand for any tool that writes to a path.',
  parameters: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] },
  access: { at: 'write' },
  async run(_args, { effects }) {
    writeFileSync(effects.paths[0]!.real, 'stamped\n')
    return 'stamped'
  },
}

const announce: Tool = {
  name: 'announce',
  description: 'Stand for any tool whose arguments reach nothing that is declared.',
  parameters: { type: 'object', properties: { words: { type: 'string' } }, required: ['words'] },
  access: { words: 'text' },
  run: async () => 'announced',
}

const tools = [...TOOLS, stamp, announce]
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'handrail-exercise-')))
const policy: Policy = { root: join(folder, 'work'), writable: true, commands: ['cat', 'mv', 'rm', 'make'] }
for (const name of ['', 'docs', 'docs-old']) mkdirSync(join(policy.root, name))
writeFileSync(join(policy.root, 'notes.md'), 'buy milk\n')
symlinkSync('..', join(policy.root, 'docs/up'))
after(() => rmSync(folder, { recursive: true }))

const signal = new AbortController().signal
const called = (name: string, args: Record<string, unknown>): ToolCall => {
  return { id: `${name} ${String(Object.values(args)[0])}`, name, args }
}
const read = (path: string) => called('read', { path })
const write = (path: string) => called('write', { path, content: 'x\n' })
const stampAt = (at: string) => called('stamp', { at })
const bash = (command: string) => called('bash', { command })

/** What the layer says of each call: who refused it, or that it has no opinion. */
async function opinions(calls: ToolCall[]): Promise<[id: string, opinion: string][]> {
  const given = await changesOnlyIn('docs', policy, tools)(calls, signal)
  assert.equal(given.length, calls.length)
  return calls.map(({ id }, i) => [id, given[i] ? `${given[i].allowed} by ${given[i].by}` : 'no opinion'])
}

const all = (opinion: string, calls: ToolCall[]) => calls.map(({ id }) => [id, opinion])

test('has no opinion on calls that only look', async () => {
  const calls = [read('notes.md'), bash('cat notes.md'), read('docs/a.md')]
  assert.deepEqual(await opinions(calls), all('no opinion', calls))
})

test('has no opinion on writes below the folder', async () => {
  const calls = [write('docs/a.md'), write('docs/b/a.md'), stampAt('docs/a.md'), write('docs/../docs/a')]
  assert.deepEqual(await opinions(calls), all('no opinion', calls))
})

test('refuses writes elsewhere, whatever the path looks like', async () => {
  const calls = [write('notes.md'), write('docs-old/a.md'), write('docs/../a.md'), write('docs/up/notes.md')]
  assert.deepEqual(await opinions(calls), all('false by rule', calls))
})

test('refuses them from any tool, and commands that may write', async () => {
  const calls = [stampAt('notes.md'), bash('mv notes.md gone.md'), bash('cat notes.md && mv notes.md x')]
  assert.deepEqual(await opinions(calls), all('false by rule', calls))
})

test('takes no path for no effect', async () => {
  const commands = ['make', 'cd docs && make', 'cat docs/x && make'].map(bash)
  const calls = [...commands, called('announce', { words: 'x' })]
  assert.deepEqual(await opinions(calls), all('false by rule', calls))
})

test('refuses a command that changes, even when all its words lead below the folder', async () => {
  const calls = [bash('rm docs/a'), bash('mv docs/a docs/b')]
  assert.deepEqual(await opinions(calls), all('false by rule', calls))
})

test('in a round, the others run and every call gets its decision and its result', async () => {
  const decisions: [id: string, decision: Decision][] = []
  const execute = stack(
    dispatch(policy, tools, newSession()),
    [permitLayer(policy, tools), changesOnlyIn('docs', policy, tools)],
    { onDecision: ({ call, decision }) => decisions.push([call.id, decision]) },
  )
  const results = await execute([stampAt('notes.md'), stampAt('docs/a.md'), stampAt('../a.md')], signal)
  assert.deepEqual(decisions.map(([id, { allowed, by }]) => [id, allowed, by]), [
    ['stamp notes.md', false, 'rule'],
    ['stamp docs/a.md', true, 'permit'],
    ['stamp ../a.md', false, 'permit'],
  ])
  assert.deepEqual(results.map(({ id, ok }) => [id, ok]), [
    ['stamp notes.md', false],
    ['stamp docs/a.md', true],
    ['stamp ../a.md', false],
  ])
  const files = ['notes.md', 'docs/a.md'].map((name) => readFileSync(join(policy.root, name), 'utf8'))
  assert.deepEqual(files, ['buy milk\n', 'stamped\n'])
})
