// state.ts: all that a person saw of a call, as one hash: its arguments, where they lead, and what the files
// hold that it names. A grant that was given at a question holds as long as this is the same. What cannot be
// known gives no hash, and so no grant. What a folder holds, and files that no word names, are not in it.

import { closeSync, constants, fstatSync, readFileSync } from 'node:fs'
import { openInside, realRoot } from '../../paths.ts'
import { sha256 } from '../../read.ts'
import type { Request } from '../06-confirm/confirm.ts'

const MAX_BYTES = 4_194_304 // of all files together that a call names
const MAX_FILES = 256
const NOTHING_THERE = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']

// #region state
/** The hash; '' when it cannot be known. Blanks between the words of a command do not count. Never throws. */
export function stateOf({ call, steps, paths, root }: Request): string {
  try {
    const args = Object.entries(call.name === 'bash' ? { ...call.args, command: '' } : call.args).sort()
    const words = steps.map(({ given, cwd, join, stdout, stderr }) => [given, cwd, join, stdout, stderr])
    const hash = sha256().update(JSON.stringify([call.name, args, words, paths]))
    const files = new Set(paths.map(({ real }) => real))
    if (files.size > MAX_FILES) return ''
    let bytes = 0
    for (const file of files) {
      const content = contentOf(realRoot(root), file, MAX_BYTES - bytes)
      hash.update(Buffer.isBuffer(content) ? `file ${content.length} ` : '').update(content)
      bytes += content.length
    }
    return hash.digest('hex')
  } catch {
    return ''
  }
}
// #endregion

/** What a file holds, or in a word that it is a folder or not there. Throws for all else. */
function contentOf(root: string, real: string, mostBytes: number): Buffer | string {
  let fd: number
  try {
    fd = openInside(root, real, constants.O_RDONLY)
  } catch (error) {
    if (NOTHING_THERE.includes(String((error as NodeJS.ErrnoException).code))) return 'nothing'
    throw error
  }
  try {
    const stats = fstatSync(fd)
    if (stats.isDirectory()) return 'folder'
    if (!stats.isFile() || stats.size > mostBytes) throw new Error('no file that can be looked at')
    return readFileSync(fd)
  } finally {
    closeSync(fd)
  }
}
