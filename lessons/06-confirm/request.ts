// request.ts: what a person is asked about: one call with what it would really do. The facts are those of the
// one analysis; nothing here decides. A request is made twice, before the question and after the answer: when
// the two differ, what was shown is not what would run.

import { effectsOf } from '../../effects.ts'
import { riskLevel, riskReason } from '../05-tiers/tiers.ts'
import { previewOf } from './preview.ts'
import type { ToolCall } from '../../agent.ts'
import type { EffectPath, EffectStep } from '../../effects.ts'
import type { Policy } from '../../policy.ts'
import type { RiskLevel, Session, Tool, Verdict } from '../../tools.ts'

// #region request
/** What is asked about: what will run, exactly. `vectors`: the words of each step of a command, of which
 *  `steps` say more; `open`: the steps that need agreement; `preview`: what a write changes, or what the tool
 *  says; `written`: it runs code, and this run wrote files; `offer`: the form of a grant for just this. */
export interface Request {
  call: ToolCall; vectors: string[][]; paths: EffectPath[]; tier: RiskLevel; reason: string; preview: string
  written: boolean; notes?: string[]; from?: string; verdict?: Verdict
  root: string; steps: readonly EffectStep[]; open: readonly number[]; offer?: string
}
// #endregion

/** What grants.ts gives; handed in, since that is a later lesson. */
export interface Granted {
  covers(request: Request, earlier: readonly Request[]): boolean
  offer(request: Request, isAsked: boolean): string | null
  add(form: string, request: Request): void
}

/** `attended`: somebody can be asked. `verdict`, `notes`: what later lessons add: what rules say of a call,
 *  and what else a person should see. `from`: the label of a subagent whose calls these are. */
export interface Asking {
  policy: Policy; tools: readonly Tool[]; session: Session
  attended?: boolean; grants?: Granted; from?: string
  verdict?(call: ToolCall): Verdict
  notes?(call: ToolCall): string[]
}

/** The request for a call as the files are now. Never throws: effects, tier and preview do not. */
export function requestOf(options: Asking, call: ToolCall): Request {
  const { policy, tools, session, attended = false, grants, from } = options
  const effects = effectsOf(policy, call, tools, session)
  const { steps, paths } = effects
  const isOpen = ({ looksOnly }: EffectStep, i: number) => {
    return !attended || !looksOnly || paths.some(({ step, place }) => step === i && place !== '')
  }
  const written = session.written.size > 0 && steps.some(({ runsCode }) => runsCode)
  const [verdict, notes] = [options.verdict?.(call), options.notes?.(call)]
  const request: Request = {
    call, root: policy.root, vectors: steps.map(({ vector }) => vector), steps, paths, written,
    tier: riskLevel(policy, call, tools, session, effects), reason: riskReason(effects),
    preview: previewOf(call, effects, tools, policy.root),
    open: steps.flatMap((step, i) => (isOpen(step, i) ? [i] : [])),
    ...(from !== undefined && { from }), ...(verdict && { verdict }), ...(notes && { notes }),
  }
  const offer = needsNobody(request, attended) ? null : grants?.offer(request, attended) ?? null
  return offer === null ? request : { ...request, offer }
}

/** SAFE runs, and CAUTION where somebody watches. */
export function needsNobody({ tier }: Request, attended: boolean): boolean {
  return tier === 'SAFE' || (tier === 'CAUTION' && attended)
}

/** Whether a call is not what was shown any more: other words, other files, or another tier. */
export function isChanged(shown: Request, now: Request): boolean {
  const asText = ({ tier, vectors, paths }: Request) => JSON.stringify([tier, vectors, paths])
  return asText(shown) !== asText(now)
}
