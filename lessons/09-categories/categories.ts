// categories.ts: what a call is about, where that deserves a rule of its own: nine names, the worst first.
// It reads what effects.ts found, words of refused commands included, and the dangers of lesson 08. It allows
// and refuses nothing: what a category means is up to the policy.

import { relative, resolve } from 'node:path'
import { effectsOf } from '../../effects.ts'
import { placeOf } from '../../places.ts'
import { TOOLS } from '../../tools.ts'
import { fits, formsOf, isOption, nameOf } from '../08-auto/forms.ts'
import { dangersOf, isSecret, seenOf } from '../08-auto/found.ts'
import { TRIGGERS } from './triggers.ts'
import type { ToolCall } from '../../agent.ts'
import type { Policy } from '../../policy.ts'
import type { Tool } from '../../tools.ts'
import type { Category } from '../08-auto/dangers.ts'
import type { Form } from '../08-auto/forms.ts'
import type { Seen } from '../08-auto/found.ts'
export type { Category } from '../08-auto/dangers.ts'

export type Risk = 'critical' | 'high' | 'medium'

// #region risks
/** All categories with their risk, in the order in which they are told. */
export const RISKS: Readonly<Record<Category, Risk>> = {
  destructive_shell: 'critical',
  sudo: 'high', env_file: 'high', secret_file: 'high', identity_file: 'high', publish: 'high',
  git_push: 'medium', network_write: 'medium', system_change: 'medium',
}
// #endregion
const ORDER = Object.keys(RISKS) as Category[]
const FORMS = TRIGGERS.map(({ category, forms }) => ({ category, forms: formsOf(forms) }))

/** The categories of a call, the worst first; none when nothing applies. Never throws. */
export function classify(
  policy: Policy, call: ToolCall, tools: readonly Tool[] = TOOLS,
): { category: Category; risk: Risk }[] {
  try {
    const seen = seenOf(policy, call, effectsOf(policy, call, tools), tools)
    const found = new Set<Category>([
      ...dangersOf(seen).map(({ category }) => category), ...triggered(seen), ...ofPaths(seen),
    ])
    return ORDER.filter((one) => found.has(one)).map((category) => ({ category, risk: RISKS[category] }))
  } catch {
    return []
  }
}

function triggered({ steps }: Seen): Category[] {
  const vectors = steps.flatMap((step) => step.vectors)
  const isShown = (forms: Form[]) => forms.some((form) => vectors.some((vector) => fits(form, vector)))
  const removes = vectors.some(isRemoval) ? ['destructive_shell' as const] : []
  return [...FORMS.filter(({ forms }) => isShown(forms)).map(({ category }) => category), ...removes]
}

/** More than one file, a folder, or what keeps a repository whole. */
function isRemoval([program, ...words]: string[]): boolean {
  const operands = words.filter((word) => !isOption(word))
  const isDeep = words.some((word) => /^-\w*[rR]|^--recursive$/.test(word))
  const isMany = isDeep || operands.length > 1 || /[*?]/.test(operands.join())
  return nameOf(program) === 'rm' && (isMany || operands.some((word) => /(^|\/)\.git\//.test(word)))
}

const ENV = /(^|[/:])(\.env([.~][^/]*)?|[^/]*\.env|\.envrc)(\/|$)/i

function ofPaths({ root, read, written }: Seen): Category[] {
  const secrets = [...read, ...written].filter(isSecret)
  const isIdentity = (path: string) => placeOf(relative(root, resolve(root, path)), 'write') === 'identity'
  return [
    ...secrets.map((path): Category => (ENV.test(path) ? 'env_file' : 'secret_file')),
    ...(written.some(isIdentity) ? ['identity_file' as const] : []),
  ]
}
