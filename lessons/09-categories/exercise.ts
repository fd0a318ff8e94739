// exercise.ts: a tenth name, for a project whose database is dear to it. It should be there for commands that
// change what a database holds, and for nothing that only speaks of it.

import type { ToolCall } from '../../agent.ts'
import type { Policy } from '../../policy.ts'
import type { Risk } from './categories.ts'

/** What a call is about, as `classify` gives it, or with names of one's own. */
export type Classify = (policy: Policy, call: ToolCall) => { category: string; risk: Risk }[]

/** `classify` that also knows `database`, of risk high, behind the other high names and before the medium
 *  ones: a step that is a client (psql, mysql, sqlite3), or starts one, has DROP, DELETE, TRUNCATE, UPDATE or
 *  INSERT as a whole word in one of its words, in any case. */
export function withDatabase(classify: Classify): Classify {
  return classify // TODO: effectsOf shows each step: its `program`, what it `starts`, the words `given`
}
