// history.ts: a history made fit for the wire, for either protocol: each call answered once and at once, nothing
// blank, roles that take turns. The loop keeps its history so; a wrapper that shortens it may not, and then a
// plain Error is better than a service that refuses the session for ever. The history itself is not changed.

import type { Message, ToolCall, UserMessage } from '../agent.ts'

/** What a person would have said where a service wants words of one. */
const FILLER: UserMessage = { role: 'user', from: 'harness', text: 'Go on.' }

const MAX_NAME_CHARACTERS = 64

/** The messages to send: begins and ends with user or results, and no two messages of a role in a row.
 *  Malformed calls have `{}` as arguments. Throws an Error when calls and results do not pair. */
export function fitForWire(messages: readonly Message[]): Message[] {
  checkPairs(messages)
  const fit: Message[] = []
  for (const message of messages) {
    const last = fit.at(-1)
    if (message.role === 'user') {
      if (isBlank(message.text)) continue
      if (last?.role === 'user') fit[fit.length - 1] = { ...last, text: `${last.text}\n\n${message.text}` }
      else fit.push(message)
    } else if (message.role === 'assistant') {
      if (isBlank(message.text) && message.calls.length === 0) continue
      if (last === undefined || last.role === 'assistant') fit.push(FILLER)
      fit.push({ ...message, calls: message.calls.map(fitCall) })
    } else if (message.results.length > 0) {
      const results = message.results.map((result) => (isBlank(result.text) ? { ...result, text: '(empty)' } : result))
      fit.push({ role: 'results', results })
    }
  }
  if (fit.length === 0 || fit.at(-1)!.role === 'assistant') fit.push(FILLER)
  return fit
}

export function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** The opaque part of a message when `provider` made it; another's is not ours to read. */
export function opaqueOf(opaque: unknown, provider: string): Record<string, unknown> {
  const own = opaque as { provider?: unknown } | null | undefined
  return own?.provider === provider ? { ...own } : {}
}

/** Throws an Error naming the first fault, if there is one: each call has an id of its own and exactly one
 *  result, in the message right after it, and no other results exist. */
function checkPairs(messages: readonly Message[]): void {
  const used = new Set<string>()
  let open = new Set<string>()
  const refuse = (at: number, words: string) => {
    throw new Error(`the history is broken at message ${at}: ${words}. Send calls and their results together`)
  }
  for (const [at, message] of messages.entries()) {
    if (message.role === 'results') {
      for (const { id } of message.results) {
        if (!open.delete(id)) refuse(at, `the result ${JSON.stringify(id)} answers no open call right before it`)
      }
    }
    for (const id of open) refuse(at, `the call ${JSON.stringify(id)} has no result right after it`)
    if (message.role !== 'assistant') continue
    open = new Set(message.calls.map(({ id }) => id))
    for (const { id } of message.calls) {
      if (id === '' || used.has(id)) refuse(at, `the call id ${JSON.stringify(id)} is empty or used before`)
      used.add(id)
    }
  }
  for (const id of open) refuse(messages.length, `the call ${JSON.stringify(id)} has no result right after it`)
}

/** Models invent names, and services refuse a history with one that no tool could have. */
function fitCall({ id, name, args, malformed }: ToolCall): ToolCall {
  const known = name.replace(/[^\w-]/g, '_').slice(0, MAX_NAME_CHARACTERS) || 'unnamed'
  return { id, name: known, args: malformed === undefined ? args : {} }
}
