// wrong.ts: plausible and wrong. It finds the program and an operator in the text, and is right about plain
// lines; a quoted operator is taken for one, and a newline or a quoted name for none.

import { parseCommand } from '../../command.ts'

/** null when no operator but && is seen behind the name of the program. */
export function hidesFailure(command: string, program: string): string | null {
  const parsed = parseCommand(command)
  if ('reason' in parsed) return parsed.reason
  const pattern = new RegExp(`(^|[\\s;|&])${program} .*?(\\|\\||\\||;)`)
  return pattern.test(command) ? `what follows ${program} hides its failure: end there` : null
}
