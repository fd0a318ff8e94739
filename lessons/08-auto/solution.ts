// solution.ts: one way to do the exercise. What counts is the yes, so it is counted when it is there: many
// are asked for at once, and each of them looks again at what the others have used meanwhile.

import type { Classifier, Opinion } from './auto.ts'

/** The same classifier until it has allowed `most` calls, the same call counted each time; from then on its
 *  `word` is null, and `fault` says why. `most` that is no number is 0. Calls of a round are judged side by
 *  side. */
export function atMost(classify: Classifier, most: number): Classifier {
  let allowed = 0
  const isLeft = () => typeof most === 'number' && allowed < most
  return async (request, signal) => {
    const opinion = isLeft() ? await classify(request, signal) : USED_UP
    if (opinion.word !== 'LOW_RISK') return opinion
    if (!isLeft()) return { ...USED_UP, milliseconds: opinion.milliseconds }
    allowed++
    return opinion
  }
}

const USED_UP: Opinion = { word: null, milliseconds: 0, fault: 'its yeses of this session are used up' }
