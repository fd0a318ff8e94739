// race.mjs: how long calls take, side by side. The contestants take turns in one process, so that whatever
// slows the machine for a while slows all of them. It knows nothing of what it measures.

import { performance } from 'node:perf_hooks'

const WARM_UP_MILLISECONDS = 100

/** The result of the last call: an engine must not find out that nobody needs it. */
export const last = { result: undefined }

/** Runs the contestants, an object of functions without arguments, in `rounds` rounds of about
 *  `batchMilliseconds` each; what gives a promise is waited for. Gives for each contestant the microseconds
 *  of one call, one number a round. */
export async function race(contestants, { rounds, batchMilliseconds }) {
  const entries = Object.entries(contestants)
  const calls = []
  for (const [, run] of entries) {
    await callsWithin(run, WARM_UP_MILLISECONDS)
    calls.push(await callsWithin(run, batchMilliseconds))
  }
  const times = entries.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < entries.length; turn++) {
      const at = (round + turn) % entries.length // another one begins each round
      times[at].push(await microseconds(entries[at][1], calls[at]))
    }
  }
  return Object.fromEntries(entries.map(([name], at) => [name, times[at]]))
}

/** How often it can be called within that time; at least once. */
async function callsWithin(run, milliseconds) {
  const end = performance.now() + milliseconds
  let calls = 0
  do {
    last.result = run()
    if (last.result instanceof Promise) await last.result
    calls++
  } while (performance.now() < end)
  return calls
}

async function microseconds(run, calls) {
  const start = performance.now()
  for (let i = 0; i < calls; i++) {
    last.result = run()
    if (last.result instanceof Promise) await last.result
  }
  return (performance.now() - start) * 1_000 / calls
}

/** The middle one of some numbers, at least one. */
export function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]
}
