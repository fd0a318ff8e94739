// run.ts: the program, and the table of contents of all the rest. It puts the seams together in the order in
// which the lessons add them; each part is in the file that it is imported from, and what only some runs need
// is loaded when it is asked for. `node run.ts --help` says how to use it.

import { runAgent } from './agent.ts'
import { INTERRUPTED_CODE, listenForInterrupts } from './cli/interrupt.ts'
import { HELP, policyInForce, readOptions, UsageError } from './cli/options.ts'
import { modelOf, providerName } from './cli/provider.ts'
import { jsonReport, plainReport, STANDARD_STREAMS } from './cli/report.ts'
import { pipedText } from './cli/stdin.ts'
import { systemPrompt } from './cli/system.ts'
import { tierLayer } from './cli/tier-layer.ts'
import { dispatch, permitLayer, stack } from './lessons/04-rounds/rounds.ts'
import { setting } from './policy.ts'
import { harmless, shown } from './print.ts'
import { newSession, TOOLS } from './tools.ts'
import type { End, Message, Model, UserMessage } from './agent.ts'
import type { Interrupts } from './cli/interrupt.ts'
import type { Options } from './cli/options.ts'
import type { Report } from './cli/report.ts'
import type { Decision, OnDecision } from './lessons/04-rounds/rounds.ts'
import type { Policy } from './policy.ts'

const BLOCKED_CODE = 3
const PROGRAMS_SHOWN = 8 // of those that may run

/** Goes on with one conversation until it ends; what stands in the inbox is said first. */
export type Converse = (inbox: UserMessage[], signal: AbortSignal) => Promise<End>

// #region converse
function conversation(policy: Policy, model: Model, report: Report): Converse {
  const { listener, onCall, onDecision } = report
  const session = newSession()
  const messages: Message[] = []
  const layers = [permitLayer(policy, TOOLS), tierLayer(policy, TOOLS, session)]
  const execute = stack(dispatch(policy, TOOLS, session, { onCall }), layers, { onDecision })
  const maxRounds = setting(policy, 'maxRounds')
  const system = systemPrompt(policy)
  return (inbox, signal) => {
    return runAgent({ model, execute, system, tools: TOOLS, messages, inbox, listener, signal, maxRounds })
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
  const unanswered: Decision[] = [] // needed a yes, and nobody could be asked
  const onDecision: OnDecision = (event) => {
    if (!event.decision.allowed && event.decision.by === 'default') unanswered.push(event.decision)
    report.onDecision(event)
  }
  const converse = conversation(policy, model, { ...report, onDecision })
  if (task === '' && (!process.stdin.isTTY || options.json)) {
    throw new UsageError('no task: give one as an argument or on standard input')
  }
  report.notice(inForce(policy))
  if (task === '') {
    const { repl } = await import('./cli/repl.ts')
    return repl(converse, report, interrupts)
  }
  const end = await converse([{ role: 'user', from: 'person', text: task }], interrupts.signal)
  report.end(end)
  return end.outcome === 'done' && unanswered.length > 0 ? BLOCKED_CODE : exitCode(end)
}

const NO_MODEL = 'a task needs a model: set ANTHROPIC_API_KEY, OPENAI_API_KEY, or OPENAI_BASE_URL for a '
  + 'local server, and name the model with --model'

/** What the session may do, in a line: where, whether files may change, and which programs. */
function inForce({ root, writable, commands }: Policy): string {
  const rights = writable ? 'files may change' : 'read-only'
  const others = commands.length - PROGRAMS_SHOWN
  const more = others > 0 ? ` and ${others} more (node run.ts audit shows them)` : ''
  const programs = commands.slice(0, PROGRAMS_SHOWN).join(', ') || 'none'
  return `${shown(root)}: ${rights}; programs: ${programs}${more}`
}

function exitCode({ outcome }: End): number {
  if (outcome === 'done') return 0
  if (outcome === 'aborted') return INTERRUPTED_CODE
  return outcome === 'blocked' || outcome === 'input' ? BLOCKED_CODE : 1
}

const SUBCOMMANDS = { // each in a file of its own, loaded when it is asked for
  explain: async (options: Options) => (await import('./cli/explain.ts')).explain(options),
  audit: async (options: Options) => (await import('./cli/audit.ts')).audit(options),
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
