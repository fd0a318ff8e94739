// history.ts: a history made fit for the wire of either protocol: each call answered once and at once, no
// blank text, roles that take turns. The loop keeps calls and results together; a wrapper that shortens the
// history may not, and then an Error of ours comes before one of the service. The history is not changed.

import type { Message, ToolCall, ToolResult, UserMessage } from '../agent.ts'

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
      fit.push({ role: 'results', results: message.results.map(fitResult) })
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
  for (const [at, message] of [...messages, undefined].entries()) {
    const refuse = (id: string, words: string) => {
      const where = `the history is broken at message ${at}: ${JSON.stringify(id)}`
      throw new Error(`${where} ${words}. Send a call and its result together, or neither.`)
    }
    for (const { id } of message?.role === 'results' ? message.results : []) {
      if (!open.delete(id)) refuse(id, 'is a result of no call right before it, or its second')
    }
    for (const id of open) refuse(id, 'is a call without a result right after it')
    open = new Set()
    for (const { id } of message?.role === 'assistant' ? message.calls : []) {
      if (id === '' || used.has(id)) refuse(id, 'is a call id that is empty or was used before')
      used.add(id)
      open.add(id)
    }
  }
}

function fitResult(result: ToolResult): ToolResult {
  return isBlank(result.text) ? { ...result, text: '(empty)' } : result
}

/** Models invent names, and services refuse a history with one that no tool could have. */
function fitCall({ id, name, args, malformed }: ToolCall): ToolCall {
  const known = name.replace(/[^\w-]/g, '_').slice(0, MAX_NAME_CHARACTERS) || 'unnamed'
  return { id, name: known, args: malformed === undefined ? args : {} }
}
