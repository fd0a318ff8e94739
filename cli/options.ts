// options.ts: what the command line says, and which policy is in force because of it. A wrong word is a
// UsageError, which ends the program with code 2 before anything was read or run.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { builtInPolicy, DEFAULT_COMMANDS, loadPolicy } from '../policy.ts'
import { shown } from '../print.ts'
import type { Policy } from '../policy.ts'

export const HELP = `handrail: an agent's hands, and a rail that holds.

  node run.ts                      the demonstration: offline, read-only, on this program's own folder
  node run.ts [options] 'TASK'     one task, in the current folder; or the task on standard input
  node run.ts [options]            on a terminal, with a model: a conversation
  node run.ts explain 'COMMAND'    what would happen, and why; nothing runs. With --tool NAME: a call of
                                   that tool, as in explain --tool read '{"path": "a.txt"}'. With --json:
                                   calls as JSON lines on standard input, answers on standard output
  node run.ts audit                the whole authority of the policy in force, on one page
  node run.ts view FILE > p.html   the record of a run as a page for a browser, which loads nothing else

  --root FOLDER        the workspace, instead of the current folder or the one that the policy names
  --writable           files may change, even if the policy does not say so
  --policy FILE        a policy file; without one: read-only, with ${DEFAULT_COMMANDS.join(', ')}
  --provider NAME      anthropic or openai (and every server that speaks its protocol)
  --model NAME         the model; also HANDRAIL_MODEL
  --max-rounds N       how many requests at most
  --grant FORM         allows beforehand what would need a yes; again for each: write, write:docs/,
                       read:.env, 'bash:npm test'
  --auto               auto mode: what rules or a classifier find boring is not asked about; also /auto
  --unattended         nobody is there to be asked, though there is a terminal
  --record FILE        where to record the run; otherwise below $XDG_STATE_HOME or ~/.local/state
  --no-record          nothing of the run is kept
  --resume FILE        goes on with a recorded run; last is the newest one of this workspace
  --accept-policy      goes on with it under a policy that is not the recorded one
  --json               standard output is JSON lines, the last one is the end
  --demo               the demonstration, also where there is a key
  --tool NAME          for explain
  --help, -h           this text

Keys and addresses come from the environment: ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, OPENAI_API_KEY,
OPENAI_BASE_URL. Exit codes: 0 done; 1 failed, cut, refused by the model, limit; 2 usage or a broken policy;
3 blocked, input needed, or a call needed a yes and nobody could be asked; 130 interrupted.
`

/** What was typed wrong, and what would be right. */
export class UsageError extends Error {}

/** `task`: with `explain` what to explain, the command or the arguments of `tool`; with `view` the file. */
export interface Options {
  subcommand?: 'explain' | 'audit' | 'view'
  task: string
  tool?: string
  root?: string
  policy?: string
  provider?: string
  model?: string
  maxRounds?: number
  grants: string[]
  unattended: boolean
  auto: boolean
  record?: string
  noRecord: boolean
  resume?: string
  acceptPolicy: boolean
  writable: boolean
  json: boolean
  help: boolean
  demo: boolean
}

/** Reads the words after `node run.ts`; throws UsageError. */
export function readOptions(words: string[]): Options {
  const { values, positionals } = parsed(words)
  const subcommand = values.help === true ? undefined : subcommandOf(positionals, values)
  const options: Options = {
    task: (subcommand === undefined ? positionals : positionals.slice(1)).join(' '),
    writable: values.writable === true,
    json: values.json === true,
    help: values.help === true,
    demo: values.demo === true,
    grants: values.grant ?? [],
    unattended: values.unattended === true,
    auto: values.auto === true,
    noRecord: values['no-record'] === true,
    acceptPolicy: values['accept-policy'] === true,
  }
  const provider = values.provider
  if (provider !== undefined && provider !== 'anthropic' && provider !== 'openai') {
    throw new UsageError('--provider must be anthropic or openai; another server that speaks the protocol of '
      + 'OpenAI is openai with OPENAI_BASE_URL')
  }
  const rounds = values['max-rounds']
  if (rounds !== undefined && !/^[1-9]\d{0,5}$/.test(rounds)) {
    throw new UsageError('--max-rounds must be a whole number from 1 to 999999')
  }
  const { record, resume } = values
  if ((record ?? resume) !== undefined && options.noRecord) {
    throw new UsageError('--no-record says that nothing is kept: leave it out, or --record and --resume')
  }
  if (record !== undefined && resume !== undefined) {
    throw new UsageError('--resume goes on in the file that it names: leave out --record')
  }
  if (record === '' || resume === '') throw new UsageError('--record and --resume need the name of a file')
  return {
    ...options,
    ...(record !== undefined && { record }),
    ...(resume !== undefined && { resume }),
    ...(subcommand !== undefined && { subcommand }),
    ...(values.tool !== undefined && { tool: values.tool }),
    ...(values.root !== undefined && { root: values.root }),
    ...(values.policy !== undefined && { policy: values.policy }),
    ...(provider !== undefined && { provider }),
    ...(values.model !== undefined && { model: values.model }),
    ...(rounds !== undefined && { maxRounds: Number(rounds) }),
  }
}

function parsed(words: string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        root: text, policy: text, provider: text, model: text, 'max-rounds': text, tool: text,
        grant: { ...text, multiple: true }, unattended: flag, auto: flag,
        record: text, 'no-record': flag, resume: text, 'accept-policy': flag,
        writable: flag, json: flag, demo: flag, help: { ...flag, short: 'h' },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0]!)
  }
}

/** `explain`, `audit` or `view`, when the first word is that one, with as many words as it takes. */
function subcommandOf(
  [name, ...rest]: string[], { json, tool }: { json?: boolean; tool?: string },
): Options['subcommand'] {
  if (tool !== undefined && (name !== 'explain' || json)) throw new UsageError('--tool is for explain alone')
  if (name === 'audit') {
    if (rest.length > 0 || json) throw new UsageError(`audit takes no words and no --json; ${IF_A_TASK}`)
    return name
  }
  if (name === 'view') {
    if (rest.length === 1 && !json) return name
    throw new UsageError(`view takes one file, and no --json: view record.jsonl > page.html; ${IF_A_TASK}`)
  }
  if (name !== 'explain') return undefined
  if (json && rest.length > 0) throw new UsageError('explain --json reads the calls from standard input')
  if (!json && rest.length !== 1) {
    throw new UsageError(`explain takes the command as one word, in quotes: explain 'ls -la'; ${IF_A_TASK}`)
  }
  return name
}

const IF_A_TASK = 'a task that begins so stands in quotes as a whole'

/** The policy in force, and what to tell the person about it. A policy.json in the workspace is never loaded
 *  by itself, since a cloned repository may bring one. Throws UsageError; of a bad file nothing is used. */
export function policyInForce(options: Options): { policy: Policy; notice?: string } {
  const root = options.root ?? process.cwd()
  try {
    const { policy: file } = options
    const policy = file === undefined ? builtInPolicy(root) : loadPolicy(file, options.root)
    if (options.writable) policy.writable = true
    if (options.maxRounds !== undefined) policy.maxRounds = options.maxRounds
    const liesThere = file === undefined && existsSync(join(policy.root, 'policy.json'))
    const notice = 'there is a policy.json in the workspace; to use it, say --policy policy.json'
    return liesThere ? { policy, notice } : { policy }
  } catch (error) {
    const { message } = error as Error
    throw new UsageError(message.startsWith('the workspace') ? `no such folder: ${shown(root)}` : message)
  }
}
