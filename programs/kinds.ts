// kinds.ts: what a word means by its kind, and what a word means that no table knows. It adds to the facts
// that it is given and takes nothing away. It looks at no file: a path is only named here.

import { shown } from '../print.ts'
import { placeOf } from '../places.ts'
import { isHarmlessSetting } from './keys.ts'
import { awkFacts, jqFacts, sedFacts } from './scripts.ts'
import { ESCAPE, HELPER, LIBRARY, namesProgram, SHELL_ESCAPE } from './starts.ts'
import type { Facts, Mention } from './facts.ts'
import type { ScriptFacts } from './scripts.ts'

export const STARTS = 'it starts another program; run that one as a command of its own'
const NO_FILES = ['', '-', '/dev/null']
const ADDRESS = /^(?!file:)([a-z][a-z0-9+.-]*:\/\/(?!.*\.\.)|[\w.-]+@[\w.-]+:(?!.*\.\.))/i
// What a container has: in `/here:/there`, or in `type=bind,source=/here,target=/there`.
const IN_CONTAINER = /:\/[^:,]*|(?<=^(type|source|src)=.*,)(target|dst|destination)=[^,]*/g

/** Adds to the facts what a word means. `isLook`: by its options, the program only looks. */
type Meaning = (facts: Facts, word: string, isLook: boolean) => void

/** The kinds that README.md explains. */
export const KINDS: Readonly<Record<string, Meaning>> = {
  text: () => {},
  number: formed(/^[+-]?(\d[\d.,:]*|0x[\da-f]+)[a-z%]{0,3}$/i),
  plus: formed(/^\+/),
  // For these git starts a program that checks signatures, and ps shows environments.
  format: formed(/^(?!.*(%[-+ ]?G|signature|environ))/s),
  glob: (facts, word) => { // of names, or `RANGE:NAME`
    if (placeOf(word.replace(/^!|^.*:/, ''), 'read') === 'secret') addMark(facts, word, 'asks')
  },
  read: (facts, word) => addPath(facts, word, 'read'),
  tree: (facts, word) => mention(facts, word, 'read', true, true),
  write: (facts, word) => addPath(facts, word, 'write'),
  delete: (facts, word) => addPath(facts, word, 'delete'),
  folder: (facts, word) => { // each further one leads on from the one before
    facts.folder = facts.folder === '' || word.startsWith('/') ? word : `${facts.folder}/${word}`
  },
  word: addWord,
  target: (facts, word, isLook) => {
    if (/^(?!file:)[\w.@-]+:/i.test(word)) return addMark(facts, word, 'network')
    mention(facts, word, isLook ? 'read' : 'write')
  },
  data: (facts, word) => {
    const [, path = ''] = /^[^@<]*[@<](.*)$/s.exec(word) ?? []
    for (const text of new Set([path, path.replace(/^"|["; ].*$/gs, '')])) mention(facts, text, 'read')
    if (word.includes('%output')) addMark(facts, word, 'writes')
  },
  mount: (facts, word) => mention(facts, word.replace(IN_CONTAINER, ''), 'write'),
  assign: (facts, word) => (namesProgram(word) ? refuse(facts, word, STARTS) : addWord(facts, word)),
  setting: (facts, word) => checkSetting(facts, word, true),
  key: (facts, word) => checkSetting(facts, word, facts.settings),
  sed: (facts, word) => addScript(facts, word, sedFacts(word)),
  awk: (facts, word) => addScript(facts, word, awkFacts(word)),
  jq: (facts, word) => addScript(facts, word, jqFacts(word)),
  escape: (facts, word) => (ESCAPE.test(word) ? refuse(facts, word, STARTS) : undefined),
  inner: (facts, word) => void (facts.inner ??= []).push(word),
  args: addArgument,
  unknown: addUnknown,
}

/** What a kind means; words with | between them mean that it is one of these. */
export function meaningOf(kind: string): Meaning {
  return KINDS[kind] ?? formed(new RegExp(`^(${kind})$`))
}

function formed(form: RegExp): Meaning {
  return (facts, word) => (form.test(word) ? undefined : addUnknown(facts, word))
}

type Effect = 'writes' | 'deletes' | 'runsCode' | 'startsProgram' | 'network' | 'settings' | 'understood'

/** The marks that say what is done, and what they change in the facts; the others are for options.ts. */
export const EFFECTS: Readonly<Record<string, Effect | 'refused'>> = {
  writes: 'writes', deletes: 'deletes', code: 'runsCode', starts: 'startsProgram', network: 'network',
  settings: 'settings', asks: 'understood', never: 'refused',
}

/** Adds what a mark says. The first word that decided something is kept. */
export function addMark(facts: Facts, word: string, mark: string): void {
  const effect = EFFECTS[mark]
  if (effect === undefined) return
  if (effect === 'refused') return refuse(facts, word, 'it has no place here; do without it')
  if (facts.word === facts.vector[0]) facts.word = word
  facts[effect] = effect !== 'understood'
}

/** The first refusal counts, and its word. */
export function refuse(facts: Facts, word: string, why: string): void {
  if (facts.refused !== null) return
  facts.refused = `${shown(facts.vector[0]!)} ${shown(word)}: ${why}`
  facts.word = word
}

/** A word that no table knows: any option, any value, or a path that is written. */
function addUnknown(facts: Facts, word: string): void {
  addMark(facts, word, 'asks')
  if (SHELL_ESCAPE.test(word.replace(/^-[^=]*=/, ''))) refuse(facts, word, STARTS)
  if (LIBRARY.test(word)) refuse(facts, word, 'may load it as code; leave it out')
  addArgument(facts, word)
}

/** A word for project code: perhaps a path that is written, or letters of options with one glued to them. */
function addArgument(facts: Facts, word: string): void {
  if (/^(-|[\w.:-]+=)/.test(word) && namesProgram(word)) refuse(facts, word, STARTS)
  const letters = /^-[A-Za-z0-9]+/.exec(word)?.[0].length ?? 0
  const starts = [2, 3, 4, letters].filter((at) => at > 1 && at <= letters)
  for (const at of new Set([0, ...starts])) mention(facts, word.slice(at), 'write')
}

/** Perhaps a path; an address is none, unless it is one of a file, or could lead up as a path. */
function mention(
  facts: Facts, text: string, access: Mention['access'], isPath = false, followsLinks = false,
): void {
  if (NO_FILES.includes(text)) return
  if (!isPath && ADDRESS.test(text)) return addMark(facts, text, 'network')
  facts.mentions.push({ text, access, isPath, ...(followsLinks && { followsLinks }) })
}

/** A path for sure, but for what may stand behind a first `@` or `=`. */
function addPath(facts: Facts, text: string, access: Mention['access']): void {
  mention(facts, text, access, !/^[@=]/.test(text))
  if (access === 'read' || NO_FILES.includes(text)) return
  if (/^\s*[|!]/.test(text)) refuse(facts, text, STARTS) // some write to what they start
  addMark(facts, text, `${access}s`)
}

/** Perhaps a path to read. What `+` begins may be a command of the program's own, what `@` begins a file with
 *  more options; git has `:(top)` or `:!` before a path. */
function addWord(facts: Facts, text: string): void {
  if (/^\+./.test(text)) return addUnknown(facts, text)
  if (HELPER.test(text)) refuse(facts, text, STARTS)
  if (/^@[^{~^]/.test(text)) addMark(facts, text, 'asks')
  for (const one of new Set([text, text.replace(/^:(\([^)]*\)|[/!^]+)/, '')])) mention(facts, one, 'read')
}

/** A setting of git, perhaps with its value: some make it start a program, some are secret. */
function checkSetting(facts: Facts, text: string, isChanged: boolean): void {
  const [name = '', value = ''] = text.split(/=(.*)/s)
  if (/token|passw|secret|header|credential|auth/i.test(name)) addMark(facts, text, 'asks')
  if (!isChanged || isHarmlessSetting(name, value)) return
  refuse(facts, text, 'it may start a program; leave it out')
}

function addScript(facts: Facts, text: string, found: ScriptFacts): void {
  if (found.starts) refuse(facts, text, STARTS)
  if (!found.understood) addMark(facts, text, 'asks')
  for (const path of found.reads) addPath(facts, path, 'read')
  for (const path of found.writes) addPath(facts, path, 'write')
}
