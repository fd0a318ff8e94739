// explain.ts: what would happen to one call, and why, as a page for a person. Nothing runs, and nothing is
// judged here: the page shows what judge.ts puts together. Vectors and paths are shown whole, and with the
// options that the harness adds.

import { consentOf } from './consent.ts'
import { judge } from './judge.ts'
import { policyInForce, UsageError } from './options.ts'
import { hasNoTable, powersIn } from './powers.ts'
import { STANDARD_STREAMS } from './report.ts'
import { riskReason } from '../lessons/05-tiers/tiers.ts'
import { needsNobody, requestOf } from '../lessons/06-confirm/request.ts'
import { settledBy } from '../lessons/09-categories/layer.ts'
import { harmless, printVector, shown } from '../print.ts'
import { findProgram } from '../process.ts'
import { newSession, TOOLS } from '../tools.ts'
import type { Judgement } from './judge.ts'
import type { Options } from './options.ts'
import type { ToolCall } from '../agent.ts'
import type { EffectPath, EffectStep } from '../effects.ts'
import type { Grants } from '../lessons/07-grants/grants.ts'
import type { Place } from '../places.ts'
import type { Policy } from '../policy.ts'

const LABEL_CHARACTERS = 9
const MAX_PATHS = 40 // of one step; those that are not ordinary come first

/** Explains the call that the options name, or with --json those on standard input. Resolves to the exit
 *  code, which says nothing of the answer. Throws UsageError. */
export async function explain(options: Options): Promise<number> {
  const { policy, notice } = policyInForce(options)
  if (notice) STANDARD_STREAMS.progress(`${notice}\n`)
  if (options.json) return (await import('./explain-json.ts')).explainLines(policy)
  const call = callOf(options)
  const { grants } = consentOf(options, policy)
  STANDARD_STREAMS.answer(harmless(`${pageOf(policy, call, grants).join('\n')}\n`))
  return 0
}

/** A command of bash; with --tool the arguments of that tool as JSON. */
function callOf({ task, tool }: Options): ToolCall {
  if (tool === undefined) return { id: 'explained', name: 'bash', args: { command: task } }
  const advice = 'write the arguments as one JSON object, like \'{"path": "a.txt"}\''
  let args: unknown
  try {
    args = JSON.parse(task)
  } catch (error) {
    throw new UsageError(`not JSON: ${shown((error as Error).message)}; ${advice}`)
  }
  if (typeof args !== 'object' || args === null || Array.isArray(args)) throw new UsageError(advice)
  return { id: 'explained', name: tool, args: args as ToolCall['args'] }
}

function pageOf(policy: Policy, call: ToolCall, grants: Grants): string[] {
  const judgement = judge(policy, call)
  const { permit, tier, verdict, rule, effects } = judgement
  const { steps, paths, isSplit } = effects
  const rights = policy.writable ? 'files may change' : 'read-only'
  const source = policy.file === undefined ? 'the built-in one' : printVector([policy.file])
  return [
    ...labelled('policy', `${source}: ${rights}, in ${printVector([policy.root])}`),
    ...(isSplit ? steps : []).flatMap((step, i) => labelled(`step ${i + 1}`,
      asTyped(step), ...linesOf(step, policy), ...linesOfPaths(paths.filter((path) => path.step === i)))),
    ...(isSplit ? [] : steps).flatMap(({ vector }) => labelled('words', printVector(vector), NOT_SPLIT)),
    ...labelled('path', ...linesOfPaths(paths.filter(({ step }) => step === undefined))),
    ...labelled('permit', permit === null ? 'allowed' : `refused: ${permit}`),
    ...labelled('tier', `${tier}: ${permit === null ? riskReason(effects, tier) : 'it is refused'}`),
    ...labelled('verdict', `${verdict}: ${rule}`),
    ...labelled('about', ...judgement.categories.map(({ category, risk }) => `${category} (${risk})`)),
    ...labelled('follows', ...followsOf(policy, call, grants, judgement)),
  ]
}

const NOT_SPLIT = 'read off a command that was not understood; it may do anything'

/** A label, and beside it lines that begin in one column. */
function labelled(label: string, ...lines: string[]): string[] {
  return lines.map((line, i) => `${(i === 0 ? `${label} ` : '').padEnd(LABEL_CHARACTERS)}${line}`)
}

function followsOf(policy: Policy, call: ToolCall, grants: Grants, { permit, verdict }: Judgement): string[] {
  if (permit !== null) return ['nothing of it runs, and the model is told why']
  const session = newSession()
  const settled = settledBy(policy, call, TOOLS, session)
  if (settled?.allowed === false) return [`it is refused: ${settled.reason}`]
  if (settled) return [`it runs, and nobody is asked: ${settled.reason}`]
  const [watched, alone] = [true, false].map((attended) => {
    const options = { policy, tools: TOOLS, session, attended, grants, verdict: () => verdict }
    const request = requestOf(options, call)
    if (needsNobody(request, attended)) return 'it runs, and nobody is asked'
    if (grants.covers(request)) return 'a grant covers it: it runs, and nobody is asked'
    if (attended) return 'it needs a yes'
    const { offer } = request
    return `it is refused${offer === undefined ? '' : `; ${printVector(['--grant', offer])} would allow it`}`
  })
  return watched === alone ? [watched!] : [`attended: ${watched}`, `unattended: ${alone}`]
}

/** The step as one could type it: how it is joined, its exact vector, and where its outputs go. */
function asTyped({ join, vector, stdout, stderr }: EffectStep): string {
  const joined = join === '' ? '' : `${join} `
  const out = stdout === 'null' ? ' >/dev/null' : ''
  const err = { err: '', out: ' 2>&1', null: ' 2>/dev/null' }[stderr]
  return `${joined}${printVector(vector)}${out}${err}`
}

/** What is known of a step: where it runs, whether it may, what it does, and the word that says so. */
function linesOf(step: EffectStep, { root, commands, path = '' }: Policy): string[] {
  const { program, starts, cwd } = step
  if (program === 'cd') return ['the harness does this itself, for the steps behind it']
  const programs = [program, ...starts]
  return [
    ...(cwd === root ? [] : [`in ${printVector([cwd])}`]),
    ...starts.map((inner) => `starts ${shown(inner)}`),
    ...programs.filter((name) => !commands.includes(name)).map((name) => `${shown(name)} is not listed`),
    ...programs.filter((name) => commands.includes(name) && findProgram(name, path) === null)
      .map((name) => `${shown(name)} is not found in the PATH of the policy, so it would not start`),
    effectOf(step),
  ]
}

function effectOf(step: EffectStep): string {
  const { program, word, understood, looksOnly, printsOnly } = step
  if (looksOnly) return printsOnly ? 'only prints its words' : 'only looks'
  const does = [...(understood ? [] : ['not fully understood']), ...powersIn(step)].join(', ')
  if (word !== program) return `${does}; the word that decides: ${printVector([word])}`
  return `${does}; ${hasNoTable(step) ? 'no table knows it' : `so says the table of ${shown(program)}`}`
}

const PLACES: Record<Place, string> = {
  '': 'ordinary', 'never': 'never written', 'later-run': 'run later by something',
  'identity': 'tells an agent who it is', 'secret': 'looks like a secret',
  'hard-link': 'has a second name elsewhere', 'outside': 'outside the root',
}

/** `read /w/a.txt: ordinary`, each once. */
function linesOfPaths(paths: readonly EffectPath[]): string[] {
  const inOrder = [...paths.filter(({ place }) => place !== ''), ...paths.filter(({ place }) => place === '')]
  const lines = new Set(inOrder.map(({ access, real, place }) => {
    return `${access} ${printVector([real])}: ${PLACES[place]}`
  }))
  const more = lines.size > MAX_PATHS ? [`and ${lines.size - MAX_PATHS} more paths`] : []
  return [...[...lines].slice(0, MAX_PATHS), ...more]
}
