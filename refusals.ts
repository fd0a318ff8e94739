// refusals.ts: what a command is refused for, in words. A table: command.ts finds the faults and decides;
// here each gets a sentence for the model, which says what is wrong, where, and what to do instead.

import { HIDDEN, MAX_BLANKS_IN_A_ROW } from './words.ts'
import type { WordFaultKind } from './words.ts'

export const MAX_CHARACTERS = 8_000 // of a command
const SHOWN_CHARACTERS = 20 // of the place that a refusal points to

/** `at` counts as strings do. */
export interface Fault { kind: WordFaultKind | TextFaultKind; at: number }
type TextFaultKind = 'missing' | 'hidden' | 'length' | 'blanks' | 'ampersand' | 'empty' | 'input' | 'output'

/** Of each refusal what is wrong, and what to do instead. */
const REFUSALS: Record<Fault['kind'], [what: string, instead: string]> = {
  missing: ['missing command', 'say what to run, for example ls'],
  hidden: ['a character that does not show as what it is', 'write the command without it'],
  length: [`more than ${MAX_CHARACTERS} characters`, 'run it in parts, or write a file with the write tool'],
  blanks: [`more than ${MAX_BLANKS_IN_A_ROW} blanks in a row`, 'write fewer, in quotes as well'],
  quote: ['a quote is not closed', 'close it; outside of quotes \\\' is an apostrophe'],
  backslash: ['a backslash with nothing after it', 'leave it out, or double it to mean the character'],
  substitution: ['variables and substitutions are not understood',
    'write the value itself, or use single quotes to mean the characters'],
  parenthesis: ['parentheses are not understood', 'run the steps one by one, or quote them as characters'],
  braces: ['lists in braces are not expanded', 'write the words one by one, or quote the list as characters'],
  tilde: ['~ is not expanded', 'write the path from the root, or quote it to mean the character'],
  comment: ['comments are not understood', 'leave it out, or quote # to mean the character'],
  negation: ['! is not understood as a first word', 'run the program as it is and look at its exit code'],
  assignment: ['variables are not set', 'begin with the program, and use its options'],
  ampersand: ['background jobs, |& and &> are not understood',
    'join with && or ;, or write 2>&1 | and >/dev/null 2>&1'],
  empty: ['a join without a command beside it', 'leave it out, or write the command'],
  input: ['input cannot be redirected',
    'it is closed already; name the file, use cat FILE |, or write a file with the write tool'],
  output: ['output cannot be redirected there',
    'only 2>&1, >/dev/null and 2>/dev/null are understood; write files with the write tool'],
}

/** The refusal as one sentence: what is wrong, where, and what to do instead. */
export function refusalOf(text: string, { kind, at }: Fault): string {
  const [what, instead] = REFUSALS[kind]
  if (kind === 'missing') return `${what}: ${instead}`
  const code = (text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const seen = text.slice(at, at + SHOWN_CHARACTERS).split(HIDDEN).join('?')
  const near = kind === 'hidden' ? `U+${code}` : JSON.stringify(seen)
  const place = at < text.length ? `${near} at character ${[...text.slice(0, at)].length + 1}` : 'at the end'
  return `${what}: ${place}; ${instead}`
}
