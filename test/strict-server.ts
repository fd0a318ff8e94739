// strict-server.ts: a real server on this machine that speaks both protocols, answers from a script, and
// refuses with 400 what the real services refuse, and what the touchiest of their imitators do. Callers close
// it. It knows no model: an answer is a turn, events, a status, or bytes, in the order of the requests.

import { once } from 'node:events'
import { createServer } from 'node:http'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** JSON of either side, looked at loosely: it is what is being checked. */
export type Json = any

/** One turn in the words of no protocol. `arguments` is the raw text; `stop` a stop reason of the wire. */
export interface WireTurn {
  text?: string
  thinking?: string // with a signature, for Anthropic; as reasoning_content, for the other
  calls?: { id: string; name: string; arguments: string }[]
  stop?: string
}

/** How bytes leave: cut in pieces of `size`, with `eol` between lines. */
export interface Cutting {
  size?: number
  eol?: string
}

/** `end`: how it ends after its bytes: in order, with a broken connection, or not at all. */
export type Answer =
  | (({ turn: WireTurn } | { events: Json[] }) & Cutting)
  | { bytes: (string | Uint8Array)[]; end?: 'end' | 'break' | 'stall'; type?: string; pauseMs?: number }
  | { status: number; headers?: Record<string, string>; body?: Json }
  | { silent: true }

export interface Received {
  method: string
  path: string
  headers: Record<string, string>
  body: Json
}

/** A step of the script: an answer, or a function of the request that makes one. */
export type Step = Answer | ((request: Received) => Answer)

export interface StrictServer {
  url: string
  requests: Received[] // all of them, refused ones too
  refusals: string[]
  left: () => number // steps that were not asked for
  connections: () => number // how many there were
  hungUp: () => Promise<void> // until the answer to the last request is over
  close: () => Promise<void>
}

const MODELS = { data: [{ id: 'small' }, { id: 'large' }, { object: 'no id' }], has_more: false }

const running = new Set<() => Promise<void>>() // what a failed test left open would keep its file from ending
after(async () => void (await Promise.all([...running].map((close) => close()))))

/** Starts a server. With `key`, requests without it are refused with 401. */
export async function startServer(steps: Step[], { key }: { key?: string } = {}): Promise<StrictServer> {
  const script = [...steps]
  const requests: Received[] = []
  const refusals: string[] = []
  let closed: Promise<unknown> = Promise.resolve()

  const server = createServer(async (request, response) => {
    closed = once(response, 'close')
    const received = await receive(request)
    requests.push(received)
    const isAnthropic = received.path === '/v1/messages'
    const refuse = (status: number, message: string) => {
      refusals.push(message)
      send(response, { status, body: errorBody(isAnthropic, status, message) })
    }
    if (key !== undefined && !hasKey(received, key)) return refuse(401, 'missing or wrong API key')
    if (received.method === 'GET' && received.path.startsWith('/v1/models')) {
      return send(response, { status: 200, body: MODELS })
    }
    const isKnown = isAnthropic || received.path === '/v1/chat/completions'
    if (!isKnown) return refuse(404, `nothing is at ${received.path}`)
    const fault = isAnthropic ? faultOfAnthropic(received) : checkOpenai(received.body)
    if (fault !== null) return refuse(400, fault)
    const step = script.shift()
    const answer = typeof step === 'function' ? step(received) : step
    if (answer === undefined) return refuse(418, 'the script of the server is over')
    await sendAnswer(response, answer, isAnthropic)
  })
  let connections = 0
  server.on('connection', () => connections++)
  const close = async () => {
    running.delete(close)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  running.add(close)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    refusals,
    left: () => script.length,
    connections: () => connections,
    hungUp: async () => void (await closed),
    close,
  }
}

/** What is wrong with a body for `POST /v1/messages`, in the manner of the service; null when nothing is. */
export function checkAnthropic(body: Json): string | null {
  return faultIn(() => {
    known(body, 'body', [
      'model',
      'max_tokens',
      'messages',
      'system',
      'tools',
      'tool_choice',
      'stream',
      'thinking',
      'temperature',
      'cache_control',
      'stop_sequences',
      'metadata',
    ])
    need(typeof body.model === 'string' && body.model !== '', 'model: Field required')
    need(Number.isInteger(body.max_tokens) && body.max_tokens > 0, 'max_tokens: Field required')
    need(body.system === undefined || isText(body.system), 'system: text content blocks must be non-empty')
    need(body.tools === undefined || body.tools.length > 0, 'tools: at least one is required')
    for (const tool of body.tools ?? []) {
      known(tool, 'tool', ['name', 'description', 'input_schema'])
      need(NAME.test(tool.name), 'tools: String should match pattern')
      need(tool.input_schema?.type === 'object', 'tools.input_schema.type: Field required')
    }
    need(body.tool_choice === undefined || body.tools !== undefined, 'tool_choice: tools are required')
    need(body.messages?.length > 0, 'messages: at least one message is required')
    need(body.messages[0].role === 'user', 'messages: first message must use the user role')
    need(body.messages.at(-1).role === 'user', 'messages: must end with a user message')
    const used = new Set<string>()
    for (const [at, message] of body.messages.entries()) {
      need(message.role !== body.messages[at - 1]?.role, `messages.${at}: roles must alternate`)
      checkContent(message, at, used)
      checkUses(body.messages, at)
    }
  }, body)
}

function checkContent({ role, content }: Json, at: number, used: Set<string>): void {
  const where = `messages.${at}`
  if (typeof content === 'string') {
    return need(isText(content), `${where}: text content blocks must contain non-whitespace text`)
  }
  need(Array.isArray(content) && content.length > 0, `${where}: content must not be empty`)
  const order = role === 'user' ? ['tool_result', 'text'] : ['thinking', 'text', 'tool_use']
  const places = content.map(({ type }: Json) => order.indexOf(type.replace('redacted_', '')))
  for (const [i, block] of content.entries()) {
    need(places[i] >= 0, `${where}.content.${i}: ${block.type} is not allowed for ${role}`)
    need(i === 0 || places[i - 1] <= places[i], `${where}: ${block.type} after ${content[i - 1]?.type}`)
    BLOCK_CHECKS[block.type]!(block, `${where}.content.${i}`, used)
  }
  need(role === 'user' || places.at(-1) > 0, `${where}: the final block cannot be thinking`)
}

const BLOCK_CHECKS: Record<string, (block: Json, where: string, used: Set<string>) => void> = {
  text: (block, where) => {
    known(block, where, ['type', 'text'])
    need(isText(block.text), `${where}: text content blocks must contain non-whitespace text`)
  },
  thinking: (block, where) => {
    known(block, where, ['type', 'thinking', 'signature'])
    need(isText(block.signature), `${where}.signature: Field required`)
  },
  redacted_thinking: (block, where) => {
    known(block, where, ['type', 'data'])
    need(isText(block.data), `${where}.data: Field required`)
  },
  tool_use: (block, where, used) => {
    known(block, where, ['type', 'id', 'name', 'input', 'caller'])
    need(/^[a-zA-Z0-9_-]+$/.test(block.id), `${where}.id: String should match pattern '^[a-zA-Z0-9_-]+$'`)
    need(!used.has(block.id), `${where}: tool_use ids must be unique`)
    used.add(block.id)
    need(NAME.test(block.name), `${where}.name: String should match pattern`)
    need(isRecord(block.input), `${where}.input: Input should be a valid dictionary`)
  },
  tool_result: (block, where) => {
    known(block, where, ['type', 'tool_use_id', 'content', 'is_error'])
    need(isText(block.content), `${where}: content cannot be empty`)
    need(['undefined', 'boolean'].includes(typeof block.is_error), `${where}.is_error: should be a boolean`)
  },
}

/** Each tool_use of the message before has exactly one tool_result in this one, and no other is here. */
function checkUses(messages: Json[], at: number): void {
  const ids = (message: Json, type: string, key: string): string[] => {
    const blocks: Json[] = Array.isArray(message?.content) ? message.content : []
    return blocks.filter((block) => block.type === type).map((block) => block[key])
  }
  const asked = ids(messages[at - 1], 'tool_use', 'id')
  const answered = ids(messages[at], 'tool_result', 'tool_use_id')
  for (const id of answered) need(asked.includes(id), `messages.${at}: unexpected \`tool_use_id\`: ${id}`)
  need(new Set(answered).size === answered.length, `messages.${at}: each tool_use must have a single result`)
  const missing = asked.filter((id) => !answered.includes(id))
  need(
    missing.length === 0,
    `messages.${at - 1}: \`tool_use\` ids were found without \`tool_result\` blocks ` +
      `immediately after: ${missing.join(', ')}`,
  )
}

/** What is wrong with a body for `POST /v1/chat/completions`; null when nothing is. */
export function checkOpenai(body: Json): string | null {
  return faultIn(() => {
    known(body, 'body', [
      'model',
      'messages',
      'tools',
      'tool_choice',
      'parallel_tool_calls',
      'stream',
      'stream_options',
      'max_tokens',
      'max_completion_tokens',
      'temperature',
      'reasoning_effort',
    ])
    need(typeof body.model === 'string' && body.model !== '', 'you must provide a model parameter')
    const limits = [body.max_tokens, body.max_completion_tokens].filter((limit) => limit !== undefined)
    need(limits.length < 2 && limits.every(Number.isInteger), 'one token limit, a whole number, is allowed')
    need(body.stream_options === undefined || body.stream === true, 'stream_options needs stream')
    need(body.tools === undefined || body.tools.length > 0, '[] is too short - tools')
    for (const tool of body.tools ?? []) {
      known(tool, 'tool', ['type', 'function'])
      known(tool.function, 'function', ['name', 'description', 'parameters'])
      need(tool.type === 'function' && NAME.test(tool.function.name), 'tools.function.name: invalid')
    }
    for (const field of ['tool_choice', 'parallel_tool_calls']) {
      need(body[field] === undefined || body.tools !== undefined, `${field} is only allowed with tools`)
    }
    need(body.messages?.length > 0, '[] is too short - messages')
    const isSystem = ['system', 'developer'].includes(body.messages[0].role)
    const rest = isSystem ? body.messages.slice(1) : body.messages
    need(!isSystem || isText(body.messages[0].content), 'system: content must not be blank')
    need(rest[0]?.role === 'user', 'the conversation must begin with a user message')
    need(rest.at(-1).role !== 'assistant', 'the last message must not be of the assistant')
    const used = new Set<string>()
    let open: string[] = []
    for (const [at, message] of rest.entries()) {
      const where = `messages[${at}]`
      if (message.role === 'tool') {
        known(message, where, ['role', 'tool_call_id', 'content'])
        need(
          open.includes(message.tool_call_id),
          `${where}: messages with role 'tool' must be a response to ` +
            `a preceding message with 'tool_calls': ${message.tool_call_id}`,
        )
        need(isText(message.content), `${where}: content must not be blank`)
        open = open.filter((id) => id !== message.tool_call_id)
        continue
      }
      need(
        open.length === 0,
        `${where}: an assistant message with 'tool_calls' must be followed by tool ` +
          `messages responding to each 'tool_call_id': ${open.join(', ')}`,
      )
      need(message.role !== rest[at - 1]?.role, `${where}: roles must alternate user/assistant`)
      if (message.role === 'user') {
        known(message, where, ['role', 'content'])
        need(isText(message.content), `${where}: content must not be blank`)
      } else {
        open = checkAssistant(message, where, used)
      }
    }
    need(open.length === 0, `tool_call_ids did not have response messages: ${open.join(', ')}`)
  }, body)
}

/** Checks an assistant message and returns the ids of its calls. */
function checkAssistant(message: Json, where: string, used: Set<string>): string[] {
  known(message, where, ['role', 'content', 'tool_calls', 'reasoning_content', 'reasoning'])
  need(message.role === 'assistant', `${where}: unknown role ${message.role}`)
  const { content, tool_calls: calls } = message
  need(content === null || isText(content), `${where}: content must be null or not blank`)
  need(content !== null || calls !== undefined, `${where}: content or tool_calls is required`)
  need(calls === undefined || calls.length > 0, `${where}: [] is too short - tool_calls`)
  return (calls ?? []).map((call: Json) => {
    known(call, where, ['id', 'type', 'function', 'extra_content'])
    need(typeof call.id === 'string' && call.id !== '', `${where}: tool_calls need an id`)
    need(!used.has(call.id), `${where}: duplicate tool_call id ${call.id}`)
    used.add(call.id)
    need(call.type === 'function' && NAME.test(call.function.name), `${where}: invalid function name`)
    need(typeof call.function.arguments === 'string', `${where}: cannot unmarshal object into arguments`)
    need(isRecord(parse(call.function.arguments)), `${where}: Failed to parse tool call arguments as JSON`)
    return call.id
  })
}

const NAME = /^[a-zA-Z0-9_-]{1,64}$/

/** The headers and the body of a request to `POST /v1/messages`. */
function faultOfAnthropic({ headers, body }: Received): string | null {
  if (!headers['anthropic-version']) return 'anthropic-version: header is required'
  return checkAnthropic(body)
}

class Refusal extends Error {}

function need(isTrue: boolean, message: string): void {
  if (!isTrue) throw new Refusal(message)
}

function known(object: Json, where: string, keys: string[]): void {
  need(isRecord(object), `${where}: Input should be an object`)
  for (const key of Object.keys(object)) {
    need(keys.includes(key), `${where}.${key}: Extra inputs are not permitted`)
  }
}

function faultIn(check: () => void, body: Json): string | null {
  try {
    const isWellFormed = !/\p{Cs}/u.test(strings(body).join('\n'))
    need(isWellFormed, 'The request body is not valid JSON: no low surrogate in string')
    check()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

function strings(value: Json): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : []
}

const isText = (value: Json): boolean => typeof value === 'string' && value.trim() !== ''
const isRecord = (value: Json): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function receive(request: IncomingMessage): Promise<Received> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const text = Buffer.concat(parts).toString()
  const { method = '', url = '' } = request
  return { method, path: url, headers: request.headers as Record<string, string>, body: parse(text) ?? text }
}

/** The real services mind both headers at once. */
function hasKey({ headers }: Received, key: string): boolean {
  const given = [headers['x-api-key'], headers['authorization']].filter((value) => value !== undefined)
  return given.length === 1 && [key, `Bearer ${key}`].includes(given[0]!)
}

function errorBody(isAnthropic: boolean, status: number, message: string): Json {
  const type = status === 401 ? 'authentication_error' : 'invalid_request_error'
  if (isAnthropic) return { type: 'error', error: { type, message }, request_id: 'req_strict' }
  return { error: { message, type, param: null, code: null } }
}

type StatusAnswer = Extract<Answer, { status: number }>

function send(response: ServerResponse, { status, headers = {}, body = '' }: StatusAnswer): void {
  const isPage = typeof body === 'string'
  response.writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/json', ...headers })
  response.end(isPage ? body : JSON.stringify(body))
}

async function sendAnswer(response: ServerResponse, answer: Answer, isAnthropic: boolean): Promise<void> {
  if ('silent' in answer) return
  if ('status' in answer) return send(response, answer)
  if (!('bytes' in answer)) {
    const { size, eol } = answer
    const events =
      'events' in answer
        ? answer.events
        : isAnthropic
          ? anthropicEvents(answer.turn)
          : openaiChunks(answer.turn)
    return sendAnswer(response, { bytes: pieces(sse(events, eol), size) }, isAnthropic)
  }
  const { bytes, end = 'end', type = 'text/event-stream', pauseMs = 0 } = answer
  response.on('error', () => {}) // the client may have hung up
  response.socket?.setNoDelay(true)
  response.writeHead(200, type === '' ? {} : { 'content-type': type })
  response.flushHeaders()
  for (const part of bytes) {
    if (response.destroyed) return
    await new Promise((resolve) => response.write(part, resolve))
    if (pauseMs > 0) await sleep(pauseMs)
  }
  if (end === 'end') response.end()
  if (end === 'break') response.socket?.destroySoon()
}

/** Bytes in pieces of `size`; one piece when it is not given. */
export function pieces(text: string, size?: number): Uint8Array[] {
  const bytes = Buffer.from(text)
  if (size === undefined) return [bytes]
  const count = Math.ceil(bytes.length / size)
  return Array.from({ length: count }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
}

/** Events as the wire has them: named when they have a type, and `[DONE]` after those that have none. */
export function sse(events: Json[], eol = '\n'): string {
  const isNamed = events.some((event) => event?.type !== undefined)
  const lines = events.map((event) => {
    return `${event?.type ? `event: ${event.type}${eol}` : ''}data: ${JSON.stringify(event)}${eol}${eol}`
  })
  return lines.join('') + (isNamed ? '' : `data: [DONE]${eol}${eol}`)
}

const STREAM_PIECE = 3 // characters of a text or of arguments in one event

const cut = (text: string): string[] => text.match(new RegExp(`[^]{1,${STREAM_PIECE}}`, 'g')) ?? []

/** The events of one turn in the order of the Messages API, with its ping and its empty first pieces. */
export function anthropicEvents({ text = '', thinking = '', calls = [], stop }: WireTurn): Json[] {
  const blocks = [
    ...(thinking === ''
      ? []
      : [
          {
            start: { type: 'thinking', thinking: '', signature: '' },
            deltas: [
              ...cut(thinking).map((piece) => ({ type: 'thinking_delta', thinking: piece })),
              { type: 'signature_delta', signature: `sig of ${thinking}` },
            ],
          },
        ]),
    ...(text === ''
      ? []
      : [
          {
            start: { type: 'text', text: '' },
            deltas: cut(text).map((piece) => ({ type: 'text_delta', text: piece })),
          },
        ]),
    ...calls.map(({ id, name, arguments: raw }) => ({
      start: { type: 'tool_use', id, name, input: {}, caller: { type: 'direct' } },
      deltas: ['', ...cut(raw)].map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
    })),
  ]
  const cached = { cache_creation_input_tokens: 3, cache_read_input_tokens: 7 }
  const usage = { input_tokens: 10, ...cached, output_tokens: 1 }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [], stop_reason: null }
  const stopReason = stop ?? (calls.length > 0 ? 'tool_use' : 'end_turn')
  return [
    { type: 'message_start', message: { ...message, usage } },
    { type: 'ping' },
    ...blocks.flatMap(({ start, deltas }, index) => [
      { type: 'content_block_start', index, content_block: start },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: stopReason, stop_sequence: null },
      usage: { input_tokens: null, output_tokens: 25 },
    },
    { type: 'message_stop' },
  ]
}

/** The chunks of one turn of Chat Completions; the pieces of its calls take turns. */
export function openaiChunks({ text = '', thinking = '', calls = [], stop }: WireTurn): Json[] {
  const chunk = (delta: Json, finish: string | null = null) => ({
    id: 'c1',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  const starts = calls.map(({ id, name }, index) =>
    chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
  )
  const parts = calls.map(({ arguments: raw }) => cut(raw))
  const rounds = Math.max(0, ...parts.map((part) => part.length))
  const interleaved = Array.from({ length: rounds }, (_, i) =>
    parts.flatMap((part, index) =>
      part[i] === undefined ? [] : [chunk({ tool_calls: [{ index, function: { arguments: part[i] } }] })],
    ),
  )
  const usage = { prompt_tokens: 20, completion_tokens: 25, prompt_tokens_details: { cached_tokens: 7 } }
  return [
    chunk({ role: 'assistant', content: '' }),
    ...cut(thinking).map((piece) => chunk({ reasoning_content: piece })),
    ...cut(text).map((piece) => chunk({ content: piece })),
    ...starts,
    ...interleaved.flat(),
    chunk({}, stop ?? (calls.length > 0 ? 'tool_calls' : 'stop')),
    { id: 'c1', object: 'chat.completion.chunk', choices: [], usage },
  ]
}
