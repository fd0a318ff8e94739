// effects.ts: what a call would touch. This is the one analysis: permit, dispatch and everything that judges
// later read its result, and nothing else looks at the text of a command. It runs nothing and allows nothing;
// of what it does not understand it says so. Of the policy it knows only the root.

import { parseCommand } from './command.ts'
import { expandWords } from './expand.ts'
import { locate, realRoot, shown } from './paths.ts'
import { KNOWN_OPTIONS, LOOKS, OPTIONS } from './programs/looks.ts'
import { TOOLS } from './tools.ts'
import type { ToolCall } from './agent.ts'
import type { CommandStep } from './command.ts'
import type { Place } from './places.ts'
import type { Policy } from './policy.ts'
import type { Session, Tool } from './tools.ts'

/** One program of a command. `vector`: its exact words, expanded; `cwd`: the real folder it runs in; `word`:
 *  the one that decided what is said of it. `cd` is a step of ours: it is carried out and not run. */
export interface EffectStep extends Omit<CommandStep, 'words'> {
  program: string
  vector: string[]
  cwd: string
  writes: boolean
  deletes: boolean
  runsCode: boolean
  startsProgram: boolean
  network: boolean
  settings: boolean
  looksOnly: boolean
  word: string
}

export interface EffectPath { arg: string; real: string; place: Place; access: 'read' | 'write' }

/** `understood`: all of it is known. `refused`: why it cannot be allowed, whatever the policy's lists say.
 *  `isSplit`: `steps` are those of a command; else only words of one that was not understood. */
export interface Effects {
  understood: boolean
  refused: string | null
  isSplit: boolean
  steps: EffectStep[]
  paths: EffectPath[]
  looksOnly: boolean
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
    const root = realRoot(policy.root)
    for (const [arg, access] of Object.entries(tool.access)) {
      const value = Object.hasOwn(call.args, arg) ? call.args[arg] : undefined
      if (typeof value !== 'string' || access === 'text') continue
      if (access === 'command') addCommand(effects, root, arg, value)
      else addPath(effects, root, root, { arg, text: value, access })
    }
    const isWrite = effects.paths.some(({ access }) => access === 'write')
    effects.looksOnly = effects.understood && !isWrite && effects.steps.every((step) => step.looksOnly)
  } catch (error) {
    effects.understood = false
    effects.refused ??= `it cannot be judged: ${shown(String((error as Error | undefined)?.message))}`
  }
  return effects
}

interface Mention { arg: string; text: string; access: 'read' | 'write'; isWord?: boolean }

function addPath(effects: Effects, root: string, from: string, mention: Mention): string {
  const { arg, text, access, isWord } = mention
  const { real, place, refused } = locate(root, from, text, access, isWord)
  effects.refused ??= refused
  if (refused === null || place === 'outside') effects.paths.push({ arg, real, place, access })
  return real
}

function addCommand(effects: Effects, root: string, arg: string, text: string): void {
  const parsed = parseCommand(text)
  if ('reason' in parsed) {
    Object.assign(effects, { understood: false, isSplit: false, refused: parsed.reason })
    for (const vector of parsed.words) {
      effects.steps.push({ ...UNKNOWN, vector, program: vector[0] ?? '', cwd: root })
    }
    return
  }
  let cwd = root
  for (const [i, { words, ...flow }] of parsed.steps.entries()) {
    const first = words[0]!
    if (first.pattern !== null) effects.refused ??= `write a program's name plainly: ${shown(first.text)}`
    const expanded = expandWords(words, cwd, root)
    if ('reason' in expanded) effects.refused ??= expanded.reason
    const vector = 'vector' in expanded ? expanded.vector : words.map((word) => word.text)
    if (first.text === 'cd') {
      const isPiped = [flow.join, parsed.steps[i + 1]?.join].some((join) => join === '|' || join === '||')
      effects.refused ??= faultOfCd(vector, isPiped)
      cwd = addPath(effects, root, cwd, { arg, text: vector[1] ?? '', access: 'read' })
      effects.steps.push({ ...LOOK, ...flow, program: 'cd', vector, cwd })
      continue
    }
    const isKnown = LOOKS.has(first.text)
    if (!isKnown) effects.understood = false
    const facts = isKnown ? LOOK : { ...UNKNOWN, word: first.text }
    effects.steps.push({ ...facts, ...flow, program: first.text, vector, cwd })
    for (const word of vector.slice(1)) addWord(effects, root, cwd, arg, word)
  }
}

/** Every word may be a path, and so may what stands behind `=`, `,`, `:` or `@` in it. */
function addWord(effects: Effects, root: string, cwd: string, arg: string, word: string): void {
  if (word.startsWith('-') && word !== '-' && !OPTIONS.test(word)) {
    effects.refused ??= `option not understood: ${shown(word)}; leave it out, or use ${KNOWN_OPTIONS}`
  }
  for (const text of new Set([word, ...word.split(/[=,:@]/)])) {
    if (text !== '') addPath(effects, root, cwd, { arg, text, access: 'read', isWord: true })
  }
}

function faultOfCd(vector: string[], isPiped: boolean): string | null {
  if (isPiped) return 'cd has no place beside | or ||: make it a step of its own, with && or ; behind it'
  if (vector.length !== 2 || vector[1]!.startsWith('-')) return 'cd takes one folder of the workspace'
  return null
}

const LOOK = {
  join: '', stdout: 'out', stderr: 'err', program: '', vector: [], cwd: '', word: '',
  writes: false, deletes: false, runsCode: false, startsProgram: false, network: false, settings: false,
  looksOnly: true,
} satisfies EffectStep

// A program that no table knows may do anything that its user can.
const UNKNOWN = {
  ...LOOK, writes: true, deletes: true, runsCode: true, network: true, settings: true, looksOnly: false,
} satisfies EffectStep
