// scripts.ts: small programs that are written on a command line: of sed, awk and jq. A program is understood
// when all of it is in a small grammar that only computes and prints; what opens a file, starts a program or
// reads the environment is told, and all else is not understood. Nothing is run, and no file is looked at.

/** `starts`: it starts another program. `reads`, `writes`: paths that it opens by itself. */
export interface ScriptFacts { understood: boolean; starts: boolean; reads: string[]; writes: string[] }

// #region sed
//   script  = { blank | ';' | '}' | comment | [ address [ ',' address ] ] { '!' } command }
//   address = number [ '~' number ] | '+' number | '~' number | '$' | '/' regex '/' { 'I' | 'M' }
//   command = '{' | ':' label | one of b t T with a label | one of a i c with one line of text
//           | one of p P d D g G h H x l n N z F = q Q, perhaps with a number | y/../../ | s/../../ flags
//           | one of r R w W with a file, up to the line's end | e, which runs a command, as does the flag e
const SED_BETWEEN = /(\s|;|\}|#[^\n]*)*/y
const SED_ADDRESS = /(?:\d+(?:~\d+)?|[+~]\d+|\$|\/((?:[^/\\\n]|\\.)*)\/[IM]*)\s*/y
const SED_NOT = /(!\s*)*/y
const SED_FILE = /([rRwW])[ \t]*([^\n]+)/y
const SED_PAIR = /([sy])([^\n\\])((?:(?!\2)[^\\]|\\[^])*)\2(?:(?!\2)[^\\]|\\[^])*\2/y
const SED_FLAGS = /([gpiImM0-9]*)(e?)[gpiImM0-9]*(?:w[ \t]*([^\n]+))?/y
const SED_TEXT = /[aic](?:[ \t]*\\\n|\\?)[^\n\\]*(?=\n|$)/y
const SED_SIMPLE = /:[ \t]*\w+|[btT][ \t]*\w*|[pPdDgGhHxlnNzF=qQ][ \t]*\d*/y
const SED_END = /[ \t]*(?=[;}#\n]|$)/y

/** What a program of sed does. */
export function sedFacts(script: string): ScriptFacts {
  const facts: ScriptFacts = { understood: true, starts: false, reads: [], writes: [] }
  const { take, isDone } = readerOf(script)
  for (take(SED_BETWEEN); !isDone() && facts.understood; take(SED_BETWEEN)) {
    const first = take(SED_ADDRESS)
    const second = first && take(/,\s*/y) ? take(SED_ADDRESS) : null
    take(SED_NOT)
    const isOdd = hasOpenBracket(first?.[1]) || hasOpenBracket(second?.[1])
    if (!isOdd && take(/\{/y)) continue
    const file = take(SED_FILE)
    const pair = file ? null : take(SED_PAIR)
    const flags = pair?.[1] === 's' ? take(SED_FLAGS) : null
    facts.starts = flags?.[2] === 'e' || take(/e/y) !== null
    if (file) addFile(/r/i.test(file[1]!) ? facts.reads : facts.writes, file[2]!)
    if (flags?.[3] !== undefined) addFile(facts.writes, flags[3])
    const isKnown = (file ?? pair ?? take(SED_TEXT) ?? take(SED_SIMPLE)) !== null
    const isWhole = isKnown && !isOdd && !hasOpenBracket(pair?.[3]) && take(SED_END) !== null
    facts.understood = isWhole && !facts.starts
  }
  return facts
}
// #endregion

// #region awk
const AWK_BLANK = /([ \t\r]|\\\n|#[^\n]*)*/y
const AWK_REGEX = /\/((?:[^/\\\n]|\\.)*)\//y
const AWK_TOKEN = new RegExp([
  String.raw`"(?:[^"\\\n]|\\.)*"`, String.raw`\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+`, String.raw`[A-Za-z_]\w*`,
  String.raw`\|\||\|&|&&|>>|\+\+|--|[-+*%^=!<>]=`, '[^]',
].join('|'), 'y')
const AWK_NAME = /^[A-Za-z_]/
const AWK_OPERAND = /[\w.)\]"]$|^\/.+\/$/ // behind it a slash divides
const AWK_KEYWORDS = new Set(`BEGIN END if else while for do in break continue next nextfile exit print printf
  delete return`.split(/\s+/))
const AWK_FUNCTIONS = new Set(`length substr split index match sub gsub gensub sprintf toupper tolower int
  sqrt exp log sin cos atan2 rand srand strftime systime mktime strtonum`.split(/\s+/))
const AWK_UNKNOWN = new Set(`getline close fflush function func ENVIRON PROCINFO ARGV SYMTAB FUNCTAB @ " ' \\
  \``.split(/\s+/))
const AWK_ENDS = [undefined, ';', '}', '\n']

/** What a program of awk does. Its `>` is a file behind print, and a comparison everywhere else. */
export function awkFacts(script: string): ScriptFacts {
  const facts: ScriptFacts = { understood: true, starts: false, reads: [], writes: [] }
  const tokens = awkTokens(script)
  let [isPrint, isInput, depth] = [false, false, 0]
  for (const [at, token] of tokens.entries()) {
    const [before = '', next = '', after] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]]
    const isCall = AWK_NAME.test(token) && next === '('
    if (isCall && !AWK_KEYWORDS.has(token) && !AWK_FUNCTIONS.has(token)) facts.understood = false
    if (AWK_UNKNOWN.has(token)) facts.understood = false
    const isLoad = token === '@' && next === 'load'
    if (isLoad || ['system', '|', '|&'].includes(token)) return { ...facts, understood: false, starts: true }
    if (token === 'print' || token === 'printf') [isPrint, depth] = [true, 0]
    if (token === 'getline') isInput = true
    if (token === '(') depth++
    if (token === ')') depth--
    const isEnd = token === ';' || token === '}' || (token === '\n' && AWK_OPERAND.test(before))
    if (isEnd) isPrint = isInput = false
    const isOutput = isPrint && depth === 0 && /^>>?$/.test(token)
    if (!isOutput && !(isInput && token === '<')) continue
    const path = /^"([^"\\]+)"$/.exec(next)?.[1]
    if (path !== undefined) addFile(isOutput ? facts.writes : facts.reads, path)
    if (path === undefined || !AWK_ENDS.includes(after)) facts.understood = false
  }
  return facts
}

/** The words of a program; '@', which is not understood, where a slash may be one thing or another. */
function awkTokens(script: string): string[] {
  const tokens: string[] = []
  const { take, isDone, rest } = readerOf(script)
  for (take(AWK_BLANK); !isDone(); take(AWK_BLANK)) {
    const before = tokens.at(-1) ?? ''
    const isUnsure = [')', '++', '--'].includes(before) || AWK_FUNCTIONS.has(before)
    const isDivision = isUnsure || (AWK_OPERAND.test(before) && !AWK_KEYWORDS.has(before))
    const regex = isDivision ? null : take(AWK_REGEX)
    const token = (regex ?? take(AWK_TOKEN))![0]
    const isOdd = token === '/' && (!isDivision || (isUnsure && rest().includes('/')))
    tokens.push(isOdd || hasOpenBracket(regex?.[1]) ? '@' : token)
  }
  return tokens
}
// #endregion

// The environment, and what opens files. Behind a dot, or right inside quotes, it is a field's name.
const JQ_UNKNOWN = new RegExp(String.raw`\$[\s#]|\$(ENV|__prog)|(?<![.\w"])(env|strenv|envsubst|import|include
  |load\w*|modulemeta|get_search_list|eval|system|exec)\b`.replace(/\s+/g, ''))

/** What a program of jq does; of yq too. */
export function jqFacts(script: string): ScriptFacts {
  return { understood: !JQ_UNKNOWN.test(script), starts: false, reads: [], writes: [] }
}

function addFile(paths: string[], path: string): void {
  if (!/^\/dev\/std(in|out|err)$/.test(path)) paths.push(path)
}

/** Whether a regular expression ends inside a `[ ]`: then what ended it may not have been the end. */
function hasOpenBracket(regex = ''): boolean {
  let isOpen = false
  for (let at = 0; at < regex.length; at++) {
    const char = regex[at]
    const next = regex[at + 1] ?? ''
    if (isOpen && char === '\\') return true // some take it for itself, and some for what follows
    if (!isOpen && char === '\\') at++ // what follows is no bracket
    else if (!isOpen && char === '[') {
      isOpen = true
      at += /^\^?\]?/.exec(regex.slice(at + 1, at + 3))![0].length
    } else if (isOpen && char === '[' && ':.='.includes(next || '/')) {
      const end = regex.indexOf(`${next}]`, at + 2) // of a class, as in [[:alpha:]]
      if (end < 0) return true
      at = end + 1
    } else if (char === ']') isOpen = false
  }
  return isOpen
}

interface Reader { take(pattern: RegExp): RegExpExecArray | null; isDone(): boolean; rest(): string }

/** Reads a text from its start, piece by piece; every pattern is sticky. */
function readerOf(text: string): Reader {
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  return { take, isDone: () => at >= text.length, rest: () => text.slice(at) }
}
