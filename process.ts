// process.ts: runs a pipeline of exact argument vectors. It knows no shell, no command text and no policy.
// Each job is a session and process group of its own: no terminal, /dev/null or the job before to read from.
// At the end nothing is left in those groups; what left its group (setsid) is not found, nor waited for.

import { spawn } from 'node:child_process'
import { setMaxListeners } from 'node:events'
import { accessSync, closeSync, constants, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { openPipes } from './pipes.ts'
import type { Output } from './output.ts'
import type { Pipe } from './pipes.ts'

const TERM_GRACE_MS = 1_000 // from TERM to KILL
const KILL_GRACE_MS = 200 // for what got KILL to be gone
const POLL_MS = 20
const QUIET_MS = 50 // so long without a byte ends the reading when somebody still holds the pipe
const DRAIN_MS = 400 // and this long does in any case

/** `file`: absolute path of the program; `vector[0]`: the name it is called by. `out`: to the next job, the
 *  last one's to the output. stderr `err`: to the output; `out`: where `out` leads, even if stdout is `null`. */
export interface Job {
  file: string
  vector: string[]
  stdout: 'out' | 'null'
  stderr: 'err' | 'out' | 'null'
}

/** `error`: why there is neither code nor signal, and what to do about it. */
export interface Exit { code: number | null; signal: string | null; error?: string }

/** `env` is the whole environment (Node under coverage adds NODE_V8_COVERAGE). `cwd` is not resolved.
 *  `signal` ends it all: time-outs are the caller's, merged into it. */
export interface Surroundings {
  cwd: string
  env: Record<string, string>
  signal: AbortSignal
  output: Output
}

/** `exits`: one for each job, in order. `leftBehind`: a job left something running in its group. */
export interface Result { exits: Exit[]; leftBehind: boolean }

/** Runs the jobs together until all have ended, and then kills what they left in their groups. An abort sends
 *  TERM, and a second later KILL; the output so far is kept. Never rejects. */
export async function runPipeline(jobs: readonly Job[], around: Surroundings): Promise<Result> {
  const { signal, output } = around
  if (jobs.length === 0) return { exits: [], leftBehind: false }
  setMaxListeners(0, signal) // many may run at once
  let pipes: Pipe[]
  try {
    signal.throwIfAborted()
    pipes = await openPipes(jobs.length, around.env['PATH'] || '/bin', signal)
  } catch (error) {
    const why = signal.aborted ? 'interrupted' : `no pipe could be made: ${(error as Error).message}. `
      + `It takes the program mkfifo, room in ${tmpdir()}, and two open files a job.`
    return { exits: jobs.map(() => notStarted(why)), leftBehind: false }
  }

  const groups = new Set<number>()
  running.add(groups)
  const last = pipes.at(-1)!
  const exits = jobs.map((): Exit => ({ code: null, signal: null, error: NOT_ENDED }))
  const ended = jobs.map(async (job, i) => {
    const out = pipes[i]!.to
    const stderr = { err: last.to, out, null: 'ignore' as const }[job.stderr]
    const stdio: Stdio = [pipes[i - 1]?.from ?? 'ignore', job.stdout === 'out' ? out : 'ignore', stderr]
    exits[i] = await start(job, stdio, around, groups)
    signalAll(groups, 0)
  })
  for (const pipe of pipes) { // a copy kept here would hide that a reader or writer is gone
    closeSync(pipe.to)
    if (pipe !== last) closeSync(pipe.from)
  }
  const source = new Socket({ fd: last.from, readable: true, writable: false })
  source.on('data', (chunk) => output.write(chunk)).on('error', () => {}) // its close follows

  let onAbort = () => {}
  const stopped = new Promise<void>((resolve) => { onAbort = () => void endAll(groups).then(resolve) })
  signal.addEventListener('abort', onAbort)
  await Promise.race([Promise.all(ended), stopped])
  if (signal.aborted) await stopped
  await drain(source, output)
  signal.removeEventListener('abort', onAbort)
  const leftBehind = signalAll(groups, 'SIGKILL')
  await untilEmpty(groups, KILL_GRACE_MS)
  running.delete(groups)
  return { exits: [...exits], leftBehind }
}

/** The first regular executable file of that name in the folders of `path`; null if there is none. */
export function findProgram(name: string, path: string): string | null {
  if (!/^[^/\0]+$/.test(name)) return null
  const files = path.split(':').filter(isAbsolute).map((folder) => join(folder, name))
  return files.find((file) => {
    try {
      accessSync(file, constants.X_OK)
      return statSync(file).isFile()
    } catch {
      return false
    }
  }) ?? null
}

const NOT_ENDED = 'not ended: even KILL did not end it in time. It may still run.'
const NO_FOLDER = 'the folder to start in is gone or closed. Choose another, or make it again.'

type Stdio = (number | 'ignore')[]

/** Starts one job, at once, and tells how it ended. */
function start(job: Job, stdio: Stdio, { cwd, env }: Surroundings, groups: Set<number>): Promise<Exit> {
  const [argv0, ...args] = job.vector
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(notStarted(wordsOf(error, job.file)))
    if (!canEnter(cwd)) return resolve(notStarted(NO_FOLDER))
    try {
      const child = spawn(job.file, args, { argv0, cwd, env, stdio, detached: true })
      child.on('error', fail).on('exit', (code, signal) => resolve({ code, signal }))
      if (child.pid) groups.add(child.pid)
    } catch (error) {
      fail(error as NodeJS.ErrnoException)
    }
  })
}

/** Asked first, since Node blames the program. A deleted folder can still be reached through an open one. */
function canEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK)
    const found = statSync(folder)
    return found.isDirectory() && found.nlink > 0
  } catch {
    return false
  }
}

function notStarted(why: string): Exit {
  return { code: null, signal: null, error: `not started: ${why}` }
}

function wordsOf({ code, message }: NodeJS.ErrnoException, file: string): string {
  if (code === 'ENOENT') return `${file} is missing, or the interpreter named in its first line. Install it.`
  if (code === 'EACCES') return `${file} may not be executed. Make it executable, or run its interpreter.`
  if (code === 'E2BIG') return 'its arguments are longer than the system takes. Pass long text in a file.'
  if (code === 'ERR_INVALID_ARG_VALUE') return 'an argument or variable holds a NUL character. Leave it out.'
  return `${message}. Wait a little and try again, or run less at once.`
}

/** The groups of every pipeline that runs. When this process exits before them, they go with it. */
const running = new Set<Set<number>>()
process.on('exit', () => running.forEach((groups) => signalAll(groups, 'SIGKILL')))

/** Signals each group and says whether there is one; 0 only looks. An empty group is forgotten, since its
 *  number may be given to a stranger. */
function signalAll(groups: Set<number>, name: NodeJS.Signals | 0): boolean {
  for (const group of groups) {
    try {
      process.kill(-group, name)
    } catch {
      groups.delete(group)
    }
  }
  return groups.size > 0
}

async function endAll(groups: Set<number>): Promise<void> {
  signalAll(groups, 'SIGTERM')
  await untilEmpty(groups, TERM_GRACE_MS)
  signalAll(groups, 'SIGKILL')
  await untilEmpty(groups, KILL_GRACE_MS)
}

async function untilEmpty(groups: Set<number>, ms: number): Promise<void> {
  const end = performance.now() + ms
  while (signalAll(groups, 0) && performance.now() < end) await sleep(POLL_MS)
}

/** Reads on to the end, but does not wait for whoever else holds the pipe. */
async function drain(source: Socket, output: Output): Promise<void> {
  const closed = new Promise((resolve) => source.on('close', resolve))
  const end = performance.now() + DRAIN_MS
  for (let seen = -1; !source.closed && seen !== output.bytes && performance.now() < end;) {
    seen = output.bytes // a late timer proves no quiet: what waits in the pipe is read before the turn ends
    await Promise.race([closed, sleep(QUIET_MS, null, { ref: false }).then(() => turn())])
  }
  source.destroy()
}
