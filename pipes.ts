// pipes.ts: real pipes, as open file descriptors. Where Node says pipe it makes a socket pair: behind that,
// `yes | head -1` ends with `Connection reset by peer`, and a program cannot open its own /dev/stdin. These
// are named pipes whose names are gone at once. Callers hand the ends to children and close their own copies.

import { execFile } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const WAKE_MS = 100
const SPARE = 31 // pipes made beyond those asked for: the program that makes them costs as much as a command
const { O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants
const O_PATH = 0o10000000 // Linux: opens neither end and only leads to the file; Node has no name for it
const HAS_DOORS = process.platform === 'linux'

/** `from`: the end to read, never blocking this process. `to`: the ends to write. `doors`: see watchDoors. */
export interface Pipe { from: number; to: number[]; doors: number[] }

const spare: number[] = [] // doors of pipes that nobody has used

/** Opens a pipe for each number, with so many ends to write to, each an open file of its own: programs that
 *  share one share its O_NONBLOCK too, which Node sets, and then others lose output. It takes the program
 *  mkfifo, from the system's folders or else those of `path`. Throws what the system says. */
export async function openPipes(writers: number[], path: string): Promise<Pipe[]> {
  const count = writers.length
  if (!HAS_DOORS) return withNames(count, path, (names) => pipesOf(writers, names, []))
  const take = () => spare.splice(0, count)
  const doors = spare.length >= count ? take() : await withNames(count + SPARE, path, (names) => {
    try {
      const missing = names.slice(0, count + SPARE - spare.length) // others may have filled it meanwhile
      for (const name of missing) spare.push(openSync(name, O_PATH))
      return take()
    } catch (error) {
      spare.splice(0).forEach((door) => closeSync(door))
      throw error
    }
  })
  return pipesOf(writers, doors.map(nameOf), doors)
}

/** Calls `use` with the names of new pipes, which are gone afterwards. */
async function withNames<T>(count: number, path: string, use: (names: string[]) => T): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-'))
  try {
    const names = Array.from({ length: count }, (_, i) => join(folder, `${i}`))
    const env = { PATH: `/usr/bin:/bin:${path}` }
    await promisify(execFile)('mkfifo', ['-m', '600', ...names], { env })
    return use(names)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Opens the ends of pipes that have a name and perhaps a door; on a throw the doors are closed, too. */
function pipesOf(writers: number[], names: string[], doors: number[]): Pipe[] {
  const opened = [...doors]
  const open = (name: string, how: number) => opened[opened.push(openSync(name, how)) - 1]!
  try {
    return names.map((name, i) => {
      const from = open(name, O_RDONLY | O_NONBLOCK) // waits for no writer, and the writers have their reader
      const to = Array.from({ length: writers[i]! }, () => open(name, O_WRONLY))
      return { from, to, doors: doors.slice(i, i + 1) }
    })
  } catch (error) {
    opened.forEach((fd) => closeSync(fd))
    throw error
  }
}

const nameOf = (door: number) => `/proc/self/fd/${door}`

/** On Linux, who opens /dev/stdin when the writer is gone waits for another one, since the pipe had a name.
 *  So now and then both ends are opened for a moment. Returns what ends that and closes the doors. */
export function watchDoors(pipes: readonly Pipe[]): () => void {
  const doors = pipes.flatMap((pipe) => pipe.doors)
  const timer = setInterval(() => {
    try {
      for (const door of doors) closeSync(openSync(nameOf(door), O_RDWR | O_NONBLOCK))
    } catch {
      // out of open files: the next time will do
    }
  }, WAKE_MS)
  return () => {
    clearInterval(timer)
    doors.forEach((door) => closeSync(door))
  }
}
