// page-rounds.ts: the lines of a record become rounds and what stands between them. A record may be torn, be
// of a newer version, or be written by somebody who means harm: whatever is missing stays missing, and a line
// that is not known is kept as it is.

import { momentOf, numberOf, textOf } from './page-text.ts'

/** A line of a record, or a part of one, of which nothing is known. */
export type Line = Record<string, unknown>

/** One call, put together from all that is said of its id. */
export interface Call {
  id: string
  name: unknown
  args: unknown
  malformed?: unknown
  decision?: Line
  vectors?: unknown
  started?: number
  milliseconds?: number
  ok?: boolean
  text?: unknown
  ends?: unknown
}

/** A round begins with a reply of the model. Everything else has a place between rounds. */
export interface Round { kind: 'round'; number: number; at: unknown; reply: Line; calls: Call[] }
export type Item = Round | { kind: 'said' | 'line'; line: Line }
export interface Rounds { header: Line; items: Item[]; outcome?: Line; unreadable: Line[] }

const TOOL_EVENT = /^tool\.(.*)\.(started|completed|failed)$/s

/** All lines in order, each in the place where a reader looks for it. */
export function roundsOf(lines: readonly object[]): Rounds {
  const found: Rounds = { header: {}, items: [], unreadable: [] }
  const calls = new Map<string, Call>()
  let round: Round | undefined

  const begin = (at: unknown, reply: Line) => {
    round = { kind: 'round', number: (round?.number ?? 0) + 1, at, reply, calls: [] }
    found.items.push(round)
    return round
  }
  const add = (call: Call, at: unknown) => {
    calls.set(call.id, call)
    ;(round ?? begin(at, {})).calls.push(call)
    return call
  }
  const called = (id: unknown, at: unknown, name?: unknown, args?: unknown) => {
    return calls.get(textOf(id)) ?? add({ id: textOf(id), name, args }, at)
  }
  const answer = (call: Call, { ok, text, ends }: Line) => {
    if (typeof ok === 'boolean') call.ok = ok
    if (text !== undefined) call.text = text
    if (ends !== undefined) call.ends = ends
  }

  for (const line of lines as Line[]) {
    const { type, time: at } = line
    const message = objectOf(line['message'])
    const [, tool, event] = TOOL_EVENT.exec(textOf(type)) ?? []
    if (type === 'header' && Object.keys(found.header).length === 0) found.header = line
    else if (type === 'unreadable') found.unreadable.push(line)
    else if (type === 'usage') continue // counted, not shown
    else if (type === 'message' && message['role'] === 'assistant') {
      begin(at, message)
      for (const call of listOf(message['calls'])) {
        const { name, args, malformed } = call
        add({ id: textOf(call['id']), name, args, malformed }, at)
      }
    } else if (type === 'message' && message['role'] === 'results') {
      for (const result of listOf(message['results'])) answer(called(result['id'], at), result)
    } else if (type === 'decision') {
      called(line['id'], at, line['tool']).decision = line
    } else if (event === 'started') {
      Object.assign(called(line['id'], at, tool), { started: momentOf(at), vectors: line['vectors'] })
    } else if (event !== undefined) {
      const call = called(line['id'], at, tool)
      answer(call, { ok: event === 'completed', ...objectOf(line['result']) })
      Object.assign(call, { milliseconds: numberOf(line['milliseconds']) })
    } else {
      const isSaid = type === 'message' && message['role'] === 'user'
      if (type === 'outcome') found.outcome = line
      found.items.push({ kind: isSaid ? 'said' : 'line', line })
    }
  }
  return found
}

export function isRound(item: Item): item is Round {
  return item.kind === 'round'
}

/** A value as an object; anything else is an empty one. */
export function objectOf(value: unknown): Line {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Line : {}
}

/** The objects of a list; of anything else there are none. */
export function listOf(value: unknown): Line[] {
  return Array.isArray(value) ? value.map(objectOf) : []
}
