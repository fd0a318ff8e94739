// permit.ts: whether a call may happen at all. null allows; a text refuses, says why, and says what to do.
// It is a sequence of refusals: what gets past all of them is allowed, and what cannot be judged does not.
// It asks nobody, runs nothing, and remembers nothing: layers that ask come after it, never instead of it.

import { effectsOf } from './effects.ts'
import { shown } from './print.ts'
import { argumentsFault } from './schema.ts'
import { TOOLS } from './tools.ts'
import type { ToolCall } from './agent.ts'
import type { Effects } from './effects.ts'
import type { Policy } from './policy.ts'
import type { Tool } from './tools.ts'

/** null, or the reason why not. Never throws. `effects`: the analysis of this very call, if it was made. */
export function permit(
  policy: Policy, call: ToolCall, tools: readonly Tool[] = TOOLS, effects?: Effects,
): string | null {
  try {
    return refusal(policy, call, tools, effects ?? effectsOf(policy, call, tools))
  } catch {
    return 'this call cannot be judged, so it is refused: send it again in a plain form'
  }
}

// #region refusals
function refusal(policy: Policy, call: ToolCall, tools: readonly Tool[], effects: Effects): string | null {
  const tool = tools.find(({ name }) => name === call.name)
  const names = tools.map(({ name }) => name).join(', ')
  if (!tool) return `unknown tool ${shown(String(call.name))}: the tools are ${names}`
  if (call.malformed !== undefined) return `arguments that do not parse: ${shown(String(call.malformed))}`

  const mayChange = policy.writable === true
  if (!mayChange && Object.values(tool.access).includes('write')) return READ_ONLY

  const fault = argumentsFault(tool, call.args)
  if (fault !== null) return fault

  if (!effects.isSplit) return effects.refused ?? 'command not understood: write it more plainly'
  const listed: readonly string[] = Array.isArray(policy.commands) ? policy.commands : []
  for (const program of effects.steps.flatMap((step) => [step.program, ...step.starts])) {
    if (program !== 'cd' && !listed.includes(program)) {
      return `command not allowed: ${shown(program)}; allowed are ${listed.join(', ') || 'none'}`
    }
  }
  if (effects.refused !== null) return effects.refused

  for (const { access, place, real } of effects.paths) {
    if (access !== 'write') continue
    if (place === 'never') return `never written by an agent: ${shown(real)}; ask a person to change it`
    if (place === 'hard-link') return `never written, since it has a second name elsewhere: ${shown(real)}`
    if (real === policy.file) return `never written, since it is the policy in force: ${shown(real)}`
  }
  const { program = tool.name, word = program } = effects.steps.find((step) => !step.looksOnly) ?? {}
  const what = word === program ? program : `${program} (${word})`
  if (!mayChange && !effects.looksOnly) return `${READ_ONLY}: ${shown(what)} is not known to only look`
  return null
}
// #endregion

export const READ_ONLY = 'this session is read-only'
