// ask.ts: one question for a round, at a terminal. It shows every request, then reads one line. Only a plain
// yes is a yes: nothing typed before the question counts, and an empty line, an end of input, a closed
// terminal or a word that is not understood is a no. Two who ask at once wait for each other.

import { harmless } from '../../print.ts'
import { linesOf } from './show.ts'
import { keyboardOf } from './keyboard.ts'
import type { Answer, Confirm, Request } from './confirm.ts'
import type { Keyboard } from './keyboard.ts'

/** Asks at the terminal of this process; without one the answer is no. */
export const askInTerminal: Confirm = (requests, signal) => {
  const interrupt = () => process.kill(process.pid, 'SIGINT') // as Ctrl-C does when nobody reads keys
  return askWith(() => keyboardOf(process.stdin, process.stderr, { interrupt }))(requests, signal)
}

const ASK_ABOUT_ONE = 'Allow? [y/N] '
const ASK_ABOUT_SEVERAL = 'Allow? y all, n none, 1,3 these, ? more [N] '

let last: Promise<unknown> = Promise.resolve() // there is one terminal, whoever asks

/** A Confirm at the keyboard that `open` gives for each question, null when there is none; it closes it. */
export function askWith(open: () => Keyboard | null): Confirm {
  return (requests, signal) => {
    const turn = last.then(() => ask(requests, signal, open))
    last = turn.catch(() => {})
    return turn
  }
}

// #region ask
async function ask(requests: Request[], signal: AbortSignal, open: () => Keyboard | null): Promise<Answer[]> {
  const keyboard = signal.aborted ? null : open()
  if (keyboard === null) return requests.map(() => no('nobody can be asked here', 'default'))
  try {
    const isList = requests.length > 1
    keyboard.show(textOf(requests, false))
    for (;;) {
      const line = await keyboard.ask(isList ? ASK_ABOUT_SEVERAL : ASK_ABOUT_ONE, signal)
      if (line === null) return requests.map(() => no('nobody answered'))
      if (line.trim() !== '?') return answersIn(line, requests)
      keyboard.show(textOf(requests, true))
    }
  } finally {
    keyboard.close()
  }
}
// #endregion

function textOf(requests: Request[], whole: boolean): string {
  const isList = requests.length > 1
  const lines = requests.flatMap((request, i) => {
    const lines = linesOf(request, isList ? i + 1 : 0, whole)
    const key = isList ? `${i + 1}a` : 'a'
    if (request.offer === undefined) return lines
    return [...lines, `   ${key}: yes, and for the rest of this session: ${harmless(request.offer)}`]
  })
  const help = isList ? 'n WORDS or 2 WORDS: no, and tell why' : 'n WORDS: no, and tell why; ? shows all'
  return `${lines.join('\n')}\n   ${help}\n`
}

// #region answers
/** `y` is a yes to all; `1,3` to these; `a`, alone or behind a number, also takes the grant that was offered.
 *  After `n`, or after a number, words are a reason for the model. All else is a no, with its words. */
function answersIn(line: string, requests: readonly Request[]): Answer[] {
  const text = line.trim()
  if (/^y(es)?$/i.test(text)) return requests.map(() => yes())
  const isList = requests.length > 1
  if (!isList && /^a$/i.test(text) && requests[0]!.offer !== undefined) return [yes(requests[0])]
  const answers = requests.map(() => no('a person said no'))
  for (const part of isList ? text.split(';') : []) {
    const [, chosen] = /^\s*(\d+a?(?:\s*,\s*\d+a?)*)\s*$/i.exec(part) ?? []
    const [, number, words] = /^\s*(\d+)\s+(\S.*)$/.exec(part) ?? []
    const picked = (chosen ?? number)?.split(',').map((one) => Number.parseInt(one, 10) - 1)
    if (picked === undefined || picked.some((i) => requests[i] === undefined)) return allNo(text, requests)
    for (const [at, i] of picked.entries()) {
      const isKept = /a/i.test(chosen?.split(',')[at] ?? '')
      if (chosen === undefined) answers[i] = no('a person said no', 'human', words)
      else answers[i] = yes(isKept ? requests[i] : undefined)
    }
  }
  return isList ? answers : allNo(text, requests)
}
// #endregion

function allNo(text: string, requests: readonly Request[]): Answer[] {
  const words = text.replace(/^no?([\s,:.;]+|$)/i, '')
  return requests.map(() => no('a person said no', 'human', words))
}

function yes(kept?: Request): Answer {
  const answer: Answer = { allowed: true, by: 'human', reason: 'a person said yes' }
  return kept?.offer === undefined ? answer : { ...answer, remember: kept.offer }
}

function no(reason: string, by: 'human' | 'default' = 'human', words = ''): Answer {
  return { allowed: false, by, reason, ...(words !== '' && { words }) }
}
