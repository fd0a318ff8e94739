// run.ts: the program, and the table of contents of all the rest. It puts the seams together in the order in
// which the lessons add them; each part is in the file that it is imported from, and what only some runs need
// is loaded when it is asked for. `node run.ts --help` says how to use it.

import { runAgent } from './agent.ts'
import { classifierFor } from './cli/classifier.ts'
import { consentOf, whoIsAsked } from './cli/consent.ts'
import { watched } from './cli/decisions.ts'
import { inForce } from './cli/in-force.ts'
import { INTERRUPTED_CODE, listenForInterrupts } from './cli/interrupt.ts'
import { HELP, policyInForce, readOptions, UsageError } from './cli/options.ts'
import { modelOf, providerName } from './cli/provider.ts'
import { jsonReport, plainReport, STANDARD_STREAMS } from './cli/report.ts'
import { pipedText } from './cli/stdin.ts'
import { systemPrompt } from './cli/system.ts'
import { dispatch, permitLayer, stack } from './lessons/04-rounds/rounds.ts'
import { confirmLayer } from './lessons/06-confirm/confirm.ts'
import { roundJudge, toggle } from './lessons/08-auto/auto.ts'
import { categoryLayer, categoryNotes } from './lessons/09-categories/layer.ts'
import { setting } from './policy.ts'
import { harmless } from './print.ts'
import { newSession, TOOLS } from './tools.ts'
import type { End, Model, ToolCall, UserMessage } from './agent.ts'
import type { Consent } from './cli/consent.ts'
import type { Interrupts } from './cli/interrupt.ts'
import type { Options } from './cli/options.ts'
import type { Past } from './cli/recording.ts'
import type { Report } from './cli/report.ts'
import type { Toggle } from './lessons/08-auto/auto.ts'
import type { Policy } from './policy.ts'

const BLOCKED_CODE = 3

/** `converse` goes on until an end; what stands in the inbox is said first. `auto`: whether it asks less. */
export interface Conversation {
  converse(inbox: UserMessage[], signal: AbortSignal): Promise<End>
  auto: Toggle
}

// #region converse
function conversation(
  policy: Policy, model: Model, report: Report, consent: Consent,
  { messages, session }: Past = { messages: [], session: newSession() },
): Conversation {
  const { listener, onCall, onDecision } = report
  const tools = TOOLS
  const { judge, layer } = roundJudge(policy, tools, session)
  const classify = consent.classifierFor?.(() => messages)
  const auto = toggle({ ...consent, judge, ...(classify && { classify }), say: report.notice })
  const verdict = (call: ToolCall) => judge(call).verdict
  const notes = (call: ToolCall) => categoryNotes(policy, call, tools)
  const asks = confirmLayer({ policy, tools, session, ...consent, confirm: auto.confirm, verdict, notes })
  const layers = [permitLayer(policy, tools), layer, categoryLayer(policy, tools, session, asks)]
  const execute = stack(dispatch(policy, tools, session, { onCall }), layers, { onDecision })
  const maxRounds = setting(policy, 'maxRounds')
  const system = systemPrompt(policy)
  return {
    auto,
    converse: (inbox, signal) => {
      return runAgent({ model, execute, system, tools, messages, inbox, listener, signal, maxRounds })
    },
  }
}
// #endregion

async function main(options: Options, report: Report, interrupts: Interrupts): Promise<number> {
  const { policy, notice } = policyInForce(options)
  const provider = providerName(options, policy, process.env)
  const task = options.task || await pipedText({ mayWait: provider !== null && !options.demo })
  if (task === '' && (provider === null || options.demo)) {
    const { demonstrate } = await import('./cli/demo.ts')
    return demonstrate(conversation, report, interrupts.signal)
  }
  if (notice) report.notice(notice)
  if (provider === null) throw new UsageError(NO_MODEL)
  const model = await modelOf(provider, options, policy, process.env, report.notice)
  const classifier = await classifierFor(provider, options, policy)
  const consent = { ...consentOf(options, policy), classifierFor: classifier }
  const isTalk = task === '' && process.stdin.isTTY && !options.json
  if (task === '' && !isTalk && options.resume === undefined) throw new UsageError(NO_TASK)
  const { recording } = await import('./cli/recording.ts')
  const about = { options, policy, consent, report, isSaid: task !== '' || isTalk }
  const { kept, past, place } = await recording({ ...about, signal: interrupts.signal })
  const seen = watched(kept)
  report.notice(`${inForce(policy)}; ${whoIsAsked(consent)}; ${place}`)
  if (isTalk) {
    const { repl } = await import('./cli/repl.ts')
    const begin = (who: Consent) => conversation(policy, model, seen, who, past)
    return repl(begin, { policy, consent, decisions: seen.last }, seen, interrupts)
  }
  const { converse } = conversation(policy, model, seen, consent, past)
  const inbox: UserMessage[] = task === '' ? [] : [{ role: 'user', from: 'person', text: task }]
  const end = await converse(inbox, interrupts.signal)
  seen.end(end)
  if (seen.wanted() !== '') report.notice(`what was refused since nobody could be asked: ${seen.wanted()}`)
  return end.outcome === 'done' && seen.unanswered() > 0 ? BLOCKED_CODE : exitCode(end)
}

const NO_TASK = 'no task: give one as an argument or on standard input'
const NO_MODEL = 'a task needs a model: set ANTHROPIC_API_KEY, OPENAI_API_KEY, or OPENAI_BASE_URL for a '
  + 'local server, and name the model with --model'

function exitCode({ outcome }: End): number {
  if (outcome === 'done') return 0
  if (outcome === 'aborted') return INTERRUPTED_CODE
  return outcome === 'blocked' || outcome === 'input' ? BLOCKED_CODE : 1
}

const SUBCOMMANDS = { // each in a file of its own, loaded when it is asked for
  explain: async (options: Options) => (await import('./cli/explain.ts')).explain(options),
  audit: async (options: Options) => (await import('./cli/audit.ts')).audit(options),
  view: async (options: Options) => (await import('./cli/view.ts')).view(options),
}

try {
  const options = readOptions(process.argv.slice(2))
  const report = options.json ? jsonReport(STANDARD_STREAMS) : plainReport(STANDARD_STREAMS)
  if (options.help) STANDARD_STREAMS.answer(HELP)
  else if (options.subcommand) process.exitCode = await SUBCOMMANDS[options.subcommand](options)
  else process.exitCode = await main(options, report, listenForInterrupts())
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`${harmless(error.message)}\nnode run.ts --help shows how to use it`)
  process.exitCode = 2
}
