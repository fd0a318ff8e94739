// in-force.ts: what a session may do, in one line. `node run.ts audit` says all of it.

import { shown } from '../print.ts'
import type { Policy } from '../policy.ts'

const PROGRAMS_SHOWN = 8 // of those that may run

/** Where, whether files may change, and which programs may run. */
export function inForce({ root, writable, commands }: Policy): string {
  const rights = writable ? 'files may change' : 'read-only'
  const others = commands.length - PROGRAMS_SHOWN
  const more = others > 0 ? ` and ${others} more (node run.ts audit shows them)` : ''
  const programs = commands.slice(0, PROGRAMS_SHOWN).join(', ') || 'none'
  return `${shown(root)}: ${rights}; programs: ${programs}${more}`
}
