// effects.ts: what a call would touch. This is the one analysis: permit, dispatch and everything that judges
// later read its result, and nothing else looks at the text of a command. It runs nothing and allows nothing;
// of what it does not understand it says so. Of the policy it knows the root and the tables of programs.

import { parseCommand } from './command.ts'
import { expandWords } from './expand.ts'
import { realRoot } from './paths.ts'
import { shown } from './print.ts'
import { addPath, addProgram } from './steps.ts'
import { TOOLS } from './tools.ts'
import type { ToolCall } from './agent.ts'
import type { CommandStep } from './command.ts'
import type { Place } from './places.ts'
import type { Policy } from './policy.ts'
import type { Session, Tool } from './tools.ts'

const MAX_STEPS = 100 // of a command

/** One program of a command. `given`: its words, expanded; `vector`: the exact words that run, with what the
 *  harness adds; `cwd`: the real folder it runs in; `starts`: what it starts in turn, as `nice npm test` does
 *  npm; `word`: the one that decided what is said of it. `cd` is a step of ours: carried out and not run. */
export interface EffectStep extends Omit<CommandStep, 'words'> {
  program: string; given: string[]; vector: string[]; cwd: string; starts: string[]; word: string
  understood: boolean
  writes: boolean; deletes: boolean; runsCode: boolean; startsProgram: boolean; network: boolean
  settings: boolean; looksOnly: boolean; printsOnly: boolean
}

/** `step`: which step of a command mentions it, from 0. */
export interface EffectPath { arg: string; step?: number; real: string; place: Place; access: Reach }
export type Reach = 'read' | 'write'
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

function addCommand(effects: Effects, policy: Policy, root: string, arg: string, text: string): void {
  const parsed = parseCommand(text)
  if ('reason' in parsed) {
    Object.assign(effects, { understood: false, isSplit: false, refused: parsed.reason })
    for (const vector of parsed.words) {
      const program = vector[0]!
      effects.steps.push({ ...UNKNOWN, given: vector, vector, program, word: program, cwd: root })
    }
    return
  }
  if (parsed.steps.length > MAX_STEPS) effects.refused = `more than ${MAX_STEPS} steps: run it in parts`
  const spent = { looks: 0, names: 0 }
  let cwd = root
  for (const [i, { words, ...flow }] of parsed.steps.slice(0, MAX_STEPS).entries()) {
    const first = words[0]!
    if (first.pattern !== null) effects.refused ??= `write a program's name plainly: ${shown(first.text)}`
    const expanded = expandWords(words, cwd, root, spent)
    if ('reason' in expanded) effects.refused ??= expanded.reason
    const given = 'vector' in expanded ? expanded.vector : words.map((word) => word.text)
    const program = first.text
    const names = { program, word: program, given, vector: given, starts: [] }
    const step: EffectStep = { ...LOOK, ...flow, ...names, cwd }
    effects.steps.push(step)
    if (program !== 'cd') {
      addProgram(effects, policy, root, { arg, step: i, text: '', access: 'read', isWord: true })
      continue
    }
    const isPiped = [flow.join, parsed.steps[i + 1]?.join].some((join) => join === '|' || join === '||')
    effects.refused ??= faultOfCd(given, isPiped)
    const [text, access] = [given[1] ?? '', 'read' as const]
    const { real, refused } = addPath(effects, root, cwd, { arg, step: i, text, access })
    if (refused === null) step.cwd = cwd = real
  }
}

function faultOfCd(vector: string[], isPiped: boolean): string | null {
  if (isPiped) return 'cd has no place beside | or ||: make it a step of its own, with && or ; behind it'
  if (vector.length !== 2 || vector[1]!.startsWith('-')) return 'cd takes one folder of the workspace'
  return null
}

const LOOK = {
  join: '', stdout: 'out', stderr: 'err', program: '', given: [], vector: [], cwd: '', starts: [], word: '',
  understood: true, writes: false, deletes: false, runsCode: false, startsProgram: false, network: false,
  settings: false, looksOnly: true, printsOnly: false,
} satisfies EffectStep

// A command that could not be split may do anything.
const UNKNOWN = {
  ...LOOK, understood: false, writes: true, deletes: true, runsCode: true, startsProgram: true, network: true,
  settings: true, looksOnly: false,
} satisfies EffectStep
