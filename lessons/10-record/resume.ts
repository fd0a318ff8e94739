// resume.ts: the history of a recorded run, as it was when its last line was written. Nothing runs again: a
// call whose end was recorded keeps its result, and a call without one is answered with what is known of it.
// Callers hand the messages to the loop and go on recording in the same file.

import { refused } from '../../perform.ts'
import { rowOf } from './events.ts'
import { cutTorn, readLines } from './lines.ts'
import { lock } from './lock.ts'
import type { AssistantMessage, Message, ResultsMessage, ToolCall, ToolResult } from '../../agent.ts'
import type { Policy } from '../../policy.ts'
import type { RecordEvent } from './events.ts'
import type { Lines } from './lines.ts'

/** `policy`: as it was recorded last, empty where none was. `answers`: the last message, when it was not in
 *  the record and has to be told to it. `written`: real paths that the run wrote, or may have written. */
export interface Resumed {
  messages: Message[]
  policy: Partial<Policy>
  answers?: ResultsMessage
  written: string[]
  notice?: string
}

/** Reads a record, and cuts a torn last line off it. Throws an Error when it is no record, or when another
 *  process is writing it. */
export function resume(path: string): Resumed {
  lock(path)
  const lines = readLines(path)
  cutTorn(path, lines)
  const { messages, answers } = historyOf(lines.events)
  const notice = noticeOf(lines)
  const headers = lines.events.filter(({ type }) => type === 'header')
  return {
    messages,
    policy: (headers.findLast(({ policy }) => policy !== undefined)?.['policy'] ?? {}) as Partial<Policy>,
    written: lines.events.flatMap(({ writes = [], written = [] }) => [...writes as [], ...written as []]),
    ...(answers && { answers }),
    ...(notice !== '' && { notice }),
  }
}

/** What is known of a call: whether it started, why it was refused, how it ended. */
interface Known { isStarted?: boolean; refusal?: string; result?: Omit<ToolResult, 'id'> }

/** The messages in order. Calls that nothing answers, at the end or since a line is damaged, are answered. */
function historyOf(events: readonly RecordEvent[]): { messages: Message[]; answers?: ResultsMessage } {
  const messages: Message[] = []
  const known = new Map<string, Known>() // of the calls of the last reply
  const answered = (given: readonly Partial<ToolResult>[] = []): ResultsMessage | undefined => {
    const last = messages.at(-1)
    if (last?.role !== 'assistant' || last.calls.length === 0) return undefined
    const results = last.calls.map((call) => {
      const own = given.find(({ id }) => id === call.id)
      return own?.text === undefined ? answerTo(call, known.get(call.id)) : own as ToolResult
    })
    messages.push({ role: 'results', results })
    return { role: 'results', results }
  }
  for (const event of events) {
    const message = messageOf(event)
    if (message === null) note(event, known)
    else if (message.role === 'results') answered(message.results) // stray ones are left out
    else {
      answered()
      messages.push(message)
      known.clear()
    }
  }
  const answers = answered()
  return { messages, ...(answers && { answers }) }
}

// #region answers
/** Its recorded result, or what is known. Whether a call without one had effects, nobody knows. */
function answerTo(call: ToolCall, { isStarted, refusal, result }: Known = {}): ToolResult {
  if (result) return { id: call.id, ...result }
  if (refusal !== undefined) return refused(call, refusal)
  const words = isStarted ? 'interrupted while running; it may have had effects'
    : 'interrupted; nothing says that it started, but it may have had effects'
  return { id: call.id, ok: false, text: `Error: ${words}. Look before you do it again` }
}
// #endregion

function note(event: RecordEvent, known: Map<string, Known>): void {
  const id = String(event['id'])
  const row = rowOf(event.type)
  const more: Known = row === 'tool.<name>.started' ? { isStarted: true }
    : row === 'decision' && event['allowed'] !== true ? { refusal: String(event['reason']) }
    : row.startsWith('tool.<name>') ? { result: event['result'] as ToolResult }
    : {}
  known.set(id, { ...known.get(id), ...more })
}

/** The message of an event, with its opaque part; null for another event. */
function messageOf({ type, message, opaque }: RecordEvent): Message | null {
  if (type !== 'message') return null
  const whole = { ...message as Message }
  return opaque === undefined ? whole : { ...whole as AssistantMessage, opaque }
}

function noticeOf({ bad, torn }: Lines): string {
  const lost = bad.length === 1 ? `line ${bad[0]} cannot be read and is left out`
    : `lines ${bad.join(', ')} cannot be read and are left out`
  return [
    ...(torn > 0 ? [`the last line of the record was torn, and its ${torn} bytes are cut off`] : []),
    ...(bad.length > 0 ? [`${lost}: what the record said there is lost`] : []),
  ].join('; ')
}
