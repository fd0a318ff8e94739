// small.ts: whether one step of a command is known to be small: a run of the project's own tests, checks and
// builds, or a change that its words show whole and that takes nothing away.

import { lstatSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { factsOf, looksOnly } from '../../programs/facts.ts'
import { allowedOf, fits, formsOf, isOption, isWithin } from './forms.ts'
import { GROUPS, PROJECT_RUNS, SMALL_CHANGES, STARTERS } from './harmless.ts'
import type { EffectStep } from '../../effects.ts'
import type { Policy } from '../../policy.ts'

const RUNS = PROJECT_RUNS.map(([names, words]) => allowedOf(names, words, GROUPS))
const TOOL_STARTERS = STARTERS.map((words) => words.split(' '))
const CHANGES = formsOf(SMALL_CHANGES)

/** What a word says that no test, check or build has; a file of tests may be about it. */
const FURTHER = /deploy|publish|releas|upload|install|serve|push|migrat/i
const FILE_OF_TESTS = /[./].*(test|spec)|(test|spec).*[./]/i

function goesFurther(word: string): boolean {
  if (word.includes('://')) return true
  return FURTHER.test(word) && !['--release', '-release'].includes(word) && !FILE_OF_TESTS.test(word)
}

/** Whether a vector tests, checks or builds the project, and does nothing else. */
export function isProjectRun(vector: readonly string[], cwd: string): boolean {
  const tool = TOOL_STARTERS.find((words) => words.every((word, i) => word === vector[i]))
  if (tool) return isProjectRun(vector.slice(tool.length), cwd)
  const [program = '', name = ''] = vector
  if (program.includes('/')) return false // it may be any program of that name
  const isInstalled = program === 'npx' && /^[a-z][\w-]*$/.test(name) // else it would be fetched
    && !isFree(join(cwd, 'node_modules/.bin', name))
  const words = isInstalled ? vector.slice(1) : vector
  return !words.some(goesFurther) && RUNS.some((allowed) => isWithin(allowed, words))
}

/** Whether git would run hooks of its repository: those are code, wherever they come from. */
export function hasHooks([program]: readonly string[], cwd: string): boolean {
  if (program !== 'git') return false
  for (let folder = cwd; ; folder = dirname(folder)) {
    const hooks = join(folder, '.git/hooks')
    if (!isFree(hooks)) return readdirSync(hooks).some((name) => !name.endsWith('.sample'))
    if (folder === dirname(folder)) return false
  }
}

/** The vector that a step comes down to; null when what it is wrapped in does more than start it. */
export function innermost({ given }: EffectStep, policy: Policy): string[] | null {
  for (let vector = given; ;) {
    const { inner, understood, writes, runsCode, network, settings } = factsOf(vector, policy.programs)
    if (inner === null) return vector
    if (!understood || writes || runsCode || network || settings) return null
    vector = inner
  }
}

/** Whether a step that comes down to `vector` only looks, or is a small change. */
export function isSmallStep(step: EffectStep, vector: string[], policy: Policy): boolean {
  const facts = factsOf(vector, policy.programs)
  if (step.program === 'cd' || looksOnly(facts)) return true
  const [program = '', ...words] = withoutFolder(vector)
  const operands = words.filter((word) => !isOption(word))
  if (facts.runsCode || facts.network) return false
  if (['rm', 'unlink'].includes(program)) return isOneFile(step.cwd, words, operands)
  if (['cp', 'mv'].includes(program)) return isFreeTarget(step.cwd, words, operands)
  if (program === 'sed') return facts.mentions.filter(({ access }) => access === 'write').length === 1
  const isStrict = program !== 'git' || !isOption(words[0])
  return isStrict && CHANGES.some((form) => fits(form, [program, ...words]))
}

/** git goes into a folder of the workspace first: that changes nothing of what it does. */
function withoutFolder(vector: string[]): string[] {
  return vector[0] === 'git' && vector[1] === '-C' ? withoutFolder(['git', ...vector.slice(3)]) : vector
}

function isOneFile(cwd: string, words: string[], operands: string[]): boolean {
  const name = operands[0]!
  if (operands.length !== 1 || /[*?[]/.test(name)) return false
  return words.every((word) => word === name || /^-[fvi]+$/.test(word)) && !isFolder(resolve(cwd, name))
}

/** Whether plain files get to names that are free. All else may hold anything: none is copied or moved. */
function isFreeTarget(cwd: string, words: string[], operands: string[]): boolean {
  const target = resolve(cwd, operands.at(-1)!)
  const sources = operands.slice(0, -1).map((name) => resolve(cwd, name))
  const isPlain = words.every((word) => !isOption(word) || /^-[nvpriRa]+$/.test(word))
  if (!isPlain || sources.length === 0 || !sources.every(isPlainFile)) return false
  if (isFree(target)) return sources.length === 1
  return isFolder(target) && sources.every((source) => isFree(join(target, basename(source))))
}

const isFree = (path: string) => lstatSync(path, { throwIfNoEntry: false }) === undefined
const isFolder = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
const isPlainFile = (path: string) => isFree(path) || lstatSync(path).isFile()
