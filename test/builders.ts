// builders.ts: short ways to write calls, replies, results and messages, a scripted model, recording hands,
// one call that runs the loop and keeps what it told, and a strict look at a history. Callers check what was
// kept outside of the seams. Nothing here reads a file, waits, or decides anything about a call.

import { runAgent } from '../agent.ts'
import type {
  AgentEvent, AssistantMessage, End, Execute, Message, Model, ModelContext, ModelRequest, Reply,
  ResultsMessage, RunOptions, ToolCall, ToolResult, UserMessage,
} from '../agent.ts'

/** A reply; its stop is `calls` when it has some, else `end`. */
export function reply(text = '', calls: ToolCall[] = [], more: Partial<Reply> = {}): Reply {
  return { text, calls, stop: calls.length > 0 ? 'calls' : 'end', ...more }
}

/** A reply without words that makes one call for each id. */
export function asking(...ids: string[]): Reply {
  return reply('', ids.map((id) => call(id)))
}

export function call(id: string, name = 'look', args: Record<string, unknown> = {}): ToolCall {
  return { id, name, args }
}

/** A call whose arguments did not parse, for the reason given. */
export function badCall(id: string, why = 'the arguments are not JSON'): ToolCall {
  return { id, name: 'look', args: {}, malformed: why }
}

export function result(id: string, text = `did ${id}`, more: Partial<ToolResult> = {}): ToolResult {
  return { id, ok: true, text, ...more }
}

/** A failed result; `Error: ` is put before the words. */
export function failure(id: string, words: string): ToolResult {
  return { id, ok: false, text: `Error: ${words}` }
}

export const person = (text: string): UserMessage => ({ role: 'user', from: 'person', text })
export const harness = (text: string): UserMessage => ({ role: 'user', from: 'harness', text })
export const assistant = (from: Reply): AssistantMessage => ({ role: 'assistant', ...from })
export const results = (...given: ToolResult[]): ResultsMessage => ({ role: 'results', results: given })

/** One turn of a scripted model: the reply, or a function of the request that makes it. */
export type Turn = Reply | ((request: ModelRequest, on: ModelContext) => Reply | Promise<Reply>)

/** A model that answers turn by turn and throws when the script is over. `requests` holds a copy of each. */
export function scripted(...turns: Turn[]): Model & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = []
  const model: Model = async (request, on) => {
    const turn = turns[requests.length]
    requests.push({ ...request, messages: structuredClone(request.messages) })
    if (turn === undefined) throw new Error(`the script has no turn ${requests.length}`)
    return typeof turn === 'function' ? turn(request, on) : turn
  }
  return Object.assign(model, { requests })
}

/** An Execute that answers every call with `did ID`. `rounds` holds the ids it was given, round by round. */
export function hands(): Execute & { rounds: string[][] } {
  const rounds: string[][] = []
  const execute: Execute = async (calls) => {
    rounds.push(calls.map(({ id }) => id))
    return calls.map(({ id }) => result(id))
  }
  return Object.assign(execute, { rounds })
}

/** What is left of a run; `told` is its events in short words. */
export interface Ran {
  end: End
  events: AgentEvent[]
  told: string[]
  messages: Message[]
  inbox: UserMessage[]
}

/** What `run` needs: a model, and whatever else of the loop's options a test is about. */
export type Options = Partial<RunOptions> & Pick<RunOptions, 'model'>

/** Runs the loop with what is given; the rest is an empty history, the person's word `task`, and `hands`. */
export async function run(options: Options): Promise<Ran> {
  const events: AgentEvent[] = []
  const { messages = [], inbox = [person('task')] } = options
  const listener = (event: AgentEvent) => {
    events.push(event)
    options.listener?.(event)
  }
  const defaults = { system: 'be brief', tools: [], execute: hands() }
  const end = await runAgent({ ...defaults, ...options, messages, inbox, listener })
  return { end, events, told: told(events), messages, inbox }
}

/** Events in short words: `round 1`, `person: task`, `assistant: I look [a b]`, `results: a ok, b failed`. */
export function told(events: AgentEvent[]): string[] {
  return events.map((event) => {
    if (event.type === 'round') return `round ${event.round}`
    if (event.type === 'text') return `text: ${event.text}`
    return event.type === 'end' ? `end: ${event.end.outcome}` : inShort(event.message)
  })
}

function inShort(message: Message): string {
  if (message.role === 'user') return `${message.from}: ${message.text}`
  if (message.role === 'assistant') return `assistant: ${message.text} [${idsAsked(message).join(' ')}]`
  return `results: ${message.results.map(({ id, ok }) => `${id} ${ok ? 'ok' : 'failed'}`).join(', ')}`
}

/** What is wrong with a history, in words; nothing when a strict provider would take it: each message with
 *  calls is followed at once by results with exactly its ids in their order, no results stand elsewhere, and
 *  no call has an empty id or shares its id with another. */
export function historyFaults(messages: readonly Message[]): string[] {
  const faults: string[] = []
  const ids = new Set<string>()
  for (const id of messages.flatMap(idsAsked)) {
    if (typeof id !== 'string' || id === '') faults.push('a call has no id')
    else if (ids.has(id)) faults.push(`two calls have the id ${id}`)
    ids.add(id)
  }
  for (const [at, message] of messages.entries()) {
    const asked = JSON.stringify(idsAsked(messages[at - 1]))
    const answered = message.role === 'results' ? JSON.stringify(message.results.map(({ id }) => id)) : '[]'
    if (asked !== answered) faults.push(`message ${at} answers ${answered}, asked was ${asked}`)
    if (message.role === 'results' && asked === '[]') faults.push(`message ${at} holds stray results`)
  }
  if (idsAsked(messages.at(-1)).length > 0) faults.push('the last message has calls without results')
  return faults
}

function idsAsked(message: Message | undefined): string[] {
  return message?.role === 'assistant' ? message.calls.map(({ id }) => id) : []
}
