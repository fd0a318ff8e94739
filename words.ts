// words.ts: one word of a command line, read as POSIX quotes it. It gives the text that a program gets, and
// what of it was not quoted, since only that can be special; command.ts puts the words together.
// It expands nothing: a pattern stays one, and whatever a shell would put a value for is a fault.

/** `text` is the word after unquoting. `pattern` is null when nothing in it is to be expanded, else the text
 *  with a backslash before each quoted character that would mean something in a pattern. */
export interface Word { text: string; pattern: string | null }

/** `bare`: the characters that were not quoted, with QUOTED for each that was. `end`: where it stopped. */
export interface WordRead { text: string; pattern: string; bare: string; end: number }

/** Why a word cannot be read, or not be meant; `at` counts as strings do. */
export interface WordFault { kind: WordFaultKind; at: number }
export type WordFaultKind = 'quote' | 'backslash' | 'substitution' | 'parenthesis'
  | 'tilde' | 'comment' | 'negation' | 'assignment' | 'braces'

export const MAX_BLANKS_IN_A_ROW = 40 // spaces, tabs and newlines together: more could hide what follows
const QUOTED = '\0' // no command that gets this far holds one
const PATTERN_CHARACTERS = '*?[]\\!^-:' // what means something in a pattern, some of them only inside [ ]

const EMOJI = String.raw`\p{Extended_Pictographic}`
const LETTER = String.raw`[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}]`
const SEEN = [ // by themselves, or by what they do to what stands beside them
  String.raw`[ \t\n]`,
  String.raw`(?<=${EMOJI})\ufe0f`, // shows it in colours
  String.raw`(?<=${EMOJI}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=${EMOJI})`, // makes one of two
  String.raw`(?<=${LETTER})[\u200c\u200d](?=${LETTER})`, // scripts that are not right without joiners
].join('|')

/** Matches one character that no screen shows as what it is: controls, format, private and unassigned ones,
 *  half surrogates, fillers, every blank but the space. Tab and newline are not among them. */
export const HIDDEN = new RegExp(`(?!${SEEN})[\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u2800]`, 'u')

/** Reads from `start` to the unquoted character that ends the word; `end === start` when that is one. */
export function readWord(command: string, start: number): WordRead | WordFault {
  let text = ''
  let pattern = ''
  let bare = ''
  const addQuoted = (char: string) => {
    text += char
    pattern += PATTERN_CHARACTERS.includes(char) ? `\\${char}` : char
    bare += QUOTED
  }
  let quote = '' // the one that is open
  let quoteAt = start
  let at = start
  for (; at < command.length; at++) {
    const char = command[at]!
    const next = command[at + 1]
    if (quote === '' && ' \t\n|&;<>'.includes(char)) break
    if (char === quote) {
      quote = ''
    } else if (quote === "'") {
      addQuoted(char)
    } else if (quote === '' && (char === "'" || char === '"')) {
      quote = char
      quoteAt = at
      bare += QUOTED // for a quoted nothing too
    } else if (char === '\\') {
      if (next === undefined) return { kind: 'backslash', at }
      if (quote === '"' && !'$`"\\\n'.includes(next)) addQuoted(char)
      if (next !== '\n') addQuoted(next)
      at++
    } else if (char === '`' || (char === '$' && !isLiteralDollar(command, at, quote))) {
      return { kind: 'substitution', at }
    } else if (quote === '"') {
      addQuoted(char)
    } else if (char === '(' || char === ')') {
      return { kind: 'parenthesis', at }
    } else {
      text += char
      pattern += char
      bare += char
    }
  }
  return quote === '' ? { text, pattern, bare, end: at } : { kind: 'quote', at: quoteAt }
}

/** Whether a shell, too, would leave this `$` as it is: a blank, the end or the closing quote follows. */
function isLiteralDollar(command: string, at: number, quote: string): boolean {
  if (quote === '' && command[at - 1] === '!') return false // `!$` is the last word of the line before
  const next = command[at + 1] ?? '\n'
  return ' \t\n'.includes(next) || (quote === '"' && next === '"')
}

/** What a whole word must not be; null when nothing speaks against it. `isFirst`: of its step. */
export function faultOfWord({ bare }: WordRead, isFirst: boolean): WordFaultKind | null {
  if (bare.startsWith('~')) return 'tilde'
  if (bare.startsWith('#')) return 'comment'
  if (isFirst && bare.startsWith('!')) return 'negation'
  if (isFirst && /^[A-Za-z_][A-Za-z0-9_]*(\[.*\])?\+?=/s.test(bare)) return 'assignment'
  let depth = 0 // of open braces: `{a,b}` and `{1..3}` are lists, `HEAD^{tree}` and `@{1}..HEAD` are not
  for (let at = 0; at < bare.length; at++) {
    if (bare[at] === '{') depth++
    if (bare[at] === '}') depth = Math.max(0, depth - 1)
    if (depth > 0 && (bare[at] === ',' || bare.startsWith('..', at))) return 'braces'
  }
  return null
}
