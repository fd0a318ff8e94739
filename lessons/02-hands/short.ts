// short.ts: a permit as it is often published: about twenty lines, on one screen, easy to believe. Lesson 02
// breaks it, and nothing else may use it. It looks at the text of a path and of a command; what the text
// leads to, once a file system or a shell has it, it does not know.

import { resolve } from 'node:path'
import type { ToolCall } from '../../agent.ts'
import type { Policy } from '../../policy.ts'

// #region short
/** null allows; a text says why not. */
export function shortPermit(policy: Policy, call: ToolCall): string | null {
  if (!['read', 'write', 'bash'].includes(call.name)) return `unknown tool ${call.name}`
  if (call.name === 'write' && !policy.writable) return 'this session is read-only'
  if (call.name === 'bash') {
    const command = call.args['command']
    if (typeof command !== 'string') return 'missing command'
    const program = command.trim().split(/\s+/)[0]!
    return policy.commands.includes(program) ? null : `command not allowed: ${program}`
  }
  const path = call.args['path']
  if (typeof path !== 'string') return 'missing path'
  const whole = resolve(policy.root, path)
  return whole.startsWith(policy.root) ? null : `path escapes the workspace: ${path}`
}
// #endregion
