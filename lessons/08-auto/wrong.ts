// wrong.ts: plausible and wrong. It looks at the budget before it asks, and counts afterwards: all the calls
// of a round look before any of them counts, and every one of them may be allowed.

import type { Classifier } from './auto.ts'

/** The same classifier until it has allowed `most` calls, the same call counted each time; from then on its
 *  `word` is null, and `fault` says why. `most` that is no number is 0. Calls of a round are judged side by
 *  side. */
export function atMost(classify: Classifier, most: number): Classifier {
  let allowed = 0
  return async (request, signal) => {
    if (!(allowed < most)) return { word: null, milliseconds: 0, fault: 'used up' }
    const opinion = await classify(request, signal)
    if (opinion.word === 'LOW_RISK') allowed++
    return opinion
  }
}
