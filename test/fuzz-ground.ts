// fuzz-ground.ts: a workspace full of files, links and traps beside a tree of canaries, and what must hold of
// a call that is judged in it, and of one that is run. Faults are given back as lines; no line is good.

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parseCommand } from '../command.ts'
import { effectsOf } from '../effects.ts'
import { riskLevel } from '../lessons/05-tiers/tiers.ts'
import { perform } from '../perform.ts'
import { permit } from '../permit.ts'
import { DEFAULT_COMMANDS } from '../policy.ts'
import { printVector } from '../print.ts'
import { HIDDEN, MAX_BLANKS_IN_A_ROW } from '../words.ts'
import { MAX_CHARACTERS } from '../refusals.ts'
import { newSession, TOOLS } from '../tools.ts'
import { fuzzCall, PROGRAM_NAMES } from './fuzz.ts'
import { git } from './git-builders.ts'
import { PROGRAMS } from './permit-builders.ts'
import { changesIn, snapshotOf } from './snapshot.ts'
import type { ToolCall } from '../agent.ts'
import type { Effects } from '../effects.ts'
import type { Policy } from '../policy.ts'

const RUN_SECONDS = 2 // what reads from a FIFO waits so long

/** `words`: what stands in the files and names outside of `root`, and nowhere else; `secrets`: what stands in
 *  the secret files inside. All paths are real. */
export interface Ground {
  base: string
  root: string
  outside: string
  home: string
  words: string[]
  secrets: string[]
  remove(): void
}

const wordOf = (name: string) => `${name}${randomBytes(9).toString('hex')}`

// #region ground
/** Makes the files that fuzz-words.ts names. Call `remove` afterwards. */
export function makeGround(): Ground {
  const base = realpathSync.native(mkdtempSync(join(tmpdir(), 'handrail-fuzz-')))
  const [root, outside, home] = [join(base, 'parent', 'work'), join(base, 'outside'), join(base, 'home')]
  const words: string[] = []
  const secrets: string[] = []
  const canary = () => words[words.push(wordOf('canary')) - 1]!
  const secret = () => secrets[secrets.push(wordOf('secret')) - 1]!
  const put = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const link = (path: string, target: string) => {
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(target, path)
  }
  for (const folder of [root, outside, join(home, '.npm')]) mkdirSync(folder, { recursive: true })

  for (const name of ['plain.txt', 'a.txt', '.env', `sub/${canary()}`, 'shared.txt', 'x.js']) {
    put(join(outside, name), `${canary()} alpha foo x\n`)
  }
  for (const name of ['.netrc', '.ssh/id_rsa', '.bashrc', 'plain.txt']) put(join(home, name), `${canary()}\n`)
  put(join(base, 'parent', 'a.txt'), `${canary()}\n`)
  put(join(base, 'parent', 'outside', 'plain.txt'), `${canary()}\n`)
  put(join(base, 'parent', 'work-evil', 'x.txt'), `${canary()}\n`)

  for (const [name, text] of Object.entries(TEXTS_INSIDE)) put(join(root, name), text)
  execFileSync('mkfifo', [join(root, 'pipe')])
  git(root, 'init', '-q', '-b', 'main')
  git(root, 'config', 'user.name', 'a')
  git(root, 'config', 'user.email', 'a@b.invalid')
  git(root, 'add', 'a.txt', 'src', 'docs', 'sub', '.gitignore')
  git(root, 'commit', '-q', '-m', 'one')
  git(root, 'tag', 'v1')
  put(join(root, 'a.txt'), `${TEXTS_INSIDE['a.txt']}changed\n`)
  git(root, 'stash')
  put(join(root, 'b.txt'), `${TEXTS_INSIDE['b.txt']}changed\n`)
  git(root, 'add', 'b.txt')
  git(root, 'commit', '-q', '-m', 'second')
  for (const name of ['.env', 'src/.env', 'server.key', 'id_rsa']) {
    put(join(root, name), `${secret()} alpha foo x\n`)
  }
  put(join(outside, 'twin.txt'), `${secret()} alpha foo x\n`) // it is inside as well, by another name
  linkSync(join(outside, 'twin.txt'), join(root, 'twin.txt'))
  for (const [name, target] of Object.entries(LINKS)) link(join(root, name), target)
  const remove = () => rmSync(base, { recursive: true, force: true })
  return { base, root, outside, home, words, secrets, remove }
}

const TEXTS_INSIDE: Record<string, string> = {
  'a.txt': 'beta\nalpha\nfoo; bar\n', 'b.txt': 'alpha\ngamma\nx,y,z\n', 'src/app.js': 'const x = 1\n',
  'src/main.ts': 'export const alpha = 1\n', 'docs/guide.md': '# Guide\n\nalpha\n', '[x].txt': 'x\n',
  'names.csv': 'name,age\nx,1\ny,2\n', 'big.txt': 'alpha beta gamma\n'.repeat(3_000),
  'sub/deep/er.txt': 'x\n', 'data.json': '{"a":[1,2]}\n',
  'package.json': '{"name":"x","version":"1.0.0","scripts":{"test":"touch pwned"}}\n', 'README.md': 'alpha\n',
  'Makefile': 'all:\n\ttouch pwned\n', '-dash.txt': 'alpha\n', '\u00fcn\u00ef.txt': 'alpha\n',
  '.github/workflows/ci.yml': 'on: push\n', '.hidden': 'alpha\n', '..notes.md': 'x\n', 'odd name.txt': 'x\n',
  "it's.txt": 'x\n', 'AGENTS.md': 'be kind\n', 'archive.tar': 'no archive\n', '.gitignore': '.env\n*.key\n',
  'policy.json': '{}\n', '.npmrc': 'logs-dir=../../outside/logs\ncache=../../outside/cache\n',
  'left/same.txt': 'x\n', 'page.1': '.TH A 1\n.so ../../outside/plain.txt\n',
  '--exec=touch pwned': 'x\n', 'a=b,c:d': 'x\n',
}

const LINKS: Record<string, string> = {
  'link-out': '../../outside', 'link-file': '../../outside/plain.txt', 'link-secret': '.env',
  'link-in': 'src', 'link-up': '..', 'dangling': 'nowhere', 'circle': 'circle',
  'src/link-far': '../../../outside/sub', 'right/same.txt': '../../../outside/plain.txt',
}
// #endregion

// #region judge
/** The call of a seed, with the folders of the ground in it, and the policy that it is judged by. */
export function callOn(ground: Ground, seed: number, policies = policiesOf(ground)) {
  const call = fuzzCall(seed)
  const fill = (value: unknown) => (typeof value !== 'string' ? value : value
    .replaceAll('{ROOT}', ground.root).replaceAll('{OUTSIDE}', ground.outside)
    .replaceAll('{HOME}', ground.home))
  if (typeof call.args === 'object' && call.args !== null && !Array.isArray(call.args)) {
    for (const [key, value] of Object.entries(call.args)) call.args[key] = fill(value)
  }
  return { call, policy: policies[seed % policies.length]! }
}

/** All programs that the tables know, or the default ones; to be written, or not. */
export function policiesOf({ root }: Ground): Policy[] {
  const more = { root, path: PROGRAMS, bashTimeoutSeconds: RUN_SECONDS }
  const all = { ...more, writable: true, commands: PROGRAM_NAMES }
  return [all, all, { ...all, writable: false }, { ...all, commands: DEFAULT_COMMANDS }]
}

export type Answer = 'refused' | 'DESTRUCTIVE' | 'CAUTION' | 'SAFE'
export interface Judged { answer: Answer; reason: string | null; effects: Effects }
export type Judge = (policy: Policy, call: ToolCall) => Judged

/** permit and the tier, by one analysis as the harness does it. */
export function judge(policy: Policy, call: ToolCall): Judged {
  const effects = effectsOf(policy, call)
  const reason = permit(policy, call, TOOLS, effects)
  const tier = riskLevel(policy, call, TOOLS, newSession(), effects)
  return { answer: reason === null ? tier : 'refused', reason, effects }
}

/** What came of judging one call. `ms`: as long as it took by the clock. */
export interface Found { answer: Answer | 'none'; faults: string[]; ms: number }

/** Judges a call: it must not throw, nor print a vector that reads otherwise, nor take longer than `limitMs`
 *  of processor time, tried twice more so that no other work is blamed on it. */
export function judgedWell(policy: Policy, call: ToolCall, limitMs: number, by: Judge = judge): Found {
  const start = performance.now()
  let found: Judged
  try {
    found = by(policy, call)
  } catch (error) {
    return { answer: 'none', faults: [`it throws ${String(error)}`], ms: performance.now() - start }
  }
  const ms = performance.now() - start
  const vectors = found.effects.steps.flatMap(({ given, vector }) => [given, vector])
  const faults = vectors.flatMap((vector) => printFaults(vector))
  if (ms > limitMs) {
    const again = Math.min(...[1, 2].map(() => processorMs(() => by(policy, call))))
    if (again > limitMs) faults.push(`it takes ${Math.round(again)} ms`)
  }
  return { answer: found.answer, faults, ms }
}

function processorMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const UNPRINTABLE = new RegExp(`${HIDDEN.source}|[\\t\\n]| {${MAX_BLANKS_IN_A_ROW + 1}}`, 'u')

/** What is printed of a vector must read as the same vector; or not at all, when it cannot be printed. */
export function printFaults(vector: readonly string[], print = printVector): string[] {
  const line = print(vector)
  const read = parseCommand(line)
  const isOdd = vector.some((word) => UNPRINTABLE.test(word)) || line.length > MAX_CHARACTERS
  if ('reason' in read) return isOdd || vector.length === 0 ? [] : [`it prints ${line}, which is refused`]
  const texts = read.steps.map(({ words }) => words.map(({ text }) => text))
  const isPlain = read.steps.every(({ words }) => words.every(({ pattern }) => pattern === null))
  const isSame = isPlain && JSON.stringify(texts) === JSON.stringify([vector])
  return isSame ? [] : [`it prints ${line}, which reads ${JSON.stringify(texts)}`]
}
// #endregion

// #region run
const NEVER = new AbortController().signal

/** Programs that go through folders and print what they meet there: an argument does not say what. */
const SEARCHERS = ['grep', 'egrep', 'fgrep', 'rgrep', 'rg', 'ag', 'ack', 'diff', 'git']

/** Runs a call that is allowed without a yes. It must change nothing, print no word from outside, and of the
 *  secrets inside only what a search met. Its output comes too. */
export async function ranWell(ground: Ground, policy: Policy, call: ToolCall) {
  const before = snapshotOf(ground.base)
  const { effects } = judge(policy, call)
  const { text } = await perform(policy, TOOLS, newSession(), call, NEVER, effects)
  const faults = changesIn(before, snapshotOf(ground.base)).map((name) => `it changes ${name}`)
  for (const word of ground.words) if (text.includes(word)) faults.push(`it prints ${word}, from outside`)
  const isSearch = effects.steps.some(({ program, starts }) => {
    return [program, ...starts].some((name) => SEARCHERS.includes(name))
  })
  const isFile = (path: string) => before.get(relative(ground.base, path))?.startsWith('100') === true
  const isOfFiles = effects.paths.length > 0 && effects.paths.every(({ real }) => isFile(real))
  for (const word of ground.secrets) {
    if (text.includes(word) && (!isSearch || isOfFiles)) faults.push(`it prints ${word}, a secret`)
  }
  return { faults, text }
}

/** Carries out a write that is allowed without a yes: only its own file and new folders above it may change,
 *  inside of the workspace. */
export async function wrote(ground: Ground, policy: Policy, call: ToolCall): Promise<string[]> {
  const before = snapshotOf(ground.base)
  const { effects } = judge(policy, call)
  await perform(policy, TOOLS, newSession(), call, NEVER, effects)
  const target = relative(ground.base, effects.paths[0]!.real)
  const isOurs = (name: string) => name === target || (target.startsWith(`${name}/`) && !before.has(name))
  const changed = changesIn(before, snapshotOf(ground.base))
  return changed.filter((name) => !isOurs(name)).map((name) => `it changes ${name}`)
}
// #endregion
