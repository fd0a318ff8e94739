// agent.ts: the loop. Ask the model, have its calls carried out, answer every call, ask again.
// Callers own the history and the seams; the loop promises a result for each call, in the order asked.
// It knows no tool, policy, provider or terminal: those are handed in, and wrap one of the seams below.

import { setMaxListeners } from 'node:events'
import { inspect } from 'node:util'

const DEFAULT_MAX_ROUNDS = 100
const MAX_LOST_IN_A_ROW = 3 // cut or empty ones
const GRACE_MS = 3_000 // how long a seam may take, after an abort, to hand back what it has

/** Every way to end. Only `done` is success. */
export type Outcome = 'done' | 'blocked' | 'input' | 'cut' | 'refused' | 'limit' | 'aborted' | 'failed'

/** Thrown by any seam, or given as the reason of an abort: ends the run, open calls answered first. */
export class Stop extends Error {
  outcome: Exclude<Outcome, 'done'>
  constructor(outcome: Exclude<Outcome, 'done'>, reason: string) {
    super(reason)
    this.outcome = outcome
  }
}

export interface ToolSpec { name: string; description: string; parameters: object } // a JSON Schema

/** What the model asked for; nobody trusts it. `malformed`: why its arguments did not parse; never run. */
export interface ToolCall { id: string; name: string; args: Record<string, unknown>; malformed?: string }

/** `text` is for the model, a failure's begins with `Error: `; code looks at `ok`. `ends` ends the run. */
export interface ToolResult { id: string; ok: boolean; text: string; ends?: Outcome }

/** Tokens of one request. `input` counts all of it, the cached parts included. */
export interface Usage { input: number; output: number; cacheRead?: number; cacheWrite?: number }

/** `stop`: `cut` is a length limit or a broken stream. `opaque`: JSON that a provider wants back unchanged,
 *  marked with whose it is and holding no call ids; nobody else reads it. */
export interface Reply {
  text: string; calls: ToolCall[]
  stop: 'end' | 'calls' | 'cut' | 'refused' | 'other'
  usage?: Usage; opaque?: unknown
}

/** Only `person` marks a person's words: what the loop, a check, a summary or an agent says is `harness`. */
export interface UserMessage { role: 'user'; from: 'person' | 'harness'; text: string }
export interface AssistantMessage extends Reply { role: 'assistant' }
export interface ResultsMessage { role: 'results'; results: ToolResult[] }
export type Message = UserMessage | AssistantMessage | ResultsMessage

/** `messages` is the live history, not a copy: a wrapper that wants less sends less and edits nothing. */
export interface ModelRequest { system: string; messages: readonly Message[]; tools: readonly ToolSpec[] }
export interface ModelContext { signal: AbortSignal; onText?: (text: string) => void }

/** One request, one reply. Contract: once a round; heeds the signal; a throw ends the run as `failed`. */
export type Model = (request: ModelRequest, on: ModelContext) => Promise<Reply>

/** Carries out one round. Contract: at most once a round, never given a malformed call or one of a cut reply;
 *  what a throw, a missing or a doubled result leaves open is answered for; after an abort it starts
 *  nothing and returns what it has. A Stop loses the round's results: to end after work, use `ends`. */
export type Execute = (calls: ToolCall[], signal: AbortSignal) => Promise<ToolResult[]>

/** Asked each time before a run ends as `done`: null agrees, a text sends the model back with it.
 *  Contract: a throw ends the run as `failed`; absent: everything agrees. */
export type Finish = (reply: Reply, signal: AbortSignal) => Promise<string | null>

/** Told what happened. Contract: synchronous, quick; a throw aborts the run (`failed`, or by its Stop). */
export type Listener = (event: AgentEvent) => void

/** `message`: each one that joins the history, calls before they run. `end`: exactly once, last. */
export type AgentEvent = { type: 'round'; round: number } | { type: 'text'; text: string }
  | { type: 'message'; message: Message } | { type: 'end'; end: End }

/** `text`: the last words of the model, or of the call that ended the run. `reason`: why it is not `done`. */
export interface End { outcome: Outcome; reason: string; text: string; rounds: number; error?: unknown }

export interface RunOptions {
  model: Model; execute: Execute; system: string
  tools: readonly ToolSpec[] // looked at anew each round
  messages: Message[] // the history: repaired and appended to here, kept by the caller
  inbox: UserMessage[] // the task, and what is said meanwhile: moved to the history before each request
  finish?: Finish; listener?: Listener; signal?: AbortSignal; maxRounds?: number
}

/** Runs until one of the outcomes; never rejects. Afterwards the history is fit for another request. */
export async function runAgent(options: RunOptions): Promise<End> {
  const { model, execute, finish, messages, inbox, maxRounds = DEFAULT_MAX_ROUNDS } = options
  const end: End = { outcome: 'done', reason: '', text: '', rounds: 0 }
  const own = new AbortController() // follows the caller's signal; a failing listener aborts it as well
  const { signal } = own
  setMaxListeners(0, signal) // each call of a round may listen
  const follow = () => own.abort(options.signal?.reason)
  options.signal?.addEventListener('abort', follow, { once: true })
  if (options.signal?.aborted) follow()

  const emit = (event: AgentEvent) => {
    try { options.listener?.(event) } catch (error) {
      own.abort(error instanceof Stop ? error : new Stop('failed', `a listener failed: ${wordsOf(error)}`))
    }
  }
  const add = (message: Message) => {
    messages.push(message)
    emit({ type: 'message', message })
  }

  try {
    const usedIds = new Set<string>()
    for (const message of repair(messages, usedIds)) emit({ type: 'message', message })
    // #region loop
    for (let lost = 0; ;) {
      signal.throwIfAborted()
      if (!(end.rounds < maxRounds)) throw new Stop('limit', `the limit of ${maxRounds} rounds is reached`)
      emit({ type: 'round', round: ++end.rounds })
      inbox.splice(0).forEach(add)
      signal.throwIfAborted()
      const request = { system: options.system, messages, tools: options.tools }
      const on = { signal, onText: (text: string) => { if (!signal.aborted) emit({ type: 'text', text }) } }
      const reply = received(await settled(model(request, on), signal), usedIds)
      const [hasCalls, hasWords] = [reply.calls.length > 0, reply.text.trim() !== '']
      end.text = reply.text
      if (hasWords || hasCalls || reply.opaque !== undefined) add({ ...reply, role: 'assistant' })

      const { results, stopped } = await carryOut(reply, execute, signal)
      if (results.length > 0) add({ role: 'results', results })
      signal.throwIfAborted()
      if (stopped) throw stopped
      if (reply.stop === 'refused') throw new Stop('refused', reply.text || 'the model refused')
      if (reply.stop === 'other') throw new Stop('failed', 'the reply ended for an unknown reason')

      const isLost = reply.stop === 'cut' || (!hasCalls && (!hasWords || reply.stop === 'calls'))
      lost = isLost ? lost + 1 : 0
      if (lost === MAX_LOST_IN_A_ROW) throw new Stop('cut', `${lost} replies in a row were cut or empty`)
      if (isLost && !hasCalls) add({ role: 'user', from: 'harness', text: NOT_RUN.cut })
      const ending = results.find(({ ends }) => ends && ends !== 'done') ?? results.find(({ ends }) => ends)
      if (isLost || (hasCalls && !ending)) continue

      end.text = ending?.text ?? reply.text
      if (ending?.ends && ending.ends !== 'done') throw new Stop(ending.ends, ending.text)
      if (inbox.length > 0) continue
      const objection = finish ? await settled(finish(reply, signal), signal) : null
      signal.throwIfAborted()
      if (objection !== null) add({ role: 'user', from: 'harness', text: objection || 'not done yet' })
      else if (inbox.length === 0) break
    }
    // #endregion
  } catch (error) {
    const cause = signal.aborted ? signal.reason : error
    end.outcome = signal.aborted ? 'aborted' : 'failed'
    end.reason = wordsOf(cause)
    if (cause instanceof Stop && (cause.outcome as Outcome) !== 'done') end.outcome = cause.outcome
    if (end.outcome === 'failed') end.error = cause
  }
  options.signal?.removeEventListener('abort', follow)
  emit({ type: 'end', end })
  own.abort() // what still works for this run has nobody to tell
  return end
}

const NOT_RUN = { end: null, calls: null, refused: 'not run: a refusal', other: 'not run: an unclear end',
  cut: 'the reply was cut off or empty, and nothing of it was run. Send less at a time.' }

// #region answers
/** Answers the calls of one reply. Only a whole reply's well-formed calls go to Execute. */
async function carryOut({ calls, stop }: Reply, execute: Execute, signal: AbortSignal) {
  const why = signal.aborted ? 'not run: interrupted' : NOT_RUN[stop]
  if (why) return { results: calls.map(({ id }): ToolResult => ({ id, ok: false, text: `Error: ${why}` })) }
  try {
    const fit = calls.filter((call) => call.malformed === undefined)
    const given = fit.length > 0 ? await settled(execute(fit, signal), signal) : []
    return { results: paired(calls, given, 'no result came back; it may have had effects') }
  } catch (error) {
    const results = paired(calls, [], `no result: ${wordsOf(error)}; it may have had effects`)
    return error instanceof Stop ? { results, stopped: error } : { results }
  }
}

/** One result for each call, in the order asked: the first given for its id, else a failure that says why. */
function paired(calls: ToolCall[], given: ToolResult[], why: string): ToolResult[] {
  const left = [...given]
  return calls.map(({ id, malformed }) => {
    const at = malformed === undefined ? left.findIndex((result) => result.id === id) : -1
    return at < 0 ? { id, ok: false, text: `Error: ${malformed ?? why}` } : left.splice(at, 1)[0]!
  })
}
// #endregion

/** Makes a stored history valid in place: ids told apart, whole results right after their calls.
 *  Returns the results messages it had to make; adds every id to `usedIds`. */
function repair(messages: Message[], usedIds: Set<string>): Message[] {
  const made: Message[] = []
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at]!
    if (message.role === 'results') messages.splice(at--, 1) // no calls stand right before it
    if (message.role !== 'assistant' || message.calls.length === 0) continue
    const calls = withOwnIds(message.calls, usedIds)
    const isRenamed = calls.some((call, i) => call !== message.calls[i])
    if (isRenamed) messages[at] = { ...message, calls }
    const next = messages[++at]
    const given = next?.role === 'results' ? next.results : []
    const isWhole = given.length === calls.length && message.calls.every(({ id }, i) => id === given[i]!.id)
    if (isWhole && !isRenamed) continue
    const old = isWhole ? given : paired(message.calls, given, 'interrupted; it may have had effects')
    made.push({ role: 'results', results: old.map((result, i) => ({ ...result, id: calls[i]!.id })) })
    messages.splice(at, next?.role === 'results' ? 1 : 0, made.at(-1)!)
  }
  return made
}

/** A reply whose calls can be told apart and whose stop is one of ours. */
function received(reply: Reply, usedIds: Set<string>): Reply {
  const stop = ['end', 'calls', 'cut', 'refused'].includes(reply.stop) ? reply.stop : 'other'
  return { ...reply, stop, calls: withOwnIds(reply.calls, usedIds) }
}

/** Calls whose id is empty or was used before get one of our own. */
function withOwnIds(calls: ToolCall[], used: Set<string>): ToolCall[] {
  return calls.map((call) => {
    let { id } = call
    for (let n = used.size; !id || used.has(id); n++) id = `call_${n}`
    used.add(id)
    return id === call.id ? call : { ...call, id }
  })
}

/** Waits for `work`; after an abort only GRACE_MS longer, and then throws the signal's reason. */
function settled<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const onAbort = () => (timer = setTimeout(reject, GRACE_MS, signal.reason))
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    })
  })
}

function wordsOf(error: unknown): string {
  const words: unknown = error instanceof Error ? error.message : error
  return typeof words === 'string' ? words : inspect(words)
}
