// solution.ts: one way to do the exercise. The path is declared as written to, so permit refuses what it
// refuses for `write`; the work goes to the real path that was judged, through no link put there since.

import { closeSync, constants } from 'node:fs'
import { openInside, realRoot } from '../../paths.ts'
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
  access: { path: 'write' },
  async run(args, { policy, effects }) {
    const { real } = effects.paths[0]!
    closeSync(openInside(realRoot(policy.root), real, constants.O_RDONLY | constants.O_DIRECTORY, true))
    return `made ${String(args['path'])}`
  },
}
