// rules.ts: what rules alone can say of a call, in three words. LOW_RISK needs proof that all of it is small,
// HIGH_RISK needs a danger that can be pointed to, and everything else is UNKNOWN, to be judged by somebody:
// nothing is small because no rule spoke. It reads what effects.ts found, and no command's text.

import { effectsOf } from '../../effects.ts'
import { shown } from '../../print.ts'
import { argumentsFault } from '../../schema.ts'
import { newSession, TOOLS } from '../../tools.ts'
import { dangersOf, seenOf } from './found.ts'
import { hasHooks, innermost, isProjectRun, isSmallStep } from './small.ts'
import type { ToolCall } from '../../agent.ts'
import type { Effects } from '../../effects.ts'
import type { Policy } from '../../policy.ts'
import type { Session, Tool, Verdict } from '../../tools.ts'

/** A verdict, and the rule that it comes from, in words. */
export interface Ruling { verdict: Verdict; rule: string }

/** LOW_RISK: proven small. HIGH_RISK: a danger was found. UNKNOWN: neither. Never throws. */
export function ruleVerdict(
  policy: Policy, call: ToolCall, tools?: readonly Tool[], session?: Session, effects?: Effects,
): Verdict {
  return judgeByRules(policy, call, tools, session, effects).verdict
}

/** The same with the rule. `effects`: the analysis of this very call, if it was made. */
export function judgeByRules(
  policy: Policy, call: ToolCall, tools: readonly Tool[] = TOOLS, session: Session = newSession(),
  effects: Effects = effectsOf(policy, call, tools, session),
): Ruling {
  try {
    const tool = tools.find(({ name }) => name === call.name)
    const isCall = tool && call.malformed === undefined && argumentsFault(tool, call.args) === null
    if (!isCall) return { verdict: 'HIGH_RISK', rule: 'it is no call of a tool that is here' }
    const own = tool.ruleVerdict ? tool.ruleVerdict(call.args, policy, session) : 'LOW_RISK'
    const ruling = rulingOn(policy, call, effects, tools, session)
    const verdict = worstVerdictAmong([own, ruling.verdict])
    return verdict === ruling.verdict ? ruling : { verdict, rule: 'its tool says so' }
  } catch {
    return { verdict: 'HIGH_RISK', rule: 'it cannot be judged' }
  }
}

// #region verdict
function rulingOn(
  policy: Policy, call: ToolCall, effects: Effects, tools: readonly Tool[], session: Session,
): Ruling {
  const [danger] = dangersOf(seenOf(policy, call, effects, tools))
  if (danger) return { verdict: 'HIGH_RISK', rule: `${danger.what}: ${shown(danger.word)}` }
  const doubt = doubtOf(policy, effects, session)
  if (doubt !== null) return { verdict: 'UNKNOWN', rule: doubt }
  return { verdict: 'LOW_RISK', rule: effects.looksOnly ? 'it only looks' : 'each part is known to be small' }
}
// #endregion

/** The worst of some verdicts. What is none counts as the worst. */
export function worstVerdictAmong(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.some((verdict) => verdict !== 'LOW_RISK' && verdict !== 'UNKNOWN')) return 'HIGH_RISK'
  return verdicts.includes('UNKNOWN') ? 'UNKNOWN' : 'LOW_RISK'
}

const UNCLEAR = 'not all of it is understood'

/** Why a call is not proven small: not all of it is known, or stays at ordinary places of the workspace, or
 *  is small in each step. null when it is proven. */
function doubtOf(policy: Policy, effects: Effects, session: Session): string | null {
  const { understood, refused, steps, paths, looksOnly } = effects
  if (refused !== null || (steps.length === 0 && !understood)) return UNCLEAR
  const path = paths.find(({ place }) => place !== '')
  if (path) return `it reaches what needs a yes: ${shown(path.real)}`
  if (looksOnly) return null
  if (policy.writable !== true) return 'it changes something in a read-only session'
  if (steps.length + paths.length === 0) return 'its arguments do not show what it does'
  let isChanged = session.written.size > 0
  let removed = 0
  for (const step of steps) {
    const vector = innermost(step, policy)
    const isRun = vector !== null && isProjectRun(vector, step.cwd)
    if (!isRun && !step.understood) return UNCLEAR
    const isCode = (isRun && step.runsCode) || (step.writes && vector !== null && hasHooks(vector, step.cwd))
    if (isCode && isChanged) return 'it runs code, and this run may have written some'
    const isSmall = isRun || (vector !== null && isSmallStep(step, vector, policy))
    if (!isSmall) return `not known to be small: ${shown(step.program)}`
    if (step.deletes && ['rm', 'unlink'].includes(vector![0]!)) removed++
    isChanged ||= step.writes && !isRun
  }
  return removed < 2 ? null : 'it removes several files'
}
