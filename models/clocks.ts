// clocks.ts: the times one reply may take. `total` runs from the start; beside it runs at most one other, set
// anew by the caller as the answer proceeds. A clock that runs out aborts `signal`, as the caller's signal
// does, and its reason is a Fault that names the policy's key. Callers stop the clocks at the end.

import { Fault } from './faults.ts'
import type { Service } from './settings.ts'

export type Clock = keyof typeof WORDS

export interface Clocks {
  signal: AbortSignal
  limit(clock: Clock | null): void // in place of the one before; null: none but the total
  stop(): void
}

const LAST_WORDS_SECONDS = 2 // for usage and the end of the stream, after the reply is whole
const MAX_TIMER_MS = 2 ** 31 - 1 // a longer timer of Node's would run out at once

const WORDS = {
  firstByteSeconds: 'no byte of an answer came from',
  idleSeconds: 'nothing more of the answer came from',
  lastWords: 'the stream was not closed by', // never shown: the reply is whole by then
  totalSeconds: 'no whole answer came from',
}

export function startClocks({ url, limits }: Service, caller: AbortSignal): Clocks {
  const own = new AbortController()
  const follow = () => own.abort(caller.reason)
  caller.addEventListener('abort', follow, { once: true })

  const started = (clock: Clock) => {
    const seconds = clock === 'lastWords' ? LAST_WORDS_SECONDS : limits[clock]
    const abort = () => {
      const words = `${WORDS[clock]} ${url} within ${seconds} s. A slow model needs a higher ${clock}`
      own.abort(new Fault(`${words} in the policy.`, false))
    }
    return setTimeout(abort, Math.min(seconds * 1_000, MAX_TIMER_MS))
  }
  const total = started('totalSeconds')
  let other: NodeJS.Timeout | undefined
  return {
    signal: own.signal,
    limit: (clock) => {
      clearTimeout(other)
      other = clock === null ? undefined : started(clock)
    },
    stop: () => {
      clearTimeout(total)
      clearTimeout(other)
      caller.removeEventListener('abort', follow)
    },
  }
}
