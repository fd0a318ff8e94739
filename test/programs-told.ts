// programs-told.ts: facts of a vector in one line, for examples and for what a test says when one is wrong.

import type { Facts } from '../programs/facts.ts'

/** `refused`, `unknown` (not understood), `prints` or `look`, or the effects; then `in FOLDER`, `starts NAME`
 *  (a wrapper's program), `unless N` (files that choose what runs), and the paths: `read A`, `read? A` for a
 *  word that may be one. */
export function told(facts: Facts): string {
  const { writes, deletes, runsCode, startsProgram, network, settings } = facts
  const effects = Object.entries({ writes, deletes, code: runsCode, starts: startsProgram, network,
    settings })
    .filter(([, isSo]) => isSo).map(([name]) => name)
  if (facts.refused !== null) effects.unshift('refused')
  else if (!facts.understood) effects.unshift('unknown')
  else if (facts.printsOnly) effects.unshift('prints')
  else if (effects.length === 0) effects.unshift('look')
  const folder = facts.folder === '' ? [] : [`in ${facts.folder}`]
  const inner = facts.inner === null ? [] : [`starts ${facts.inner[0]}`]
  const choosers = facts.choosers.length === 0 ? [] : [`unless ${facts.choosers.length}`]
  const paths = facts.mentions.map(({ access, isPath, text }) => `${access}${isPath ? '' : '?'} ${text}`)
  return [effects.join(' '), ...folder, ...inner, ...choosers, ...paths].join(', ')
}
