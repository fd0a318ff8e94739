// reply.ts: what both adapters do with a reply that came: its calls get arguments that are an object or a
// reason why not, and ids that are unique. Arguments are parsed whole or not at all, since the beginning of a
// text can look like a whole call. Nothing here is of one protocol.

import { randomUUID } from 'node:crypto'
import { isObject, printable } from './wire.ts'
import type { Reply, ToolCall, Usage } from '../agent.ts'
import type { Wire } from './wire.ts'

const SHOWN_CHARACTERS = 200 // of arguments that did not parse
const ID_CHARACTERS = 9 // what Mistral's templates want, and all others take

/** A call as it came: `input` is the text of its arguments, or the object itself. */
export interface RawCall { id: string; name: string; input: Wire }

export interface RawReply {
  text: string
  calls: RawCall[]
  stop: Reply['stop']
  usage: Usage | undefined
  opaque: unknown
}

/** The reply as the loop wants it. */
export function finished({ text, calls, stop, usage, opaque }: RawReply): Reply {
  const used = new Set<string>()
  return {
    text,
    calls: calls.map((call) => ({ id: ownId(call.id, used), ...argumentsOf(call) })),
    stop: stop === 'end' && calls.length > 0 ? 'calls' : stop,
    ...(usage !== undefined && { usage }),
    ...(opaque !== undefined && { opaque }),
  }
}

/** Tokens as counted by the service; undefined when it counted nothing. `input` includes the cached ones. */
export function usageOf(counts: { [key in keyof Usage]-?: number | undefined }): Usage | undefined {
  const { input, output, cacheRead, cacheWrite } = counts
  if (input === undefined && output === undefined) return undefined
  return {
    input: input ?? 0,
    output: output ?? 0,
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
  }
}

function argumentsOf({ name, input }: RawCall): Omit<ToolCall, 'id'> {
  if (isObject(input)) return { name, args: input }
  const raw = typeof input === 'string' ? input : JSON.stringify(input ?? '')
  if (input === undefined || input === null || raw.trim() === '') return { name, args: {} } // needs none
  let why = 'they are not an object'
  try {
    const args: unknown = JSON.parse(raw)
    if (isObject(args)) return { name, args }
  } catch (error) {
    why = printable((error as Error).message, SHOWN_CHARACTERS)
  }
  const advice = 'Send the call again, with a JSON object.'
  const shown = `${raw.length} characters, beginning: ${printable(raw, SHOWN_CHARACTERS)}`
  return { name, args: {}, malformed: `the arguments did not parse: ${why}. ${advice} They were ${shown}` }
}

/** The server's id; one of our own when it is empty or another call of the reply has it. */
function ownId(id: string, used: Set<string>): string {
  const own = id === '' || used.has(id) ? `c${randomUUID().replaceAll('-', '').slice(1, ID_CHARACTERS)}` : id
  used.add(own)
  return own
}
