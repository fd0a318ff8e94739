// exercise.ts: a Model around a Model. Whoever wraps one gets a Model again, so the loop cannot tell, and
// wraps can be put around each other. It lacks its one idea: that is the exercise.

import type { Model } from '../../agent.ts'

/** A model that is sent less: each result before the last results message reads `[left out: N characters]`,
 *  N being the length of its text. All else is sent as it is, and the history itself does not change. */
export function withoutOldResults(model: Model): Model {
  // TODO: send such a copy. `request.messages` is the live history; what the model gets may be another array.
  return (request, on) => model(request, on)
}
