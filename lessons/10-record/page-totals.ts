// page-totals.ts: what can be counted in a record, and by which words a call is found again: those of the
// filter. A call has one word for what was decided, one for who decided it, and one when it ran and failed.

import { isRound, objectOf } from './page-rounds.ts'
import { momentOf, numberOf, textOf } from './page-text.ts'
import type { Call, Line, Rounds } from './page-rounds.ts'

/** The filter's words in the order in which they are offered, with what a person reads. */
export const FILTERS: Record<string, string> = {
  'all': 'all', 'allowed': 'allowed', 'refused': 'refused', 'failed': 'ran and failed',
  'undecided': 'not decided', 'by-human': 'by a person', 'by-permit': 'by permit', 'by-tier': 'by tier',
  'by-grant': 'by grant', 'by-rule': 'by rule', 'by-classifier': 'by classifier',
  'by-category': 'by category', 'by-limit': 'by limit', 'by-default': 'by default', 'by-other': 'by another',
}

/** The words of a call. */
export function filtersOf({ decision, ok }: Call): string[] {
  if (decision === undefined) return ['undecided']
  const isAllowed = decision['allowed'] === true
  const by = `by-${textOf(decision['by'])}`
  return [
    isAllowed ? 'allowed' : 'refused',
    Object.hasOwn(FILTERS, by) ? by : 'by-other',
    ...(isAllowed && ok === false ? ['failed'] : []),
  ]
}

export interface Totals {
  rounds: number
  calls: number
  byFilter: Record<string, number>
  elapsed?: number // from the first line to the last
  working: number // all calls together
  input: number
  output: number
}

/** Counts. Tokens are those of the usage lines; where there are none, those that the replies tell. */
export function totalsOf({ items }: Rounds, lines: readonly object[]): Totals {
  const rounds = items.filter(isRound)
  const calls = rounds.flatMap((round) => round.calls)
  const usages = (lines as Line[]).filter(({ type }) => type === 'usage')
  const replies = rounds.map(({ reply }) => objectOf(reply['usage']))
  const tokens = usages.length > 0 ? usages : replies
  const byFilter: Record<string, number> = { all: calls.length }
  for (const word of calls.flatMap(filtersOf)) byFilter[word] = (byFilter[word] ?? 0) + 1
  return {
    rounds: rounds.length,
    calls: calls.length,
    byFilter,
    ...elapsedOf(lines as Line[]),
    working: sum(calls.map(({ milliseconds }) => milliseconds)),
    input: sum(tokens.map(({ input }) => input)),
    output: sum(tokens.map(({ output }) => output)),
  }
}

function elapsedOf(lines: readonly Line[]): { elapsed?: number } {
  const moments = lines.map(({ time }) => momentOf(time)).filter((moment) => moment !== undefined)
  const [first, last] = [moments[0], moments.at(-1)]
  return first === undefined || last === undefined ? {} : { elapsed: Math.max(0, last - first) }
}

function sum(values: readonly unknown[]): number {
  return values.reduce((total: number, value) => total + (numberOf(value) ?? 0), 0)
}
