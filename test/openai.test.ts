// The adapter for Chat Completions, over a real connection to a server that refuses what the services refuse.
// The recorded requests of the official SDK stand in golden/; its own headers are left out there.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { runAgent } from '../agent.ts'
import { openaiModel, toOpenai } from '../models/openai.ts'
import { checkOpenai, openaiChunks, pieces, sse, startServer } from './strict-server.ts'
import type { AgentEvent, Message, ModelRequest, Reply, ToolCall } from '../agent.ts'
import type { OpenaiSettings } from '../models/openai.ts'
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
async function asked(steps: Step[], more: Partial<OpenaiSettings> = {}, request = requestOf(user('hello'))) {
  const server = await startServer(steps, { key: KEY })
  const texts: string[] = []
  const retries: string[] = []
  const settings = { baseUrl: server.url, apiKey: KEY, model: 'small', retries: 1, ...more }
  const model = openaiModel({ ...settings, onRetry: ({ reason }) => retries.push(reason) })
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

/** A chunk as most servers send it. */
function chunk(delta: Json, finish: Json = null): Json {
  return { object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] }
}

/** A chunk with pieces of calls. */
const callPieces = (...toolCalls: Json[]): Json => chunk({ tool_calls: toolCalls })

/** The reply to a stream of chunks. */
async function replyTo(...events: Json[]): Promise<Reply | undefined> {
  return (await asked([{ events }])).reply
}

// --- requests

test('sends the bodies and headers that the official SDK was recorded to send', async () => {
  const { requests: recorded } = golden('openai-stream')
  const { system, tools, openai: messages } = golden('conversation')
  const server = await startServer([
    { turn: { text: 'a' } },
    { turn: { text: 'b' } },
    { turn: { text: 'c' } },
  ])
  const model = openaiModel({
    baseUrl: server.url,
    apiKey: KEY,
    model: 'gpt-test',
    tokenField: 'none',
    toolChoice: 'auto',
    parallelToolCalls: true,
  })
  for (const length of [1, 3, 5])
    await model({ system, tools, messages: messages.slice(0, length) }, context())
  await server.close()
  assert.deepEqual(server.refusals, [])
  assert.deepEqual(
    server.requests.map(({ method, path, body }) => ({ method, path, body })),
    recorded.map(({ method, path, body }: Json) => ({ method, path, body })),
  )
  for (const { headers } of server.requests) {
    assert.equal(headers['content-type'], recorded[0].headers['content-type'])
    assert.equal(headers['authorization'], `Bearer ${KEY}`)
  }
})

test('the checks of the server accept all that the SDK was recorded to send', () => {
  for (const name of ['openai-stream', 'openai-nonstream']) {
    for (const { body } of golden(name).requests) assert.equal(checkOpenai(body), null)
  }
})

const BAD: [fault: string, change: (body: Json) => void][] = [
  ['you must provide a model parameter', (body) => (body.model = '')],
  [
    'one token limit, a whole number, is allowed',
    (body) => Object.assign(body, { max_tokens: 1, max_completion_tokens: 1 }),
  ],
  ['stream_options needs stream', (body) => delete body.stream],
  ['[] is too short - tools', (body) => (body.tools = [])],
  ['tool_choice is only allowed with tools', (body) => delete body.tools],
  ['[] is too short - messages', (body) => (body.messages = [])],
  ['body.extra: Extra inputs are not permitted', (body) => (body.extra = 1)],
  ['the conversation must begin with a user message', (body) => body.messages.splice(1, 1)],
  ['the last message must not be of the assistant', (body) => body.messages.pop()],
  ['system: content must not be blank', (body) => (body.messages[0].content = '')],
  ['messages[0]: content must not be blank', (body) => (body.messages[1].content = ' ')],
  [
    'messages[1]: roles must alternate user/assistant',
    (body) => body.messages.splice(1, 0, body.messages[1]),
  ],
  ['messages[3]: content must not be blank', (body) => (body.messages[4].content = '')],
  [
    "messages[3]: an assistant message with 'tool_calls' must be followed by tool messages " +
      "responding to each 'tool_call_id': call_BBBBBBBBBBBBBBBBBBBBBBBB",
    (body) => body.messages.splice(4, 1),
  ],
  [
    "messages[2]: messages with role 'tool' must be a response to a preceding message with 'tool_calls': x",
    (body) => (body.messages[3].tool_call_id = 'x'),
  ],
  [
    "messages[4]: messages with role 'tool' must be a response to a preceding message with 'tool_calls': " +
      'call_BBBBBBBBBBBBBBBBBBBBBBBB',
    (body) => body.messages.splice(4, 0, body.messages[4]),
  ],
  [
    'tool_call_ids did not have response messages: call_BBBBBBBBBBBBBBBBBBBBBBBB',
    (body) => body.messages.splice(4),
  ],
  ['messages[1]: content must be null or not blank', (body) => (body.messages[2].content = '')],
  ['messages[4]: content or tool_calls is required', (body) => (body.messages[5].content = null)],
  [
    'messages[1]: [] is too short - tool_calls',
    (body) => Object.assign(body.messages[2], { content: 'a', tool_calls: [] }),
  ],
  ['messages[1]: tool_calls need an id', (body) => (body.messages[2].tool_calls[0].id = '')],
  [
    'messages[1]: duplicate tool_call id call_AAAAAAAAAAAAAAAAAAAAAAAA',
    (body) => (body.messages[2].tool_calls[1].id = body.messages[2].tool_calls[0].id),
  ],
  ['messages[1]: invalid function name', (body) => (body.messages[2].tool_calls[0].function.name = 'a b')],
  [
    'messages[1]: cannot unmarshal object into arguments',
    (body) => (body.messages[2].tool_calls[0].function.arguments = {}),
  ],
  [
    'messages[1]: Failed to parse tool call arguments as JSON',
    (body) => (body.messages[2].tool_calls[0].function.arguments = '{"a'),
  ],
]

test('the checks of the server refuse what the services refuse', () => {
  for (const [fault, change] of BAD) {
    const { body } = golden('openai-stream').requests[2]
    change(body)
    assert.equal(checkOpenai(body), fault)
  }
})

const SETTINGS = { baseUrl: 'http://127.0.0.1:8080/v1', model: 'small' }

/** The messages of the body for a history, after the system's. */
function wire(...messages: Message[]): Json[] {
  const body: Json = toOpenai(requestOf(...messages), SETTINGS)
  assert.equal(checkOpenai(body), null)
  return body.messages.slice(1)
}

test('a bare request holds model, limit, messages and stream, and nothing about tools', () => {
  const settings = { ...SETTINGS, toolChoice: 'auto', parallelToolCalls: true }
  assert.deepEqual(toOpenai(requestOf(user('hello')), settings), {
    model: 'small',
    max_tokens: 8192,
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'hello' },
    ],
  })
})

test('what servers differ in is a setting', () => {
  const body = toOpenai(
    { ...requestOf(user('hello')), system: 's' },
    {
      ...SETTINGS,
      tokenField: 'max_completion_tokens',
      maxTokens: 5,
      streamUsage: false,
      systemRole: 'developer',
      extra: { reasoning_effort: 'low', stream: false },
    },
  )
  assert.deepEqual(body, {
    model: 'small',
    max_completion_tokens: 5,
    stream: true,
    reasoning_effort: 'low',
    messages: [
      { role: 'developer', content: 's' },
      { role: 'user', content: 'hello' },
    ],
  })
})

test('the token field is the one that the service at the base URL wants', () => {
  const fields = (baseUrl: string) =>
    Object.keys(toOpenai(requestOf(), { ...SETTINGS, baseUrl })).filter((field) => field.startsWith('max_'))
  for (const url of [
    'https://api.openai.com',
    'https://eu.api.openai.com/v1/',
    'https://x.openai.azure.com/openai/v1',
  ]) {
    assert.deepEqual(fields(url), ['max_completion_tokens'], url)
  }
  for (const url of [
    'http://127.0.0.1:11434/v1',
    'https://openrouter.ai/api/v1',
    'https://api.openai.com.example/v1',
  ]) {
    assert.deepEqual(fields(url), ['max_tokens'], url)
  }
})

test('a blank system prompt is left out, and only what the service knows of a tool is sent', () => {
  const tool = {
    name: 'look',
    description: 'looks',
    parameters: { type: 'object' },
    access: {},
    run: () => {},
  }
  const body: Json = toOpenai({ system: '\n', messages: [user('a')], tools: [tool] }, SETTINGS)
  assert.deepEqual(body.messages, [{ role: 'user', content: 'a' }])
  assert.deepEqual(body.tools, [
    { type: 'function', function: { name: 'look', description: 'looks', parameters: { type: 'object' } } },
  ])
})

test('calls and results are one message each, and a failure says that it is one', () => {
  const calls = [call('1', { path: '\u0142' }), call('2'), call('3')]
  const answered: Message = {
    role: 'results',
    results: [
      { id: '1', ok: true, text: '' },
      { id: '2', ok: false, text: 'Error: no such file' },
      { id: '3', ok: false, text: 'gone' },
    ],
  }
  assert.deepEqual(wire(user('a'), says(' ', { calls }), answered, user('b'), user(' '), user('c')), [
    { role: 'user', content: 'a' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        ['1', '{"path":"\u0142"}'],
        ['2', '{}'],
        ['3', '{}'],
      ].map(([id, args]) => ({ id, type: 'function', function: { name: 'look', arguments: args } })),
    },
    { role: 'tool', tool_call_id: '1', content: '(empty)' },
    { role: 'tool', tool_call_id: '2', content: 'Error: no such file' },
    { role: 'tool', tool_call_id: '3', content: 'Error: gone' },
    { role: 'user', content: 'b\n\nc' },
  ])
})

test('a call keeps its text, and a malformed one goes back with empty arguments and a fit name', () => {
  const bad = call('functions.x:0', { path: 'left over' }, { name: 'to ol', malformed: 'no JSON' })
  assert.deepEqual(wire(user('a'), says('b', { calls: [bad] }), results('functions.x:0'))[1], {
    role: 'assistant',
    content: 'b',
    tool_calls: [{ id: 'functions.x:0', type: 'function', function: { name: 'to_ol', arguments: '{}' } }],
  })
})

test('an assistant message with nothing to say is left out, and roles take turns', () => {
  const goOn = { role: 'user', content: 'Go on.' }
  const opaque = { provider: 'openai', reasoning_content: 'hm' }
  assert.deepEqual(wire(), [goOn])
  assert.deepEqual(wire(user('a'), says('', { opaque }), user('b')), [{ role: 'user', content: 'a\n\nb' }])
  assert.deepEqual(wire(says('a'), says('b')), [
    goOn,
    { role: 'assistant', content: 'a' },
    goOn,
    { role: 'assistant', content: 'b' },
    goOn,
  ])
})

test("reasoning goes back as it came, and another provider's opaque part does not", () => {
  const send = (opaque: unknown) => wire(user('a'), says('b', { opaque }), user('c'))[1]
  const own = { provider: 'openai', reasoning_content: 'hm\n', reasoning: 'h', role: 'system', content: 'x' }
  assert.deepEqual(send(own), { role: 'assistant', content: 'b', reasoning_content: 'hm\n', reasoning: 'h' })
  for (const foreign of [{ ...own, provider: 'anthropic' }, null, 'x', undefined]) {
    assert.deepEqual(send(foreign), { role: 'assistant', content: 'b' })
  }
})

test('an ill-paired history is refused before it is sent', async () => {
  const { error, requests } = await asked(
    [],
    {},
    requestOf(user('a'), says('', { calls: [call('1')] }), user('b')),
  )
  assert.equal(
    error?.message,
    'the history is broken at message 2: "1" is a call without a result right after it. ' +
      'Send a call and its result together, or neither.',
  )
  assert.deepEqual(requests, [])
})

test('the base URL may end in a slash or /v1, and one with a version of its own gets no other', async () => {
  for (const suffix of ['', '/', '/v1', '/v1//']) {
    const server = await startServer([{ turn: { text: 'ok' } }])
    const reply = await openaiModel({ baseUrl: server.url + suffix, model: 'm' })(
      requestOf(user('a')),
      context(),
    )
    await server.close()
    assert.deepEqual([reply.text, server.requests[0]!.path], ['ok', '/v1/chat/completions'])
    assert.equal('authorization' in server.requests[0]!.headers, false)
  }
  for (const [suffix, path] of [
    ['/v1beta/openai', '/v1beta/openai'],
    ['/api/paas/v4/', '/api/paas/v4'],
    ['/api', '/api/v1'],
  ]) {
    const server = await startServer([])
    const model = openaiModel({ baseUrl: server.url + suffix!, model: 'm' })
    await assert.rejects(model(requestOf(user('a')), context()), /answered 404: nothing is at/)
    await server.close()
    assert.equal(server.requests[0]!.path, `${path}/chat/completions`)
  }
})

// --- replies

const TWO_CALLS = [
  {
    id: 'call_A',
    name: 'write',
    arguments: '{"path":"\u0142.txt","content":"\\u20ac \\ud83d\\ude00 \\"q\\"\\n{}"}',
  },
  { id: 'call_B', name: 'now', arguments: '' },
]
const TURN = { text: 'Na \u0142\u00f3dk\u0119 \u{1F980}.', thinking: 'hm \u20ac', calls: TWO_CALLS }
const WHOLE: Reply = {
  text: TURN.text,
  calls: [
    { id: 'call_A', name: 'write', args: { path: '\u0142.txt', content: '\u20ac \u{1F600} "q"\n{}' } },
    { id: 'call_B', name: 'now', args: {} },
  ],
  stop: 'calls',
  usage: { input: 20, output: 25, cacheRead: 7 },
  opaque: { provider: 'openai', reasoning_content: 'hm \u20ac' },
}

test('reads reasoning, text and two calls, in pieces cut anywhere and with any line end', async () => {
  for (const size of [undefined, 1, 2, 7]) {
    for (const eol of ['\n', '\r\n', '\r']) {
      const { reply, texts } = await asked([{ turn: TURN, eol, ...(size && { size }) }])
      assert.deepEqual(reply, WHOLE)
      assert.equal(texts.join(''), TURN.text)
      assert.ok(texts.length > 3, 'the text came in pieces')
    }
  }
})

test('calls whose pieces take turns, whichever begins, come in the order of their indexes', async () => {
  const piece = (index: number, args: string, more: Json = {}) => ({
    index,
    ...more,
    function: { ...more.function, arguments: args },
  })
  const reply = await replyTo(
    callPieces(
      piece(1, '{"n"', { id: 'b', function: { name: 'two' } }),
      piece(0, '{"n', { id: 'a', function: { name: 'one' } }),
    ),
    callPieces(piece(0, '":')),
    callPieces(piece(1, ':2'), piece(0, '1}')),
    callPieces(piece(1, '}')),
    chunk({}, 'tool_calls'),
  )
  assert.deepEqual(reply, {
    text: '',
    calls: [
      { id: 'a', name: 'one', args: { n: 1 } },
      { id: 'b', name: 'two', args: { n: 2 } },
    ],
    stop: 'calls',
  })
})

/** Pieces as servers send them, and the calls that they mean; `?` stands for an id of ours. */
const PIECES: [name: string, chunks: Json[], calls: [id: string, name: string, args: Json][]][] = [
  [
    'a name that is empty on the pieces after the first',
    [
      callPieces({ index: 0, id: 'a', type: 'function', function: { name: 'look', arguments: '' } }),
      callPieces({ index: 0, id: '', function: { name: '', arguments: '{"n":' } }),
      callPieces({ index: 0, function: { name: null, arguments: '1}' } }),
    ],
    [['a', 'look', { n: 1 }]],
  ],
  [
    'a name and an id that are repeated on each piece',
    [
      callPieces({ index: 0, id: 'a', function: { name: 'look', arguments: '{"n":' } }),
      callPieces({ index: 0, id: 'a', function: { name: 'look', arguments: '1}' } }),
    ],
    [['a', 'look', { n: 1 }]],
  ],
  [
    'an id of another sort on each piece',
    [
      callPieces({ index: 0, id: 'r1', function: { name: 'look', arguments: '{"n":' } }),
      callPieces({ index: 0, id: 'r2', function: { arguments: '1}' } }),
    ],
    [['r1', 'look', { n: 1 }]],
  ],
  [
    'an id and a name that come late',
    [
      callPieces({ index: 0, function: { arguments: '{"n":' } }),
      callPieces({ index: 0, function: { name: 'look' } }),
      callPieces({ index: 0, id: 'a', function: { name: 'look', arguments: '1}' } }),
    ],
    [['a', 'look', { n: 1 }]],
  ],
  [
    'whole calls that all have the index 0',
    [
      callPieces({ index: 0, id: 'a', function: { name: 'look', arguments: '{"n":1}' } }),
      callPieces({ index: 0, id: 'b', function: { name: 'look', arguments: '{"n":2}' } }),
      callPieces({ index: 0, function: { name: 'go', arguments: '{"n":3}' } }),
    ],
    [
      ['a', 'look', { n: 1 }],
      ['b', 'look', { n: 2 }],
      ['?', 'go', { n: 3 }],
    ],
  ],
  [
    'no index, but ids',
    [
      callPieces(
        { id: 'a', function: { name: 'look', arguments: '{"n":' } },
        { id: 'b', function: { name: 'go', arguments: '{' } },
      ),
      callPieces({ id: 'a', function: { arguments: '1}' } }),
      callPieces({ id: 'b', function: { arguments: '}' } }),
    ],
    [
      ['a', 'look', { n: 1 }],
      ['b', 'go', {}],
    ],
  ],
  [
    'no index and no id',
    [
      callPieces({ function: { name: 'look', arguments: '{"n":' } }),
      callPieces({ function: { arguments: '1}' } }),
      callPieces({ function: { name: 'look', arguments: { n: 2 } } }, { function: { name: 'go' } }),
    ],
    [
      ['?', 'look', { n: 1 }],
      ['?', 'look', { n: 2 }],
      ['?', 'go', {}],
    ],
  ],
  [
    'arguments that are an object',
    [
      callPieces({ index: 0, id: 'a', function: { name: 'look', arguments: { n: { m: [1] } } } }),
      callPieces({ index: 0, function: { arguments: '' } }),
      callPieces({ index: 0, function: { arguments: null } }),
    ],
    [['a', 'look', { n: { m: [1] } }]],
  ],
  [
    'all arguments in one piece',
    [callPieces({ index: 0, id: 'a', function: { name: 'look', arguments: '{"n":1}' } })],
    [['a', 'look', { n: 1 }]],
  ],
  [
    'ids that are empty or the same',
    [
      callPieces(
        { index: 0, id: 'a', function: { name: 'look' } },
        { index: 1, id: 'a', function: { name: 'look' } },
        { index: 2, id: '', function: { name: 'look' } },
        { index: 3, id: 7, function: { name: 'look' } },
      ),
    ],
    [
      ['a', 'look', {}],
      ['?', 'look', {}],
      ['?', 'look', {}],
      ['?', 'look', {}],
    ],
  ],
  [
    'a call without a name',
    [callPieces({ index: 0, id: 'a', function: { arguments: '{}' } })],
    [['a', '', {}]],
  ],
  [
    'pieces that are nothing',
    [callPieces(null, {}, { index: 0 })],
    [
      ['?', '', {}],
      ['?', '', {}],
    ],
  ],
]

for (const [name, chunks, expected] of PIECES) {
  test(`reads calls with ${name}`, async () => {
    const reply = await replyTo(...chunks, chunk({}, 'stop'))
    assert.equal(reply?.stop, 'calls')
    const ids = reply.calls.map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    assert.ok(ids.every((id) => id !== ''))
    const own = (id: string) => (/^c[0-9a-f]{8}$/.test(id) ? '?' : id)
    assert.deepEqual(
      reply.calls,
      expected.map(([, callName, args], at) => ({ id: ids[at], name: callName, args })),
    )
    assert.deepEqual(
      ids.map(own),
      expected.map(([id]) => id),
    )
  })
}

const STOPS: [wire: Json, calls: boolean, stop: Reply['stop']][] = [
  ['stop', false, 'end'],
  ['stop', true, 'calls'],
  ['tool_calls', true, 'calls'],
  ['tool_calls', false, 'calls'],
  ['function_call', true, 'calls'],
  ['tool', true, 'calls'],
  ['length', false, 'cut'],
  ['length', true, 'cut'],
  ['model_length', true, 'cut'],
  ['content_filter', true, 'refused'],
  ['eos', true, 'other'],
  ['toString', false, 'other'],
]

for (const [stop, hasCalls, expected] of STOPS) {
  test(`${stop} ${hasCalls ? 'with' : 'without'} calls is ${expected}`, async () => {
    const calls = hasCalls ? [{ id: 'a', name: 'look', arguments: '{}' }] : []
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

test('a stream without a finish reason is cut, also after [DONE]', async () => {
  const events = [
    chunk({ content: 'a' }),
    callPieces({ index: 0, id: 'a', function: { name: 'look', arguments: '{}' } }),
  ]
  for (const last of [chunk({}, null), chunk({}, ''), chunk({}, 7)]) {
    const { reply, requests } = await asked([{ events: [...events, last] }])
    assert.deepEqual(
      [reply, requests.length],
      [{ text: 'a', calls: [{ id: 'a', name: 'look', args: {} }], stop: 'cut' }, 1],
    )
  }
})

test('a finish reason is the end, with or without [DONE] and what else may follow', async () => {
  const whole = sse(openaiChunks(TURN))
  const ends = [
    whole,
    whole.replace('data: [DONE]\n\n', ''),
    whole.slice(0, -3),
    `${whole}data: {"error":{"message":"x"}}\n\n`,
    `${whole}data: nonsense\n\n`,
  ]
  for (const bytes of ends) assert.deepEqual((await asked([{ bytes: pieces(bytes) }])).reply, WHOLE)
  const broken = await asked([{ bytes: pieces(whole), end: 'break' }])
  assert.deepEqual(broken.reply, WHOLE)
})

test('a refusal is told by its own field, and is the text when there is no other', async () => {
  const refused = [chunk({ refusal: 'I can' }), chunk({ refusal: 'not.' }), chunk({}, 'stop')]
  assert.deepEqual(await replyTo(...refused), { text: 'I cannot.', calls: [], stop: 'refused' })
  assert.deepEqual(await replyTo(chunk({ content: 'Sorry.' }), ...refused), {
    text: 'Sorry.',
    calls: [],
    stop: 'refused',
  })
  assert.deepEqual(await replyTo(chunk({ refusal: null }), chunk({ content: 'a' }), chunk({}, 'stop')), {
    text: 'a',
    calls: [],
    stop: 'end',
  })
})

test('a batch that was cut has no arguments but whole ones, whether it says so or not', async () => {
  const calls = [
    { id: 'a', name: 'look', arguments: '{"path":"x"}' },
    { id: 'b', name: 'write', arguments: '{"path":"a.txt","content":"on' },
  ]
  for (const [stop, expected] of [
    ['length', 'cut'],
    ['tool_calls', 'calls'],
  ] as const) {
    const { reply } = await asked([{ turn: { calls, stop } }])
    const { malformed, ...rest } = reply!.calls[1]!
    assert.deepEqual(
      [reply!.stop, reply!.calls[0], rest],
      [expected, { id: 'a', name: 'look', args: { path: 'x' } }, { id: 'b', name: 'write', args: {} }],
    )
    assert.match(malformed!, /^the arguments did not parse: Unterminated string.+ They were 29 characters/)
  }
})

test('an answer that is not streamed is understood', async () => {
  const message = {
    role: 'assistant',
    content: null,
    reasoning: 'hm',
    refusal: null,
    tool_calls: [
      { id: 'a', type: 'function', function: { name: 'look', arguments: '{"path":"x"}' } },
      { id: 'b', type: 'function', function: { name: 'look', arguments: { path: 'y' } } },
    ],
  }
  const usage = {
    prompt_tokens: 4,
    completion_tokens: 2,
    prompt_tokens_details: { cached_tokens: 1, cache_write_tokens: 3 },
  }
  const body = {
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
    usage,
  }
  assert.deepEqual((await asked([{ status: 200, body }])).reply, {
    text: '',
    stop: 'calls',
    usage: { input: 4, output: 2, cacheRead: 1, cacheWrite: 3 },
    calls: [
      { id: 'a', name: 'look', args: { path: 'x' } },
      { id: 'b', name: 'look', args: { path: 'y' } },
    ],
    opaque: { provider: 'openai', reasoning: 'hm' },
  })
})

test('content may be a list of parts', async () => {
  const parts = [
    { type: 'thinking', thinking: [] },
    { type: 'text', text: 'a' },
    null,
    { type: 'text', text: 'b' },
  ]
  assert.deepEqual(await replyTo(chunk({ content: parts }), chunk({ content: 'c' }), chunk({}, 'stop')), {
    text: 'abc',
    calls: [],
    stop: 'end',
  })
})

test('the last count of tokens that came holds, wherever it stands', async () => {
  const counted = (place: (usage: Json) => Json[]) =>
    replyTo(chunk({ content: 'a' }), ...place({ prompt_tokens: 5, completion_tokens: 1 }))
  const usage = { input: 5, output: 1 }
  assert.deepEqual(
    (await counted((count) => [chunk({}, 'stop'), { choices: [], usage: count }]))?.usage,
    usage,
  )
  assert.deepEqual(
    (await counted((count) => [{ ...chunk({}, 'stop'), usage: count }, { usage: null }]))?.usage,
    usage,
  )
  assert.deepEqual(
    (await counted((count) => [{ choices: [{ ...chunk({}, 'stop').choices[0], usage: count }] }]))?.usage,
    usage,
  )
  assert.equal((await counted(() => [{ ...chunk({}, 'stop'), usage: {} }]))?.usage, undefined)
})

test('what Gemini wants back with a call stays with that call, whatever ids they get', async () => {
  const extra = { google: { thought_signature: 'abc==' } }
  const first = await replyTo(
    callPieces({ index: 0, id: 'a', function: { name: 'look', arguments: '{}' }, extra_content: extra }),
    callPieces({ index: 1, id: 'a', function: { name: 'look', arguments: '{}' } }),
    chunk({}, 'stop'),
  )
  assert.deepEqual(first?.opaque, { provider: 'openai', extra_content: [extra, null] })
  const calls = first!.calls.map((each, at) => ({ ...each, id: `own_${at}` }))
  const sent = wire(user('a'), says('', { calls, opaque: first!.opaque }), results('own_0', 'own_1'))[1]
    .tool_calls
  const plain = (id: string) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })
  assert.deepEqual(sent, [{ ...plain('own_0'), extra_content: extra }, plain('own_1')])
})

test('what came back in one request is sent in the next as it came', async () => {
  const first = (await asked([{ turn: TURN }])).reply!
  const { requests } = await asked(
    [{ turn: { text: 'ok' } }],
    {},
    requestOf(user('a'), { ...first, role: 'assistant' }, results('call_A', 'call_B')),
  )
  const { tool_calls: calls, ...rest } = requests[0]!.body.messages[2]
  assert.deepEqual(rest, { role: 'assistant', content: TURN.text, reasoning_content: 'hm \u20ac' })
  assert.deepEqual(
    calls.map((each: Json) => JSON.parse(each.function.arguments)),
    WHOLE.calls.map(({ args }) => args),
  )
})

test('unknown chunks, comments and fields pass by', async () => {
  const odd = [
    null,
    7,
    'x',
    [],
    {},
    { choices: null },
    { choices: [] },
    { choices: [null] },
    { choices: [{}] },
    { choices: [{ delta: null }] },
    { choices: 'x' },
    chunk({ audio: {}, tool_calls: null, content: 5, refusal: 5 }),
    { error: null },
  ]
  const events = openaiChunks(TURN)
  const bytes = sse([...odd, ...events.slice(0, 4), ...odd, ...events.slice(4)]).replaceAll(
    'data: {"id"',
    ': OPENROUTER PROCESSING\n\nevent: x\ndata: {"id"',
  )
  assert.deepEqual((await asked([{ bytes: pieces(bytes) }])).reply, WHOLE)
})

test('random values in the place of any field are survived', async () => {
  const { openaiReader } = await import('../models/openai-reply.ts')
  const odd = [null, undefined, 0, 'x', '', [], {}, [null], true]
  const paths = (value: Json): string[][] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.keys(value).flatMap((key) => [[key], ...paths(value[key]).map((path) => [key, ...path])])
  const events = openaiChunks({ ...TURN, text: 'abcd', thinking: 'hm' })
  for (const [at, event] of events.entries()) {
    for (const path of paths(event)) {
      for (const value of odd) {
        const broken = structuredClone(event)
        path.slice(0, -1).reduce((inner, key) => inner[key], broken)[path.at(-1)!] = value
        const reader = openaiReader(undefined)
        for (const [i, each] of events.entries()) reader.take(i === at ? broken : each)
        const reply = reader.reply()
        assert.equal(typeof reply.text, 'string')
        for (const { id, name, args } of reply.calls) {
          assert.deepEqual([typeof id, typeof name, typeof args], ['string', 'string', 'object'])
        }
      }
    }
  }
})

// --- broken answers

test('a stream that ends before a finish reason is asked again, or is cut, and never both', async () => {
  const whole = sse(
    openaiChunks({ text: 'Hello.', calls: [{ id: 'a', name: 'write', arguments: '{"path":"a"}' }] }),
  )
  const firstPiece = whole.indexOf('Hel')
  const marks = [
    0,
    1,
    30,
    firstPiece - 1,
    firstPiece + 60,
    whole.indexOf('tool_calls') + 120,
    whole.indexOf('"tool_calls"}]') - 9,
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

test('a call that has begun is content: a stream that breaks after it is cut, not asked again', async () => {
  const begun = callPieces({ index: 0, id: 'a', function: { name: 'look', arguments: '' } })
  const { reply, requests } = await asked([{ events: [begun] }, { turn: { text: 'again' } }])
  assert.deepEqual(reply, { text: '', calls: [{ id: 'a', name: 'look', args: {} }], stop: 'cut' })
  assert.equal(requests.length, 1)
})

/** Errors inside an answer of 200, before content, as servers write them; and if another try may help. */
const ERRORS: [error: Json, words: string, isRetried: boolean][] = [
  [{ error: { message: 'busy', type: 'server_error', code: 'server_is_overloaded' } }, 'busy.', true],
  [{ error: { message: 'slow', code: 'rate_limit_exceeded' } }, 'slow.', true],
  [
    {
      error: { message: 'Provider error', code: 502, metadata: {} },
      choices: [{ delta: {}, finish_reason: 'error' }],
    },
    'Provider error.',
    true,
  ],
  [
    { error: { message: 'no credit', code: 402 } },
    'no credit. The account has no credit, or reached its limit: waiting does not help.',
    false,
  ],
  [
    { error: { message: 'used up', code: 'insufficient_quota', type: 'server_error' } },
    'used up. The account has no credit, or reached its limit: waiting does not help.',
    false,
  ],
  [{ object: 'error', message: 'boom', type: 'InternalServerError', code: 500 }, 'boom.', true],
  [
    { object: 'error', message: 'too long', type: 'BadRequestError', code: 400 },
    'too long. If the conversation is too long, shorten it; else check the settings.',
    false,
  ],
  [
    { error: { message: 'n', type: 'exceed_context_size_error', code: 400 } },
    'n. The conversation is too long for the model: start a new one, or shorten this one.',
    false,
  ],
  [{ error: { message: 'who?', type: 'new_kind' } }, 'who?', false],
  [{ error: 'model not loaded' }, 'model not loaded.', false],
  [{ error: { code: 'x' } }, '{"code":"x"}.', false],
]

for (const [error, words, isRetried] of ERRORS) {
  const fate = isRetried ? 'retried' : 'final'
  test(`${JSON.stringify(error).slice(0, 60)} inside an answer of 200 is ${fate}`, async () => {
    const steps = [
      { events: [chunk({ role: 'assistant', content: '' }), error] },
      { status: 200, body: error },
    ]
    await Promise.all(
      steps.map(async (step) => {
        const told = await asked([step, { turn: { text: 'ok' } }])
        const reason = `${told.url}/v1/chat/completions sent an error: ${words}`
        if (isRetried) assert.deepEqual([told.reply?.text, told.retries], ['ok', [reason]])
        else assert.deepEqual([told.error?.message, told.retries], [reason, []])
      }),
    )
  })
}

test('an error in a stream after content cuts the reply', async () => {
  for (const error of [ERRORS[0]![0], ERRORS[2]![0], ERRORS[5]![0], chunk({}, 'error')]) {
    const { reply, requests } = await asked([
      { events: [chunk({ content: 'a' }), error] },
      { turn: { text: 'ok' } },
    ])
    assert.deepEqual([reply, requests.length], [{ text: 'a', calls: [], stop: 'cut' }, 1])
  }
})

test('the finish reason error, without an error, is asked again before content', async () => {
  const { reply, retries } = await asked([{ events: [chunk({}, 'error')] }, { turn: { text: 'ok' } }])
  assert.deepEqual([reply?.text, retries], ['ok', ['the reply ended with an error that has no words.']])
})

test('an empty stream is asked again, and then told with what it may mean', async () => {
  const { error, requests, url } = await asked([
    { bytes: [] },
    { bytes: [': OPENROUTER PROCESSING\n\n: again\n'] },
  ])
  assert.equal(
    error?.message,
    `the answer of ${url}/v1/chat/completions was empty. ` +
      'A local server does this when a conversation is longer than its context. Tried 2 times.',
  )
  assert.equal(requests.length, 2)
  const done = await asked([{ bytes: ['data: [DONE]\n\n'] }, { turn: { text: 'ok' } }])
  assert.deepEqual(
    [done.reply?.text, done.retries],
    ['ok', [`the answer of ${done.url}/v1/chat/completions ended before it was whole.`]],
  )
})

test('a page, a text or JSON of another kind is told, and not asked for again', async () => {
  const page =
    '<html><head><style>p { x: y }</style><title>Hello</title></head><body>It <b>works</b>!</body></html>'
  for (const [body, said] of [
    [page, 'Hello It works !'],
    ['The number of tokens exceeds the context', 'The number of tokens exceeds the context.'],
    [{ hello: 1 }, '{"hello":1}.'],
    [[1], '[1].'],
  ] as const) {
    const { error, requests, url } = await asked([{ status: 200, body }])
    assert.equal(error?.message, `${url}/v1/chat/completions sent no completion: ${said} Check the base URL.`)
    assert.equal(requests.length, 1)
  }
})

test('words that are no stream are final, unless they are said to be the beginning of one', async () => {
  const typeless = await asked([{ bytes: ['Not today'], type: '' }, { turn: { text: 'ok' } }])
  assert.match(typeless.error!.message, /sent no completion: Not today\. Check the base URL\.$/)
  assert.equal(typeless.requests.length, 1)
  const begun = await asked([{ bytes: ['dat'] }, { turn: { text: 'ok' } }])
  assert.deepEqual([begun.reply?.text, begun.requests.length], ['ok', 2])
})

// --- a whole run

test('a run goes through a full house, an overload, broken streams and a cut batch to its end', async () => {
  const calls = [
    { id: 'call_A', name: 'look', arguments: '{"path":"\u0142"}' },
    { id: 'call_A', name: 'look', arguments: '{"path":"b"}' },
  ]
  const cutCalls = [
    { id: 'call_C', name: 'look', arguments: '{"path":"c"}' },
    { id: 'call_D', name: 'look', arguments: '{"path":"d' },
  ]
  const broken = sse([chunk({ role: 'assistant' }), chunk({ content: 'I was ' })]).replace(
    'data: [DONE]\n\n',
    '',
  )
  const server = await startServer(
    [
      {
        status: 429,
        headers: { 'retry-after-ms': '20' },
        body: { error: { message: `slow down, ${KEY}`, code: 'rate_limit_exceeded' } },
      },
      { status: 529, headers: { 'retry-after': '0' }, body: { error: { message: 'Overloaded' } } },
      {
        bytes: [sse([chunk({ role: 'assistant', content: '' })]).replace('data: [DONE]\n\n', '')],
        end: 'break',
      },
      { turn: { text: 'Both.', thinking: 'hm', calls, stop: 'stop' }, size: 3 },
      { bytes: [broken], end: 'break' },
      { turn: { text: '', calls: cutCalls, stop: 'length' } },
      { turn: { text: 'Done.' }, eol: '\r\n' },
    ],
    { key: KEY },
  )
  const retries: [attempt: number, reason: string][] = []
  const model = openaiModel({
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
  const url = `${server.url}/v1/chat/completions`
  assert.deepEqual(
    retries.map(([attempt, reason]) => [attempt, reason.split(' (')[0]]),
    [
      [1, `${url} answered 429: slow down, ***.`],
      [2, `${url} answered 529: Overloaded.`],
      [3, `the connection to ${url} failed: UND_ERR_SOCKET other side closed.`],
    ],
  )
  assert.equal(
    events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('|'),
    'Bot|h.|I was |Don|e.',
  )
  const usage = { input: 20, output: 25, cacheRead: 7 }
  const lost = 'the reply was cut off or empty, and nothing of it was run. Send less at a time.'
  const second = (messages[1] as Reply).calls[1]!.id
  const { malformed } = (messages[5] as Reply).calls[1]!
  assert.match(second, /^c[0-9a-f]{8}$/)
  assert.deepEqual(messages, [
    { role: 'user', from: 'person', text: 'look' },
    {
      role: 'assistant',
      text: 'Both.',
      stop: 'calls',
      usage,
      opaque: { provider: 'openai', reasoning_content: 'hm' },
      calls: [
        { id: 'call_A', name: 'look', args: { path: '\u0142' } },
        { id: second, name: 'look', args: { path: 'b' } },
      ],
    },
    {
      role: 'results',
      results: [
        { id: 'call_A', ok: true, text: 'seen' },
        { id: second, ok: false, text: 'Error: no b' },
      ],
    },
    { role: 'assistant', text: 'I was ', calls: [], stop: 'cut' },
    { role: 'user', from: 'harness', text: lost },
    {
      role: 'assistant',
      text: '',
      stop: 'cut',
      usage,
      calls: [
        { id: 'call_C', name: 'look', args: { path: 'c' } },
        { id: 'call_D', name: 'look', args: {}, malformed },
      ],
    },
    {
      role: 'results',
      results: [
        { id: 'call_C', ok: false, text: `Error: ${lost}` },
        { id: 'call_D', ok: false, text: `Error: ${lost}` },
      ],
    },
    { role: 'assistant', text: 'Done.', calls: [], stop: 'end', usage },
  ])
  assert.doesNotMatch(JSON.stringify([end, events, retries, messages]), new RegExp(KEY))
  assert.deepEqual(server.requests[6]!.body.messages.slice(-2), [
    { role: 'tool', tool_call_id: 'call_C', content: `Error: ${lost}` },
    { role: 'tool', tool_call_id: 'call_D', content: `Error: ${lost}` },
  ])
})
