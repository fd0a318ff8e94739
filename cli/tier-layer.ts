// tier-layer.ts: refuses what needs a yes, as long as there is nobody to ask. permit allows what a person may
// agree to; what only looks, and an ordinary write where files may change, needs no agreement. Where no layer
// can ask a person about the rest, this one answers no.

import { effectsOf } from '../effects.ts'
import { riskLevel, riskReason } from '../lessons/05-tiers/tiers.ts'
import type { Layer } from '../lessons/04-rounds/rounds.ts'
import type { Policy } from '../policy.ts'
import type { Session, Tool } from '../tools.ts'

/** A layer that refuses DESTRUCTIVE calls and lets all others pass. */
export function tierLayer(policy: Policy, tools: readonly Tool[], session: Session): Layer {
  return async (calls) => calls.map((call) => {
    const effects = effectsOf(policy, call, tools, session)
    const tier = riskLevel(policy, call, tools, session, effects)
    const why = riskReason(effects, tier)
    if (tier !== 'DESTRUCTIVE') return { allowed: true, by: 'tier', reason: `${tier}: ${why}` }
    return { allowed: false, by: 'default', reason: `needs a person's yes, and nobody can be asked: ${why}` }
  })
}
