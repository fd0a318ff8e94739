// write.ts: the tool that writes a whole file: the old text or the new one is there at every moment, never
// half of one. It replaces only what was seen whole in this run and has not changed since. It works through
// an open folder, so that a folder swapped after the judgement gains nothing.

import {
  closeSync, constants, fchmodSync, fchownSync, fstatSync, fsyncSync, linkSync, lstatSync, openSync,
  readFileSync, renameSync, rmSync, writeSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import { refuseContent, remarks } from './content.ts'
import { doorOf, openInside, realRoot } from './paths.ts'
import { shown } from './print.ts'
import { sha256, WHOLE_LIMIT_BYTES } from './read.ts'
import type { Stats } from 'node:fs'
import type { Session, Tool } from './tools.ts'

const NEW_FILE_MODE = 0o666
const TEMPORARY_NAME_BYTES = 200 // of the file's own name in the temporary one's; a name may have 255
const AGAIN = 'read it again, then write'

// #region write
export const write: Tool = {
  name: 'write',
  description: 'Write a whole text file of the workspace, making missing folders. A file that exists must '
    + 'have been read whole before, and is replaced by exactly this content.',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'The file, from the workspace root.' },
      content: { type: 'string', description: 'All of its new content.' },
    },
    required: ['path', 'content'],
    additionalProperties: false,
  },
  access: { path: 'write', content: 'text' },
  async run(args, { policy, session, effects }) {
    const { real } = effects.paths[0]!
    const name = shown(String(args['path']))
    const content = String(args['content'])
    refuseContent(content)
    const bytes = Buffer.from(content)
    const old = put(realRoot(policy.root), real, name, bytes, session)
    session.written.add(real)
    const whole = bytes.length <= WHOLE_LIMIT_BYTES
    session.seen.set(real, { hash: whole ? hashOf(bytes) : '', whole, parts: [[0, bytes.length]] })
    const was = old ? `; it had ${counted(linesOf(old.bytes), 'line')}` : ''
    const made = `${old ? 'replaced' : 'created'} ${name}: ${counted(linesOf(bytes), 'line')}, `
      + `${counted(bytes.length, 'byte')}${was}`
    return [made, ...remarks(content)].join('\n')
  },
}
// #endregion

interface OldFile { stats: Stats; bytes: Buffer }

/** Puts the bytes where the judged path is, and gives what stood there before, null when nothing did. */
function put(root: string, real: string, name: string, bytes: Buffer, session: Session): OldFile | null {
  let folder: number | undefined
  try {
    folder = openInside(root, dirname(real), constants.O_RDONLY | constants.O_DIRECTORY, true)
    const path = `${doorOf(folder, dirname(real))}/${basename(real)}`
    const old = oldFile(path, name)
    if (old) refuseUnseen(session, real, old, name)
    replace(path, bytes, old, name)
    syncFolder(folder)
    return old
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    const isSwapped = code === 'ELOOP' || code === 'ENOTDIR' || (code === 'EEXIST' && folder === undefined)
    if (isSwapped) throw new Error(`changed after it was judged: ${name}; look what stands there now`)
    throw new Error(`${name} cannot be written (${code}); what stood there is as it was`)
  } finally {
    if (folder !== undefined) closeSync(folder)
  }
}

/** What stands at the path now; null when nothing does. */
function oldFile(path: string, name: string): OldFile | null {
  let fd: number
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    const stats = fstatSync(fd)
    if (!stats.isFile()) throw new Error(`${name} is not a regular file; choose another name`)
    if (stats.nlink > 1) throw new Error(`${name} has a second name elsewhere and is never written`)
    if (stats.size > WHOLE_LIMIT_BYTES) {
      throw new Error(`${name} is too large to be seen whole, so it is never replaced; choose another name`)
    }
    return { stats, bytes: readFileSync(fd) }
  } finally {
    closeSync(fd)
  }
}

function refuseUnseen(session: Session, real: string, { bytes }: OldFile, name: string): void {
  const seen = session.seen.get(real)
  const size = counted(bytes.length, 'byte')
  if (!seen) throw new Error(`${name} exists (${size}) and was never read in this run: read it, then write`)
  if (seen.hash !== hashOf(bytes)) throw new Error(`${name} changed since it was read: ${AGAIN}`)
  if (seen.whole) return
  throw new Error(`${name} (${size}) was not seen whole: read the rest of it, then write. If it holds bytes `
    + 'that read cannot show, it is never replaced: choose another name')
}

/** A temporary file beside it, made safe on the disk, then renamed over it; gone again on failure. */
function replace(path: string, bytes: Buffer, old: OldFile | null, name: string): void {
  const own = basename(path)
  const stem = Buffer.from(own).subarray(0, TEMPORARY_NAME_BYTES).toString().replace(/\ufffd+$/, '')
  const random = process.getBuiltinModule('node:crypto').randomBytes(6).toString('hex')
  const temporary = `${dirname(path)}/.${stem}.${random}.tmp`
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
  const fd = openSync(temporary, flags, old ? 0o600 : NEW_FILE_MODE)
  try {
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at)
      if (old) keepOwnerAndMode(fd, old.stats)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    const now = lstatSync(path, { throwIfNoEntry: false })
    const isSame = now?.ino === old?.stats.ino && now?.ctimeMs === old?.stats.ctimeMs
    if (!isSame) throw new Error(`${name} changed while it was being written: ${AGAIN}`)
    if (old) renameSync(temporary, path)
    else putNew(temporary, path, name)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** A new name never takes the place of a file that appeared meanwhile, where the system can link. */
function putNew(temporary: string, path: string, name: string): void {
  try {
    linkSync(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new Error(`${name} changed while it was being written: ${AGAIN}`)
    }
    return renameSync(temporary, path)
  }
  rmSync(temporary, { force: true })
}

function syncFolder(fd: number): void {
  try {
    fsyncSync(fd)
  } catch {
    // Some file systems cannot do this to a folder; the file is in its place all the same.
  }
}

function keepOwnerAndMode(fd: number, { uid, gid, mode }: Stats): void {
  try {
    fchownSync(fd, uid, gid)
  } catch {
    // Not ours to give away: the file is the writer's then, as with any editor.
  }
  fchmodSync(fd, mode & 0o777)
}

function hashOf(bytes: Buffer): string {
  return sha256().update(bytes).digest('hex')
}

function linesOf(bytes: Buffer): number {
  let count = bytes.length === 0 || bytes.at(-1) === 10 ? 0 : 1 // the last one, when it has no end
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++
  return count
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
