// where.ts: where records lie. Outside of the workspace, in the state folder of the person; when that lies in
// the workspace, below its `.handrail/`, which no call may write. A record that the agent's tools could write
// would be worth nothing: it is refused, to be written and to be gone on with.

import { readdirSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { isInside } from '../../paths.ts'
import { readLines } from './lines.ts'
import type { Lines } from './lines.ts'

const OWN_FOLDER = '.handrail' // of the workspace; places.ts says that nothing below it is ever written

type Environment = Readonly<Record<string, string | undefined>>

/** The folder for the records of a workspace, which may not be there yet. */
export function recordFolder(root: string, env: Environment = process.env): string {
  const state = env['XDG_STATE_HOME'] ?? ''
  const home = isAbsolute(state) ? state : join(homedir(), '.local', 'state')
  const folder = join(home, 'handrail')
  return isInside(root, realOf(folder)) ? join(root, OWN_FOLDER, 'records') : folder
}

/** A file for a new record of this process: `2030-01-31T07-00-00-PID.jsonl`, in the time of UTC. */
export function newRecord(root: string, env: Environment = process.env): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  return join(recordFolder(root, env), `${time}-${process.pid}.jsonl`)
}

/** Why a record may not lie there, and where it may; null when it may. */
export function faultOfPlace(path: string, root: string): string | null {
  const real = realOf(resolve(path))
  if (!isInside(root, real) || isInside(join(root, OWN_FOLDER), real)) return null
  const advice = `name ${OWN_FOLDER}/${basename(path)}, or a file outside of the workspace`
  return `a record in the workspace could be written by the agent itself: ${advice}`
}

export interface Found extends Lines { path: string }

/** The records of a workspace, those written last first, `most` of them. What cannot be read is none. */
export function recordsOf(root: string, most: number, env: Environment = process.env): Found[] {
  const folder = recordFolder(root, env)
  const names = listed(folder).filter((name) => name.endsWith('.jsonl'))
  const files = names.map((name) => join(folder, name)).map((path) => ({ path, time: timeOf(path) }))
  const found: Found[] = []
  for (const { path } of files.sort((a, b) => b.time - a.time)) {
    if (found.length === most) break
    try {
      const lines = readLines(path)
      if (lines.events[0]!['root'] === root) found.push({ path, ...lines })
    } catch {
      // it is no record
    }
  }
  return found
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // there is none yet
  }
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** Where a path leads, as far as it is there already. */
function realOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return join(realOf(dirname(path)), basename(path))
  }
}
