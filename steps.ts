// steps.ts: what one step of a command can do by the tables of programs, and where its words lead. It adds to
// the effects of the call and takes nothing back; of a wrapper it adds what the program inside can do, too.

import { lstatSync } from 'node:fs'
import { basename, normalize } from 'node:path'
import { locate } from './paths.ts'
import { shown } from './print.ts'
import { factsOf } from './programs/facts.ts'
import { choosersNear, configuredPrograms } from './programs/repository.ts'
import type { Effects, Reach } from './effects.ts'
import type { Located } from './paths.ts'
import type { Policy } from './policy.ts'
import type { Facts, Mention as Named } from './programs/facts.ts'

const MAX_SEPARATORS = 32 // in one word: each is a place where a path may begin
const MAX_NAMES = 10_000 // that a step may make in the folders it writes to
/** What a step may do beyond looking; each is a field of EffectStep. */
export const EFFECTS = ['writes', 'deletes', 'runsCode', 'startsProgram', 'network', 'settings'] as const

/** A path, or (`isWord`) a word of a command that may be one. */
export interface Mention { arg: string; step?: number; text: string; access: Reach; isWord?: boolean }

/** Judges where a text leads, and adds that; a text that no path may be is a refusal. */
export function addPath(effects: Effects, root: string, from: string, mention: Mention): Located {
  const { text, isWord, ...where } = mention
  const located = locate(root, from, text, where.access, isWord)
  const { real, place, refused } = located
  effects.refused ??= refused
  if (refused === null || place === 'outside') effects.paths.push({ ...where, real, place })
  return located
}

/** Adds what the last step can do by the tables, and what the programs can that it starts in turn. */
export function addProgram(effects: Effects, policy: Policy, root: string, mention: Mention): void {
  const step = effects.steps.at(-1)!
  const vector: string[] = []
  let from = step.cwd
  for (let inner: string[] | null = step.given; inner !== null;) {
    const facts: Facts = factsOf(inner, policy.programs)
    if (inner !== step.given) step.starts.push(inner[0]!)
    inner = facts.inner
    vector.push(...facts.vector.slice(0, facts.vector.length - (inner?.length ?? 0)))
    effects.refused ??= facts.refused
    if (facts.folder !== '') {
      const { real, refused } = addPath(effects, root, from, { ...mention, text: facts.folder })
      if (refused === null) from = real
    }
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
    const { real } = addPath(effects, root, from, { ...mention, text, access })
    const isFolder = named.followsLinks && lstatSync(real, { throwIfNoEntry: false })?.isDirectory()
    if (isFolder) Object.assign(effects.steps.at(-1)!, { understood: false, word })
  }
}
