// wrong.ts: plausible and wrong. What the model is sent looks right for two rounds, but the array is the live
// history: the results are gone for good, for the record and for everything that reads it later.

import type { Model } from '../../agent.ts'

/** A model that is sent less, at the cost of the history. */
export function withoutOldResults(model: Model): Model {
  return (request, on) => {
    const last = request.messages.findLastIndex(({ role }) => role === 'results')
    for (const message of request.messages.slice(0, Math.max(last, 0))) {
      if (message.role !== 'results') continue
      for (const result of message.results) result.text = `[left out: ${result.text.length} characters]`
    }
    return model(request, on)
  }
}
