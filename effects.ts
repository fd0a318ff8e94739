// effects.ts: what a call would touch. This is the one analysis: permit, dispatch and everything that judges
// later read its result, and nothing else looks at the text of a command. It runs nothing and allows nothing;
// of what it does not understand it says so. Of the policy it knows the root and the tables of programs.

import { basename, normalize } from 'node:path'
import { parseCommand } from './command.ts'
import { expandWords } from './expand.ts'
import { locate, realRoot } from './paths.ts'
import { shown } from './print.ts'
import { factsOf } from './programs/facts.ts'
import { choosersNear, configuredPrograms } from './programs/repository.ts'
import { TOOLS } from './tools.ts'
import type { ToolCall } from './agent.ts'
import type { CommandStep } from './command.ts'
import type { Located } from './paths.ts'
import type { Place } from './places.ts'
import type { Policy } from './policy.ts'
import type { Facts, Mention as Named } from './programs/facts.ts'
import type { Session, Tool } from './tools.ts'

const MAX_SEPARATORS = 32 // in one word: each is a place where a path may begin
const MAX_NAMES = 10_000 // that a step may make in the folders it writes to

/** One program of a command. `vector`: the exact words that run, expanded, with what the harness adds; `cwd`:
 *  the real folder it runs in; `starts`: programs that it starts in turn, as `timeout 5 npm test` does npm;
 *  `word`: the one that decided what is said of it. `cd` is a step of ours: carried out and not run. */
export interface EffectStep extends Omit<CommandStep, 'words'> {
  program: string; vector: string[]; cwd: string; starts: string[]; word: string; understood: boolean
  writes: boolean; deletes: boolean; runsCode: boolean; startsProgram: boolean; network: boolean
  settings: boolean; looksOnly: boolean; printsOnly: boolean
}

/** `step`: which step of a command mentions it, from 0. */
export interface EffectPath { arg: string; step?: number; real: string; place: Place; access: Reach }
type Reach = 'read' | 'write'
const isReach = (access: string): access is Reach => access === 'read' || access === 'write'

/** `refused`: why it cannot be allowed, whatever the policy's lists say; then the rest is only what could be
 *  seen. `understood`: all of it is known.
 *  `isSplit`: `steps` are those of a command; else only words of one that was not understood. */
export interface Effects {
  understood: boolean; refused: string | null; isSplit: boolean
  steps: EffectStep[]; paths: EffectPath[]; looksOnly: boolean
}

/** Never throws; what cannot be judged is refused. The session is for rules about files of this run. */
export function effectsOf(
  policy: Policy, call: ToolCall, tools: readonly Tool[] = TOOLS, _session?: Session,
): Effects {
  const effects: Effects = {
    understood: true, refused: null, isSplit: true, steps: [], paths: [], looksOnly: false,
  }
  try {
    const tool = tools.find(({ name }) => name === call.name)
    if (!tool || call.malformed !== undefined) throw new Error('not a call of a tool that is here')
    const root = realRoot(policy?.root)
    for (const [arg, access] of Object.entries(tool.access)) {
      const value = Object.hasOwn(call.args, arg) ? call.args[arg] : undefined
      if (value === undefined || access === 'text') continue
      if (typeof value !== 'string') throw new Error(`${shown(arg)} is not a string`)
      if (access === 'command') addCommand(effects, policy, root, arg, value)
      else if (isReach(access)) addPath(effects, root, root, { arg, text: value, access })
      else throw new Error(`${shown(arg)} reaches ${shown(String(access))}, which is not known here`)
    }
    const isSeen = effects.paths.length > 0 || effects.steps.length > 0 // a tool of texts may do anything
    const isWrite = effects.paths.some(({ access }) => access === 'write')
    const isLook = effects.steps.every((step) => step.looksOnly)
    effects.looksOnly = effects.understood && isSeen && !isWrite && isLook
  } catch (error) {
    effects.understood = false
    const words = error instanceof Error ? error.message : 'it cannot be looked at'
    effects.refused ??= `it cannot be judged: ${shown(words)}`
  }
  return effects
}

interface Mention { arg: string; step?: number; text: string; access: Reach; isWord?: boolean }

function addPath(effects: Effects, root: string, from: string, mention: Mention): Located {
  const { text, isWord, ...where } = mention
  const located = locate(root, from, text, where.access, isWord)
  const { real, place, refused } = located
  effects.refused ??= refused
  if (refused === null || place === 'outside') effects.paths.push({ ...where, real, place })
  return located
}

function addCommand(effects: Effects, policy: Policy, root: string, arg: string, text: string): void {
  const parsed = parseCommand(text)
  if ('reason' in parsed) {
    Object.assign(effects, { understood: false, isSplit: false, refused: parsed.reason })
    for (const vector of parsed.words) {
      effects.steps.push({ ...UNKNOWN, vector, program: vector[0]!, word: vector[0]!, cwd: root })
    }
    return
  }
  const spent = { looks: 0, names: 0 }
  let cwd = root
  for (const [i, { words, ...flow }] of parsed.steps.entries()) {
    const first = words[0]!
    if (first.pattern !== null) effects.refused ??= `write a program's name plainly: ${shown(first.text)}`
    const expanded = expandWords(words, cwd, root, spent)
    if ('reason' in expanded) effects.refused ??= expanded.reason
    const vector = 'vector' in expanded ? expanded.vector : words.map((word) => word.text)
    const program = first.text
    const step: EffectStep = { ...LOOK, ...flow, program, vector, cwd, starts: [], word: program }
    effects.steps.push(step)
    if (program !== 'cd') {
      addProgram(effects, policy, root, { arg, step: i, text: '', access: 'read', isWord: true })
      continue
    }
    const isPiped = [flow.join, parsed.steps[i + 1]?.join].some((join) => join === '|' || join === '||')
    effects.refused ??= faultOfCd(vector, isPiped)
    const [text, access] = [vector[1] ?? '', 'read' as const]
    const { real, refused } = addPath(effects, root, cwd, { arg, step: i, text, access })
    if (refused === null) step.cwd = cwd = real
  }
}

/** Adds what the last step can do by the tables, and what the programs can that it starts in turn. */
function addProgram(effects: Effects, policy: Policy, root: string, mention: Mention): void {
  const step = effects.steps.at(-1)!
  const vector: string[] = []
  let from = step.cwd
  for (let inner: string[] | null = step.vector; inner !== null;) {
    const facts: Facts = factsOf(inner, policy.programs)
    if (inner !== step.vector) step.starts.push(inner[0]!)
    inner = facts.inner
    vector.push(...facts.vector.slice(0, facts.vector.length - (inner?.length ?? 0)))
    effects.refused ??= facts.refused
    if (facts.folder !== '') from = addPath(effects, root, from, { ...mention, text: facts.folder }).real
    const named = facts.vector[0] === 'git' ? configuredPrograms(root, from) : []
    const code = [...choosersNear(root, from, facts.choosers), ...named]
    if (code.length > 0) Object.assign(facts, { runsCode: true, understood: false, word: code[0] })
    for (const effect of EFFECTS) step[effect] ||= facts[effect]
    if (facts.word !== facts.vector[0]) step.word = facts.word
    step.understood &&= facts.understood
    step.printsOnly = facts.printsOnly && inner === null && step.starts.length === 0
    const isPlain = facts.understood && !facts.network && !facts.settings
    for (const one of facts.mentions) addMention(effects, root, from, mention, one, isPlain)
    const inside = namesInTargets(facts)
    if (inside.length > MAX_NAMES) effects.refused ??= 'too many names for several targets: run it in parts'
    else for (const text of inside) addPath(effects, root, from, { ...mention, text, access: 'write' })
  }
  step.vector = vector
  step.looksOnly = step.understood && !EFFECTS.some((effect) => step[effect])
  effects.understood &&= step.understood
}

/** What goes into a folder gets there under its own name: the paths that each target may so make. */
function namesInTargets({ understood, mentions, writes }: Facts): string[] {
  if (!writes) return []
  const isTarget = ({ access }: Named) => access === 'write'
  const targets = understood ? mentions.filter(isTarget) : mentions.slice(-1)
  const sources = understood ? mentions.filter((one) => !isTarget(one)) : mentions.slice(0, -1)
  const names = sources.map(({ text }) => basename(text)).slice(0, MAX_NAMES + 1)
  return targets.slice(0, MAX_NAMES + 1).flatMap(({ text }) => names.map((name) => `${text}/${name}`))
}

/** A word that may be a path, whole, or behind `=`, `,`, `:` or `@` in it, or up to the next one. The kernel
 *  follows a link before it takes a `..`, and many a program does not: both ways are judged. */
function addMention(
  effects: Effects, root: string, from: string, mention: Mention, named: Named, isPlain: boolean,
): void {
  const word = named.text
  const access = named.access === 'read' ? 'read' : 'write'
  const separators = named.isPath ? [] : [...word.matchAll(/[=,:@]/g)]
  if (separators.length > MAX_SEPARATORS) {
    const what = `more than ${MAX_SEPARATORS} of = , : @ in one word: ${shown(word)}`
    effects.refused ??= `${what}; write it with fewer, or put it into a file`
    return
  }
  const ends = separators.map(({ index }) => word.slice(index + 1))
  // Some programs take a word for a URL, or ~ for a home; those that only look do not.
  const asUrl = isPlain ? word : word.replace(/%2[ef]/gi, (code) => (/e/i.test(code) ? '.' : '/'))
  const parts = named.isPath ? [] : [word, asUrl].flatMap((text) => text.split(/[=,:@]/))
  const readings = [word, ...ends, ...parts].filter((text) => text !== '')
  if (!isPlain && readings.some((text) => /^~[^/]*(\/|$)/.test(text))) {
    effects.refused ??= `some programs take ~ for a home: ${shown(word)}; write the path from the root`
  }
  const asTexts = readings.filter((text) => text.includes('..')).map((text) => normalize(text))
  for (const text of new Set([...readings, ...asTexts])) {
    addPath(effects, root, from, { ...mention, text, access })
  }
}

function faultOfCd(vector: string[], isPiped: boolean): string | null {
  if (isPiped) return 'cd has no place beside | or ||: make it a step of its own, with && or ; behind it'
  if (vector.length !== 2 || vector[1]!.startsWith('-')) return 'cd takes one folder of the workspace'
  return null
}

const EFFECTS = ['writes', 'deletes', 'runsCode', 'startsProgram', 'network', 'settings'] as const

const LOOK = {
  join: '', stdout: 'out', stderr: 'err', program: '', vector: [], cwd: '', starts: [], word: '',
  understood: true, writes: false, deletes: false, runsCode: false, startsProgram: false, network: false,
  settings: false, looksOnly: true, printsOnly: false,
} satisfies EffectStep

// A command that could not be split may do anything.
const UNKNOWN = {
  ...LOOK, understood: false, writes: true, deletes: true, runsCode: true, startsProgram: true, network: true,
  settings: true, looksOnly: false,
} satisfies EffectStep
