// The adapter for the Messages API, over a real connection to a server that refuses what the service refuses.
// The recorded requests of the official SDK stand in golden/; its own headers are left out there.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { runAgent } from '../agent.ts'
import { anthropicModel, toAnthropic } from '../models/anthropic.ts'
import { anthropicEvents, checkAnthropic, pieces, sse, startServer } from './strict-server.ts'
import type { AgentEvent, Message, ModelRequest, Reply, ToolCall } from '../agent.ts'
import type { AnthropicSettings } from '../models/anthropic.ts'
import type { Json, Step } from './strict-server.ts'

const KEY = 'sk-test-0123456789'

const user = (text: string): Message => ({ role: 'user', from: 'person', text })
const says = (text: string, more: Partial<Reply> = {}): Message => ({
  role: 'assistant',
  text,
  calls: [],
  stop: 'end',
  ...more,
})
const call = (id: string, args: Record<string, unknown> = {}, more: Partial<ToolCall> = {}): ToolCall => ({
  id,
  name: 'look',
  args,
  ...more,
})
const results = (...ids: string[]): Message => ({
  role: 'results',
  results: ids.map((id) => ({ id, ok: true, text: `did ${id}` })),
})
const context = () => ({ signal: new AbortController().signal })
const requestOf = (...messages: Message[]): ModelRequest => ({ system: 'be brief', messages, tools: [] })

function golden(name: string): Json {
  return JSON.parse(readFileSync(new URL(`golden/${name}.json`, import.meta.url), 'utf8'))
}

/** What a model does with the answers of a server: its reply or error, the text pieces, and the retries. */
async function asked(
  steps: Step[],
  more: Partial<AnthropicSettings> = {},
  request = requestOf(user('hello')),
) {
  const server = await startServer(steps, { key: KEY })
  const texts: string[] = []
  const retries: string[] = []
  const settings = { baseUrl: server.url, apiKey: KEY, model: 'small', retries: 1, ...more }
  const model = anthropicModel({ ...settings, onRetry: ({ reason }) => retries.push(reason) })
  const failures: Error[] = []
  const reply = await model(request, { ...context(), onText: (text) => texts.push(text) }).catch(
    (reason: Error) => void failures.push(reason),
  )
  await server.close()
  return {
    reply: reply ?? undefined,
    error: failures[0],
    texts,
    retries,
    requests: server.requests,
    url: server.url,
  }
}

/** The reply to a stream of events. */
async function replyTo(...events: Json[]): Promise<Reply | undefined> {
  return (await asked([{ events }])).reply
}

// --- requests

test('sends the bodies and headers that the official SDK was recorded to send', async () => {
  const { requests: recorded } = golden('anthropic-stream')
  const { system, tools, anthropic: messages } = golden('conversation')
  const server = await startServer([
    { turn: { text: 'a' } },
    { turn: { text: 'b' } },
    { turn: { text: 'c' } },
  ])
  const model = anthropicModel({
    baseUrl: server.url,
    apiKey: '<x-api-key>',
    model: 'claude-test',
    maxTokens: 1024,
    toolChoice: { type: 'auto' },
  })
  for (const length of [1, 3, 5]) {
    await model({ system, tools, messages: messages.slice(0, length) }, context())
  }
  await server.close()
  assert.deepEqual(server.refusals, [])
  for (const [at, { method, path, headers, body }] of server.requests.entries()) {
    const expected = recorded[at]
    assert.deepEqual(
      { method, path, body },
      {
        method: expected.method,
        path: expected.path,
        body: withoutCallers(expected.body),
      },
    )
    for (const [name, value] of Object.entries(expected.headers)) assert.equal(headers[name], value, name)
  }
})

/** The SDK echoes who made a call, `caller`; the service lets that be left out. */
function withoutCallers(body: Json): Json {
  return JSON.parse(JSON.stringify(body, (key, value) => (key === 'caller' ? undefined : value)))
}

test('the checks of the server accept all that the SDK was recorded to send', () => {
  for (const name of ['anthropic-stream', 'anthropic-nonstream']) {
    for (const { body } of golden(name).requests) assert.equal(checkAnthropic(body), null)
  }
})

const BAD: [fault: string, change: (body: Json) => void][] = [
  ['model: Field required', (body) => delete body.model],
  ['max_tokens: Field required', (body) => delete body.max_tokens],
  ['messages: at least one message is required', (body) => (body.messages = [])],
  ['messages: first message must use the user role', (body) => body.messages.shift()],
  ['messages: must end with a user message', (body) => body.messages.pop()],
  ['messages.1: roles must alternate', (body) => body.messages.unshift({ role: 'user', content: 'a' })],
  ['system: text content blocks must be non-empty', (body) => (body.system = '')],
  ['tools: at least one is required', (body) => (body.tools = [])],
  ['tool_choice: tools are required', (body) => delete body.tools],
  ['body.extra: Extra inputs are not permitted', (body) => (body.extra = 1)],
  [
    'messages.0: text content blocks must contain non-whitespace text',
    (body) => (body.messages[0].content = ' '),
  ],
  [
    'messages.1.content.0: text content blocks must contain non-whitespace text',
    (body) => (body.messages[1].content[0].text = ''),
  ],
  ['messages.1: content must not be empty', (body) => (body.messages[1].content = [])],
  [
    'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: ' +
      'toolu_01BBBBBBBBBBBBBBBBBBBBBB',
    (body) => body.messages[2].content.pop(),
  ],
  ['messages.2: unexpected `tool_use_id`: x', (body) => (body.messages[2].content[1].tool_use_id = 'x')],
  [
    'messages.2: each tool_use must have a single result',
    (body) => body.messages[2].content.push(body.messages[2].content[0]),
  ],
  ['messages.1: text after tool_use', (body) => body.messages[1].content.push({ type: 'text', text: 'a' })],
  [
    'messages.2: tool_result after text',
    (body) => body.messages[2].content.unshift({ type: 'text', text: 'a' }),
  ],
  [
    'messages.1.content.2: tool_use ids must be unique',
    (body) => (body.messages[1].content[2].id = body.messages[1].content[1].id),
  ],
  [
    "messages.1.content.1.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    (body) => (body.messages[1].content[1].id = ''),
  ],
  [
    'messages.1.content.1.name: String should match pattern',
    (body) => (body.messages[1].content[1].name = 'a b'),
  ],
  [
    'messages.1.content.1.input: Input should be a valid dictionary',
    (body) => (body.messages[1].content[1].input = '{}'),
  ],
  ['messages.2.content.1: content cannot be empty', (body) => (body.messages[2].content[1].content = '')],
  [
    'messages.1.content.0.signature: Field required',
    (body) => body.messages[1].content.unshift({ type: 'thinking', thinking: 'hm' }),
  ],
  [
    'messages.3: the final block cannot be thinking',
    (body) => (body.messages[3].content = [{ type: 'thinking', thinking: 'hm', signature: 's' }]),
  ],
  [
    'messages.1.content.0: tool_result is not allowed for assistant',
    (body) => (body.messages[1].content = body.messages[2].content),
  ],
  [
    'The request body is not valid JSON: no low surrogate in string',
    (body) => (body.messages[0].content = 'a\ud83d'),
  ],
]

test('the checks of the server refuse what the service refuses', () => {
  for (const [fault, change] of BAD) {
    const { body } = golden('anthropic-stream').requests[2]
    change(body)
    assert.equal(checkAnthropic(body), fault)
  }
})

/** The messages of the body for a history. */
function wire(...messages: Message[]): Json[] {
  const body: Json = toAnthropic(requestOf(...messages), { baseUrl: '', model: 'small' })
  assert.equal(checkAnthropic(body), null)
  return body.messages
}

test('a bare request holds model, limit, system, messages and stream, and nothing else', () => {
  assert.deepEqual(
    toAnthropic(requestOf(user('hello')), { baseUrl: '', model: 'small', toolChoice: { type: 'any' } }),
    {
      model: 'small',
      max_tokens: 8192,
      system: 'be brief',
      stream: true,
      messages: [{ role: 'user', content: 'hello' }],
    },
  )
})

test('a blank system prompt is left out, and extra fields come along without replacing ours', () => {
  const extra = { thinking: { type: 'adaptive' }, stream: false, model: 'other' }
  assert.deepEqual(
    toAnthropic({ ...requestOf(user('hello')), system: ' ' }, { baseUrl: '', model: 'small', extra }),
    {
      model: 'small',
      max_tokens: 8192,
      thinking: { type: 'adaptive' },
      stream: true,
      messages: [{ role: 'user', content: 'hello' }],
    },
  )
})

test('only name, description and parameters of a tool are sent', () => {
  const tool = {
    name: 'look',
    description: 'looks',
    parameters: { type: 'object' },
    access: {},
    run: () => {},
  }
  const body: Json = toAnthropic({ ...requestOf(user('a')), tools: [tool] }, { baseUrl: '', model: 'small' })
  assert.deepEqual(body.tools, [{ name: 'look', description: 'looks', input_schema: { type: 'object' } }])
})

test('users in a row are one message, and blank ones are none', () => {
  assert.deepEqual(wire(user(' '), user('a'), user('\n'), user('b'), says('c'), user('d')), [
    { role: 'user', content: 'a\n\nb' },
    { role: 'assistant', content: [{ type: 'text', text: 'c' }] },
    { role: 'user', content: 'd' },
  ])
})

test('results and the words after them are one message, the results first', () => {
  assert.deepEqual(
    wire(user('a'), says(' ', { calls: [call('1'), call('2')] }), results('1', '2'), user('b'), user('c')),
    [
      { role: 'user', content: 'a' },
      {
        role: 'assistant',
        content: ['1', '2'].map((id) => ({ type: 'tool_use', id, name: 'look', input: {} })),
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: '1', content: 'did 1' },
          { type: 'tool_result', tool_use_id: '2', content: 'did 2' },
          { type: 'text', text: 'b\n\nc' },
        ],
      },
    ],
  )
})

test('a failure is flagged and loses the word before it, and no result is blank', () => {
  const texts = ['Error: no such file', 'Error:  ', 'gone', ' ']
  const calls = texts.map((_, at) => call(`c${at}`))
  const failed: Message = {
    role: 'results',
    results: texts.map((text, at) => ({ id: `c${at}`, ok: false, text })),
  }
  const blank: Message = { role: 'results', results: [{ id: 'd', ok: true, text: '' }] }
  const sent = wire(user('a'), says('', { calls }), failed, says('', { calls: [call('d')] }), blank)
  assert.deepEqual(
    sent[2].content,
    ['no such file', 'Error:  ', 'gone', '(empty)'].map((content, at) => ({
      type: 'tool_result',
      tool_use_id: `c${at}`,
      content,
      is_error: true,
    })),
  )
  assert.deepEqual(sent[4].content, [{ type: 'tool_result', tool_use_id: 'd', content: '(empty)' }])
})

test('an assistant message with nothing to say is left out, with thinking or not', () => {
  const opaque = { provider: 'anthropic', blocks: [{ type: 'thinking', thinking: 'hm', signature: 's' }] }
  assert.deepEqual(wire(user('a'), says(''), user('b'), says(' \n', { opaque }), user('c')), [
    { role: 'user', content: 'a\n\nb\n\nc' },
  ])
})

test('a history that does not begin and end with a user gets words in their place', () => {
  const goOn = { role: 'user', content: 'Go on.' }
  const assistant = (text: string) => ({ role: 'assistant', content: [{ type: 'text', text }] })
  assert.deepEqual(wire(), [goOn])
  assert.deepEqual(wire(user('')), [goOn])
  assert.deepEqual(wire(says('a')), [goOn, assistant('a'), goOn])
  assert.deepEqual(wire(says('a'), says('b'), user('c')), [
    goOn,
    assistant('a'),
    goOn,
    assistant('b'),
    { role: 'user', content: 'c' },
  ])
})

test('a malformed call goes back with empty arguments', () => {
  const bad = call('1', { path: 'left over' }, { malformed: 'no JSON' })
  const sent = wire(user('a'), says('', { calls: [bad] }), results('1'))
  assert.deepEqual(sent[1].content, [{ type: 'tool_use', id: '1', name: 'look', input: {} }])
})

test('names and ids that the service would refuse are made fit, on both sides of a pair', () => {
  const odd = call('functions.read:0', {}, { name: 'read file<|x|>' })
  const nameless = call('2', {}, { name: '' })
  const sent = wire(user('a'), says('', { calls: [odd, nameless] }), results('functions.read:0', '2'))
  assert.deepEqual(sent[1].content, [
    { type: 'tool_use', id: 'functions_46_read_58_0', name: 'read_file__x__', input: {} },
    { type: 'tool_use', id: '2', name: 'unnamed', input: {} },
  ])
  assert.equal(sent[2].content[0].tool_use_id, 'functions_46_read_58_0')
})

test("thinking goes back as it came, before all else, and another provider's opaque part does not", () => {
  const blocks = [
    { type: 'thinking', thinking: 'hm', signature: 's', unknown: [1] },
    { type: 'redacted_thinking', data: 'x' },
  ]
  const opaque = JSON.parse(JSON.stringify({ provider: 'anthropic', blocks }))
  const send = (kept: unknown): Json =>
    (
      toAnthropic(requestOf(user('a'), says('b', { opaque: kept }), user('c')), {
        baseUrl: '',
        model: 'small',
      }) as Json
    ).messages[1].content
  const text = { type: 'text', text: 'b' }
  assert.deepEqual(send(opaque), [...blocks, text])
  for (const foreign of [
    { ...opaque, provider: 'openai' },
    'blocks',
    null,
    { provider: 'anthropic', blocks: 1 },
  ]) {
    assert.deepEqual(send(foreign), [text])
  }
})

test('half of a character, left by a cut, does not reach the service', async () => {
  const { reply, requests } = await asked(
    [{ turn: { text: 'ok' } }],
    {},
    requestOf(user('a\ud83d'), says('\udc00b'), user('\ud83d\ude00')),
  )
  assert.equal(reply?.text, 'ok')
  assert.deepEqual(
    requests[0]!.body.messages.map(({ content }: Json) => content),
    ['a\ufffd', [{ type: 'text', text: '\ufffdb' }], '\u{1f600}'],
  )
})

const BROKEN: [name: string, history: Message[], words: string][] = [
  [
    'a call without a result',
    [user('a'), says('', { calls: [call('1')] })],
    'message 2: "1" is a call without a result right after it',
  ],
  [
    'a call whose result comes later',
    [user('a'), says('', { calls: [call('1')] }), user('b'), results('1')],
    'message 2: "1" is a call without a result right after it',
  ],
  [
    'one result of two missing',
    [user('a'), says('', { calls: [call('1'), call('2')] }), results('2')],
    'message 2: "1" is a call without a result right after it',
  ],
  [
    'a result without a call',
    [user('a'), results('1')],
    'message 1: "1" is a result of no call right before it, or its second',
  ],
  [
    'two results for a call',
    [user('a'), says('', { calls: [call('1')] }), results('1', '1')],
    'message 2: "1" is a result of no call right before it, or its second',
  ],
  [
    'results in two messages',
    [user('a'), says('', { calls: [call('1'), call('2')] }), results('1'), results('2')],
    'message 2: "2" is a call without a result right after it',
  ],
  [
    'an id used twice in a message',
    [user('a'), says('', { calls: [call('1'), call('1')] }), results('1')],
    'message 1: "1" is a call id that is empty or was used before',
  ],
  [
    'an id used twice in the history',
    [
      user('a'),
      says('', { calls: [call('1')] }),
      results('1'),
      says('', { calls: [call('1')] }),
      results('1'),
    ],
    'message 3: "1" is a call id that is empty or was used before',
  ],
  [
    'an empty id',
    [user('a'), says('', { calls: [call('')] }), results('')],
    'message 1: "" is a call id that is empty or was used before',
  ],
]

for (const [name, history, words] of BROKEN) {
  test(`refuses to send ${name}`, async () => {
    const { error, requests } = await asked([], {}, requestOf(...history))
    assert.equal(
      error?.message,
      `the history is broken at ${words}. Send a call and its result together, or neither.`,
    )
    assert.deepEqual(requests, [])
  })
}

test('an empty message of results is no fault and is not sent', () => {
  assert.deepEqual(wire(user('a'), results(), user('b')), [{ role: 'user', content: 'a\n\nb' }])
})

test('the base URL may end in a slash or /v1, and the key may go in either header', async () => {
  for (const [suffix, authHeader] of [
    ['', undefined],
    ['/', 'x-api-key'],
    ['/v1', 'authorization'],
    ['/v1/', undefined],
  ] as const) {
    const server = await startServer([{ turn: { text: 'ok' } }], { key: KEY })
    const model = anthropicModel({
      baseUrl: server.url + suffix,
      apiKey: KEY,
      model: 'm',
      authHeader,
      apiVersion: '2026-10-21',
    })
    assert.equal((await model(requestOf(user('a')), context())).text, 'ok')
    await server.close()
    const { path, headers } = server.requests[0]!
    assert.deepEqual(
      [path, headers['anthropic-version'], headers['x-api-key'], headers['authorization']],
      authHeader === 'authorization'
        ? ['/v1/messages', '2026-10-21', undefined, `Bearer ${KEY}`]
        : ['/v1/messages', '2026-10-21', KEY, undefined],
    )
  }
})

// --- replies

const TWO_CALLS = [
  {
    id: 'toolu_A',
    name: 'write',
    arguments: '{"path":"\u0142.txt","content":"\\u20ac \\ud83d\\ude00 \\"q\\"\\n{}"}',
  },
  { id: 'toolu_B', name: 'now', arguments: '' },
]
const TURN = { text: 'Na \u0142\u00f3dk\u0119 \u{1F980}.', thinking: 'hm \u20ac', calls: TWO_CALLS }
const WHOLE: Reply = {
  text: TURN.text,
  calls: [
    { id: 'toolu_A', name: 'write', args: { path: '\u0142.txt', content: '\u20ac \u{1F600} "q"\n{}' } },
    { id: 'toolu_B', name: 'now', args: {} },
  ],
  stop: 'calls',
  usage: { input: 20, output: 25, cacheRead: 7, cacheWrite: 3 },
  opaque: {
    provider: 'anthropic',
    blocks: [{ type: 'thinking', thinking: 'hm \u20ac', signature: 'sig of hm \u20ac' }],
  },
}

test('reads thinking, text and two calls, in pieces cut anywhere and with any line end', async () => {
  for (const size of [undefined, 1, 2, 7]) {
    for (const eol of ['\n', '\r\n', '\r']) {
      const { reply, texts } = await asked([{ turn: TURN, eol, ...(size && { size }) }])
      assert.deepEqual(reply, WHOLE)
      assert.equal(texts.join(''), TURN.text)
      assert.ok(texts.length > 3, 'the text came in pieces')
    }
  }
})

test('gives each piece of text on as it arrives', async () => {
  const events = anthropicEvents({ text: 'onetwo' })
  const at = events.findIndex(({ delta }) => delta?.text === 'one') + 1
  const bytes = [sse(events.slice(0, at)), sse(events.slice(at))]
  const server = await startServer([{ bytes, pauseMs: 300 }])
  const toldMs: [text: string, ms: number][] = []
  const onText = (text: string) => toldMs.push([text, performance.now()])
  await anthropicModel({ baseUrl: server.url, model: 'm' })(requestOf(user('a')), { ...context(), onText })
  await server.close()
  assert.deepEqual(
    toldMs.map(([text]) => text),
    ['one', 'two'],
  )
  assert.ok(toldMs[1]![1] - toldMs[0]![1] > 150, 'the first came before the server wrote the second')
})

test('an answer that is not streamed is understood', async () => {
  const content = [
    { type: 'thinking', thinking: 'hm', signature: 's' },
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' },
    { type: 'tool_use', id: 'toolu_A', name: 'look', input: { path: 'x' } },
  ]
  const body = {
    type: 'message',
    role: 'assistant',
    content,
    stop_reason: 'tool_use',
    usage: { input_tokens: 4, output_tokens: 2 },
  }
  const { reply, texts } = await asked([{ status: 200, body }])
  assert.deepEqual(reply, {
    text: 'ab',
    calls: [{ id: 'toolu_A', name: 'look', args: { path: 'x' } }],
    stop: 'calls',
    usage: { input: 4, output: 2 },
    opaque: { provider: 'anthropic', blocks: [content[0]] },
  })
  assert.deepEqual(texts, ['a', 'b'])
})

const STOPS: [wire: string, calls: boolean, stop: Reply['stop']][] = [
  ['end_turn', false, 'end'],
  ['end_turn', true, 'calls'],
  ['stop_sequence', false, 'end'],
  ['tool_use', true, 'calls'],
  ['tool_use', false, 'calls'],
  ['max_tokens', false, 'cut'],
  ['max_tokens', true, 'cut'],
  ['model_context_window_exceeded', true, 'cut'],
  ['refusal', true, 'refused'],
  ['pause_turn', false, 'other'],
  ['compaction', true, 'other'],
  ['constructor', false, 'other'],
]

for (const [stop, hasCalls, expected] of STOPS) {
  test(`${stop} ${hasCalls ? 'with' : 'without'} calls is ${expected}`, async () => {
    const calls = hasCalls ? [{ id: 'toolu_A', name: 'look', arguments: '{}' }] : []
    const { reply } = await asked([{ turn: { text: 'a', calls, stop } }])
    assert.deepEqual(
      { text: reply?.text, stop: reply?.stop, calls: reply?.calls.length },
      {
        text: 'a',
        stop: expected,
        calls: calls.length,
      },
    )
  })
}

test('a refusal without words gets its explanation, or its category, as text', async () => {
  const refused = (details: Json) =>
    replyTo(
      { type: 'message_delta', delta: { stop_reason: 'refusal', stop_details: details } },
      { type: 'message_stop' },
    )
  const reply = (text: string) => ({ text, calls: [], stop: 'refused' })
  assert.deepEqual(
    await refused({ type: 'refusal', category: 'cyber', explanation: 'not this' }),
    reply('not this'),
  )
  assert.deepEqual(
    await refused({ type: 'refusal', category: 'cyber', explanation: null }),
    reply('the model refused (cyber)'),
  )
  assert.deepEqual(await refused(null), reply(''))
})

test('a batch cut by the limit keeps its whole calls, and notes the beginning of the cut one', async () => {
  const calls = [
    { id: 'a', name: 'look', arguments: '{"path":"x"}' },
    { id: 'b', name: 'write', arguments: '{"path":"a.txt","content":"on' },
  ]
  const { reply } = await asked([{ turn: { calls, stop: 'max_tokens' } }])
  assert.equal(reply?.stop, 'cut')
  assert.deepEqual(reply?.calls[0], { id: 'a', name: 'look', args: { path: 'x' } })
  const { malformed, ...cutCall } = reply!.calls[1]!
  assert.deepEqual(cutCall, { id: 'b', name: 'write', args: {} })
  assert.match(malformed!, /^the arguments did not parse: Unterminated string/)
  assert.match(malformed!, /They were 29 characters, beginning: \{"path":"a\.txt","content":"on$/)
})

test('arguments that do not parse, or are no object, are told with their beginning and length', async () => {
  const long = `{"a": \u0007\n${'x'.repeat(400)}`
  for (const [raw, why, shown] of [
    ['[1]', 'they are not an object', '3 characters, beginning: [1]'],
    ['null', 'they are not an object', '4 characters, beginning: null'],
    ['"{}"', 'they are not an object', '4 characters, beginning: "{}"'],
    ['{"a":1}{', undefined, '8 characters, beginning: {"a":1}{'],
    [long, undefined, `408 characters, beginning: {"a": \\u{7}\\n${'x'.repeat(192)}...`],
  ] as const) {
    const { reply } = await asked([{ turn: { calls: [{ id: 'a', name: 'look', arguments: raw }] } }])
    const { malformed, ...rest } = reply!.calls[0]!
    assert.deepEqual([rest, reply!.stop], [{ id: 'a', name: 'look', args: {} }, 'calls'])
    const [, words, said] =
      /^the arguments did not parse: (.+)\. Send the call again, with a JSON object\. They were (.+)$/s.exec(
        malformed!,
      )!
    if (why) assert.equal(words, why)
    assert.match(words!, /^[\x20-\x7e]+$/)
    assert.equal(said, shown)
  }
})

test('arguments may come whole with the start of their block', async () => {
  const reply = await replyTo(
    {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 'a', name: 'look', input: { path: 'x' } },
    },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    { type: 'message_stop' },
  )
  assert.deepEqual(reply?.calls, [{ id: 'a', name: 'look', args: { path: 'x' } }])
})

test('calls without an id, or with the same one, get ids of their own', async () => {
  const calls = ['a', 'a', '', ''].map((id) => ({ id, name: 'look', arguments: '{}' }))
  const { reply } = await asked([{ turn: { calls } }])
  const ids = reply!.calls.map(({ id }) => id)
  assert.equal(ids[0], 'a')
  assert.equal(new Set(ids).size, 4)
  for (const id of ids.slice(1)) assert.match(id, /^[a-z0-9]{9}$/)
})

test('unknown events, blocks, deltas and fields pass by', async () => {
  const odd = [
    { type: 'ping' },
    { type: 'new_event', index: 0, x: 1 },
    null,
    7,
    'text',
    [],
    [{ type: 'error' }],
    {},
    { type: 'content_block_start', index: 9, content_block: { type: 'new_block', text: 'unseen' } },
    { type: 'content_block_delta', index: 9, delta: { type: 'new_delta', text: 'unseen' } },
    { type: 'content_block_delta', index: 9, delta: { type: 'text_delta', text: 'unseen' } },
    { type: 'content_block_delta', index: 77, delta: { type: 'text_delta', text: 'unseen' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'citations_delta', citation: {} } },
    { type: 'content_block_delta', index: 0, delta: null },
    { type: 'content_block_delta', index: 77, delta: { type: 'input_json_delta', partial_json: '{' } },
    { type: 'content_block_start', index: 8, content_block: null },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: null } },
    { type: 'message_delta', delta: null, usage: null },
    { type: 'message_delta' },
    { type: 'message_start' },
  ]
  const events = anthropicEvents(TURN)
  const at = events.findIndex(({ index }) => index === 1) + 1
  const mixed = [...odd, ...events.slice(0, at), ...odd, ...events.slice(at)]
  const { reply, texts } = await asked([{ events: mixed }])
  assert.deepEqual(reply, WHOLE)
  assert.equal(texts.join(''), TURN.text)
})

test('counts grow, nulls say nothing, and the cached part is part of the input', async () => {
  const count = (usage: Json) => ({ type: 'message_delta', delta: {}, usage })
  const end = [{ type: 'message_delta', delta: { stop_reason: 'end_turn' } }, { type: 'message_stop' }]
  const reply = await replyTo(
    {
      type: 'message_start',
      message: {
        usage: { input_tokens: 5, cache_read_input_tokens: 100, output_tokens: 1, service_tier: 'x' },
      },
    },
    count({ output_tokens: 7 }),
    count({ output_tokens: 9, input_tokens: null, cache_creation_input_tokens: 0 }),
    ...end,
  )
  assert.deepEqual(reply?.usage, { input: 105, output: 9, cacheRead: 100, cacheWrite: 0 })
  assert.equal((await replyTo(...end))?.usage, undefined)
  assert.deepEqual((await replyTo(count({ output_tokens: 3 }), ...end))?.usage, { input: 0, output: 3 })
})

test('thinking that was cut before its signature is not kept', async () => {
  const events = anthropicEvents({ thinking: 'long thought', text: 'a', stop: 'max_tokens' })
  const reply = await replyTo(...events.filter(({ delta }) => delta?.type !== 'signature_delta'))
  assert.deepEqual(reply, {
    text: 'a',
    calls: [],
    stop: 'cut',
    usage: { input: 20, output: 25, cacheRead: 7, cacheWrite: 3 },
  })
})

test('redacted thinking is kept as it came', async () => {
  const block = { type: 'redacted_thinking', data: 'abc==', later: { x: null } }
  const reply = await replyTo(
    { type: 'content_block_start', index: 0, content_block: block },
    ...anthropicEvents({ text: 'a' }),
  )
  assert.deepEqual(reply?.opaque, { provider: 'anthropic', blocks: [block] })
})

test('what came back in one request is sent in the next as it came', async () => {
  const first = (await asked([{ turn: TURN }])).reply!
  const { requests } = await asked(
    [{ turn: { text: 'ok' } }],
    {},
    requestOf(user('a'), { ...first, role: 'assistant' }, results('toolu_A', 'toolu_B')),
  )
  assert.deepEqual(requests[0]!.body.messages[1].content, [
    { type: 'thinking', thinking: 'hm \u20ac', signature: 'sig of hm \u20ac' },
    { type: 'text', text: TURN.text },
    { type: 'tool_use', id: 'toolu_A', name: 'write', input: WHOLE.calls[0]!.args },
    { type: 'tool_use', id: 'toolu_B', name: 'now', input: {} },
  ])
})

// --- broken answers

test('a stream that ends before message_stop is asked again, or is cut, and never both', async () => {
  const whole = sse(
    anthropicEvents({ text: 'Hello.', calls: [{ id: 'a', name: 'write', arguments: '{"path":"a"}' }] }),
  )
  const firstPiece = whole.indexOf('Hel')
  const marks = [
    0,
    1,
    whole.indexOf('data:'),
    whole.indexOf('ping'),
    firstPiece - 30,
    firstPiece + 30,
    whole.indexOf('tool_use') + 80,
    whole.indexOf('input_json_delta') + 20,
    whole.indexOf('message_delta') - 8,
    whole.indexOf('event: message_stop'),
    whole.indexOf('event: message_stop') + 30,
  ]
  const cases = (['end', 'break'] as const).flatMap((end) => marks.map((mark) => ({ end, mark })))
  await Promise.all(
    cases.map(async ({ end, mark }) => {
      const { reply, retries, requests } = await asked([
        { bytes: pieces(whole.slice(0, mark)), end },
        { turn: { text: 'again' } },
      ])
      const shown = JSON.stringify({ end, mark, reply, retries })
      const told = [reply?.text.slice(0, 3), reply?.stop, requests.length, retries.length]
      assert.deepEqual(told, mark <= firstPiece ? ['aga', 'end', 2, 1] : ['Hel', 'cut', 1, 0], shown)
    }),
  )
})

test('an end without the blank line after message_stop is an end', async () => {
  const { reply } = await asked([{ bytes: pieces(sse(anthropicEvents(TURN)).trimEnd()) }])
  assert.deepEqual(reply, WHOLE)
})

test('message_stop without a stop reason is no end', async () => {
  const events = anthropicEvents({ text: 'a' }).filter(({ type }) => type !== 'message_delta')
  assert.equal((await replyTo(...events))?.stop, 'cut')
})

test('thinking alone is no content: a stream that breaks after it is asked again', async () => {
  const events = anthropicEvents({ thinking: 'hm' }).slice(0, 5)
  const { reply, requests } = await asked([{ events }, { turn: { text: 'ok' } }])
  assert.deepEqual([reply?.text, requests.length], ['ok', 2])
})

test('a call that has begun is content: a stream that breaks after it is cut, not asked again', async () => {
  const events = anthropicEvents({ calls: [{ id: 'a', name: 'look', arguments: '{"n":1}' }] })
  const begun = events.findIndex(({ content_block: block }) => block?.type === 'tool_use') + 1
  for (const [length, args] of [
    [begun, {}],
    [begun + 4, { n: 1 }],
  ] as const) {
    const { reply, requests } = await asked([
      { events: events.slice(0, length) },
      { turn: { text: 'again' } },
    ])
    assert.deepEqual(
      [reply?.stop, reply?.calls, requests.length],
      ['cut', [{ id: 'a', name: 'look', args }], 1],
    )
  }
})

const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }

test('an error event before content is asked again when its kind may pass, and else thrown', async () => {
  const started = anthropicEvents({}).slice(0, 2)
  const again = await asked([{ events: [...started, overloaded] }, { turn: { text: 'ok' } }])
  assert.deepEqual(
    [again.reply?.text, again.retries],
    ['ok', [`${again.url}/v1/messages sent an error: Overloaded.`]],
  )
  const invalid = { type: 'error', error: { type: 'invalid_request_error', message: 'no such thing' } }
  const thrown = await asked([{ events: [...started, invalid] }, { turn: { text: 'ok' } }])
  assert.equal(thrown.error?.message, `${thrown.url}/v1/messages sent an error: no such thing.`)
  assert.equal(thrown.requests.length, 1)
})

test('an error event after content cuts the reply', async () => {
  const events = anthropicEvents({ text: 'Hello.' })
  const at = events.findIndex(({ delta }) => delta?.text) + 1
  const { reply, requests } = await asked([
    { events: [...events.slice(0, at), overloaded, ...events.slice(at)] },
  ])
  assert.deepEqual([reply?.text, reply?.stop, requests.length], ['Hel', 'cut', 1])
})

test('an error after the end of a reply does not matter', async () => {
  assert.deepEqual(await replyTo(...anthropicEvents(TURN), overloaded), WHOLE)
})

test('an event that is not JSON breaks the stream', async () => {
  const { error, requests } = await asked([
    { bytes: ['data: {"type":\n\n'] },
    { bytes: ['data: nonsense\n\n'] },
  ])
  assert.match(error!.message, /\/v1\/messages sent an event that is not JSON\. Tried 2 times\.$/)
  assert.equal(requests.length, 2)
})

test('random values in the place of any field are survived', async () => {
  const { anthropicReader } = await import('../models/anthropic-reply.ts')
  const odd = [null, undefined, 0, 'x', '', [], {}, [null], { type: 'text' }, true]
  const paths = (value: Json): string[][] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.keys(value).flatMap((key) => [[key], ...paths(value[key]).map((path) => [key, ...path])])
  for (const event of anthropicEvents(TURN)) {
    for (const path of paths(event)) {
      for (const value of odd) {
        const broken = structuredClone(event)
        path.slice(0, -1).reduce((at, key) => at[key], broken)[path.at(-1)!] = value
        const reader = anthropicReader(undefined)
        for (const each of anthropicEvents(TURN))
          reader.take(JSON.stringify(each) === JSON.stringify(event) ? broken : each)
        const reply = reader.reply()
        assert.equal(typeof reply.text, 'string')
        for (const { id, name, args } of reply.calls) {
          assert.deepEqual([typeof id, typeof name, typeof args], ['string', 'string', 'object'])
        }
      }
    }
  }
})

// --- a whole run

test('a run goes through a full house, an overload, broken streams and a cut batch to its end', async () => {
  const calls = [
    { id: 'toolu_A', name: 'look', arguments: '{"path":"\u0142"}' },
    { id: 'toolu_B', name: 'look', arguments: '{"path":"b"}' },
  ]
  const cutCalls = [
    { id: 'toolu_C', name: 'look', arguments: '{"path":"c"}' },
    { id: 'toolu_D', name: 'look', arguments: '{"path":"d' },
  ]
  const started = sse(anthropicEvents({ text: 'never' }).slice(0, 3))
  const broken = sse(anthropicEvents({ text: 'I was about' }).slice(0, 5))
  const error = (type: string, message: string) => ({ type: 'error', error: { type, message } })
  const server = await startServer(
    [
      {
        status: 429,
        headers: { 'retry-after-ms': '20' },
        body: error('rate_limit_error', `slow down, ${KEY}`),
      },
      { status: 529, headers: { 'retry-after': '0' }, body: error('overloaded_error', 'Overloaded') },
      { bytes: [started], end: 'break' },
      { turn: { text: 'Both.', thinking: 'hm', calls }, size: 3 },
      { bytes: [broken], end: 'break' },
      { turn: { text: '', calls: cutCalls, stop: 'max_tokens' } },
      { turn: { text: 'Done.' }, eol: '\r\n' },
    ],
    { key: KEY },
  )
  const retries: [attempt: number, reason: string][] = []
  const model = anthropicModel({
    baseUrl: server.url,
    apiKey: KEY,
    model: 'small',
    onRetry: ({ attempt, reason }) => retries.push([attempt, reason]),
  })
  const messages: Message[] = []
  const events: AgentEvent[] = []
  const ran: string[][] = []
  const end = await runAgent({
    model,
    messages,
    system: 'be brief',
    inbox: [{ role: 'user', from: 'person', text: 'look' }],
    tools: [{ name: 'look', description: 'looks', parameters: { type: 'object' } }],
    execute: async (given) => {
      ran.push(given.map(({ args }) => String(args['path'])))
      return given.map(({ id, args }) => ({
        id,
        ok: args['path'] !== 'b',
        text: args['path'] === 'b' ? 'Error: no b' : 'seen',
      }))
    },
    listener: (event) => events.push(event),
  })
  await server.close()

  assert.deepEqual([server.refusals, server.left(), server.requests.length], [[], 0, 7])
  assert.deepEqual(end, { outcome: 'done', reason: '', text: 'Done.', rounds: 4 })
  assert.deepEqual(ran, [['\u0142', 'b']])
  const url = `${server.url}/v1/messages`
  assert.deepEqual(retries.slice(0, 2), [
    [1, `${url} answered 429: slow down, ***.`],
    [2, `${url} answered 529: Overloaded.`],
  ])
  assert.deepEqual(
    retries.slice(2).map(([attempt, reason]) => [attempt, reason.split(' (')[0]]),
    [[3, `the connection to ${url} failed: UND_ERR_SOCKET other side closed.`]],
  )
  assert.deepEqual(
    events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('|'),
    'Bot|h.|I w|as |Don|e.',
  )
  const usage = { input: 20, output: 25, cacheRead: 7, cacheWrite: 3 }
  const thinking = { type: 'thinking', thinking: 'hm', signature: 'sig of hm' }
  const lost = 'the reply was cut off or empty, and nothing of it was run. Send less at a time.'
  const [, , , , , cutBatch] = messages
  const { malformed } = (cutBatch as Reply).calls[1]!
  assert.deepEqual(messages, [
    { role: 'user', from: 'person', text: 'look' },
    {
      role: 'assistant',
      text: 'Both.',
      stop: 'calls',
      usage,
      opaque: { provider: 'anthropic', blocks: [thinking] },
      calls: [
        { id: 'toolu_A', name: 'look', args: { path: '\u0142' } },
        { id: 'toolu_B', name: 'look', args: { path: 'b' } },
      ],
    },
    {
      role: 'results',
      results: [
        { id: 'toolu_A', ok: true, text: 'seen' },
        { id: 'toolu_B', ok: false, text: 'Error: no b' },
      ],
    },
    { role: 'assistant', text: 'I was ', calls: [], stop: 'cut', usage: { ...usage, output: 1 } },
    { role: 'user', from: 'harness', text: lost },
    {
      role: 'assistant',
      text: '',
      stop: 'cut',
      usage,
      calls: [
        { id: 'toolu_C', name: 'look', args: { path: 'c' } },
        { id: 'toolu_D', name: 'look', args: {}, malformed },
      ],
    },
    {
      role: 'results',
      results: [
        { id: 'toolu_C', ok: false, text: `Error: ${lost}` },
        { id: 'toolu_D', ok: false, text: `Error: ${lost}` },
      ],
    },
    { role: 'assistant', text: 'Done.', calls: [], stop: 'end', usage },
  ])
  assert.doesNotMatch(JSON.stringify([end, events, retries, messages]), new RegExp(KEY))
  assert.deepEqual(server.requests[6]!.body.messages.at(-1), {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'toolu_C', content: lost, is_error: true },
      { type: 'tool_result', tool_use_id: 'toolu_D', content: lost, is_error: true },
    ],
  })
})
