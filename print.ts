// print.ts: names, texts and vectors as they are shown to people: what is shown is what is there. Nobody
// judges by what it gives, and it hides nothing: a character that could lie on a screen becomes its number.

import { HIDDEN, MAX_BLANKS_IN_A_ROW } from './words.ts'

const SHOWN_CHARACTERS = 200

/** Text for a terminal: what could lie is shown as its number; tab and newline stay. */
export function harmless(text: string): string {
  return text.replace(new RegExp(HIDDEN.source, 'gu'), numbered)
}

/** Text with the characters that could lie on a screen written as `\u{...}`, cut in the middle when long. */
export function shown(text: string): string {
  const isLong = text.length > 4 * SHOWN_CHARACTERS // not all of it is worth looking at
  const looked = isLong ? text.slice(0, 2 * SHOWN_CHARACTERS) + text.slice(-SHOWN_CHARACTERS) : text
  const plain = looked.replace(UNSEEN, numbered)
  if (plain.length <= SHOWN_CHARACTERS) return plain
  const head = plain.slice(0, 120).replace(/[\ud800-\udbff]$/, '') // no half of a character
  const tail = plain.slice(-60).replace(/^[\udc00-\udfff]/, '')
  return `${head}…(${text.length} long)…${tail}`
}

/** Matches each character that no screen shows as what it is, tab and newline among them. */
export const UNSEEN = new RegExp(`${HIDDEN.source}|[\\t\\n]`, 'gu')

/** One line. parseCommand reads it back, within its limits, as one step with these texts and no pattern. Only
 *  what could lie is written as in `$'\u{202e}'`, which parseCommand refuses rather than misread: HIDDEN
 *  characters, tabs, newlines, and the blanks after 40 in a row. */
export function printVector(vector: readonly string[]): string {
  return vector.map(printWord).join(' ')
}

function printWord(word: string): string {
  if (word === '' || PLAIN_WORD.test(word)) return word || "''"
  const pieces = word.split(UNPRINTED) // those that cannot be printed have the odd places
  return pieces.map((piece, i) => (i % 2 === 1 ? escaped(piece) : quoted(piece))).join('')
}

const PLAIN_WORD = /^(?![A-Za-z_]\w*\+?=)[\w@%+=:,./-]+$/ // an assignment would be one
const UNPRINTED = new RegExp(`((?:${HIDDEN.source}|[\\t\\n]|(?<= {${MAX_BLANKS_IN_A_ROW}}) )+)`, 'u')

function escaped(text: string): string {
  const codes = [...text].map((char) => SHORT[char] ?? numbered(char))
  return `$'${codes.join('')}'`
}

const SHORT: Record<string, string> = { '\t': '\\t', '\n': '\\n' }

function quoted(text: string): string {
  return text === '' ? '' : `'${text.replaceAll("'", "'\\''")}'`
}

function numbered(char: string): string {
  return `\\u{${char.codePointAt(0)!.toString(16)}}`
}
