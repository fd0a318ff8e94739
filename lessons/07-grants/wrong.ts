// wrong.ts: plausible and wrong. It asks what time it is, once: a list that was good in the evening stays
// good for as long as the run goes on, which is what the end of a list is there to prevent.

import { createGrants } from './grants.ts'
import type { Grants } from './grants.ts'

/** The same grants until `end` (milliseconds since 1970, as Date.now gives them); from then on none of them
 *  covers a call or is in force. `end` that is no number has passed. */
export function until(grants: Grants, end: number, now: () => number = Date.now): Grants {
  return now() < end ? grants : createGrants()
}
