// repository.ts: what a git repository's own files may make git start. It reads settings as text and runs no
// git: each setting that is not known to be harmless is named, and so is what cannot be read as expected.
// Settings of the user and of the system are not looked at: they are the operator's own.

import {
  closeSync, constants, existsSync, fstatSync, lstatSync, readdirSync, readFileSync, realpathSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { isInside, openInside } from '../paths.ts'
import { shown } from '../print.ts'
import { isHarmlessSetting } from './keys.ts'

const MAX_FILE_BYTES = 262_144
const FOLDERS = ['', 'info', 'logs', 'objects', 'objects/info', 'objects/pack', 'refs', 'refs/heads',
  'rebase-merge', 'rebase-apply', 'sequencer'] // of a repository, whose files git reads and shows
const HEAD_FORM = /^(ref: refs\/[^\s]+|[0-9a-f]{40}|[0-9a-f]{64})\n?$/

/** Names of what may start a program, or lead git out of the workspace, when a look runs in `cwd` with the
 *  options that the tables add; none when there is nothing. Both are real folders. Never throws. */
export function configuredPrograms(root: string, cwd: string): string[] {
  const found: string[] = []
  const look = (path: string, read: (text: string) => string[]) => {
    const name = shown(relative(root, path))
    const text = textOf(root, path)
    if (text === null) found.push(`${name}, which cannot be read`)
    else found.push(...read(text).map((what) => `${shown(what)} in ${name}`))
  }
  const inside = foldersUp(cwd).filter((folder) => isInside(root, folder))
  for (const folder of new Set(gitFolders(root, cwd))) {
    if (!isInside(root, folder)) {
      found.push(`a repository outside the workspace: ${shown(folder)}`)
      continue
    }
    const isOwnTree = (value: string) => isInside(root, realOf(resolve(folder, value)) ?? '/')
    const links = linksIn(folder).map((name) => relative(root, join(folder, name)))
    found.push(...links.map((name) => `the link ${shown(name)}`))
    look(join(folder, 'objects/info/alternates'), (text) => (text.trim() === '' ? [] : ['another store']))
    look(join(folder, 'config'), (text) => namedSettings(text, isOwnTree))
    look(join(folder, 'config.worktree'), (text) => namedSettings(text, isOwnTree))
    look(join(folder, 'info', 'attributes'), namedFilters)
  }
  for (const folder of inside) look(join(folder, '.gitattributes'), namedFilters)
  const odd = oddRepositories(inside).map((folder) => relative(root, folder) || '.')
  found.push(...odd.map((name) => `${shown(name)}, no plain repository`))
  return [...new Set(found)]
}

/** Which of the files that choose what a program runs stand in `cwd` or above it, up to the root. */
export function choosersNear(root: string, cwd: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const inside = foldersUp(cwd).filter((folder) => isInside(root, folder))
  return names.filter((name) => inside.some((folder) => existsSync(join(folder, name))))
}

/** What git might take for a repository, from the first folder on up to one that it takes for sure: a folder
 *  `.git` with all that belongs there and nothing that leads elsewhere. git's own tests are others. */
function oddRepositories(folders: readonly string[]): string[] {
  const odd: string[] = []
  for (const folder of folders) {
    const own = join(folder, '.git')
    if (isPlain(own)) return odd
    if (hasParts(own) || (isThere(own) && !isFolder(own))) odd.push(own)
    if (hasParts(folder)) odd.push(folder)
  }
  return odd
}

function hasParts(folder: string): boolean {
  const isHere = (name: string) => isThere(join(folder, name))
  return isHere('HEAD') && ['objects', 'refs', 'commondir'].some(isHere)
}

function isFolder(path: string): boolean {
  return lstatSync(path).isDirectory()
}

function isPlain(own: string): boolean {
  try {
    const areFolders = [own, join(own, 'objects'), join(own, 'refs')].every(isFolder)
    const head = join(own, 'HEAD')
    const isHead = lstatSync(head).isFile() && HEAD_FORM.test(readFileSync(head, 'utf8'))
    return areFolders && isHead && !isThere(join(own, 'commondir'))
  } catch {
    return false
  }
}

/** The links in a repository: git follows them, and shows what they lead to. */
function linksIn(folder: string): string[] {
  return FOLDERS.filter((name) => isThere(join(folder, name))).flatMap((name) => {
    try {
      const entries = readdirSync(join(folder, name), { withFileTypes: true })
      return entries.filter((entry) => entry.isSymbolicLink()).map((entry) => join(name, entry.name))
    } catch {
      return [] // it is no folder, or was one
    }
  })
}

/** A folder and all above it. */
function foldersUp(from: string): string[] {
  const above = dirname(from)
  return above === from ? [from] : [from, ...foldersUp(above)]
}

/** The folders that git may keep the repository in, for a command in `cwd`. What only looks like one does not
 *  end the search, since git may go on; outside the workspace the first one does. */
function gitFolders(root: string, cwd: string): string[] {
  const found: string[] = []
  for (const folder of foldersUp(cwd)) {
    const entry = join(folder, '.git')
    const isBare = ['HEAD', 'objects', 'refs'].every((name) => isThere(join(folder, name)))
    if (!isInside(root, folder)) {
      if (isThere(entry) || isBare) return [...found, folder]
      continue
    }
    const pointer = /^gitdir:([^\n]*)/.exec(textOf(root, entry) ?? '')?.[1]?.trim()
    const candidates = [pointer === undefined ? entry : resolve(folder, pointer), ...(isBare ? [folder] : [])]
    for (const candidate of candidates) {
      const own = realOf(candidate)
      if (own === null || !isThere(join(own, 'HEAD'))) continue
      const shared = textOf(root, join(own, 'commondir'))?.trim() ?? ''
      const common = realOf(resolve(own, shared)) ?? own
      found.push(own, common)
      if (isThere(join(common, 'objects')) && isThere(join(common, 'refs'))) return found
    }
  }
  return found
}

/** The settings of a text that are not known to be harmless, and lines that are not plain: one that goes on
 *  in the next line is not. `isOwnTree`: whether a path is a folder that git may well work on. */
function namedSettings(text: string, isOwnTree: (path: string) => boolean): string[] {
  const found: string[] = []
  let section = ''
  for (const [i, line] of text.replace(/^\ufeff/, '').split('\n').entries()) {
    let rest = line.trim()
    for (let header = HEADER.exec(rest); header; header = HEADER.exec(rest)) {
      section = header[2] === undefined ? header[1]! : `${header[1]}.${header[2].slice(1, -1)}`
      rest = rest.slice(header[0].length).trim()
    }
    if (rest === '' || /^[#;]/.test(rest)) continue
    const [, name, value = ''] = SETTING.exec(rest) ?? []
    const [key, plain] = [`${section}.${name}`, value.replace(/["\\]/g, '')]
    if (name === undefined || rest.endsWith('\\')) found.push(`line ${i + 1}`)
    else if (key === 'core.worktree' && isOwnTree(plain)) continue
    else if (!isHarmlessSetting(key, plain)) found.push(key)
  }
  return found
}

const HEADER = /^\[([A-Za-z0-9.-]+)(?:\s+("(?:[^"\\]|\\.)*"))?\]/
const SETTING = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/

/** The filters that attributes ask for, whoever set them up; git-lfs takes no program from a repository. */
function namedFilters(text: string): string[] {
  const lines = text.split('\n').filter((line) => !line.startsWith('#'))
  const names = lines.flatMap((line) => [...line.matchAll(/\sfilter=(\S*)/g)].map((found) => found[1]!))
  return names.filter((name) => name !== 'lfs').map((name) => `filter=${name}`)
}

/** The text of a file inside the root; '' when there is none, null when it is no file to be read. */
function textOf(root: string, path: string): string | null {
  if (!isThere(path)) return ''
  const real = realOf(path)
  if (real === null || !isInside(root, real)) return null
  try {
    const fd = openInside(root, real, constants.O_RDONLY)
    try {
      const stats = fstatSync(fd)
      return stats.isFile() && stats.size <= MAX_FILE_BYTES ? readFileSync(fd, 'utf8') : null
    } finally {
      closeSync(fd)
    }
  } catch {
    return null
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true // it cannot be looked at, and so may be anything
  }
}

function realOf(path: string): string | null {
  if (!isThere(path)) return null // a throw costs more than a look
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}
