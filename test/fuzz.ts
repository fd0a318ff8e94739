// fuzz.ts: random calls, the same one each time for a seed: plausible command lines made from the tables of
// programs, with tricks in them, paths of every kind, and calls that no tool has. It judges and runs nothing;
// the pieces are in fuzz-words.ts.

import { entryOf, indexOf } from '../programs/form.ts'
import { TABLES } from '../programs/tables.ts'
import {
  AFTER, BEFORE, GUARDED, INSIDE, JOINS, LOOKERS, ODD, OPTIONS, OUTSIDE, PATTERNS, RUNS, TEXTS, VALUES,
} from './fuzz-words.ts'
import type { ToolCall } from '../agent.ts'
import type { Entry } from '../programs/form.ts'

/** Numbers from a seed. */
export interface Random {
  below(limit: number): number // a whole number from 0
  chance(of: number): boolean
  pick<T>(from: readonly T[]): T
}

export function randomOf(seed: number): Random {
  let [a, b] = [seed ^ 0x9e3779b9, Math.imul(seed + 1, 0x85ebca6b) | 1]
  const next = () => { // two shift registers; their sum is what is given
    a ^= a << 13
    a ^= a >>> 17
    a ^= a << 5
    b = (Math.imul(b, 1_664_525) + 1_013_904_223) | 0
    return ((a + (b ^ (b >>> 15))) >>> 0) / 2 ** 32
  }
  for (let i = 0; i < 4; i++) next() // neighbouring seeds begin alike
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, chance: (of) => next() < of, pick: (from) => from[below(from.length)]! }
}

/** One call of a random kind. */
export function fuzzCall(seed: number): ToolCall {
  const random = randomOf(seed)
  const id = `c${seed}`
  const kind = random.below(100)
  if (kind < 80) return { id, name: 'bash', args: { command: commandOf(random) } }
  if (kind < 90) return { id, name: 'read', args: readArgs(random) }
  if (kind < 96) return { id, name: 'write', args: { path: pathOf(random), content: random.pick(TEXTS) } }
  return oddCall(random, id)
}

// #region calls
function readArgs(random: Random): Record<string, unknown> {
  const args: Record<string, unknown> = { path: pathOf(random) }
  for (const name of ['offset', 'limit', 'column']) {
    if (random.chance(0.1)) args[name] = random.pick([0, 1, 2, -1, 1.5, 1e12, '1', null])
  }
  return args
}

/** A call that a careless or hostile model may send, whatever the schema says. */
function oddCall(random: Random, id: string): ToolCall {
  const odd: unknown[] = [
    undefined, null, 1, true, '', [], {}, ['ls'], { command: 'ls' }, NaN, -0, 10n, Symbol.iterator,
    () => 'ls', { toString: () => 'ls' }, new Date(0), '\0', '\ud800', 'x'.repeat(10_000),
  ]
  const name = random.pick(['bash', 'read', 'write', 'Bash', 'eval', '', 'constructor', '__proto__', 'bash '])
  const keys = ['command', 'path', 'content', 'timeout', 'offset', 'cwd', 'constructor', 'toString', '']
  const pairs = Array.from({ length: random.below(4) }, () => [random.pick(keys), random.pick(odd)] as const)
  const args = random.chance(0.2) ? random.pick(odd) : Object.fromEntries(pairs)
  const call = { id, name: random.chance(0.1) ? random.pick(odd) : name, args }
  return (random.chance(0.1) ? { ...call, malformed: random.pick(odd) } : call) as ToolCall
}
// #endregion

// #region paths
/** A path of any kind, most often a plain one inside. */
function pathOf(random: Random): string {
  const kind = random.below(100)
  const path = random.pick(kind < 62 ? INSIDE : kind < 76 ? GUARDED : kind < 92 ? OUTSIDE : PATTERNS)
  if (random.chance(0.97)) return path
  return random.pick([
    () => path.toUpperCase(), () => `${path}/`, () => `${path}.`, () => `./${path}`, () => `${path}\0`,
    () => `${'../'.repeat(random.below(60))}${path}`, () => `${'sub/'.repeat(random.below(900))}${path}`,
    () => `${path}${random.pick(ODD)}`, () => 'x'.repeat(random.below(5_000)), () => `${path}/../${path}`,
    () => `file:${path}`, () => `@${path}`, () => `${path}:1`,
  ])()
}
// #endregion

// #region vectors
const PATH_KINDS = ['read', 'write', 'delete', 'target', 'tree', 'folder', 'word']

function valueOf(random: Random, kind: string, depth: number): string {
  if (PATH_KINDS.includes(kind) || random.chance(0.02)) return pathOf(random)
  if (kind.includes('|')) return random.pick(kind.split('|'))
  if (kind === 'inner') return vectorOf(random, depth + 1).join(' ')
  return random.pick(random.chance(0.03) ? TEXTS : VALUES[kind] ?? TEXTS)
}

const INDEX = indexOf(TABLES)
const ENTRIES = new Map([...INDEX].flatMap(([key, line]) => {
  const entry = key.startsWith('@') ? { fault: '' } : entryOf(line, INDEX)
  return 'fault' in entry ? [] : [[key, entry] as const]
}))
const KEYS = [...ENTRIES.keys()]
const SUBCOMMANDS = KEYS.filter((key) => /^git /.test(key))
const LOOKING = LOOKERS.filter((key) => ENTRIES.has(key))

/** All programs that the tables know. */
export const PROGRAM_NAMES = [...new Set(KEYS.map((key) => key.split(' ')[0]!))]

/** A program with options and operands as its table has them, now and then a little wrong. */
function vectorOf(random: Random, depth = 0): string[] {
  if (random.chance(0.05)) return ['cd', pathOf(random)]
  const kind = random.below(10)
  const key = random.pick(kind < 5 ? LOOKING : kind < 7 ? SUBCOMMANDS : KEYS)
  const entry = ENTRIES.get(key)!
  const length = random.pick([0, 0, 1, 1, 2, 3])
  const options = Array.from({ length }, () => optionOf(random, entry, depth))
  const operands = entry.operands.flatMap(({ kinds, isMany }) => {
    const count = isMany ? random.pick([0, 1, 1, 2, 3]) : random.chance(0.9) ? 1 : 0
    if (kinds[0] === 'inner') return depth < 2 ? vectorOf(random, depth + 1) : ['ls']
    return Array.from({ length: count }, () => valueOf(random, kinds[0]!, depth))
  })
  const words = key.split(' ')
  if (random.chance(0.05)) return [...words, ...operands, ...options.flat()]
  if (random.chance(0.05)) return [...words, ...options.flat(), '--', ...operands]
  return [...words, ...options.flat(), ...operands]
}

function optionOf(random: Random, entry: Entry, depth: number): string[] {
  const names = [...entry.options.keys()]
  if (names.length === 0 || random.chance(0.04)) return [unknownOption(random)]
  const name = random.pick(names)
  const { kinds, isGlued } = entry.options.get(name)!
  const values = kinds.map((kind) => valueOf(random, kind, depth))
  if (name === '-NUM') return [`-${random.below(30)}`]
  if (name.startsWith('--') && random.chance(0.04)) return [name.slice(0, 3 + random.below(6)), ...values]
  if (kinds.length === 0 && random.chance(0.03)) return [`${name}=${pathOf(random)}`]
  if (kinds.length === 0) return [bundled(random, name, names)]
  const isApart = !isGlued && random.chance(0.5)
  if (isApart) return [name, ...values]
  const [first = '', ...others] = values
  return [name.startsWith('--') || name.length > 2 ? `${name}=${first}` : `${name}${first}`, ...others]
}

/** A short option together with others, known or not. */
function bundled(random: Random, name: string, names: readonly string[]): string {
  if (name.startsWith('--') || random.chance(0.7)) return name
  const letters = Array.from({ length: 1 + random.below(3) }, () => {
    return random.chance(0.95) ? random.pick(names).slice(1, 2) : random.pick([...'abcdefoRxXzZ0=/@'])
  })
  return `${name}${letters.join('')}`
}

function unknownOption(random: Random): string {
  const name = random.pick(OPTIONS)
  return random.chance(0.5) ? name : `${name}${random.pick(['=', '', ','])}${pathOf(random)}`
}
// #endregion

// #region command
const UNDERSTOOD_JOINS = 7 // of the list
const LONGEST = 8_000 // that a command may be

function commandOf(random: Random): string {
  const steps = Array.from({ length: random.pick([1, 1, 1, 1, 1, 1, 2, 2, 3, 4]) }, () => {
    const words = tricked(random, vectorOf(random)).map((word) => written(random, word))
    return `${random.chance(0.03) ? random.pick(BEFORE) : ''}${words.join(blank(random))}`
  })
  const joins = random.chance(0.9) ? JOINS.slice(0, UNDERSTOOD_JOINS) : JOINS
  let text = steps.reduce((line, step) => `${line}${random.pick(joins)}${step}`)
  if (random.chance(0.08)) text += random.pick(AFTER)
  while (random.chance(0.05)) text = spoilt(random, text)
  if (random.chance(0.997)) return text
  const line = `${text}${random.pick(joins)}`
  return line.repeat(1 + random.below(2 * LONGEST / line.length))
}

const blank = (random: Random) => (random.chance(0.98) ? ' ' : random.pick(['  ', '\t', ' \\\n', '   ']))

/** Words with one of them changed, doubled, left out, put elsewhere, or made by hand. */
function tricked(random: Random, words: string[]): string[] {
  if (random.chance(0.88)) return words
  const at = random.below(words.length)
  const word = words[at]!
  const other = random.pick([
    () => [], () => [word, word], () => [random.pick(TEXTS)], () => [unknownOption(random), word],
    () => [pathOf(random), word], () => [`${word}${random.pick(ODD)}`], () => [`${random.pick(ODD)}${word}`],
    () => [random.pick(RUNS).repeat(1 + random.below(random.chance(0.9) ? 60 : 4_000))],
    () => Array<string>(1 + random.below(random.chance(0.9) ? 9 : 900)).fill(word),
    () => [`${word}${random.pick(['=', ',', ':', '@', ''])}${pathOf(random)}`], () => ['--', word],
    () => [random.pick(KEYS), word], () => [`-${word}`], () => [word.toUpperCase()],
    () => [word.slice(0, 1 + random.below(9))],
  ])()
  return words.toSpliced(at, 1, ...other)
}

/** A word as a model may quote it: right most of the time. */
function written(random: Random, word: string): string {
  const way = random.below(100)
  if (/^[\w@%+=:,./-]+$/.test(word) && way < 94) return word
  if (/[*?[\]{}]/.test(word) && way < 70) return word
  if (way < 80 || way >= 96) return `'${word.replaceAll("'", "'\\''")}'`
  if (way < 85) return `"${word.replace(/[$`"\\]/g, '\\$&')}"`
  if (way < 90) return word.replace(/[^\w/.-]/g, '\\$&')
  if (way < 94) return [...word].map((char) => (random.chance(0.2) ? `'${char}'` : char)).join('')
  return random.pick([word, `"${word}"`, `'${word}'`, `$'${word}'`, `""${word}`])
}

/** A text with something put in, taken out or repeated, wherever that is. */
function spoilt(random: Random, text: string): string {
  const at = random.below(text.length + 1)
  const to = at + random.below(12)
  const change = random.pick([
    () => '', () => random.pick(ODD), () => random.pick(TEXTS), () => random.pick(AFTER),
    () => text.slice(at, to).repeat(3), () => random.pick(RUNS).repeat(1 + random.below(50)),
    () => random.pick(RUNS).repeat(random.chance(0.1) ? 9_000 : 500), () => random.pick([...'\'"\\`$']),
  ])()
  return text.slice(0, at) + change + text.slice(random.chance(0.5) ? at : to)
}
// #endregion
