// trials.ts: the checks of the course that run something: what the pages' commands print, the exercises, the
// demonstrations. Like those of course.ts they return faults as lines; no line is good. Everything runs in a
// copy of the project, which must look afterwards as it did before.

import { createHash } from 'node:crypto'
import {
  closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, realpathSync, rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { copyOf, environment, IS_NATIVE, LOADER, start } from './children.ts'
import { commandsOf, firstDifference, readText } from './course.ts'
import type { Ran } from './children.ts'

const COMMAND_LIMIT_MS = 30_000

/** Where in the output of a run a page may differ from it: the page's words are treated the same way. Paths
 *  of the project read `/path/to/handrail`, those of temporary folders `/tmp/NAME-XXXXXX`. */
export function normalised(text: string, root: string): string {
  return withoutPlaces(text, root)
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'UUID')
    .replace(/\b\d+(\.\d+)? ?(ms|s)\b/g, 'N $2')
    .replace(/\b\d+ tokens in\b/g, 'N tokens in') // what the model is told holds the path of the workspace
    .replace(/[ \t]+$/gm, '')
    .replace(/\n+$/, '')
}

/** Text as it would read in another place: the paths as pages write them. */
export function withoutPlaces(text: string, root: string): string {
  return [root, realOf(root)].reduce((rest, path) => rest.replaceAll(path, '/path/to/handrail'), text)
    .replaceAll(realpathSync(tmpdir()), '/tmp').replaceAll(tmpdir(), '/tmp')
    .replace(/(\/tmp\/[\w.-]*-)\w{6}(?!\w)/g, '$1XXXXXX')
}

/** Runs the commands of a page, in order, in a copy of the project, and compares what they print. A command
 *  may leave nothing behind in the project. */
export async function consoleFaults(root: string, page: string, limitMs = COMMAND_LIMIT_MS) {
  const commands = commandsOf(readText(root, page))
  const faults: string[] = []
  if (commands.length === 0) return faults
  const copy = copyOf(root)
  const before = stateOf(copy)
  try {
    for (const { command, line, output } of commands) {
      const { text, tooLong } = await printed(copy, command, limitMs)
      const [shown, real] = [normalised(output, copy), normalised(text, copy)]
      const where = `${page}:${line}: $ ${command}`
      if (tooLong) faults.push(`${where}\ntakes longer than ${limitMs / 1_000} s`)
      else if (shown !== real) {
        faults.push(`${where}\n${firstDifference(shown, real)}\nIt prints:\n${real}`)
      }
    }
    const changed = differences(before, stateOf(copy))
    if (changed.length > 0) faults.push(`${page}: its commands change the project: ${changed.join(', ')}`)
  } finally {
    rmSync(dirname(copy), { recursive: true, force: true })
  }
  return faults
}

/** Standard output and error of one command line, in the order written. `node X.ts` goes through the bridge
 *  on a Node that needs it. */
export async function printed(cwd: string, command: string, limitMs = COMMAND_LIMIT_MS) {
  const bridged = command.replace(/(^|[\s;&|(])node (?=[\w./-]+\.ts\b)/g, '$1node run.mjs ')
  const line = IS_NATIVE ? command : bridged
  const folder = mkdtempSync(join(tmpdir(), 'handrail-printed-'))
  const file = join(folder, 'output')
  const output = openSync(file, 'a')
  try {
    const { tooLong } = await start('/bin/sh', ['-c', line], { cwd, output, limitMs }).ended
    return { text: readFileSync(file, 'utf8'), tooLong }
  } finally {
    closeSync(output)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What came of an exercise's test: `tests` are the tests of the file that ran, not the file itself. */
export interface Trial {
  code: number | null
  tests: { name: string; ok: boolean; idle: boolean }[] // idle: skipped, or one for later
  output: string
}

/** Runs a lesson's exercise test with `exercise`, `solution` or `wrong` in its place. */
export async function tryExercise(root: string, lesson: string, variant: string): Promise<Trial> {
  const file = `lessons/${lesson}/exercise.test.ts`
  const words = [...LOADER, '--test', '--test-reporter=tap', file]
  const env = environment(variant === 'exercise' ? {} : { EXERCISE: variant })
  const ran = await start(process.execPath, words, { cwd: root, env, limitMs: COMMAND_LIMIT_MS }).ended
  const lines = [...ran.stdout.matchAll(/^ *(not )?ok \d+ - (.*?)(?: # (SKIP|TODO).*)?$/gm)]
  const tests = lines.map(([, not, name, idle]) => ({ name: name!, ok: !not, idle: idle !== undefined }))
  return { code: ran.code, tests: tests.filter(({ name }) => !name.endsWith(file)), output: wordsOf(ran) }
}

/** Runs the exercise of a lesson as shipped, with its solution, and with the wrong answer. */
export async function exerciseFaults(root: string, lesson: string): Promise<string[]> {
  const copy = copyOf(root)
  try {
    const [shipped, solution, wrong] = [
      await tryExercise(copy, lesson, 'exercise'),
      await tryExercise(copy, lesson, 'solution'),
      await tryExercise(copy, lesson, 'wrong'),
    ]
    return [
      ...failingFaults(shipped, 'as shipped'),
      ...passingFaults(solution),
      ...failingFaults(wrong, 'with wrong.ts'),
      ...(namesIn(shipped) === namesIn(solution) && namesIn(wrong) === namesIn(solution) ? []
        : ['other tests run with one of exercise.ts, solution.ts and wrong.ts than with another']),
    ].map((fault) => `lessons/${lesson}/exercise.test.ts ${fault}`)
  } finally {
    rmSync(dirname(copy), { recursive: true, force: true })
  }
}

function failingFaults({ code, tests, output }: Trial, when: string): string[] {
  if (tests.length === 0) return [`ran no test ${when}:\n${output}`]
  const hasFailed = code !== 0 && tests.some(({ ok, idle }) => !ok && !idle)
  const hint = when === 'as shipped' ? ' (if you have solved it, put the TODO back)' : ''
  return hasFailed ? [] : [`does not fail ${when}${hint}`]
}

function passingFaults({ code, tests, output }: Trial): string[] {
  if (tests.length === 0) return [`ran no test with solution.ts:\n${output}`]
  const isGood = code === 0 && tests.every(({ ok, idle }) => ok && !idle)
  return isGood ? [] : [`does not pass with solution.ts:\n${output}`]
}

function namesIn({ tests }: Trial): string {
  return tests.map(({ name }) => name).sort().join('\n')
}

/** Runs a lesson's demonstration as `npm run lesson NN` does. */
export async function demonstrationFaults(root: string, lesson: string): Promise<string[]> {
  const copy = copyOf(root)
  const before = stateOf(copy)
  const command = `npm run lesson ${lesson.slice(0, 2)}`
  try {
    const words = ['run.mjs', 'lessons/lesson.mjs', lesson.slice(0, 2)]
    const ran = await start(process.execPath, words, { cwd: copy, limitMs: COMMAND_LIMIT_MS }).ended
    const changed = differences(before, stateOf(copy))
    return [
      ...(ran.code === 0 ? [] : [`${command} ends with ${ran.code ?? ran.signal}:\n${wordsOf(ran)}`]),
      ...(ran.stdout.trim() === '' ? [`${command} shows nothing`] : []),
      ...(changed.length === 0 ? [] : [`${command} changes the project: ${changed.join(', ')}`]),
    ]
  } finally {
    rmSync(dirname(copy), { recursive: true, force: true })
  }
}

function realOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path
}

function wordsOf({ stdout, stderr }: Ran): string {
  return `${stdout}\n${stderr}`.trim()
}

/** Every file below a folder, hidden ones too, by the hash of its content. */
function stateOf(root: string): Map<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(files.map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return [relative(root, path), createHash('sha256').update(readFileSync(path)).digest('hex')]
  }))
}

function differences(before: Map<string, string>, after: Map<string, string>): string[] {
  const files = [...new Set([...before.keys(), ...after.keys()])]
  return files.filter((file) => before.get(file) !== after.get(file))
}
