// wrong.ts: plausible and wrong. It looks for the end of a call by its id, in the whole record: the end of a
// later call that has the same id is taken for that of an earlier one, which never ended.

import type { RecordEvent } from './events.ts'

/** A call that ran because a person agreed. `ok`: whether it completed, null when no end is recorded. */
export interface Agreed { id: string; tool: string; ok: boolean | null }

/** The calls that a person allowed, in the order of their decisions. Lines of a name that is not known are
 *  passed over. An id is a name within its round: a later round may use it again. */
export function agreedTo(events: readonly RecordEvent[]): Agreed[] {
  const decisions = events.filter(({ type }) => type === 'decision')
  const yes = decisions.filter(({ allowed, by }) => allowed === true && by === 'human')
  return yes.map(({ id, tool }) => {
    const end = events.find((event) => event['id'] === id && /\.(completed|failed)$/.test(event.type))
    return { id: String(id), tool: String(tool), ok: end ? end.type.endsWith('completed') : null }
  })
}
