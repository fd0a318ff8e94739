// given-policy.ts: a policy that comes as a value in a line of JSON, checked key by key before it is used. It
// is only judged by and never in force: nothing runs by it, so keys that a file in the root may not set are
// taken, and its root is seen from the current folder. Files are read by loadPolicy.

import { realRoot } from '../paths.ts'
import { shown } from '../print.ts'
import { ownTables } from '../programs/own.ts'
import { providerFault } from '../provider.ts'
import type { Policy } from '../policy.ts'

interface Key { allowed: string; fits(value: unknown): boolean }

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (form: RegExp) => (value: unknown) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' && form.test(item))
const LIMIT: Key = {
  allowed: 'a whole number', fits: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
}

const REQUIRED = ['root', 'writable', 'commands']
const KEYS: Record<Exclude<keyof Policy, 'path' | 'file'>, Key> = {
  root: { allowed: 'a folder', fits: (value) => typeof value === 'string' && value !== '' },
  writable: { allowed: 'true or false', fits: (value) => typeof value === 'boolean' },
  commands: { allowed: 'a list of bare program names', fits: listOf(/^[A-Za-z0-9_][A-Za-z0-9_.+-]*$/) },
  env: { allowed: 'a list of names of variables', fits: listOf(/^[A-Za-z_][A-Za-z0-9_]*$/) },
  bashTimeoutSeconds: LIMIT, bashTimeoutLimitSeconds: LIMIT, outputBytes: LIMIT, readLines: LIMIT,
  readBytes: LIMIT, maxRounds: LIMIT, firstByteSeconds: LIMIT, idleSeconds: LIMIT, totalSeconds: LIMIT,
  retries: LIMIT, replyTokens: LIMIT, classifierSeconds: LIMIT,
  provider: { allowed: 'an object', fits: isObject },
  programs: { allowed: 'an object with a line for each program', fits: isObject },
  categories: { allowed: 'an object, like { "publish": "no-go" }', fits: isObject },
  grants: { allowed: 'a list of grants', fits: listOf(/./) },
}

/** The policy, or in words what is wrong with it: the key, and what is allowed there. */
export function givenPolicy(given: unknown): Policy | string {
  if (!isObject(given)) return 'the policy is no object'
  const policy = { ...given as Policy }
  const fault = faultOf(policy as object as Record<string, unknown>)
  if (fault !== null) return fault
  const tables = policy.programs && ownTables(policy.programs)
  if (typeof tables === 'string') return tables
  try {
    return { ...policy, root: realRoot(policy.root), ...(tables && { programs: tables }) }
  } catch {
    return `"root" is no folder that can be opened: ${shown(policy.root)}`
  }
}

function faultOf(given: Record<string, unknown>): string | null {
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(KEYS, key))
  const known = Object.keys(KEYS).join(', ')
  if (unknown !== undefined) return `unknown key "${shown(unknown)}"; known are ${known}`
  for (const [key, { allowed, fits }] of Object.entries(KEYS)) {
    const value = given[key]
    if (value === undefined && REQUIRED.includes(key)) return `"${key}" is missing: ${allowed}`
    if (value !== undefined && !fits(value)) return `"${key}" must be ${allowed}`
  }
  return providerFault((given['provider'] ?? {}) as object)
}
