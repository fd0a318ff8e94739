// solution.ts: one way to do the exercise. It says exactly what one address of our own looks like, and what
// does not look like that is DESTRUCTIVE: several addresses, look-alikes, and what is no text at all.

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
    const isOurs = typeof to === 'string' && /^[A-Za-z0-9._-]+@example\.com$/.test(to)
    return isOurs ? 'CAUTION' : 'DESTRUCTIVE'
  },
  async run(args, { effects }) {
    return `sent ${basename(effects.paths[0]!.real)} to ${String(args['to'])}` // here it goes nowhere
  },
}
