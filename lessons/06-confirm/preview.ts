// preview.ts: what a write would change, as a small diff: the lines that differ, between what stays the same
// before and after them. It looks at the file as it is now; of what is too much it shows a part, and says so.

import { closeSync, constants, fstatSync, readFileSync } from 'node:fs'
import { openInside, realRoot } from '../../paths.ts'
import { shown } from '../../print.ts'
import type { ToolCall } from '../../agent.ts'
import type { Effects } from '../../effects.ts'
import type { Tool } from '../../tools.ts'

const MAX_BYTES = 1_048_576 // of the file as it is: a larger one is not compared
const LINES_SHOWN = 12 // of what goes and of what comes, each
const CONTEXT = 2 // lines before and after

// #region preview
/** What a call would write, in lines; '' for a call that writes no text. A tool's own `preview` comes first.
 *  Never throws. */
export function previewOf(call: ToolCall, { paths }: Effects, tools: readonly Tool[], root: string): string {
  try {
    const own = tools.find(({ name }) => name === call.name)?.preview?.(call.args)
    if (typeof own === 'string') return own
    const content = call.args['content']
    const target = paths.find(({ access, step }) => access === 'write' && step === undefined)
    return typeof content === 'string' && target ? diff(textAt(root, target.real), content) : ''
  } catch {
    return '(it cannot be shown)'
  }
}
// #endregion

/** The text of a file of the workspace; null when there is none, '' and a remark when it is no small text. */
function textAt(root: string, real: string): string | null {
  let fd: number
  try {
    fd = openInside(realRoot(root), real, constants.O_RDONLY)
  } catch {
    return null
  }
  try {
    const stats = fstatSync(fd)
    return stats.isFile() && stats.size <= MAX_BYTES ? readFileSync(fd, 'utf8') : ''
  } finally {
    closeSync(fd)
  }
}

/** The lines between the same beginning and the same end, with `-` and `+` in front. */
function diff(before: string | null, after: string): string {
  const [old, now] = [linesOf(before ?? ''), linesOf(after)]
  const most = Math.min(old.length, now.length)
  let start = 0
  while (start < most && old[start] === now[start]) start++
  let end = 0
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const [gone, come] = [old.slice(start, old.length - end), now.slice(start, now.length - end)]
  if (gone.length + come.length === 0) return 'no line changes'
  const change = `line ${start + 1}: ${gone.length} lines become ${come.length}`
  const head = before === null ? `a new file of ${now.length} lines` : change
  const around = (lines: string[]) => lines.map((line) => `  ${shown(line)}`)
  return [
    head,
    ...around(old.slice(Math.max(0, start - CONTEXT), start)),
    ...some(gone, '-'), ...some(come, '+'),
    ...around(old.slice(old.length - end, old.length - end + CONTEXT)),
  ].join('\n')
}

/** The first and the last of some lines, and how many are left out between them. */
function some(lines: string[], mark: string): string[] {
  const put = (line: string) => `${mark} ${shown(line)}`
  if (lines.length <= LINES_SHOWN) return lines.map(put)
  const half = LINES_SHOWN / 2
  const left = `${mark} (${lines.length - LINES_SHOWN} lines more)`
  return [...lines.slice(0, half).map(put), left, ...lines.slice(-half).map(put)]
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}
