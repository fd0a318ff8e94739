// stdin.ts: a task that comes on standard input.

import { fstatSync } from 'node:fs'

const FIRST_WORD_MS = 200

/** What is piped or redirected into standard input; '' on a terminal or when there is nothing. Without
 *  `mayWait` a pipe that says nothing at first is left alone, since it may be nobody's. */
export async function pipedText({ mayWait }: { mayWait: boolean }): Promise<string> {
  if (process.stdin.isTTY || !isPipeOrFile()) return ''
  let text = ''
  const giveUp = () => {
    if (text === '') process.stdin.destroy()
  }
  const timer = mayWait ? undefined : setTimeout(giveUp, FIRST_WORD_MS)
  try {
    for await (const chunk of process.stdin.setEncoding('utf8')) text += String(chunk)
  } catch {
    // destroyed, or closed by the other side: what came is the task
  }
  clearTimeout(timer)
  return text.trim()
}

function isPipeOrFile(): boolean {
  try {
    const stats = fstatSync(0)
    return stats.isFIFO() || stats.isFile() || stats.isSocket()
  } catch {
    return false // standard input is closed
  }
}
