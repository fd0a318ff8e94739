// settings.ts: what an adapter must know of the service it talks to, and the same made ready for requests.
// Times and tries have the names of the policy's keys, since errors name them. Nothing is read from the
// environment or a file, and the model has no default: both are the caller's business.

import { printable } from './wire.ts'

/** Told before a wait: the try that failed (from 1), how long the wait is, and why. */
export interface Retry { attempt: number; waitMs: number; reason: string }

export interface ModelSettings {
  baseUrl: string // with or without a slash or /v1 at its end
  model: string
  apiKey?: string | undefined // absent: no key is sent, as local servers like it
  headers?: Record<string, string> | undefined // sent with each request, over the adapter's own
  maxTokens?: number | undefined // of one reply; the policy's replyTokens
  toolChoice?: unknown // as the service spells it; absent: not sent
  extra?: Record<string, unknown> | undefined // more of the body, as the service spells it: thinking, ...
  firstByteSeconds?: number | undefined // from a request to the first byte of its answer
  idleSeconds?: number | undefined // between two pieces of an answer, pings included
  totalSeconds?: number | undefined // one reply altogether, with its retries and their waits
  retries?: number | undefined
  onRetry?: ((retry: Retry) => void) | undefined
}

/** What one adapter sends where. `clean` makes foreign text fit to show: no key, no control character. */
export interface Service {
  url: string
  headers: Record<string, string>
  keyName: string // the environment variable that usually holds the key
  model: string
  limits: { firstByteSeconds: number; idleSeconds: number; totalSeconds: number; retries: number }
  onRetry: (retry: Retry) => void
  clean: (text: string) => string
}

export const DEFAULT_MAX_TOKENS = 8_192
const DEFAULT_FIRST_BYTE_SECONDS = 120
const DEFAULT_IDLE_SECONDS = 60
const DEFAULT_TOTAL_SECONDS = 600
const DEFAULT_RETRIES = 4
const MIN_SECRET_CHARACTERS = 4 // a shorter key guards nothing, and masking it would garble every message
const MAX_SHOWN_CHARACTERS = 500

type Endpoint = Pick<Service, 'url' | 'headers' | 'keyName'>

/** Throws an Error when a header, and so perhaps the key, cannot be sent. */
export function serviceOf(settings: ModelSettings, { url, headers, keyName }: Endpoint): Service {
  return {
    url,
    headers: fitHeaders({ 'content-type': 'application/json', ...headers }, settings.headers ?? {}),
    keyName,
    model: settings.model,
    limits: {
      firstByteSeconds: settings.firstByteSeconds ?? DEFAULT_FIRST_BYTE_SECONDS,
      idleSeconds: settings.idleSeconds ?? DEFAULT_IDLE_SECONDS,
      totalSeconds: settings.totalSeconds ?? DEFAULT_TOTAL_SECONDS,
      retries: settings.retries ?? DEFAULT_RETRIES,
    },
    onRetry: settings.onRetry ?? (() => {}),
    clean: cleaner(settings),
  }
}

/** The base URL without a slash at its end. Throws when it is none, or holds a password or a query: it is
 *  shown in errors, and a key has no place there. */
export function plainBase(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error('the base URL is not an address: write one like http://127.0.0.1:8080/v1')
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Error('the base URL holds a user name, password, query or fragment: give the key as apiKey')
  }
  return url.href.replace(/\/+$/, '')
}

/** Makes what a server said fit to show. Secrets go before anything is cut, so that no half of one stays. */
function cleaner({ apiKey = '', headers = {} }: ModelSettings): (text: string) => string {
  const isSecret = (name: string) => /auth|key|token|secret|cookie/i.test(name)
  const values = Object.entries(headers).filter(([name]) => isSecret(name)).map(([, value]) => value)
  const words = values.map((value) => value.trim().split(' ').at(-1)!) // `Bearer KEY` is echoed as KEY alone
  const secrets = [apiKey.trim(), ...values, ...words]
    .filter((secret) => secret.length >= MIN_SECRET_CHARACTERS)
    .toSorted((a, b) => b.length - a.length)
  return (text) => {
    const masked = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
    return printable(masked.trim().replace(/\s+/g, ' '), MAX_SHOWN_CHARACTERS)
  }
}

/** `more` over `headers`. An error of fetch itself would show the key in its words. */
function fitHeaders(headers: Record<string, string>, more: Record<string, string>): Record<string, string> {
  try {
    const all = new Headers(headers)
    for (const [name, value] of Object.entries(more)) all.set(name, value)
    return Object.fromEntries(all)
  } catch {
    throw new Error('the API key or another header holds what no header can, like a line break: set it anew')
  }
}
