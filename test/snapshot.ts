// snapshot.ts: what a tree of files looks like at one moment, and in what two moments differ. Links are not
// followed and nothing but regular files is opened. Times of folders are left out: they follow from names.

import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Stats } from 'node:fs'

const MAX_READ_BYTES = 4_194_304 // of a larger file only size and time are compared

/** Of each name below the folder, from there: its kind and mode (octal, as the system has it), and of a file
 *  the number of its names, its time and its content. */
export type Snapshot = Map<string, string>

export function snapshotOf(root: string): Snapshot {
  const found: Snapshot = new Map()
  const add = (name: string) => {
    const path = join(root, name)
    const stats = lstatSync(path)
    found.set(name, [stats.mode.toString(8), ...contentOf(path, stats)].join(' '))
    if (stats.isDirectory()) for (const below of readdirSync(path)) add(join(name, below))
  }
  add('.')
  return found
}

function contentOf(path: string, stats: Stats): (string | number)[] {
  if (stats.isSymbolicLink()) return [readlinkSync(path)]
  if (!stats.isFile()) return []
  const isRead = stats.size <= MAX_READ_BYTES
  const content = isRead ? createHash('sha256').update(readFileSync(path)).digest('hex') : stats.size
  return [stats.nlink, stats.mtimeMs, content]
}

/** The names that are new, gone or changed, sorted. */
export function changesIn(before: Snapshot, after: Snapshot): string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort()
}
