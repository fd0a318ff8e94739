// compare.ts: the policy that a record names, beside the one in force now. A run that goes on under another
// authority than it began with is a thing to be looked at; whether it may is decided by whoever asked.

import { maskFor } from './mask.ts'
import { shown } from '../../print.ts'
import type { Policy } from '../../policy.ts'

/** The policy without what comes from the environment. It holds no keys: those never are in a policy. */
export function policyForRecord({ path: _, ...policy }: Policy): Policy {
  return policy
}

/** A line for each key that is not as it was recorded; where the policy's file lies is none of them. Secrets
 *  are masked on both sides, so that a mask is no difference. */
export function differences(recorded: Partial<Policy>, inForce: Policy, env = process.env): string[] {
  const now: Record<string, unknown> = maskFor(env).of({ ...policyForRecord(inForce) })
  const then: Record<string, unknown> = { ...recorded }
  const keys = [...new Set([...Object.keys(then), ...Object.keys(now)])].filter((key) => key !== 'file')
  return keys.flatMap((key) => {
    if (inWords(then[key]) === inWords(now[key])) return []
    const [before, after] = [then[key], now[key]]
    if (!isList(before) || !isList(after)) return [`${key}: was ${inWords(before)}, is ${inWords(after)}`]
    const [more, less] = [without(after, before), without(before, after)]
    if (more.length + less.length === 0) return [] // in another order
    const parts = [...(more.length > 0 ? [`now also ${inList(more)}`] : []),
      ...(less.length > 0 ? [`no more ${inList(less)}`] : [])]
    return [`${key}: ${parts.join('; ')}`]
  })
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value)
}

function without(list: unknown[], other: unknown[]): unknown[] {
  return list.filter((item) => !other.includes(item))
}

function inList(items: unknown[]): string {
  return items.map((item) => shown(String(item))).join(', ')
}

function inWords(value: unknown): string {
  return value === undefined ? 'not set' : shown(JSON.stringify(value))
}
