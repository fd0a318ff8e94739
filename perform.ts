// perform.ts: one call. It is judged once more right before it runs, and what comes of it becomes a result.
// The only place where a throw turns into words for the model; a tool never writes `Error: ` itself.

import { inspect } from 'node:util'
import { effectsOf } from './effects.ts'
import { permit } from './permit.ts'
import type { ToolCall, ToolResult } from './agent.ts'
import { shown } from './print.ts'
import { EFFECTS } from './steps.ts'
import type { EffectPath, Effects } from './effects.ts'
import type { Policy } from './policy.ts'
import type { Context, Session, Tool } from './tools.ts'

/** Thrown by a tool to end the run after this round: `done`, or `blocked` or `input` with what is needed. */
export class Ending extends Error {
  outcome: 'done' | 'blocked' | 'input'
  constructor(outcome: 'done' | 'blocked' | 'input', text: string) {
    super(text)
    this.outcome = outcome
  }
}

/** Runs a call that the layers allowed. Never rejects: refused, interrupted and failed are results too.
 *  `agreed`: its effects when they allowed it; a place that they have not seen is refused now. */
export async function perform(
  policy: Policy, tools: readonly Tool[], session: Session, call: ToolCall, signal: AbortSignal,
  agreed?: Effects,
): Promise<ToolResult> {
  if (signal.aborted) return failure(call, 'interrupted before it started; nothing was run')
  const judge = () => effectsOf(policy, call, tools, session)
  const context: Context = {
    policy,
    session,
    signal,
    effects: judge(),
    again: () => verdict((context.effects = judge())),
  }
  const before = agreed ?? context.effects
  const verdict = (now: Effects) => {
    return permit(policy, call, tools, now) ?? newPlace(before, now) ?? newPower(before, now)
  }
  const reason = verdict(context.effects)
  if (reason !== null) return refused(call, reason)
  const tool = tools.find(({ name }) => name === call.name)!
  try {
    const text: unknown = await tool.run(call.args, context)
    if (typeof text !== 'string') throw new Error('the tool gave no text; it may have had effects')
    return { id: call.id, ok: true, text }
  } catch (error) {
    if (error instanceof Ending) {
      const { outcome: ends, message: text } = error
      return ends === 'done' ? { id: call.id, ok: true, text, ends } : { ...failure(call, text), ends }
    }
    const words = wordsOf(error)
    if (signal.aborted) return failure(call, `interrupted while running; it may have had effects. ${words}`)
    return failure(call, words)
  } finally {
    const { steps, paths } = context.effects
    steps.forEach(({ writes }, i) => { // or they tried
      const named = paths.filter(({ step, access }) => step === i && access === 'write')
      for (const { real } of named) session.written.add(real)
      if (writes && named.length === 0) session.written.add(policy.root) // git merge does not say what
    })
  }
}

/** A layer may have said no to secrets, or to what runs later: a link made meanwhile must not lead to one. */
function newPlace(before: Effects, now: Effects): string | null {
  const asText = ({ real, place, access }: EffectPath) => `${access} ${place} ${real}`
  const known = new Set(before.paths.map(asText))
  const found = now.paths.find((path) => path.place !== '' && !known.has(asText(path)))
  if (!found) return null
  return `what it reaches has changed since it was allowed: ${shown(found.real)}; ask for it in a new round`
}

/** What only looked may do more by now: a repository's settings, say, may have come to name a program. */
function newPower(before: Effects, now: Effects): string | null {
  const found = now.steps.find((step, i) => {
    const then = before.steps[i]
    return !then || (then.understood && !step.understood) || EFFECTS.some((name) => step[name] && !then[name])
  })
  if (!found) return null
  const what = `${found.program} (${found.word})`
  return `it may do more by now than when it was allowed: ${shown(what)}; ask for it in a new round`
}

/** The result of a call that was refused before it started. */
export function refused(call: ToolCall, reason: string): ToolResult {
  return failure(call, `${reason} (refused: nothing was run)`)
}

/** The words of whatever was thrown. */
export function wordsOf(error: unknown): string {
  if (error instanceof Error) return error.message || error.name
  return typeof error === 'string' ? error : inspect(error)
}

function failure(call: ToolCall, words: string): ToolResult {
  return { id: call.id, ok: false, text: `Error: ${words}` }
}
