// exercise.ts: a question to a command line, answered from its steps. A check that reads the text has to
// know quotes, newlines and backslashes, and forgets one; the steps are what runs. As it is, it says no to
// every line that runs the program.

import { parseCommand } from '../../command.ts'

/** null when a failure of `program` makes the whole command fail; else a text that says why it may not: what
 *  follows decides the exit code. A command that is not understood gives its reason. */
export function hidesFailure(command: string, program: string): string | null {
  const parsed = parseCommand(command)
  if ('reason' in parsed) return parsed.reason
  const isHidden = parsed.steps.some(({ words }) => words[0]!.text === program)
  // TODO: that is so of every line that runs the program. By which `join` must the rest follow to hide it?
  return isHidden ? `what follows ${program} hides its failure: end there, or go on with &&` : null
}
