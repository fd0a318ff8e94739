// lines.ts: a record as it lies in its file, which may have been left at any moment. The last line may be
// torn, when the process was killed while it wrote; others may have been damaged since. What is whole is
// read, and what is not is counted, never passed over in silence. It understands no event.

import { closeSync, ftruncateSync, openSync, readFileSync } from 'node:fs'
import { faultOf, VERSION } from './events.ts'
import type { RecordEvent } from './events.ts'

const NEWLINE = 10

/** `bad`: the numbers, from 1, of lines that are no events; `torn`: bytes behind the last whole line;
 *  `bytes`: those up to there. */
export interface Lines { events: RecordEvent[]; bad: number[]; torn: number; bytes: number }

/** Reads a record. Throws when there is no such file, or when it is none of this version. */
export function readLines(path: string): Lines {
  const content = readFileSync(path)
  const bytes = content.lastIndexOf(NEWLINE) + 1
  const lines: Lines = { events: [], bad: [], torn: content.length - bytes, bytes }
  const texts = content.toString('utf8', 0, bytes).split('\n').slice(0, -1)
  for (const [at, text] of texts.entries()) {
    const event = parsed(text)
    if (faultOf(event) === null) lines.events.push(event as RecordEvent)
    else lines.bad.push(at + 1)
  }
  const [header] = lines.events
  const isRecord = header?.type === 'header' && !lines.bad.includes(1)
  if (!isRecord) throw new Error('it is no record: it does not begin with a header. Name another file')
  if (header['version'] !== VERSION) {
    const words = `it is a record of version ${JSON.stringify(header['version'])}`
    throw new Error(`${words}, and this program reads version ${VERSION}: read it with the one that wrote it`)
  }
  return lines
}

/** Cuts the torn line off the file, so that the next one does not begin in its middle. */
export function cutTorn(path: string, { torn, bytes }: Lines): void {
  if (torn === 0) return
  const file = openSync(path, 'r+')
  ftruncateSync(file, bytes)
  closeSync(file)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
