// expand.ts: patterns -> names. What it gives is judged and runs; nothing is expanded again. Callers judge
// each name as a path: it may be a link. It lists nothing outside the root, follows no link a pattern met.

import { lstatSync, opendirSync, realpathSync } from 'node:fs'
import { isInside } from './paths.ts'
import { shown } from './print.ts'
import { HIDDEN } from './words.ts'
import type { Word } from './words.ts'

const MAX_NAMES = 4_096 // of all words together
const MAX_LOOKS = 100_000 // entries of folders and written names looked at, for all words together

/** The texts of the words, each pattern replaced by the names that match it, sorted by code unit; one that
 *  matches none stays; `**` is `*`. Names that no command could spell (HIDDEN, tab, newline, not UTF-8) are
 *  passed over. `cwd` and `root` are real absolute paths, `cwd` inside `root`. Throws system errors. */
export function expandWords(
  words: readonly Word[], cwd: string, root: string, spent: Spent = { looks: 0, names: 0 },
): { vector: string[] } | { reason: string } {
  const search: Search = { cwd, root, spent }
  const vector: string[] = []
  for (const { text, pattern } of words) {
    if (pattern === null) {
      vector.push(text)
      continue
    }
    const components = pattern.split('/').map((component) => component.match(/\\?./gsu) ?? [])
    if (components.some((tokens) => tokens.some((token, at) => token === '[' && tokens[at + 1] === ':'))) {
      return { reason: `character classes are not understood: ${shown(text)}; write a range, as in [a-z]` }
    }
    const names = find(components.map(partsOf), search).sort()
    spent.names += names.length
    if (spent.looks > MAX_LOOKS) {
      return { reason: `more than ${MAX_LOOKS} names to look at: ${shown(text)}; begin in a deeper folder` }
    }
    if (spent.names > MAX_NAMES) {
      return { reason: `more than ${MAX_NAMES} names match: ${shown(text)}; name a folder, or match less` }
    }
    if (names.length === 0) vector.push(text)
    for (const name of names) vector.push(name.startsWith('-') ? `./${name}` : name) // never an option
  }
  return { vector }
}

/** What a command has cost so far: one budget for all its steps. */
export interface Spent { looks: number; names: number }
interface Search { cwd: string; root: string; spent: Spent }

/** A character, one of a set, or any run of characters. */
type Part = string | CharSet | typeof ANY_RUN
interface CharSet { isNot: boolean; ranges: [from: number, to: number][] }
const ANY_RUN = null

/** A component as parts, from tokens: characters, each with a backslash before it when it was quoted. */
function partsOf(tokens: string[]): Part[] {
  const parts: Part[] = []
  for (let at = 0; at < tokens.length; at++) {
    const isNot = tokens[at + 1] === '!' || tokens[at + 1] === '^'
    const first = isNot ? at + 2 : at + 1
    const close = tokens[at] === '[' ? tokens.indexOf(']', first + 1) : -1 // a ] that comes first is a member
    if (tokens[at] === '*') parts.push(ANY_RUN)
    else if (tokens[at] === '?') parts.push({ isNot: true, ranges: [] })
    else if (close < 0) parts.push(unquoted(tokens[at]!))
    else {
      parts.push({ isNot, ranges: rangesOf(tokens.slice(first, close)) })
      at = close
    }
  }
  return parts
}

function rangesOf(members: string[]): CharSet['ranges'] {
  const ranges: CharSet['ranges'] = []
  for (let at = 0; at < members.length; at++) {
    const from = members[at]!
    if (members[at + 1] === '-' && at + 2 < members.length) at += 2
    ranges.push([unquoted(from).codePointAt(0)!, unquoted(members[at]!).codePointAt(0)!])
  }
  return ranges
}

function unquoted(token: string): string {
  return token === '\\' ? token : token.replace('\\', '')
}

function isPattern(parts: Part[]): boolean {
  return parts.some((part) => typeof part !== 'string')
}

/** The names that match, spelled as they were asked for. The folder where the patterns begin may be reached
 *  in any way (`..`, a written link, from `/`); it and each one after it must really be inside the root. */
function find(components: Part[][], search: Search): string[] {
  const begin = components.findIndex(isPattern)
  if (begin < 0) return [] // no pattern, or a [ that nothing closes
  const written = components.slice(0, begin).map((parts) => `${parts.join('')}/`).join('')
  const start = realPath(written.startsWith('/') ? written : `${search.cwd}/${written}`)
  let places = [{ spelled: written, folder: start }]
  for (const [at, parts] of components.entries()) {
    if (at < begin) continue
    const isLast = at === components.length - 1
    const next: typeof places = []
    for (const { spelled, folder } of places) {
      if (folder === null || !isInside(search.root, folder)) continue
      for (const name of isPattern(parts) ? matching(folder, parts, !isLast, search) : [parts.join('')]) {
        if (++search.spent.looks > MAX_LOOKS) return []
        const path = `${folder}/${name}`
        if (!isLast) next.push({ spelled: `${spelled}${name}/`, folder: realPath(path) })
        else if (attempt(() => lstatSync(path)) !== null) next.push({ spelled: spelled + name, folder: null })
      }
    }
    places = next
  }
  return places.map(({ spelled }) => spelled)
}

/** The names in a folder that match a component; a leading dot only where one is written. */
function matching(folder: string, parts: Part[], onlyFolders: boolean, { spent }: Search): string[] {
  const names: string[] = []
  attempt(() => {
    const opened = opendirSync(folder) // unlike readdir it does not read the whole of a huge folder
    for (let entry = opened.readSync(); entry && ++spent.looks <= MAX_LOOKS; entry = opened.readSync()) {
      const { name } = entry
      if (onlyFolders && !entry.isDirectory()) continue // a link to a folder is none
      if (name.startsWith('.') && parts[0] !== '.') continue
      if (!UNSPELLABLE.test(name) && matches(parts, [...name])) names.push(name)
    }
    opened.closeSync()
  })
  return names
}

const UNSPELLABLE = new RegExp(`${HIDDEN.source}|[\\t\\n\\ufffd]`, 'u') // U+FFFD: bytes that are not UTF-8

/** Whether the parts cover the whole name. A mismatch lets only the last run grow, so no pattern is slow. */
function matches(parts: Part[], name: string[]): boolean {
  let part = 0
  let at = 0
  let run = -1 // the last run of any characters, and where what follows it was tried
  let tried = 0
  while (at < name.length) {
    if (parts[part] === ANY_RUN) {
      run = part++
      tried = at
    } else if (part < parts.length && accepts(parts[part]!, name[at]!)) {
      part++
      at++
    } else if (run >= 0) {
      part = run + 1
      at = ++tried
    } else return false
  }
  return parts.slice(part).every((rest) => rest === ANY_RUN)
}

function accepts(part: string | CharSet, char: string): boolean {
  if (typeof part === 'string') return part === char
  const code = char.codePointAt(0)!
  return part.ranges.some(([from, to]) => from <= code && code <= to) !== part.isNot
}

function realPath(path: string): string | null {
  return attempt(() => realpathSync.native(path)) // `..` after a link as the kernel has it
}

const NOT_THERE = ['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE']

function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (NOT_THERE.includes(String((error as NodeJS.ErrnoException).code))) return null
    throw error
  }
}
