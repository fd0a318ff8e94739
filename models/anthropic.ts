// anthropic.ts: the Messages API of Anthropic, and of servers that speak it, as a Model. Here a request
// becomes a body; anthropic-reply.ts makes a reply of the answer, and http.ts does the rest. No sampling,
// thinking or cache mark is asked for unless the settings' `extra` does.

import { PROVIDER, anthropicReader } from './anthropic-reply.ts'
import { fitForWire, isBlank, opaqueOf } from './history.ts'
import { converse } from './http.ts'
import { DEFAULT_MAX_TOKENS, plainBase, serviceOf } from './settings.ts'
import { listOf } from './wire.ts'
import type { AssistantMessage, Model, ModelRequest, ToolResult } from '../agent.ts'
import type { ModelSettings, Service } from './settings.ts'

export interface AnthropicSettings extends ModelSettings {
  apiVersion?: string | undefined
  authHeader?: 'x-api-key' | 'authorization' | undefined // the header that carries the key
}

const DEFAULT_API_VERSION = '2023-06-01'

/** A Model that asks `POST {baseUrl}/v1/messages` and streams. Throws an Error when the base URL is none;
 *  the model throws a Fault, the reason of an abort, or an Error when calls and results do not pair. */
export function anthropicModel(settings: AnthropicSettings): Model {
  const service = anthropicService(settings, '/messages')
  return async (request, on) => {
    return converse(service, toAnthropic(request, settings), () => anthropicReader(on.onText), on)
  }
}

/** Where a path of the service is, and what goes with each request to it. */
export function anthropicService(settings: AnthropicSettings, path: string): Service {
  const { baseUrl, apiKey, apiVersion = DEFAULT_API_VERSION, authHeader = 'x-api-key' } = settings
  const key = authHeader === 'authorization' ? `Bearer ${apiKey}` : `${apiKey}`
  return serviceOf(settings, {
    url: `${plainBase(baseUrl).replace(/\/v1$/, '')}/v1${path}`,
    headers: { 'anthropic-version': apiVersion, ...(apiKey && { [authHeader]: key }) },
    keyName: 'ANTHROPIC_API_KEY',
  })
}

/** The body of a request. Throws an Error when calls and results do not pair. */
export function toAnthropic({ system, messages, tools }: ModelRequest, settings: AnthropicSettings): object {
  return {
    ...settings.extra,
    model: settings.model,
    max_tokens: settings.maxTokens ?? DEFAULT_MAX_TOKENS,
    ...(!isBlank(system) && { system }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => (
        { name, description, input_schema: parameters }
      )),
      ...(settings.toolChoice !== undefined && { tool_choice: settings.toolChoice }),
    }),
    messages: toMessages(messages),
    stream: true,
  }
}

interface WireMessage { role: 'user' | 'assistant'; content: string | object[] }

function toMessages(messages: ModelRequest['messages']): WireMessage[] {
  const wire: WireMessage[] = []
  for (const message of fitForWire(messages)) {
    const last = wire.at(-1)
    if (message.role === 'assistant') {
      wire.push({ role: 'assistant', content: toBlocks(message) })
    } else if (message.role === 'results') {
      wire.push({ role: 'user', content: message.results.map(toResult) })
    } else if (last?.role === 'user' && Array.isArray(last.content)) {
      last.content.push({ type: 'text', text: message.text }) // one turn: the results first, then the words
    } else {
      wire.push({ role: 'user', content: message.text })
    }
  }
  return wire
}

function toBlocks({ text, calls, opaque }: AssistantMessage): object[] {
  return [
    ...listOf(opaqueOf(opaque, PROVIDER)['blocks']),
    ...(isBlank(text) ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, name, args }) => ({ type: 'tool_use', id: toId(id), name, input: args })),
  ]
}

/** A failure has a flag here, so the word before its text goes. */
function toResult({ id, ok, text }: ToolResult): object {
  const block = { type: 'tool_result', tool_use_id: toId(id) }
  if (ok) return { ...block, content: text }
  return { ...block, content: text.replace(/^Error: (?=\s*\S)/, ''), is_error: true }
}

/** The service takes no other characters, and a call of another provider may have some. */
function toId(id: string): string {
  return id.replace(/[^\w-]/g, (character) => `_${character.charCodeAt(0)}_`)
}
