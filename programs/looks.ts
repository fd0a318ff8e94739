// looks.ts: the programs known to do nothing but look, and the options that are understood so far. A program
// that is not in the table may do anything: it is never harmless, and never runs in a read-only session.

/** Programs that only look, given the options below and operands that are paths or texts. */
export const LOOKS: ReadonlySet<string> = new Set([
  'ls', 'cat', 'wc', 'pwd', 'head', 'tail', 'grep', 'echo', 'basename', 'dirname', 'stat', 'true', 'false',
])

/** Options understood for every program; any other word that begins with `-` is refused. */
export const OPTIONS = /^-(l|a|la|n|c|w|[0-9]{1,9})$/
export const KNOWN_OPTIONS = '-l -a -la -n -c -w -NUMBER'
