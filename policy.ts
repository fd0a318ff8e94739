// policy.ts: the authority as data. A policy names a root, whether files may change, and the programs that
// may run; every other key is a limit with a default. Code reads a key through `setting`. What a key means
// is decided where it is used; here it is only checked, and a broken file is refused as a whole.

import { readFileSync, realpathSync, statSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, resolve } from 'node:path'
import { repeatedKey } from './json.ts'
import { isInside, realRoot } from './paths.ts'
import { shown } from './print.ts'
import { ownTables } from './programs/own.ts'
import { PROVIDER_KEYS, providerFault } from './provider.ts'
import type { Tables } from './programs/facts.ts'
import type { ProviderSettings } from './provider.ts'

const WRITABLE_BY_ALL = 0o002
/** Programs that may run when a policy names none: their tables are complete, and all they do is look. */
export const DEFAULT_COMMANDS: readonly string[] = `ls cat head tail wc grep egrep fgrep rg find fd sort uniq
  cut tr diff comm cmp jq sed awk nl od xxd file stat du df tree realpath readlink basename dirname pwd date
  printf echo true false seq which uname id ps git md5sum sha256sum column`.split(/\s+/)

type Limit = 'bashTimeoutSeconds' | 'bashTimeoutLimitSeconds' | 'outputBytes' | 'readLines' | 'readBytes'
  | 'maxRounds' | 'firstByteSeconds' | 'idleSeconds' | 'totalSeconds' | 'retries' | 'replyTokens'
  | 'classifierSeconds'

/** Everything but the first three has a default. */
export interface Policy extends Partial<Record<Limit, number>> {
  root: string
  writable: boolean
  commands: readonly string[]
  env?: readonly string[] // names of variables that commands may see
  provider?: ProviderSettings
  programs?: Tables // of programs that have no table here, or more options
  categories?: Readonly<Record<string, string>> // go, ask or no-go for each kind of danger; lesson 09
  grants?: readonly string[] // what is allowed beforehand; lesson 07 has the forms
  path?: string // where programs are looked up: folders joined by `:`; computed, not a key of the file
  file?: string // the real path of the file it was loaded from; computed; never writable
}

/** Variables that a loader, a shell, an interpreter, git or a pager takes code or programs from. */
const OF_POWER = new RegExp('^(LD_|DYLD_|GIT_(?!AUTHOR_|COMMITTER_)|NODE_(OPTIONS|PATH)|PYTHON|PERL|RUBY|LUA_'
  + '|BASH_|ENV$|PATH$|IFS$|PS4$|SHELL|npm_config_|_?JAVA_|JDK_|CARGO_|RUST|MAKEFLAGS|CC$|CXX$)|'
  + '(PAGER|EDITOR|VISUAL|ASKPASS|BROWSER|LESSOPEN|LESSCLOSE|_CONFIG_PATH)$', 'i')

interface Key { fallback?: unknown; allowed: string; fits(value: unknown): boolean }

const isOfPower = (name: string) => OF_POWER.test(name)
const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isTexts = (fits: RegExp) => (value: unknown) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' && fits.test(item))

function whole(fallback: number, least: number, most: number): Key {
  const fits = (value: unknown) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most
  return { fallback, allowed: `a whole number from ${least} to ${most}`, fits }
}

/** The one table of keys. A key without a default must be given. */
const KEYS: Record<string, Key> = {
  root: { allowed: 'a folder, seen from the folder of this file', fits: isText },
  writable: { allowed: 'true or false', fits: (value) => typeof value === 'boolean' },
  commands: {
    allowed: 'a list of bare program names, like ["ls", "git"]',
    fits: isTexts(/^[A-Za-z0-9_][A-Za-z0-9_.+-]*$/),
  },
  env: {
    fallback: [],
    allowed: 'a list of names of environment variables, like ["CI"], none that makes programs run others',
    fits: (value) => isTexts(/^[A-Za-z_][A-Za-z0-9_]*$/)(value) && !(value as string[]).some(isOfPower),
  },
  bashTimeoutSeconds: whole(60, 1, 86_400),
  bashTimeoutLimitSeconds: whole(600, 1, 86_400),
  outputBytes: whole(16_384, 256, 1_048_576),
  readLines: whole(400, 1, 100_000),
  readBytes: whole(32_768, 256, 1_048_576),
  maxRounds: whole(100, 1, 1_000_000),
  firstByteSeconds: whole(120, 1, 86_400),
  idleSeconds: whole(60, 1, 86_400),
  totalSeconds: whole(600, 1, 86_400),
  retries: whole(4, 0, 20),
  replyTokens: whole(8_192, 1, 1_000_000),
  classifierSeconds: whole(10, 1, 600),
  provider: { fallback: {}, fits: isObject, allowed: `an object with some of ${PROVIDER_KEYS.join(', ')}` },
  programs: { fallback: {}, fits: isObject, allowed: 'an object with a line for each program' },
  categories: { fallback: {}, fits: isObject, allowed: 'an object, like { "publish": "no-go" }' },
  grants: {
    fallback: [], fits: isTexts(/./), allowed: 'a list of grants, like ["write:docs/", "bash:npm test"]',
  },
}

/** Keys that hand out power beyond the workspace: a file that a cloned repository may have brought, in the
 *  root or a folder above it, cannot set them. */
const OUTSIDE_ONLY = ['provider', 'env', 'grants', 'categories']

type Defaulted = Exclude<keyof Policy, 'root' | 'writable' | 'commands' | 'path' | 'file'>

/** A key's value, or its default. */
export function setting<K extends Defaulted>(policy: Policy, key: K): NonNullable<Policy[K]> {
  return (policy[key] ?? KEYS[key]!.fallback) as NonNullable<Policy[K]>
}

/** The policy in force when no file is named: read-only, the default programs, nothing else. */
export function builtInPolicy(root: string): Policy {
  const real = realRoot(root)
  return { root: real, writable: false, commands: DEFAULT_COMMANDS, path: cleanPath(real) }
}

/** Reads a policy file (JSON). Its `root` is seen from the real folder of the file; the argument replaces it.
 *  Throws an Error that names the file, the key and what is allowed there: a broken file is not used. */
export function loadPolicy(path: string, root?: string): Policy {
  const refuse = (words: string) => new Error(`${shown(path)}: ${words}`)
  let [text, file] = ['', '']
  let given: Record<string, unknown>
  try {
    text = readFileSync(path, 'utf8')
    file = realpathSync.native(path)
    given = JSON.parse(text)
  } catch (error) {
    throw refuse(`not a policy: ${shown((error as Error).message)}`)
  }
  if (!isObject(given)) {
    throw refuse('not a policy: write one object, { "root": ".", "writable": false, "commands": ["ls"] }')
  }
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(KEYS, key))
  if (unknown !== undefined) throw refuse(`unknown key "${shown(unknown)}"; known are ${namesOf(KEYS)}`)
  const repeated = repeatedKey(text)
  if (repeated !== undefined) throw refuse(`"${shown(repeated)}" stands there twice; keep one of them`)
  for (const [key, { allowed, fits, fallback }] of Object.entries(KEYS)) {
    const value = given[key]
    if (value === undefined && fallback === undefined) throw refuse(`"${key}" is missing: ${allowed}`)
    if (value !== undefined && !fits(value)) throw refuse(`"${key}" must be ${allowed}`)
  }
  const own = ownTables((given['programs'] ?? {}) as Record<string, unknown>)
  const fault = providerFault(given['provider'] ?? {}) ?? (typeof own === 'string' ? own : null)
  if (fault !== null) throw refuse(fault)
  const policy = { ...given, ...(given['programs'] !== undefined && { programs: own }), file } as Policy
  const chosen = root ?? resolve(dirname(file), policy.root)
  try {
    policy.root = realRoot(chosen)
  } catch {
    throw refuse(`"root" is no folder that can be opened: ${shown(chosen)}`)
  }
  const [usual, most] = [setting(policy, 'bashTimeoutSeconds'), setting(policy, 'bashTimeoutLimitSeconds')]
  if (usual > most) throw refuse(`"bashTimeoutSeconds" ${usual} is above "bashTimeoutLimitSeconds" ${most}`)
  const isNear = isInside(policy.root, file) || isInside(dirname(file), policy.root)
  const outside = OUTSIDE_ONLY.find((key) => isNear && given[key] !== undefined)
  if (outside) throw refuse(`"${outside}" is taken only from a file not in the root nor in a folder above`)
  return { ...policy, path: cleanPath(policy.root) }
}

/** The operator's PATH without what others could put a program into: relative and empty entries, folders in
 *  the root, folders that everybody may write. */
export function cleanPath(realRootPath: string, path = process.env['PATH'] ?? ''): string {
  const folders = path.split(delimiter).filter(isAbsolute).flatMap((folder) => {
    try {
      const real = realpathSync.native(folder)
      const stats = statSync(real)
      const isOpen = (stats.mode & WRITABLE_BY_ALL) !== 0 || isInside(realRootPath, real)
      return stats.isDirectory() && !isOpen && !real.includes(delimiter) ? [real] : []
    } catch {
      return [] // it is not there
    }
  })
  return [...new Set(folders)].join(delimiter)
}

function namesOf(table: Record<string, unknown>): string {
  return Object.keys(table).join(', ')
}
