// places-layer.ts: refuses what would need a yes, as long as there is nobody to ask. permit allows a call on
// a secret file, on one with a second name, on what runs later or on what tells an agent who it is, since a
// person may agree to it; where no layer can ask a person, this one answers no.

import { effectsOf } from '../effects.ts'
import { shown } from '../print.ts'
import type { Layer } from '../lessons/04-rounds/rounds.ts'
import type { Policy } from '../policy.ts'
import type { Tool } from '../tools.ts'

const WHY: Record<string, string> = {
  'secret': 'it looks like a secret',
  'identity': 'it tells an agent who it is',
  'later-run': 'something runs it later',
  'hard-link': 'it has a second name elsewhere',
}

/** A layer that refuses calls on places that need a person's yes. */
export function placesLayer(policy: Policy, tools: readonly Tool[]): Layer {
  return async (calls) => calls.map((call) => {
    const found = effectsOf(policy, call, tools).paths.find(({ place }) => place in WHY)
    if (!found) return null
    const reason = `needs a person's yes, and nobody can be asked: ${shown(found.real)}: ${WHY[found.place]}`
    return { allowed: false, by: 'default', reason }
  })
}
