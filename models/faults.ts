// faults.ts: what can go wrong between us and a model service, as one kind of error that says what happened,
// what to do, and whether another try may help. It decides by statuses, codes and kinds, never by the words
// of a message. Every foreign text goes through the service's `clean`; trying again is http.ts's part.

import { isObject, parsed, textOf } from './wire.ts'
import type { Service } from './settings.ts'
import type { Wire } from './wire.ts'

/** A failed request. `waitMs`: how long the server asked to wait before another try. */
export class Fault extends Error {
  retryable: boolean
  waitMs: number | undefined
  constructor(words: string, retryable: boolean, waitMs?: number) {
    super(words)
    this.retryable = retryable
    this.waitMs = waitMs
  }
}

/** An error as a server writes it. `kinds`: its type and codes; `status`: given when its code is a number. */
export interface ServerError { message: string; kinds: string[]; status: number }

const MAX_PAGE_CHARACTERS = 8_192 // of a page, looked at for words
const RETRYABLE_STATUSES = [408, 409, 429] // and all from 500 on
// Inside a stream only a kind tells: those of the two services, then those of others that speak like them.
const RETRYABLE_KINDS = ['overloaded_error', 'rate_limit_error', 'api_error', 'timeout_error',
  'server_error', 'rate_limit_exceeded', 'slow_down', 'server_is_overloaded', 'InternalServerError']
const NO_MONEY_KINDS = ['billing_error', 'enforced_spend_limit_reached', 'insufficient_quota',
  'credit_balance_exhausted']
const TOO_LONG_KINDS = ['request_too_large', 'context_length_exceeded', 'exceed_context_size_error']

/** The fault of an answer that is not 200: `body` is its text, or the start of it. */
export function faultOfStatus(service: Service, { status, headers }: Response, body: string): Fault {
  const { url, clean } = service
  const json = parsed(body)
  const said = textOf(json?.message) || textOf(json?.detail) || withoutTags(body)
  const { message, kinds } = errorIn(json) ?? { message: said, kinds: [] }
  const id = headers.get('request-id') ?? headers.get('x-request-id') ?? textOf(json?.request_id)
  const words = id === '' ? `${url} answered ${status}` : `${url} answered ${status} (request ${clean(id)})`
  const target = headers.get('location') ?? ''
  const redirect = status < 400 && target !== '' ? `It sends to ${clean(target)}: correct the base URL.` : ''
  const advice = redirect || adviceOn(service, status, kinds)

  const order = headers.get('x-should-retry') // the server knows best
  const retryable = order === 'true' || (order !== 'false' && isPassing(status, kinds))
  return new Fault(joined(words, clean(message), advice), retryable, waitAskedMs(headers))
}

/** The fault of an error inside an answer of 200. */
export function faultOfError(service: Service, { message, kinds, status }: ServerError): Fault {
  const advice = adviceOn(service, status, kinds)
  const words = joined(`${service.url} sent an error`, service.clean(message), advice)
  return new Fault(words, isPassing(status, kinds))
}

/** The fault of an answer of 200 without an event: a page, the mere beginning of a stream, or nothing. */
export function faultOfPlain(service: Service, { headers }: Response, text: string): Fault {
  const said = withoutTags(text.replace(/^:.*$/gm, '')) // comments keep a connection alive and say nothing
  if (said.trim() !== '') {
    const isStream = (headers.get('content-type') ?? '').includes('event-stream')
    const words = joined(`${service.url} sent no completion`, service.clean(said), 'Check the base URL.')
    return new Fault(words, isStream)
  }
  const advice = 'A local server does this when a conversation is longer than its context.'
  return new Fault(`the answer of ${service.url} was empty. ${advice}`, true)
}

export function faultOfLength({ url }: Service, bytes: number): Fault {
  return new Fault(`the answer of ${url} is longer than ${bytes} bytes. Check the base URL.`, false)
}

/** The fault of a connection that was refused or broke; null when the error is something else. */
export function faultOfConnection(service: Service, error: unknown): Fault | null {
  const cause: Wire = (error as Wire)?.cause
  if (typeof cause?.code !== 'string') return null
  const advice = CONNECTION_ADVICE.get(cause.code) ?? ''
  const said = service.clean(`${cause.code} ${textOf(cause.message)}`)
  return new Fault(joined(`the connection to ${service.url} failed`, said, advice), true)
}

/** The error in a parsed body or event, in each of the forms seen; null when there is none. */
export function errorIn(json: Wire): ServerError | null {
  const isFlat = json?.object === 'error' || json?.type === 'error'
  const error: Wire = json?.error || (isFlat ? json : null)
  if (!isObject(error) && typeof error !== 'string') return null
  const { message, type, code, details }: Wire = error
  return {
    message: textOf(error) || textOf(message) || JSON.stringify(error),
    kinds: [type, code, details?.error_code].filter((kind) => typeof kind === 'string'),
    status: typeof code === 'number' ? code : 0,
  }
}

/** Whether the trouble may be over at the next try. */
function isPassing(status: number, kinds: string[]): boolean {
  if (isOneOf(kinds, NO_MONEY_KINDS) || isOneOf(kinds, TOO_LONG_KINDS)) return false
  return RETRYABLE_STATUSES.includes(status) || status >= 500
    || (status < 400 && isOneOf(kinds, RETRYABLE_KINDS)) // inside a 200; else the status knows better
}

function isOneOf(kinds: string[], known: string[]): boolean {
  return kinds.some((kind) => known.includes(kind))
}

/** What to do, as far as status and kinds tell; else nothing. */
function adviceOn({ model, keyName, clean }: Service, status: number, kinds: string[]): string {
  if (status === 402 || isOneOf(kinds, NO_MONEY_KINDS)) {
    return 'The account has no credit, or reached its limit: waiting does not help.'
  }
  if (status === 413 || isOneOf(kinds, TOO_LONG_KINDS)) {
    return 'The conversation is too long for the model: start a new one, or shorten this one.'
  }
  if (status === 400) return 'If the conversation is too long, shorten it; else check the settings.'
  if (status === 401) return `Check the API key (${keyName}).`
  if (status === 403) return `Check what the API key (${keyName}) may use.`
  if (status === 404) return `Check the model's name (${clean(model)}) and the base URL.`
  return ''
}

/** `words: said. advice`, where what was said may be nothing, or a sentence already. */
function joined(words: string, said: string, advice: string): string {
  const end = /[.!?]$/.test(said) ? '' : '.'
  return `${words}: ${said || '(no words)'}${end} ${advice}`.trimEnd()
}

const CONNECTION_ADVICE = new Map([
  ['ECONNREFUSED', 'Is the server running there?'],
  ['ENOTFOUND', 'Check the base URL and the network.'],
])

/** What the server asks to wait, as the official SDKs read it: milliseconds, seconds or a date. */
function waitAskedMs(headers: Headers): number | undefined {
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '')
  if (ms >= 0) return ms
  const after = headers.get('retry-after') ?? ''
  const seconds = Number.parseFloat(after)
  if (seconds >= 0) return seconds * 1_000
  const untilMs = Date.parse(after) - Date.now()
  return Number.isNaN(untilMs) ? undefined : Math.max(0, untilMs)
}

function withoutTags(text: string): string {
  return text.slice(0, MAX_PAGE_CHARACTERS).replace(/<(style|script)[\s\S]*?<\/\1>|<[^>]*>/gi, ' ')
}
