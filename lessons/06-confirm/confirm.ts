// confirm.ts: who must agree before a call runs. A layer of the stack: what only looks runs, what a grant
// covers runs, and all that is left of a round becomes one question to a Confirm. It knows no terminal: a
// question is a list of facts, an answer is a decision for each, and anything but a clean yes is a no.

import { Stop } from '../../agent.ts'
import { printVector } from '../../print.ts'
import { isChanged, needsNobody, requestOf } from './request.ts'
import type { Decision, Layer } from '../04-rounds/rounds.ts'
import type { Asking, Request } from './request.ts'
export { askInTerminal } from './ask.ts'
export type { Request } from './request.ts'

// #region confirm
/** A decision, with a person's words for the model; `remember`: the grant that was given with a yes; `grant`:
 *  the one that would have allowed it, where nobody can be asked. */
export type Answer = Decision & { words?: string; remember?: string; grant?: string }

/** Contract: asked at most once for a round, with at least one request, and gives an answer for each, in
 *  their order. A throw, another number of answers, or an abort is a no to all of them. */
export type Confirm = (requests: Request[], signal: AbortSignal) => Promise<Answer[]>
// #endregion

/** Says yes to all: for a sandbox, or a test. */
export const allowAll: Confirm = async (requests) => {
  return requests.map(() => ({ allowed: true, by: 'default', reason: 'everything is allowed here' }))
}

/** Says no to all: what happens when nobody was given to ask. */
export const denyAll: Confirm = async (requests) => {
  return requests.map(() => ({ allowed: false, by: 'default', reason: 'nobody is there to say yes' }))
}

/** Somebody to ask, beside what a request is made of. Without `confirm` the answer is no. */
export interface ConfirmOptions extends Asking { confirm?: Confirm }

// #region layer
/** SAFE runs, and CAUTION where somebody watches; a grant or a yes is needed for all else. */
export function confirmLayer(options: ConfirmOptions): Layer {
  const { attended = false, confirm = denyAll, grants } = options
  return async (calls, signal) => {
    const requests = calls.map((call) => requestOf(options, call))
    const decided = requests.map((request, i): Decision | null => {
      const { tier, reason } = request
      if (needsNobody(request, attended)) return { allowed: true, by: 'tier', reason: `${tier}: ${reason}` }
      const isGranted = grants?.covers(request, requests.slice(0, i)) === true // the earlier ones run first
      return isGranted ? { allowed: true, by: 'grant', reason: 'a grant covers it' } : null
    })
    const asked = requests.filter((_, i) => decided[i] === null)
    if (asked.length === 0) return decided
    if (!attended) return requests.map((request, i) => decided[i] ?? unattended(request))
    const answers = await answersOf(confirm, asked, signal)
    return requests.map((request, i) => {
      if (isChanged(request, requestOf(options, request.call))) return CHANGED
      const answer = answers[asked.indexOf(request)]
      if (answer?.allowed && answer.remember !== undefined) grants?.add(answer.remember, request)
      return decided[i] ?? answer!
    })
  }
}
// #endregion

/** The answers as decisions: whatever is not a clean yes from one who was asked is a no. */
async function answersOf(confirm: Confirm, asked: Request[], signal: AbortSignal): Promise<Answer[]> {
  const no = (reason: string) => asked.map((): Answer => ({ allowed: false, by: 'default', reason }))
  try {
    const answers = await confirm(asked, signal)
    if (signal.aborted) return no('it was interrupted before an answer counted')
    if (Array.isArray(answers) && answers.length === asked.length) return Array.from(answers, cleanly)
    return no('the answers were not as many as the questions')
  } catch (error) {
    if (error instanceof Stop) throw error
    return no('asking failed, and no answer is a no')
  }
}

function cleanly(answer: Answer): Answer {
  const { allowed, by, reason, words, remember } = answer
  if (allowed === true) return { allowed, by, reason, ...(remember !== undefined && { remember }) }
  return { allowed: false, by, reason: words ? `${reason}: ${words}` : reason }
}

function unattended({ reason, offer }: Request): Answer {
  const words = `needs a yes, and nobody can be asked: ${reason}`
  if (offer === undefined) return { allowed: false, by: 'default', reason: words }
  const hint = `${printVector(['--grant', offer])} would allow it`
  return { allowed: false, by: 'default', reason: `${words}; ${hint}`, grant: offer }
}

const CHANGED: Decision = {
  allowed: false, by: 'default', reason: 'what it works on has changed since it was shown; send it again',
}
