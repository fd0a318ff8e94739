// exercise.ts: what people said yes to, from the lines of a record. As it is, it says that they agreed to
// nothing.

import type { RecordEvent } from './events.ts'

/** A call that ran because a person agreed. `ok`: whether it completed, null when no end is recorded. */
export interface Agreed { id: string; tool: string; ok: boolean | null }

/** The calls that a person allowed, in the order of their decisions. Lines of a name that is not known are
 *  passed over. An id is a name within its round: a later round may use it again. */
export function agreedTo(_events: readonly RecordEvent[]): Agreed[] {
  return [] // TODO: which lines say so, and which end belongs to which call?
}
