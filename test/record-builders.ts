// record-builders.ts: real runs that are recorded, in a workspace of real files: the loop, the layers and the
// tools are the program's own, only the model is scripted. Callers look at what the file holds.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runAgent } from '../agent.ts'
import { dispatch, permitLayer, stack } from '../lessons/04-rounds/rounds.ts'
import { confirmLayer } from '../lessons/06-confirm/confirm.ts'
import { createGrants } from '../lessons/07-grants/grants.ts'
import { record } from '../lessons/10-record/record.ts'
import { newSession, TOOLS } from '../tools.ts'
import { person, scripted } from './builders.ts'
import type { End, Message } from '../agent.ts'
import type { Confirm } from '../lessons/06-confirm/confirm.ts'
import type { RecordEvent } from '../lessons/10-record/events.ts'
import type { About, Recorder } from '../lessons/10-record/record.ts'
import type { Policy } from '../policy.ts'
import type { Session } from '../tools.ts'
import type { Turn } from './builders.ts'
import type { Workspace } from './files-builders.ts'

export interface Recorded { path: string; end: End; messages: Message[]; session: Session; policy: Policy }

export interface Run {
  turns: Turn[]
  task?: string
  confirm?: Confirm
  grants?: string[]
  messages?: Message[]
  session?: Session
  about?: About
  name?: string
  after?(recorder: Recorder): void // before the run begins
}

/** Runs a conversation to its end; the record is `records/NAME` beside the root. */
export async function recorded(space: Workspace, given: Run): Promise<Recorded> {
  const { turns, task, confirm, messages = [], session = newSession(), name = 'run.jsonl' } = given
  const policy = { ...space.policy, path: process.env['PATH'] ?? '' }
  const path = join(space.base, 'records', name)
  const { after, about } = given
  const recorder = record(path, { policy, model: 'scripted', session, env: {}, ...about })
  after?.(recorder)
  const { listener, onDecision, onCall } = recorder
  const consent = {
    grants: createGrants(given.grants ?? []), attended: confirm !== undefined, ...(confirm && { confirm }),
  }
  const layers = [permitLayer(policy, TOOLS), confirmLayer({ policy, tools: TOOLS, session, ...consent })]
  const execute = stack(dispatch(policy, TOOLS, session, { onCall }), layers, { onDecision })
  const end = await runAgent({
    model: scripted(...turns), execute, system: '', tools: TOOLS, messages, listener,
    inbox: task === '' ? [] : [person(task ?? 'task')],
  })
  return { path, end, messages, session, policy }
}

/** The lines of a record as they are, each of which must be JSON. */
export function linesIn(path: string): RecordEvent[] {
  const text = readFileSync(path, 'utf8')
  return text.split('\n').slice(0, -1).map((line) => JSON.parse(line) as RecordEvent)
}
