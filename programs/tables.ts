// tables.ts: all tables together, those of the operator's policy included, and the entry of a program in
// them. A policy may add programs and subcommands, and options to those here; it takes nothing away.

import { CHANGE } from './change.ts'
import { CODE } from './code.ts'
import { FILES } from './files.ts'
import { entryOf, indexOf } from './form.ts'
import { GIT } from './git.ts'
import { SYSTEM } from './system.ts'
import { TEXT } from './text.ts'
import type { Entry, Tables } from './form.ts'

/** The tables of this project. */
export const TABLES: Tables = { ...FILES, ...TEXT, ...SYSTEM, ...GIT, ...CODE, ...CHANGE }

const INDEX = indexOf(TABLES)
const NAME = /^(@[a-z]+|([\w.+-]+ )*[\w.+-]+(\|[\w.+-]+)*)$/
const SEE = 'see the form in programs/form.ts'

/** What is known with the tables of one policy: its lines, and the entries that were asked for so far. */
interface Known { index: Map<string, string>; entries: Map<string, Entry> }
const ofPolicies = new WeakMap<Tables, Known>()

/** The entry of `git` or `git log`; undefined when no table has it. Tables with a fault are not used. */
export function find(key: string, extra: Tables): Entry | undefined {
  let own = ofPolicies.get(extra)
  if (own === undefined) {
    own = { index: tableFault(extra) === null ? indexOf(extra) : new Map(), entries: new Map() }
    ofPolicies.set(extra, own)
  }
  const lines = [INDEX.get(key), own.index.get(key)].filter((line) => line !== undefined)
  if (lines.length > 0 && !own.entries.has(key)) {
    const entry = entryOf(lines.join(' '), new Map([...own.index, ...INDEX]))
    own.entries.set(key, entry as Entry) // a line with a fault does not get this far
  }
  return own.entries.get(key)
}

/** What is wrong with the tables of a policy: the key and the word; null when nothing is. */
export function tableFault(tables: unknown): string | null {
  if (typeof tables !== 'object' || tables === null || Array.isArray(tables)) {
    return `programs is not an object with a line for each program; ${SEE}`
  }
  for (const [key, line] of Object.entries(tables)) {
    if (!NAME.test(key)) return `programs: ${key} is not a program, or a program and a subcommand; ${SEE}`
    if (typeof line !== 'string') return `programs: ${key} has no line of words; ${SEE}`
    const entry = entryOf(line, new Map([...indexOf(tables as Tables), ...INDEX]))
    if ('fault' in entry) return `programs: ${key}: ${entry.fault} is not understood; ${SEE}`
    const isMore = entry.operands.length + entry.marks.size + entry.added.length + entry.choosers.length > 0
    const known = [...indexOf({ [key]: line }).keys()].find((name) => INDEX.has(name))
    if (known !== undefined && isMore) return `programs: ${known} has a table; add only options to it`
  }
  return null
}
