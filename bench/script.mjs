// script.mjs: the conversation that every contender carries out: the same replies of a model that only
// counts, the same tool, the same yes. A contender asks `next` for each request, calls `work` for every call,
// and `yes` where it was asked to confirm; `check` tells whether it did all of that.

import { performance } from 'node:perf_hooks'

/** The tool, as each contender declares it. It is said to look at a file of the workspace. */
export const TOOL = {
  name: 'probe',
  description: 'Looks at a file and gives back a fixed text.',
  parameters: {
    type: 'object',
    properties: { path: { type: 'string' }, n: { type: 'integer' } },
    required: ['path', 'n'],
    additionalProperties: false,
  },
}
export const FILE = 'notes.txt' // the file that every call names
export const TASK = 'go'
const RESULT = 'twenty characters ok'

/** `rounds` replies with `width` calls each, then an answer. `work` gives the text of a call's result;
 *  `asks`: each call is to be confirmed. */
export function createScript({ rounds, width = 1, work = async () => RESULT, asks = false }) {
  const requestedAt = new Float64Array(rounds + 1) // milliseconds; the distance of two is a whole round
  let requests = 0
  let calls = 0
  let confirmed = 0
  return {
    rounds,
    asks,
    requestedAt,
    next() {
      const round = requests++
      requestedAt[round] = performance.now()
      if (round === rounds) return { text: 'done', calls: [] }
      const made = Array.from({ length: width }, (_, n) => {
        return { id: `call-${round}-${n}`, name: TOOL.name, args: { path: FILE, n } }
      })
      return { text: '', calls: made }
    },
    work() {
      calls++
      return work()
    },
    yes() {
      confirmed++
      return true
    },
    check() {
      const seen = { requests, calls, confirmed }
      const due = { requests: rounds + 1, calls: rounds * width, confirmed: asks ? rounds * width : 0 }
      if (JSON.stringify(seen) === JSON.stringify(due)) return
      throw new Error(`did ${JSON.stringify(seen)}, not ${JSON.stringify(due)}`)
    },
  }
}
