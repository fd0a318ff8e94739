// keyboard.ts: lines from a person at a terminal: those of a conversation, and the answers to questions. A
// question first waits until no key comes any more, so that nothing typed before it was seen can answer it; a
// line that was begun then is there again afterwards. It knows nothing of what is asked.

import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReadStream, WriteStream } from 'node:tty'

const QUIET_MS = 300 // without a key: what comes before the end of it was not meant for the question
const LOOK_MS = 25

/** `ask`: the line, or null for an end of input, a closed terminal, Ctrl-C or an abort. `clear`: throws away
 *  a line that was begun; false when there was none. */
export interface Keyboard {
  show(text: string): void
  ask(question: string, signal: AbortSignal): Promise<string | null>
  prompt(text: string): void
  clear(): boolean
  close(): void
}

/** `line`: one that is no answer. `interrupt`: Ctrl-C. `end`: Ctrl-D, or the terminal is gone. */
export interface KeyboardEvents { line?(text: string): void; interrupt?(): void; end?(): void }

/** The keyboard of a terminal; null when there is none, or it was closed. */
export function keyboardOf(input: ReadStream, output: WriteStream, on: KeyboardEvents = {}): Keyboard | null {
  if (!input.isTTY || !output.isTTY || input.readableEnded || input.destroyed) return null
  const reader = createInterface({ input, output, terminal: true, prompt: '' })
  let ready = '' // the prompt of a conversation
  let answer: ((line: string | null) => void) | null = null // of the question that is open
  let lastKey = 0
  let isOver = false
  const end = () => {
    isOver = true
    answer?.(null)
    on.end?.()
  }
  const noteKey = () => (lastKey = performance.now())
  input.on('keypress', noteKey)
  input.on('error', end)
  reader.on('line', (line) => (answer ?? on.line)?.(line))
  reader.on('close', end)
  reader.on('SIGINT', () => {
    answer?.(null)
    on.interrupt?.()
  })

  const clearLine = () => {
    reader.write(null, { ctrl: true, name: 'e' })
    reader.write(null, { ctrl: true, name: 'u' })
  }

  const quiet = async (signal: AbortSignal) => {
    const start = performance.now()
    const isQuiet = () => performance.now() - Math.max(start, lastKey) >= QUIET_MS
    while (!isOver && !signal.aborted && !isQuiet()) await sleep(LOOK_MS)
  }

  return {
    show: (text) => void output.write(`\n${text}`),
    prompt(text) {
      ready = text
      reader.setPrompt(text)
      reader.prompt()
    },
    clear() {
      if (reader.line === '') return false
      clearLine()
      return true
    },
    async ask(question, signal) {
      await quiet(signal)
      const begun = reader.line
      clearLine()
      if (isOver || signal.aborted) return null
      reader.setPrompt(question)
      reader.prompt()
      const line = await new Promise<string | null>((resolve) => {
        answer = resolve
        signal.addEventListener('abort', () => resolve(null), { once: true })
      })
      answer = null
      reader.setPrompt(ready)
      if (!isOver && begun !== '') reader.write(begun)
      return line
    },
    close() {
      input.off('keypress', noteKey)
      input.off('error', end)
      reader.close()
    },
  }
}
