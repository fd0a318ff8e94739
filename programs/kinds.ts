// kinds.ts: what a value or an operand means by its kind, and what a word means that no table knows. Facts
// that are handed in are added to and never lessened. It looks at no file: a path is only named here.

import { shown } from '../print.ts'
import { isHarmlessSetting } from './keys.ts'
import { awkFacts, jqFacts, sedFacts } from './scripts.ts'
import type { Facts } from './facts.ts'
import type { ScriptFacts } from './scripts.ts'

const MAX_GLUED_LETTERS = 4 // of an unknown bundle: behind each of them a value may begin

type Access = 'read' | 'write' | 'delete'

/** How a program was called: it only looks; what it reads it also writes. */
export interface Manner { isLook: boolean; isInPlace: boolean }

/** Adds what `text` means to the facts. `kind`: one of form.ts, or words with | between them. */
export function addValue(facts: Facts, kind: string, text: string, { isLook, isInPlace }: Manner): void {
  const read = isInPlace ? 'write' : 'read'
  const write = isLook ? 'read' : 'write'
  switch (kind) {
    case 'text': case 'inner': case 'args': return
    case 'number': return NUMBER.test(text) ? undefined : addUnclear(facts, text)
    case 'plus': return text.startsWith('+') ? undefined : addUnclear(facts, text)
    case 'read': return addPath(facts, text, read)
    case 'write': return addPath(facts, text, 'write')
    case 'delete': return addPath(facts, text, 'delete')
    case 'archive': return addArchive(facts, text, write)
    case 'folder': return addFolder(facts, text)
    case 'word': return addPlainWord(facts, text, read)
    case 'rev': return addWord(facts, text.replace(/^:(\([^)]*\)|[/!^]+)/, ''), read)
    case 'url': return HELPER.test(text) ? refuse(facts, text, STARTS) : addRemote(facts, text, 'read')
    case 'remote': return addRemote(facts, text, write)
    case 'data': return addWord(facts, /^[^=@<]*=?[@<](.*)$/s.exec(text)?.[1] ?? '', 'read')
    case 'mount': return addMount(facts, text)
    case 'code': return decide(facts, text, 'runsCode')
    case 'escape': return ESCAPE.test(text) ? refuse(facts, text, STARTS) : undefined
    case 'format': return /%[-+ ]?G|signature/.test(text) ? decide(facts, text, 'runsCode') : undefined
    case 'sed': return addScript(facts, text, sedFacts(text))
    case 'awk': return addScript(facts, text, awkFacts(text))
    case 'jq': return addScript(facts, text, jqFacts(text))
    case 'assign': return addAssignment(facts, text)
    case 'setting': return addSetting(facts, text)
    case 'key': return addKey(facts, text, isLook)
    default: return kind.split('|').includes(text) ? undefined : addUnclear(facts, text)
  }
}

/** The first word that decided something is kept; the effect is that of a mark. */
export function decide(facts: Facts, word: string, effect: Effect): void {
  if (facts.word === facts.vector[0]) facts.word = word
  if (effect === 'asks') facts.understood = false
  else facts[effect] = true
}

export type Effect = 'writes' | 'deletes' | 'runsCode' | 'startsProgram' | 'network' | 'settings' | 'asks'

/** The first refusal counts, and its word. */
export function refuse(facts: Facts, word: string, why: string): void {
  if (facts.refused !== null) return
  facts.refused = `${shown(facts.vector[0]!)} ${shown(word)}: ${why}`
  facts.word = word
}

/** A known program got something that its table does not have. */
export function addUnclear(facts: Facts, word: string): void {
  decide(facts, word, 'asks')
  addUnknown(facts, word)
}

/** A word that no table knows: any option, any value, and perhaps a path that is written. */
export function addUnknown(facts: Facts, word: string): void {
  const isOption = word.startsWith('-')
  const isNamed = isOption || /^[\w.:-]+=/.test(word)
  if (isNamed && !SWITCHED_OFF.test(word) && namesProgram(nameOf(word))) refuse(facts, word, STARTS)
  const value = isOption ? word.slice(word.indexOf('=') + 1) : word
  if (SHELL_ESCAPE.test(value)) refuse(facts, word, STARTS)
  if (LIBRARY.test(value)) refuse(facts, word, 'may load it as code; leave it out')
  addArgument(facts, word)
}

/** A word that something unknown gets: perhaps a path, or an option with one glued to its letters. */
export function addArgument(facts: Facts, word: string): void {
  addWord(facts, word, 'write')
  const letters = /^-[A-Za-z0-9]+/.exec(word)?.[0].length ?? 0
  for (let at = 2; at <= Math.min(letters, MAX_GLUED_LETTERS); at++) addWord(facts, word.slice(at), 'write')
  if (letters > MAX_GLUED_LETTERS) addWord(facts, word.slice(letters), 'write')
}

/** Whether a name says, as one of its words, that it takes a program: `--rsh-command`, `ProxyCommand`. */
export function namesProgram(name: string): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase().split(/[^a-z0-9]+/)
  return words.some((word) => PROGRAM_WORDS.has(word))
}

function nameOf(word: string): string {
  return word.split('=')[0]!
}

/** A path that is one for sure. Behind `@` or `=` in it may stand another. */
function addPath(facts: Facts, text: string, access: Access): void {
  if (access === 'write' && /^\s*[|!]/.test(text)) refuse(facts, text, STARTS)
  if (text === '' || text === '-' || text === '/dev/null') return
  facts.mentions.push({ text, access, isPath: true })
  if (access === 'write') decide(facts, text, 'writes')
  if (access === 'delete') decide(facts, text, 'deletes')
  if (/^[@=]./.test(text)) addPath(facts, text.slice(1), access)
}

/** Perhaps a path. An address is none, unless it is one of a file, or could lead up as a path. */
function addWord(facts: Facts, text: string, access: Access): void {
  if (text === '' || text === '-' || text === '/dev/null') return
  if (ADDRESS.test(text)) return decide(facts, text, 'network')
  facts.mentions.push({ text, access, isPath: false })
  if (/^@[^{~^]/.test(text)) decide(facts, text, 'asks') // many a program reads options or names from `@file`
}

/** A word of a program that may take commands of its own behind `+`, as less does. */
function addPlainWord(facts: Facts, text: string, access: Access): void {
  if (SHELL_ESCAPE.test(text)) refuse(facts, text, STARTS)
  if (/^\+./.test(text)) decide(facts, text, 'asks')
  addWord(facts, text, access)
}

/** `host:path` makes tar start a remote shell. */
function addArchive(facts: Facts, text: string, access: Access): void {
  if (/^[^/]+:/.test(text)) decide(facts, text, 'startsProgram')
  addPath(facts, text, access)
}

/** Where the program goes before it does anything; each further one leads on from there. */
function addFolder(facts: Facts, text: string): void {
  const isOn = facts.folder !== '' && !text.startsWith('/')
  facts.folder = isOn ? `${facts.folder}/${text}` : text
  addPath(facts, facts.folder, 'read')
}

/** Another machine, or a path here. */
function addRemote(facts: Facts, text: string, access: Access): void {
  if (/^[\w.@-]+:/.test(text) && !/^file:/i.test(text)) return decide(facts, text, 'network')
  addWord(facts, text, access)
}

/** `/here:/there`, or `type=bind,source=/here,target=/there`: only what lies here is a path of ours. */
function addMount(facts: Facts, text: string): void {
  const sources = [...text.matchAll(/(?:^|,)(?:source|src)=([^,]*)/g)].map((found) => found[1]!)
  for (const source of sources) addPath(facts, source, 'write')
  if (sources.length === 0) addPath(facts, text.split(':')[0]!, 'write')
}

function addScript(facts: Facts, text: string, found: ScriptFacts): void {
  if (found.starts) refuse(facts, text, STARTS)
  if (!found.understood) decide(facts, text, 'asks')
  for (const path of found.reads) addPath(facts, path, 'read')
  for (const path of found.writes) addPath(facts, path, 'write')
}

/** A name, perhaps with its value. */
function addAssignment(facts: Facts, text: string): void {
  if (namesProgram(nameOf(text))) refuse(facts, text, STARTS)
  addWord(facts, text, 'read')
}

/** `name=value` of git for this one run. */
function addSetting(facts: Facts, text: string): void {
  const [key = '', value = ''] = text.split(/=(.*)/s)
  if (!isHarmlessSetting(key, value)) refuse(facts, text, 'it may start a program; leave it out')
}

/** The name of a setting of git that is read, or else changed. */
function addKey(facts: Facts, text: string, isLook: boolean): void {
  if (/token|passw|secret|header|credential|auth/i.test(text)) decide(facts, text, 'asks')
  if (!isLook && !isHarmlessSetting(text, '')) refuse(facts, text, 'it may start a program; ask a person')
}

export const STARTS = 'it starts another program; run that one as a command of its own'

const PROGRAM_WORDS = new Set(`exec execdir command commands cmd cmds program programs prog shell rsh ssh
  pager editor filter filters hook hooks helper plugin plugins preprocessor preprocess preproc postprocessor
  wrapper launcher interpreter askpass extcmd toolexec vettool`.split(/\s+/))

const HELPER = /^[\w+.-]+::/ // `helper::address` makes git start a program of that name
const SWITCHED_OFF = /^-+(no|without|disable|skip)-/
const NUMBER = /^[+-]?(\d[\d.,:]*|0x[\da-f]+)[a-z%]{0,3}$/i
const ADDRESS = /^(?!file:)([a-z][a-z0-9+.-]*:\/\/(?!.*\.\.)|[\w.-]+@[\w.-]+:(?!.*\.\.))/i
const LIBRARY = /\.(so(\.\d+)*|dylib|dll)$/i
// `:!cmd` of vi, `\!` of psql, `.shell` of sqlite
const SHELL_ESCAPE = /^\s*([:+.\\]+!|!\s*[\w./]+\s|\.(sh|sy)[a-z]*\s|(exec|system|shell):)/i
const ESCAPE = new RegExp([ // of databases, debuggers and editors, which run commands in their own languages
  String.raw`!\s*[\w./]`, String.raw`^\s*[.:]?(she?l?l?|sy[a-z]*|pipe|make|py[a-z]*|load)(\s|$)`,
  String.raw`^\s*\.\w+\s.*\|`, String.raw`\bprogram\s*'`,
  String.raw`\b(system|shell|shell-command|call-process|popen|termopen|jobstart|load_extension)\b`,
].join('|'), 'i')
