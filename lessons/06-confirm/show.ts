// show.ts: a request as lines for a person: what is shown is what runs. No character of it can move a cursor
// or hide another; what is too long is cut in the middle, with its length, and `whole` shows all of it.

import { relative } from 'node:path'
import { harmless, printVector, shown } from '../../print.ts'
import type { Request } from './request.ts'

const COMMAND_CHARACTERS = 400 // of one step, unless the whole is asked for
const TAIL_CHARACTERS = 120
const PATHS_SHOWN = 6
const OUTPUT = { out: '', null: ' >/dev/null' }
const ERRORS = { err: '', out: ' 2>&1', null: ' 2>/dev/null' }

// #region lines
/** The lines of one request. `number`: its place in a list; 0 when it is alone. */
export function linesOf(request: Request, number: number, whole = false): string[] {
  const { call, tier, reason, steps, paths, root, preview, written, notes = [], from } = request
  const head = `${number > 0 ? `${number}. ` : ''}${from === undefined ? '' : `${shown(from)}: `}`
  const commands = steps.map(({ vector, join, cwd, stdout, stderr }) => {
    const to = `${OUTPUT[stdout]}${ERRORS[stderr]}`
    const place = cwd === root ? '' : `  (in ${shown(relative(root, cwd))})`
    return `   ${join === '' ? '' : `${join} `}${cut(printVector(vector), whole)}${to}${place}`
  })
  const named = paths.filter(({ access, place }) => access === 'write' || place !== '')
    .map(({ access, real, place }) => `   ${access} ${shown(real)}${place === '' ? '' : ` (${place})`}`)
  const listed = whole ? named : [...new Set(named)].slice(0, PATHS_SHOWN)
  const others = new Set(named).size - listed.length
  return [
    `${head}${shown(call.name)}: ${tier}: ${shown(reason)}`,
    ...commands,
    ...listed,
    ...(others > 0 ? [`   and ${others} more paths; ? shows them`] : []),
    ...(written ? ['   it runs code, and files were written in this run'] : []),
    ...notes.map((note) => `   ${shown(note)}`),
    ...(preview === '' ? [] : harmless(preview).split('\n').map((line) => `   | ${line}`)),
    ...(steps.length + named.length === 0 ? [`   ${cut(harmless(JSON.stringify(call.args)), whole)}`] : []),
  ]
}
// #endregion

/** A line in full, or its beginning and its end with how much is between them. */
function cut(line: string, whole: boolean): string {
  if (whole || line.length <= COMMAND_CHARACTERS) return line
  const head = line.slice(0, COMMAND_CHARACTERS - TAIL_CHARACTERS)
  const hidden = line.length - COMMAND_CHARACTERS
  return `${head} ...(${hidden} of ${line.length} characters are not shown; ? shows them)... `
    + line.slice(-TAIL_CHARACTERS)
}
