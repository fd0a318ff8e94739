// gallery.test.ts: the attacks of the gallery, each made against this gate. What is told of other programs is
// not tested here: its sources are named on the page, and the page is held against the data.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { confirmLayer } from '../lessons/06-confirm/confirm.ts'
import { dispatch, permitLayer, stack } from '../lessons/04-rounds/rounds.ts'
import { answerTo, callOf, COMMANDS, GALLERY, prepare } from '../lessons/05-tiers/gallery.ts'
import { permit } from '../permit.ts'
import { newSession, TOOLS } from '../tools.ts'
import { PROJECT, runNode } from './children.ts'
import { blockFaults } from './course.ts'
import { policyOf, workspace } from './permit-builders.ts'
import { consoleFaults } from './trials.ts'
import type { Policy } from '../policy.ts'
import type { Ends } from './permit-builders.ts'
import type { CallEvent } from '../lessons/04-rounds/rounds.ts'

const PAGE = 'lessons/05-tiers/gallery.md'
const page = readFileSync(join(PROJECT, PAGE), 'utf8')
const FORM = /^(refused|needs a yes): \S/

/** The gallery's own workspace, with something to steal around it. */
function galleryOf(t: Ends): Policy {
  const { root } = workspace(t, { '../work-old/key.txt': 'the key\n', '../plan.txt': 'the plan\n' })
  prepare(root)
  return policyOf(root, { writable: true, commands: COMMANDS })
}

test('the gallery has fifteen to twenty entries, none twice', () => {
  assert.ok(GALLERY.length >= 15 && GALLERY.length <= 20)
  for (const key of ['source', 'what', 'text'] as const) {
    assert.equal(new Set(GALLERY.map((attack) => attack[key])).size, GALLERY.length, key)
  }
})

describe('each attack fails, for the reason told', () => {
  for (const attack of GALLERY) {
    test(`${attack.source}: ${attack.what}`, (t) => {
      const policy = galleryOf(t)
      assert.match(attack.answer, FORM)
      assert.equal(answerTo(policy, attack), attack.answer)
      assert.equal(permit(policy, callOf(attack)) === null, attack.answer.startsWith('needs a yes'))
    })
  }
})

test('where nobody can be asked, none of them starts', async (t) => {
  const policy = galleryOf(t)
  const session = newSession()
  const started: CallEvent[] = []
  const execute = stack(
    dispatch(policy, TOOLS, session, { onCall: (event) => started.push(event) }),
    [permitLayer(policy, TOOLS), confirmLayer({ policy, tools: TOOLS, session })],
  )
  const calls = GALLERY.map((attack, i) => ({ ...callOf(attack), id: `${i} ${attack.source}` }))
  const results = await execute(calls, new AbortController().signal)
  assert.deepEqual(started, [])
  assert.deepEqual(results.map(({ id }) => id), calls.map(({ id }) => id))
  assert.deepEqual(results.filter(({ ok }) => ok), [])
})

test('an answer that is not a no is told as one', (t) => {
  const policy = galleryOf(t)
  const harmless = { source: '', what: '', tool: 'bash', text: 'ls', answer: '' }
  assert.equal(answerTo(policy, harmless), 'runs: CAUTION')
  assert.equal(answerTo(policy, { ...harmless, tool: 'read', text: 'notes.md' }), 'runs: SAFE')
})

test('the page names the source of each', () => {
  const sources = page.slice(page.indexOf('## Sources'))
  const links = [...sources.matchAll(/^- \[([^\]]+)\]\((https:\/\/github\.com\/\S+)\)$/gm)]
  assert.deepEqual(links.map(([, name]) => name), GALLERY.map(({ source }) => source))
  for (const [, name, url] of links) {
    const [repository, number] = name!.split('#')
    const [, year, start] = /^CVE-(\d+)-(\d+)\d{3}$/.exec(name!) ?? []
    const records = `https://github.com/CVEProject/cvelistV5/blob/main/cves/${year}/${start}xxx/${name}.json`
    const threads = ['issues', 'pull'].map((kind) => `https://github.com/${repository}/${kind}/${number}`)
    assert.ok((number === undefined ? [records] : threads).includes(url!), url)
  }
})

test('the page shows what the demonstration prints', async () => {
  assert.ok(page.includes('\n```console\n$ node lessons/05-tiers/run.ts gallery\n'))
  assert.deepEqual(blockFaults(PROJECT, PAGE), [])
  assert.deepEqual(await consoleFaults(PROJECT, PAGE), [])
})

test('the demonstration shows every answer and ends well', async () => {
  const { code, stdout } = await runNode(['lessons/05-tiers/run.ts', 'gallery'])
  const answers = stdout.split('\n').filter((_, i) => i % 3 === 2).map((line) => line.trim())
  assert.deepEqual([code, answers], [0, GALLERY.map(({ answer }) => answer)])
})
