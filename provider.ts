// provider.ts: how to reach a model, as a policy file says it. It hands out no authority over the workspace,
// but a file inside the workspace may not set it: it says where the conversation goes.

import { shown } from './print.ts'

/** Times and tries are keys of the policy itself; a key for the service never stands in a file. */
export interface ProviderSettings {
  name?: string // anthropic or openai
  model?: string
  baseUrl?: string
  authHeader?: string // x-api-key or authorization
  apiVersion?: string
  tokenField?: string // max_completion_tokens or max_tokens
}

const ALLOWED: Record<keyof ProviderSettings, string> = {
  name: 'anthropic or openai',
  model: 'the name of a model',
  baseUrl: 'an address like http://127.0.0.1:8080/v1',
  authHeader: 'x-api-key or authorization',
  apiVersion: 'a version like 2023-06-01',
  tokenField: 'max_completion_tokens or max_tokens',
}

export const PROVIDER_KEYS = Object.keys(ALLOWED)

/** What is wrong with an object of settings: names the key and what is allowed there; null: nothing is. */
export function providerFault(given: object): string | null {
  for (const [key, value] of Object.entries(given)) {
    if (!Object.hasOwn(ALLOWED, key)) {
      return `unknown key "provider.${shown(key)}"; known are ${PROVIDER_KEYS.join(', ')}`
    }
    const allowed = ALLOWED[key as keyof ProviderSettings]
    const words = allowed.split(' or ')
    const fits = typeof value === 'string' && value !== '' && (words.length === 1 || words.includes(value))
    if (!fits) return `"provider.${key}" must be ${allowed}`
  }
  return null
}
