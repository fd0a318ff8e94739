// scripted.ts: a model that says what a script tells it, for demonstrations, lessons and tests: no key, no
// network, the same each time. Callers write turns; the model fills in what they leave out and fails loudly
// when the script is over. It understands nothing, and its count of tokens is made up.

import type { Message, Model, ModelContext, ModelRequest, Reply, ToolCall } from '../agent.ts'

/** What matters of a reply. Left out, `stop` is `calls` or `end`, and ids are `call_1`, `call_2`, ... */
export interface ScriptedReply extends Partial<Omit<Reply, 'calls'>> {
  calls?: (Omit<ToolCall, 'id'> & { id?: string })[]
}

/** One turn: a reply, or a function of the request that makes one. */
export type Turn = ScriptedReply
  | ((request: ModelRequest, on: ModelContext) => ScriptedReply | Promise<ScriptedReply>)

const CHARACTERS_PER_TOKEN = 4 // a made-up measure that is the same everywhere

/** A Model that takes its replies from `turns`, one a request. Copies of the requests are put into `record`,
 *  if it is given. Throws an Error when the turns are used up; after an abort its reason, taking no turn. */
export function scriptedModel(turns: readonly Turn[], { record }: { record?: ModelRequest[] } = {}): Model {
  const sizes = new WeakMap<Message, number>() // a long history is not measured anew each turn
  let turnsTaken = 0
  let callsNamed = 0

  return async (request, on) => {
    on.signal.throwIfAborted()
    record?.push(copyOf(request))
    const turn = turns[turnsTaken++]
    if (turn === undefined) {
      const words = `the script is over: turn ${turnsTaken} was asked for, and it has ${turns.length}`
      throw new Error(`${words}. Add one, or leave the calls out of the last one.`)
    }
    const { text = '', calls = [], ...rest } = typeof turn === 'function' ? await turn(request, on) : turn
    const reply: Reply = {
      stop: calls.length > 0 ? 'calls' : 'end',
      ...rest,
      text,
      calls: calls.map((call) => ({ ...call, id: call.id ?? `call_${++callsNamed}` })),
    }
    if (text !== '') on.onText?.(text)
    return { usage: { input: tokensIn(request, sizes), output: tokens(sizeOf({ text, calls })) }, ...reply }
  }
}

function tokensIn({ system, messages, tools }: ModelRequest, sizes: WeakMap<Message, number>): number {
  let size = sizeOf([system, tools])
  for (const message of messages) {
    const known = sizes.get(message) ?? sizeOf(message)
    sizes.set(message, known)
    size += known
  }
  return tokens(size)
}

function tokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN)
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length
}

/** As it was at that time, and as data: a tool's functions are left out. */
function copyOf({ system, messages, tools }: ModelRequest): ModelRequest {
  return structuredClone({
    system,
    messages,
    tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
  })
}
