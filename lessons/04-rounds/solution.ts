// solution.ts: one way to do the exercise. It reads what a call would touch: real paths and steps. So it also
// holds for a tool that is made tomorrow, and no link or spelling leads around it.

import { join } from 'node:path'
import { effectsOf } from '../../effects.ts'
import { isInside, realRoot } from '../../paths.ts'
import type { Policy } from '../../policy.ts'
import type { Tool } from '../../tools.ts'
import type { Decision, Layer } from './rounds.ts'

/** Refuses every call that may change something elsewhere than below `folder`, a name in the workspace: a
 *  write to another real path, and a command that does not only look, since its writes are not known.
 *  On the others it has no opinion. */
export function changesOnlyIn(folder: string, policy: Policy, tools: readonly Tool[]): Layer {
  const reason = `only ${folder} may change: write there, or say what else would need to change`
  const refusal: Decision = { allowed: false, by: 'rule', reason }
  return async (calls) => {
    const allowed = join(realRoot(policy.root), folder)
    return calls.map((call) => {
      const { looksOnly, steps, paths } = effectsOf(policy, call, tools)
      const written = paths.filter(({ access }) => access === 'write')
      const isThere = steps.length === 0 && written.length > 0
        && written.every(({ real }) => isInside(allowed, real))
      return looksOnly || isThere ? null : refusal
    })
  }
}
