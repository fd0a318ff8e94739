// policy.ts: the authority as data. A policy names a root, whether files may change, and the programs that
// may run; every other key is a limit with a default. Code reads a key through `setting`. What a key means
// is decided where it is used; here it is only checked, and a broken file is refused as a whole.

import { readFileSync, realpathSync, statSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, resolve } from 'node:path'
import { isInside, realRoot, shown } from './paths.ts'

/** Programs that may run when a policy names none: they only look, and their few options are known. */
export const DEFAULT_COMMANDS: readonly string[] = ['ls', 'cat', 'wc', 'pwd']

/** How to reach a model; only from outside the workspace. Times and tries are keys of the policy itself. */
export interface ProviderSettings {
  name?: string // anthropic or openai
  model?: string
  baseUrl?: string
  authHeader?: string // x-api-key or authorization
  apiVersion?: string
  tokenField?: string // max_completion_tokens or max_tokens
}

export interface Policy {
  root: string
  writable: boolean
  commands: readonly string[]
  env?: readonly string[] // names of variables that commands may see
  bashTimeoutSeconds?: number
  bashTimeoutLimitSeconds?: number
  outputBytes?: number
  readLines?: number
  readBytes?: number
  maxRounds?: number
  firstByteSeconds?: number
  idleSeconds?: number
  totalSeconds?: number
  retries?: number
  replyTokens?: number
  provider?: ProviderSettings
  path?: string // where programs are looked up: folders joined by `:`; computed, not a key of the file
  file?: string // the real path of the file it was loaded from; computed; never writable
}

interface Key { fallback?: unknown; allowed: string; fits(value: unknown): boolean }

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isTexts = (fits: RegExp) => (value: unknown) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' && fits.test(item))

function whole(fallback: number, least: number, most: number): Key {
  const fits = (value: unknown) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most
  return { fallback, allowed: `a whole number from ${least} to ${most}`, fits }
}

/** The one table of keys. A later issue that adds a key adds a row. */
const KEYS: Record<string, Key> = {
  root: { allowed: 'a folder, seen from the folder of this file', fits: isText },
  writable: { allowed: 'true or false', fits: (value) => typeof value === 'boolean' },
  commands: {
    allowed: 'a list of bare program names, like ["ls", "git"]',
    fits: isTexts(/^[A-Za-z0-9_][A-Za-z0-9_.+-]*$/),
  },
  env: {
    fallback: [],
    allowed: 'a list of names of environment variables, like ["CI"]',
    fits: isTexts(/^[A-Za-z_][A-Za-z0-9_]*$/),
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
  provider: { fallback: {}, allowed: '', fits: (value) => typeof value === 'object' && value !== null },
}

const PROVIDER_KEYS: Record<string, string> = {
  name: 'anthropic or openai',
  model: 'the name of a model',
  baseUrl: 'an address like http://127.0.0.1:8080/v1',
  authHeader: 'x-api-key or authorization',
  apiVersion: 'a version like 2023-06-01',
  tokenField: 'max_completion_tokens or max_tokens',
}

/** Keys that hand out power beyond the workspace: a file inside the root, which a cloned repository may have
 *  brought, cannot set them. */
const OUTSIDE_ONLY = ['provider', 'env']

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

/** Reads a policy file (JSON). `root` replaces the file's own. Throws an Error that names the file, the key
 *  and what is allowed there; nothing of a broken file is used. */
export function loadPolicy(path: string, root?: string): Policy {
  const refuse = (words: string) => new Error(`${shown(path)}: ${words}`)
  let parsed: unknown
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw refuse(`not a policy: ${(error as Error).message}`)
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw refuse('not a policy: write one object, { "root": ".", "writable": false, "commands": ["ls"] }')
  }
  const given = parsed as Record<string, unknown>
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(KEYS, key))
  if (unknown !== undefined) throw refuse(`unknown key "${shown(unknown)}"; known are ${namesOf(KEYS)}`)
  for (const [key, { allowed, fits, fallback }] of Object.entries(KEYS)) {
    const value = given[key]
    if (value === undefined && fallback === undefined) throw refuse(`"${key}" is missing: ${allowed}`)
    if (key === 'provider' && value !== undefined) checkProvider(value, refuse)
    else if (value !== undefined && !fits(value)) throw refuse(`"${key}" must be ${allowed}`)
  }
  const policy = { ...(given as unknown as Policy), file: realpathSync.native(path) }
  const chosen = root ?? resolve(dirname(policy.file), policy.root)
  try {
    policy.root = realRoot(chosen)
  } catch {
    throw refuse(`"root" is no folder that can be opened: ${shown(chosen)}`)
  }
  if (setting(policy, 'bashTimeoutSeconds') > setting(policy, 'bashTimeoutLimitSeconds')) {
    throw refuse('"bashTimeoutSeconds" must not be above "bashTimeoutLimitSeconds"')
  }
  const inside = OUTSIDE_ONLY.find((key) => given[key] !== undefined && isInside(policy.root, policy.file))
  if (inside) throw refuse(`"${inside}" is taken only from a policy file outside the root; move it out`)
  return { ...policy, path: cleanPath(policy.root) }
}

/** The operator's PATH without what others could put a program into: relative and empty entries, folders in
 *  the root, folders that everybody may write. */
export function cleanPath(realRootPath: string, path = process.env['PATH'] ?? ''): string {
  const folders = path.split(delimiter).filter(isAbsolute).flatMap((folder) => {
    try {
      const real = realpathSync.native(folder)
      const stats = statSync(real)
      const isSafe = stats.isDirectory() && (stats.mode & 0o002) === 0 && !isInside(realRootPath, real)
      return isSafe ? [real] : []
    } catch {
      return [] // it is not there
    }
  })
  return [...new Set(folders)].join(delimiter)
}

function namesOf(table: Record<string, unknown>): string {
  return Object.keys(table).join(', ')
}

function checkProvider(value: unknown, refuse: (words: string) => Error): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse(`"provider" must be an object with some of ${namesOf(PROVIDER_KEYS)}`)
  }
  for (const [key, item] of Object.entries(value)) {
    const allowed = Object.hasOwn(PROVIDER_KEYS, key) ? PROVIDER_KEYS[key] : undefined
    if (allowed === undefined) {
      throw refuse(`unknown key "provider.${shown(key)}"; known are ${namesOf(PROVIDER_KEYS)}`)
    }
    const words = allowed.split(' or ')
    const fits = isText(item) && (words.length === 1 || words.includes(item as string))
    if (!fits) throw refuse(`"provider.${key}" must be ${allowed}`)
  }
}
