// wrong.ts: plausible and wrong. It looks for what it trusts at the end of the text, and no look-alike of the
// domain fools it; it does not say that one address is all that may stand there.

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
  riskLevel({ to }): RiskLevel {
    return String(to).trim().endsWith('@example.com') ? 'CAUTION' : 'DESTRUCTIVE'
  },
  async run(args, { effects }) {
    return `sent ${basename(effects.paths[0]!.real)} to ${String(args['to'])}` // here it goes nowhere
  },
}
