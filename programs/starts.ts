// starts.ts: table: what in a word says that another program is started, or foreign code loaded, whatever the
// program is that gets it.

/** Words in names of options and settings that take a program: `--rsh-command`, `ProxyCommand`. */
const WORDS = new Set(`exec execdir command commands cmd cmds program programs prog shell rsh ssh pager editor
  filter filters hook hooks helper plugin plugins preprocessor preprocess preproc postprocessor wrapper
  launcher interpreter askpass extcmd toolexec vettool preload`.split(/\s+/))
const ENDS = /(command|cmd|shell)$/ // as in `proxycommand`

const SWITCHED_OFF = /^-+(no|without|disable|skip)-/

/** Whether a word, up to its first `=`, is such a name. */
export function namesProgram(word: string): boolean {
  if (SWITCHED_OFF.test(word)) return false
  const words = word.split('=')[0]!.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase().split(/[^a-z0-9]+/)
  return words.some((each) => WORDS.has(each) || ENDS.test(each))
}

/** `:!cmd` of vi, `\!` of psql, `.shell` of sqlite, `EXEC:` of socat. */
export const SHELL_ESCAPE = /^\s*([:+.\\]+!|!\s*[\w./]+\s|\.(sh|sy)[a-z]*\s|(exec|system|shell):)/i
export const LIBRARY = /\.(so(\.\d+)*|dylib|dll)$/i
/** `helper::address` makes git start a program of that name. */
export const HELPER = /^[\w+-]+::/
/** What databases, debuggers and editors run commands by, in the languages of their own. */
export const ESCAPE = new RegExp([
  String.raw`!\s*[\w./]`, String.raw`^\s*[.:]?(she?l?l?|sy[a-z]*|pipe|make|py[a-z]*|load)(\s|$)`,
  String.raw`^\s*\.\w+\s.*\|`, String.raw`\bprogram\s*'`,
  String.raw`\b(system|shell|shell-command|call-process|popen|termopen|jobstart|load_extension)\b`,
].join('|'), 'i')
