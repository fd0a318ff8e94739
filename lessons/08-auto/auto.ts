// auto.ts: fewer questions, and none of the wrong ones skipped. It wraps a Confirm and is one itself: what
// rules prove to be boring is allowed, what they do not know is put to a classifier, and all that is left
// goes to the wrapped one as a single question. Nothing here can allow what permit refused, and whatever goes
// wrong is a question.

import type { ToolCall } from '../../agent.ts'
import type { Verdict } from '../../tools.ts'
import type { Answer, Confirm, Request } from '../06-confirm/confirm.ts'
export { modelClassifier } from './classifier.ts'
export { ruleVerdict } from './rules.ts'
export { roundJudge } from './round.ts'
export { toggle } from './toggle.ts'
export type { Toggle } from './toggle.ts'

const MOST_REFUSED_IN_A_ROW = 3
const MOST_REFUSED = 20
const WORD_CHARACTERS = 40 // of what a classifier said, shown to a person

/** What a classifier said: its word, null when there was none, and what went wrong then. */
export interface Opinion { word: string | null; milliseconds: number; fault?: string }

/** Contract: asked about one request that rules know nothing of, side by side with the others of its round;
 *  only the word LOW_RISK allows. A throw, or an abort, leaves the request to a person. */
export type Classifier = (request: Request, signal: AbortSignal) => Promise<Opinion>

/** What rules say of a call, and which of them. */
export type Judge = (call: ToolCall) => { verdict: Verdict; rule: string }

/** `confirm`: who is asked about what is left. Without `classify` that is all that rules do not prove to be
 *  boring. `onEnd`: auto mode is over, since too much of what it passed on was refused. */
export interface AutoOptions {
  confirm: Confirm
  judge: Judge
  classify?: Classifier
  onEnd?(reason: string): void
}

/** A Confirm that asks the wrapped one less. */
export function autoMode({ confirm, judge, classify, onEnd }: AutoOptions): Confirm {
  const count = refusals(onEnd)
  return async (requests, signal) => {
    if (count.isOver()) return confirm(requests, signal)
    // #region auto
    const opinions = await Promise.all(requests.map((request) => opinionOf(request, judge, classify, signal)))
    const left = requests.flatMap((request, i) => {
      const { answer, note } = opinions[i]!
      return answer ? [] : [{ ...request, notes: [...request.notes ?? [], note] }]
    })
    const answers = left.length === 0 ? [] : await confirm(left, signal)
    if (answers.length !== left.length) throw new Error('the answers were not as many as the questions')
    if (!signal.aborted) answers.forEach(count.note)
    // #endregion
    const rest = answers.values()
    return opinions.map(({ answer, note }) => {
      if (answer) return answer
      const asked = rest.next().value!
      return { ...asked, reason: `${asked.reason} (${note})` }
    })
  }
}

/** What is thought of one request: an answer, or a note for the person who gets it. Never throws. */
async function opinionOf(
  request: Request, judge: Judge, classify: Classifier | undefined, signal: AbortSignal,
): Promise<{ answer?: Answer; note: string }> {
  try {
    const { verdict, rule } = judge(request.call)
    const note = `auto mode: ${verdict} by rule: ${rule}`
    if (verdict === 'LOW_RISK') return { answer: { allowed: true, by: 'rule', reason: note }, note }
    if (verdict !== 'UNKNOWN' || !classify) return { note }
    const { word, milliseconds, fault } = await classify(request, signal)
    const words = word?.slice(0, WORD_CHARACTERS) ?? `nothing that counts: ${fault}`
    const said = `${words}, after ${Math.round(milliseconds)} ms`
    if (word !== 'LOW_RISK') return { note: `${note}; the classifier said ${said}` }
    return { answer: { allowed: true, by: 'classifier', reason: `the classifier said ${said}` }, note }
  } catch {
    return { note: 'auto mode: judging it failed' }
  }
}

/** Counts what people refuse of all that was passed on to them. */
function refusals(onEnd: ((reason: string) => void) | undefined) {
  let inARow = 0
  let inAll = 0
  let isOver = false
  return {
    isOver: () => isOver,
    note({ allowed }: Answer) {
      inARow = allowed ? 0 : inARow + 1
      if (!allowed) inAll++
      if (isOver || (inARow < MOST_REFUSED_IN_A_ROW && inAll < MOST_REFUSED)) return
      isOver = true
      const many = inARow >= MOST_REFUSED_IN_A_ROW ? `${inARow} calls in a row` : `${inAll} calls`
      onEnd?.(`auto mode is over for this session: ${many} were refused`)
    },
  }
}
