// groups.ts: the process groups of what a pipeline started, each under the number of its leader. Callers take
// a set, add what they start and give it back. A process that left its group (setsid) is out of reach here.

import { accessSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const TERM_GRACE_MS = 1_000 // from TERM to KILL
const KILL_GRACE_MS = 200 // for what got KILL to be gone
const POLL_MS = 20

export type Groups = Set<number>

const taken = new Set<Groups>()
process.on('exit', () => taken.forEach((groups) => signalAll(groups, 'SIGKILL')))

/** A new, empty set. Until it is given back, its groups go when this process exits. */
export function takeGroups(): Groups {
  const groups: Groups = new Set()
  taken.add(groups)
  return groups
}

export function giveBack(groups: Groups): void {
  taken.delete(groups)
}

/** Forgets groups without a member: their number may be given to a stranger. */
export function forgetEmpty(groups: Groups): void {
  signalAll(groups, 0)
}

/** TERM to every group, and KILL to what still runs a second later. Then `ended` gets a moment to be told. */
export async function endAll(groups: Groups, ended: Promise<unknown>): Promise<void> {
  signalAll(groups, 'SIGTERM')
  await untilNoneRuns(groups, TERM_GRACE_MS)
  signalAll(groups, 'SIGKILL')
  await Promise.race([ended, sleep(KILL_GRACE_MS, null, { ref: false })])
}

/** KILL to every group. Says whether something still ran in one. */
export async function killLeft(groups: Groups): Promise<boolean> {
  const left = doesAnyRun(groups)
  signalAll(groups, 'SIGKILL')
  await untilNoneRuns(groups, KILL_GRACE_MS)
  return left
}

function signalAll(groups: Groups, name: NodeJS.Signals | 0): void {
  for (const group of groups) {
    try {
      process.kill(-group, name)
    } catch {
      groups.delete(group) // empty, or another user's and out of reach
    }
  }
}

async function untilNoneRuns(groups: Groups, ms: number): Promise<void> {
  const end = performance.now() + ms
  while (doesAnyRun(groups) && performance.now() < end) await sleep(POLL_MS)
}

/** A signal also reaches the dead whom nobody has collected yet, and in many a container nobody ever does. So
 *  /proc is asked for their state; without one they count as running, which the graces bound. */
function doesAnyRun(groups: Groups): boolean {
  signalAll(groups, 0)
  if (groups.size === 0) return false
  try {
    accessSync('/proc/self/stat')
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).some((pid) => {
      const [state, , group] = statOf(pid)
      return state !== 'Z' && groups.has(Number(group))
    })
  } catch {
    return true
  }
}

/** What follows the name in proc(5)'s stat: state, parent, group, ... Nothing when the process is gone. */
function statOf(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
