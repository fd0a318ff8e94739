// solution.ts: one way to do the exercise. The question gets a signal of its own, which ends it with the
// round or when the time is over; who does not answer by then said no.

import type { Answer, Confirm } from './confirm.ts'

/** A Confirm that says no when the one that it wraps has not answered after so many milliseconds. */
export function inTime(confirm: Confirm, milliseconds: number): Confirm {
  return async (requests, signal) => {
    const clock = new AbortController()
    const over = new Promise<Answer[]>((resolve) => {
      const no: Answer = { allowed: false, by: 'default', reason: 'no answer in time' }
      clock.signal.addEventListener('abort', () => resolve(requests.map(() => no)), { once: true })
    })
    const timer = setTimeout(() => clock.abort(), milliseconds)
    try {
      return await Promise.race([confirm(requests, AbortSignal.any([signal, clock.signal])), over])
    } finally {
      clearTimeout(timer)
    }
  }
}
