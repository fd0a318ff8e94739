// solution.ts: one way to do the exercise. The code of a command is that of the last pipeline that ran, and a
// pipeline's is that of its last program: so a pipe right behind the program hides it, and later || or ;

import { parseCommand } from '../../command.ts'

/** null when a failure of `program` makes the whole command fail; else a text that says why it may not: what
 *  follows decides the exit code. A command that is not understood gives its reason. */
export function hidesFailure(command: string, program: string): string | null {
  const parsed = parseCommand(command)
  if ('reason' in parsed) return parsed.reason
  const isHidden = parsed.steps.some(({ words }, i) => {
    const [next, ...others] = parsed.steps.slice(i + 1).map(({ join }) => join)
    const goesOn = [next, ...others].some((join) => join === '||' || join === ';')
    return words[0]!.text === program && (next === '|' || goesOn)
  })
  return isHidden ? `what follows ${program} hides its failure: end there, or go on with &&` : null
}
