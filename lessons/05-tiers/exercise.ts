// exercise.ts: a tool of your own. It hands a file of the workspace to an address. What its arguments reach
// is declared, and by that it only reads a file: SAFE. But where the file goes is a text, and about texts
// nobody knows anything but the tool. So the tool has to say more. As it is, it says nothing.

import { basename } from 'node:path'
import type { RiskLevel, Tool } from '../../tools.ts'

export const send: Tool = {
  name: 'send',
  description: 'Send a file of the workspace to an address.',
  parameters: {
    type: 'object',
    properties: {
      to: { type: 'string', description: 'One address.' },
      file: { type: 'string', description: 'The file, from the workspace root.' },
    },
    required: ['to', 'file'],
    additionalProperties: false,
  },
  access: { to: 'text', file: 'read' },
  riskLevel(_args): RiskLevel {
    // TODO: to one address of example.com, which is your own, it is CAUTION; all else is DESTRUCTIVE
    return 'SAFE'
  },
  async run(args, { effects }) {
    return `sent ${basename(effects.paths[0]!.real)} to ${String(args['to'])}` // here it goes nowhere
  },
}
