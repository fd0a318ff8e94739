// tables.ts: all tables together, and the entry of a program in them. The operator's policy may add programs
// and subcommands, and options to those here; it takes nothing away, since what stands first wins.

import { CHANGE } from './change.ts'
import { CODE } from './code.ts'
import { FILES } from './files.ts'
import { entryOf, indexOf, wordsOf } from './form.ts'
import { GIT } from './git.ts'
import { SYSTEM } from './system.ts'
import { TEXT } from './text.ts'
import type { Entry, Tables } from './form.ts'

export const TABLES: Tables = { ...FILES, ...TEXT, ...SYSTEM, ...GIT, ...CODE, ...CHANGE }

const OURS = indexOf(TABLES)
const KEY = /^(@[a-z]+|([\w.+-]+ )*[\w.+-]+(\|[\w.+-]+)*)$/
const SEE = 'see programs/README.md'
const ASKED = '--version,--help!alone' // of each program whose line says nothing else of them
const VERSION = /(?<=^(python|pypy|pip|ruby|gem|perl|php|lua|java|node|gcc|g|clang)(\+\+)?)-?\d[\d.]*(?= |$)/

/** With the tables of a policy: all lines, and the entries that were asked for so far. */
const ofPolicies = new WeakMap<Tables, { lines: Map<string, string>; entries: Map<string, Entry> }>()

/** The entry of ['git'], or of ['git', 'log']; undefined when no table has it. */
export function find(names: readonly string[], extra: Tables): Entry | undefined {
  const known = ofPolicies.get(extra) ?? { lines: linesWith(extra), entries: new Map<string, Entry>() }
  ofPolicies.set(extra, known)
  const key = names.join(' ').replace(VERSION, '')
  const line = names.every((name) => /^[\w.+-]+$/.test(name)) ? known.lines.get(key) : undefined
  if (line !== undefined && !known.entries.has(key)) {
    const whole = names.length === 1 ? `${line} ${ASKED}` : line
    known.entries.set(key, entryOf(whole, known.lines) as Entry) // no line with a fault gets this far
  }
  return line === undefined ? undefined : known.entries.get(key)
}

/** Our lines, and those of a policy behind them; when these have a fault, none of them. */
function linesWith(extra: Tables): Map<string, string> {
  const own = tableFault(extra) === null ? [...indexOf(extra)] : []
  return new Map([...OURS, ...own.map(([key, line]) => [key, `${OURS.get(key) ?? ''} ${line}`] as const)])
}

/** What is wrong with the tables of a policy: the key and the word; null when nothing is. */
export function tableFault(tables: Tables): string | null {
  const lines = new Map([...indexOf(tables), ...OURS])
  for (const [key, line] of Object.entries(tables)) {
    const entry = entryOf(line, lines)
    const ours = [...indexOf({ [key]: line }).keys()].find((name) => OURS.has(name))
    const hasMore = wordsOf(line, lines).some((word) => !/^-+[^-]/.test(word)) // than options
    if (!KEY.test(key)) return `programs: ${key} is not a program, or a program and a subcommand; ${SEE}`
    if ('fault' in entry) return `programs: ${key}: ${entry.fault} is not understood; ${SEE}`
    if (ours !== undefined && hasMore) return `programs: ${ours} has a table; add only options to it`
  }
  return null
}
