// round.ts: rules about a call in its round. A round is judged before any of it runs: what an earlier call
// will write is not written yet, and a test that runs it would look like the project's own. So what the calls
// before a call may write counts as written. One file removed is small; one after the other is not.

import { effectsOf } from '../../effects.ts'
import { judgeByRules } from './rules.ts'
import type { ToolCall } from '../../agent.ts'
import type { Policy } from '../../policy.ts'
import type { Session, Tool } from '../../tools.ts'
import type { Layer } from '../04-rounds/rounds.ts'
import type { Judge } from './auto.ts'

const MOST_REMOVED = 3 // files, one a call, in a session
const TOO_MANY = 'it is one more file that is removed'

/** `layer`: learns which calls a round has, and says nothing of them; it stands before the one that asks.
 *  `judge`: what rules say of a call of that round. Neither throws. */
export function roundJudge(
  policy: Policy, tools: readonly Tool[], session: Session,
): { layer: Layer; judge: Judge } {
  let round: readonly ToolCall[] = []
  const removing = new Set<string>() // paths that a rule let calls of this session remove
  const mayBeWritten = (call: ToolCall) => {
    const { looksOnly, paths } = effectsOf(policy, call, tools, session)
    return looksOnly ? [] : [policy.root, ...paths.map(({ real }) => real)]
  }
  const isOneTooMany = (call: ToolCall) => {
    const { steps, paths } = effectsOf(policy, call, tools, session)
    const removed = paths.filter(({ step }) => step !== undefined && steps[step]!.deletes)
    for (const { real } of removed) removing.add(real)
    return removed.length > 0 && removing.size > MOST_REMOVED
  }
  return {
    async layer(calls) {
      round = calls
      return calls.map(() => null)
    },
    judge(call) {
      const earlier = round.slice(0, Math.max(0, round.indexOf(call)))
      const written = new Set([...session.written, ...earlier.flatMap(mayBeWritten)])
      const ruling = judgeByRules(policy, call, tools, { ...session, written })
      const isTooMuch = ruling.verdict === 'LOW_RISK' && isOneTooMany(call)
      return isTooMuch ? { verdict: 'UNKNOWN', rule: TOO_MANY } : ruling
    },
  }
}
