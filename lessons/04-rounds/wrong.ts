// wrong.ts: plausible and wrong. It reads the effects, and no link or spelling gets past it. But it takes no
// path for no effect: `make` names none, and whose words all lead below the folder may still write elsewhere.

import { join } from 'node:path'
import { effectsOf } from '../../effects.ts'
import { isInside, realRoot } from '../../paths.ts'
import type { Policy } from '../../policy.ts'
import type { Tool } from '../../tools.ts'
import type { Layer } from './rounds.ts'

/** Refuses a call that does not only look when one of its paths leads elsewhere than below `folder`. */
export function changesOnlyIn(folder: string, policy: Policy, tools: readonly Tool[]): Layer {
  return async (calls) => calls.map((call) => {
    const { looksOnly, paths } = effectsOf(policy, call, tools)
    const allowed = join(realRoot(policy.root), folder)
    if (looksOnly || paths.every(({ real }) => isInside(allowed, real))) return null
    return { allowed: false, by: 'rule', reason: `only ${folder} may change: write there` }
  })
}
