// audit.ts: the whole authority of the policy in force, on one page. Nothing runs. What the page says of this
// policy and this machine is looked up here and now; what holds for every policy stands in audit-rules.ts.

import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { ASKED, IN_READ_ONLY, NOT_SEEN, REFUSED, TIERS } from './audit-rules.ts'
import { consentOf } from './consent.ts'
import { entry, oneLine } from './columns.ts'
import { policyInForce } from './options.ts'
import { worstOf } from './powers.ts'
import { providerName } from './provider.ts'
import { STANDARD_STREAMS } from './report.ts'
import { unusedPrograms } from './unused.ts'
import { FIXED_ENVIRONMENT, PASSED_ON } from '../bash.ts'
import { isInside } from '../paths.ts'
import { PLACES } from '../places.ts'
import { setting } from '../policy.ts'
import { harmless, printVector, shown } from '../print.ts'
import { findProgram } from '../process.ts'
import { configuredPrograms } from '../programs/repository.ts'
import { TOOLS } from '../tools.ts'
import type { Options } from './options.ts'
import type { Worst } from './powers.ts'
import type { Policy } from '../policy.ts'

const MAX_SETTINGS = 8 // of a repository, by name

/** Prints the page; returns the exit code. Throws UsageError when the policy is broken. */
export function audit(options: Options): number {
  const { policy } = policyInForce(options)
  const sections = [
    authority(policy, options), programs(policy), environment(policy), places(),
    section('needs a yes', [...ASKED, ...(policy.writable ? [] : [IN_READ_ONLY])]),
    section('is refused', REFUSED), TIERS, inTheRoot(policy),
    section('not seen here', NOT_SEEN),
  ]
  STANDARD_STREAMS.answer(harmless(`${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`))
  return 0
}

function authority(policy: Policy, options: Options): string[] {
  const limit = (key: Parameters<typeof setting>[1]) => String(setting(policy, key))
  const tools = TOOLS.map(({ name, access }) => {
    const reached = Object.entries(access).filter(([, reach]) => reach !== 'text')
    return `${name} (${reached.map(([arg, reach]) => (arg === reach ? arg : `${arg}: ${reach}`)).join(', ')})`
  })
  return [
    ...entry('root', printVector([policy.root])),
    ...entry('policy', policy.file === undefined ? 'the built-in one' : printVector([policy.file])),
    ...entry('files', policy.writable ? 'ordinary files of the root may be written; see the places below'
      : 'read-only: no call may change anything'),
    ...entry('tools', tools.join(', ')),
    ...entry('limits', `${limit('bashTimeoutSeconds')} s for a command, at most `
      + `${limit('bashTimeoutLimitSeconds')} s when the call says so; ${limit('outputBytes')} bytes of its `
      + `output; ${limit('readLines')} lines or ${limit('readBytes')} bytes of a page; `
      + `${limit('maxRounds')} rounds of a run`),
    ...entry('grants', grantsOf(policy, options)),
    ...categoriesOf(policy),
    ...entry('model', modelOf(policy, options)),
  ]
}

function grantsOf(policy: Policy, options: Options): string {
  const forms = consentOf(options, policy).grants.list().map(shown)
  if (forms.length === 0) return 'none: what needs a yes waits for a person'
  return `runs unasked: ${forms.join('; ')}`
}

/** What the policy says of kinds of danger; nothing when it says nothing. */
function categoriesOf(policy: Policy): string[] {
  const said = Object.entries(setting(policy, 'categories')).map(([name, choice]) => `${name}: ${choice}`)
  return said.length === 0 ? [] : entry('categories', said.join(', '))
}

function modelOf(policy: Policy, options: Options): string {
  const name = providerName(options, policy, process.env)
  if (name === null) return 'none is set up'
  const own = setting(policy, 'provider').baseUrl || process.env[`${name.toUpperCase()}_BASE_URL`] || ''
  const place = URL.canParse(own) ? shown(new URL(own).host) : 'its usual address'
  return `${name}, at ${place}: whatever is read in the root may be sent there`
}

function programs(policy: Policy): string[] {
  const { commands, writable } = policy
  const own = setting(policy, 'programs')
  const groups = groupsOf(commands, (program) => groupOf(worstOf(program, own)))
  const acts = writable ? 'needs a yes each time' : 'is refused, since the session is read-only'
  const runsCode = [...groups.keys()].some((group) => group.includes('runs code'))
  return [
    ...entry('programs', `${commands.length} may run, and no other. What one does beyond looking, by a `
      + `subcommand or an option (find -delete, sort -o, sed -i), ${acts}.`),
    ...[...groups].flatMap(([group, names]) => entry(`  ${names.length}`, `${group}: ${names.join(', ')}`)),
    ...(runsCode ? entry('', CODE) : []),
    ...unused(policy),
    ...ownTables(Object.keys(own)),
    ...[...groupsOf(commands, (program) => placeOf(program, policy))].flatMap(([place, names], i) => {
      return entry(i === 0 ? '  found' : '', `${place}: ${names.join(', ')}`)
    }),
  ]
}

const CODE = 'A yes to a program that runs code is a yes to all that this code does: it can do what you can.'

function unused(policy: Policy): string[] {
  const { records, programs } = unusedPrograms(policy)
  if (records === 0) return [] // nothing says which were
  const words = `not used in the last ${records === 1 ? 'record' : `${records} records`}`
  return entry('  unused', programs.length === 0 ? `${words}: none, all were` : oneLine(words, programs))
}

function groupsOf(names: readonly string[], groupOfName: (name: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const name of new Set(names)) {
    const group = groupOfName(name)
    groups.set(group, [...groups.get(group) ?? [], name])
  }
  return new Map([...groups].sort(([, a], [, b]) => b.length - a.length))
}

function groupOf({ kind, powers }: Worst): string {
  if (kind === 'looks') return 'known, look by themselves'
  if (kind === 'asks') return 'known, change nothing, need a yes'
  if (kind === 'refused') return 'known, and always refused'
  if (kind === 'unknown') return 'no table: always needs a yes, refused in a read-only session'
  return `known, by some words: ${powers.join(', ')}`
}

function ownTables(keys: readonly string[]): string[] {
  if (keys.length === 0) return []
  return entry('  own tables', `what these do, this policy says itself: ${keys.map(shown).join(', ')}`)
}

/** Where a program is found, as bash.ts looks for it. */
function placeOf(program: string, { root, path = '' }: Policy): string {
  const file = findProgram(program, path)
  if (file === null) return 'not found in the PATH below'
  return isInside(root, realpathSync.native(file)) ? 'a file of the root, and so never run' : dirname(file)
}

function environment(policy: Policy): string[] {
  const own = setting(policy, 'env')
  const fixed = Object.entries(FIXED_ENVIRONMENT).map(([name, value]) => `${name}=${value}`).join(' ')
  const more = own.length === 0 ? '' : `, and as this policy says ${own.join(', ')}`
  return [
    ...entry('environment', `a command sees ${PASSED_ON.join(', ')}${more}; ${fixed}`),
    ...entry('  PATH', (policy.path || 'empty').split(delimiter).map(shown).join(', ')),
  ]
}

function places(): string[] {
  const labels = { never: '  never written', any: '  read or write', write: '  write' }
  const rows = PLACES.map(([place, access, why, names]): [string, string] => {
    const all = names.trim().split(/\s+/)
    return [labels[place === 'never' ? 'never' : access], oneLine(why, all)]
  })
  return [
    ...entry('places', 'what these names reach needs a yes, in any spelling of them'),
    ...rows.flatMap(([label, text], i) => entry(label === rows[i - 1]?.[0] ? '' : label, text)),
    ...entry('', 'a file with a second name (hard link): never written, and read only with a yes'),
  ]
}

function inTheRoot({ root, file }: Policy): string[] {
  const named = configuredPrograms(root, root)
  const names = named.slice(0, MAX_SETTINGS).join('; ')
  const more = named.length > MAX_SETTINGS ? `; and ${named.length - MAX_SETTINGS} more` : ''
  const isOther = file !== join(root, 'policy.json') && existsSync(join(root, 'policy.json'))
  return [
    ...entry('in the root', isOther ? 'a policy.json lies there, and is not in force'
      : 'no other policy.json lies there'),
    ...entry('', named.length === 0 ? 'no setting of a git repository there names a program'
      : `git may start what the repository names, so that no git command only looks: ${names}${more}`),
  ]
}

function section(label: string, texts: readonly string[]): string[] {
  return texts.flatMap((text, i) => entry(i === 0 ? label : '', text))
}
