// children.ts: starts real programs for tests, and copies the project to where they may run. Callers await
// `ended`, and remove a copy themselves. What a child sees is a small environment of its own: no key, no
// colour, nothing of the test runner that started it.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync,
  statSync, symlinkSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const DEFAULT_LIMIT_MS = 60_000
const MAX_LOOKS = 100
const LOOK_MS = 50
const NOT_OF_THE_PROJECT = ['node_modules', '.git', 'coverage', '.handrail']

/** The folder of the project. */
export const PROJECT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/** Whether this Node runs TypeScript by itself. */
export const IS_NATIVE = Boolean((process.features as { typescript?: unknown }).typescript)

/** What stands between `node` and a TypeScript file. */
export const LOADER: readonly string[] = IS_NATIVE ? [] : ['--import', import.meta.resolve('tsx')]

/** Where children keep their records: a folder of this process, which is gone when it ends. */
const STATE = mkdtempSync(join(tmpdir(), 'handrail-state-'))
process.on('exit', () => rmSync(STATE, { recursive: true, force: true }))

/** The environment of a child: enough to find programs, this Node first, and `more`. */
export function environment(more: Record<string, string> = {}): Record<string, string> {
  const passed = ['LANG', 'TZ', 'TMPDIR'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  return {
    ...Object.fromEntries(passed),
    HOME: homedir(),
    XDG_STATE_HOME: STATE,
    PATH: [dirname(process.execPath), process.env['PATH'] ?? '/usr/bin:/bin'].join(delimiter),
    npm_config_update_notifier: 'false',
    NODE_V8_COVERAGE: '', // what is measured is what the tests themselves reach
    ...more,
  }
}

/** `code` is null when a signal ended it; `tooLong` when that was the limit of this helper. */
export interface Ran {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
  tooLong: boolean
}

export interface Start {
  cwd?: string
  env?: Record<string, string>
  input?: string // all of standard input; absent: it is closed
  keepsInput?: boolean // standard input stays open, for `write`
  output?: number // a file that takes both outputs in the order written; then none is kept
  limitMs?: number
}

export interface Child {
  pid: number
  stdout(): string
  stderr(): string
  write(text: string): void
  signal(name: NodeJS.Signals): void
  until(isSo: (child: Child) => boolean): Promise<void> // rejects when it ended before that
  ended: Promise<Ran>
}

/** Starts a program in a group of its own; after the limit the whole group is killed. */
export function start(program: string, words: readonly string[], options: Start = {}): Child {
  const { cwd = PROJECT, env = environment(), input, keepsInput, output } = options
  const hasInput = input !== undefined || keepsInput
  const child = spawn(program, words, {
    cwd, env, detached: true, stdio: [hasInput ? 'pipe' : 'ignore', output ?? 'pipe', output ?? 'pipe'],
  })
  const kept = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => (kept[name] += text))
  }
  child.stdin?.on('error', () => {}) // it may have ended without reading
  if (input !== undefined) child.stdin?.end(input)
  let tooLong = false
  const timer = setTimeout(() => {
    tooLong = true
    killGroup(child.pid)
  }, options.limitMs ?? DEFAULT_LIMIT_MS)
  const ended = once(child, 'close').then(([code, signal]): Ran => {
    clearTimeout(timer)
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, ...kept, tooLong }
  })
  const self: Child = {
    pid: child.pid ?? 0,
    stdout: () => kept.stdout,
    stderr: () => kept.stderr,
    write: (text) => void child.stdin?.write(text),
    signal: (name) => void child.kill(name),
    until: (isSo) => new Promise((resolve, reject) => {
      const look = () => {
        if (!isSo(self)) return
        clearInterval(clock)
        resolve()
      }
      const clock = setInterval(look, LOOK_MS)
      void ended.then(({ code, stdout, stderr }) => {
        clearInterval(clock)
        reject(new Error(`ended with ${code} before that:\n${stdout}\n${stderr}`))
      })
    }),
    ended,
  }
  return self
}

/** Runs a TypeScript or JavaScript file with this Node, to its end. */
export function runNode(words: readonly string[], options: Start = {}): Promise<Ran> {
  return start(process.execPath, [...LOADER, ...words], options).ended
}

/** The project's own files below a folder, sorted: those git knows or would add, else all that are there. */
export function filesOf(root: string): string[] {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root, env: environment(), encoding: 'utf8',
  })
  const files = listed.status === 0 ? listed.stdout.split('\0').filter((file) => file !== '') : walk(root, '')
  return files.filter((file) => {
    const isOwn = !NOT_OF_THE_PROJECT.includes(file.split('/')[0]!)
    return isOwn && statSync(join(root, file), { throwIfNoEntry: false })?.isFile()
  }).sort()
}

/** Copies the project's own files to `handrail` in a new temporary folder; the real path of the copy. What is
 *  installed lies beside the copy: it is found, and the copy looks as on a new machine. Remove its parent. */
export function copyOf(root: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'handrail-copy-')))
  const copy = join(folder, 'handrail')
  try {
    for (const file of filesOf(root)) {
      mkdirSync(dirname(join(copy, file)), { recursive: true })
      copyFileSync(join(root, file), join(copy, file))
    }
    linkInstalled(root, folder)
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw error
  }
  return copy
}

/** Makes what is installed for one folder, in it or beside it, be found from another. */
export function linkInstalled(from: string, to: string): void {
  const places = [from, dirname(from)].map((folder) => join(folder, 'node_modules'))
  const installed = places.find((place) => existsSync(place))
  if (installed !== undefined) symlinkSync(installed, join(to, 'node_modules'))
}

/** The command lines of living processes that hold the words, after waiting for them to go for a while. */
export async function leftOf(words: string): Promise<string[]> {
  for (let looks = 0; ; looks++) {
    const found = seen(words)
    if (found.length === 0 || looks === MAX_LOOKS) return found
    await sleep(LOOK_MS)
  }
}

/** The command lines of living processes that hold the words. */
export function seen(words: string): string[] {
  return commandLines().filter((line) => line.includes(words))
}

/** A process that has ended has no command line, even while nobody has asked how it ended. */
function commandLines(): string[] {
  if (!existsSync('/proc/self/cmdline')) {
    return spawnSync('ps', ['-axo', 'command='], { encoding: 'utf8' }).stdout.split('\n')
  }
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    } catch {
      return '' // it is gone
    }
  })
}

/** Kills a group of processes that `start` made, if it is still there. */
export function killGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // it is gone
  }
}

function walk(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OF_THE_PROJECT.includes(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? walk(root, path) : [path]
  })
}
