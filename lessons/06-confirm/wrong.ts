// wrong.ts: plausible and wrong. It says no in time, and to each request. But the question stays open at the
// terminal, and whoever answers it later answers nothing, or the next question.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Confirm } from './confirm.ts'

/** A Confirm that says no when the one that it wraps has not answered after so many milliseconds. */
export function inTime(confirm: Confirm, milliseconds: number): Confirm {
  return async (requests, signal) => {
    const no: Answer = { allowed: false, by: 'default', reason: 'no answer in time' }
    const over = sleep(milliseconds, requests.map(() => no), { ref: false })
    return Promise.race([confirm(requests, signal), over])
  }
}
