// agent.test.ts: what the loop promises, one behaviour a test. Only the model is scripted.
// What a seam notices is collected and asserted outside: the loop answers for a seam that throws.

import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { describe, test } from 'node:test'
import { runAgent, Stop } from '../agent.ts'
import type {
  AgentEvent, End, Execute, Finish, Message, Model, Outcome, Reply, ToolCall, ToolResult,
} from '../agent.ts'
import {
  asking, assistant, badCall, call, failure, hands, harness, historyFaults, person, reply, result, results,
  run, scripted,
} from './builders.ts'
import type { Options } from './builders.ts'

const CUT = 'the reply was cut off or empty, and nothing of it was run. Send less at a time.'
const MISSING = 'no result came back; it may have had effects'
const INTERRUPTED = 'interrupted; it may have had effects'
const NOT_STARTED = 'not run: interrupted'
const DEFAULT_ROUNDS = 100
const HANG_LIMIT_MS = 20_000 // far more than the grace of three seconds

const never = () => new Promise<never>(() => {})
const aFailingModel: Model = async () => { throw new Error('the model is down') }

describe('a run', () => {
  test('tells the round, the task, the calls, their results and the end, in this order', async () => {
    const first = reply('I look', [call('a'), call('b', 'read', { path: 'x' })])
    const { end, events, messages } = await run({ model: scripted(first, reply('it is so')) })
    const whole: End = { outcome: 'done', reason: '', text: 'it is so', rounds: 2 }
    assert.deepEqual(events, [
      { type: 'round', round: 1 },
      { type: 'message', message: person('task') },
      { type: 'message', message: assistant(first) },
      { type: 'message', message: results(result('a'), result('b')) },
      { type: 'round', round: 2 },
      { type: 'message', message: assistant(reply('it is so')) },
      { type: 'end', end: whole },
    ])
    assert.deepEqual(end, whole)
    assert.deepEqual(messages, [
      person('task'), assistant(first), results(result('a'), result('b')), assistant(reply('it is so')),
    ])
  })

  test('returns the very end that it told', async () => {
    const { end, events } = await run({ model: scripted(reply('hello')) })
    assert.deepEqual(events.at(-1), { type: 'end', end })
    assert.equal((events.at(-1) as { end: End }).end, end)
  })

  test('tells of calls before they run, and of results after', async () => {
    const log: string[] = []
    const execute: Execute = async (calls) => {
      log.push('run')
      return calls.map(({ id }) => result(id))
    }
    const listener = (event: { type: string; message?: Message }) => {
      if (event.message) log.push(event.message.role)
    }
    await run({ model: scripted(asking('a'), reply('so')), execute, listener })
    assert.deepEqual(log, ['user', 'assistant', 'run', 'results', 'assistant'])
  })

  test('tells of a message when it is in the history', async () => {
    const messages: Message[] = []
    const isLast: boolean[] = []
    const listener = (event: AgentEvent) => {
      if (event.type === 'message') isLast.push(messages.at(-1) === event.message)
    }
    await run({ model: scripted(asking('a'), reply('so')), messages, listener })
    assert.deepEqual(isLast, [true, true, true, true])
  })

  test('works without a listener, a finish, a signal or a limit', async () => {
    const messages: Message[] = []
    const model = scripted(asking('a'), reply('so'))
    const inbox = [person('task')]
    const end = await runAgent({ model, execute: hands(), system: '', tools: [], messages, inbox })
    assert.deepEqual(end, { outcome: 'done', reason: '', text: 'so', rounds: 2 })
    assert.deepEqual(messages, [
      person('task'), assistant(asking('a')), results(result('a')), assistant(reply('so')),
    ])
  })

  test('hands the model the live history, the system words and a signal', async () => {
    const seen: unknown[] = []
    const messages: Message[] = []
    const model: Model = async (request, on) => {
      seen.push(request.messages === messages, request.system, on.signal instanceof AbortSignal)
      return reply('so')
    }
    await run({ model, messages, system: 'be kind' })
    assert.deepEqual(seen, [true, 'be kind', true])
  })

  test('looks at the tools and the system words anew each round', async () => {
    const look = { name: 'look', description: 'looks', parameters: {} }
    const touch = { name: 'touch', description: 'touches', parameters: {} }
    const model = scripted(asking('a'), reply('so'))
    const options = {
      model, system: 'one', tools: [look], messages: [], inbox: [person('task')],
      execute: async () => {
        options.tools = [look, touch]
        options.system = 'two'
        return [result('a')]
      },
    }
    await runAgent(options)
    assert.deepEqual(model.requests.map(({ tools, system }) => ({ tools, system })), [
      { tools: [look], system: 'one' }, { tools: [look, touch], system: 'two' },
    ])
  })

  test('passes the pieces of a text on as they come', async () => {
    const model = scripted((_, on) => {
      on.onText?.('it ')
      on.onText?.('is so')
      return reply('it is so')
    })
    const { told } = await run({ model })
    assert.deepEqual(told, [
      'round 1', 'person: task', 'text: it ', 'text: is so', 'assistant: it is so []', 'end: done',
    ])
  })

  test('goes on with the history of the run before', async () => {
    const messages: Message[] = []
    await run({ model: scripted(reply('one')), messages, inbox: [person('first')] })
    const model = scripted(reply('two'))
    await run({ model, messages, inbox: [person('second')] })
    const history = [person('first'), assistant(reply('one')), person('second')]
    assert.deepEqual(model.requests.map((request) => request.messages), [history])
    assert.deepEqual(messages, [...history, assistant(reply('two'))])
  })

  test('keeps opaque data and fields that it does not know', async () => {
    const strange = {
      text: 'so', stop: 'calls', calls: [{ id: 'a', name: 'look', args: { deep: [{}] }, colour: 'red' }],
      usage: { input: 9, output: 1 }, opaque: { by: 'x', parts: [null, 1] }, mood: 'good',
    }
    const answer = { id: 'a', ok: true, text: 'seen', weight: 3 }
    const model = scripted(strange as Reply, reply('done'))
    const { messages } = await run({ model, execute: async () => [answer] })
    assert.deepEqual(messages.slice(1, 3), [
      { ...strange, role: 'assistant' }, { role: 'results', results: [answer] },
    ])
  })

  test('lets no reply claim another role', async () => {
    const pretending = { ...reply('so'), role: 'user' } as Reply
    const { messages } = await run({ model: scripted(pretending) })
    assert.equal(messages[1]?.role, 'assistant')
  })

  test('ends every way with one end event, the last', async () => {
    const asks = () => scripted(asking('a'))
    const given = (ends: Outcome): Execute => async () => [result('a', 'so', { ends })]
    const ways: [Outcome, Options][] = [
      ['done', { model: scripted(reply('so')) }],
      ['done', { model: asks(), execute: given('done') }],
      ['blocked', { model: asks(), execute: async () => { throw new Stop('blocked', 'no') } }],
      ['input', { model: asks(), execute: given('input') }],
      ['cut', { model: async () => reply('') }],
      ['refused', { model: scripted(reply('no', [], { stop: 'refused' })) }],
      ['limit', { model: scripted(), maxRounds: 0 }],
      ['aborted', { model: scripted(), signal: AbortSignal.abort() }],
      ['failed', { model: aFailingModel }],
      ['failed', { model: scripted(reply('so')), listener: () => { throw new Error('full') } }],
    ]
    const ends: [Outcome, number, number][] = []
    for (const [, options] of ways) {
      const { end, events } = await run(options)
      const at = events.flatMap((event, i) => (event.type === 'end' ? [i - events.length] : []))
      ends.push([end.outcome, at.length, at[0]!])
    }
    assert.deepEqual(ends, ways.map(([outcome]) => [outcome, 1, -1]))
  })

  test('tells no text after its end', async () => {
    let late = (_text: string) => {}
    const model = scripted((_, on) => {
      late = on.onText!
      return reply('so')
    })
    const { events } = await run({ model })
    late('a stream that was given up')
    assert.deepEqual(events.map(({ type }) => type), ['round', 'message', 'message', 'end'])
  })
})

describe('each call gets one result, in the order asked', () => {
  const twoCalls = () => scripted(asking('a', 'b'), reply('so'))
  async function answered(execute: Execute, model: Model = twoCalls()): Promise<ToolResult[]> {
    const { messages, end } = await run({ model, execute })
    assert.deepEqual(historyFaults(messages), [])
    assert.equal(end.outcome, 'done')
    const found = messages.filter((message) => message.role === 'results')
    assert.equal(found.length, 1)
    return found[0]!.results
  }

  test('when they come back in another order', async () => {
    const given = await answered(async () => [result('b', 'two'), result('a', 'one')])
    assert.deepEqual(given, [result('a', 'one'), result('b', 'two')])
  })

  test('when one is missing', async () => {
    const given = await answered(async () => [result('b', 'two')])
    assert.deepEqual(given, [failure('a', MISSING), result('b', 'two')])
  })

  test('when none comes back', async () => {
    assert.deepEqual(await answered(async () => []), [failure('a', MISSING), failure('b', MISSING)])
  })

  test('and of two results for one call the first one counts', async () => {
    const given = await answered(async () => [result('a', 'first'), result('b'), result('a', 'second')])
    assert.deepEqual(given, [result('a', 'first'), result('b')])
  })

  test('and a result for a call that nobody made is dropped', async () => {
    const given = await answered(async () => [result('z'), result('a'), result('b'), result('')])
    assert.deepEqual(given, [result('a'), result('b')])
  })

  test('when carrying out rejects', async () => {
    const why = 'no result: the disk is gone; it may have had effects'
    const given = await answered(async () => { throw new Error('the disk is gone') })
    assert.deepEqual(given, [failure('a', why), failure('b', why)])
  })

  test('when carrying out throws at once, and what it throws is no error', async () => {
    const why = 'no result: just words; it may have had effects'
    const given = await answered(() => { throw 'just words' })
    assert.deepEqual(given, [failure('a', why), failure('b', why)])
  })

  test('when carrying out returns what are no results', async () => {
    for (const nothing of [undefined, 'words', [null], {}, 7]) {
      const given = await answered((async () => nothing) as unknown as Execute)
      assert.deepEqual(given.map(({ id, ok }) => [id, ok]), [['a', false], ['b', false]])
      const words = /^Error: no result(: .+| came back); it may have had effects$/
      for (const { text } of given) assert.match(text, words)
    }
  })

  test('when carrying out returns no promise', async () => {
    const given = await answered((() => undefined) as unknown as Execute)
    assert.deepEqual(given.map(({ id, ok }) => [id, ok]), [['a', false], ['b', false]])
  })

  test('and a failure of one leaves the others as they came', async () => {
    const given = await answered(async () => [failure('a', 'exit code 3'), result('b', 'ok')])
    assert.deepEqual(given, [failure('a', 'exit code 3'), result('b', 'ok')])
  })

  test('and a call that did not parse is answered with the reason, while the others run', async () => {
    const execute = hands()
    const why = 'a bare line feed in a string'
    const model = scripted(reply('', [call('a'), badCall('b', why), call('c')]), reply('so'))
    const given = await answered(execute, model)
    assert.deepEqual(execute.rounds, [['a', 'c']])
    assert.deepEqual(given, [result('a'), failure('b', why), result('c')])
  })

  test('and when no call of a reply parsed, nothing is carried out and the run goes on', async () => {
    const execute = hands()
    const why = ['null is no object', 'a list is no object', 'a string is no object', 'a number is no object']
    const model = scripted(reply('', why.map((words, i) => badCall(`n${i}`, words))), reply('so'))
    const given = await answered(execute, model)
    assert.deepEqual(execute.rounds, [])
    assert.deepEqual(given, why.map((words, i) => failure(`n${i}`, words)))
  })

  test('and a result made up for a call that did not parse is not believed', async () => {
    const model = scripted(reply('', [badCall('a', 'not JSON'), call('b')]), reply('so'))
    const given = await answered(async () => [result('a', 'it ran'), result('b')], model)
    assert.deepEqual(given, [failure('a', 'not JSON'), result('b')])
  })

  test('and an empty reason for not parsing still keeps a call from running', async () => {
    const execute = hands()
    const given = await answered(execute, scripted(reply('', [badCall('a', ''), call('b')]), reply('so')))
    assert.deepEqual(execute.rounds, [['b']])
    assert.deepEqual(given, [failure('a', ''), result('b')])
  })

  test('and a megabyte of arguments does not come back in the error', async () => {
    const model = scripted(reply('', [call('a', 'write', { text: 'x'.repeat(1_000_000) })]), reply('so'))
    const given = await answered(async () => [], model)
    assert.deepEqual(given, [failure('a', MISSING)])
  })

  test('and a name from the prototype of objects is a name like any other', async () => {
    const calls = [call('constructor', 'toString'), call('__proto__', 'hasOwnProperty')]
    const model = scripted(reply('', calls), reply('so'))
    assert.deepEqual(await answered(hands(), model), [result('constructor'), result('__proto__')])
  })

  test('also when what is thrown has no words', async () => {
    const { messages } = await run({ model: twoCalls(), execute: async () => { throw Object.create(null) } })
    assert.deepEqual(historyFaults(messages), [])
  })
})

describe('a cut or empty reply', () => {
  const wholeLooking = [call('a', 'bash', { command: 'touch A' }), call('b', 'write')]
  const lostCalls = () => reply('I write', wholeLooking, { stop: 'cut' })
  const empty = reply('')

  test('runs nothing, not even calls that look whole, and says so to the model', async () => {
    const execute = hands()
    const model = scripted(lostCalls(), reply('smaller', [call('c')]), reply('so'))
    const { told, messages } = await run({ model, execute })
    assert.deepEqual(execute.rounds, [['c']])
    assert.deepEqual(messages[2], results(failure('a', CUT), failure('b', CUT)))
    assert.deepEqual(told, [
      'round 1', 'person: task', 'assistant: I write [a b]', 'results: a failed, b failed',
      'round 2', 'assistant: smaller [c]', 'results: c ok', 'round 3', 'assistant: so []', 'end: done',
    ])
  })

  test('is told as cut also where a call did not parse', async () => {
    const half = { ...reply('', [badCall('a', 'Unterminated string in JSON')]), stop: 'cut' as const }
    const { messages } = await run({ model: scripted(half, reply('so')) })
    const [given] = (messages[2] as { results: ToolResult[] }).results
    assert.match(given!.text, /cut off.*Send less/)
  })

  test('without calls gets words of the harness', async () => {
    const { told } = await run({ model: scripted(reply('half a sen', [], { stop: 'cut' }), reply('so')) })
    assert.deepEqual(told, [
      'round 1', 'person: task', 'assistant: half a sen []', `harness: ${CUT}`,
      'round 2', 'assistant: so []', 'end: done',
    ])
  })

  test('does not join the history when nothing is in it', async () => {
    const blank = reply(' \n\t')
    const { messages } = await run({ model: scripted(empty, blank, reply('so')) })
    assert.deepEqual(messages, [person('task'), harness(CUT), harness(CUT), assistant(reply('so'))])
  })

  test('joins the history when it holds opaque data, be it null', async () => {
    const thought = reply('', [], { opaque: null })
    const { messages } = await run({ model: scripted(thought, reply('so')) })
    assert.deepEqual(messages, [person('task'), assistant(thought), harness(CUT), assistant(reply('so'))])
  })

  test('may announce calls that are not there', async () => {
    const announced = reply('now I will', [], { stop: 'calls' })
    const { messages } = await run({ model: scripted(announced, reply('so')) })
    assert.deepEqual(messages, [person('task'), assistant(announced), harness(CUT), assistant(reply('so'))])
  })

  test('ends the run as cut when it is the third in a row, whatever its kind', async () => {
    const kinds = [lostCalls(), empty, reply('', [], { stop: 'calls' })]
    const { end, told } = await run({ model: scripted(...kinds, reply('never asked')) })
    const reason = '3 replies in a row were cut or empty'
    assert.deepEqual(end, { outcome: 'cut', reason, text: '', rounds: 3 })
    assert.deepEqual(told.slice(4), ['round 2', `harness: ${CUT}`, 'round 3', 'end: cut'])
  })

  test('ends the run with its calls answered when the same large call is sent for ever', async () => {
    const execute = hands()
    let n = 0
    const args = { content: 'x\n'.repeat(2_000) }
    const model: Model = async () => reply('', [call(`w${n++}`, 'write', args)], { stop: 'cut' })
    const { end, messages } = await run({ model, execute })
    assert.deepEqual([end.outcome, end.rounds, n, execute.rounds], ['cut', 3, 3, []])
    assert.deepEqual(historyFaults(messages), [])
    assert.deepEqual(messages.at(-1), results(failure('w2', CUT)))
  })

  test('is counted anew after a whole reply', async () => {
    const model = scripted(empty, lostCalls(), asking('c'), empty, empty, asking('d'), empty, reply('so'))
    const { end } = await run({ model })
    assert.deepEqual([end.outcome, end.rounds], ['done', 8])
  })

  test('is counted anew after words that an objection sent back', async () => {
    let asked = 0
    const finish: Finish = async () => (++asked === 1 ? 'not yet' : null)
    const model = scripted(empty, empty, reply('so'), empty, empty, reply('now'))
    const { end } = await run({ model, finish })
    assert.deepEqual([end.outcome, end.text, asked], ['done', 'now', 2])
  })

  test('never ends as done, and asks no finish', async () => {
    const asked: string[] = []
    const finish: Finish = async ({ text }) => {
      asked.push(text)
      return null
    }
    await run({ model: scripted(reply('half', [], { stop: 'cut' }), empty, reply('so')), finish })
    assert.deepEqual(asked, ['so'])
  })
})

describe('the stop of a reply', () => {
  test('end runs its calls all the same', async () => {
    const execute = hands()
    const model = scripted({ ...asking('a'), stop: 'end' }, reply('so'))
    const { end } = await run({ model, execute })
    assert.deepEqual([execute.rounds, end.outcome, end.rounds], [[['a']], 'done', 2])
  })

  test('refused runs nothing, answers its calls and ends as refused with its words', async () => {
    const execute = hands()
    const model = scripted(reply('I will not', [call('a')], { stop: 'refused' }))
    const { end, messages } = await run({ model, execute })
    assert.deepEqual(execute.rounds, [])
    assert.deepEqual(end, { outcome: 'refused', reason: 'I will not', text: 'I will not', rounds: 1 })
    assert.deepEqual(messages[2], results(failure('a', 'not run: a refusal')))
  })

  test('refused without words has a reason too', async () => {
    const { end, messages } = await run({ model: scripted(reply('', [], { stop: 'refused' })) })
    assert.deepEqual(end, { outcome: 'refused', reason: 'the model refused', text: '', rounds: 1 })
    assert.deepEqual(messages, [person('task')])
  })

  test('other runs nothing, answers its calls and ends as failed', async () => {
    const execute = hands()
    const model = scripted(reply('hm', [call('a')], { stop: 'other' }))
    const { end, messages } = await run({ model, execute })
    const { error, ...rest } = end
    assert.deepEqual(execute.rounds, [])
    assert.deepEqual(rest, {
      outcome: 'failed', reason: 'the reply ended for an unknown reason', text: 'hm', rounds: 1,
    })
    assert.ok(error instanceof Stop)
    assert.deepEqual(messages[2], results(failure('a', 'not run: an unclear end')))
  })

  test('that nobody knows counts as other, also when objects have such a name', async () => {
    const odd = ['paused', 'constructor', 'toString', '__proto__', 'End', '', null, undefined, 0, ['end']]
    for (const stop of odd) {
      const execute = hands()
      const model = scripted({ ...asking('a'), stop } as Reply)
      const { end, messages } = await run({ model, execute })
      assert.deepEqual([end.outcome, execute.rounds], ['failed', []], String(stop))
      assert.deepEqual(messages.slice(1), [
        assistant({ ...asking('a'), stop: 'other' }),
        results(failure('a', 'not run: an unclear end')),
      ])
    }
  })
})

describe('ids', () => {
  async function idsAfter(given: string[][], messages: Message[] = []) {
    const executed: string[][] = []
    const ran: unknown[] = []
    const execute: Execute = async (calls) => {
      executed.push(calls.map(({ id }) => id))
      ran.push(...calls.map(({ args }) => args['n']))
      return calls.map(({ id, args }) => result(id, `did ${args['n']}`))
    }
    let n = 0
    const turns = given.map((ids) => reply('', ids.map((id) => call(id, 'bash', { n: n++ }))))
    const model = scripted(...turns, reply('so'))
    const ended = await run({ model, execute, messages })
    for (const request of model.requests) assert.deepEqual(historyFaults(request.messages), [])
    assert.deepEqual(historyFaults(messages), [])
    assert.deepEqual(ran, [...Array(n).keys()], 'each call ran once')
    const texts = messages.flatMap((m) => (m.role === 'results' ? m.results.map(({ text }) => text) : []))
    assert.deepEqual(texts.slice(-n), ran.map((i) => `did ${i}`), 'each call has its own result')
    return { executed, ...ended }
  }

  test('that are the same within a reply are told apart before anything runs', async () => {
    const { executed, told } = await idsAfter([['x1', 'x1', 'x1']])
    assert.deepEqual(executed, [['x1', 'call_1', 'call_2']])
    assert.deepEqual(told.slice(2, 4), [
      'assistant:  [x1 call_1 call_2]', 'results: x1 ok, call_1 ok, call_2 ok',
    ])
  })

  test('that are empty are replaced', async () => {
    const { executed } = await idsAfter([['', ''], ['']])
    assert.deepEqual(executed, [['call_0', 'call_1'], ['call_2']])
  })

  test('that an earlier round used are replaced', async () => {
    const { executed } = await idsAfter([['x'], ['x', 'y'], ['y']])
    assert.deepEqual(executed, [['x'], ['call_1', 'y'], ['call_3']])
  })

  test('that the stored history used are replaced', async () => {
    const stored: Message[] = [person('go'), assistant(asking('x')), results(result('x', 'before'))]
    const { executed } = await idsAfter([['x', '']], stored)
    assert.deepEqual(executed, [['call_1', 'call_2']])
  })

  test('that a cut reply used are replaced', async () => {
    const execute = hands()
    const model = scripted({ ...asking('x'), stop: 'cut' }, asking('x'), reply('so'))
    const { messages } = await run({ model, execute })
    assert.deepEqual([execute.rounds, historyFaults(messages)], [[['call_1']], []])
  })

  test('of the model that look like the harness\'s own do not collide with them', async () => {
    const { executed } = await idsAfter([['', 'call_0', 'call_2', '', 'call_1'], ['call_3', '']])
    assert.deepEqual(new Set(executed.flat()).size, 7)
    assert.deepEqual(executed[0]!.slice(0, 3), ['call_0', 'call_1', 'call_2'])
  })

  test('stay as they are when they are new', async () => {
    const { executed } = await idsAfter([['a', 'b'], ['constructor', '__proto__', ' ', '0']])
    assert.deepEqual(executed, [['a', 'b'], ['constructor', '__proto__', ' ', '0']])
  })

  test('of five hundred calls without any are all different', async () => {
    const { executed } = await idsAfter([Array<string>(300).fill(''), Array<string>(200).fill('')])
    assert.equal(new Set(executed.flat()).size, 500)
  })

  test('are the same in the history, the event and what runs', async () => {
    const { executed, events, messages } = await idsAfter([['x', 'x']])
    const told = events.flatMap((event) => (event.type === 'message' ? [event.message] : []))
    assert.equal(told[1], messages[1])
    const calls = [call('x', 'bash', { n: 0 }), call('call_1', 'bash', { n: 1 })]
    assert.deepEqual(told[1], assistant(reply('', calls)))
    assert.deepEqual(executed, [['x', 'call_1']])
  })

  test('that are replaced leave everything else of their calls as it was', async () => {
    const strange = { ...call('x', 'read', { path: 'p' }), colour: 'red' }
    const calls = [strange, strange, badCall('x', 'not JSON')]
    const { messages } = await run({ model: scripted(reply('', calls), reply('so')) })
    assert.deepEqual(messages.slice(1, 3), [
      assistant(reply('', [strange, { ...strange, id: 'call_1' }, badCall('call_2', 'not JSON')])),
      results(result('x'), result('call_1'), failure('call_2', 'not JSON')),
    ])
  })

  test('that are missing altogether are replaced', async () => {
    const nameless = { name: 'look', args: {} } as unknown as ToolCall
    const { messages } = await run({ model: scripted(reply('', [nameless, nameless]), reply('so')) })
    assert.deepEqual(historyFaults(messages), [])
  })
})

describe('a result that ends the run', () => {
  const asked = (...ids: string[]) => scripted({ ...asking(...ids), text: 'I try' }, reply('never asked'))

  test('as done needs no further reply', async () => {
    const { end, told } = await run({
      model: asked('a'), execute: async () => [result('a', 'all is built', { ends: 'done' })],
    })
    assert.deepEqual(end, { outcome: 'done', reason: '', text: 'all is built', rounds: 1 })
    assert.deepEqual(told, ['round 1', 'person: task', 'assistant: I try [a]', 'results: a ok', 'end: done'])
  })

  test('as anything else gives its words as the reason', async () => {
    for (const ends of ['blocked', 'input', 'cut', 'refused', 'limit', 'aborted'] as const) {
      const answer = { ...failure('a', 'which one?'), ends }
      const { end, messages } = await run({ model: asked('a'), execute: async () => [answer] })
      const words = 'Error: which one?'
      assert.deepEqual(end, { outcome: ends, reason: words, text: words, rounds: 1 })
      assert.deepEqual(messages.at(-1), results(answer))
    }
  })

  test('as failed has an error as well', async () => {
    const answer = result('a', 'broken', { ends: 'failed' })
    const { end } = await run({ model: asked('a'), execute: async () => [answer] })
    assert.deepEqual([end.outcome, end.reason, end.error instanceof Stop], ['failed', 'broken', true])
  })

  test('loses nothing of the calls beside it', async () => {
    const given = [result('a', 'A', { ends: 'done' }), result('b', 'touched B'), failure('c', 'no C')]
    const { end, messages } = await run({ model: asked('a', 'b', 'c'), execute: async () => given })
    assert.deepEqual([end.outcome, end.text], ['done', 'A'])
    assert.deepEqual(messages.at(-1), results(...given))
  })

  test('as blocked wins over one beside it that says done, wherever it stands', async () => {
    const done = (id: string) => result(id, 'built', { ends: 'done' })
    const blocked = (id: string) => result(id, 'no key', { ends: 'blocked' })
    for (const given of [[done('a'), blocked('b')], [blocked('a'), done('b')]]) {
      const { end } = await run({ model: asked('a', 'b'), execute: async () => given })
      assert.deepEqual(end, { outcome: 'blocked', reason: 'no key', text: 'no key', rounds: 1 })
    }
  })

  test('counts as the first of its kind in the order asked', async () => {
    const given = [result('b', 'B', { ends: 'input' }), result('a', 'A', { ends: 'blocked' })]
    assert.equal((await run({ model: asked('a', 'b'), execute: async () => given })).end.outcome, 'blocked')
    const both = [result('b', 'B', { ends: 'done' }), result('a', 'A', { ends: 'done' })]
    assert.equal((await run({ model: asked('a', 'b'), execute: async () => both })).end.text, 'A')
  })

  test('as done waits for words in the inbox', async () => {
    const inbox = [person('task')]
    const execute: Execute = async () => {
      inbox.push(person('and one more thing'))
      return [result('a', 'built', { ends: 'done' })]
    }
    const model = scripted(asking('a'), reply('that too'))
    const { end, told } = await run({ model, execute, inbox })
    assert.deepEqual([end.outcome, end.text, end.rounds], ['done', 'that too', 2])
    assert.deepEqual(told.slice(3, 6), ['results: a ok', 'round 2', 'person: and one more thing'])
  })

  test('as blocked does not, and the words stay in the inbox', async () => {
    const inbox = [person('task')]
    const execute: Execute = async () => {
      inbox.push(person('and one more thing'))
      return [result('a', 'no key', { ends: 'blocked' })]
    }
    const { end } = await run({ model: asked('a'), execute, inbox })
    assert.deepEqual([end.outcome, inbox], ['blocked', [person('and one more thing')]])
  })

  test('as done asks the finish, and an objection sends the model on', async () => {
    const replies: Reply[] = []
    const finish: Finish = async (asked) => {
      replies.push(asked)
      return replies.length === 1 ? 'the tests fail' : null
    }
    const first = reply('I try', [call('a')])
    const model = scripted(first, reply('fixed'))
    const execute: Execute = async () => [result('a', 'built', { ends: 'done' })]
    const { end, told } = await run({ model, execute, finish })
    assert.deepEqual(replies, [first, reply('fixed')])
    assert.deepEqual([end.outcome, end.text], ['done', 'fixed'])
    assert.deepEqual(told.slice(3, 6), ['results: a ok', 'harness: the tests fail', 'round 2'])
  })

  test('must belong to a call that was made', async () => {
    const execute: Execute = async () => [result('a'), result('z', 'over', { ends: 'blocked' })]
    const { end } = await run({ model: scripted(asking('a'), reply('so')), execute })
    assert.deepEqual([end.outcome, end.text], ['done', 'so'])
  })
})

describe('the finish', () => {
  test('is asked with the last reply and a signal, and null agrees', async () => {
    const asked: unknown[] = []
    const finish: Finish = async (last, signal) => {
      asked.push(last, signal instanceof AbortSignal, signal.aborted)
      return null
    }
    const { end } = await run({ model: scripted(asking('a'), reply('so')), finish })
    assert.deepEqual(asked, [reply('so'), true, false])
    assert.equal(end.outcome, 'done')
  })

  test('sends the model back with its objection until it agrees', async () => {
    const objections = ['run the tests', 'they fail', null]
    const { end, told } = await run({
      model: scripted(reply('one'), reply('two'), reply('three')), finish: async () => objections.shift()!,
    })
    assert.deepEqual([end.outcome, end.text, end.rounds], ['done', 'three', 3])
    assert.deepEqual(told, [
      'round 1', 'person: task', 'assistant: one []', 'harness: run the tests',
      'round 2', 'assistant: two []', 'harness: they fail',
      'round 3', 'assistant: three []', 'end: done',
    ])
  })

  test('that never agrees meets the limit of rounds', async () => {
    const finish: Finish = async () => 'no'
    const { end, messages } = await run({ model: async () => reply('so'), finish, maxRounds: 4 })
    assert.deepEqual([end.outcome, end.rounds, end.text], ['limit', 4, 'so'])
    assert.deepEqual(messages.slice(-2), [assistant(reply('so')), harness('no')])
  })

  test('may object without words', async () => {
    const { end } = await run({ model: async () => reply('so'), finish: async () => '', maxRounds: 2 })
    assert.deepEqual([end.outcome, end.rounds], ['limit', 2])
  })

  test('is asked only before an end as done', async () => {
    let asked = 0
    const finish: Finish = async () => {
      asked++
      return null
    }
    const blocked: Execute = async () => [result('a', 'no', { ends: 'blocked' })]
    await run({ model: scripted(asking('a')), execute: blocked, finish })
    await run({ model: scripted(reply('no', [], { stop: 'refused' })), finish })
    await run({ model: scripted(reply('hm', [], { stop: 'other' })), finish })
    await run({ model: scripted(asking('a')), finish, maxRounds: 1 })
    await run({ model: async () => reply(''), finish })
    await run({ model: aFailingModel, finish })
    assert.equal(asked, 0)
  })

  test('is not asked while words wait in the inbox', async () => {
    const asked: string[] = []
    const inbox = [person('task')]
    const model = scripted(() => {
      inbox.push(person('wait'))
      return reply('one')
    }, reply('two'))
    const finish: Finish = async ({ text }) => {
      asked.push(text)
      return null
    }
    await run({ model, inbox, finish })
    assert.deepEqual(asked, ['two'])
  })

  test('that agrees does not end the run when words came meanwhile, and is asked again', async () => {
    const inbox = [person('task')]
    const asked: string[] = []
    const finish: Finish = async ({ text }) => {
      asked.push(text)
      if (asked.length === 1) inbox.push(person('stop, also this'))
      return null
    }
    const { end, told } = await run({ model: scripted(reply('one'), reply('two')), inbox, finish })
    assert.deepEqual([asked, end.text], [['one', 'two'], 'two'])
    assert.deepEqual(told, [
      'round 1', 'person: task', 'assistant: one []',
      'round 2', 'person: stop, also this', 'assistant: two []', 'end: done',
    ])
  })

  test('objects first, then come the words that waited', async () => {
    const inbox = [person('task')]
    let asked = 0
    const finish: Finish = async () => {
      if (++asked > 1) return null
      inbox.push(person('also this'))
      return 'not yet'
    }
    const { told } = await run({ model: scripted(reply('one'), reply('two')), inbox, finish })
    assert.deepEqual(told, [
      'round 1', 'person: task', 'assistant: one []', 'harness: not yet',
      'round 2', 'person: also this', 'assistant: two []', 'end: done',
    ])
  })

  test('that rejects, throws at once or returns no promise ends the run as failed', async () => {
    const broken: Finish[] = [
      async () => { throw new Error('the check is broken') },
      () => { throw new Error('the check is broken') },
      (() => null) as unknown as Finish,
    ]
    for (const finish of broken) {
      const { end, messages } = await run({ model: scripted(reply('so')), finish })
      assert.deepEqual([end.outcome, end.text, end.rounds], ['failed', 'so', 1])
      assert.ok(end.error instanceof Error)
      assert.equal(end.reason, end.error.message)
      assert.deepEqual(messages, [person('task'), assistant(reply('so'))])
    }
  })

  test('that returns no text and no null adds no message', async () => {
    const finish = (async () => undefined) as unknown as Finish
    const { messages } = await run({ model: async () => reply('so'), finish, maxRounds: 2 })
    const texts = messages.flatMap((message) => (message.role === 'user' ? [typeof message.text] : []))
    assert.deepEqual([...new Set(texts)], ['string'])
  })
})

describe('the inbox', () => {
  test('moves into the history before each request, whole and in order, with its senders', async () => {
    const inbox = [person('one'), harness('two'), person('three')]
    const model = scripted(reply('so'))
    await run({ model, inbox })
    assert.deepEqual(model.requests[0]!.messages, [person('one'), harness('two'), person('three')])
    assert.deepEqual(inbox, [])
  })

  test('may be empty', async () => {
    const messages: Message[] = [person('stored')]
    const { told } = await run({ model: scripted(reply('so')), messages, inbox: [] })
    assert.deepEqual(told, ['round 1', 'assistant: so []', 'end: done'])
  })

  test('holds what is said during a round back until its results are in', async () => {
    const inbox = [person('task')]
    const model = scripted(() => {
      inbox.push(person('while asking'))
      return asking('a')
    }, reply('so'))
    const execute: Execute = async () => {
      inbox.push(person('while running'))
      return [result('a')]
    }
    const { told } = await run({ model, inbox, execute })
    assert.deepEqual(told, [
      'round 1', 'person: task', 'assistant:  [a]', 'results: a ok',
      'round 2', 'person: while asking', 'person: while running', 'assistant: so []', 'end: done',
    ])
  })

  test('keeps the run going while something is in it', async () => {
    const inbox = [person('task')]
    const more = (text: string) => () => {
      inbox.push(person(`after ${text}`))
      return reply(text)
    }
    const { end } = await run({ model: scripted(more('one'), more('two'), reply('three')), inbox })
    assert.deepEqual([end.text, end.rounds, inbox], ['three', 3, []])
  })

  test('filled when a round is told moves in that very round', async () => {
    const inbox = [person('task')]
    const { told } = await run({
      model: scripted(reply('so')), inbox,
      listener: ({ type }) => { if (type === 'round') inbox.push(person('at once')) },
    })
    assert.deepEqual(told, [
      'round 1', 'person: task', 'person: at once', 'assistant: so []', 'end: done',
    ])
  })

  test('filled while it is being moved waits for the next round', async () => {
    const inbox = [person('task')]
    const listener = (event: AgentEvent) => {
      if (event.type === 'message' && event.message === task) inbox.push(person('later'))
    }
    const task = inbox[0]!
    const { told } = await run({ model: scripted(reply('one'), reply('two')), inbox, listener })
    assert.deepEqual(told, [
      'round 1', 'person: task', 'assistant: one []',
      'round 2', 'person: later', 'assistant: two []', 'end: done',
    ])
  })

  test('keeps what a run that ended at once did not take', async () => {
    const inbox = [person('task')]
    await run({ model: scripted(), inbox, signal: AbortSignal.abort() })
    await run({ model: scripted(), inbox, maxRounds: 0 })
    assert.deepEqual(inbox, [person('task')])
  })
})

describe('the limit of rounds', () => {
  const endless = () => {
    let n = 0
    return (async () => reply(`look ${n}`, [call(`c${n++}`)])) as Model
  }

  test('ends the run as limit with every call answered', async () => {
    const execute = hands()
    const { end, messages } = await run({ model: endless(), execute, maxRounds: 2 })
    const reason = 'the limit of 2 rounds is reached'
    assert.deepEqual(end, { outcome: 'limit', reason, text: 'look 1', rounds: 2 })
    assert.deepEqual([execute.rounds, historyFaults(messages)], [[['c0'], ['c1']], []])
  })

  test('of one lets a single round end as done', async () => {
    const { end } = await run({ model: scripted(reply('so')), maxRounds: 1 })
    assert.deepEqual(end, { outcome: 'done', reason: '', text: 'so', rounds: 1 })
  })

  test('of one lets the calls of a single round run', async () => {
    const { end, told } = await run({ model: endless(), maxRounds: 1 })
    assert.deepEqual(told, [
      'round 1', 'person: task', 'assistant: look 0 [c0]', 'results: c0 ok', 'end: limit',
    ])
    assert.equal(end.rounds, 1)
  })

  test('that is none, negative or no number asks no model', async () => {
    for (const maxRounds of [0, -1, NaN]) {
      const model = scripted(reply('so'))
      const { end, told } = await run({ model, maxRounds })
      assert.deepEqual(end, {
        outcome: 'limit', reason: `the limit of ${maxRounds} rounds is reached`, text: '', rounds: 0,
      })
      assert.deepEqual([told, model.requests], [['end: limit'], []])
    }
  })

  test('is a hundred when none is given', async () => {
    const { end } = await run({ model: endless() })
    assert.deepEqual([end.outcome, end.rounds], ['limit', DEFAULT_ROUNDS])
  })

  test('counts cut replies and objections too', async () => {
    const model = scripted(reply(''), reply('one'), asking('a'), reply('two'))
    const { end } = await run({ model, finish: async () => 'no', maxRounds: 4 })
    assert.deepEqual([end.outcome, end.rounds], ['limit', 4])
  })
})

describe('a Stop', () => {
  const outcomes = ['blocked', 'input', 'cut', 'refused', 'limit', 'aborted', 'failed'] as const
  const asking = () => scripted(reply('I ask', [call('a'), call('b')]))

  test('of the model ends the run with its outcome', async () => {
    for (const outcome of outcomes) {
      const { end, told } = await run({ model: async () => { throw new Stop(outcome, 'the budget') } })
      assert.deepEqual([end.outcome, end.reason, end.rounds], [outcome, 'the budget', 1])
      assert.deepEqual(told, ['round 1', 'person: task', `end: ${outcome}`])
    }
  })

  test('of carrying out ends the run, with its round answered but lost', async () => {
    for (const outcome of outcomes) {
      const execute: Execute = async () => { throw new Stop(outcome, 'nobody is there') }
      const { end, messages } = await run({ model: asking(), execute })
      const why = 'no result: nobody is there; it may have had effects'
      assert.deepEqual([end.outcome, end.reason, end.text], [outcome, 'nobody is there', 'I ask'])
      assert.deepEqual(messages.at(-1), results(failure('a', why), failure('b', why)))
    }
  })

  test('of the finish ends the run with its outcome', async () => {
    for (const outcome of outcomes) {
      const finish: Finish = async () => { throw new Stop(outcome, 'why') }
      const { end } = await run({ model: scripted(reply('so')), finish })
      assert.deepEqual([end.outcome, end.reason, end.text], [outcome, 'why', 'so'])
    }
  })

  test('of a listener ends the run with its outcome', async () => {
    for (const outcome of outcomes) {
      const listener = () => { throw new Stop(outcome, 'the disk is full') }
      const { end } = await run({ model: scripted(reply('so')), listener })
      assert.deepEqual([end.outcome, end.reason], [outcome, 'the disk is full'])
    }
  })

  test('as the reason of an abort ends the run with its outcome', async () => {
    for (const outcome of outcomes) {
      const stop = new Stop(outcome, 'the time is over')
      const controller = new AbortController()
      const model: Model = async (_, { signal }) => {
        controller.abort(stop)
        throw signal.reason
      }
      for (const signal of [AbortSignal.abort(stop), controller.signal]) {
        const { end } = await run({ model, signal })
        assert.deepEqual([end.outcome, end.reason], [outcome, 'the time is over'])
        assert.equal(end.error, outcome === 'failed' ? stop : undefined)
      }
    }
  })

  test('is the error of a run that failed by it, and of no other', async () => {
    for (const outcome of outcomes) {
      const stop = new Stop(outcome, 'why')
      const { end } = await run({ model: async () => { throw stop } })
      const isFailed = outcome === 'failed'
      assert.deepEqual([end.error, 'error' in end], [isFailed ? stop : undefined, isFailed])
    }
  })

  test('that claims done is not believed, whatever seam throws it', async () => {
    const lie = new Stop('done' as never, 'all is well')
    const thrown = async () => { throw lie }
    const found: Record<string, Outcome> = {}
    const check = async (name: string, options: Options) => {
      const { end } = await run(options)
      found[name] = end.outcome
      assert.equal(end.reason, 'all is well')
    }
    await check('model', { model: thrown })
    await check('execute', { model: asking(), execute: thrown })
    await check('finish', { model: scripted(reply('so')), finish: thrown })
    await check('listener', { model: scripted(reply('so')), listener: () => { throw lie } })
    await check('abort before', { model: scripted(), signal: AbortSignal.abort(lie) })
    const controller = new AbortController()
    const execute: Execute = async () => {
      controller.abort(lie)
      return []
    }
    await check('abort within', { model: asking(), execute, signal: controller.signal })
    assert.deepEqual(found, {
      model: 'failed', execute: 'failed', finish: 'failed',
      listener: 'aborted', 'abort before': 'aborted', 'abort within': 'aborted',
    })
  })
})

describe('an abort', () => {
  const aborting = <T>(controller: AbortController, value: T) => async () => {
    controller.abort()
    return value
  }

  test('before the run asks nothing and takes nothing', async () => {
    const model = scripted(reply('so'))
    const { end, told } = await run({ model, signal: AbortSignal.abort(new Error('not today')) })
    assert.deepEqual(end, { outcome: 'aborted', reason: 'not today', text: '', rounds: 0 })
    assert.deepEqual([told, model.requests], [['end: aborted'], []])
  })

  test('gives its reason in words, whatever it is', async () => {
    const reasons: [unknown, string][] = [
      [undefined, 'This operation was aborted'], [new Error('ctrl-c'), 'ctrl-c'], ['why', 'why'],
      [null, 'null'], [7, '7'], ['', ''],
    ]
    for (const [reason, words] of reasons) {
      const controller = new AbortController()
      const model: Model = async () => {
        controller.abort(reason)
        throw new Error('the stream broke')
      }
      const { end } = await run({ model, signal: controller.signal })
      assert.deepEqual(end, { outcome: 'aborted', reason: words, text: '', rounds: 1 })
    }
  })

  test('whose reason has no words still ends the run', async () => {
    const { end } = await run({ model: scripted(), signal: AbortSignal.abort(Object.create(null)) })
    assert.equal(end.outcome, 'aborted')
  })

  test('reaches the model, carrying out and the finish through their signal', async () => {
    const seen: unknown[] = []
    const heed = (signal: AbortSignal) => new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => {
        seen.push(signal.reason)
        reject(signal.reason)
      })
    })
    const seams: ((controller: AbortController) => Options)[] = [
      () => ({ model: (_, { signal }) => heed(signal) }),
      () => ({ model: scripted(asking('a')), execute: (_, signal) => heed(signal) }),
      () => ({ model: scripted(reply('so')), finish: (_, signal) => heed(signal) }),
    ]
    for (const seam of seams) {
      const controller = new AbortController()
      setImmediate(() => controller.abort('enough'))
      const { end, messages } = await run({ ...seam(controller), signal: controller.signal })
      assert.deepEqual([end.outcome, end.reason, historyFaults(messages)], ['aborted', 'enough', []])
    }
    assert.deepEqual(seen, ['enough', 'enough', 'enough'])
  })

  test('while the model answers leaves its late calls in the history, answered and not run', async () => {
    const controller = new AbortController()
    const execute = hands()
    const model: Model = async () => {
      controller.abort()
      await new Promise(setImmediate)
      return reply('here', [call('a'), badCall('b', 'not JSON')])
    }
    const { end, messages } = await run({ model, execute, signal: controller.signal })
    assert.deepEqual([end.outcome, end.text, execute.rounds], ['aborted', 'here', []])
    assert.deepEqual(messages.at(-1), results(failure('a', NOT_STARTED), failure('b', NOT_STARTED)))
  })

  test('keeps a late answer without calls and still ends as aborted', async () => {
    const controller = new AbortController()
    const asked: string[] = []
    const finish: Finish = async ({ text }) => {
      asked.push(text)
      return null
    }
    const model = scripted(() => {
      controller.abort()
      return reply('all done')
    })
    const { end, told } = await run({ model, finish, signal: controller.signal })
    assert.deepEqual([end.outcome, end.text, asked], ['aborted', 'all done', []])
    assert.deepEqual(told, ['round 1', 'person: task', 'assistant: all done []', 'end: aborted'])
  })

  test('lets no more text through', async () => {
    const controller = new AbortController()
    const model = scripted((_, on) => {
      on.onText?.('before')
      controller.abort()
      on.onText?.('after')
      return reply('before, after')
    })
    const { told } = await run({ model, signal: controller.signal })
    assert.deepEqual(told, [
      'round 1', 'person: task', 'text: before', 'assistant: before, after []', 'end: aborted',
    ])
  })

  test('while calls run keeps the results that come back', async () => {
    const controller = new AbortController()
    const execute: Execute = async () => {
      controller.abort()
      return [result('b', 'half of it')]
    }
    const model = scripted(asking('a', 'b'))
    const { end, messages } = await run({ model, execute, signal: controller.signal })
    assert.equal(end.outcome, 'aborted')
    assert.deepEqual(messages.at(-1), results(failure('a', MISSING), result('b', 'half of it')))
  })

  test('leaves a seam a little while to hand back what it has', async () => {
    const controller = new AbortController()
    const execute: Execute = async () => {
      controller.abort()
      await new Promise((resolve) => setTimeout(resolve, 100))
      return [result('a', 'put away')]
    }
    const { messages } = await run({ model: scripted(asking('a')), execute, signal: controller.signal })
    assert.deepEqual(messages.at(-1), results(result('a', 'put away')))
  })

  test('leaves no timer behind when the seam settles', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const before = timers()
    const controller = new AbortController()
    const model: Model = async () => {
      controller.abort()
      await new Promise(setImmediate)
      return reply('so')
    }
    await run({ model, signal: controller.signal })
    assert.equal(timers(), before)
  })

  test('while calls run never says that they did not run', async () => {
    const controller = new AbortController()
    const execute: Execute = async (_, signal) => {
      controller.abort(new Error('interrupted by the person'))
      throw signal.reason
    }
    const { signal } = controller
    const { messages } = await run({ model: scripted(asking('a')), execute, signal })
    assert.deepEqual(messages.at(-1), results(
      failure('a', 'no result: interrupted by the person; it may have had effects'),
    ))
  })

  test('wins over a result that ends the run, and over words in the inbox', async () => {
    const controller = new AbortController()
    const inbox = [person('task')]
    const execute: Execute = async () => {
      inbox.push(person('more'))
      controller.abort()
      return [result('a', 'built', { ends: 'done' })]
    }
    const { signal } = controller
    const { end } = await run({ model: scripted(asking('a')), execute, inbox, signal })
    assert.deepEqual([end.outcome, inbox], ['aborted', [person('more')]])
  })

  test('wins over a Stop that comes after it, from every seam', async () => {
    const seams = (controller: AbortController) => {
      const late = async () => {
        controller.abort(new Error('first'))
        throw new Stop('blocked', 'second')
      }
      return [
        { model: late },
        { model: scripted(asking('a')), execute: late },
        { model: scripted(reply('so')), finish: late },
      ]
    }
    for (const at of [0, 1, 2]) {
      const controller = new AbortController()
      const { end, messages } = await run({ ...seams(controller)[at]!, signal: controller.signal })
      assert.deepEqual([end.outcome, end.reason, historyFaults(messages)], ['aborted', 'first', []])
    }
  })

  test('wins over an error, a refusal and an objection that come after it', async () => {
    const after = async (options: (controller: AbortController) => Options) => {
      const controller = new AbortController()
      const { end, messages } = await run({ ...options(controller), signal: controller.signal })
      return [end.outcome, 'error' in end, messages.length]
    }
    const breaking = (controller: AbortController) => async () => {
      controller.abort()
      throw new Error('broken')
    }
    const found = [
      await after((c) => ({ model: breaking(c) })),
      await after((c) => ({ model: aborting(c, reply('no', [], { stop: 'refused' })) })),
      await after((c) => ({ model: scripted(reply('so')), finish: aborting(c, 'not yet') })),
      await after((c) => ({ model: scripted(reply('so')), finish: aborting(c, null) })),
    ]
    assert.deepEqual(found, [
      ['aborted', false, 1], ['aborted', false, 2], ['aborted', false, 2], ['aborted', false, 2],
    ])
  })

  test('between the calls and their run starts nothing', async () => {
    const controller = new AbortController()
    const execute = hands()
    const listener = (event: AgentEvent) => {
      if (event.type === 'message' && event.message.role === 'assistant') controller.abort()
    }
    const { signal } = controller
    const { end, messages } = await run({ model: scripted(asking('a')), execute, signal, listener })
    assert.deepEqual([end.outcome, execute.rounds], ['aborted', []])
    assert.deepEqual(messages.at(-1), results(failure('a', NOT_STARTED)))
  })

  test('after the last round asks no further one', async () => {
    const controller = new AbortController()
    const model = scripted(asking('a'), reply('never asked'))
    const listener = (event: AgentEvent) => {
      if (event.type === 'message' && event.message.role === 'results') controller.abort()
    }
    const { end } = await run({ model, signal: controller.signal, listener })
    assert.deepEqual([end.outcome, end.rounds, model.requests.length], ['aborted', 1, 1])
  })

  test('in any phase leaves a history that the next run can use as it is', async () => {
    const phases: ((controller: AbortController) => Options)[] = [
      (controller) => ({ model: aborting(controller, asking('a')) }),
      (controller) => ({ model: scripted(asking('a')), execute: aborting(controller, []) }),
      (controller) => ({ model: scripted(reply('so')), finish: aborting(controller, 'no') }),
    ]
    for (const phase of phases) {
      const controller = new AbortController()
      const options = phase(controller)
      const { messages } = await run({ ...options, signal: controller.signal })
      const left = structuredClone(messages)
      const model = scripted(reply('hello again'))
      const second = await run({ model, messages, inbox: [person('hi')] })
      assert.deepEqual(model.requests[0]!.messages, [...left, person('hi')], 'nothing was left to repair')
      assert.deepEqual([historyFaults(messages), second.end.outcome], [[], 'done'])
    }
  })

  test('without calls being open repairs a stored history first', async () => {
    const messages: Message[] = [person('go'), assistant(asking('a'))]
    const { told } = await run({ model: scripted(), messages, signal: AbortSignal.abort() })
    assert.deepEqual(told, ['results: a failed', 'end: aborted'])
    assert.deepEqual(historyFaults(messages), [])
  })
})

describe('the grace after an abort', { concurrency: true, timeout: HANG_LIMIT_MS }, () => {
  test('bounds how long a seam that never settles can hold the run', async () => {
    const ended = async (options: Options) => {
      const controller = new AbortController()
      setImmediate(() => controller.abort(new Error('enough')))
      const { end, told, messages } = await run({ ...options, signal: controller.signal })
      const given = messages.flatMap((message) => (message.role === 'results' ? message.results : []))
      return [end.outcome, end.reason, ...told.slice(2), ...given]
    }
    const found = await Promise.all([
      ended({ model: never }),
      ended({ model: scripted(asking('a')), execute: never }),
      ended({ model: scripted(reply('so')), finish: never }),
    ])
    assert.deepEqual(found, [
      ['aborted', 'enough', 'end: aborted'],
      ['aborted', 'enough', 'assistant:  [a]', 'results: a failed', 'end: aborted',
        failure('a', 'no result: enough; it may have had effects')],
      ['aborted', 'enough', 'assistant: so []', 'end: aborted'],
    ])
  })

  test('ends the hearing: what comes back later changes nothing and runs nothing', async () => {
    const controller = new AbortController()
    const execute = hands()
    let settle = (_: Reply) => {}
    const model: Model = () => new Promise((resolve) => {
      settle = resolve
      controller.abort()
    })
    const { end, events, messages } = await run({ model, execute, signal: controller.signal })
    const left = structuredClone(messages)
    settle(reply('too late', [call('a')]))
    await new Promise(setImmediate)
    assert.deepEqual([end.outcome, end.text, execute.rounds], ['aborted', '', []])
    assert.deepEqual([messages, events.at(-1)], [left, { type: 'end', end }])
  })
})

describe('the signals', () => {
  test('of the caller have one listener during a run and none after it, however it ends', async () => {
    const controller = new AbortController()
    const { signal } = controller
    const count = () => getEventListeners(signal, 'abort').length
    const during: number[] = []
    const model: Model = async () => {
      during.push(count())
      return reply('so')
    }
    await run({ model, signal })
    assert.deepEqual([during, count()], [[1], 0])
    await run({ model: aFailingModel, signal })
    await run({ model, signal, maxRounds: 0 })
    await run({ model, signal, listener: () => { throw new Error('full') } })
    assert.equal(count(), 0)
    const aborting: Model = async () => {
      controller.abort()
      throw signal.reason
    }
    await run({ model: aborting, signal })
    await run({ model, signal })
    assert.equal(count(), 0)
  })

  test('of a run may have fifty listeners without a warning', async () => {
    const warnings: string[] = []
    const onWarning = ({ name }: Error) => { warnings.push(name) }
    process.on('warning', onWarning)
    let added = 0
    const execute: Execute = async (calls, signal) => {
      for (; added < 50; added++) signal.addEventListener('abort', () => {})
      return calls.map(({ id }) => result(id))
    }
    const { signal } = new AbortController()
    await run({ model: scripted(asking('a'), reply('so')), execute, signal })
    await new Promise(setImmediate)
    process.off('warning', onWarning)
    assert.deepEqual([warnings, added], [[], 50])
  })

  test('given to a seam keep no listener of the loop when it is done', async () => {
    const counts: number[] = []
    const model = scripted((_, { signal }) => {
      counts.push(getEventListeners(signal, 'abort').length)
      return asking('a')
    }, (_, { signal }) => {
      counts.push(getEventListeners(signal, 'abort').length)
      return reply('so')
    })
    await run({ model })
    assert.deepEqual(counts, [0, 0], 'counted before the loop waits for the reply of each round')
  })
})

describe('a listener that throws', () => {
  const broken = new Error('the disk is full')
  const at = (wanted: string) => (event: { type: string; message?: Message }) => {
    if (event.type === wanted || event.message?.role === wanted) throw broken
  }

  test('aborts the run as failed at each kind of event, with every call answered', async () => {
    const found: Record<string, unknown> = {}
    for (const wanted of ['round', 'text', 'user', 'assistant', 'results']) {
      const execute = hands()
      const model = scripted((_, on) => {
        on.onText?.('I look')
        return reply('I look', [call('a')])
      }, reply('so'))
      const { end, messages } = await run({ model, execute, listener: at(wanted) })
      assert.deepEqual([end.outcome, end.reason], ['failed', 'a listener failed: the disk is full'], wanted)
      assert.ok(end.error instanceof Stop)
      assert.deepEqual(historyFaults(messages), [])
      found[wanted] = execute.rounds
    }
    assert.deepEqual(found, { round: [], text: [], user: [], assistant: [], results: [['a']] })
  })

  test('at a message of the repair asks no model', async () => {
    const messages: Message[] = [person('go'), assistant(asking('a'))]
    const model = scripted(reply('so'))
    const { end, told } = await run({ model, messages, listener: at('results') })
    assert.deepEqual([end.outcome, model.requests], ['failed', []])
    assert.deepEqual(told, ['results: a failed', 'end: failed'])
  })

  test('at the end changes nothing any more', async () => {
    const { end } = await run({ model: scripted(reply('so')), listener: at('end') })
    assert.deepEqual(end, { outcome: 'done', reason: '', text: 'so', rounds: 1 })
  })

  test('is told of all that follows all the same', async () => {
    const { told } = await run({
      model: scripted(reply('I look', [call('a')])), inbox: [person('one'), person('two')],
      listener: () => { throw broken },
    })
    assert.deepEqual(told, ['round 1', 'person: one', 'person: two', 'end: failed'])
  })

  test('keeps the reason of its first throw', async () => {
    let n = 0
    const listener = () => { throw new Error(`throw ${++n}`) }
    const { end } = await run({ model: scripted(reply('so')), listener })
    assert.equal(end.reason, 'a listener failed: throw 1')
  })

  test('aborts the seam that is running', async () => {
    const seen: boolean[] = []
    const model: Model = async (_, { signal, onText }) => {
      onText?.('a piece')
      seen.push(signal.aborted)
      throw signal.reason
    }
    await run({ model, listener: at('text') })
    assert.deepEqual(seen, [true])
  })

  test('may throw what is no error', async () => {
    const { end } = await run({ model: scripted(reply('so')), listener: () => { throw undefined } })
    assert.deepEqual([end.outcome, end.reason], ['failed', 'a listener failed: undefined'])
  })

  test('asks no model in the round that it aborted', async () => {
    const model = scripted(reply('so'))
    await run({ model, listener: at('round') })
    assert.deepEqual(model.requests, [])
  })

  test('at the end without words lets the run return', async () => {
    const listener = (event: { type: string }) => { if (event.type === 'end') throw Object.create(null) }
    const { end } = await run({ model: scripted(reply('so')), listener })
    assert.equal(end.outcome, 'done')
  })
})

describe('a model that fails', () => {
  test('ends the run as failed, with its error and nothing lost', async () => {
    const error = new Error('500')
    const first = reply('I look', [call('a')])
    const { end, messages } = await run({ model: scripted(first, () => { throw error }) })
    assert.deepEqual(end, { outcome: 'failed', reason: '500', text: 'I look', rounds: 2, error })
    assert.equal(end.error, error)
    assert.deepEqual(messages, [person('task'), assistant(first), results(result('a'))])
  })

  test('by throwing at once or by what is no reply does not make the run reject', async () => {
    const broken: unknown[] = [
      'no function', () => undefined, () => { throw new Error('at once') }, async () => { throw undefined },
      async () => undefined, async () => null, async () => 'words', async () => ({}),
      async () => ({ text: 'so', stop: 'end' }), async () => ({ calls: [], stop: 'end' }),
      async () => ({ text: 'so', calls: [null], stop: 'calls' }),
    ]
    for (const model of broken) {
      const { end, messages } = await run({ model: model as Model })
      assert.deepEqual([end.outcome, end.rounds, messages], ['failed', 1, [person('task')]], String(model))
      assert.ok('error' in end)
    }
  })

  test('with an error without words does not make the run reject', async () => {
    const { end } = await run({ model: async () => { throw Object.create(null) } })
    assert.equal(end.outcome, 'failed')
  })

  test('is asked once a round, and what ran before does not run again', async () => {
    const execute = hands()
    const messages: Message[] = []
    const failing = scripted(asking('pay'), () => { throw new Error('500') })
    const first = await run({ model: failing, execute, messages })
    const second = await run({ model: scripted(reply('paid')), execute, messages, inbox: [] })
    assert.deepEqual([first.end.outcome, second.end.outcome, execute.rounds], ['failed', 'done', [['pay']]])
  })
})

describe('a damaged history', () => {
  const ask = (...ids: string[]) => assistant(asking(...ids))
  const gone = (id: string) => failure(id, INTERRUPTED)
  const task = person('go')

  const cases: { name: string; stored: Message[]; repaired: Message[]; made: Message[] }[] = [
    {
      name: 'that is whole stays as it is',
      stored: [task, ask('a', 'b'), results(result('a'), result('b')), assistant(reply('so')), person('on'),
        ask('c'), results(failure('c', 'no'))],
      repaired: [task, ask('a', 'b'), results(result('a'), result('b')), assistant(reply('so')), person('on'),
        ask('c'), results(failure('c', 'no'))],
      made: [],
    },
    { name: 'that is empty stays so', stored: [], repaired: [], made: [] },
    {
      name: 'whose last calls have no results gets them',
      stored: [task, ask('a', 'b')],
      repaired: [task, ask('a', 'b'), results(gone('a'), gone('b'))],
      made: [results(gone('a'), gone('b'))],
    },
    {
      name: 'whose calls are followed by words gets results in between',
      stored: [task, ask('a'), person('hello?'), ask('b'), assistant(reply('so'))],
      repaired: [task, ask('a'), results(gone('a')), person('hello?'), ask('b'), results(gone('b')),
        assistant(reply('so'))],
      made: [results(gone('a')), results(gone('b'))],
    },
    {
      name: 'that lacks one of two results keeps the other',
      stored: [task, ask('a', 'b'), results(result('b', 'two'))],
      repaired: [task, ask('a', 'b'), results(gone('a'), result('b', 'two'))],
      made: [results(gone('a'), result('b', 'two'))],
    },
    {
      name: 'whose results stand in another order is put in order',
      stored: [task, ask('a', 'b'), results(result('b', 'two'), result('a', 'one'))],
      repaired: [task, ask('a', 'b'), results(result('a', 'one'), result('b', 'two'))],
      made: [results(result('a', 'one'), result('b', 'two'))],
    },
    {
      name: 'with two results for one call keeps the first',
      stored: [task, ask('a', 'b'), results(result('a', 'first'), result('a', 'second'), result('b'))],
      repaired: [task, ask('a', 'b'), results(result('a', 'first'), result('b'))],
      made: [results(result('a', 'first'), result('b'))],
    },
    {
      name: 'with a result too many drops it',
      stored: [task, ask('a'), results(result('a'), result('z'))],
      repaired: [task, ask('a'), results(result('a'))],
      made: [results(result('a'))],
    },
    {
      name: 'with results that belong to nothing drops them',
      stored: [results(result('q')), task, results(result('q')), ask('a'), results(result('a')),
        results(result('a')), assistant(reply('so')), results(), results(result('a'))],
      repaired: [task, ask('a'), results(result('a')), assistant(reply('so'))],
      made: [],
    },
    {
      name: 'with nothing but results becomes empty',
      stored: [results(result('a')), results(result('b'))], repaired: [], made: [],
    },
    {
      name: 'with an id that two messages use gives the later one its own, results too',
      stored: [task, ask('x'), results(result('x', 'one')), ask('x'), results(result('x', 'two'))],
      repaired: [task, ask('x'), results(result('x', 'one')),
        ask('call_1'), results(result('call_1', 'two'))],
      made: [results(result('call_1', 'two'))],
    },
    {
      name: 'with an id twice in one message keeps both results, by their place',
      stored: [task, ask('x', 'x'), results(result('x', 'one'), result('x', 'two'))],
      repaired: [task, ask('x', 'call_1'), results(result('x', 'one'), result('call_1', 'two'))],
      made: [results(result('x', 'one'), result('call_1', 'two'))],
    },
    {
      name: 'with empty ids gives each its own',
      stored: [task, ask('', ''), results(result('', 'one'), result('', 'two')), ask('')],
      repaired: [task, ask('call_0', 'call_1'), results(result('call_0', 'one'), result('call_1', 'two')),
        ask('call_2'), results(gone('call_2'))],
      made: [results(result('call_0', 'one'), result('call_1', 'two')), results(gone('call_2'))],
    },
    {
      name: 'whose repeated id lost its results answers it under the new id',
      stored: [task, ask('x'), results(result('x')), ask('x')],
      repaired: [task, ask('x'), results(result('x')), ask('call_1'), results(gone('call_1'))],
      made: [results(gone('call_1'))],
    },
    {
      name: 'with a call that did not parse answers it with its reason',
      stored: [task, assistant(reply('', [badCall('a', 'not JSON'), call('b')]))],
      repaired: [task, assistant(reply('', [badCall('a', 'not JSON'), call('b')])),
        results(failure('a', 'not JSON'), gone('b'))],
      made: [results(failure('a', 'not JSON'), gone('b'))],
    },
    {
      name: 'with an answered call that did not parse stays as it is',
      stored: [task, assistant(reply('', [badCall('a')])), results(failure('a', 'as it was put then'))],
      repaired: [task, assistant(reply('', [badCall('a')])), results(failure('a', 'as it was put then'))],
      made: [],
    },
    {
      name: 'with calls of a cut reply answers them too',
      stored: [task, assistant({ ...asking('a'), stop: 'cut' })],
      repaired: [task, assistant({ ...asking('a'), stop: 'cut' }), results(gone('a'))],
      made: [results(gone('a'))],
    },
  ]

  for (const { name, stored, repaired, made } of cases) {
    test(name, async () => {
      const messages = structuredClone(stored)
      const model = scripted(reply('here'))
      const { events } = await run({ model, messages, inbox: [] })
      assert.deepEqual(model.requests[0]!.messages, repaired)
      assert.deepEqual(historyFaults(repaired), [])
      assert.deepEqual(messages, [...repaired, assistant(reply('here'))])
      assert.deepEqual(events, [
        ...made.map((message) => ({ type: 'message', message })),
        { type: 'round', round: 1 },
        { type: 'message', message: assistant(reply('here')) },
        { type: 'end', end: { outcome: 'done', reason: '', text: 'here', rounds: 1 } },
      ])
    })

    test(`${name}, and a second repair finds nothing to do`, async () => {
      const messages = structuredClone(stored)
      await run({ model: scripted(), messages, maxRounds: 0, inbox: [] })
      assert.deepEqual(messages, repaired)
      const before = [...messages]
      const { told } = await run({ model: scripted(), messages, maxRounds: 0, inbox: [] })
      assert.deepEqual(told, ['end: limit'])
      assert.ok(messages.length === before.length && messages.every((message, i) => message === before[i]))
    })
  }

  test('keeps opaque data and unknown fields of what is renamed or completed', async () => {
    const extra = { opaque: { by: 'x' }, mood: 'good' }
    const stored = [ask('x'), results(result('x')), { ...ask('x', 'y'), ...extra },
      { role: 'results', results: [{ ...result('x', 'two'), weight: 3 }] }] as Message[]
    const { messages } = await run({ model: scripted(), messages: stored, maxRounds: 0 })
    assert.deepEqual(messages.slice(2), [
      { ...ask('call_1', 'y'), ...extra },
      { role: 'results', results: [{ ...result('call_1', 'two'), weight: 3 }, gone('y')] },
    ])
  })

  test('is repaired in place, and the messages that were given are not changed', async () => {
    const stored = [ask('x'), results(result('x')), ask('x'), results(result('x', 'two'))]
    const copy = structuredClone(stored)
    const given = [...stored]
    await run({ model: scripted(), messages: given, maxRounds: 0 })
    assert.deepEqual(stored, copy)
    assert.notDeepEqual(given, copy)
  })

  test('whose calls were lost midway runs none of them again', async () => {
    const execute = hands()
    const messages: Message[] = [task, ask('a', 'b'), results(result('a'))]
    await run({ model: scripted(asking('c'), reply('so')), execute, messages })
    assert.deepEqual(execute.rounds, [['c']])
  })

  test('that is no history ends the run as failed', async () => {
    for (const stored of [[null], [{ role: 'assistant' }], [ask('a'), { role: 'results' }], [7]]) {
      const { end } = await run({ model: scripted(reply('so')), messages: stored as unknown as Message[] })
      assert.deepEqual([end.outcome, end.rounds], stored[0] === 7 ? ['done', 1] : ['failed', 0])
    }
  })

  test('gives one result to one call only', async () => {
    const messages: Message[] = [task, ask('x', 'x'), results(result('x', 'one'))]
    await run({ model: scripted(), messages, maxRounds: 0 })
    assert.deepEqual(messages.at(-1), results(result('x', 'one'), gone('call_1')))
  })
})

describe('the words of an end', () => {
  test('are the last of the model when the limit comes', async () => {
    const { end } = await run({ model: scripted(reply('I look', [call('a')])), maxRounds: 1 })
    assert.deepEqual([end.outcome, end.text], ['limit', 'I look'])
  })

  test('are those of a cut reply when three were cut', async () => {
    const cut = (text: string) => reply(text, [], { stop: 'cut' })
    const { end } = await run({ model: scripted(cut('one'), cut('two'), cut('three')) })
    assert.deepEqual([end.outcome, end.text], ['cut', 'three'])
  })
})
