// pipes.ts: real pipes, as pairs of open file descriptors. Node makes socket pairs where it says pipe: there
// `yes | head -1` ends with `Connection reset by peer`, and a program cannot open its own /dev/stdin. Callers
// hand the ends to children and close them. Real ones are named pipes whose names are gone before anyone looks.

import { execFile } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface Pipe { from: number; to: number }

/** Opens `count` pipes, with the program mkfifo from the system's folders or else those of `path`. Once it
 *  resolves nothing has been read, and `from` never blocks this process. Throws, leaving nothing open, what
 *  the system or the signal says. */
export async function openPipes(count: number, path: string, signal: AbortSignal): Promise<Pipe[]> {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-'))
  const opened: number[] = []
  const open = (name: string, how: number) => opened[opened.push(openSync(name, how)) - 1]!
  try {
    const names = Array.from({ length: count }, (_, i) => join(folder, `${i}`))
    const env = { PATH: `/usr/bin:/bin:${path}` }
    await promisify(execFile)('mkfifo', ['-m', '600', ...names], { env, signal })
    signal.throwIfAborted()
    return names.map((name) => {
      const from = open(name, constants.O_RDONLY | constants.O_NONBLOCK) // does not wait for a writer
      return { from, to: open(name, constants.O_WRONLY) } // does not wait either: it has its reader
    })
  } catch (error) {
    opened.forEach((fd) => closeSync(fd))
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
