// bash.ts: the tool that runs commands. There is no shell: it runs the vectors that were judged, one pipeline
// after another, and has the call judged again before each but the first, since an earlier one may have
// changed what a name means. What the steps may be is not decided here.

import { closeSync, constants, lstatSync, realpathSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { relative } from 'node:path'
import { createOutput } from './output.ts'
import { doorOf, isInside, openInside, realRoot } from './paths.ts'
import { shown } from './print.ts'
import { cleanPath, setting } from './policy.ts'
import { findProgram, runPipeline } from './process.ts'
import type { Effects, EffectStep } from './effects.ts'
import type { Output } from './output.ts'
import type { Policy } from './policy.ts'
import type { Exit, Job } from './process.ts'
import type { Context, Tool } from './tools.ts'

/** What a command sees beside the policy's `env`: nothing asks for input, pages or colours its output. */
export const FIXED_ENVIRONMENT = {
  GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: ':', GIT_PAGER: 'cat', PAGER: 'cat', TERM: 'dumb', NO_COLOR: '1',
  npm_config_update_notifier: 'false', npm_config_logs_max: '0', // a look leaves nothing behind in the home
}
export const PASSED_ON = ['HOME', 'LANG', 'TZ', 'TMPDIR']
const SIGPIPE_CODE = 141 // of a shell or an interpreter; the signal itself is seen as one
const MAX_FAULTS = 8 // told of steps before the last

// #region bash
export const bash: Tool = {
  name: 'bash',
  description: 'Run one command line, without a shell. Each starts in the workspace root; cd FOLDER lasts to '
    + 'its end. Understood: words, quotes, globs, | && || ; newlines, 2>&1, 2>/dev/null, >/dev/null. Not '
    + 'understood: variables, $(...), other redirections, background. Standard input is closed.',
  parameters: {
    type: 'object',
    properties: {
      command: { type: 'string', description: 'The command line.' },
      timeout: { type: 'integer', minimum: 1, description: 'Seconds until it is stopped.' },
    },
    required: ['command'],
    additionalProperties: false,
  },
  access: { command: 'command', timeout: 'text' },
  async run(args, context) {
    const limit = setting(context.policy, 'bashTimeoutLimitSeconds')
    const seconds = Number(args['timeout'] ?? setting(context.policy, 'bashTimeoutSeconds'))
    if (seconds > limit) throw new Error(`timeout must be at most ${limit} seconds; nothing was run`)
    const clock = AbortSignal.timeout(seconds * 1_000)
    const signal = AbortSignal.any([context.signal, clock])
    const output = createOutput(setting(context.policy, 'outputBytes'))
    const { isOk, notes } = await runSteps(context, signal, output)
    const said = output.text() || '(no output)'
    if (context.signal.aborted) throw new Error(`Output until then:\n${said}`)
    if (clock.aborted) throw new Error(`stopped after ${seconds} s; it may have had effects\n${said}`)
    if (!isOk) throw new Error(`${notes.join('; ')}\n${said}`)
    return `${said.replace(/\n$/, '')}\n[${notes.join('; ')}]`
  },
}
// #endregion

/** How a pipeline or a cd ended. `of`: the program that the words are about, '' when they need none.
 *  `faults`: what else went wrong in it. `isOver`: nothing after it may run. `place`: where cd went. */
interface Ended { isOk: boolean; words: string; of: string; faults: string[]; isOver?: true; place?: string }

/** Runs the steps by their joins. It is ok when the last one that ran is; the notes say how that ended, what
 *  failed before it, since a later success must not hide that, and where the command ended. */
async function runSteps(context: Context, signal: AbortSignal, output: Output) {
  const judged = context.effects
  const agreed = judged.steps
  const faults: string[] = []
  let last: Ended = { isOk: true, words: '', of: '', faults: [] }
  let place = ''
  for (let at = 0; at < agreed.length && !signal.aborted && !last.isOver;) {
    const end = endOfPipeline(agreed, at)
    const { join, program } = agreed[at]!
    const isReached = join === '&&' ? last.isOk : join === '||' ? !last.isOk : true
    if (!isReached && program === 'cd') {
      faults.push('cd was not reached, so what follows it was not run')
      break
    }
    if (isReached) {
      if (!last.isOk) faults.push(last.of === '' ? last.words : `${last.of}: ${last.words}`)
      const steps = at === 0 ? agreed.slice(0, end) : judgedAgain(context, judged, at, end)
      if (typeof steps === 'string') last = over(steps)
      else if (program === 'cd') last = changeFolder(steps[0]!, context.policy)
      else last = await pipeline(steps, context, signal, output)
      faults.push(...last.faults)
      place = last.place ?? place
    }
    at = end
  }
  const notes = [agreed.length > 1 && last.of !== '' ? `${last.words} (of ${last.of}, the last)` : last.words]
  notes.push(...faults.slice(0, MAX_FAULTS))
  if (faults.length > MAX_FAULTS) notes.push(`${faults.length - MAX_FAULTS} more failed`)
  if (place !== '') notes.push(`it ended in ${shown(place)}; the next one starts in the root`)
  return { isOk: last.isOk, notes }
}

function endOfPipeline(steps: readonly EffectStep[], at: number): number {
  let end = at + 1
  while (steps[end]?.join === '|') end++
  return end
}

// #region again
/** The steps of one pipeline as the files are now, or why not. A step whose words, folder or paths are other
 *  ones now than were agreed to may run only if it looks. */
function judgedAgain(context: Context, agreed: Effects, at: number, end: number) {
  const reason = context.again()
  const { program } = agreed.steps[at]!
  if (reason !== null) return `${reason} (judged again before ${program}; the steps before it ran)`
  const steps = context.effects.steps.slice(at, end)
  const asText = ({ steps: all, paths }: Effects, i: number) => {
    const { cwd, vector } = all[i]!
    return JSON.stringify([cwd, vector, paths.filter(({ step }) => step === i)])
  }
  const changed = steps.find((step, i) => {
    return !step.looksOnly && asText(context.effects, at + i) !== asText(agreed, at + i)
  })
  if (!changed) return steps
  return `what ${changed.program} works on has changed meanwhile: run it as a command of its own`
}
// #endregion

function over(words: string): Ended {
  return { isOk: false, words, of: '', faults: [], isOver: true }
}

function changeFolder({ cwd, vector }: EffectStep, policy: Policy): Ended {
  try {
    const place = relative(realRoot(policy.root), cwd)
    if (lstatSync(cwd).isDirectory()) return { isOk: true, words: 'exit code 0', of: 'cd', faults: [], place }
  } catch {
    // It is not there.
  }
  return over(`cd: no such folder: ${shown(vector[1]!)}; what follows it was not run`)
}

async function pipeline(
  steps: EffectStep[], context: Context, signal: AbortSignal, output: Output,
): Promise<Ended> {
  const { policy } = context
  const { cwd, program: lastProgram } = steps.at(-1)!
  let jobs: Job[]
  let path: string
  let fd: number
  try {
    const root = realRoot(policy.root)
    path = policy.path ?? cleanPath(root)
    const found = jobsOf(steps, root, path)
    if (typeof found === 'string') return { isOk: false, words: found, of: '', faults: [] }
    jobs = found
    fd = openInside(root, cwd, constants.O_RDONLY | constants.O_DIRECTORY)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const isOther = ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(code)
    const gone = `the folder to run in is gone, or was changed after it was judged: ${shown(cwd)}`
    return over(isOther ? gone : message)
  }
  try {
    const around = { cwd: doorOf(fd, cwd), env: environment(policy, path), signal, output }
    const { exits, leftBehind } = await runPipeline(jobs, around)
    const last = exits.at(-1)!
    const faults = exits.slice(0, -1).flatMap((exit, i) => {
      const isPipeClosed = exit.signal === 'SIGPIPE' || exit.code === SIGPIPE_CODE // its reader had enough
      return exit.code === 0 || isPipeClosed ? [] : [`${steps[i]!.program}: ${wordsOf(exit)}`]
    })
    if (leftBehind) faults.push('what it had left running was ended')
    return { isOk: last.code === 0, words: wordsOf(last), of: lastProgram, faults }
  } finally {
    closeSync(fd)
  }
}

/** The programs to start, or what to do about one that cannot be. */
function jobsOf(steps: EffectStep[], root: string, path: string): Job[] | string {
  const jobs: Job[] = []
  for (const { program, vector, stdout, stderr } of steps) {
    const file = findProgram(program, path)
    if (file === null) return `program not found: ${program}; looked in ${path || 'no folder at all'}`
    const isOurs = isInside(root, realpathSync.native(file)) // by a link from a folder of programs
    if (isOurs) return `program not run: ${program} leads to a file of the workspace, which may have changed`
    jobs.push({ file, vector, stdout, stderr })
  }
  return jobs
}

function wordsOf({ code, signal, error }: Exit): string {
  return error ?? (signal === null ? `exit code ${code}` : `ended by ${signal}`)
}

/** Built from nothing: no key or setting of the harness reaches a command unless the policy names it. */
function environment(policy: Policy, path: string): Record<string, string> {
  const home = { HOME: homedir(), TMPDIR: tmpdir() }
  const names = [...PASSED_ON, ...setting(policy, 'env')]
  const passed: Record<string, string> = {}
  for (const name of names) if (process.env[name] !== undefined) passed[name] = process.env[name]
  return { ...home, ...passed, ...FIXED_ENVIRONMENT, PATH: path }
}
