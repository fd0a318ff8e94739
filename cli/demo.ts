// demo.ts: the demonstration. The model's words are scripted, and nothing else is: the file is read, the
// command runs, and the write is refused by the same permit as ever. It fails when one of the three did not
// really happen.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { denyAll } from '../lessons/06-confirm/confirm.ts'
import { createGrants } from '../lessons/07-grants/grants.ts'
import { scriptedModel } from '../models/scripted.ts'
import { READ_ONLY } from '../permit.ts'
import { builtInPolicy } from '../policy.ts'
import type { End, Model, ModelRequest, ToolResult } from '../agent.ts'
import type { Consent } from './consent.ts'
import type { Report } from './report.ts'
import type { Decision } from '../lessons/04-rounds/rounds.ts'
import type { Policy } from '../policy.ts'
import type { Conversation } from '../run.ts'

const LINES_SHOWN = 3
const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const NEXT = 'To work in a folder of yours: set ANTHROPIC_API_KEY, OPENAI_API_KEY or OPENAI_BASE_URL, name\n'
  + 'a model with --model, and give a task. node run.ts --help says more.'

type Compose = (policy: Policy, model: Model, report: Report, consent: Consent) => Conversation
interface Seen { results: ToolResult[]; decisions: Decision[] }

/** Runs it on this program's own folder, read-only. Resolves to the exit code: 1 when it did not happen. */
export async function demonstrate(compose: Compose, report: Report, signal: AbortSignal): Promise<number> {
  const policy = builtInPolicy(PROJECT)
  const before = sourceHash(policy.root)
  const seen: Seen = { results: [], decisions: [] }
  const grants = createGrants(['bash=ls']) // of the one command that it runs
  const consent = { grants, attended: false, confirm: denyAll, isOn: false }
  const { converse } = compose(policy, demoModel(), witnessed(report, seen), consent)
  const end = await converse([{ role: 'user', from: 'person', text: 'Show what you can do here.' }], signal)
  report.end(end)
  const missing = missingEvents(policy.root, before, end, seen)
  report.notice(missing.length === 0 ? NEXT : `the demonstration failed: not so: ${missing.join('; ')}`)
  return missing.length === 0 ? 0 : 1
}

/** The report, and beside it what the demonstration is checked by. */
function witnessed(report: Report, seen: Seen): Report {
  return {
    ...report,
    listener(event) {
      if (event.type === 'message' && event.message.role === 'results') seen.results = event.message.results
      report.listener(event)
    },
    onDecision(event) {
      seen.decisions.push(event.decision)
      report.onDecision(event)
    },
  }
}

/** Three calls at once, then an answer made of what they really gave. */
function demoModel(): Model {
  return scriptedModel([
    {
      text: 'I will read the README, list the folder, and try to overwrite the source.\n',
      calls: [
        { name: 'read', args: { path: 'README.md' } },
        { name: 'bash', args: { command: 'ls' } },
        { name: 'write', args: { path: 'agent.ts', content: '// overwritten\n' } },
      ],
    },
    ({ messages }: ModelRequest) => ({ text: answerOf(messages.at(-1)) }),
  ])
}

function answerOf(message: ModelRequest['messages'][number] | undefined): string {
  const [read, listed, written] = message?.role === 'results' ? message.results : []
  const lines = (read?.text ?? '').split('\n').slice(0, LINES_SHOWN)
  const count = (listed?.text ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('[')).length
  return [
    `The README begins:\n\n${lines.map((line) => `    ${line}`).join('\n')}\n`,
    `\`ls\` shows ${count} names. My write was answered: ${written?.text ?? 'nothing'}`,
  ].join('\n')
}

/** Which of the events did not really happen. `before`: the hash of the source before the run. */
function missingEvents(root: string, before: string, end: End, seen: Seen): string[] {
  const [read, listed] = seen.results
  const refusal = seen.decisions.find(({ allowed }) => !allowed)
  const happened: [string, boolean][] = [
    ['the run ends as done', end.outcome === 'done'],
    ['README.md is read', read?.ok === true && read.text.startsWith(readmeStart(root))],
    ['ls lists the folder', listed?.ok === true && listed.text.split('\n').includes('agent.ts')],
    ['the write is refused', refusal?.by === 'permit' && refusal.reason === READ_ONLY],
    ['agent.ts stays as it was', sourceHash(root) === before],
  ]
  return happened.flatMap(([event, isSo]) => (isSo ? [] : [event]))
}

function readmeStart(root: string): string {
  return readFileSync(join(root, 'README.md'), 'utf8').split('\n').slice(0, LINES_SHOWN).join('\n')
}

function sourceHash(root: string): string {
  return createHash('sha256').update(readFileSync(join(root, 'agent.ts'))).digest('hex')
}
