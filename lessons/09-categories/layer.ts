// layer.ts: what a policy decides for a whole kind of danger. It stands round the layer that asks: a category
// that is `no-go` is refused without a question, one that is `go` runs without one, and of all else that
// layer is asked as ever. Only danger that is named can be waved through, never what nothing is known of.

import { effectsOf } from '../../effects.ts'
import { shown } from '../../print.ts'
import { ruleVerdict } from '../08-auto/auto.ts'
import { classify, RISKS } from './categories.ts'
import type { ToolCall } from '../../agent.ts'
import type { Place } from '../../places.ts'
import type { Policy } from '../../policy.ts'
import type { Session, Tool } from '../../tools.ts'
import type { Decision, Layer } from '../04-rounds/rounds.ts'
import type { Category } from './categories.ts'

/** Places that need a yes of their own, and the categories that speak of them. */
const PLACES: Partial<Record<Category, readonly Place[]>> = {
  secret_file: ['secret'], env_file: ['secret'], identity_file: ['identity'],
}
const CHOICES = ['go', 'ask', 'no-go']

/** What is wrong with the key `categories` of a policy; null when nothing is. */
export function categoriesFault({ categories = {} }: Policy): string | null {
  for (const [name, choice] of Object.entries(categories)) {
    const known = Object.keys(RISKS)
    if (!known.includes(name)) return `"categories" has no "${shown(name)}"; it has ${known.join(', ')}`
    if (!CHOICES.includes(choice)) return `"categories": "${name}" must be one of ${CHOICES.join(', ')}`
  }
  return null
}

/** The categories of a call, for a person who is asked about it. */
export function categoryNotes(policy: Policy, call: ToolCall, tools?: readonly Tool[]): string[] {
  const found = classify(policy, call, tools).map(({ category, risk }) => `${category} (${risk})`)
  return found.length === 0 ? [] : [`about ${found.join(', ')}`]
}

/** The layer that asks, asked only about what no category of the policy settles. */
export function categoryLayer(
  policy: Policy, tools: readonly Tool[], session: Session, asks: Layer,
): Layer {
  return async (calls, signal) => {
    const settled: (Decision | null)[] = []
    let isOpen = false // a later call is left to the other layer, which does not see what is settled here
    for (const call of calls.toReversed()) {
      const decision = settledBy(policy, call, tools, session)
      settled.unshift(decision?.allowed && isOpen ? null : decision)
      isOpen ||= settled[0] === null && !effectsOf(policy, call, tools, session).looksOnly
    }
    const open = calls.filter((_, i) => settled[i] === null)
    const opinions = open.length === 0 ? [] : await asks(open, signal)
    if (opinions.length !== open.length) throw new Error('it answered for another number of calls')
    const rest = opinions.values()
    return settled.map((decision) => decision ?? rest.next().value ?? null)
  }
}

// #region layer
/** What the policy says of the categories of a call; null when it leaves the call to a person. One that is
 *  no-go is enough to refuse; for a go each must be one, and be all that there is. */
export function settledBy(
  policy: Policy, call: ToolCall, tools: readonly Tool[], session: Session,
): Decision | null {
  const { categories = {} } = policy
  const found = classify(policy, call, tools).map(({ category }) => category)
  const never = found.find((category) => categories[category] === 'no-go')
  if (never) return { allowed: false, by: 'category', reason: `${never} is no-go by this policy` }
  const isGo = found.length > 0 && found.every((category) => categories[category] === 'go')
  if (!isGo || ruleVerdict(policy, call, tools, session) === 'HIGH_RISK') return null
  const { steps, paths, understood, refused } = effectsOf(policy, call, tools, session)
  const isNamed = (place: Place) => place === '' || found.some((one) => PLACES[one]?.includes(place))
  const isOne = steps.length <= 1 // another step may be of no category
  if (!understood || refused !== null || !isOne || !paths.every(({ place }) => isNamed(place))) return null
  return { allowed: true, by: 'category', reason: `${found.join(', ')}: go by this policy` }
}
// #endregion
