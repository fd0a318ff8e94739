// exercise.ts: a layer of Execute. It stands behind permit's layer and can only refuse more; what it says is
// told as a decision like any other. It must not know the tools by name. As it is, it refuses too much.

import { effectsOf } from '../../effects.ts'
import type { Policy } from '../../policy.ts'
import type { Tool } from '../../tools.ts'
import type { Decision, Layer } from './rounds.ts'

/** Refuses every call that may change something elsewhere than below `folder`, a name in the workspace: a
 *  write to another real path, and a command that does not only look, since its writes are not known.
 *  On the others it has no opinion. */
export function changesOnlyIn(folder: string, policy: Policy, tools: readonly Tool[]): Layer {
  const reason = `only ${folder} may change: write there, or say what else would need to change`
  const refusal: Decision = { allowed: false, by: 'rule', reason }
  return async (calls) => calls.map((call) => {
    const { looksOnly } = effectsOf(policy, call, tools)
    // TODO: a write below the folder is fine. Where do `paths` really lead? `isInside` in paths.ts may help.
    return looksOnly ? null : refusal
  })
}
