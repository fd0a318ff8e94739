// anthropic-reply.ts: the events of the Messages API, one after another, become a reply. The order is
// message_start, then for each block its start, deltas and stop, then message_delta and message_stop. What is
// unknown passes by; thinking is kept as it came, for the next request; arguments are parsed at the very end.

import { finished, usageOf } from './reply.ts'
import { countOf, listOf, textOf } from './wire.ts'
import type { ModelContext, Reply, Usage } from '../agent.ts'
import type { Reader } from './http.ts'
import type { Wire } from './wire.ts'

/** Marks the opaque part of a reply as this adapter's. */
export const PROVIDER = 'anthropic'

const STOPS = new Map<string, Reply['stop']>([
  ['end_turn', 'end'],
  ['stop_sequence', 'end'],
  ['tool_use', 'calls'],
  ['max_tokens', 'cut'],
  ['model_context_window_exceeded', 'cut'],
  ['refusal', 'refused'],
])

/** Reads one answer. It is whole with message_stop, if a stop reason came before it. */
export function anthropicReader(onText: ModelContext['onText']): Reader {
  const blocks: Wire[] = [] // as they came, their deltas joined; `json` is the text of a call's arguments
  const byIndex = new Map<unknown, Wire>()
  const counts: Wire = {}
  let ending: Wire = {} // holds the stop reason
  let hasContent = false
  let isWhole = false

  const take = (event: Wire) => {
    if (event.type === 'message_start') count(event.message?.usage)
    if (event.type === 'content_block_start') open(event.index, event.content_block)
    if (event.type === 'content_block_delta') grow(byIndex.get(event.index), event.delta)
    if (event.type === 'message_delta') end(event.delta, event.usage)
    if (event.type === 'message_stop') isWhole = textOf(ending.stop_reason) !== ''
    if (event.type === 'message') takeWhole(event)
  }

  /** The answer of a server that does not stream: a whole message. */
  const takeWhole = (message: Wire) => {
    listOf(message.content).forEach((block, index) => open(index, block))
    end(message, message.usage)
    isWhole = textOf(ending.stop_reason) !== ''
  }

  const open = (index: unknown, start: Wire) => {
    const block = { ...start, json: '' }
    blocks.push(block)
    byIndex.set(index, block)
    if (block.type === 'tool_use') hasContent = true
    if (block.type === 'text') say(textOf(block.text))
  }

  const grow = (block: Wire, delta: Wire) => {
    const add = (field: string, piece: Wire) => {
      if (block && textOf(piece) !== '') block[field] = textOf(block[field]) + piece
    }
    if (delta?.type === 'input_json_delta') add('json', delta.partial_json)
    if (delta?.type === 'thinking_delta') add('thinking', delta.thinking)
    if (delta?.type === 'signature_delta') add('signature', delta.signature)
    if (delta?.type !== 'text_delta' || block?.type !== 'text') return
    add('text', delta.text)
    say(textOf(delta.text))
  }

  const say = (text: string) => {
    if (text === '') return
    hasContent = true
    onText?.(text)
  }

  const end = (delta: Wire, usage: Wire) => {
    if (delta?.stop_reason) ending = delta
    count(usage)
  }

  /** A later count replaces an earlier one, for they grow; null says nothing. */
  const count = (usage: Wire) => {
    for (const [name, value] of Object.entries(usage ?? {})) counts[name] = countOf(value) ?? counts[name]
  }

  const reply = () => {
    const ofType = (type: string) => blocks.filter((block) => block.type === type)
    const text = ofType('text').map((block) => textOf(block.text)).join('')
    const calls = ofType('tool_use').map(({ id, name, input, json }) => {
      return { id: textOf(id), name: textOf(name), input: json === '' ? input : json }
    })
    const kept = blocks.filter(isWorthKeeping).map(({ json: _, ...block }) => block)
    const stop = isWhole ? STOPS.get(ending.stop_reason) ?? 'other' : 'cut'
    return finished({
      text: stop === 'refused' && text.trim() === '' ? refusalOf(ending.stop_details) : text,
      calls,
      stop,
      usage: usageIn(counts),
      opaque: kept.length > 0 ? { provider: PROVIDER, blocks: kept } : undefined,
    })
  }

  return { take, hasContent: () => hasContent, isWhole: () => isWhole, reply }
}

/** Thinking that was cut has no signature, and would be refused. */
function isWorthKeeping({ type, signature }: Wire): boolean {
  return type === 'redacted_thinking' || (type === 'thinking' && textOf(signature) !== '')
}

function refusalOf(details: Wire): string {
  const category = textOf(details?.category)
  return textOf(details?.explanation) || (category && `the model refused (${category})`)
}

/** The service counts what was not cached, what was read from the cache, and what was written to it. */
function usageIn(counts: Wire): Usage | undefined {
  const cacheRead = countOf(counts.cache_read_input_tokens)
  const cacheWrite = countOf(counts.cache_creation_input_tokens)
  const uncached = countOf(counts.input_tokens)
  const input = uncached === undefined ? undefined : uncached + (cacheRead ?? 0) + (cacheWrite ?? 0)
  return usageOf({ input, output: countOf(counts.output_tokens), cacheRead, cacheWrite })
}
