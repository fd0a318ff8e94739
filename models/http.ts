// http.ts: one reply over HTTP: the request, its retries, and the reading of its answer. The rule is that
// nothing is asked again once a text or call piece came: what came is then the reply, cut. What an event
// means is the reader's business. A redirect is not followed, since the key would go along.

import { setTimeout as sleep } from 'node:timers/promises'
import { startClocks } from './clocks.ts'
import {
  Fault, errorIn, faultOfConnection, faultOfError, faultOfLength, faultOfPlain, faultOfStatus,
} from './faults.ts'
import { sseParser } from './sse.ts'
import { isObject, parsed } from './wire.ts'
import type { ModelContext, Reply } from '../agent.ts'
import type { Clocks } from './clocks.ts'
import type { Service } from './settings.ts'
import type { Wire } from './wire.ts'

const LONGEST_WAIT_SECONDS = 60 // a server that asks for more is not obeyed but told about
const FIRST_BACKOFF_MS = 500
const LONGEST_BACKOFF_MS = 8_000
const JITTER = 0.25 // up to this part of a backoff is taken off, by chance
const MAX_ANSWER_BYTES = 64 * 1_024 * 1_024
const MAX_ERROR_BYTES = 64 * 1_024 // of the body that comes with an error

/** Makes a reply of events, given one at a time; there is a new one for each try. */
export interface Reader {
  take(event: Wire): void // may throw a Fault: the event says that the reply failed
  hasContent(): boolean // a text or call piece came
  isWhole(): boolean // the marker came that ends a reply
  reply(): Reply // what came; its stop is `cut` unless it is whole
}

/** Posts `body` until a reply begins, and returns that reply. Throws a Fault when none does, and the reason
 *  of an abort; once text came, an abort gives it back as a reply that is cut and has no calls. */
export async function converse(
  service: Service, body: object, newReader: () => Reader, { signal }: ModelContext,
): Promise<Reply> {
  signal.throwIfAborted()
  const json = JSON.stringify(body, wellFormed)
  const clocks = startClocks(service, signal)
  try {
    for (let attempt = 1; ; attempt++) {
      const reader = newReader()
      const fault = await tryOnce(service, json, reader, clocks)
      if (signal.aborted) return beforeAbort(reader, signal)
      if (reader.isWhole() || reader.hasContent()) return reader.reply()
      await waitAfter(fault, attempt, service, clocks.signal)
    }
  } finally {
    clocks.stop()
  }
}

/** One request, its answer read as far as it goes. Returns what ended it; the reader knows if it matters. */
async function tryOnce(service: Service, json: string, reader: Reader, clocks: Clocks): Promise<Fault> {
  const { url, headers } = service
  const how = { redirect: 'manual', signal: clocks.signal, dispatcher: patientDispatcher() } as RequestInit
  try {
    clocks.limit('firstByteSeconds')
    const response = await fetch(url, { method: 'POST', headers, body: json, ...how })
    if (!response.ok) return faultOfStatus(service, response, await startOf(response))
    return await readAnswer(service, response, reader, clocks)
  } catch (error) {
    const cause = clocks.signal.aborted ? clocks.signal.reason : error
    const fault = cause instanceof Fault ? cause : faultOfConnection(service, cause)
    if (fault === null && !clocks.signal.aborted) throw error
    return fault ?? new Fault('aborted', false)
  } finally {
    clocks.limit(null)
  }
}

async function readAnswer(
  service: Service, response: Response, reader: Reader, clocks: Clocks,
): Promise<Fault> {
  const sse = sseParser()
  const start: Uint8Array[] = [] // all until the first event: perhaps the answer is no stream
  let isStream = false
  let size = 0
  const takeAll = (events: string[]) => {
    isStream ||= events.length > 0
    for (const data of events) if (data !== '[DONE]') take(service, parsed(data), reader)
  }
  for await (const chunk of response.body ?? []) {
    const wasWhole = reader.isWhole()
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) throw faultOfLength(service, MAX_ANSWER_BYTES)
    if (!isStream) start.push(chunk)
    takeAll(sse.push(chunk))
    if (!wasWhole) clocks.limit(reader.isWhole() ? 'lastWords' : 'idleSeconds')
  }
  takeAll(sse.end())
  if (isStream) return new Fault(`the answer of ${service.url} ended before it was whole.`, true)

  const text = Buffer.concat(start).toString()
  const json = parsed(text)
  if (isObject(json)) take(service, json, reader) // a server that does not stream
  return faultOfPlain(service, response, text)
}

/** Hands one event to the reader. Throws the Fault of an event that is an error or no JSON. */
function take(service: Service, event: Wire, reader: Reader): void {
  if (event === undefined) throw new Fault(`${service.url} sent an event that is not JSON.`, true)
  const error = errorIn(event)
  if (error) throw faultOfError(service, error)
  if (isObject(event)) reader.take(event)
}

/** What came before an abort: text is worth keeping, calls will not run. */
function beforeAbort(reader: Reader, signal: AbortSignal): Reply {
  const { text, usage } = reader.reply()
  if (text === '') throw signal.reason
  return { text, calls: [], stop: 'cut', ...(usage && { usage }) }
}

/** Waits before the next try; throws when there is none, or when `signal` aborts. */
async function waitAfter(
  fault: Fault, attempt: number, service: Service, signal: AbortSignal,
): Promise<void> {
  const { message, retryable } = fault
  const tried = attempt > 1 ? ` Tried ${attempt} times.` : ''
  if (!retryable || attempt > service.limits.retries) throw new Fault(message + tried, false)
  const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** (attempt - 1), LONGEST_BACKOFF_MS)
  const waitMs = fault.waitMs ?? Math.round(backoffMs * (1 - JITTER * Math.random()))
  if (waitMs > LONGEST_WAIT_SECONDS * 1_000) {
    const asked = `It asks to wait ${Math.ceil(waitMs / 1_000)} s, and no more than ${LONGEST_WAIT_SECONDS} s`
    throw new Fault(`${message} ${asked} are waited here: try again then.`, false)
  }
  service.onRetry({ attempt, waitMs, reason: message })
  await sleep(waitMs, undefined, { signal }).catch(() => {}) // an abort: told by the next line
  signal.throwIfAborted()
}

/** The start of an error's body; what a broken connection leaves of it will do. */
async function startOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body ?? []) {
      parts.push(chunk)
      size += chunk.length
      if (size > MAX_ERROR_BYTES) break
    }
  } catch { /* the status says more than this would */ }
  return Buffer.concat(parts).toString()
}

type Agent = new (options: { headersTimeout: number; bodyTimeout: number }) => object
let patient: object | undefined

/** Built-in fetch gives up after 300 s without headers or a piece of the body, sooner than a slow local model
 *  is. Its agent stands under a symbol that no documentation promises: without it, that limit stays. */
function patientDispatcher(): object | undefined {
  new Headers() // loads what sets the symbol
  const all = globalThis as unknown as Record<symbol, { constructor: Agent } | undefined>
  const agent = all[Symbol.for('undici.globalDispatcher.2')] ?? all[Symbol.for('undici.globalDispatcher.1')]
  try {
    patient ??= new agent!.constructor({ headersTimeout: 0, bodyTimeout: 0 })
  } catch { /* none, or one of another kind, set by the program: fetch keeps its limits */ }
  return patient
}

/** Half of a surrogate pair, left of a text that was cut in the middle, makes services refuse the request. */
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\p{Cs}/gu, '\ufffd') : value
}
