// list.ts: the names of the models that a service offers, for a message that asks for one. It is one short
// request without retries, and only the first page of a long list.

import { anthropicService } from './anthropic.ts'
import { Fault, faultOfConnection, faultOfStatus } from './faults.ts'
import { openaiService } from './openai.ts'
import { listOf, parsed, textOf } from './wire.ts'
import type { AnthropicSettings } from './anthropic.ts'
import type { OpenaiSettings } from './openai.ts'

const TIMEOUT_SECONDS = 10

/** The settings of an adapter, with its name; a model is not needed yet. */
export type ListSettings = { provider: 'anthropic' } & Omit<AnthropicSettings, 'model'>
  | { provider: 'openai' } & Omit<OpenaiSettings, 'model'>

/** The ids of `GET {baseUrl}/v1/models`. Throws a Fault that says what to do, after 10 s at the latest. */
export async function listModels(settings: ListSettings): Promise<string[]> {
  const service = settings.provider === 'anthropic'
    ? anthropicService({ ...settings, model: '' }, '/models?limit=1000') // the most that it gives at once
    : openaiService({ ...settings, model: '' }, '/models')
  const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1_000)
  try {
    const response = await fetch(service.url, { headers: service.headers, redirect: 'manual', signal })
    const body = await response.text()
    if (!response.ok) throw faultOfStatus(service, response, body)
    return listOf(parsed(body)?.data).map((model) => textOf(model?.id)).filter((id) => id !== '')
  } catch (error) {
    if (signal.aborted) throw new Fault(`no answer from ${service.url} within ${TIMEOUT_SECONDS} s.`, false)
    throw faultOfConnection(service, error) ?? error
  }
}
