// unused.ts: which of the allowed programs the last runs did without. A list of programs only ever grows when
// nobody says this. It reads the records of the workspace, and only those in the usual folder.

import { recordsOf } from '../lessons/10-record/where.ts'
import type { Policy } from '../policy.ts'

const RECORDS_READ = 20

/** The allowed programs that no recorded call has run, and how many records were looked at. */
export function unusedPrograms({ root, commands }: Policy): { records: number; programs: string[] } {
  const records = recordsOf(root, RECORDS_READ)
  const used = new Set(records.flatMap(({ events }) => {
    return events.flatMap(({ programs }) => (Array.isArray(programs) ? programs as unknown[] : []))
  }))
  return { records: records.length, programs: [...new Set(commands)].filter((name) => !used.has(name)) }
}
