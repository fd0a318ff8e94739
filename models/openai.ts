// openai.ts: Chat Completions of OpenAI, and of the many servers that speak it, as a Model. Here a request
// becomes a body; openai-reply.ts makes a reply of the answer, and http.ts does the rest. Where those servers
// differ there is a setting, and what only some of them take is sent only when it is set.

import { fitForWire, isBlank, opaqueOf } from './history.ts'
import { converse } from './http.ts'
import { PROVIDER, REASONING, openaiReader } from './openai-reply.ts'
import { DEFAULT_MAX_TOKENS, plainBase, serviceOf } from './settings.ts'
import { listOf } from './wire.ts'
import type { AssistantMessage, Model, ModelRequest } from '../agent.ts'
import type { ModelSettings, Service } from './settings.ts'

export interface OpenaiSettings extends ModelSettings {
  tokenField?: 'max_completion_tokens' | 'max_tokens' | 'none' | undefined // where maxTokens goes
  systemRole?: 'system' | 'developer' | undefined
  streamUsage?: boolean | undefined // asks for a count of tokens; off where stream_options are refused
  parallelToolCalls?: boolean | undefined // absent: not sent
}

/** A Model that asks `POST {baseUrl}/v1/chat/completions` and streams. Throws an Error when the base URL is
 *  none; the model throws a Fault, the reason of an abort, or an Error when calls and results do not pair. */
export function openaiModel(settings: OpenaiSettings): Model {
  const service = openaiService(settings, '/chat/completions')
  return async (request, on) => {
    return converse(service, toOpenai(request, settings), () => openaiReader(on.onText), on)
  }
}

/** Where a path of the service is, and what goes with each request to it. A base URL that has a version of
 *  its own, like `/v1` or `/v1beta/openai`, gets no other. */
export function openaiService(settings: OpenaiSettings, path: string): Service {
  const base = plainBase(settings.baseUrl)
  const hasVersion = /\/v\d+[a-z]*(\/|$)/.test(base)
  return serviceOf(settings, {
    url: `${base}${hasVersion ? '' : '/v1'}${path}`,
    headers: settings.apiKey ? { authorization: `Bearer ${settings.apiKey}` } : {},
    keyName: 'OPENAI_API_KEY',
  })
}

/** The body of a request. Throws an Error when calls and results do not pair. */
export function toOpenai({ system, messages, tools }: ModelRequest, settings: OpenaiSettings): object {
  const { toolChoice, parallelToolCalls, streamUsage = true, systemRole = 'system' } = settings
  const tokenField = settings.tokenField ?? usualTokenField(settings.baseUrl)
  return {
    ...settings.extra,
    model: settings.model,
    ...(tokenField !== 'none' && { [tokenField]: settings.maxTokens ?? DEFAULT_MAX_TOKENS }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => (
        { type: 'function', function: { name, description, parameters } }
      )),
      ...(toolChoice !== undefined && { tool_choice: toolChoice }),
      ...(parallelToolCalls !== undefined && { parallel_tool_calls: parallelToolCalls }),
    }),
    messages: [
      ...(isBlank(system) ? [] : [{ role: systemRole, content: system }]),
      ...fitForWire(messages).flatMap(toMessages),
    ],
    ...(streamUsage && { stream_options: { include_usage: true } }),
    stream: true,
  }
}

/** OpenAI's own models refuse the older field, and most other servers know no other. */
function usualTokenField(baseUrl: string): 'max_completion_tokens' | 'max_tokens' {
  const isOpenai = /^https:\/\/([\w-]+\.)+openai\.(azure\.)?com([:/]|$)/.test(baseUrl)
  return isOpenai ? 'max_completion_tokens' : 'max_tokens'
}

function toMessages(message: ModelRequest['messages'][number]): object[] {
  if (message.role === 'user') return [{ role: 'user', content: message.text }]
  if (message.role === 'assistant') return [toAssistant(message)]
  return message.results.map(({ id, ok, text }) => {
    const hasWord = ok || text.startsWith('Error: ') // there is no flag for a failure: its text says so
    return { role: 'tool', tool_call_id: id, content: hasWord ? text : `Error: ${text}` }
  })
}

function toAssistant({ text, calls, opaque }: AssistantMessage): object {
  const kept = opaqueOf(opaque, PROVIDER)
  const reasoning = REASONING.filter((field) => field in kept).map((field) => [field, kept[field]])
  return {
    role: 'assistant',
    content: isBlank(text) ? null : text,
    ...Object.fromEntries(reasoning),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, args }, at) => {
        const extra: unknown = listOf(kept['extra_content'])[at]
        const call = { id, type: 'function', function: { name, arguments: JSON.stringify(args) } }
        return extra ? { ...call, extra_content: extra } : call
      }),
    }),
  }
}
