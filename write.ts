// write.ts: the tool that writes a whole file: the old text or the new one is there at every moment, never
// half of one. It replaces only what was seen whole in this run and has not changed since. It works through
// an open folder, so that a folder swapped after the judgement gains nothing.

import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync, constants, fchmodSync, fchownSync, fstatSync, fsyncSync, lstatSync, openSync, readSync,
  renameSync, unlinkSync, writeSync, type Stats,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import { doorOf, openInside, realRoot, shown } from './paths.ts'
import { PAGE_NOTICE, WHOLE_LIMIT_BYTES } from './read.ts'
import type { Session, Tool } from './tools.ts'

const CHUNK_BYTES = 65_536
const NEW_FILE_MODE = 0o666
const TEMPORARY_NAME_BYTES = 200 // of the file's own name in the temporary one's; a name may have 255

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
    const folder = openFolder(realRoot(policy.root), dirname(real), name)
    try {
      const path = `${doorOf(folder, dirname(real))}/${basename(real)}`
      const old = oldFile(path, name)
      if (old) refuseUnseen(session, real, old, name)
      const bytes = Buffer.from(content)
      replace(path, bytes, old)
      fsyncSync(folder)
      session.written.add(real)
      const whole = bytes.length <= WHOLE_LIMIT_BYTES
      session.seen.set(real, { hash: whole ? hashOf(bytes) : '', whole, parts: [[0, bytes.length]] })
      const was = old ? `; it had ${counted(old.lines, 'line')}` : ''
      const made = `${old ? 'replaced' : 'created'} ${name}: ${counted(linesOf(bytes), 'line')}, `
        + `${counted(bytes.length, 'byte')}${was}`
      return [made, ...remarks(content)].join('\n')
    } finally {
      closeSync(folder)
    }
  },
}
// #endregion

interface OldFile { stats: Stats; hash: string; lines: number }

/** Text that cannot be a file's, or that a page of read put there. */
function refuseContent(content: string): void {
  if (/\p{Cs}/u.test(content)) throw new Error('content holds half of a character, a lone surrogate')
  const notice = PAGE_NOTICE.exec(content)
  if (notice) throw new Error(`content holds a notice of read, which is not the file's text: ${notice[0]}`)
}

function openFolder(root: string, real: string, name: string): number {
  try {
    return openInside(root, real, constants.O_RDONLY | constants.O_DIRECTORY, true)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ELOOP' || code === 'ENOTDIR') throw new Error(`changed after it was judged: ${name}`)
    throw new Error(`the folder of ${name} cannot be made or opened (${code})`)
  }
}

/** What stands at the path now, read to its end in small pieces; null when nothing does. */
function oldFile(path: string, name: string): OldFile | null {
  let fd: number
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    if (code === 'ELOOP') throw new Error(`changed after it was judged: ${name}`)
    throw new Error(`cannot be opened: ${name} (${code})`)
  }
  try {
    const stats = fstatSync(fd)
    if (!stats.isFile()) throw new Error(`${name} is not a regular file; choose another name`)
    if (stats.nlink > 1) throw new Error(`${name} has a second name elsewhere and is never written`)
    if (stats.size > WHOLE_LIMIT_BYTES) throw new Error(`${name} is too large to have been read whole`)
    const hash = createHash('sha256')
    const chunk = Buffer.alloc(CHUNK_BYTES)
    let [lines, last] = [0, 10]
    for (let at = 0; ;) {
      const count = readSync(fd, chunk, 0, CHUNK_BYTES, at)
      if (count === 0) break
      const bytes = chunk.subarray(0, count)
      hash.update(bytes)
      lines += bytes.filter((byte) => byte === 10).length
      last = bytes[count - 1]!
      at += count
    }
    return { stats, hash: hash.digest('hex'), lines: last === 10 ? lines : lines + 1 }
  } finally {
    closeSync(fd)
  }
}

function refuseUnseen(session: Session, real: string, { hash, stats }: OldFile, name: string): void {
  const seen = session.seen.get(real)
  if (!seen) throw new Error(`${name} exists (${counted(stats.size, 'byte')}) and was never read in this run: read it`)
  if (seen.hash !== hash) throw new Error(`${name} changed since it was read: read it again, then write`)
  const why = 'was read only in part, or holds bytes that read cannot show: read the rest first'
  if (!seen.whole) throw new Error(`${name} ${why}`)
}

/** A temporary file beside it, made safe on the disk, then renamed over it; gone again on failure. */
function replace(path: string, bytes: Buffer, old: OldFile | null): void {
  const name = basename(path)
  const stem = Buffer.from(name).subarray(0, TEMPORARY_NAME_BYTES).toString().replace(/\ufffd+$/, '')
  const temporary = `${path.slice(0, -name.length)}.${stem}.${randomBytes(6).toString('hex')}.tmp`
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
    if (!isSame(now, old?.stats)) throw new Error('it changed while it was being written: read it again')
    renameSync(temporary, path)
  } catch (error) {
    unlinkSync(temporary)
    throw error
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

function isSame(now: Stats | undefined, then: Stats | undefined): boolean {
  return now?.ino === then?.ino && now?.size === then?.size && now?.mtimeMs === then?.mtimeMs
}

/** What a reader should know of content that was written as it was asked for. */
function remarks(content: string): string[] {
  const found: string[] = []
  const control = /[^\P{Cc}\t\n\r]/u.exec(content)
  if (control) {
    const line = content.slice(0, control.index).split('\n').length
    found.push(`note: it holds control characters, the first (${shown(control[0])}) in line ${line}`)
  }
  const lines = content.split('\n').filter((line) => line !== '')
  const isNumbered = lines.length > 1 && lines.every((line, i) => new RegExp(`^\\s*${i + 1}\\t`).test(line))
  if (isNumbered) found.push('note: every line begins with its own number, as a listing has it')
  return found
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function linesOf(bytes: Buffer): number {
  const ends = bytes.filter((byte) => byte === 10).length
  return bytes.length > 0 && bytes.at(-1) !== 10 ? ends + 1 : ends
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
