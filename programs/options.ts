// options.ts: reads the words of a vector by the entry of its program: which are options, values or operands,
// and of what kind each is. What a kind means is not known here.

import { STARTS } from './kinds.ts'
import type { Entry, Term } from './form.ts'

/** An option, a value or an operand, with the marks of its term. `refused`: never allowed, and why. */
export interface Use { word: string; kind: string; marks: string[]; refused?: string | undefined }

/** What was read from the word `from` up to `at`. `options`: one that the entry does not have is of the kind
 *  `unknown`. `values`: of options, then operands. `isLook`: as it was called, the program only looks. */
export interface Reading {
  vector: readonly string[]; entry: Entry; from: number; at: number
  options: Use[]; values: Use[]; marks: Set<string>; isLook: boolean
}

/** Reads from the word `from` on, to the end, or to a first operand that `isCommand` says is a subcommand. */
export function readWords(
  vector: readonly string[], from: number, entry: Entry, isCommand: (word: string) => boolean,
): Reading {
  const reading: Reading = {
    vector, entry, from, at: from, options: [], values: [], marks: new Set(), isLook: false,
  }
  const operands: string[] = []
  let hasOptions = true
  while (reading.at < vector.length) {
    const word = vector[reading.at]!
    hasOptions &&= operands.length < entry.lastOption
    if (hasOptions && /^-./s.test(word)) {
      readOption(reading, word)
      hasOptions = word !== '--'
    } else {
      if (operands.length === 0 && isCommand(word)) break
      operands.push(word)
      reading.at++
    }
  }
  const { marks, options } = reading
  const isAlone = options.length === 1 && operands.length === 0 && reading.at === vector.length
  reading.isLook = entry.marks.has('look') || marks.has('look') || (marks.has('alone') && isAlone)
  addOperands(reading, operands)
  return reading
}

/** Reads `--`, `--name`, `--name=value`, or flags in one word, the last perhaps with its value behind it. */
function readOption(reading: Reading, word: string): void {
  const { options, marks } = reading.entry
  const isWhole = word.startsWith('--') || marks.has('words')
  const letters = word.slice(1).split('').map((letter, i) => [`-${letter}`, word.slice(i + 2) || undefined])
  reading.at++
  if (word === '--') return
  for (const [name = '', glued] of isWhole ? [word.split(/=(.*)/s)] : letters) {
    const term = options.get(name) ?? options.get(marks.has('words') ? name.replace('--', '-') : name)
    if (term === undefined) return addUnknown(reading, word, name)
    const refused = term.marks.includes('starts') ? STARTS : undefined
    reading.options.push({ word: name, kind: 'text', marks: term.marks, refused })
    for (const mark of term.marks) reading.marks.add(mark)
    if (term.kinds.length > 0) return readValues(reading, term, glued)
    if (isWhole && glued !== undefined) return addUnknown(reading, word, name)
  }
}

/** Reads the values of an option: the first may be glued to it, the others are the next words. */
function readValues(reading: Reading, { kinds, isGlued }: Term, glued: string | undefined): void {
  const isHere = glued !== undefined
  if (isHere) reading.values.push({ word: glued, kind: kinds[0]!, marks: [] })
  for (const kind of kinds.slice(isHere ? 1 : isGlued ? kinds.length : 0)) {
    const end = kind === 'args' ? reading.vector.length : reading.at + 1
    for (const word of reading.vector.slice(reading.at, end)) reading.values.push({ word, kind, marks: [] })
    reading.at = Math.min(end, reading.vector.length)
  }
}

/** A wrapper's unknown option may take the next word, so that what it starts is not known either. */
function addUnknown(reading: Reading, word: string, name: string): void {
  const { options, operands } = reading.entry
  const isShort = name.startsWith('--') && !options.has(name)
  const whole = [...options.keys()].find((option) => isShort && option.startsWith(name))
  const isWrapper = operands.some(({ kinds }) => kinds[0] === 'inner')
  const refused = whole !== undefined ? `abbreviations are not understood; is it ${whole}? Write it in full`
    : isWrapper ? 'this option is not known; leave it out' : undefined
  reading.options.push({ word, kind: 'unknown', marks: [], refused })
}

/** Adds the operands with their kinds: those behind the one with `...` are counted from the end. Where an
 *  option is unknown, each may also be its value. */
function addOperands(reading: Reading, operands: readonly string[]): void {
  const terms = reading.entry.operands.slice(reading.marks.has('instead') ? 1 : 0)
  const many = terms.findIndex(({ isMany }) => isMany)
  const isUnclear = reading.options.some(({ kind }) => kind === 'unknown')
  for (const [i, word] of operands.entries()) {
    const fromEnd = terms.length - (operands.length - i) // the place of its term, counted so
    const place = many < 0 || i < many ? i : Math.max(many, fromEnd)
    const { kinds: [kind], marks } = terms[place] ?? { kinds: ['unknown'], marks: [] }
    reading.values.push({ word, kind: kind!, marks })
    if (isUnclear && kind !== 'args') reading.values.push({ word, kind: 'args', marks: [] })
  }
}
