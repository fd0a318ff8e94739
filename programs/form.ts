// form.ts: what a line of a table says of a program. README.md in this folder has the form of lines, and how
// to add one; tables.ts looks lines up. A line with a word that is not of the form says nothing.

import { EFFECTS, KINDS } from './kinds.ts'

/** Lines of words by key: a program, a program and its subcommand, or @ and the name of a group. */
export type Tables = Readonly<Record<string, string>>

/** An option, with the kinds of its values, or an operand. `isGlued`: only a value glued to it counts. */
export interface Term { kinds: string[]; isGlued: boolean; isMany: boolean; marks: string[] }

/** `lastOption`: behind so many operands no word is an option. */
export interface Entry {
  options: Map<string, Term>; operands: Term[]; marks: Set<string>
  added: string[]; choosers: string[]; lastOption: number
}

const OF_ALL = Object.keys(EFFECTS)
const OF_OPTIONS = [...OF_ALL, 'look', 'alone', 'instead', 'inplace']
const OF_PROGRAMS = [...OF_ALL, 'look', 'prints', 'commands', 'words', 'appends']
// The names of an option, what is between them and their kinds; kinds; `...`; marks.
const TERM = /^(-[^=!?,]+(?:,-[^=!?,]+)*)?(\?)?=?([\w|+-]*)(\.\.\.)?((?:![a-z]+)*)$/

/** Lines by key, each name with its own. */
export function indexOf(tables: Tables): Map<string, string> {
  return new Map(Object.entries(tables).flatMap(([key, line]) => {
    const [, program = '', names = ''] = /^(.* )?(.*)$/s.exec(key)!
    return names.split('|').map((name): [string, string] => [program + name, line])
  }))
}

/** The words of a line, and in the place of a group those of its line. */
export function wordsOf(line: string, lines: ReadonlyMap<string, string>): string[] {
  const whole = line.replace(/(?<!\S)@\S+/g, (group) => lines.get(group) ?? group)
  return whole.split(/\s+/).filter((word) => word !== '')
}

/** What a line says, or its first word that is not of the form. `lines`: where groups are looked up. */
export function entryOf(line: string, lines: ReadonlyMap<string, string>): Entry | { fault: string } {
  const words = wordsOf(line, lines)
  const entry: Entry = {
    options: new Map(), operands: [], marks: new Set(), added: [], choosers: [], lastOption: Infinity,
  }
  for (const word of words) {
    const rest = word.slice(1)
    if (word === '--') entry.lastOption = entry.operands.length
    else if (word.startsWith('+')) entry.added.push(rest)
    else if (word.startsWith('^')) entry.choosers.push(rest)
    else if (word.startsWith('!') && OF_PROGRAMS.includes(rest)) entry.marks.add(rest)
    else if (!addTerm(entry, word, words.includes('!words'))) return { fault: word }
  }
  const [, second] = entry.operands.filter(({ isMany }) => isMany)
  return second === undefined ? entry : { fault: `${second.kinds[0]}...` }
}

/** Adds an option or an operand; false when the word is neither. `areWords`: an option is no bundle. */
function addTerm(entry: Entry, word: string, areWords: boolean): boolean {
  const [, names, glued, kind = '', many, marks = ''] = TERM.exec(word) ?? []
  const isRest = kind === 'inner' || kind === 'args'
  const term: Term = {
    kinds: kind === '' ? [] : kind.split('+'), isGlued: glued !== undefined,
    isMany: many !== undefined || isRest, marks: marks.split('!').slice(1),
  }
  const isKind = (name: string) => Object.hasOwn(KINDS, name) || /^[\w-]+(\|[\w-]+)+$/.test(name)
  const known = names === undefined ? OF_ALL : OF_OPTIONS
  if (!term.kinds.every(isKind) || !term.marks.every((mark) => known.includes(mark))) return false
  for (const name of names?.split(',') ?? []) {
    const isWord = areWords || name.startsWith('--')
    const options = isWord ? [name] : name.slice(1).split('').map((letter) => `-${letter}`)
    for (const option of options) if (!entry.options.has(option)) entry.options.set(option, term)
  }
  if (names === undefined && isRest) entry.lastOption = Math.max(1, entry.operands.length)
  return names !== undefined || (term.kinds.length === 1 && entry.operands.push(term) > 0)
}
