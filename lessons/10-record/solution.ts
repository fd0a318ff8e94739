// solution.ts: one answer. A reply of the model begins a round, and from then on an id is another call.

import type { RecordEvent } from './events.ts'

/** A call that ran because a person agreed. `ok`: whether it completed, null when no end is recorded. */
export interface Agreed { id: string; tool: string; ok: boolean | null }

/** The calls that a person allowed, in the order of their decisions. Lines of a name that is not known are
 *  passed over. An id is a name within its round: a later round may use it again. */
export function agreedTo(events: readonly RecordEvent[]): Agreed[] {
  const agreed: Agreed[] = []
  const open = new Map<string, Agreed>() // of the round going on
  for (const { type, id, tool, allowed, by, message } of events) {
    const isReply = type === 'message' && (message as { role?: string }).role === 'assistant'
    if (isReply) open.clear()
    if (type === 'decision' && allowed === true && by === 'human') {
      const call = { id: String(id), tool: String(tool), ok: null }
      agreed.push(call)
      open.set(call.id, call)
    }
    const [, end] = /^tool\..*\.(completed|failed)$/s.exec(type) ?? []
    const call = open.get(String(id))
    if (end !== undefined && call) call.ok = end === 'completed'
  }
  return agreed
}
