// wrong.ts: plausible and wrong. It looks for the words in the text of the command: what is only printed or
// searched for is taken for a change, and the name always stands last, behind what is less bad.

import type { Classify } from './exercise.ts'

/** `classify` that also knows `database`, of risk high, behind the other high names and before the medium
 *  ones: a step that is a client (psql, mysql, sqlite3), or starts one, has DROP, DELETE, TRUNCATE, UPDATE or
 *  INSERT as a whole word in one of its words, in any case. */
export function withDatabase(classify: Classify): Classify {
  return (policy, call) => {
    const text = String(call.args['command'] ?? '')
    const isChange = /\b(psql|mysql|sqlite3)\b.*\b(drop|delete|truncate|update|insert)\b/i.test(text)
    const found = classify(policy, call)
    return isChange ? [...found, { category: 'database', risk: 'high' }] : found
  }
}
