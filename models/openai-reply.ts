// openai-reply.ts: the chunks of Chat Completions, one after another, become a reply. Calls come in pieces
// that belong together by their index, and servers differ in what they leave out. What is unknown passes by;
// reasoning is kept as it came, for the next request; arguments are parsed at the very end.

import { Fault } from './faults.ts'
import { finished, usageOf } from './reply.ts'
import { countOf, isObject, listOf, textOf } from './wire.ts'
import type { ModelContext, Reply, Usage } from '../agent.ts'
import type { Reader } from './http.ts'
import type { RawCall } from './reply.ts'
import type { Wire } from './wire.ts'

/** Marks the opaque part of a reply as this adapter's. */
export const PROVIDER = 'openai'

/** The fields that hold it, and that are sent back: DeepSeek's and llama.cpp's, vLLM's and OpenRouter's. */
export const REASONING = ['reasoning_content', 'reasoning']

const STOPS = new Map<string, Reply['stop']>([
  ['stop', 'end'],
  ['tool_calls', 'calls'],
  ['tool', 'calls'],
  ['function_call', 'calls'],
  ['length', 'cut'],
  ['model_length', 'cut'],
  ['content_filter', 'refused'],
])

/** A call as far as it came. `extra`: what Gemini wants back with it. */
interface Pieces extends RawCall { index: number | undefined; extra: Wire }

/** Reads one answer. It is whole when a finish reason came; `[DONE]` says nothing more. */
export function openaiReader(onText: ModelContext['onText']): Reader {
  const calls: Pieces[] = []
  const reasoning: Record<string, string> = {}
  let text = ''
  let refusal = ''
  let finish = ''
  let usage: Usage | undefined
  let hasContent = false

  const take = (chunk: Wire) => {
    const choice = listOf(chunk.choices)[0]
    usage = usageIn(chunk.usage ?? choice?.usage) ?? usage
    const delta = choice?.delta ?? choice?.message // a whole message: from a server that does not stream
    say(contentOf(delta?.content))
    refusal += textOf(delta?.refusal)
    for (const field of REASONING) {
      if (textOf(delta?.[field]) !== '') reasoning[field] = (reasoning[field] ?? '') + delta[field]
    }
    for (const piece of listOf(delta?.tool_calls)) grow(piece)
    const reason = textOf(choice?.finish_reason)
    if (reason === 'error') throw new Fault('the reply ended with an error that has no words.', true)
    finish = reason || finish
  }

  const say = (piece: string) => {
    if (piece === '') return
    text += piece
    hasContent = true
    onText?.(piece)
  }

  const grow = (piece: Wire) => {
    hasContent = true
    const id = textOf(piece?.id)
    const name = textOf(piece?.function?.name)
    const more: Wire = piece?.function?.arguments
    const call = callOf(countOf(piece?.index), id, name)
    call.id ||= id
    call.name ||= name
    call.extra ??= piece?.extra_content
    if (typeof more !== 'string') call.input = more ?? call.input // an object comes whole
    else if (more !== '') call.input = textOf(call.input) + more
  }

  /** The call that a piece continues, or a new one. Servers that give all calls one index, or none, begin a
   *  call with a name when the id or that name is another; an empty or repeated name begins nothing. */
  const callOf = (index: number | undefined, id: string, name: string) => {
    const near = calls.filter((call) => call.index === index)
    const last = near.find((call) => id !== '' && call.id === id) ?? near.at(-1)
    const isOther = differs(id, last?.id) || differs(name, last?.name) || (index === undefined && id === '')
    if (last && !(name !== '' && isOther)) return last
    const call: Pieces = { index, id, name, input: undefined, extra: undefined }
    calls.push(call)
    return call
  }

  const reply = () => {
    const inOrder = calls.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
    const isRefused = finish !== '' && refusal.trim() !== ''
    const stop = finish === '' ? 'cut' : STOPS.get(finish) ?? 'other'
    const extras = inOrder.map(({ extra }) => extra ?? null)
    const kept = { ...reasoning, ...(extras.some(isObject) && { extra_content: extras }) }
    return finished({
      text: isRefused && text.trim() === '' ? refusal : text,
      calls: inOrder,
      stop: isRefused ? 'refused' : stop,
      usage,
      opaque: Object.keys(kept).length > 0 ? { provider: PROVIDER, ...kept } : undefined,
    })
  }

  return { take, hasContent: () => hasContent, isWhole: () => finish !== '', reply }
}

/** The text of a message, or of a list of parts. */
function contentOf(content: Wire): string {
  return textOf(content) || listOf(content).map((part) => textOf(part?.text)).join('')
}

function differs(a: string, b = ''): boolean {
  return a !== '' && b !== '' && a !== b
}

/** Here the count of the input includes what was cached. */
function usageIn(usage: Wire): Usage | undefined {
  return usageOf({
    input: countOf(usage?.prompt_tokens),
    output: countOf(usage?.completion_tokens),
    cacheRead: countOf(usage?.prompt_tokens_details?.cached_tokens),
    cacheWrite: countOf(usage?.prompt_tokens_details?.cache_write_tokens),
  })
}
