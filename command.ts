// command.ts: a command line -> steps of words, without a shell. What is not understood is refused, with what
// to do instead; what is understood runs as exactly these words, and no second parser is there to disagree.
// Callers get steps or a reason, never a throw. It knows no program, file or variable, and expands nothing.
//
// #region grammar
//   command     = { newline } step { join step } [ ';' ] { newline }
//   join        = ( '|' | '&&' | '||' | ';' | newline ) { newline }
//   step        = words and redirections in any order, at least one word
//   redirection = '2>&1' | [ '1' | '2' ] '>' { blank } '/dev/null', ended by a blank, a join or the end
//   word        = one or more of: a character that is not special, '\' and any character,
//                 '...' with anything but ' in it, "..." where $ ` stay special, '\' quotes only $ ` " \
//   special     = blank newline | & ; < > ( ) ` ' " \ and $ unless a blank or the end follows it; at a word's
//                 start ~ and #; at a step's start ! and NAME=; { with a comma or .. before its }
//   Between words, in words and in "...", a backslash and the newline after it are nothing at all.
// #endregion

import { MAX_CHARACTERS, refusalOf } from './refusals.ts'
import { faultOfWord, HIDDEN, MAX_BLANKS_IN_A_ROW, readWord } from './words.ts'
import type { Fault } from './refusals.ts'
import type { Word } from './words.ts'
export type { Word } from './words.ts'

// #region steps
/** `join`: how it hangs on the step before it; the first has '', a newline is ';'. `stderr: 'out'` is `2>&1`:
 *  into the pipe or to the caller, even when a later `>/dev/null` sends stdout away. */
export interface CommandStep {
  words: Word[]
  join: '' | '|' | '&&' | '||' | ';'
  stdout: 'out' | 'null'
  stderr: 'err' | 'out' | 'null'
}

/** `words`: the vectors of a refused command as far as they could be split off, not understood. */
export type Parsed = { steps: CommandStep[] } | { reason: string; words: string[][] }
// #endregion

/** Steps, or the reason why not: one sentence that begins with the words of refusals.ts. Never throws. */
export function parseCommand(text: string): Parsed {
  if (typeof text !== 'string') return { reason: refusalOf('', { kind: 'missing', at: 0 }), words: [] }
  const steps: CommandStep[] = []
  let step = newStep('')
  let at = 0 // all before it is understood, and stands in `steps` and `step`
  const refuse = (fault: Fault): Parsed => {
    const [next = [], ...others] = roughWords(text.slice(at, at + MAX_CHARACTERS))
    const known = steps.map(textsOf)
    const words = [...known, [...textsOf(step), ...next], ...others].filter(({ length }) => length > 0)
    return { reason: refusalOf(text, fault), words }
  }

  const fault = faultOfText(text)
  if (fault) return refuse(fault)
  for (at = afterBlanks(text, at); at < text.length; at = afterBlanks(text, at)) {
    if (text[at] === '\n' && isUntouched(step)) {
      at++ // a blank line, or the end of a line that ended in a join
      continue
    }
    if ('|&;\n'.includes(text[at]!)) {
      const join = JOINS.find((known) => text.startsWith(known, at))
      if (join === undefined || text.startsWith('|&', at)) return refuse({ kind: 'ampersand', at })
      if (step.words.length === 0) return refuse({ kind: 'empty', at })
      steps.push(step)
      step = newStep(join === '\n' ? ';' : join)
      at += join.length
      continue
    }
    const word = readWord(text, at)
    if ('kind' in word) return refuse(word)
    if (text[word.end] === '<' && /^[0-9]*$/.test(word.bare)) return refuse({ kind: 'input', at })
    if (text[word.end] === '>' && /^[0-9]*$/.test(word.bare)) { // the number is no word
      const target = REDIRECTION.exec(text.slice(word.end))
      if (target === null || !redirect(step, word.bare, target[1]!)) return refuse({ kind: 'output', at })
      at = word.end + target[0].length
      continue
    }
    const kind = faultOfWord(word, step.words.length === 0)
    if (kind) return refuse({ kind, at })
    step.words.push({ text: word.text, pattern: /[*?[]/.test(word.bare) ? word.pattern : null })
    at = word.end
  }
  if (step.words.length > 0) steps.push(step)
  else if (!isUntouched(step) || !['', ';'].includes(step.join)) return refuse({ kind: 'empty', at })
  return { steps }
}

const JOINS = ['&&', '||', '|', ';', '\n'] as const // the longer ones first
const REDIRECTION = /^>(&1|[ \t]*\/dev\/null)(?![^ \t\n|&;])/

/** Applies a redirection to the step; false when it is not one of the few that are understood. */
function redirect(step: CommandStep, number: string, target: string): boolean {
  if (target === '&1') {
    step.stderr = step.stdout
    return number === '2'
  }
  if (number === '2') step.stderr = 'null'
  else step.stdout = 'null'
  return ['', '1', '2'].includes(number)
}

function newStep(join: CommandStep['join']): CommandStep {
  return { words: [], join, stdout: 'out', stderr: 'err' }
}

function isUntouched({ words, stdout, stderr }: CommandStep): boolean {
  return words.length === 0 && stdout === 'out' && stderr === 'err'
}

function textsOf({ words }: CommandStep): string[] {
  return words.map((word) => word.text)
}

function afterBlanks(text: string, start: number): number {
  for (let at = start; ; at++) {
    if (text.startsWith('\\\n', at)) at++
    else if (text[at] !== ' ' && text[at] !== '\t') return at
  }
}

/** Characters and limits: what is wrong with the text before anything is split. */
function faultOfText(text: string): Fault | null {
  if (text.length > MAX_CHARACTERS) return { kind: 'length', at: MAX_CHARACTERS } // first: others read it all
  const hidden = text.search(HIDDEN)
  if (hidden >= 0) return { kind: 'hidden', at: hidden }
  if (/^([ \t\n]|\\\n)*$/.test(text)) return { kind: 'missing', at: 0 }
  const blanks = text.search(TOO_MANY_BLANKS)
  return blanks >= 0 ? { kind: 'blanks', at: blanks } : null
}

const TOO_MANY_BLANKS = new RegExp(`[ \\t\\n]{${MAX_BLANKS_IN_A_ROW + 1}}`)

/** Splits by blanks and operators and drops quotes: enough to see what a refused command might be about. */
function roughWords(text: string): string[][] {
  const isWord = (word: string) => word !== ''
  return text.split(/[\n;|&()`]+/).map((part) => part.split(/[\s<>]+/).map(plain).filter(isWord))
}

function plain(word: string): string {
  return word.split(HIDDEN).join('').replace(/['"\\]/g, '')
}
