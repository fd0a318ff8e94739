// match.ts: whether one grant fits one step of a command, or one path. Words are compared as they were given,
// not with what the harness adds; a path is compared as it really is, and from the root on.

import { join, relative } from 'node:path'
import { placeOf } from '../../places.ts'
import { takesAnyCode } from './forms.ts'
import type { EffectPath, EffectStep } from '../../effects.ts'
import type { Grant } from './forms.ts'

// #region words
/** Whether a grant has the words of a step, in its folder. Code needs all of them when files were written in
 *  this run (`written`), and then none of it may come through a pipe; so does what starts another program. */
export function isSaid(grant: Grant, step: EffectStep, root: string, written: boolean): boolean {
  const { given, join: how, runsCode, startsProgram, looksOnly } = step
  if (grant.isLook) return looksOnly
  const isOwnCode = written && runsCode
  if (isOwnCode && how === '|' && takesAnyCode(given)) return false
  if (hasAllWords(grant, step, root)) return true
  return grant.isBeginning === true && !isOwnCode && !startsProgram && hasWords(grant, step, root)
}

export function hasAllWords(grant: Grant, step: EffectStep, root: string): boolean {
  return hasWords(grant, step, root) && grant.words!.length === step.given.length
}

function hasWords({ words, folder }: Grant, { given, cwd }: EffectStep, root: string): boolean {
  return words !== undefined && cwd === join(root, folder!) && words.every((word, i) => word === given[i])
}
// #endregion

// #region paths
/** Whether a path is at or below that of a grant. A place that needs a yes of its own has to be named: by
 *  this very path, or by a folder that is such a place as a whole. */
export function isAt(grant: Grant, { access, real, place }: EffectPath, root: string): boolean {
  const { words, isLook, path } = grant
  if (words !== undefined || isLook || place === 'never' || place === 'outside') return false
  if (path === undefined) return place === ''
  const name = relative(root, real)
  return name === path || (name.startsWith(`${path}/`) && (place === '' || placeOf(path, access) === place))
}

/** Whether a word of a step spells a path as it really is. Behind a link, it says another one. */
export function isSpelled({ real }: EffectPath, { given, cwd }: EffectStep): boolean {
  const way = relative(cwd, real)
  const words = given.map((word) => word.replace(/\/+$/, ''))
  const ends = [...'/=,:@'].map((mark) => `${mark}${way}`)
  return words.some((word) => word === way || ends.some((end) => word.endsWith(end)))
}
// #endregion
