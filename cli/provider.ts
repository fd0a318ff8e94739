// provider.ts: which model answers. The choice comes from the command line, the environment, or a policy file
// outside the workspace; never from the workspace. A key is read from the environment and goes nowhere else.

import { UsageError } from './options.ts'
import { setting } from '../policy.ts'
import { shown } from '../print.ts'
import type { Options } from './options.ts'
import type { Model } from '../agent.ts'
import type { ListSettings } from '../models/list.ts'
import type { Retry } from '../models/settings.ts'
import type { Policy } from '../policy.ts'

const ANTHROPIC_URL = 'https://api.anthropic.com'
const OPENAI_URL = 'https://api.openai.com'

type Environment = Record<string, string | undefined>

/** Which protocol to speak, or null when nothing says so. */
export function providerName(options: Options, policy: Policy, env: Environment) {
  const chosen = options.provider ?? setting(policy, 'provider').name
  if (chosen === 'anthropic' || chosen === 'openai') return chosen
  if (env['ANTHROPIC_API_KEY']) return 'anthropic'
  return env['OPENAI_API_KEY'] || env['OPENAI_BASE_URL'] ? 'openai' : null
}

/** The name of the model, '' when nothing says one. */
export function modelName(options: Options, policy: Policy, env: Environment): string {
  return options.model || env['HANDRAIL_MODEL'] || setting(policy, 'provider').model || ''
}

/** The model to ask. Throws UsageError when its name is missing, with the names that the server offers. */
export async function modelOf(
  name: 'anthropic' | 'openai', options: Options, policy: Policy, env: Environment,
  say: (text: string) => void,
): Promise<Model> {
  const own = setting(policy, 'provider')
  const model = modelName(options, policy, env)
  const settings = {
    model,
    maxTokens: setting(policy, 'replyTokens'),
    firstByteSeconds: setting(policy, 'firstByteSeconds'),
    idleSeconds: setting(policy, 'idleSeconds'),
    totalSeconds: setting(policy, 'totalSeconds'),
    retries: setting(policy, 'retries'),
    onRetry: ({ attempt, waitMs, reason }: Retry) => {
      say(`asking the model again (try ${attempt}) in ${Math.round(waitMs / 100) / 10} s: ${reason}`)
    },
  }
  if (name === 'anthropic') {
    const { anthropicModel } = await import('../models/anthropic.ts')
    const anthropic = {
      ...settings,
      ...addressOf(own.baseUrl || env['ANTHROPIC_BASE_URL'] || ANTHROPIC_URL, env['ANTHROPIC_API_KEY']),
      ...(own.apiVersion !== undefined && { apiVersion: own.apiVersion }),
      ...(own.authHeader !== undefined && { authHeader: own.authHeader as 'x-api-key' }),
    }
    if (model === '') throw await nameless({ ...anthropic, provider: 'anthropic' })
    return anthropicModel(anthropic)
  }
  const { openaiModel } = await import('../models/openai.ts')
  const openai = {
    ...settings,
    ...addressOf(own.baseUrl || env['OPENAI_BASE_URL'] || OPENAI_URL, env['OPENAI_API_KEY']),
    ...(own.tokenField !== undefined && { tokenField: own.tokenField as 'max_tokens' }),
  }
  if (model === '') throw await nameless({ ...openai, provider: 'openai' })
  return openaiModel(openai)
}

function addressOf(baseUrl: string, apiKey: string | undefined): { baseUrl: string; apiKey?: string } {
  const isAddress = URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol)
  const advice = 'write it like http://127.0.0.1:8080'
  if (!isAddress) throw new UsageError(`the base URL is not an address: ${shown(baseUrl)}; ${advice}`)
  return apiKey ? { baseUrl, apiKey } : { baseUrl }
}

async function nameless(settings: ListSettings): Promise<UsageError> {
  const advice = 'name a model with --model or HANDRAIL_MODEL'
  const { listModels } = await import('../models/list.ts')
  try {
    const names = await listModels(settings)
    return new UsageError(`${advice}; this server offers ${names.map(shown).join(', ') || 'none'}`)
  } catch (error) {
    return new UsageError(`${advice}; the server did not say which it has: ${(error as Error).message}`)
  }
}
