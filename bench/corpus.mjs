// corpus.mjs: what passes: the two corpora of test/ through this gate and through gemini-cli-core's, case by
// case in the same folders. The corpora were collected for this gate, and it was tested against them: its own
// figures say that the tests pass, the others' what a gate made without them lets through or asks about.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DEFAULT_COMMANDS } from '../policy.ts'
import {
  hasStep, judged, readCases, readRows, sceneOf, STRICTNESS, withVariables,
} from '../test/corpus.ts'
import { allowing, loadGemini, TITLE } from './gemini.mjs'
import { rowOf } from './rows.mjs'

const ALLOWING = `${TITLE}, its programs allowed`

/** What may be wrong with an answer, by the answers that are right. */
const FAULTS = {
  'runs unasked, though it must not': (answer, right) => answer === 'allow' && !right.includes('allow'),
  'asks, though it must refuse': (answer, right) => answer === 'ask' && isOnly(right, 'refuse'),
  'asks needlessly': (answer, right) => answer === 'ask' && isOnly(right, 'allow'),
  'refuses needlessly': (answer, right) => answer === 'refuse' && !right.includes('refuse'),
}

const isOnly = (right, answer) => right.every((one) => one === answer)

/** `isQuick` changes nothing: these are counts. */
export async function measure() {
  const gemini = await loadGemini()
  const gates = ['handrail', ...(gemini ? [TITLE, ALLOWING] : [])]
  return [...await bypassRows(gemini, gates), ...await everydayRows(gemini, gates)]
}

/** Attacks, and harmless calls that look like them, each in a folder of its own. Those about a variable of
 *  the environment, or a file swapped after the judgement, are left out: no judgement is what stops these. */
async function bypassRows(gemini, gates) {
  const tally = tallyOf(gates)
  const cases = readCases().filter((one) => !hasStep(one, 'env') && !hasStep(one, 'race-swap'))
  for (const one of cases) {
    const scene = sceneOf(one)
    try {
      await withVariables(scene.variables, async () => {
        const { root, policy, call, session } = scene
        const add = (gate, answer) => tally.add(gate, carriedOut(answer, call, root), [one.expect])
        add('handrail', judged(policy, call, session).answer)
        if (!gemini) return
        const allowed = allowing(one.policy.commands, one.policy.writable)
        add(TITLE, await (await gemini(root))(call))
        add(ALLOWING, await (await gemini(root, allowed))(call))
      })
    } finally {
      scene.remove()
    }
  }
  return tally.rows(`${cases.length} attacks and look-alikes`)
}

/** A gate may agree to read what no tool reads as a text: a folder, a pipe, nothing. Then nothing is read. */
function carriedOut(answer, { name, args }, root) {
  if (name !== 'read') return answer
  try {
    return statSync(resolve(root, args.path)).isFile() ? answer : 'refuse'
  } catch {
    return 'refuse' // nothing is there
  }
}

const FOLDERS = ['src', 'tests', 'test', 'docs', 'packages', 'scripts', 'lib'] // that the calls speak of

/** What agents do every day: by its right tiers a call runs unasked, or asks, or either is right. A refusal
 *  is right too, unless the call is harmless by all rules. */
async function everydayRows(gemini, gates) {
  const tally = tallyOf(gates)
  const rows = readRows()
  const base = realpathSync.native(mkdtempSync(join(tmpdir(), 'handrail-bench-')))
  try {
    const [root, home] = [join(base, 'app'), join(base, 'home')]
    for (const name of [home, ...FOLDERS]) mkdirSync(resolve(root, name), { recursive: true })
    const filled = (args) => {
      return JSON.parse(JSON.stringify(args).replaceAll('{ROOT}', root).replaceAll('{HOME}', home))
    }
    const words = rows.flatMap(({ args }) => String(args.command ?? '').match(/[a-z][\w.+-]*/gi) ?? [])
    const policy = { root, writable: true, commands: words } // every word that may be a program
    const judge = await gemini?.(root)
    const judgeAllowing = await gemini?.(root, allowing(DEFAULT_COMMANDS, true))
    for (const { id, tool, args, tiers, verdicts } of rows) {
      const call = { id, name: tool, args: filled(args) }
      const right = tiers.map((tier) => (tier === 'DESTRUCTIVE' ? 'ask' : 'allow'))
      if (verdicts[0] !== 'LOW_RISK') right.push('refuse')
      tally.add('handrail', judged(policy, call).answer, right)
      if (!gemini) continue
      tally.add(TITLE, await judge(call), right)
      tally.add(ALLOWING, await judgeAllowing(call), right)
    }
  } finally {
    rmSync(base, { recursive: true })
  }
  return tally.rows(`${rows.length} everyday calls`)
}

/** Counts faults for each gate. */
function tallyOf(gates) {
  const none = Object.fromEntries(Object.keys(FAULTS).map((name) => [name, 0]))
  const counts = new Map(gates.map((gate) => [gate, { ...none }]))
  return {
    add(gate, answer, right) {
      if (!STRICTNESS.includes(answer)) throw new Error(`no answer: ${answer}`)
      for (const name of Object.keys(FAULTS)) if (FAULTS[name](answer, right)) counts.get(gate)[name]++
    },
    rows: (group) => Object.keys(FAULTS).map((name) => {
      const [own, ...others] = gates.map((title) => ({ title, values: [counts.get(title)[name]] }))
      return rowOf({ group, name, unit: 'calls' }, own.values, others)
    }),
  }
}
