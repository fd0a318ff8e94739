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
import { endAll, forgetEmpty, giveBack, killLeft, takeGroups } from './groups.ts'
import { openPipes, watchDoors } from './pipes.ts'
import type { Groups } from './groups.ts'
import type { Output } from './output.ts'
import type { Pipe } from './pipes.ts'

const READ_BYTES = 65_536
const QUIET_MS = 50 // so long without a byte ends the reading when somebody still holds the pipe
const DRAIN_MS = 400 // and this long does in any case

/** `file`: absolute path of the program; `vector[0]`: the name it is called by. `out`: to the next job, the
 *  last one's to the output; `err`: to the output. stderr `out` is 2>&1, even when stdout is `null`. */
export interface Job {
  file: string
  vector: string[]
  stdout: 'out' | 'null'
  stderr: 'err' | 'out' | 'null'
}

/** `error`: why there is neither code nor signal, and what to do about it. */
export interface Exit { code: number | null; signal: string | null; error?: string }

/** `env` is the whole environment of a job. `cwd` is not resolved. `signal` ends it all: time-outs are the
 *  caller's, merged into it. */
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
    const writers = jobs.map((_, i) => i < jobs.length - 1 ? 1 : 1 + jobs.length) // each one's stderr as well
    pipes = await openPipes(writers, around.env['PATH'] || '/bin')
  } catch (error) {
    const why = signal.aborted ? 'interrupted' : `no pipe could be made: ${(error as Error).message}. `
      + `It takes the program mkfifo, room in ${tmpdir()}, and some open files.`
    return { exits: jobs.map(() => notStarted(why)), leftBehind: false }
  }

  const groups = takeGroups()
  const last = pipes.at(-1)!
  const exits = jobs.map((): Exit => ({ code: null, signal: null, error: NOT_ENDED }))
  const ended = Promise.all(jobs.map(async (job, i) => {
    const out = pipes[i]!.to[0]!
    const stderr = { err: last.to[1 + i]!, out, null: 'ignore' as const }[job.stderr]
    const stdio: Stdio = [pipes[i - 1]?.from ?? 'ignore', job.stdout === 'out' ? out : 'ignore', stderr]
    exits[i] = await start(job, stdio, around, groups)
    forgetEmpty(groups)
  }))
  for (const { from, to } of pipes) { // an end kept open here would hide that the job at it is gone
    for (const end of from === last.from ? to : [from, ...to]) closeSync(end)
  }
  const closeDoors = watchDoors(pipes)
  const source = readInto(output, last.from)

  let over: Promise<unknown> = ended
  let onAbort = () => {}
  const aborted = new Promise<void>((resolve) => {
    onAbort = () => {
      over = endAll(groups, ended)
      resolve()
    }
  })
  signal.addEventListener('abort', onAbort)
  await Promise.race([ended, aborted])
  await over
  await drain(source, output)
  signal.removeEventListener('abort', onAbort)
  const leftBehind = await killLeft(groups)
  giveBack(groups)
  source.destroy() // now, as what writes to a closed pipe ends, and was left behind all the same
  closeDoors()
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
function start(job: Job, stdio: Stdio, { cwd, env, signal }: Surroundings, groups: Groups): Promise<Exit> {
  const [argv0, ...args] = job.vector
  const exactly = { NODE_V8_COVERAGE: undefined, ...env } // under coverage Node adds it where it is not named
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(notStarted(wordsOf(error, job.file)))
    if (signal.aborted) return resolve(notStarted('interrupted')) // meanwhile
    if (!canEnter(cwd)) return resolve(notStarted(NO_FOLDER))
    try {
      const child = spawn(job.file, args, { argv0, cwd, env: exactly, stdio, detached: true })
      child.on('error', fail).on('exit', (code, name) => resolve({ code, signal: name }))
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

/** Reads through one buffer, so that a flood leaves no garbage behind. The output gets views of it. */
function readInto(output: Output, fd: number): Socket {
  const buffer = Buffer.alloc(READ_BYTES)
  const callback = (length: number) => {
    output.write(buffer.subarray(0, length))
    return true
  }
  const options = { fd, readable: true, writable: false, onread: { buffer, callback } }
  return new Socket(options).on('error', () => {}) // its close follows
}

/** Waits for the end of the output, but not for whoever else holds the pipe. */
async function drain(source: Socket, output: Output): Promise<void> {
  const closed = new Promise((resolve) => source.on('close', resolve))
  const end = performance.now() + DRAIN_MS
  for (let seen = -1; !source.closed && seen !== output.bytes && performance.now() < end;) {
    seen = output.bytes // a late timer proves no quiet: what waits in the pipe is read before the turn ends
    await Promise.race([closed, sleep(QUIET_MS, null, { ref: false }).then(() => turn())])
  }
}
