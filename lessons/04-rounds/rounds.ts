// rounds.ts: one round of calls. `stack` asks its layers about every call and has the allowed ones run;
// `dispatch` runs lookers together and changers in order. Results come back in the order asked. A call on
// which no layer speaks is refused: whoever stacks nothing runs nothing.

import { Stop } from '../../agent.ts'
import { effectsOf } from '../../effects.ts'
import { perform, refused, wordsOf } from '../../perform.ts'
import { permit } from '../../permit.ts'
import type { Execute, ToolCall, ToolResult } from '../../agent.ts'
import type { Effects } from '../../effects.ts'
import type { Policy } from '../../policy.ts'
import type { Session, Tool } from '../../tools.ts'

/** Who said what about a call, and why. `default`: no layer spoke, or one of them failed. */
export interface Decision {
  allowed: boolean
  by: 'permit' | 'tier' | 'grant' | 'human' | 'rule' | 'classifier' | 'category' | 'limit' | 'default'
  reason: string
}

/** One opinion on each of the calls it is given, in order; null is none. Contract: given only the calls that
 *  no layer before it refused; a wrong length or a throw refuses them all; a Stop passes through. */
export type Layer = (calls: ToolCall[], signal: AbortSignal) => Promise<(Decision | null)[]>

/** Contract: told of every call exactly once, before any of the round runs; a throw loses the round. */
export type OnDecision = (event: { call: ToolCall; decision: Decision }) => void

/** Contract: `started` once before a call runs, then `completed` or `failed`; a throw loses the round. */
export type OnCall = (event: CallEvent) => void
export interface CallEvent {
  type: 'started' | 'completed' | 'failed'
  call: ToolCall
  result?: ToolResult
  milliseconds?: number // from started on
}

// #region stack
/** Every call gets one decision; then the allowed ones run, and the others are answered with why not. */
export function stack(run: Execute, layers: readonly Layer[], on: { onDecision?: OnDecision } = {}): Execute {
  return async (calls, signal) => {
    const decisions = new Map<ToolCall, Decision>()
    const isRefused = (call: ToolCall) => decisions.has(call) && decisions.get(call)!.allowed !== true
    for (const layer of layers) {
      const open = calls.filter((call) => !isRefused(call))
      if (open.length === 0) break
      const opinions = await opinionsOf(layer, open, signal)
      for (const [i, call] of open.entries()) if (opinions[i]) decisions.set(call, opinions[i])
    }
    for (const call of calls) {
      if (!decisions.has(call)) decisions.set(call, NOBODY_SPOKE)
      on.onDecision?.({ call, decision: decisions.get(call)! })
    }
    const ran = await run(calls.filter((call) => !isRefused(call)), signal)
    return calls.flatMap((call) => {
      if (isRefused(call)) return refused(call, decisions.get(call)!.reason)
      return ran.find(({ id }) => id === call.id) ?? [] // the loop answers for one that is missing
    })
  }
}
// #endregion

const NOBODY_SPOKE: Decision = { allowed: false, by: 'default', reason: 'no layer allowed this call' }

async function opinionsOf(layer: Layer, calls: ToolCall[], signal: AbortSignal) {
  let reason: string
  try {
    const opinions = await layer(calls, signal)
    if (Array.isArray(opinions) && opinions.length === calls.length) return opinions
    reason = 'a layer answered for another number of calls than it was asked about'
  } catch (error) {
    if (error instanceof Stop) throw error
    reason = `a layer failed: ${wordsOf(error)}`
  }
  return calls.map((): Decision => ({ allowed: false, by: 'default', reason }))
}

// #region dispatch
/** Runs calls that were allowed. One that only looks waits for the changers before it; a changer waits for
 *  everything before it. After an abort nothing more starts. */
export function dispatch(
  policy: Policy, tools: readonly Tool[], session: Session, on: { onCall?: OnCall } = {},
): Execute {
  const one = async (call: ToolCall, agreed: Effects, signal: AbortSignal) => {
    const carryOut = () => perform(policy, tools, session, call, signal, agreed)
    if (signal.aborted) return carryOut() // which answers that it did not start
    on.onCall?.({ type: 'started', call })
    const start = performance.now()
    const result = await carryOut()
    const milliseconds = performance.now() - start
    on.onCall?.({ type: result.ok ? 'completed' : 'failed', call, result, milliseconds })
    return result
  }

  return async (calls, signal) => {
    let changers: Promise<unknown> = Promise.resolve()
    let all: Promise<unknown> = Promise.resolve()
    const running = calls.map((call) => {
      const agreed = effectsOf(policy, call, tools, session) // before any of the round runs
      const result = (agreed.looksOnly ? changers : all).then(() => one(call, agreed, signal))
      all = Promise.all([all, result])
      all.catch(() => {}) // only a failing listener rejects: told below, and what waits for it does not start
      if (!agreed.looksOnly) changers = all
      return result
    })
    await Promise.allSettled(running) // no call runs on after its round
    return Promise.all(running)
  }
}
// #endregion

/** The first layer of every stack: what permit refuses goes no further. */
export function permitLayer(policy: Policy, tools: readonly Tool[]): Layer {
  return async (calls) => calls.map((call) => {
    const reason = permit(policy, call, tools)
    return { allowed: reason === null, by: 'permit', reason: reason ?? 'permit has no objection' }
  })
}
