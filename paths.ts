// paths.ts: where a path really leads, and opening exactly that. Every path of a call goes through `locate`;
// whoever opens one afterwards uses the real path it gave, through `openInside`, so that a link swapped in
// between gains nothing. It decides no access: permit does, by the place that is found here.

import {
  closeSync, constants, existsSync, lstatSync, mkdirSync, openSync, realpathSync, statSync, type Stats,
} from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { placeOf } from './places.ts'
import type { Place } from './places.ts'

const PATH_LIMIT_BYTES = 4_096
const BLANKS_IN_A_ROW = 40
const FD_DOOR = '/proc/self/fd' // Linux: a name for an open folder that no rename can move
const HAS_FD_DOOR = existsSync(FD_DOOR)

/** `real`: an absolute path without links, the text itself when `refused` says that it leads nowhere. */
export interface Located { real: string; place: Place; refused: string | null }

/** The real path of a policy's root. Throws when it is gone or no folder. */
export function realRoot(root: string): string {
  const real = realpathSync.native(root)
  if (!statSync(real).isDirectory()) throw new Error(`the root is not a folder: ${root}`)
  return real
}

/** Whether a real path is the root or below it, by components: `/w-evil` is not inside `/w`. */
export function isInside(root: string, real: string): boolean {
  const way = relative(root, real)
  return way !== '..' && !way.startsWith('../') && !isAbsolute(way)
}

/** Where `text` leads, seen from the real folder `from`, in a workspace of the real root `root`. `isWord`: it
 *  is a word of a command and perhaps no path at all, so what no path could be is then no fault. */
export function locate(
  root: string, from: string, text: string, access: 'read' | 'write', isWord = false,
): Located {
  const refusal = (words: string): Located => ({ real: text, place: '', refused: words })
  const fault = isWord ? null : faultOf(text, access)
  if (fault !== null) return refusal(`not a path to use: ${shown(text)}: ${fault}`)
  const found = resolve(from, text)
  if ('why' in found && isWord && found.isNowhere) return { real: text, place: '', refused: null }
  if ('why' in found) return refusal(`not a path to use: ${shown(text)}: ${found.why}`)
  const { real, stats } = found
  if (!isInside(root, real) || /^\/(proc|sys|dev)\//.test(real)) {
    return { real, place: 'outside', refused: `path escapes the workspace: ${shown(text)}` }
  }
  if (!isWord && /\/\.?$/.test(text) && stats && !stats.isDirectory()) {
    return refusal(`not a folder: ${shown(text)}: leave out what follows the name`)
  }
  const place = placeOf(relative(root, real), access)
  const isShared = stats?.isFile() === true && stats.nlink > 1
  return { real, place: isShared && place !== 'never' ? 'hard-link' : place, refused: null }
}

/** Opens a real path inside the root, walking down from the root by open folders and through no link.
 *  `make`: the path is a folder, made with those above it. Throws a system error; ELOOP or ENOTDIR: a link was put there. */
export function openInside(root: string, real: string, flags: number, make = false, mode = 0o600): number {
  const names = relative(root, real).split('/').filter((name) => name !== '')
  const inFolder = constants.O_RDONLY | constants.O_DIRECTORY
  const noLink = constants.O_NOFOLLOW | constants.O_NONBLOCK // a FIFO or a device must not hold the open
  let fd = openSync(root, names.length === 0 ? flags | noLink : inFolder)
  for (const [i, name] of names.entries()) {
    try {
      const isLast = i === names.length - 1
      const path = HAS_FD_DOOR ? `${FD_DOOR}/${fd}/${name}` : join(root, ...names.slice(0, i + 1))
      if (make) makeFolder(path)
      const next = openSync(path, (isLast ? flags : inFolder) | noLink, mode)
      closeSync(fd)
      fd = next
    } catch (error) {
      closeSync(fd)
      throw error
    }
  }
  return fd
}

/** A path for an open folder: what is done through it happens in that folder wherever it is moved to. Where
 *  the system has no such door it is the folder's own path, and a swap of that very moment goes unseen. */
export function doorOf(fd: number, real: string): string {
  return HAS_FD_DOOR ? `${FD_DOOR}/${fd}` : real
}

/** Text with the characters that could lie on a screen written as `\u{...}`, cut in the middle of 200. */
export function shown(text: string): string {
  const plain = text.replace(UNSEEN, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`)
  return plain.length <= 200 ? plain : `${plain.slice(0, 120)}…(${text.length} long)…${plain.slice(-60)}`
}

// Controls, format and private characters, half surrogates, separators, fillers that look blank.
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\u034f\u115f\u1160\u2800\u3164\uffa0]|(?! )\p{Zs}/gu

/** What is wrong with a path as text, whatever it leads to. */
function faultOf(text: string, access: 'read' | 'write'): string | null {
  if (text.search(UNSEEN) >= 0) return 'it holds characters that cannot be seen; name the file plainly'
  if (Buffer.byteLength(text) > PATH_LIMIT_BYTES) return `it is longer than ${PATH_LIMIT_BYTES} bytes`
  if (text.includes(' '.repeat(BLANKS_IN_A_ROW + 1))) return `over ${BLANKS_IN_A_ROW} blanks in a row`
  if (text.startsWith('~')) return '~ is not expanded; write the path from the root'
  if (text.includes('\\')) return 'folders are divided by /, not by a backslash'
  if (/^[a-z]:|::|^[a-z][a-z+.-]*:\/\//i.test(text)) return 'drives, streams and URLs are not paths here'
  const lookAlike = text.split('/').find((name) => {
    const folded = name.normalize('NFKC')
    return folded !== name && (/^\.+$/.test(folded) || /[/\\]/.test(folded))
  })
  if (lookAlike !== undefined) return 'it holds look-alikes of dots or slashes'
  return access === 'write' && /(^|\/)\.{0,2}$/.test(text) ? 'it names a folder; name a file in it' : null
}

type Found = { real: string; stats: Stats | undefined } | { why: string; isNowhere: boolean }

/** Follows links as the kernel does: `..` after a link is the parent of where the link leads. What does not
 *  exist yet is put below its deepest existing folder. `isNowhere`: no program could open it either. */
function resolve(from: string, text: string): Found {
  const names = text.split('/').filter((name) => name !== '' && name !== '.')
  const start = isAbsolute(text) ? '/' : from
  for (let known = names.length; known >= 0; known--) {
    const path = joined(start, names.slice(0, known))
    try {
      const real = realpathSync.native(path)
      const rest = names.slice(known)
      if (rest.includes('..')) return resolve(real, join(...rest)) // `..` is left only in front
      const stats = lstatSync(real)
      if (rest.length === 0) return { real, stats }
      if (!stats.isDirectory()) return { why: NOWHERE['ENOTDIR']!, isNowhere: true }
      return { real: join(real, ...rest), stats: undefined }
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException
      const why = NOWHERE[code]
      if (why !== undefined) return { why, isNowhere: true }
      if (code !== 'ENOENT') return { why: `it cannot be looked at (${code})`, isNowhere: false }
      const isLink = lstatSync(path, { throwIfNoEntry: false }) !== undefined
      if (isLink) return { why: 'a link on the way leads nowhere', isNowhere: false }
    }
  }
  return { why: 'the folder it starts from is gone', isNowhere: false }
}

const NOWHERE: Record<string, string> = {
  ENOTDIR: 'a file stands where a folder should',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'a name in it is too long',
}

function joined(start: string, names: string[]): string {
  return names.length === 0 ? start : `${start === '/' ? '' : start}/${names.join('/')}`
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
