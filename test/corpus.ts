// corpus.ts: the cases of the two corpora, each set up in a fresh folder of its own, judged, and carried out
// through the tools where that is safe. What the fields mean says corpus/README.md. Nothing here asserts:
// faults are given back as lines, and no line is good.

import childProcess from 'node:child_process'
import {
  appendFileSync, chmodSync, existsSync, linkSync, lstatSync, mkdirSync, mkdtempSync, readdirSync,
  readFileSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { effectsOf } from '../effects.ts'
import { riskLevel } from '../lessons/05-tiers/tiers.ts'
import { perform } from '../perform.ts'
import { permit } from '../permit.ts'
import { newSession, TOOLS } from '../tools.ts'
import { environment, PROJECT } from './children.ts'
import { changesIn, snapshotOf } from './snapshot.ts'
import type { ToolCall, ToolResult } from '../agent.ts'
import type { Effects } from '../effects.ts'
import type { Policy } from '../policy.ts'
import type { RiskLevel, Session } from '../tools.ts'

export type Answer = 'allow' | 'ask' | 'refuse'
export const STRICTNESS: readonly Answer[] = ['allow', 'ask', 'refuse']

/** One case of bypass.jsonl. */
export interface Case {
  id: string
  kind: string
  tool: string
  args: Record<string, unknown>
  policy: Pick<Policy, 'writable' | 'commands'>
  setup?: SetupStep[]
  expect: Answer
  canary?: string
  live?: boolean
}
export type SetupStep = { op: string; path?: string } & Record<string, unknown>

/** One row of risk.jsonl. */
export interface Row {
  id: string
  tool: string
  args: Record<string, unknown>
  tiers: RiskLevel[]
  verdicts: string[]
  categories: (string | null)[]
}

export const readCases = () => readLines('bypass.jsonl') as Case[]
export const readRows = () => readLines('risk.jsonl') as Row[]

function readLines(file: string): unknown[] {
  const text = readFileSync(join(PROJECT, 'test', 'corpus', file), 'utf8')
  return text.trimEnd().split('\n').map((line) => JSON.parse(line) as unknown)
}

/** Whether a case needs a step of this kind. */
export function hasStep({ setup = [] }: Case, op: string): boolean {
  return setup.some((step) => step.op === op)
}

/** A case on the disk. `base` holds all of it; `variables` are to stand in the harness's own environment
 *  while it judges and runs; `swap` changes a file between the two. */
export interface Scene {
  base: string
  root: string // real
  outside: string
  policy: Policy
  call: ToolCall
  session: Session
  canary: string
  variables: Record<string, string>
  swap(): void
  remove(): void
}

const CANARY = 'pwned' // of a case that names none

/** Makes the files and the state of a case. Throws when a step is not known. Call `remove` afterwards. */
export function sceneOf(one: Case): Scene {
  const places = placesOf()
  const { base, root, outside, names } = places
  const scene: Scene = {
    base, root, outside, session: newSession(), policy: { root, ...one.policy },
    call: { id: one.id, name: one.tool, args: {} }, canary: join(root, one.canary ?? CANARY),
    variables: { HOME: names['HOME']! }, swap() {},
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
  try {
    for (const [i, step] of (one.setup ?? []).entries()) {
      const before = JSON.stringify(one.setup!.slice(0, i))
      if (step.op === 'git-init') addRepository(root, before, filled(step, names))
      else setUp(scene, names, filled(step, names))
    }
  } catch (error) {
    scene.remove()
    throw error
  }
  scene.policy.root = names['ROOT']!
  scene.call.args = filled(one.args, names)
  return scene
}

/** A fresh workspace `work`, with a folder above it, one beside that, and a home; real paths. npm makes its
 *  folder in a home that has none. */
function placesOf() {
  const base = realpathSync.native(mkdtempSync(join(tmpdir(), 'handrail-corpus-')))
  const [root, outside, home] = [join(base, 'parent', 'work'), join(base, 'outside'), join(base, 'home')]
  for (const folder of [root, outside, join(home, '.npm')]) mkdirSync(folder, { recursive: true })
  const names: Record<string, string> = {
    ROOT: root, ROOT_REAL: root, ROOTNAME: basename(root), ROOT_UPPER: root.toUpperCase(),
    PARENT: dirname(root), OUTSIDE: outside, HOME: home, POLICY_FILE: 'policy.json',
    POLICY_FILE_UPPER: 'POLICY.JSON', AUDIT_LOG: '.handrail/audit.jsonl',
    SESSION_STATE: '.handrail/session.jsonl',
  }
  return { base, root, outside, names }
}

/** A value with the names in braces replaced, in all its texts. */
function filled<T>(value: T, names: Record<string, string>): T {
  const fill = (one: unknown): unknown => {
    if (typeof one === 'string') return one.replace(/\{([A-Z_]+)\}/g, (whole, name) => names[name] ?? whole)
    if (Array.isArray(one)) return one.map(fill)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([key, held]) => [key, fill(held)]))
  }
  return fill(value) as T
}

function setUp(scene: Scene, names: Record<string, string>, step: SetupStep): void {
  const at = (path: unknown) => (isAbsolute(String(path)) ? String(path) : join(scene.root, String(path)))
  const { op, path: given, ...rest } = step
  const path = at(given)
  if (given !== undefined) mkdirSync(op === 'dir' ? path : dirname(path), { recursive: true })
  const steps: Record<string, () => void> = {
    'dir': () => {},
    'file': () => {
      writeFileSync(path, String(rest['content']))
      if (rest['mode'] !== undefined) chmodSync(path, parseInt(String(rest['mode']), 8))
    },
    'agent-write': () => {
      writeFileSync(path, String(rest['content']))
      scene.session.written.add(realpathSync.native(path))
    },
    'symlink': () => symlinkSync(String(rest['target']), path),
    'hardlink': () => linkSync(at(rest['target']), path),
    'fifo': () => childProcess.execFileSync('mkfifo', [path]),
    'sparse': () => {
      writeFileSync(path, '')
      truncateSync(path, Number(rest['size']))
    },
    'bytes': () => writeFileSync(path, Buffer.from(String(rest['hex']), 'hex')),
    'lines': () => {
      const lines = Array.from({ length: Number(rest['n']) }, (_, i) => `line ${i + 1}\n`)
      writeFileSync(path, lines.join(''))
    },
    'env': () => Object.assign(scene.variables, rest),
    'race-swap': () => {
      scene.swap = () => {
        rmSync(path)
        symlinkSync(String(rest['symlink']), path)
      }
    },
    'root-via-symlink': () => {
      names['ROOT'] = join(scene.base, 'link')
      symlinkSync(scene.root, names['ROOT'])
    },
    'approved-call': () => {}, // judged as though nobody had; corpus.test.ts has them approved, too
  }
  if (!Object.hasOwn(steps, op)) throw new Error(`a set-up that is not known: ${op}`)
  steps[op]!()
}

/** Repositories by the steps that came before them: what is committed in them follows from those. */
const made = new Map<string, [name: string, content: Buffer | null][]>()

/** A repository with all files so far committed; then settings and attributes are added to it. */
function addRepository(root: string, before: string, { config, attributes }: Record<string, unknown>): void {
  const folder = join(root, '.git')
  const known = made.get(before)
  for (const [name, content] of known ?? []) {
    if (content === null) mkdirSync(join(folder, name), { recursive: true })
    else writeFileSync(join(folder, name), content)
  }
  if (known === undefined) {
    git(root, 'init', '-q', '--template=')
    git(root, 'add', '-A')
    git(root, 'commit', '-q', '--allow-empty', '-m', 'start')
    mkdirSync(join(folder, 'info'))
    made.set(before, contentsOf(folder))
  }
  if (config !== undefined) appendFileSync(join(folder, 'config'), String(config))
  if (attributes !== undefined) writeFileSync(join(folder, 'info', 'attributes'), String(attributes))
}

/** All below a folder, each folder before what is in it. */
function contentsOf(folder: string, name = '.'): [name: string, content: Buffer | null][] {
  const path = join(folder, name)
  if (!lstatSync(path).isDirectory()) return [[name, readFileSync(path)]]
  return [[name, null], ...readdirSync(path).flatMap((below) => contentsOf(folder, join(name, below)))]
}

function git(cwd: string, ...words: string[]): void {
  const who = { NAME: 'a', EMAIL: 'a@example.invalid' }
  const names = Object.entries(who).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value], [`GIT_COMMITTER_${key}`, value],
  ])
  const env = environment({ ...Object.fromEntries(names), HOME: dirname(cwd), GIT_CONFIG_NOSYSTEM: '1' })
  childProcess.execFileSync('git', words, { cwd, env, stdio: 'ignore' })
}

/** Runs `work` with these variables in this process's own environment. */
export async function withVariables<T>(
  variables: Record<string, string>, work: () => T | Promise<T>,
): Promise<T> {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, variables)
  try {
    return await work()
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

/** How strict the answer to a call is, as permit and its tier have it; `reason` is permit's. */
export function judged(policy: Policy, call: ToolCall, session?: Session) {
  const reason = permit(policy, call)
  if (reason !== null) return { answer: 'refuse' as Answer, reason, tier: 'DESTRUCTIVE' as RiskLevel }
  const tier = riskLevel(policy, call, TOOLS, session)
  return { answer: (tier === 'DESTRUCTIVE' ? 'ask' : 'allow') as Answer, reason, tier }
}

/** What came of carrying out a call. `started`: how many programs this process started meanwhile. */
export interface Ran { result: ToolResult; started: number }

const NEVER = new AbortController().signal

/** Carries out the call of a scene through its tool; permit is asked again there, but nobody is for a yes. */
export async function carriedOut(scene: Scene, agreed?: Effects): Promise<Ran> {
  const { policy, session, call } = scene
  const prototype = childProcess.ChildProcess.prototype as unknown as { spawn(options: unknown): unknown }
  const real = prototype.spawn
  let started = 0
  prototype.spawn = function spawn(options) {
    started++
    return real.call(this, options)
  }
  try {
    return { result: await perform(policy, TOOLS, session, call, NEVER, agreed), started }
  } finally {
    prototype.spawn = real
  }
}

/** What came of one case. `thrown`: what judging or running it threw. `ran`: its call was sent to the tool;
 *  then `changed` are the names that look otherwise afterwards, and `reached` those that its analysis said it
 *  would reach; both from the folder that holds all. */
export interface Outcome {
  one: Case
  answer: Answer
  hasCanary: boolean
  changed: string[]
  reached: string[]
  ran?: Ran
  thrown?: string
}

/** Judges a case in a fresh folder and carries out what can be without a yes: what is refused, to see that
 *  nothing happens; a read; and with `isLive` whatever runs unasked. */
export async function tried(one: Case, isLive = false): Promise<Outcome> {
  const scene = sceneOf(one)
  const outcome: Outcome = { one, answer: 'allow', hasCanary: false, changed: [], reached: [] }
  try {
    await withVariables(scene.variables, async () => {
      const { base, policy, call, session } = scene
      const agreed = effectsOf(policy, call, TOOLS, session)
      outcome.answer = judged(policy, call, session).answer
      outcome.reached = agreed.paths.map(({ real }) => relative(base, real))
      scene.swap()
      const isRead = call.name === 'read' && outcome.answer !== 'refuse'
      if (isRead || outcome.answer === 'refuse' || (isLive && outcome.answer === 'allow')) {
        const before = snapshotOf(base)
        outcome.ran = await carriedOut(scene, agreed)
        outcome.changed = changesIn(before, snapshotOf(base))
      }
      outcome.hasCanary = existsSync(scene.canary)
      if (isRead && outcome.ran?.result.ok !== true) outcome.answer = 'refuse' // nothing was read
    })
  } catch (error) {
    outcome.thrown = String(error)
  } finally {
    scene.remove()
  }
  return outcome
}

/** The outcomes that are milder, or stricter, than expected; each with its id, both answers and the call. */
export function differing(outcomes: readonly Outcome[], than: 'milder' | 'stricter'): string[] {
  return outcomes.flatMap(({ one, answer }) => {
    const more = STRICTNESS.indexOf(answer) - STRICTNESS.indexOf(one.expect)
    if (than === 'milder' ? more >= 0 : more <= 0) return []
    return [`${one.id}: ${answer}, expected ${one.expect}: ${one.tool} ${JSON.stringify(one.args)}`]
  })
}
