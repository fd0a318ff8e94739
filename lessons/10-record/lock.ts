// lock.ts: one process at a time writes a record. A file beside it holds the number of that process; it goes
// when the process ends, and one that was left by a killed process counts for nothing. It is a promise among
// the processes of one machine, not a protection.

import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

const held = new Set<string>()
process.on('exit', () => held.forEach((file) => rmSync(file, { force: true })))

/** Takes the record for this process, until it ends. Throws when a process that still lives has it. */
export function lock(path: string): void {
  const file = `${path}.lock`
  if (held.has(file)) return
  if (!claimed(file)) {
    const owner = ownerOf(file)
    if (isAlive(owner) || !removed(file, owner) || !claimed(file)) {
      const advice = `wait for its end; if it is no process of this program, remove ${file}`
      throw new Error(`process ${owner} is writing it: ${advice}`)
    }
  }
  held.add(file)
}

/** Whether the file could be made: it is there at once with all that it holds, or not at all. */
function claimed(file: string): boolean {
  const own = `${file}.${process.pid}`
  writeFileSync(own, String(process.pid), { mode: 0o600 })
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(own)
  }
}

/** Takes away what `owner` left. When it is another's by now, who was quicker, that one gets it back. */
function removed(file: string, owner: number): boolean {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return true // it is gone
  }
  const isLeft = ownerOf(aside) === owner
  if (!isLeft) linkSync(aside, file)
  rmSync(aside)
  return isLeft
}

function ownerOf(file: string): number {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || 0
  } catch {
    return 0 // it is gone
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
