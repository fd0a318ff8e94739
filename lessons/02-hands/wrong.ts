// wrong.ts: plausible and wrong. The path is declared as text, which permit has no reason to judge, and the
// tool checks it by itself: by its text, and with no thought for read-only sessions, links or `.git`.

import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Tool } from '../../tools.ts'

export const makeFolder: Tool = {
  name: 'make_folder',
  description: 'Make a folder of the workspace, and those above it.',
  parameters: {
    type: 'object',
    properties: { path: { type: 'string', description: 'The folder, from the workspace root.' } },
    required: ['path'],
    additionalProperties: false,
  },
  access: { path: 'text' },
  async run(args, { policy }) {
    const path = resolve(policy.root, String(args['path']))
    if (!path.startsWith(join(policy.root, '/'))) throw new Error(`path escapes the workspace: ${path}`)
    mkdirSync(path, { recursive: true })
    return `made ${String(args['path'])}`
  },
}
