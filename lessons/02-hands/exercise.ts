// exercise.ts: a fourth tool, in the form of the three. permit.ts is not told about it: it judges a call by
// what the tool declares. The declaration and the work are missing: that is the exercise.

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
  access: {}, // TODO: say what the argument reaches
  async run(_args, _context) {
    // TODO: make the folder that was judged, `effects.paths[0].real`; `openInside` in paths.ts can do it
    throw new Error('not done yet')
  },
}
