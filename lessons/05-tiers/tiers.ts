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

/** From the least to the worst. */
const LEVELS: readonly RiskLevel[] = ['SAFE', 'CAUTION', 'DESTRUCTIVE']

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
    const own = tool.riskLevel?.(call.args, policy, session) ?? 'SAFE'
    if (!LEVELS.includes(own)) return 'DESTRUCTIVE'
    return worstRiskAmong([own, levelOf(effects, policy, tool)])
  } catch {
    return 'DESTRUCTIVE'
  }
}

function levelOf(effects: Effects, policy: Policy, tool: Tool): RiskLevel {
  const { steps, paths } = effects
  if (paths.some(({ place }) => Object.hasOwn(NEEDS_A_YES, place))) return 'DESTRUCTIVE'
  if (steps.some((step) => !step.looksOnly)) return 'DESTRUCTIVE'
  if (steps.length > 0) return steps.every((step) => step.printsOnly) ? 'SAFE' : 'CAUTION'
  const isWrite = paths.some(({ access }) => access === 'write')
  if (isWrite) return policy.writable === true ? 'CAUTION' : 'DESTRUCTIVE'
  const isKnown = paths.length > 0 || tool.riskLevel !== undefined // a tool of texts may do anything
  return isKnown ? 'SAFE' : 'DESTRUCTIVE'
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

/** Why a call has the level that it has, in a few words for a person: the first thing that makes it so. */
export function riskReason(effects: Effects): string {
  const { steps, paths, refused } = effects
  if (refused !== null) return refused
  const path = paths.find(({ place }) => Object.hasOwn(NEEDS_A_YES, place))
  if (path) return `${shown(path.real)} ${NEEDS_A_YES[path.place]}`
  const step = steps.find(({ looksOnly }) => !looksOnly)
  if (!step) return effects.looksOnly ? 'only looks' : 'changes what it names'
  const { program, word, understood } = step
  const does = Object.entries(EFFECTS).flatMap(([name, words]) => (step[name as Effect] ? [words] : []))
  const what = [...(understood ? [] : ['is not fully understood']), ...does].join(', ')
  return `${shown(word === program ? program : `${program} (${word})`)} ${what}`
}
type Effect = keyof typeof EFFECTS

/** The worst of some levels; of none, SAFE, since nothing goes wrong where nothing is done. */
export function worstRiskAmong(levels: readonly RiskLevel[]): RiskLevel {
  return LEVELS[Math.max(0, ...levels.map((level) => LEVELS.indexOf(level)))]!
}
