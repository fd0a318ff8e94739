// judge.ts: all that is said of one call, at once and running nothing. It has no opinion of its own: the
// analysis, permit and the tier are asked, each once, and what they answer is put side by side.

import { effectsOf } from '../effects.ts'
import { riskLevel } from '../lessons/05-tiers/tiers.ts'
import { permit } from '../permit.ts'
import { newSession, TOOLS } from '../tools.ts'
import type { ToolCall } from '../agent.ts'
import type { Effects } from '../effects.ts'
import type { Policy } from '../policy.ts'
import type { RiskLevel, Verdict } from '../tools.ts'

/** `permit`: null allows, or the reason why not. `tier`: DESTRUCTIVE for every call that permit refuses. */
export interface Judgement {
  permit: string | null
  tier: RiskLevel
  verdict: Verdict | null
  categories: readonly object[] | null
  effects: Effects
}

/** Never throws, whatever it is given. */
export function judge(policy: Policy, call: ToolCall): Judgement {
  const effects = effectsOf(policy, call)
  const reason = permit(policy, call, TOOLS, effects)
  const tier = reason === null ? riskLevel(policy, call, TOOLS, newSession(), effects) : 'DESTRUCTIVE'
  return {
    permit: reason,
    tier,
    verdict: null, // nothing gives verdicts or categories yet; what does so is asked here
    categories: null,
    effects,
  }
}
