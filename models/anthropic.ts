// anthropic.ts: the Messages API of Anthropic, and of servers that speak it, as a Model. Three parts: a request
// becomes a body, the events of the answer become a reply, and http.ts brings one to the other. A new event,
// block or field of the service passes by unread; thinking is kept as it came and sent back.

import { fitForWire, isBlank, opaqueOf } from './history.ts'
import { converse } from './http.ts'
import { finished, usageOf } from './reply.ts'
import { DEFAULT_REPLY_TOKENS, plainBase, serviceOf } from './settings.ts'
import { countOf, listOf, textOf } from './wire.ts'
import type { AssistantMessage, Model, ModelRequest, Reply, ToolResult } from '../agent.ts'
import type { Reader } from './http.ts'
import type { ModelSettings, Service } from './settings.ts'
import type { Wire } from './wire.ts'

export interface AnthropicSettings extends ModelSettings {
  apiVersion?: string | undefined
  authHeader?: 'x-api-key' | 'authorization' | undefined // the header that carries the key
}

const PROVIDER = 'anthropic' // marks what of a reply only this adapter reads
const DEFAULT_API_VERSION = '2023-06-01'

/** A Model that asks `POST {baseUrl}/v1/messages` and streams. Throws an Error when the base URL is none; the
 *  model throws a Fault, the reason of an abort, or an Error when calls and results of a history do not pair. */
export function anthropicModel(settings: AnthropicSettings): Model {
  const service = anthropicService(settings, '/messages')
  return (request, on) => converse(service, toAnthropic(request, settings), () => readerOf(on.onText), on)
}

/** Where a path of the service is, and what goes with each request to it. */
export function anthropicService(settings: AnthropicSettings, path: string): Service {
  const { baseUrl, apiKey, apiVersion = DEFAULT_API_VERSION, authHeader = 'x-api-key' } = settings
  const value = authHeader === 'authorization' ? `Bearer ${apiKey}` : `${apiKey}`
  return serviceOf(settings, {
    url: `${plainBase(baseUrl).replace(/\/v1$/, '')}/v1${path}`,
    headers: { 'anthropic-version': apiVersion, ...(apiKey && { [authHeader]: value }) },
    keyName: 'ANTHROPIC_API_KEY',
  })
}

/** The body of a request. Throws an Error when calls and results do not pair. */
export function toAnthropic({ system, messages, tools }: ModelRequest, settings: AnthropicSettings): object {
  return {
    ...settings.extra,
    model: settings.model,
    max_tokens: settings.replyTokens ?? DEFAULT_REPLY_TOKENS,
    ...(!isBlank(system) && { system }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
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
  return ok ? { ...block, content: text } : { ...block, content: text.replace(/^Error: (?=.)/s, ''), is_error: true }
}

/** The service takes no other characters, and a call of another provider may have some. */
function toId(id: string): string {
  return id.replace(/[^\w-]/g, (character) => `_${character.charCodeAt(0)}_`)
}

const STOPS = new Map<string, Reply['stop']>([
  ['end_turn', 'end'],
  ['stop_sequence', 'end'],
  ['tool_use', 'calls'],
  ['max_tokens', 'cut'],
  ['model_context_window_exceeded', 'cut'],
  ['refusal', 'refused'],
])

/** Reads message_start, then for each block its start, deltas and stop, then message_delta and message_stop. */
function readerOf(onText: ((text: string) => void) | undefined): Reader {
  const blocks: Wire[] = []
  const byIndex = new Map<unknown, Wire>()
  const usage: Wire = {}
  let ending: Wire = {}
  let hasContent = false
  let isWhole = false

  const say = (text: string) => {
    if (text === '') return
    hasContent = true
    onText?.(text)
  }

  /** Usage is cumulative: a later count takes the place of an earlier one, and null says nothing. */
  const count = (counts: Wire) => {
    for (const [name, value] of Object.entries(counts ?? {})) usage[name] = countOf(value) ?? usage[name]
  }

  const open = (index: unknown, given: Wire) => {
    const block = { ...given, json: '' }
    blocks.push(block)
    byIndex.set(index, block)
    if (block.type === 'text') say(textOf(block.text))
    if (block.type === 'tool_use') hasContent = true
  }

  const grow = (block: Wire, delta: Wire) => {
    const add = (field: string, piece: Wire) => (block[field] = textOf(block[field]) + textOf(piece))
    if (delta?.type === 'text_delta') say(textOf(delta.text))
    if (delta?.type === 'text_delta') add('text', delta.text)
    if (delta?.type === 'input_json_delta') add('json', delta.partial_json)
    if (delta?.type === 'thinking_delta') add('thinking', delta.thinking)
    if (delta?.type === 'signature_delta') add('signature', delta.signature)
  }
  return { take: () => {}, hasContent: () => hasContent, isWhole: () => isWhole, reply: () => finished({} as Wire) }
}
