// record.ts: one file for all that happens in a run, a line for each event, written before the run goes on.
// It is made of what the seams tell anyhow: a Listener, an OnDecision and an OnCall. It decides nothing; when
// it cannot write it throws, which ends the run: nothing goes on unrecorded. No secret that mask.ts knows
// gets into it. The file is for its owner alone, and callers keep it where no tool of the agent writes.

import { appendFileSync, existsSync, fchmodSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { effectsOf } from '../../effects.ts'
import { wordsOf } from '../../perform.ts'
import { policyForRecord } from './compare.ts'
import { VERSION } from './events.ts'
import { cutTorn, readLines } from './lines.ts'
import { lock } from './lock.ts'
import { maskFor } from './mask.ts'
import type { Listener, Message, ToolCall, ToolResult } from '../../agent.ts'
import type { Policy } from '../../policy.ts'
import type { Session, Tool } from '../../tools.ts'
import type { OnCall, OnDecision } from '../04-rounds/rounds.ts'
export { resume } from './resume.ts'

export interface Recorder { listener: Listener; onDecision: OnDecision; onCall: OnCall }

/** What a record says beside the events. Without `policy` there are no vectors, without `session` nothing of
 *  what was written. `env`: whose secrets are masked. */
export interface About {
  policy?: Policy
  model?: string
  session?: Session
  tools?: readonly Tool[]
  env?: Readonly<Record<string, string | undefined>>
  factsOf?(call: ToolCall): { categories?: string[] } // said beside its decision
}

/** Begins a record, or goes on with one that is there, after its last whole line; a header says so. Throws
 *  when the file is something else, another process writes it, or it cannot be written. */
export function record(path: string, about: About = {}): Recorder {
  const mask = maskFor(about.env ?? process.env)
  const [file, isResumed] = opened(path)
  /** One event, one line, in the file before anything else happens. `exact` is written as it is. */
  const put = (type: string, fields: object, exact: object = {}) => {
    try {
      const line = { time: new Date().toISOString(), type, ...fields }
      const json = JSON.stringify({ ...line, ...exact })
      appendFileSync(file, `${mask.isClean(json) ? json : JSON.stringify({ ...mask.of(line), ...exact })}\n`)
    } catch (error) {
      throw new Error(`the record cannot be written, and nothing goes on without it: ${wordsOf(error)}`)
    }
  }
  const { policy, model } = about
  put('header', {
    version: VERSION,
    pid: process.pid,
    ...(isResumed && { resumed: true }),
    ...(model !== undefined && { model }),
    ...(policy && { root: policy.root, policy: policyForRecord(policy) }),
  })

  let round = 0
  const ended = new Map<string, string>() // results of the round going on, by id, as they were written
  const written = new Set(about.session?.written)
  /** A result that was written where its call ended is not written again: its id stands for it. */
  const putMessage = (message: Message) => {
    if (message.role === 'results') {
      const isKnown = ({ id, ...rest }: ToolResult) => ended.get(id) === JSON.stringify(rest)
      const results = message.results.map((result) => (isKnown(result) ? { id: result.id } : result))
      ended.clear()
      return put('message', { message: { ...message, results } })
    }
    if (message.role === 'user') return put('message', { message })
    const { opaque, ...rest } = message
    mask.learn(rest.calls)
    put('message', { message: rest }, opaque === undefined ? {} : { opaque: mask.ofOpaque(opaque) })
    if (message.usage) put('usage', { round, ...message.usage })
  }
  return {
    listener(event) {
      if (event.type === 'round') round = event.round
      if (event.type === 'message') putMessage(event.message)
      if (event.type !== 'end') return
      const { outcome, reason, rounds } = event.end
      put('outcome', { outcome, reason, rounds })
    },
    onDecision({ call, decision }) {
      put('decision', { id: call.id, tool: call.name, ...decision, ...about.factsOf?.(call) })
    },
    onCall({ type, call, result, milliseconds }) {
      const { id } = call
      if (type === 'started') return put(`tool.${call.name}.started`, { id, ...reachOf(call, about) })
      const { id: _, ...rest } = result!
      const more = [...about.session?.written ?? []].filter((real) => !written.has(real))
      more.forEach((real) => written.add(real))
      const news = more.length > 0 && { written: more }
      put(`tool.${call.name}.${type}`, { id, milliseconds: Math.round(milliseconds!), result: rest, ...news })
      ended.set(id, JSON.stringify(rest))
    },
  }
}

/** The exact vectors of a call, the programs in them, and the paths that it names to be written. */
function reachOf(call: ToolCall, { policy, tools, session }: About): object {
  if (!policy) return {}
  const { steps, paths } = effectsOf(policy, call, tools, session)
  const programs = [...new Set(steps.flatMap(({ program, starts }) => [program, ...starts]))]
  const writes = paths.flatMap(({ real, access }) => (access === 'write' ? [real] : []))
  return {
    ...(steps.length > 0 && { vectors: steps.map(({ vector }) => vector), programs }),
    ...(writes.length > 0 && { writes }),
  }
}

/** The file, ready to be appended to, and whether a record was in it. */
function opened(path: string): [file: number, isResumed: boolean] {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  lock(path)
  const isResumed = existsSync(path)
  if (isResumed) cutTorn(path, readLines(path))
  const file = openSync(path, isResumed ? 'a' : 'ax', 0o600)
  fchmodSync(file, 0o600)
  return [file, isResumed]
}
