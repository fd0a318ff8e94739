// wrong.ts: plausible and wrong. It knows the tool that writes by its name, and the path by its text. A new
// tool, a command and a link are none of its business, so they write where they like.

import { join, resolve } from 'node:path'
import type { Policy } from '../../policy.ts'
import type { Tool } from '../../tools.ts'
import type { Layer } from './rounds.ts'

/** Refuses `write` when the text of its path leads elsewhere than below `folder`. */
export function changesOnlyIn(folder: string, policy: Policy, _tools: readonly Tool[]): Layer {
  return async (calls) => calls.map((call) => {
    if (call.name !== 'write') return null
    const path = resolve(policy.root, String(call.args['path']))
    const isThere = path.startsWith(join(policy.root, folder, '/'))
    return isThere ? null : { allowed: false, by: 'rule', reason: `only ${folder} may change: write there` }
  })
}
