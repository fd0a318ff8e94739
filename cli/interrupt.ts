// interrupt.ts: Ctrl-C and its kin. The first one aborts what runs, at once and in order; a second one within
// two seconds ends the program. Commands run in groups of their own, so the terminal's Ctrl-C does not reach
// them: they are ended by the abort, and by process.ts when the program ends.

import { Stop } from '../agent.ts'

export const INTERRUPTED_CODE = 130
const TWICE_WITHIN_MS = 2_000

/** `signal` is that of the work going on; `renew` begins another; `stop` is for who reads keys by itself. */
export interface Interrupts {
  readonly signal: AbortSignal
  renew(): AbortSignal
  stop(): void
}

/** Listens for SIGINT, SIGTERM and SIGHUP from now on. */
export function listenForInterrupts(): Interrupts {
  let controller = new AbortController()
  let last = -Infinity
  const stop = () => {
    const now = performance.now()
    if (now - last < TWICE_WITHIN_MS) process.exit(INTERRUPTED_CODE)
    last = now
    controller.abort(new Stop('aborted', 'interrupted'))
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, stop)
  return {
    get signal() {
      return controller.signal
    },
    renew() {
      controller = new AbortController()
      return controller.signal
    },
    stop,
  }
}
