// recording.ts: the record of a run of the program: where it goes, or which one goes on. A person is asked
// here whether a run may go on under another policy than the recorded one. A report that records does that
// first, and shows then: what cannot be recorded does not go on.

import { existsSync } from 'node:fs'
import { UsageError } from './options.ts'
import { modelName } from './provider.ts'
import { keyboardOf } from '../lessons/06-confirm/keyboard.ts'
import { classify } from '../lessons/09-categories/categories.ts'
import { differences } from '../lessons/10-record/compare.ts'
import { record, resume } from '../lessons/10-record/record.ts'
import { faultOfPlace, newRecord, recordFolder, recordsOf } from '../lessons/10-record/where.ts'
import { harmless, shown } from '../print.ts'
import { newSession } from '../tools.ts'
import type { Message, ToolCall } from '../agent.ts'
import type { Consent } from './consent.ts'
import type { Options } from './options.ts'
import type { Report } from './report.ts'
import type { Recorder } from '../lessons/10-record/record.ts'
import type { Policy } from '../policy.ts'
import type { Session } from '../tools.ts'

/** What a conversation begins with: nothing, or what was recorded. */
export interface Past { messages: Message[]; session: Session }

/** What there is before a conversation begins. `isSaid`: the model is told something, now or by and by. */
interface Before {
  options: Options; policy: Policy; consent: Consent; report: Report; isSaid: boolean; signal: AbortSignal
}

/** `kept`: the report, which also records. `place`: where, in words. */
interface Recording { kept: Report; past: Past; place: string }

/** Begins a record, or goes on with one. Throws UsageError. */
export async function recording(before: Before): Promise<Recording> {
  const { options, report, policy } = before
  const past: Past = { messages: [], session: newSession() }
  if (options.noRecord) return { kept: report, past, place: 'nothing is recorded' }
  const inForce = { ...policy, grants: before.consent.grants.list() }
  const path = pathOf(options, policy.root)
  const answers = options.resume === undefined ? undefined : await goOn(path, inForce, past, before)
  const factsOf = (call: ToolCall) => {
    const categories = classify(policy, call).map(({ category }) => category)
    return categories.length === 0 ? {} : { categories }
  }
  const model = modelName(options, policy, process.env)
  const about = { policy: inForce, model, session: past.session, factsOf }
  const recorder = told(path, () => record(path, about))
  if (answers) recorder.listener({ type: 'message', message: answers })
  return { kept: recorded(report, recorder), past, place: `the record is ${shown(path)}` }
}

/** Takes the past from a record; the answers that it lacked. */
async function goOn(path: string, inForce: Policy, past: Past, before: Before) {
  const { messages, written, policy, notice, answers } = told(path, () => resume(path))
  if (notice) before.report.notice(notice)
  past.messages = messages
  past.session.written = new Set(written)
  const last = messages.at(-1)
  const isOver = last === undefined || last.role === 'assistant'
  if (isOver && !before.isSaid) throw new UsageError('the recorded run has ended: say what to do')
  await agree(differences(policy, inForce), before)
  return answers
}

/** Has a person agree to another policy than the recorded one. Throws UsageError for a no. */
async function agree(changes: readonly string[], before: Before): Promise<void> {
  const { options, consent, report, signal } = before
  if (changes.length === 0) return
  const words = `the policy is not the recorded one: ${changes.join('\n  ')}`
  const hint = 'to go on with it, say --accept-policy'
  if (!options.acceptPolicy && !consent.attended) throw new UsageError(`${words}\n${hint}`)
  report.notice(words)
  if (options.acceptPolicy) return
  const interrupt = () => process.kill(process.pid, 'SIGINT')
  const keyboard = keyboardOf(process.stdin, process.stderr, { interrupt })
  const answer = await keyboard?.ask('Go on with the policy as it is now? [y/N] ', signal)
  keyboard?.close()
  if (!/^y(es)?$/i.test(answer?.trim() ?? '')) throw new UsageError(`not gone on with; ${hint}`)
}

function pathOf({ record: named, resume: name }: Options, root: string): string {
  const path = name === 'last' ? recordsOf(root, 1)[0]?.path : name ?? named ?? newRecord(root)
  if (path === undefined) {
    const where = shown(recordFolder(root))
    throw new UsageError(`there is no record of this workspace in ${where}: name a file with --resume`)
  }
  const fault = faultOfPlace(path, root)
  if (fault !== null) throw new UsageError(`${shown(path)}: ${fault}`)
  if (named !== undefined && existsSync(path)) {
    throw new UsageError(`${shown(path)} is there already: --resume goes on with it, or name another file`)
  }
  return path
}

/** What the work gives; what it throws as a UsageError, with what to do. */
function told<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { message } = error as Error
    const advice = '--record FILE names another place, --no-record goes without'
    throw new UsageError(`no record at ${shown(path)}: ${harmless(message)}. ${advice}`)
  }
}

/** The report, which records each event before it shows it. */
function recorded(report: Report, recorder: Recorder): Report {
  return {
    ...report,
    listener(event) {
      recorder.listener(event)
      report.listener(event)
    },
    onDecision(event) {
      recorder.onDecision(event)
      report.onDecision(event)
    },
    onCall(event) {
      recorder.onCall(event)
      report.onCall(event)
    },
  }
}
