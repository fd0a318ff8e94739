// repl.ts: a conversation on a terminal. A line is said to the model; a line typed while it works reaches it
// before its next request; a line with / in front is for the program. Ctrl-C clears the line, or goes back to
// the prompt, twice ends the program; Ctrl-D ends it too. Questions are asked at the same keyboard.

import { answerTo } from './commands.ts'
import { askWith } from '../lessons/06-confirm/ask.ts'
import { keyboardOf } from '../lessons/06-confirm/keyboard.ts'
import type { Consent } from './consent.ts'
import type { DecisionEvent } from './decisions.ts'
import type { Interrupts } from './interrupt.ts'
import type { Report } from './report.ts'
import type { UserMessage } from '../agent.ts'
import type { Policy } from '../policy.ts'
import type { Conversation } from '../run.ts'

/** What a conversation needs beside its reports. `decisions`: those of the last round, as the caller keeps
 *  them. */
export interface Talk { policy: Policy; consent: Consent; decisions: readonly DecisionEvent[] }

/** Talks until the person ends it; resolves to the exit code. `begin` gets who is asked. */
export async function repl(
  begin: (consent: Consent) => Conversation, { policy, consent, decisions }: Talk, report: Report,
  interrupts: Interrupts,
): Promise<number> {
  const inbox: UserMessage[] = []
  let isOver = false
  let isWorking = false
  let wake = () => {}
  const keyboard = keyboardOf(process.stdin, process.stderr, {
    line(line) {
      const text = line.trim()
      if (text.startsWith('/')) report.notice(answerTo(text, policy, { ...consent, auto }, decisions))
      else if (text !== '') inbox.push({ role: 'user', from: 'person', text })
      wake()
    },
    interrupt() {
      if (!isWorking && keyboard?.clear()) return
      if (!isWorking) report.notice('(Ctrl-C again ends)')
      for (const { text } of inbox.splice(0)) report.notice(`not said: ${text}`)
      interrupts.stop()
      wake()
    },
    end() {
      isOver = true
      wake()
    },
  })
  if (keyboard === null) return 0
  const confirm = askWith(() => ({ ...keyboard, close: () => {} })) // it goes on after a question
  const { converse, auto } = begin({ ...consent, confirm })
  report.notice('Say what to do. Ctrl-C interrupts; Ctrl-D ends; /help tells more.')
  while (!isOver || inbox.length > 0) {
    if (inbox.length === 0) {
      keyboard.prompt(auto.isOn() ? 'auto> ' : '> ')
      await new Promise<void>((resolve) => (wake = resolve))
      continue
    }
    isWorking = true
    report.end(await converse(inbox, interrupts.renew()))
    isWorking = false
  }
  return 0
}
