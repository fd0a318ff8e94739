// exercise.ts: a person may have gone for coffee. Wrap any Confirm so that an answer that does not come in
// time is a no, to each of the requests. What was asked must not stay open behind it: whoever comes back
// later must not answer a question that nobody waits for any more.

import type { Confirm } from './confirm.ts'

/** A Confirm that says no when the one that it wraps has not answered after so many milliseconds. */
export function inTime(confirm: Confirm, milliseconds: number): Confirm {
  return async (requests, signal) => {
    void milliseconds
    // TODO: after that time, end the question and say no
    return confirm(requests, signal)
  }
}
