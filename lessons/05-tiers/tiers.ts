// tiers.ts: how much could go wrong with a call, in three words. It is said of a call by its arguments, not
// of a tool: `git status` is one thing, `rm -rf` another. It allows nothing: permit comes before it, and what
// a tier means is up to who is there to ask. It looks at no command's text: effects.ts did that.

import { effectsOf } from '../../effects.ts'
import { shown } from '../../print.ts'
import { newSession, TOOLS } from '../../tools.ts'
import type { ToolCall } from '../../agent.ts'
import type { Effects } from '../../effects.ts'
import type { Place } from '../../places.ts'
import type { Policy } from '../../policy.ts'
import type { RiskLevel, Session, Tool } from '../../tools.ts'

// #region level
/** SAFE: it reads a file or prints its words. CAUTION: it only looks, or writes an ordinary file of a
 *  workspace that may be written. DESTRUCTIVE: all else, and all that is not understood. Never throws.
 *  `effects`: the analysis of this very call, if it was made. */
export function riskLevel(
  policy: Policy, call: ToolCall, tools: readonly Tool[] = TOOLS, session: Session = newSession(),
  effects: Effects = effectsOf(policy, call, tools, session),
): RiskLevel {
  try {
    const tool = tools.find(({ name }) => name === call.name)
    if (!tool || effects.refused !== null || !effects.understood) return 'DESTRUCTIVE'
    const own = tool.riskLevel ? tool.riskLevel(call.args, policy, session) : 'SAFE'
    return worstRiskAmong([own, levelOf(effects, policy, tool)])
  } catch {
    return 'DESTRUCTIVE'
  }
}

function levelOf({ steps, paths }: Effects, policy: Policy, tool: Tool): RiskLevel {
  if (paths.some(({ place }) => Object.hasOwn(NEEDS_A_YES, place))) return 'DESTRUCTIVE'
  if (steps.some((step) => !step.looksOnly)) return 'DESTRUCTIVE'
  const isWrite = paths.some(({ access }) => access === 'write')
  if (isWrite) return policy.writable === true ? 'CAUTION' : 'DESTRUCTIVE'
  if (steps.length > 0) return steps.every((step) => step.printsOnly) ? 'SAFE' : 'CAUTION'
  if (paths.length > 0 || tool.riskLevel) return 'SAFE'
  return 'DESTRUCTIVE' // a tool of texts may do anything, unless it says what
}
// #endregion

/** Places that a call reaches only after a yes. Which access makes a place one, places.ts says. */
const NEEDS_A_YES: Partial<Record<Place, string>> = {
  'never': 'is never written by an agent',
  'later-run': 'is run by something later',
  'identity': 'tells an agent who it is',
  'secret': 'looks like a secret',
  'hard-link': 'has a second name elsewhere',
  'outside': 'is outside the workspace',
}

const EFFECTS = {
  writes: 'writes files', deletes: 'deletes files', runsCode: 'runs code that the call does not show',
  startsProgram: 'starts another program', network: 'reaches the network', settings: 'changes settings',
} as const

/** Why a call has the level that it has, in a few words for a person: the first thing that makes it so.
 *  `level`: the call's, if it is known; a tool may have raised it above what its arguments show. */
export function riskReason(effects: Effects, level?: RiskLevel): string {
  const { steps, paths, refused, looksOnly } = effects
  if (refused !== null) return refused
  const path = paths.find(({ place }) => Object.hasOwn(NEEDS_A_YES, place))
  if (path) return `${shown(path.real)} ${NEEDS_A_YES[path.place]}`
  const step = steps.find((one) => !one.looksOnly)
  if (!step && paths.length + steps.length === 0) return 'its arguments do not show what it does'
  if (!step && looksOnly) return level === 'DESTRUCTIVE' ? 'its tool says that it does more' : 'only looks'
  if (!step) return 'changes what it names'
  const { program, word, understood } = step
  const does = Object.entries(EFFECTS).flatMap(([name, words]) => (step[name as Effect] ? [words] : []))
  const what = [...(understood ? [] : ['is not fully understood']), ...does].join(', ')
  return `${shown(word === program ? program : `${program} (${word})`)} ${what}`
}
type Effect = keyof typeof EFFECTS

/** The worst of some levels; of none, SAFE, since nothing goes wrong where nothing is done. What is no level
 *  counts as the worst. */
export function worstRiskAmong(levels: readonly RiskLevel[]): RiskLevel {
  if (levels.some((level) => level !== 'SAFE' && level !== 'CAUTION')) return 'DESTRUCTIVE'
  return levels.includes('CAUTION') ? 'CAUTION' : 'SAFE'
}
