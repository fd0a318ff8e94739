// solution.ts: one way to do the exercise. The clock is looked at for each call, not when the list is signed;
// and a list whose end is no number has ended. What comes before a call in its round is handed on: without
// it, code that is written in the round would be covered.

import type { Grants } from './grants.ts'

/** The same grants until `end` (milliseconds since 1970, as Date.now gives them); from then on none of them
 *  covers a call or is in force. `end` that is no number has passed. */
export function until(grants: Grants, end: number, now: () => number = Date.now): Grants {
  const isNight = () => typeof end === 'number' && now() < end
  return {
    ...grants,
    covers: (request, earlier) => isNight() && grants.covers(request, earlier),
    list: () => (isNight() ? grants.list() : []),
  }
}
