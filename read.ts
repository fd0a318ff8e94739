// read.ts: the tool that reads a text file, a page at a time, in bounded memory whatever the file is. Pages
// in a row give every byte of the file once. It remembers what was seen, since only a file that was seen
// whole may be replaced; it opens only the real path that was judged.

import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, read as readFd } from 'node:fs'
import { promisify } from 'node:util'
import { openInside, realRoot } from './paths.ts'
import { shown } from './print.ts'
import { setting } from './policy.ts'
import type { Stats } from 'node:fs'
import type { Policy } from './policy.ts'
import type { Seen, Session, Tool } from './tools.ts'

/** A larger file is shown by pages but never counts as seen whole, since that costs reading all of it. */
export const WHOLE_LIMIT_BYTES = 8 * 1_048_576
const CHUNK_BYTES = 65_536
const BINARY_TEST_BYTES = 8_192

/** Every notice that ends a page looks like this, so that write can tell one from a file's own text. */
export const PAGE_NOTICE = /^\[read: lines? .*\]$/m

const readChunk = promisify(readFd)

// #region read
export const read: Tool = {
  name: 'read',
  description: 'Read a text file of the workspace, a page at a time. What is left out is said with the '
    + 'offset to go on from. Read a file whole before you replace it.',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'The file, from the workspace root.' },
      offset: { type: 'integer', minimum: 1, description: 'First line, from 1.' },
      limit: { type: 'integer', minimum: 1, description: 'Lines at most.' },
      column: { type: 'integer', minimum: 0, description: 'First byte of that line, from 0.' },
    },
    required: ['path'],
    additionalProperties: false,
  },
  access: { path: 'read', offset: 'text', limit: 'text', column: 'text' },
  async run(args, { policy, session, signal, effects }) {
    const { real } = effects.paths[0]!
    const fd = openFile(policy, real, String(args['path']))
    try {
      const page = await pageOf(fd, signal, {
        line: Number(args['offset'] ?? 1),
        column: Number(args['column'] ?? 0),
        lines: Number(args['limit'] ?? setting(policy, 'readLines')),
        bytes: setting(policy, 'readBytes'),
      })
      remember(session, real, page)
      return textOf(page)
    } finally {
      closeSync(fd)
    }
  },
}
// #endregion

/** Opens a judged path for reading; throws in words when it is not a regular file that can be read. */
function openFile(policy: Policy, real: string, name: string): number {
  let fd: number
  try {
    fd = openInside(realRoot(policy.root), real, constants.O_RDONLY)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(`no such file: ${shown(name)}; ls shows what is there`)
    if (code === 'ENXIO') throw new Error(`${shown(name)} is a socket, not a file`)
    if (code !== 'ELOOP' && code !== 'ENOTDIR') throw new Error(`cannot be opened: ${shown(name)} (${code})`)
    throw new Error(`changed after it was judged: ${shown(name)}; look what stands there now`)
  }
  const kind = kindOf(fstatSync(fd))
  if (kind === 'a file') return fd
  closeSync(fd)
  throw new Error(`${shown(name)} is ${kind}, not a file${kind === 'a folder' ? '; ls shows it' : ''}`)
}

function kindOf(stats: Stats): string {
  if (stats.isFile()) return 'a file'
  if (stats.isDirectory()) return 'a folder'
  return stats.isFIFO() ? 'a pipe' : 'a device'
}

interface Window { line: number; column: number; lines: number; bytes: number }

/** `from`, `size`: bytes; `size` and `total`, its lines, are null when the file was not read to its end. */
interface Page extends Window {
  body: Buffer
  from: number
  size: number | null
  total: number | null
  hash: string
}

/** To tell contents apart. Node's crypto is loaded with the first hash: a start is shorter without it. */
export function sha256() {
  return process.getBuiltinModule('node:crypto').createHash('sha256')
}

/** One pass: finds the window, keeps its bytes, and goes on to the end of a file that is not too large. */
async function pageOf(fd: number, signal: AbortSignal, want: Window): Promise<Page> {
  const hash = sha256()
  const chunk = Buffer.alloc(CHUNK_BYTES)
  const kept: Buffer[] = []
  const lastLine = want.line + want.lines
  let [size, line, from, end, lastByte] = [0, 1, want.line === 1 ? want.column : -1, Infinity, 10]
  for (;;) {
    signal.throwIfAborted()
    const { bytesRead } = await readChunk(fd, chunk, 0, CHUNK_BYTES, size)
    if (bytesRead === 0) break
    const bytes = chunk.subarray(0, bytesRead)
    if (size === 0) refuseBinary(bytes.subarray(0, BINARY_TEST_BYTES), fstatSync(fd).size)
    if (size < WHOLE_LIMIT_BYTES) hash.update(bytes)
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
      line++
      if (line === want.line) from = size + at + 1 + want.column
      if (line === want.line + 1 && size + at < from) throw pastLine(want)
      if (line === lastLine) end = size + at + 1
    }
    const stop = Math.min(end, from + want.bytes + 1) // one byte more tells whether it was cut
    if (from >= 0 && from < size + bytesRead && stop > size) {
      kept.push(Buffer.from(bytes.subarray(Math.max(0, from - size), stop - size)))
    }
    size += bytesRead
    lastByte = bytes[bytesRead - 1]!
    const isMore = from >= 0 && size > Math.min(end, from + want.bytes) // than the page has
    if (isMore && size > WHOLE_LIMIT_BYTES) {
      const body = cutTo(Buffer.concat(kept), want.bytes)
      return { ...want, body, from, size: null, total: null, hash: '' }
    }
  }
  const total = lastByte === 10 ? line - 1 : line
  if (want.line > Math.max(total, 1)) {
    throw new Error(`offset ${want.line} is past the end: lines in the file: ${total}`)
  }
  if (from > 0 && from >= size) throw pastLine(want)
  const isWhole = size <= WHOLE_LIMIT_BYTES
  const body = cutTo(Buffer.concat(kept), want.bytes)
  return { ...want, body, from, size, total, hash: isWhole ? hash.digest('hex') : '' }
}

function pastLine({ line, column }: Window): Error {
  return new Error(`column ${column} is past the end of line ${line}`)
}

function refuseBinary(start: Buffer, size: number): void {
  const count = start.filter((byte) => byte === 0).length
  if (count === 0) return
  throw new Error(`not a text file (${size} bytes): of its first ${start.length} bytes ${count} are NUL, the `
    + `first at byte ${start.indexOf(0)}; look at it with a program that is allowed`)
}

/** A page that is too large ends at its last whole line; a line that is too long, at a whole character. */
function cutTo(body: Buffer, most: number): Buffer {
  if (body.length <= most) return body
  const lineEnd = body.lastIndexOf(10, most - 1) + 1
  if (lineEnd > 0) return body.subarray(0, lineEnd)
  let cut = most
  while (cut > most - 3 && (body[cut]! & 0xc0) === 0x80) cut--
  return body.subarray(0, cut)
}

/** Adds a page to what was seen of this very content; one that cannot be shown as it is adds nothing. */
function remember(session: Session, real: string, { hash, body, from, size }: Page): void {
  const known = session.seen.get(real)
  const ranges = known?.hash === hash ? [...known.parts] : []
  if (isUtf8(body) && !body.includes(0)) ranges.push([from, from + body.length])
  const parts: Seen['parts'] = []
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = parts.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else parts.push([start, end])
  }
  const whole = hash !== '' && parts[0]?.[0] === 0 && parts[0][1] === size
  session.seen.set(real, { hash, whole, parts })
}

/** The page as text, and below it what was left out or is not as it is shown. */
function textOf({ body, from, size, total, line, column }: Page): string {
  if (size === 0) return '[read: line 0 of 0: the file is empty]'
  const notes: string[] = []
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body).replaceAll('\0', '\\x00')
  if (from === 0 && text.startsWith('\ufeff')) notes.push('a byte order mark stands in front')
  if (!isUtf8(body)) notes.push('bytes that are not UTF-8 are shown as \ufffd')
  if (body.includes(0)) notes.push('NUL bytes are shown as \\x00')
  const isAll = from === 0 && body.length === size
  if (isAll && notes.length === 0) return text
  const ends = body.filter((byte) => byte === 10).length
  const rest = body.length - body.lastIndexOf(10) - 1 // of a line without its end
  const last = line + ends - (rest === 0 ? 1 : 0)
  if (size !== null && from + body.length === size) {
    if (rest > 0) notes.push('the last line has no newline')
  } else {
    notes.push(`to go on: offset ${line + ends}${rest > 0 ? `, column ${column + rest}` : ''}`)
  }
  const what = `[read: lines ${line} to ${last} of ${total ?? 'a file too large to count'}`
  return `${text}${rest > 0 ? '\n' : ''}${[what, ...notes].join('; ')}]`
}
