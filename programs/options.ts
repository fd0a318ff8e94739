// options.ts: reads one option of a vector by the entry of its program: bundles, glued values, values that
// are the next word. One that the entry does not have is not understood; an abbreviation is refused.

import { addUnclear, decide, refuse, STARTS } from './kinds.ts'
import type { Facts } from './facts.ts'
import type { Entry, Term } from './form.ts'
import type { Effect } from './kinds.ts'

/** One value or operand, and its kind. */
export interface Use { kind: string; text: string }

/** What was read so far of a program's words. `isUnclear`: an unknown option, whose value any word may be. */
export interface Seen {
  uses: Use[]
  operands: string[]
  marks: Set<string>
  terms: Set<Term>
  isUnclear: boolean
}

const EFFECTS: Record<string, Effect> = {
  writes: 'writes', deletes: 'deletes', code: 'runsCode', starts: 'startsProgram', network: 'network',
  settings: 'settings', asks: 'asks',
}

/** The effects among marks. */
export function addMarks(facts: Facts, word: string, marks: Iterable<string>): void {
  for (const mark of marks) {
    if (mark === 'never') refuse(facts, word, 'it has no place here; leave it out')
    else if (mark === 'builtin') refuse(facts, word, 'only a shell has it, and none is here; do without it')
    else if (Object.hasOwn(EFFECTS, mark)) decide(facts, word, EFFECTS[mark]!)
  }
}

/** Reads the option at `at`; gives the place of the next word that is not a part of it. */
export function readOption(facts: Facts, entry: Entry, seen: Seen, at: number): number {
  const word = facts.vector[at]!
  const isNumber = entry.options.has('-NUM') && /^-\d/.test(word)
  if (isNumber && /^-\d+$/.test(word)) return at + 1
  if (!word.startsWith('--') && !entry.marks.has('words')) {
    return readBundle(facts, entry, seen, at, isNumber ? /^-\d+/.exec(word)![0].length : 1)
  }
  const [name = '', glued] = word.split(/=(.*)/s)
  const other = entry.marks.has('words') && name.startsWith('--') ? name.slice(1) : name
  const term = entry.options.get(name) ?? entry.options.get(other)
  if (term !== undefined) return useOption(facts, seen, { term, name, glued, at })
  const whole = [...entry.options.keys()].find((option) => option.startsWith(name))
  if (whole !== undefined && name.startsWith('--')) {
    refuse(facts, word, `abbreviations are not understood; is it ${whole}? Write it in full`)
  }
  return unknownOption(facts, entry, seen, at)
}

/** A first word without a dash as tar takes it: each letter is an option, their values are the next words. */
export function readOld(facts: Facts, entry: Entry, seen: Seen, at: number): number {
  const word = facts.vector[at] ?? ''
  if (!/^[A-Za-z]+$/.test(word)) return at
  let next = at + 1
  for (const letter of word) {
    const term = entry.options.get(`-${letter}`)
    if (term === undefined) unknownOption(facts, entry, seen, at)
    else next = useOption(facts, seen, { term, name: letter, glued: undefined, at: next - 1 })
  }
  return next
}

function readBundle(facts: Facts, entry: Entry, seen: Seen, at: number, start: number): number {
  const word = facts.vector[at]!
  for (let i = start; i < word.length; i++) {
    const name = `-${word[i]}`
    const term = entry.options.get(name)
    const rest = word.slice(i + 1)
    if (term === undefined) return unknownOption(facts, entry, seen, at)
    const glued = rest === '' ? undefined : rest
    if (term.kinds.length > 0) return useOption(facts, seen, { term, name, glued, at })
    useOption(facts, seen, { term, name, glued: undefined, at })
  }
  return at + 1
}

interface Given { term: Term; name: string; glued: string | undefined; at: number }

function useOption(facts: Facts, seen: Seen, { term, name, glued, at }: Given): number {
  const { kinds, marks, isGlued } = term
  if (marks.includes('starts')) refuse(facts, name, STARTS)
  addMarks(facts, name, marks.filter((mark) => mark !== 'starts'))
  if (marks.includes('twice') && seen.terms.has(term)) decide(facts, name, 'asks')
  for (const mark of marks) seen.marks.add(mark)
  seen.terms.add(term)
  if (glued !== undefined && kinds.length === 0) addUnclear(facts, `${name}=${glued}`)
  if (kinds.length === 0 || (isGlued && glued === undefined)) return at + 1
  let next = at + 1
  for (const [i, kind] of kinds.entries()) {
    const text = i === 0 && glued !== undefined ? glued : facts.vector[next++]
    if (text !== undefined) seen.uses.push({ kind, text })
  }
  return next
}

/** A wrapper's unknown option may take the next word, so that what it starts is not known either. */
function unknownOption(facts: Facts, entry: Entry, seen: Seen, at: number): number {
  const word = facts.vector[at]!
  seen.isUnclear = true
  addUnclear(facts, word)
  const isWrapper = entry.operands.some(({ kinds }) => kinds[0] === 'inner')
  if (isWrapper) refuse(facts, word, 'this option is not known; leave it out')
  return at + 1
}
