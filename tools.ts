// tools.ts: what a tool is, and the three primitives. A tool says what each of its arguments reaches; permit
// judges by that and not by the tool's name, so a new tool needs no new check. A tool does its one thing and
// throws for failure: whether it may run was decided before, and turning a throw into a result is perform's.

import { bash } from './bash.ts'
import { read } from './read.ts'
import { write } from './write.ts'
import type { ToolSpec } from './agent.ts'
import type { Effects } from './effects.ts'
import type { Policy } from './policy.ts'

/** How much could go wrong with a call; the worst of its steps decides. */
export type RiskLevel = 'SAFE' | 'CAUTION' | 'DESTRUCTIVE'

/** What rules alone can say of a call. */
export type Verdict = 'LOW_RISK' | 'HIGH_RISK' | 'UNKNOWN'

/** What an argument reaches. An argument without one is refused. */
export type Access = 'read' | 'write' | 'command' | 'text'

/** What was read of a file: `hash` of its whole content then, '' when it was too large to be read whole;
 *  `parts` are byte ranges, from and up to; `whole`: they cover the file, and nothing was shown otherwise. */
export interface Seen { hash: string; whole: boolean; parts: [from: number, to: number][] }

/** Facts of one run, by real path. Made by run.ts for one run, never kept in a module. */
export interface Session { seen: Map<string, Seen>; written: Set<string> }

/** What a tool may use. `again()` judges the call anew as the files are now: null, or the reason why not;
 *  `effects` is what the last judgement looked at: its real paths and vectors are the ones to use. */
export interface Context {
  policy: Policy
  session: Session
  signal: AbortSignal
  effects: Effects
  again(): string | null
}

/** `parameters`: a JSON Schema, closed: an unknown key or a wrong type is refused by name.
 *  `run` returns the text for the model; throws for failure; throws Ending to end the run. */
export interface Tool extends ToolSpec {
  access: Record<string, Access>
  run(args: Record<string, unknown>, context: Context): Promise<string>
  riskLevel?(args: Record<string, unknown>, policy: Policy, session: Session): RiskLevel
  ruleVerdict?(args: Record<string, unknown>, policy: Policy, session: Session): Verdict
  preview?(args: Record<string, unknown>): string
}

/** The three primitives. */
export const TOOLS: readonly Tool[] = [read, write, bash]

export function newSession(): Session {
  return { seen: new Map(), written: new Set() }
}
