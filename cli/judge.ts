// judge.ts: all that is said of one call, at once and running nothing. It has no opinion of its own: the
// analysis, permit, the tier, the rules and the categories are asked, and their answers put side by side.

import { effectsOf } from '../effects.ts'
import { riskLevel } from '../lessons/05-tiers/tiers.ts'
import { judgeByRules } from '../lessons/08-auto/rules.ts'
import { classify } from '../lessons/09-categories/categories.ts'
import { permit } from '../permit.ts'
import { newSession, TOOLS } from '../tools.ts'
import type { ToolCall } from '../agent.ts'
import type { Effects } from '../effects.ts'
import type { Policy } from '../policy.ts'
import type { RiskLevel, Verdict } from '../tools.ts'

/** `permit`: null allows, or the reason why not; then `tier` is DESTRUCTIVE, and `verdict` never LOW_RISK.
 *  `rule`: where the verdict comes from. `categories`: the worst first. */
export interface Judgement {
  permit: string | null
  tier: RiskLevel
  verdict: Verdict
  rule: string
  categories: ReturnType<typeof classify>
  effects: Effects
}

/** Never throws, whatever it is given. */
export function judge(policy: Policy, call: ToolCall): Judgement {
  const effects = effectsOf(policy, call)
  const reason = permit(policy, call, TOOLS, effects)
  const tier = reason === null ? riskLevel(policy, call, TOOLS, newSession(), effects) : 'DESTRUCTIVE'
  const ruling = judgeByRules(policy, call, TOOLS, newSession(), effects)
  const isRefused = reason !== null && ruling.verdict === 'LOW_RISK'
  const { verdict, rule } = isRefused ? { verdict: 'UNKNOWN' as const, rule: 'it is refused' } : ruling
  return { permit: reason, tier, verdict, rule, categories: classify(policy, call), effects }
}
