// What both adapters share: statuses, retries and their waits, clocks, aborts, and that no key is ever shown.
// Each case is a real request to a server on this machine, by Anthropic's protocol where it does not matter.

import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { createServer } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { anthropicModel } from '../models/anthropic.ts'
import { Fault } from '../models/faults.ts'
import { listModels } from '../models/list.ts'
import { openaiModel } from '../models/openai.ts'
import { anthropicEvents, openaiChunks, sse, startServer } from './strict-server.ts'
import type { AddressInfo } from 'node:net'
import type { ModelRequest, Reply } from '../agent.ts'
import type { ModelSettings, Retry } from '../models/settings.ts'
import type { Answer, Json, Step } from './strict-server.ts'

const KEY = 'sk-test-0123456789'
const REQUEST: ModelRequest = {
  system: '',
  messages: [{ role: 'user', from: 'person', text: 'hello' }],
  tools: [],
}
const OK: Answer = { turn: { text: 'ok' } }
const MODELS = { anthropic: anthropicModel, openai: openaiModel }
const PATHS = { anthropic: '/v1/messages', openai: '/v1/chat/completions' }
type Provider = keyof typeof MODELS

interface Options extends Partial<ModelSettings> {
  provider?: Provider
  signal?: AbortSignal
}

/** What came of one request: a reply or an error, the retries told, and the server when all is over. */
async function ask(steps: Step[], { provider = 'anthropic', signal, ...more }: Options = {}) {
  const server = await startServer(steps, { key: KEY })
  const retries: Retry[] = []
  const texts: string[] = []
  const model = MODELS[provider]({
    baseUrl: server.url,
    apiKey: KEY,
    model: 'small',
    retries: 1,
    onRetry: (retry) => retries.push(retry),
    ...more,
  })
  const errors: unknown[] = []
  const on = { signal: signal ?? new AbortController().signal, onText: (text: string) => texts.push(text) }
  const reply = await model(REQUEST, on).catch((error: unknown) => void errors.push(error))
  const error = errors[0] as Error | undefined
  await server.close()
  const url = server.url + PATHS[provider]
  return {
    reply: reply ?? undefined,
    error,
    words: error?.message.replace(url, 'URL'),
    retries,
    texts,
    server,
    url,
  }
}

/** The stream of one turn up to the event that `isLast` picks. */
function startOf(events: Json[], isLast: (event: Json) => boolean): string {
  const last = events.findIndex(isLast)
  assert.notEqual(last, -1)
  return sse(events.slice(0, last + 1)).replace('data: [DONE]\n\n', '')
}

const THREE = anthropicEvents({ text: 'One two three.' })
const BEGUN = startOf(THREE, ({ type }) => type === 'ping') // no content yet
const SPOKEN = startOf(THREE, ({ delta }) => delta?.text === 'One')

// --- statuses

const LONG = 'The conversation is too long for the model: start a new one, or shorten this one.'
const BROKE = 'The account has no credit, or reached its limit: waiting does not help.'
const CHECK = 'If the conversation is too long, shorten it; else check the settings.'

const FINAL: [status: number, kind: string, advice: string][] = [
  [400, 'invalid_request_error', ` ${CHECK}`],
  [400, 'context_length_exceeded', ` ${LONG}`],
  [401, 'authentication_error', ' Check the API key (KEY_NAME).'],
  [402, 'billing_error', ` ${BROKE}`],
  [403, 'permission_error', ' Check what the API key (KEY_NAME) may use.'],
  [404, 'not_found_error', " Check the model's name (small) and the base URL."],
  [413, 'request_too_large', ` ${LONG}`],
  [422, 'unprocessable', ''],
  [429, 'insufficient_quota', ` ${BROKE}`],
  [429, 'credit_balance_exhausted', ` ${BROKE}`],
]
const PASSING = [408, 409, 429, 500, 502, 503, 504, 529]

for (const provider of ['anthropic', 'openai'] as const) {
  const keyName = provider === 'anthropic' ? 'ANTHROPIC_API_KEY' : 'OPENAI_API_KEY'
  const bodyOf = (type: string): Json => ({
    ...(provider === 'anthropic' && { type: 'error' }),
    error: { type, message: 'No.' },
  })

  for (const [status, kind, advice] of FINAL) {
    test(`${provider}: ${status} ${kind} is final and says what to do`, async () => {
      const headers = { [provider === 'anthropic' ? 'request-id' : 'x-request-id']: 'req_7' }
      const { error, words, server } = await ask([{ status, headers, body: bodyOf(kind) }, OK], { provider })
      assert.ok(error instanceof Fault)
      assert.equal(words, `URL answered ${status} (request req_7): No.${advice.replace('KEY_NAME', keyName)}`)
      assert.equal(server.requests.length, 1)
    })
  }

  test(`${provider}: ${PASSING.join(', ')} are asked again`, async () => {
    const steps = PASSING.map((status) => ({ status, headers: { 'retry-after-ms': '1' }, body: bodyOf('x') }))
    const { reply, retries, url } = await ask([...steps, OK], { provider, retries: 8 })
    assert.equal(reply?.text, 'ok')
    assert.deepEqual(
      retries,
      PASSING.map((status, at) => ({ attempt: at + 1, waitMs: 1, reason: `${url} answered ${status}: No.` })),
    )
  })
}

test('a conversation that is too long is final, whatever the status', async () => {
  const error = { code: 500, type: 'exceed_context_size_error', message: 'too long', n_ctx: 4096 }
  const { words } = await ask([{ status: 500, body: { error } }, OK], { provider: 'openai' })
  assert.equal(words, `URL answered 500: too long. ${LONG}`)
})

test('a spend limit of Anthropic is final, though it is a 429', async () => {
  const error = {
    type: 'rate_limit_error',
    message: 'limit',
    details: { error_code: 'enforced_spend_limit_reached' },
  }
  const { words, server } = await ask([
    { status: 429, body: { type: 'error', error, request_id: 'req_9' } },
    OK,
  ])
  assert.equal(words, `URL answered 429 (request req_9): limit. ${BROKE}`)
  assert.equal(server.requests.length, 1)
})

test('when all tries are used up, the last error is thrown with their number', async () => {
  const busy = { status: 529, headers: { 'retry-after-ms': '1' }, body: { error: { message: 'busy' } } }
  const { words, retries, server } = await ask([busy, busy, busy, OK], { retries: 2 })
  assert.equal(words, 'URL answered 529: busy. Tried 3 times.')
  assert.deepEqual([retries.map(({ attempt }) => attempt), server.left()], [[1, 2], 1])
})

test('with no retries the first error is thrown', async () => {
  const { words, retries } = await ask([{ status: 500, body: '' }, OK], { retries: 0 })
  assert.deepEqual([words, retries], ['URL answered 500: (no words).', []])
})

test('four retries are the default', async () => {
  const busy: Answer = { status: 500, headers: { 'retry-after': '0' } }
  const { retries } = await ask([busy, busy, busy, busy, busy, busy], { retries: undefined })
  assert.equal(retries.length, 4)
})

const BODIES: [body: Json, said: string][] = [
  ['<!doctype html><title>502 Bad Gateway</title>\n<center>nginx</center>', '502 Bad Gateway nginx.'],
  ['', '(no words).'],
  ['not <json', 'not <json.'],
  ['{"error": {"message": "cut', '{"error": {"message": "cut.'],
  [{ error: 'plain' }, 'plain.'],
  [{ message: 'at the top' }, 'at the top.'],
  [{ detail: 'Not Found' }, 'Not Found.'],
  [{ error: { code: 'x', message: null } }, '{"code":"x","message":null}.'],
  [
    { error: { message: `a\u0007b\u202ec\r\n\n d${'x'.repeat(600)}` } },
    `a\\u{7}b\\u{202e}c d${'x'.repeat(493)}....`,
  ],
  [null, 'null.'],
]

for (const [body, said] of BODIES) {
  test(`an error body like ${JSON.stringify(body).slice(0, 30)} is told, bounded and escaped`, async () => {
    assert.equal(
      (await ask([{ status: 422, body }])).words,
      `URL answered 422: ${said.replace('....', '...')}`,
    )
  })
}

test('an answer without a body is empty, and an error without one has no words', async () => {
  const { words, retries } = await ask([{ status: 204 }, { status: 304 }])
  assert.equal(words, 'URL answered 304: (no words). Tried 2 times.')
  assert.match(retries[0]!.reason, /\/v1\/messages was empty\. A local server does this when/)
})

test('a retry that nobody is told of is made all the same', async () => {
  const { reply } = await ask([{ status: 500, headers: { 'retry-after-ms': '1' } }, OK], {
    onRetry: undefined,
  })
  assert.equal(reply?.text, 'ok')
})

test('of a very long error body only the start is read', async () => {
  const { words } = await ask([{ status: 422, body: 'x'.repeat(5_000_000) }])
  assert.equal(words, `URL answered 422: ${'x'.repeat(500)}...`)
})

test('an error whose body breaks off is still told by its status', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('HTTP/1.1 422 Oh\r\ncontent-length: 100\r\n\r\nhalf of it', () => socket.destroySoon())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { error } = await ask([], { baseUrl })
  server.close()
  assert.equal(error?.message, `${baseUrl}/v1/messages answered 422: half of it.`)
})

describe('waits', { concurrency: true }, () => {
  /** The wait before the second try, when the first is answered with these headers. */
  async function waitFor(headers: Record<string, string>, status = 500): Promise<number | undefined> {
    const { reply, retries } = await ask([{ status, headers, body: '' }, OK])
    assert.equal(reply?.text, 'ok')
    return retries[0]?.waitMs
  }

  test('waits as long as the server asks: milliseconds before seconds before a date', async () => {
    assert.equal(await waitFor({ 'retry-after-ms': '12.5', 'retry-after': '9' }), 12.5)
    assert.equal(await waitFor({ 'retry-after': '0.05' }), 50)
    assert.equal(await waitFor({ 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }), 0)
    const { words } = await ask([
      { status: 429, headers: { 'retry-after': new Date(Date.now() + 90_000).toUTCString() } },
    ])
    const [, seconds] = /It asks to wait (\d+) s, and no more/.exec(words!)!
    assert.ok(Number(seconds) > 80 && Number(seconds) <= 90, seconds)
  })

  test('waits half a second, a little less by chance, when the server does not say how long', async () => {
    const waits = await Promise.all(
      [{}, { 'retry-after-ms': 'x' }, { 'retry-after': 'soon' }, { 'retry-after-ms': '' }].map((headers) =>
        waitFor(headers as Record<string, string>),
      ),
    )
    for (const wait of waits) assert.ok(wait! >= 375 && wait! <= 500, `${waits}`)
    assert.ok(new Set(waits).size > 1, `${waits}`)
  })

  test('waits double with each try', async () => {
    const { retries } = await ask([{ status: 500 }, { status: 500 }, OK], { retries: 2 })
    const [first, second] = retries.map(({ waitMs }) => waitMs)
    assert.ok(first! <= 500 && second! >= 750 && second! <= 1_000, `${first} ${second}`)
  })

  test('a server that asks for more than a minute is not waited for but told about', async () => {
    const asked = 'It asks to wait 3600 s, and no more than 60 s are waited here: try again then.'
    const { words, retries } = await ask([
      { status: 429, headers: { 'retry-after': '3600' }, body: { error: { message: 'Later.' } } },
      OK,
    ])
    assert.deepEqual([words, retries], [`URL answered 429: Later. ${asked}`, []])
  })

  test('what the server says about another try wins', async () => {
    const never = await ask([{ status: 503, headers: { 'x-should-retry': 'false' } }, OK])
    assert.deepEqual([never.words, never.server.requests.length], ['URL answered 503: (no words).', 1])
    const again = await ask([
      { status: 400, headers: { 'x-should-retry': 'true', 'retry-after-ms': '1' } },
      OK,
    ])
    assert.equal(again.reply?.text, 'ok')
  })

  test('an onRetry that throws ends the request with its error', async () => {
    const own = new Error('no more')
    const { error } = await ask([{ status: 500 }, OK], {
      onRetry: () => {
        throw own
      },
    })
    assert.equal(error, own)
  })
})

// --- connections

test('a refused connection is tried again, and then asks whether the server runs', async () => {
  const gone = await startServer([])
  await gone.close()
  const { error, retries } = await ask([], { baseUrl: gone.url, retries: 1 })
  const port = new URL(gone.url).port
  const reason =
    `the connection to ${gone.url}/v1/messages failed: ` +
    `ECONNREFUSED connect ECONNREFUSED 127.0.0.1:${port}. ` +
    'Is the server running there?'
  assert.deepEqual(
    [error?.message, retries.map((retry) => retry.reason)],
    [`${reason} Tried 2 times.`, [reason]],
  )
})

test('a trouble of fetch that is none of the connection is thrown as it is', async () => {
  const { error, retries } = await ask([], { baseUrl: 'http://127.0.0.1:1' }) // a port that fetch never asks
  assert.ok(error instanceof TypeError)
  assert.deepEqual(retries, [])
})

test('a connection is used again for the next request', async () => {
  const server = await startServer([OK, { turn: { text: 'again' }, size: 1 }, OK])
  const model = openaiModel({ baseUrl: server.url, model: 'small' })
  for (let i = 0; i < 3; i++) {
    await model(REQUEST, { signal: new AbortController().signal })
    await sleep(20) // as calls take; fetch itself needs a moment to see that an answer is over
  }
  await server.close()
  assert.deepEqual([server.requests.length, server.connections()], [3, 1])
})

test('a redirect is told and not followed, so that no key goes elsewhere', async () => {
  const other = await startServer([OK])
  for (const status of [301, 307, 308]) {
    const { words, server } = await ask([{ status, headers: { location: `${other.url}/v1/messages` } }])
    assert.equal(
      words,
      `URL answered ${status}: (no words). It sends to ${other.url}/v1/messages: correct the base URL.`,
    )
    assert.equal(server.requests.length, 1)
  }
  await other.close()
  assert.deepEqual(other.requests, [])
})

test('an answer that does not end is given up after 64 MB', async () => {
  const comment = Buffer.from(`: ${'x'.repeat(1_048_573)}\n`)
  const { words, server } = await ask([{ bytes: Array.from({ length: 66 }, () => comment) }, OK])
  assert.deepEqual(
    [words, server.requests.length],
    ['the answer of URL is longer than 67108864 bytes. Check the base URL.', 1],
  )
})

describe('clocks', { concurrency: true }, () => {
  const MORE = (clock: string) => `A slow model needs a higher ${clock} in the policy.`

  test('an answer that never begins runs out the first clock, and is not asked for again', async () => {
    for (const step of [{ silent: true }, { bytes: [], end: 'stall' }] satisfies Step[]) {
      const { words, error, retries, server } = await ask([step, OK], { firstByteSeconds: 0.1 })
      assert.ok(error instanceof Fault)
      assert.equal(words, `no byte of an answer came from URL within 0.1 s. ${MORE('firstByteSeconds')}`)
      assert.deepEqual([retries, server.requests.length], [[], 1])
    }
  })

  test('a silence before content is an error, and after content cuts the reply', async () => {
    const idleSeconds = 0.15
    const before = await ask([{ bytes: [BEGUN], end: 'stall' }, OK], { idleSeconds })
    assert.equal(
      before.words,
      `nothing more of the answer came from URL within 0.15 s. ${MORE('idleSeconds')}`,
    )
    const after = await ask([{ bytes: [SPOKEN], end: 'stall' }, OK], { idleSeconds })
    assert.deepEqual([after.reply?.text, after.reply?.stop, after.server.requests.length], ['One', 'cut', 1])
  })

  test('any bytes keep the idle clock from running out, and the first ends the first clock', async () => {
    const bytes = [...Array.from({ length: 12 }, () => ': wait\n\n'), sse(anthropicEvents({ text: 'ok' }))]
    const { reply } = await ask([{ bytes, pauseMs: 100 }], { idleSeconds: 0.9, firstByteSeconds: 0.9 })
    assert.equal(reply?.text, 'ok')
  })

  test('the total clock runs through pings, text and waits', async () => {
    const totalSeconds = 0.8
    const words = `no whole answer came from URL within 0.8 s. ${MORE('totalSeconds')}`
    const pings = Array.from({ length: 100 }, () => ': wait\n\n')
    assert.equal((await ask([{ bytes: pings, pauseMs: 20 }], { totalSeconds })).words, words)
    const { reply } = await ask([{ bytes: [SPOKEN, ...pings], pauseMs: 20 }], { totalSeconds })
    assert.deepEqual([reply?.text, reply?.stop], ['One', 'cut'])
    const waiting = await ask([{ status: 503, headers: { 'retry-after': '30' } }, OK], { totalSeconds })
    assert.deepEqual([waiting.words, waiting.retries.length], [words, 1])
  })

  test('a wait between two tries runs no clock but the total', async () => {
    const { reply } = await ask([{ status: 503, headers: { 'retry-after-ms': '1500' } }, OK], {
      firstByteSeconds: 1,
      idleSeconds: 1,
    })
    assert.equal(reply?.text, 'ok')
  })

  test('a clock of many days does not run out at once', async () => {
    const days = 365 * 86_400
    const { reply } = await ask([{ ...OK, size: 20 }], {
      firstByteSeconds: days,
      idleSeconds: days,
      totalSeconds: days,
    })
    assert.equal(reply?.text, 'ok')
  })

  test('a whole reply is given back although the server leaves its stream open', async () => {
    const begun = performance.now()
    const streams = {
      anthropic: sse(anthropicEvents({ text: 'ok' })),
      openai: sse(openaiChunks({ text: 'ok' })),
    }
    await Promise.all(
      (['anthropic', 'openai'] as const).map(async (provider) => {
        const { reply } = await ask(
          [{ bytes: [streams[provider], ': still here\n\n'], pauseMs: 20, end: 'stall' }],
          { provider },
        )
        assert.deepEqual([reply?.text, reply?.stop], ['ok', 'end'])
      }),
    )
    assert.ok(performance.now() - begun < 10_000)
  })
})

describe('aborts', { concurrency: true }, () => {
  const STOPPED = new Error('stopped by the user')

  /** What comes of a request that is aborted `ms` after it began. */
  async function abortedAfter(ms: number, steps: Step[], options: Options = {}) {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(STOPPED), ms)
    const begun = performance.now()
    const told = await ask(steps, { ...options, signal: abort.signal })
    clearTimeout(timer)
    assert.ok(performance.now() - begun < 5_000, 'it ends at once')
    assert.equal(getEventListeners(abort.signal, 'abort').length, 0)
    return told
  }

  test('a signal that is aborted already sends nothing', async () => {
    const { error, server } = await ask([OK], { signal: AbortSignal.abort(STOPPED) })
    assert.deepEqual([error, server.requests.length], [STOPPED, 0])
  })

  test('an abort before text throws its reason: before an answer, in one, and between tries', async () => {
    const calls = anthropicEvents({ calls: [{ id: 'a', name: 'look', arguments: '{"path":"x"}' }] })
    const steps: Step[] = [
      { silent: true },
      { bytes: [BEGUN], end: 'stall' },
      { status: 503, headers: { 'retry-after': '30' } },
      { bytes: [startOf(calls, ({ delta }) => delta?.partial_json === 'ath')], end: 'stall' },
    ]
    await Promise.all(
      steps.map(async (step) => {
        const { error, reply, server } = await abortedAfter(800, [step, OK])
        assert.deepEqual(
          [error, reply, server.requests.length],
          [STOPPED, undefined, 1],
          JSON.stringify(step),
        )
      }),
    )
  })

  test('an abort after text gives it back as cut, without calls', async () => {
    const events = anthropicEvents({
      thinking: 'hm',
      text: 'One',
      calls: [{ id: 'a', name: 'look', arguments: '{"path":"x"}' }],
    })
    const bytes = [startOf(events, ({ delta }) => delta?.partial_json === 'ath')]
    const { reply, texts } = await abortedAfter(800, [{ bytes, end: 'stall' }, OK])
    assert.deepEqual(texts, ['One'])
    assert.deepEqual(reply, {
      text: 'One',
      calls: [],
      stop: 'cut',
      usage: { input: 20, output: 1, cacheRead: 7, cacheWrite: 3 },
    } satisfies Reply)
  })

  test('an abort drops the request, so that the server stops working on it', async () => {
    const abort = new AbortController()
    const server = await startServer([{ bytes: [SPOKEN], end: 'stall' }])
    const model = anthropicModel({ baseUrl: server.url, model: 'small' })
    const reply = await model(REQUEST, { signal: abort.signal, onText: () => abort.abort(STOPPED) })
    await server.hungUp()
    await server.close()
    assert.deepEqual([reply.text, reply.stop], ['One', 'cut'])
  })

  test('so do a clock that runs out and a reader that gives up', async () => {
    for (const step of [
      { bytes: [BEGUN], end: 'stall' },
      { bytes: ['data: nonsense\n\n'], end: 'stall' },
    ] satisfies Step[]) {
      const server = await startServer([step])
      const model = anthropicModel({ baseUrl: server.url, model: 'small', idleSeconds: 0.2, retries: 0 })
      await assert.rejects(model(REQUEST, { signal: new AbortController().signal }), Fault)
      await server.hungUp()
      await server.close()
    }
  })

  test('a request leaves no listener behind on the signal', async () => {
    const abort = new AbortController()
    for (const steps of [
      [OK],
      [{ status: 400 }],
      [{ status: 503, headers: { 'retry-after-ms': '1' } }, OK],
    ] satisfies Step[][]) {
      await ask(steps, { signal: abort.signal })
      assert.equal(getEventListeners(abort.signal, 'abort').length, 0)
    }
  })

  test('an onText that throws ends the request with its error, and nothing is asked again', async () => {
    for (const own of [new Error('the terminal is gone'), new TypeError('terminated')]) {
      const server = await startServer([{ turn: { text: 'One two' } }, OK])
      const model = anthropicModel({ baseUrl: server.url, model: 'small' })
      const on = {
        signal: new AbortController().signal,
        onText: () => {
          throw own
        },
      }
      await assert.rejects(model(REQUEST, on), (error) => error === own)
      await server.close()
      assert.equal(server.requests.length, 1)
    }
  })
})

// --- the key

test('no key is shown, wherever the server repeats it', async () => {
  const steps: Step[] = [
    { status: 401, headers: { 'request-id': `req ${KEY}` }, body: { error: { message: `bad key ${KEY}.` } } },
    { status: 403, body: `<p>Bearer ${KEY}</p>` },
    { status: 422, body: { error: { message: `${'x'.repeat(490)}${KEY}` } } }, // where it would be cut in two
    { status: 302, headers: { location: `https://127.0.0.1/?key=${KEY}` } },
    { status: 200, body: `hello ${KEY}` },
    { events: [{ type: 'error', error: { type: 'invalid_request_error', message: `no ${KEY}` } }] },
    { status: 500, body: { error: { message: `oops ${KEY}` } } },
  ]
  const cases = steps.flatMap(
    (step) =>
      [
        { step, provider: 'anthropic' },
        { step, provider: 'openai' },
      ] as const,
  )
  await Promise.all(
    cases.map(async ({ step, provider }) => {
      const { error, retries } = await ask([step, OK], { provider })
      const shown = `${error?.stack} ${JSON.stringify([error?.message, error?.cause, retries])}`
      assert.doesNotMatch(shown, /sk-t|(?<!127\.0\.0\.1:\d*)0123/) // a port may look like a piece of it
      assert.match(shown, /\*\*\*/)
    }),
  )
})

test("a key in a header of one's own is not shown either, nor one with blanks around it", async () => {
  const server = await startServer([
    ({ headers }) => ({ status: 422, body: { error: { message: JSON.stringify(headers) } } }),
    ({ headers }) => ({ status: 422, body: { error: { message: headers['x-api-key'] } } }),
  ])
  const signal = new AbortController().signal
  const settings = { baseUrl: server.url, model: 'small', retries: 0 }
  const headers = {
    Authorization: 'Bearer secret-one',
    'X-My-Token': 'secret-one-two', // holds the other, and goes as a whole
    'anthropic-beta': 'tools',
  }
  await assert.rejects(
    anthropicModel({ ...settings, headers, apiKey: 'secret-one' })(REQUEST, { signal }),
    ({ message }: Error) => {
      assert.doesNotMatch(message, /secret/)
      assert.match(
        message,
        /"anthropic-beta":"tools","anthropic-version":"2023-06-01","authorization":"\*\*\*"/,
      )
      assert.match(message, /"x-my-token":"\*\*\*"/)
      return true
    },
  )
  await assert.rejects(
    anthropicModel({ ...settings, apiKey: `${KEY}\n` })(REQUEST, { signal }),
    ({ message }: Error) => {
      assert.equal(message, `${server.url}/v1/messages answered 422: ***.`)
      return true
    },
  )
  await server.close()
})

test('a key of two characters guards nothing and is left in the words around it', async () => {
  const server = await startServer([{ status: 422, body: { error: { message: 'no such thing' } } }])
  const model = anthropicModel({ baseUrl: server.url, model: 'small', apiKey: 'no' })
  await assert.rejects(
    model(REQUEST, { signal: new AbortController().signal }),
    /answered 422: no such thing\.$/,
  )
  await server.close()
})

test('a key that no header can carry is refused without being shown', () => {
  for (const apiKey of ['sk-a\nb', 'sk-\u0142']) {
    assert.throws(() => anthropicModel({ baseUrl: 'http://127.0.0.1', model: 'm', apiKey }), {
      message: 'the API key or another header holds what no header can, like a line break: set it anew',
    })
  }
})

test('a base URL that is none, or holds a secret, is refused without being shown', () => {
  for (const baseUrl of ['', '127.0.0.1:8080', 'ftp://127.0.0.1', 'http://']) {
    assert.throws(() => openaiModel({ baseUrl, model: 'm' }), {
      message: 'the base URL is not an address: write one like http://127.0.0.1:8080/v1',
    })
  }
  for (const baseUrl of [
    `http://u:${KEY}@127.0.0.1`,
    `http://${KEY}@127.0.0.1`,
    `http://127.0.0.1/?key=${KEY}`,
    `http://127.0.0.1/#${KEY}`,
  ]) {
    assert.throws(() => anthropicModel({ baseUrl, model: 'm' }), {
      message: 'the base URL holds a user name, password, query or fragment: give the key as apiKey',
    })
  }
})

// --- fetch's own limits

test('the limits that fetch has of its own are lifted, and an agent of another kind is let be', async () => {
  const symbol = [2, 1]
    .map((n) => Symbol.for(`undici.globalDispatcher.${n}`))
    .find((each) => each in globalThis)!
  const all = globalThis as unknown as Record<symbol, { constructor: new (options: object) => object }>
  const original = all[symbol]!
  const made: object[] = []
  class Watched extends original.constructor {
    constructor(options: object) {
      super(options)
      made.push(options)
    }
  }
  const server = await startServer([OK, OK])
  const service = {
    url: `${server.url}/v1/messages`,
    headers: { 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
    keyName: '',
    model: 'small',
    onRetry: () => {},
    clean: String,
    limits: { firstByteSeconds: 9, idleSeconds: 9, totalSeconds: 9, retries: 0 },
  }
  const body = { model: 'small', max_tokens: 5, messages: [{ role: 'user', content: 'a' }], stream: true }
  const { anthropicReader } = await import('../models/anthropic-reply.ts')
  const replies: string[] = []
  try {
    for (const constructor of [
      Watched,
      class Other {
        constructor() {
          throw new Error('needs a proxy')
        }
      },
    ]) {
      const stand = Object.create(original, { constructor: { value: constructor } })
      all[symbol] = stand
      const { converse } = await import(`../models/http.ts?agent=${constructor.name}`)
      const reply = await converse(service, body, () => anthropicReader(undefined), {
        signal: new AbortController().signal,
      })
      replies.push(reply.text)
    }
  } finally {
    all[symbol] = original
    await server.close()
  }
  assert.deepEqual(replies, ['ok', 'ok'])
  assert.deepEqual(made.at(-1), { headersTimeout: 0, bodyTimeout: 0 })
})

// --- the list of models

test('lists the models of either service', async () => {
  const server = await startServer([], { key: KEY })
  const settings = { baseUrl: server.url, apiKey: KEY }
  assert.deepEqual(await listModels({ provider: 'anthropic', ...settings }), ['small', 'large'])
  assert.deepEqual(await listModels({ provider: 'openai', ...settings }), ['small', 'large'])
  await server.close()
  assert.deepEqual(
    server.requests.map(({ path, headers }) => [path, headers['x-api-key'], headers['authorization']]),
    [
      ['/v1/models?limit=1000', KEY, undefined],
      ['/v1/models', undefined, `Bearer ${KEY}`],
    ],
  )
})

test('a list that cannot be had is a fault that says what to do', async (t) => {
  const server = await startServer([], { key: KEY })
  const settings = { provider: 'openai', baseUrl: server.url } as const
  await assert.rejects(listModels(settings), {
    message:
      `${server.url}/v1/models answered 401: missing or wrong API key. ` +
      'Check the API key (OPENAI_API_KEY).',
  })
  await server.close()
  await assert.rejects(listModels(settings), /failed: ECONNREFUSED .+ Is the server running there\?$/)
  await assert.rejects(listModels({ ...settings, baseUrl: 'http://127.0.0.1:1' }), TypeError)

  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  t.mock.method(AbortSignal, 'timeout', () => AbortSignal.abort(new Error('over')))
  const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  await assert.rejects(listModels({ provider: 'openai', baseUrl }), {
    message: `no answer from ${baseUrl}/v1/models within 10 s.`,
  })
  silent.close()
})

test('a list that is none has no names', async () => {
  for (const body of ['hello', '[]', '{"data": 7}', '{"data": [null, 5, {"id": 5}]}']) {
    const server = createServer((socket) => {
      socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    assert.deepEqual(await listModels({ provider: 'openai', baseUrl }), [])
    server.close()
  }
})
