// bash.ts: the tool that runs commands. There is no shell: it runs the vectors that were judged, one pipeline
// after another, and has the call judged again before each, since an earlier one may have changed what a name
// means. What the steps may be is not decided here.

import { closeSync, constants, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { createOutput } from './output.ts'
import { doorOf, openInside, realRoot, shown } from './paths.ts'
import { cleanPath, setting } from './policy.ts'
import { findProgram, runPipeline } from './process.ts'
import type { EffectStep } from './effects.ts'
import type { Output } from './output.ts'
import type { Policy } from './policy.ts'
import type { Exit } from './process.ts'
import type { Context, Tool } from './tools.ts'

/** What a command sees beside the policy's `env`: nothing asks for input, pages or colours its output. */
const FIXED_ENVIRONMENT = {
  GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: ':', GIT_PAGER: 'cat', PAGER: 'cat', TERM: 'dumb', NO_COLOR: '1',
}
const PASSED_ON = ['HOME', 'LANG', 'TZ', 'TMPDIR']

// #region bash
export const bash: Tool = {
  name: 'bash',
  description: 'Run one command line, without a shell, in the workspace root. Understood: words, quotes, '
    + 'globs, | && || ; newlines, cd FOLDER, 2>&1, 2>/dev/null, >/dev/null. Not understood: variables, '
    + '$(...), other redirections, background. Standard input is closed.',
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
    if (seconds > limit) throw new Error(`timeout must be at most ${limit} seconds`)
    const clock = AbortSignal.timeout(seconds * 1_000)
    const signal = AbortSignal.any([context.signal, clock])
    const output = createOutput(setting(context.policy, 'outputBytes'))
    const { code, notes } = await runSteps(context, signal, output)
    const said = output.text() || '(no output)'
    if (context.signal.aborted) throw new Error(`Output until then:\n${said}`)
    if (clock.aborted) throw new Error(`stopped after ${seconds} seconds; it may have had effects\n${said}`)
    if (code !== 0) throw new Error(`${notes.join('; ')}\n${said}`)
    return `${said.replace(/\n$/, '')}\n[${notes.join('; ')}]`
  },
}
// #endregion

/** Runs the steps by their joins. The code is that of the last one run; -1 when a signal ended it. */
async function runSteps(context: Context, signal: AbortSignal, output: Output) {
  const agreed = context.effects.steps
  const notes: string[] = []
  let code = 0
  for (let at = 0; at < agreed.length && !signal.aborted;) {
    const end = endOfPipeline(agreed, at)
    const { join, program } = agreed[at]!
    const isReached = join === '&&' ? code === 0 : join === '||' ? code !== 0 : true
    if (!isReached && agreed.slice(at, end).some((step) => step.program === 'cd')) {
      notes.push('cd was not reached, so what follows it was not run')
      break
    }
    if (isReached) {
      const steps = judgedAgain(context, agreed, at, end)
      const done = program === 'cd' ? changeFolder(steps[0]!) : await pipeline(steps, context, signal, output)
      code = done.code
      notes.splice(0, Infinity, ...done.notes)
      if (program === 'cd' && code !== 0) break
    }
    at = end
  }
  return { code, notes }
}

function endOfPipeline(steps: readonly EffectStep[], at: number): number {
  let end = at + 1
  while (steps[end]?.join === '|') end++
  return end
}

/** The steps of one pipeline as the files are now. What an earlier step changed may run only if it looks. */
function judgedAgain(context: Context, agreed: readonly EffectStep[], at: number, end: number): EffectStep[] {
  const reason = context.again()
  if (reason !== null) throw new Error(`${reason} (judged again before this step; the ones before it ran)`)
  const steps = context.effects.steps.slice(at, end)
  for (const [i, step] of steps.entries()) {
    const before = agreed[at + i]!
    const isSame = JSON.stringify([step.cwd, step.vector]) === JSON.stringify([before.cwd, before.vector])
    if (isSame || step.looksOnly) continue
    throw new Error(`what ${step.program} works on has changed meanwhile: run it as a command of its own`)
  }
  return steps
}

function changeFolder(step: EffectStep): { code: number; notes: string[] } {
  if (statSync(step.cwd, { throwIfNoEntry: false })?.isDirectory()) return { code: 0, notes: ['exit code 0'] }
  return { code: 1, notes: [`cd: no such folder: ${shown(step.vector[1]!)}; what follows it was not run`] }
}

async function pipeline(steps: EffectStep[], context: Context, signal: AbortSignal, output: Output) {
  const { policy } = context
  const path = policy.path ?? cleanPath(realRoot(policy.root))
  const jobs = steps.map(({ program, vector, stdout, stderr }) => {
    const file = findProgram(program, path)
    if (file === null) throw new Error(`program not found: ${shown(program)}; it is not installed in ${path}`)
    return { file, vector, stdout, stderr }
  })
  const folder = steps[0]!.cwd
  const fd = openInside(realRoot(policy.root), folder, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    const around = { cwd: doorOf(fd, folder), env: environment(policy, path), signal, output }
    const { exits, leftBehind } = await runPipeline(jobs, around)
    const last = exits.at(-1)!
    const notes = [wordsOf(last) + (exits.length > 1 ? ` (of ${steps.at(-1)!.program}, the last)` : '')]
    for (const [i, exit] of exits.slice(0, -1).entries()) {
      const isPipeClosed = exit.signal === 'SIGPIPE' || exit.code === 141 // its reader had enough
      if (exit.code !== 0 && !isPipeClosed) notes.push(`${steps[i]!.program}: ${wordsOf(exit)}`)
    }
    if (leftBehind) notes.push('what it had left running was ended')
    return { code: last.code ?? -1, notes }
  } finally {
    closeSync(fd)
  }
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
