// files-builders.ts: a workspace of real files in a temporary folder, the tools driven through `perform`, and
// calls of node:fs watched or changed at one exact moment, so that a race is no matter of luck. Callers end
// what they started; the folder goes when the test ends.

import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { perform } from '../perform.ts'
import { newSession, TOOLS } from '../tools.ts'
import type { ChildProcess } from 'node:child_process'
import type { TestContext } from 'node:test'
import type { Policy } from '../policy.ts'
import type { Session, Tool } from '../tools.ts'

export const PROJECT = fileURLToPath(new URL('..', import.meta.url))
export const IS_ROOT = process.getuid?.() === 0
export const HAS_FDS = fs.existsSync('/proc/self/fd')

export interface Workspace {
  base: string // holds all of it: the root `w`, its twin `w-evil` and `outside`
  root: string
  outside: string
  policy: Policy
  session: Session
  put(path: string, content?: string | Buffer, mode?: number): string // from the root; gives the real path
  folder(path: string): string
  link(path: string, target: string): string
  text(path: string): string
  names(path?: string): string[] // all files, folders and links below, sorted
  read(args: Record<string, unknown>, signal?: AbortSignal): Promise<string>
  write(path: string, content: string): Promise<string>
}

/** A fresh workspace. `read` and `write` give a result's text, which begins with `Error: ` when it failed. */
export function workspace(t: TestContext, settings: Partial<Policy> = {}): Workspace {
  const base = fs.realpathSync.native(fs.mkdtempSync(join(tmpdir(), 'handrail-files-')))
  t.after(() => execFileSync('rm', ['-rf', base])) // paths may be longer than Node can remove
  const [root, outside] = [join(base, 'w'), join(base, 'outside')]
  for (const folder of [root, outside, join(base, 'w-evil')]) fs.mkdirSync(folder)
  const policy: Policy = { root, writable: true, commands: [], ...settings }
  const session = newSession()
  const run = async (name: string, args: Record<string, unknown>, signal?: AbortSignal) => {
    const call = { id: 'c1', name, args }
    const { id, ok, text, ...rest } = await perform(policy, TOOLS, session, call, signal ?? NEVER)
    const isSound = id === 'c1' && ok === !text.startsWith('Error: ') && Object.keys(rest).length === 0
    return isSound ? text : `not a sound result: ${JSON.stringify({ id, ok, text, ...rest })}`
  }
  const made = (path: string) => {
    const full = join(root, path)
    fs.mkdirSync(dirname(full), { recursive: true })
    return full
  }
  return {
    base, root, outside, policy, session,
    put(path, content = '', mode) {
      const full = made(path)
      fs.writeFileSync(full, content)
      if (mode !== undefined) fs.chmodSync(full, mode)
      return full
    },
    folder(path) {
      fs.mkdirSync(join(root, path), { recursive: true })
      return join(root, path)
    },
    link(path, target) {
      fs.symlinkSync(target, made(path))
      return join(root, path)
    },
    text: (path) => fs.readFileSync(join(root, path), 'utf8'),
    names: (path = '.') => fs.readdirSync(join(root, path), { recursive: true }).map(String).sort(),
    read: (args, signal) => run('read', args, signal),
    write: (path, content) => run('write', { path, content }),
  }
}

const NEVER = new AbortController().signal

/** Runs a tool on its own, as if a judgement had found `real` before something changed. */
export function judged(space: Workspace, tool: Tool, real: string, args: Record<string, unknown>) {
  const { policy, session } = space
  const paths = [{ arg: 'path', real, place: '' as const, access: 'write' as const }]
  const effects = { understood: true, refused: null, isSplit: true, steps: [], paths, looksOnly: false }
  return tool.run(args, { policy, session, signal: NEVER, effects, again: () => null })
}

type SyncCall = 'openSync' | 'writeSync' | 'fsyncSync' | 'fchownSync' | 'renameSync' | 'linkSync'

/** Runs `work` while a call of node:fs is replaced; `around` gets the real one and the arguments. */
export async function during<T>(
  name: SyncCall, around: (real: (...args: any[]) => any, args: any[]) => unknown, work: () => T,
): Promise<Awaited<T>> {
  const real = fs[name] as (...args: any[]) => any
  const set = (call: unknown) => {
    Object.assign(fs, { [name]: call })
    syncBuiltinESMExports()
  }
  set((...args: unknown[]) => around(real, args))
  try {
    return await work()
  } finally {
    set(real)
  }
}

/** A system error as node:fs throws it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: as if the system had said so`), { code })
}

/** How many files this process has open; 0 where that cannot be counted. */
export function openFiles(): number {
  return HAS_FDS ? fs.readdirSync('/proc/self/fd').length : 0
}

/** Runs `work` as a user whom permissions bind. */
export function unprivileged<T>(base: string, work: () => T): T {
  if (!IS_ROOT) return work()
  fs.chmodSync(base, 0o755)
  process.seteuid!(65_534)
  try {
    return work()
  } finally {
    process.seteuid!(0)
  }
}

const isNative = Boolean((process.features as { typescript?: unknown }).typescript)

/** Starts a process that runs a module's text, in the project's folder. */
export function start(code: string, args: string[] = []): ChildProcess {
  const loader = isNative ? [] : ['--import', 'tsx']
  const words = [...loader, '--input-type=module', '--eval', code, '--', ...args]
  return spawn(process.execPath, words, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** What such a process printed, as JSON. */
export async function printed(code: string, args: string[] = []): Promise<any> {
  let text = ''
  for await (const chunk of start(code, args).stdout!) text += chunk
  return JSON.parse(text)
}

const OVERWRITE = `
  const { perform } = await import(${JSON.stringify(`${PROJECT}/perform.ts`)})
  const { newSession, TOOLS } = await import(${JSON.stringify(`${PROJECT}/tools.ts`)})
  const [root, path, size] = process.argv.slice(1)
  const policy = { root, writable: true, commands: [], readBytes: 10_000_000 }
  const session = newSession()
  const call = (name, args) =>
    perform(policy, TOOLS, session, { id: '1', name, args }, new AbortController().signal)
  await call('read', { path })
  const content = 'n'.repeat(Number(size))
  process.stdout.write('go')
  process.stdout.write((await call('write', { path, content })).text)
`

/** The size of the old file below: all `o`. */
export const OLD_BYTES = 1_000_000

/** Has a process replace such a file by `size` times `n`, and kills it when `at` bytes are written; gives
 *  what the file then holds, and whether the process was still at it. */
export async function killedWhileWriting(space: Workspace, path: string, size: number, at: number) {
  const child = start(OVERWRITE, [space.root, path, String(size)])
  const ended = new Promise((done) => child.once('close', done))
  await new Promise((done) => child.stdout!.once('data', done))
  const folder = dirname(join(space.root, path))
  const written = () => {
    const name = fs.readdirSync(folder).find((other) => other.endsWith('.tmp'))
    const stats = name && fs.statSync(join(folder, name), { throwIfNoEntry: false })
    return stats ? stats.size : 0
  }
  while (child.exitCode === null && written() < at) await new Promise((done) => setImmediate(done))
  const isCut = child.exitCode === null
  child.kill('SIGKILL')
  await ended
  const text = fs.readFileSync(join(space.root, path))
  const isOf = (char: string, length: number) => text.equals(Buffer.alloc(length, char))
  const holds = isOf('n', size) ? 'new' : isOf('o', OLD_BYTES) ? 'old' : `${text.length} mixed bytes`
  return { isCut, holds }
}

/** Numbers from 0 up to 1, the same ones for the same seed. */
export function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
