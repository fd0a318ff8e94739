// paths.ts: where a path really leads, and opening exactly that. Every path of a call goes through `locate`;
// whoever opens one afterwards uses the real path it gave, through `openInside`, so that a link swapped in
// between gains nothing. It decides no access: permit does, by the place that is found here.

import {
  closeSync, constants, existsSync, lstatSync, mkdirSync, openSync, readlinkSync, realpathSync,
} from 'node:fs'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { placeOf } from './places.ts'
import { shown, UNSEEN } from './print.ts'
import { MAX_BLANKS_IN_A_ROW } from './words.ts'
import type { Stats } from 'node:fs'
import type { Place } from './places.ts'

const PATH_LIMIT_BYTES = 4_096
const NAME_LIMIT_BYTES = 255 // no file system that matters here has longer ones
const MAX_LINKS = 40 // as the kernel's own
const MAX_DEPTH = 200 // folders in a path: each of them is looked at
const FD_DOOR = '/proc/self/fd' // Linux: a name for an open folder that no rename can move
const HAS_FD_DOOR = existsSync(FD_DOOR)
const KEEPS_CASE = process.platform === 'linux' // elsewhere A may open the file a, and realpath says so

/** `real`: an absolute path without links, the text itself when it leads nowhere. `refused`: why not. */
export interface Located { real: string; place: Place; refused: string | null }

/** The real path of a policy's root. Throws a plain Error when it is gone or no folder. */
export function realRoot(root: string): string {
  try {
    if (typeof root === 'string' && root !== '') return realpathSync.native(`${root}/.`) // a folder has a `.`
  } catch {} // said below
  throw new Error('the workspace is gone, or no folder; ask a person to make it again')
}

/** Whether a real path is the root or below it, by components: `/w-evil` is not inside `/w`. */
export function isInside(root: string, real: string): boolean {
  return !leadsOut(relative(root, real))
}

/** As relative, of two paths without `..`, but fast for what is inside. */
function wayTo(root: string, real: string): string {
  return real.startsWith(`${root}/`) ? real.slice(root.length + 1) : relative(root, real)
}

const leadsOut = (way: string) => way === '..' || way.startsWith('../') || isAbsolute(way)

const refusal = (text: string, words: string): Located => ({ real: text, place: '', refused: words })

/** Where `text` leads, seen from the folder `from`, in a workspace of the real root `root`. `isWord`: it is a
 *  word of a command and perhaps no path at all, so that what no file could be is then no fault. */
export function locate(
  root: string, from: string, text: string, access: 'read' | 'write', isWord = false,
): Located {
  const fault = isWord ? null : faultOf(text, access)
  const found = fault ?? follow(root, from, text, isWord)
  if (typeof found === 'string') return refusal(text, `not a path to use: ${shown(text)}: ${found}`)
  const { real, stats, via } = found
  const ways = [real, ...via].map((path) => wayTo(root, path))
  if (leadsOut(ways[0]!) || DOORS.test(real)) {
    return { real, place: 'outside', refused: `path escapes the workspace: ${shown(text)}` }
  }
  if (!isWord && stats && !stats.isDirectory() && /\/\.?$/.test(text)) {
    return refusal(text, `not a folder: ${shown(text)}: leave out what follows the name`)
  }
  if (!isWord && stats && !stats.isFile() && access === 'write') {
    return refusal(text, `not a file: ${shown(text)}: choose a name that is free, or a file's`)
  }
  const places = ways.filter((way) => !leadsOut(way)).map((way) => placeOf(way, access))
  const place = places.find((one) => one === 'never') ?? places.find((one) => one !== '') ?? ''
  const isShared = stats?.isFile() === true && stats.nlink > 1
  return { real, place: isShared && place !== 'never' ? 'hard-link' : place, refused: null }
}

/** Opens a real path inside the root, walking down from the root by open folders and through no link.
 *  `make`: the path is a folder, made with those above it. Throws a system error; ELOOP or ENOTDIR: something
 *  else stands there now than what was judged. */
export function openInside(root: string, real: string, flags: number, make = false, mode = 0o600): number {
  if (!isInside(root, real)) throw Object.assign(new Error('the root is another one now'), { code: 'ELOOP' })
  const names = namesOf(relative(root, real))
  const inFolder = constants.O_RDONLY | constants.O_DIRECTORY
  const noLink = constants.O_NOFOLLOW | constants.O_NONBLOCK // a FIFO or a device must not hold the open
  let fd = openSync(root, (names.length === 0 ? flags : inFolder) | noLink)
  for (const [i, name] of names.entries()) {
    try {
      const isLast = i === names.length - 1
      const path = `${doorOf(fd, join(root, ...names.slice(0, i)))}/${name}`
      if (make) mkdirSync(path, { recursive: true }) // what stands there already may stay
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

// No files of a workspace: their links lead each process elsewhere. Memory used as a disk is the exception.
const DOORS = /^\/(proc|sys|dev(?!\/shm\/))(\/|$)/
const SLASH_LIKE = /[\u2044\u2215\u2216\u2571\u2572\u29f5\u29f8\u29f9]/

/** What is wrong with a path as text, whatever it leads to. */
function faultOf(text: string, access: 'read' | 'write'): string | null {
  if (Buffer.byteLength(text) > PATH_LIMIT_BYTES) return `it is longer than ${PATH_LIMIT_BYTES} bytes`
  const names = text.split('/')
  if (text.search(UNSEEN) >= 0) return 'it holds characters that cannot be seen; name the file plainly'
  if (names.some(isTooLong)) return `a name in it is longer than ${NAME_LIMIT_BYTES} bytes`
  if (text.includes(' '.repeat(MAX_BLANKS_IN_A_ROW + 1))) return `over ${MAX_BLANKS_IN_A_ROW} blanks in a row`
  if (/^~(.*\/|$)/.test(text)) return '~ is not expanded; write the path from the root'
  if (text.includes('\\')) return 'folders are divided by /, not by a backslash'
  if (/^[a-z]:|::|^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return 'drives, streams and URLs are not paths here'
  const lookAlike = names.find((name) => {
    const folded = name.normalize('NFKC')
    return SLASH_LIKE.test(name) || (folded !== name && (/^\.+$/.test(folded) || /[/\\]/.test(folded)))
  })
  if (lookAlike !== undefined) return 'it holds look-alikes of dots or slashes'
  return access === 'write' && /(^|\/)\.{0,2}$/.test(text) ? 'it names a folder; name a file in it' : null
}

/** `via`: the file by the name of each link on the way: what a name protects stays protected behind it. */
interface Found { real: string; stats: Stats | undefined; via: string[] }

/** Follows a text name by name as the kernel does (`..` after a link is the parent of where it leads), or
 *  says why not. What is missing is put below what is there; so is, of a word, a name no file could have. */
function follow(root: string, from: string, text: string, isWord: boolean): Found | string {
  const whole = isAbsolute(text) ? text : `${from}/${text}`
  let path = whole.startsWith(`${root}/`) ? root : '/' // no link leads to the root: it is real
  let stats: Stats | undefined // of `path`; it is a folder as long as there are none
  const names = namesOf(whole.slice(path.length))
  let own = names.length // so many of the names, the last ones, are the text's own; the others are a link's
  if (names.length > MAX_DEPTH) return `it leads through more than ${MAX_DEPTH} folders`
  const missing: string[] = []
  const via: string[] = []
  try {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const isFolder = stats === undefined || stats.isDirectory()
      if (!isFolder && !isWord) return 'a file stands where a folder should'
      if (name === '..') {
        if (missing.pop() === undefined) [path, stats] = [dirname(path), undefined]
        continue
      }
      const next = path === '/' ? `/${name}` : `${path}/${name}` // as join, but fast
      const isNowhere = missing.length > 0 || !isFolder || isTooLong(name)
      const found = isNowhere ? undefined : lstatSync(next, { throwIfNoEntry: false })
      if (found?.isSymbolicLink()) {
        if (DOORS.test(next)) return { real: next, stats: found, via }
        if (via.length === MAX_LINKS) return `its links lead in a circle, or are over ${MAX_LINKS}`
        via.push(join(next, ...names))
        const target = readlinkSync(next)
        if (target.includes('\ufffd')) return 'a link on the way is not UTF-8'
        if (isAbsolute(target)) [path, stats] = ['/', undefined]
        own = Math.min(own, names.length)
        names.unshift(...namesOf(target))
      } else if (found) {
        [path, stats] = [next, found]
      } else {
        if (names.length >= own) return 'a link on the way leads nowhere'
        missing.push(name)
      }
    }
    const real = join(KEEPS_CASE ? path : realpathSync.native(path), ...missing)
    return { real, stats: missing.length > 0 ? undefined : stats ?? lstatSync(real), via }
  } catch (error) {
    return `it cannot be looked at (${(error as NodeJS.ErrnoException).code})`
  }
}

function namesOf(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.')
}

const isTooLong = (name: string) => Buffer.byteLength(name) > NAME_LIMIT_BYTES
