// facts.ts: what a vector can do, by the tables of programs. It looks at no file and runs nothing; whoever
// asks judges the paths that are named here. What no table lists is not understood, and never harmless.

import { addArgument, addUnclear, addUnknown, addValue, decide, refuse } from './kinds.ts'
import { addMarks, readOld, readOption } from './options.ts'
import { find } from './tables.ts'
import type { Entry, Tables, Term } from './form.ts'
import type { Seen } from './options.ts'
export { tableFault } from './tables.ts'
export type { Tables } from './form.ts'

/** A word that is a path or (not `isPath`) may be one, whole or in part. Seen from the facts' `folder`. */
export interface Mention { text: string; access: 'read' | 'write' | 'delete'; isPath: boolean }

/** `understood`: program, subcommand, options and operands are in a table, and none of them needs a yes.
 *  `refused`: never allowed, with what to do instead. `printsOnly`: it prints its words and no more. `word`:
 *  the one that decided. `inner`: the vector of a wrapper's own program, the end of `vector`, to be judged as
 *  well. `vector`: what will really run. `folder`: where the program goes first, '' for nowhere. `choosers`:
 *  names of files; where one stands, in that folder or above it in the workspace, it runs project code. */
export interface Facts {
  understood: boolean
  refused: string | null
  writes: boolean
  deletes: boolean
  runsCode: boolean
  startsProgram: boolean
  network: boolean
  settings: boolean
  printsOnly: boolean
  word: string
  mentions: Mention[]
  inner: string[] | null
  vector: string[]
  folder: string
  choosers: string[]
}

const NO_TABLES: Tables = {}
const NAME = /^[\w.+-]+$/
const VERSIONED = /^(python|pypy|pip|ruby|gem|perl|php|lua|java|node|gcc|g\+\+|clang|clang\+\+)-?\d+(\.\d+)*$/

/** What a vector can do. `extra`: tables of the operator's policy. Never throws. */
export function factsOf(vector: readonly string[], extra: Tables = NO_TABLES): Facts {
  const facts: Facts = {
    understood: true, refused: null, writes: false, deletes: false, runsCode: false, startsProgram: false,
    network: false, settings: false, printsOnly: false, word: vector[0] ?? '', mentions: [], inner: null,
    vector: [...vector], folder: '', choosers: [],
  }
  const key = VERSIONED.exec(facts.word)?.[1] ?? facts.word
  const entry = NAME.test(key) ? find(key, extra) : undefined
  const reading: Reading = { facts, extra, key, at: 1, added: [] }
  if (entry === undefined) addNothingKnown(facts, vector.slice(1))
  else if (isAsked(vector, entry)) facts.choosers.push(...entry.choosers)
  else readWords(reading, entry)
  if (!looksOnly(facts)) return facts
  facts.printsOnly = entry?.marks.has('prints') === true && facts.mentions.length === 0
  for (const { at, words } of reading.added.reverse()) facts.vector.splice(at, 0, ...words)
  return facts
}

/** Whether it changes nothing, reaches nothing, runs nothing of others, and all of it is understood. */
export function looksOnly(facts: Facts): boolean {
  const { writes, deletes, runsCode, startsProgram, network, settings } = facts
  const acts = writes || deletes || runsCode || startsProgram || network || settings
  return facts.understood && facts.refused === null && !acts
}

/** `at`: the next word of the vector. `added`: words of the harness, and where they go. */
interface Reading {
  facts: Facts
  extra: Tables
  key: string
  at: number
  added: { at: number; words: string[] }[]
}

/** `PROGRAM --version`, and nothing more. */
function isAsked(vector: readonly string[], entry: Entry): boolean {
  const [, word = '', ...more] = vector
  return /^--(version|help)$/.test(word) && more.length === 0 && !entry.options.has(word)
}

/** A program or a subcommand without a table may do anything, to each path that its words may be. */
function addNothingKnown(facts: Facts, words: readonly string[]): void {
  Object.assign(facts, { understood: false, writes: true, deletes: true, runsCode: true, network: true })
  facts.settings = true
  for (const word of words) addUnknown(facts, word)
}

/** Reads the words of a program, or of a subcommand, from `reading.at` on: options and operands. */
function readWords(reading: Reading, entry: Entry): void {
  const { facts, extra, key } = reading
  const { vector } = facts
  const seen: Seen = { uses: [], operands: [], marks: new Set(), terms: new Set(), isUnclear: false }
  const parent = { ...entry, marks: new Set<string>() } // its marks are of a call without a subcommand
  const hasCommands = entry.marks.has('commands')
  let hasOptions = !entry.marks.has('plain')
  reading.added.push({ at: reading.at, words: entry.added })
  facts.choosers.push(...entry.choosers)
  if (entry.marks.has('old')) reading.at = readOld(facts, entry, seen, reading.at)

  for (; reading.at < vector.length; reading.at++) {
    const word = vector[reading.at]!
    if (seen.marks.has('rest')) break
    if (hasOptions && word === '--') {
      hasOptions = false
      continue
    }
    if (hasOptions && word.startsWith('-') && word !== '-') {
      reading.at = readOption(facts, entry, seen, reading.at) - 1
      continue
    }
    const isFirst = hasCommands && seen.operands.length === 0
    const subcommand = isFirst && NAME.test(word) ? find(`${key} ${word}`, extra) : undefined
    if (subcommand === undefined && isTail(entry, seen)) break
    if (subcommand !== undefined) {
      finish(reading, parent, seen)
      Object.assign(reading, { key: `${key} ${word}`, at: reading.at + 1 })
      return readWords(reading, subcommand)
    }
    if (isFirst && entry.operands.length === 0) {
      decide(facts, word, 'asks')
      finish(reading, parent, seen)
      return addNothingKnown(facts, vector.slice(reading.at))
    }
    seen.operands.push(word)
    hasOptions &&= !entry.marks.has('first')
  }
  addTail(reading, entry, seen)
  finish(reading, entry, seen)
}

/** Whether the next operand and all behind it are for someone else. */
function isTail(entry: Entry, seen: Seen): boolean {
  const kind = entry.operands[seen.operands.length]?.kinds[0]
  return kind === 'args' || (kind === 'inner' && !seen.marks.has('look'))
}

/** What stands behind the last word that was read: another program's vector, or words for project code. */
function addTail({ facts, extra, at }: Reading, entry: Entry, seen: Seen): void {
  const rest = facts.vector.slice(at)
  const term = seen.marks.has('rest') ? undefined : entry.operands[seen.operands.length]
  const [program = '', ...words] = rest
  if (rest.length === 0) return
  addMarks(facts, program, term?.marks ?? [])
  if (term?.kinds[0] !== 'inner') return rest.forEach((word) => addArgument(facts, word))
  facts.inner = rest
  if (program.includes('=')) refuse(facts, program, 'variables are not set; begin with the program')
  const command = words.find((word) => !word.startsWith('-')) ?? ''
  const isOpen = find(program, extra)?.marks.has('commands') && !find(`${program} ${command}`, extra)
  if (entry.marks.has('appends') && isOpen) refuse(facts, program, 'name its subcommand')
  const odd = entry.marks.has('joins') ? rest.find((word) => !/^[\w@%+=:,./-]+$/.test(word)) : undefined
  if (odd !== undefined) refuse(facts, odd, 'a shell reads it again; use plain words')
}

/** Adds what values, operands and the program itself mean, now that all options are known. */
function finish({ facts, key, at }: Reading, entry: Entry, seen: Seen): void {
  const { operands } = seen
  const isAlone = seen.terms.size === 1 && operands.length === 0 && at === facts.vector.length
  const isLook = seen.marks.has('look') || (seen.marks.has('alone') && isAlone)
  const isInPlace = seen.marks.has('inplace') || (entry.marks.has('inplace') && !isLook)
  const terms = entry.operands.slice(seen.marks.has('instead') ? 1 : 0)
  const isRead = isLook || (operands.length === 1 && !entry.marks.has('settings') && !facts.settings)
  if (!isLook) addMarks(facts, key.split(' ').at(-1)!, entry.marks)
  for (const { kind, text } of seen.uses) addValue(facts, kind, text, { isLook, isInPlace })
  for (const [i, text] of operands.entries()) {
    const term = termAt(terms, i, operands.length)
    if (term === undefined) addUnclear(facts, text)
    else if (!isLook) addMarks(facts, text, term.marks)
    const kind = term?.kinds[0] ?? 'text'
    addValue(facts, kind, text, { isLook: kind === 'key' ? isRead : isLook, isInPlace })
    if (seen.isUnclear) addArgument(facts, text)
  }
  if (!seen.marks.has('home')) return
  if (facts.settings) refuse(facts, key, 'settings outside the workspace are not changed; a person can do it')
  else decide(facts, key, 'asks')
}

/** The term of the operand `i` of `count`: those behind the one with `...` are counted from the end. */
function termAt(terms: Term[], i: number, count: number): Term | undefined {
  const many = terms.findIndex(({ isMany }) => isMany)
  if (many < 0 || i < many) return terms[i]
  const fromEnd = count - i
  return fromEnd < terms.length - many ? terms[terms.length - fromEnd] : terms[many]
}
