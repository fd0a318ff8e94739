// decisions.ts: remembers what was decided, for those who ask afterwards: the last round for /why, and what
// was refused only because nobody could be asked, with the grants that would have allowed it.

import { printVector } from '../print.ts'
import type { Report } from './report.ts'
import type { OnDecision } from '../lessons/04-rounds/rounds.ts'
import type { Answer } from '../lessons/06-confirm/confirm.ts'

export type DecisionEvent = Parameters<OnDecision>[0]

/** `last`: the decisions of the last round. `unanswered`: how many calls nobody could be asked about. */
export interface Watched extends Report {
  last: readonly DecisionEvent[]
  unanswered(): number
  wanted(): string
}

/** The report, which also remembers. `wanted` is a line to paste, '' when no grant would have helped. */
export function watched(report: Report): Watched {
  const last: DecisionEvent[] = []
  const wanted = new Set<string>()
  let unanswered = 0
  let isNew = false // a round began, and nothing was decided in it yet
  return {
    ...report,
    last,
    unanswered: () => unanswered,
    wanted: () => [...wanted].map((form) => printVector(['--grant', form])).join(' '),
    listener(event) {
      if (event.type === 'round') isNew = true
      report.listener(event)
    },
    onDecision(event) {
      const { allowed, by, grant }: Answer = event.decision
      if (isNew) last.length = 0
      isNew = false
      last.push(event)
      if (!allowed && by === 'default') unanswered++
      if (!allowed && grant !== undefined) wanted.add(grant)
      report.onDecision(event)
    },
  }
}
