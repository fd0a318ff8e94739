// solution.ts: one way to do the exercise. The clock is looked at for each call, not when the list is signed;
// and a comparison with what is no number is false, so that such a list has ended.

import type { Grants } from './grants.ts'

/** The same grants until `end` (milliseconds since 1970, as Date.now gives them); from then on none of them
 *  covers a call or is in force. `end` that is no number has passed. */
export function until(grants: Grants, end: number, now: () => number = Date.now): Grants {
  const isNight = () => now() < end
  return {
    ...grants,
    covers: (request) => isNight() && grants.covers(request),
    list: () => (isNight() ? grants.list() : []),
  }
}
