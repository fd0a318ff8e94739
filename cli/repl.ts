// repl.ts: a conversation on a terminal. A line is said to the model; a line typed while it works reaches it
// before its next request. Ctrl-C goes back to the prompt, twice ends the program; Ctrl-D ends it too.

import { createInterface } from 'node:readline'
import type { Interrupts } from './interrupt.ts'
import type { Report } from './report.ts'
import type { UserMessage } from '../agent.ts'
import type { Converse } from '../run.ts'

/** Talks until the person ends it; resolves to the exit code. */
export async function repl(converse: Converse, report: Report, interrupts: Interrupts): Promise<number> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr, prompt: '> ' })
  const inbox: UserMessage[] = []
  let isOver = false
  let isWorking = false
  let wake = () => {}
  terminal.on('line', (line) => {
    const text = line.trim()
    if (text.startsWith('/')) report.notice(`there is no command ${text.split(' ')[0]}; Ctrl-D ends`)
    else if (text !== '') inbox.push({ role: 'user', from: 'person', text })
    wake()
  })
  terminal.on('SIGINT', () => {
    if (!isWorking) report.notice('(Ctrl-C again ends)')
    for (const { text } of inbox.splice(0)) report.notice(`not said: ${text}`)
    interrupts.stop()
    wake()
  })
  terminal.on('close', () => {
    isOver = true
    wake()
  })
  report.notice('Say what to do. Ctrl-C interrupts; Ctrl-D ends.')
  while (!isOver || inbox.length > 0) {
    if (inbox.length === 0) {
      terminal.prompt()
      await new Promise<void>((resolve) => (wake = resolve))
      continue
    }
    isWorking = true
    report.end(await converse(inbox, interrupts.renew()))
    isWorking = false
  }
  return 0
}
