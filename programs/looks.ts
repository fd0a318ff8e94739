// looks.ts: the programs known to do nothing but look, and the options that are understood so far. A program
// that is not in the table may do anything: it is never harmless, and never runs in a read-only session.

import { shown } from '../print.ts'

/** Programs that only look, given the options below and operands that are paths or texts. */
export const LOOKS: ReadonlySet<string> = new Set([
  'ls', 'cat', 'wc', 'pwd', 'head', 'tail', 'grep', 'echo', 'basename', 'dirname', 'stat', 'true', 'false',
])

const OPTIONS = /^-(l|a|la|n|c|w|[0-9]{1,9})$/ // to a program that looks; `-c` alone is code to another one

/** Why a word cannot be given to a program: an option that is not understood; null for any other word. */
export function faultOfOption(program: string, word: string): string | null {
  if (!word.startsWith('-') || word === '-' || (LOOKS.has(program) && OPTIONS.test(word))) return null
  const known = LOOKS.has(program) ? ', or use -l -a -la -n -c -w -NUMBER' : ''
  return `option not understood: ${shown(program)} ${shown(word)}; leave it out${known}`
}
