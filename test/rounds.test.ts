// rounds.test.ts: who agrees to a round, what of it runs together, and what comes back. The tools are small
// ones that tell when they begin and end; files are real where what a path means is the point.

import assert from 'node:assert/strict'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { runAgent, Stop } from '../agent.ts'
import { dispatch, permitLayer, stack } from '../lessons/04-rounds/rounds.ts'
import { newSession, TOOLS } from '../tools.ts'
import { callOf, policyOf, toolOf, workspace } from './permit-builders.ts'
import type { Execute, Message, Model, Reply, ToolCall, ToolResult, UserMessage } from '../agent.ts'
import type { CallEvent, Decision, Layer, OnCall } from '../lessons/04-rounds/rounds.ts'
import type { Context, Tool } from '../tools.ts'
import type { Ends } from './permit-builders.ts'

const HANG_MS = 8_000
const LONG_ROUND = 64

type By = Decision['by']
const yes = (by: By = 'rule', reason = `${by} agrees`): Decision => ({ allowed: true, by, reason })
const no = (by: By = 'rule', reason = `${by} does not agree`): Decision => ({ allowed: false, by, reason })
const result = (id: string, text = `did ${id}`): ToolResult => ({ id, ok: true, text })
const failed = (id: string, words: string): ToolResult => ({ id, ok: false, text: `Error: ${words}` })
const refused = (id: string, words: string) => failed(id, `${words} (refused: nothing was run)`)
const calls = (...ids: string[]): ToolCall[] => ids.map((id) => callOf('look', { path: id }, id))
const idsOf = (list: readonly ToolCall[]) => list.map(({ id }) => id).join(' ')

/** Rejects when the work takes so long that it must hang. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('it hangs')), HANG_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** A layer that answers by the id of a call; what it does not name it has no opinion on. `asked` tells. */
function layer(answers: Record<string, Decision> = {}): Layer & { asked: string[] } {
  const asked: string[] = []
  const work: Layer = async (given) => {
    asked.push(idsOf(given))
    return given.map(({ id }) => answers[id] ?? null)
  }
  return Object.assign(work, { asked })
}

/** Stacks the layers over hands that say `did ID`, runs the calls, and tells all that happened. */
async function stacked(
  layers: Layer[], given: ToolCall[], more: { run?: Execute; signal?: AbortSignal } = {},
) {
  const ran: string[] = []
  const decisions: [id: string, allowed: boolean, by: string, reason: string][] = []
  const run: Execute = more.run ?? (async (list) => {
    ran.push(idsOf(list))
    return list.map(({ id }) => result(id))
  })
  const execute = stack(run, layers, {
    onDecision: ({ call: { id }, decision }) => {
      decisions.push([id, decision.allowed, decision.by, decision.reason])
    },
  })
  const work = execute(given, more.signal ?? new AbortController().signal)
  const results = await inTime(work).catch((error: unknown) => error)
  return { results, ran, decisions }
}

describe('layers', () => {
  test('are asked in order, each only about the calls that none before it refused', async () => {
    const first = layer({ a: yes(), b: no('permit'), c: yes(), d: no('permit') })
    const second = layer({ a: no('human') })
    const third = layer({ c: yes('grant') })
    const { results, ran, decisions } = await stacked([first, second, third], calls('a', 'b', 'c', 'd'))
    assert.deepEqual([first.asked, second.asked, third.asked], [['a b c d'], ['a c'], ['c']])
    assert.deepEqual(ran, ['c'])
    assert.deepEqual(decisions, [
      ['a', false, 'human', 'human does not agree'],
      ['b', false, 'permit', 'permit does not agree'],
      ['c', true, 'grant', 'grant agrees'],
      ['d', false, 'permit', 'permit does not agree'],
    ])
    assert.deepEqual(results, [
      refused('a', 'human does not agree'), refused('b', 'permit does not agree'), result('c'),
      refused('d', 'permit does not agree'),
    ])
  })

  test('are not asked when nothing is left to ask about', async () => {
    const second = layer()
    const { ran, results } = await stacked([layer({ a: no(), b: no() }), second], calls('a', 'b'))
    assert.deepEqual([second.asked, ran], [[], ['']])
    assert.deepEqual(results, [refused('a', 'rule does not agree'), refused('b', 'rule does not agree')])
  })

  test('that allow: the last one that does says who agreed', async () => {
    const layers = [layer({ a: yes('permit'), b: yes('permit') }), layer({ a: yes('human') }), layer()]
    const { decisions } = await stacked(layers, calls('a', 'b'))
    assert.deepEqual(decisions,
      [['a', true, 'human', 'human agrees'], ['b', true, 'permit', 'permit agrees']])
  })

  test('that say nothing of a call have it refused', async () => {
    const nobody = 'no layer allowed this call'
    for (const layers of [[], [layer()], [layer(), layer()]]) {
      const { results, decisions, ran } = await stacked(layers, calls('a'))
      assert.deepEqual(decisions, [['a', false, 'default', nobody]])
      assert.deepEqual([results, ran], [[refused('a', nobody)], ['']])
    }
  })

  test('that answer for another number of calls refuse all that they were asked about', async () => {
    const words = 'a layer answered for another number of calls than it was asked about'
    const wrong: unknown[] = [
      [], [yes()], [yes(), yes(), yes()], undefined, null, yes(), 'yes', { length: 2, 0: yes(), 1: yes() },
    ]
    for (const answer of wrong) {
      const odd = (async () => answer) as Layer
      const { results, decisions, ran } = await stacked([layer({ c: no() }), odd], calls('a', 'c', 'b'))
      assert.deepEqual(decisions, [
        ['a', false, 'default', words], ['c', false, 'rule', 'rule does not agree'],
        ['b', false, 'default', words],
      ])
      assert.deepEqual(results,
        [refused('a', words), refused('c', 'rule does not agree'), refused('b', words)])
      assert.deepEqual(ran, [''])
    }
  })

  test('that fail refuse all that they were asked about, before or after they waited', async () => {
    const thrown: [value: unknown, words: string][] = [
      [new Error('out of paper'), 'a layer failed: out of paper'],
      ['plain', 'a layer failed: plain'],
      [undefined, 'a layer failed: undefined'],
      [Object.create(null), 'a layer failed: [Object: null prototype] {}'],
    ]
    for (const [value, words] of thrown) {
      const later: Layer = async () => { throw value }
      const atOnce: Layer = () => { throw value }
      for (const odd of [later, atOnce]) {
        const { decisions, ran } = await stacked([layer({ a: yes(), b: yes() }), odd], calls('a', 'b'))
        assert.deepEqual(decisions, [['a', false, 'default', words], ['b', false, 'default', words]])
        assert.deepEqual(ran, [''])
      }
    }
  })

  test('that stop the run do so: nothing runs and nothing is decided', async () => {
    const stop = new Stop('limit', 'enough')
    const stopping: Layer = async () => { throw stop }
    const { results, decisions, ran } = await stacked([layer({ a: yes() }), stopping], calls('a'))
    assert.equal(results, stop)
    assert.deepEqual([decisions, ran], [[], []])
  })

  test('that answer with anything but a clean yes refuse', async () => {
    for (const allowed of ['yes', 1, {}, null, undefined]) {
      const odd = { allowed, by: 'human', reason: 'who knows' } as unknown as Decision
      const { results, ran } = await stacked([layer({ a: yes() }), layer({ a: odd })], calls('a'))
      assert.deepEqual([results, ran], [[refused('a', 'who knows')], ['']])
    }
  })

  test('are given the signal of the round', async () => {
    const { signal } = new AbortController()
    const seen: unknown[] = []
    const watch: Layer = async (given, on) => {
      seen.push(on)
      return given.map(() => yes())
    }
    const run: Execute = async (_given, on) => {
      seen.push(on)
      return []
    }
    await stacked([watch], calls('a'), { signal, run })
    assert.deepEqual(seen.map((on) => on === signal), [true, true])
  })

  test('decide on every call, each once, before any of them runs', async () => {
    const log: string[] = []
    const watch: Layer = async (given) => {
      log.push(`asked ${idsOf(given)}`)
      return given.map(({ id }) => (id === 'b' ? no() : yes()))
    }
    const run: Execute = async (given) => {
      log.push(`run ${idsOf(given)}`)
      return given.map(({ id }) => result(id))
    }
    const onDecision = ({ call, decision }: { call: ToolCall; decision: Decision }) => {
      log.push(`${decision.allowed ? 'yes' : 'no'} to ${call.id}`)
    }
    await stack(run, [watch, watch], { onDecision })(calls('a', 'b', 'c'), new AbortController().signal)
    assert.deepEqual(log, ['asked a b c', 'asked a c', 'yes to a', 'no to b', 'yes to c', 'run a c'])
  })

  test('may be asked without anybody listening', async () => {
    const run: Execute = async (given) => given.map(({ id }) => result(id))
    assert.deepEqual(await stack(run, [layer({ a: yes() })])(calls('a'), new AbortController().signal),
      [result('a')])
  })

  test('decide nothing more when the one that listens fails, and nothing runs', async () => {
    const told: string[] = []
    const ran: string[] = []
    const run: Execute = async (given) => {
      ran.push(idsOf(given))
      return []
    }
    const onDecision = ({ call }: { call: ToolCall }) => {
      told.push(call.id)
      if (call.id === 'b') throw new Error('the disk is full')
    }
    const execute = stack(run, [layer({ a: yes(), b: yes(), c: yes() })], { onDecision })
    await assert.rejects(execute(calls('a', 'b', 'c'), new AbortController().signal),
      { message: 'the disk is full' })
    assert.deepEqual([told, ran], [['a', 'b'], []])
  })

  test('come before results that stand in the order asked, whatever order they came in', async () => {
    const run: Execute = async () => [result('c'), result('x'), result('a', 'first'), result('a', 'second')]
    const one = layer({ a: yes(), b: no(), c: yes(), d: yes() })
    const { results } = await stacked([one], calls('a', 'b', 'c', 'd'), { run })
    assert.deepEqual(results, [result('a', 'first'), refused('b', 'rule does not agree'), result('c')])
  })

  test('pass on what the running of a round throws', async () => {
    const stop = new Stop('limit', 'enough')
    const { results } = await stacked([layer({ a: yes() })], calls('a'), { run: async () => { throw stop } })
    assert.equal(results, stop)
  })
})

describe('the first layer', () => {
  test('says what permit says', async (t) => {
    const { root } = workspace(t)
    const first = permitLayer(policyOf(root), TOOLS)
    const given = [
      callOf('read', { path: 'a.txt' }), callOf('write', { path: 'a.txt', content: '' }), callOf('nothing'),
      callOf('bash', { command: 'rm x' }),
    ]
    assert.deepEqual(await first(given, new AbortController().signal), [
      yes('permit', 'permit has no objection'),
      no('permit', 'this session is read-only'),
      no('permit', 'unknown tool nothing: the tools are read, write, bash'),
      no('permit', 'command not allowed: rm; allowed are ls, cat, wc, pwd'),
    ])
  })
})

/** A dispatch over three tools: `look` reads, `change` writes, `say` has only texts. Each does what `work`
 *  says, by the id of its call in the argument `as`; `log` tells when they begin and end. */
function dispatched(t: Ends, work: Record<string, (context: Context) => unknown> = {}, onCall?: OnCall) {
  const place = workspace(t)
  const log: string[] = []
  const run = async (args: Record<string, unknown>, context: Context) => {
    const id = String(args['as'])
    log.push(`${id} begins`)
    const text = await (work[id] ?? (() => turn()))(context)
    log.push(`${id} ends`)
    return typeof text === 'string' ? text : `did ${id}`
  }
  const tools: Tool[] = [
    toolOf('look', { path: 'read', as: 'text' }, run),
    toolOf('change', { path: 'write', as: 'text' }, run),
    toolOf('say', { as: 'text' }, run),
  ]
  const controller = new AbortController()
  const policy = policyOf(place.root, { writable: true })
  const execute = dispatch(policy, tools, newSession(), onCall ? { onCall } : {})
  const make = (name: string, id: string) => {
    return callOf(name, name === 'say' ? { as: id } : { path: `${id}.txt`, as: id }, id)
  }
  const look = (id: string) => make('look', id)
  const change = (id: string) => make('change', id)
  const say = (id: string) => make('say', id)
  const go = (...given: ToolCall[]) => inTime(execute(given, controller.signal))
  return { ...place, log, tools, policy, controller, go, look, change, say }
}

/** Two things that end only when both have begun. */
function meeting() {
  let arrived = 0
  let open = () => {}
  const both = new Promise<void>((resolve) => { open = resolve })
  return async () => {
    if (++arrived === 2) open()
    await both
  }
}

describe('calls that only look', () => {
  test('run together: two that wait for each other come to an end', async (t) => {
    const meet = meeting()
    const { go, look } = dispatched(t, { a: meet, b: meet })
    assert.deepEqual(await go(look('a'), look('b')), [result('a'), result('b')])
  })

  test('run together also behind a change and before one', async (t) => {
    const [early, late] = [meeting(), meeting()]
    const { go, look, change } = dispatched(t, { a: early, b: early, d: late, e: late })
    assert.deepEqual(await go(look('a'), look('b'), change('c'), look('d'), look('e')),
      ['a', 'b', 'c', 'd', 'e'].map((id) => result(id)))
  })

  test('have their results in the order asked, not in that in which they ended', async (t) => {
    let free = () => {}
    const freed = new Promise<void>((resolve) => { free = resolve })
    const { go, look, log } = dispatched(t, { a: () => freed.then(() => turn()), b: async () => free() })
    assert.deepEqual(await go(look('a'), look('b')), [result('a'), result('b')])
    assert.deepEqual(log, ['a begins', 'b begins', 'b ends', 'a ends'])
  })
})

describe('calls that change something', () => {
  test('wait for all before them, and all after them wait', async (t) => {
    const { go, look, change, log } = dispatched(t)
    await go(look('a'), change('b'), look('c'), look('d'), change('e'), change('f'), look('g'))
    const at = (entry: string) => log.indexOf(entry)
    const order = [
      ['a', 'b'], ['b', 'c'], ['b', 'd'], ['c', 'e'], ['d', 'e'], ['e', 'f'], ['f', 'g'],
    ] as const
    for (const [first, second] of order) {
      assert.ok(at(`${first} ends`) < at(`${second} begins`), `${first} before ${second}: ${log.join(', ')}`)
    }
    assert.equal(log.length, 14)
    assert.ok(at('d begins') < at('c ends'), 'c and d do not run together')
  })

  test('are all whose arguments do not show that they only look', async (t) => {
    const { go, look, say, log } = dispatched(t)
    await go(say('a'), say('b'), look('c'))
    assert.deepEqual(log, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })

  test('are the commands that do, and not those that look', async (t) => {
    const { root } = workspace(t, { 'make.sh': 'echo made > made.txt' })
    const policy = policyOf(root, { writable: true, commands: ['sh', 'cat'] })
    const commands = ['cat made.txt', 'sh make.sh', 'cat made.txt']
    const given = commands.map((command, i) => callOf('bash', { command }, `${i}`))
    const results = await inTime(dispatch(policy, TOOLS, newSession())(given, new AbortController().signal))
    assert.deepEqual(results.map(({ ok }) => ok), [false, true, true])
    assert.equal(results[2]!.text, 'made\n[exit code 0]')
  })

  test('let the calls after them run when they fail', async (t) => {
    const { go, look, change } = dispatched(t, { a: () => { throw new Error('no room') } })
    assert.deepEqual(await go(change('a'), change('b'), look('c')),
      [failed('a', 'no room'), result('b'), result('c')])
  })
})

/** Listens to calls: `told` has what was told, in short; `fails` throws at one of them. */
function listening(fails?: string) {
  const told: string[] = []
  const events: CallEvent[] = []
  const onCall: OnCall = (event) => {
    const what = `${event.call.id} ${event.type}`
    told.push(what)
    events.push(event)
    if (what === fails) throw new Error(`cannot tell that ${what}`)
  }
  return { told, events, onCall }
}

describe('what is told of calls', () => {
  test('is that each one started and how it ended, with its result and the time it took', async (t) => {
    const { events, onCall } = listening()
    const { go, look, change } = dispatched(t, { b: () => { throw new Error('no room') } }, onCall)
    const [a, b] = [look('a'), change('b')]
    const begun = performance.now()
    await go(a, b)
    const elapsed = performance.now() - begun
    const times = events.map(({ milliseconds }) => milliseconds)
    assert.deepEqual(times.map((time) => typeof time), ['undefined', 'number', 'undefined', 'number'])
    assert.ok(times.every((time) => time === undefined || (time >= 0 && time <= elapsed)), `${times}`)
    assert.deepEqual(events.map(({ milliseconds: _, ...event }) => event), [
      { type: 'started', call: a },
      { type: 'completed', call: a, result: result('a') },
      { type: 'started', call: b },
      { type: 'failed', call: b, result: failed('b', 'no room') },
    ])
  })

  test('is nothing for a call that was denied', async (t) => {
    const { told, onCall } = listening()
    const { look, tools, policy } = dispatched(t)
    const deny = layer({ a: no(), b: yes() })
    const execute = stack(dispatch(policy, tools, newSession(), { onCall }), [deny])
    assert.deepEqual(await execute([look('a'), look('b')], new AbortController().signal),
      [refused('a', 'rule does not agree'), result('b')])
    assert.deepEqual(told, ['b started', 'b completed'])
  })

  test('is started and failed for a call that an earlier one of its round made impossible', async (t) => {
    const { told, onCall } = listening()
    const { root, outside } = workspace(t, { 'a.txt': 'mine' })
    const swap = toolOf('swap', { path: 'write' }, async () => {
      rmSync(join(root, 'a.txt'))
      symlinkSync(join(outside, 'secret.txt'), join(root, 'a.txt'))
      return 'swapped'
    })
    const policy = policyOf(root, { writable: true })
    const tools = [...TOOLS, swap]
    const decisions: [string, boolean][] = []
    const execute = stack(dispatch(policy, tools, newSession(), { onCall }), [permitLayer(policy, tools)], {
      onDecision: ({ call, decision }) => { decisions.push([call.id, decision.allowed]) },
    })
    const given = [
      callOf('read', { path: 'a.txt' }, 'r1'), callOf('swap', { path: 'b.txt' }, 's'),
      callOf('read', { path: 'a.txt' }, 'r2'), callOf('bash', { command: 'cat *.txt' }, 'c'),
    ]
    assert.deepEqual(await inTime(execute(given, new AbortController().signal)), [
      result('r1', 'mine'), result('s', 'swapped'),
      refused('r2', 'path escapes the workspace: a.txt'), refused('c', 'path escapes the workspace: a.txt'),
    ])
    assert.deepEqual(decisions, [['r1', true], ['s', true], ['r2', true], ['c', true]])
    assert.deepEqual(told, [
      'r1 started', 'r1 completed', 's started', 's completed', 'r2 started', 'c started', 'r2 failed',
      'c failed',
    ])
  })

  test('is a failure when an earlier call made a link to a place that no layer has seen', async (t) => {
    const { root } = workspace(t, { 'open.txt': 'mine', '.env': 'KEY=1' })
    const policy = policyOf(root, { writable: true })
    const link = toolOf('link', { path: 'write' }, async () => {
      rmSync(join(root, 'open.txt'))
      symlinkSync('.env', join(root, 'open.txt'))
      return 'linked'
    })
    const tools = [...TOOLS, link]
    const calls = [callOf('link', { path: 'x' }, 'c1'), callOf('read', { path: 'open.txt' }, 'c2')]
    const execute = stack(dispatch(policy, tools, newSession()), [permitLayer(policy, tools)])
    const results = await execute(calls, new AbortController().signal)
    assert.deepEqual(results.map(({ text }) => text), ['linked',
      `Error: what it reaches has changed since it was allowed: ${root}/.env; ask for it in a new round `
        + '(refused: nothing was run)'])
  })

  test('to a listener that fails loses the round, but leaves no call running and no rejection unseen',
    async (t) => {
    const unseen: unknown[] = []
    const onUnseen = (error: unknown) => { unseen.push(error) }
    process.on('unhandledRejection', onUnseen)
    t.after(() => process.off('unhandledRejection', onUnseen))
    for (const [fails, ran] of [
      ['a started', ['b']], ['b started', ['a']], ['a completed', ['a', 'b']], ['b completed', ['a', 'b']],
      ['c started', ['a', 'b']], ['c completed', ['a', 'b', 'c']], ['d started', ['a', 'b', 'c']],
    ] as const) {
      const { onCall } = listening(fails)
      const slow = async () => { for (let n = 0; n < 5; n++) await turn() }
      const { go, look, change, log } = dispatched(t, { a: slow, b: slow, c: slow, d: slow }, onCall)
      await assert.rejects(go(look('a'), look('b'), change('c'), look('d'), change('e')),
        { message: `cannot tell that ${fails}` })
      const begun = [...ran].map((id) => `${id} begins`)
      const ended = [...ran].map((id) => `${id} ends`)
      assert.deepEqual(log.toSorted(), [...begun, ...ended].toSorted(), fails)
      for (let n = 0; n < 10; n++) await turn()
      assert.equal(log.length, ran.length * 2)
    }
    assert.deepEqual(unseen, [])
  })

  test('passes a Stop on', async (t) => {
    const stop = new Stop('limit', 'enough')
    const { go, look } = dispatched(t, {}, () => { throw stop })
    await assert.rejects(go(look('a')), (error) => error === stop)
  })
})

describe('an earlier call of the round', () => {
  test('cannot make a later one do more than was agreed to', async (t) => {
    const { root } = workspace(t, { 'sub/x': '' })
    const policy = policyOf(root, { writable: true, commands: ['git'] })
    const write = (path: string, content: string) => callOf('write', { path, content }, path)
    const config = '[core]\n\tbare = true\n\tworktree = .\n[filter "x"]\n\tclean = touch pwned\n'
    const round = [
      write('sub/HEAD', 'ref: refs/heads/main\n'), write('sub/config', config), write('sub/objects/k', ''),
      write('sub/refs/k', ''), callOf('bash', { command: 'git -C sub status' }, 'git'),
    ]
    const run = stack(dispatch(policy, TOOLS, newSession()), [permitLayer(policy, TOOLS)])
    const results = await run(round, new AbortController().signal)
    assert.deepEqual(results.map(({ ok }) => ok), [true, true, true, true, false])
    assert.equal(results.at(-1)!.text,
      'Error: it may do more by now than when it was allowed: git (filter.x.clean in sub/config); '
      + 'ask for it in a new round (refused: nothing was run)')
  })
})

describe('an abort', () => {
  test('in the middle of a round answers every call and starts nothing more', async (t) => {
    const { told, onCall } = listening()
    const { go, look, change, log, controller } = dispatched(t, {
      b: async (context) => {
        controller.abort(new Error('enough'))
        await turn()
        context.signal.throwIfAborted()
      },
    }, onCall)
    const results = await go(look('a'), change('b'), look('c'), change('d'))
    assert.deepEqual(results, [
      result('a'), failed('b', 'interrupted while running; it may have had effects. enough'),
      failed('c', 'interrupted before it started; nothing was run'),
      failed('d', 'interrupted before it started; nothing was run'),
    ])
    assert.deepEqual(log, ['a begins', 'a ends', 'b begins'])
    assert.deepEqual(told, ['a started', 'a completed', 'b started', 'b failed'])
  })

  test('before the round starts nothing, and a yes that comes later changes nothing', async (t) => {
    const { tools, policy, look, controller, log } = dispatched(t)
    const late: Layer = async (given) => {
      controller.abort()
      return given.map(() => yes('human'))
    }
    const execute = stack(dispatch(policy, tools, newSession()), [late])
    assert.deepEqual(await execute([look('a'), look('b')], controller.signal), [
      failed('a', 'interrupted before it started; nothing was run'),
      failed('b', 'interrupted before it started; nothing was run'),
    ])
    assert.deepEqual(log, [])
  })
})

describe('a long round', () => {
  test('of lookers and changers has every result in its place', async (t) => {
    const { told, onCall } = listening()
    const { go, look, change, log } = dispatched(t, {}, onCall)
    const ids = Array.from({ length: LONG_ROUND }, (_, i) => `n${i}`)
    const results = await go(...ids.map((id, i) => (i % 7 === 3 ? change(id) : look(id))))
    assert.deepEqual(results, ids.map((id) => result(id)))
    assert.equal(told.length, 2 * LONG_ROUND)
    for (const [i, id] of ids.entries()) {
      if (i % 7 !== 3) continue
      const begins = log.indexOf(`${id} begins`)
      assert.equal(log[begins + 1], `${id} ends`)
      assert.deepEqual(log.slice(0, begins).toSorted(),
        ids.slice(0, i).flatMap((before) => [`${before} begins`, `${before} ends`]).toSorted())
    }
  })

  test('of nothing gives nothing', async (t) => {
    assert.deepEqual(await dispatched(t).go(), [])
  })
})

describe('a round in the loop', () => {
  const person = (text: string): UserMessage => ({ role: 'user', from: 'person', text })

  /** A model that gives these replies, one a request. */
  function scripted(...replies: Reply[]): Model {
    return async () => replies.shift()!
  }

  test('of the three tools leaves a history with every result, refused or not', async (t) => {
    const { root } = workspace(t, { 'a.txt': 'one\n' })
    const policy = policyOf(root, { writable: true })
    const asked = [
      callOf('read', { path: 'a.txt' }, '1'), callOf('write', { path: 'b.txt', content: 'two\n' }, '2'),
      callOf('bash', { command: 'cat b.txt' }, '3'), callOf('read', { path: '../x' }, '4'),
      callOf('bash', { command: 'rm b.txt' }, '5'), { ...callOf('read', {}, '6'), malformed: 'no JSON' },
    ]
    const reply: Reply = { text: 'I look', calls: asked, stop: 'calls' }
    const last: Reply = { text: 'done', calls: [], stop: 'end' }
    const decisions: string[] = []
    const { told, onCall } = listening()
    const messages: Message[] = []
    const execute = stack(dispatch(policy, TOOLS, newSession(), { onCall }), [permitLayer(policy, TOOLS)], {
      onDecision: ({ call, decision }) => { decisions.push(`${call.id} ${decision.allowed}`) },
    })
    const end = await inTime(runAgent({
      model: scripted(reply, last), execute, system: '', tools: TOOLS, messages, inbox: [person('go')],
    }))
    assert.deepEqual(end, { outcome: 'done', reason: '', text: 'done', rounds: 2 })
    assert.deepEqual(messages, [
      person('go'),
      { role: 'assistant', ...reply },
      {
        role: 'results',
        results: [
          result('1', 'one\n'),
          result('2', 'created b.txt: 1 line, 4 bytes'),
          result('3', 'two\n[exit code 0]'),
          refused('4', 'path escapes the workspace: ../x'),
          refused('5', 'command not allowed: rm; allowed are ls, cat, wc, pwd'),
          failed('6', 'no JSON'),
        ],
      },
      { role: 'assistant', ...last },
    ])
    assert.deepEqual(decisions, ['1 true', '2 true', '3 true', '4 false', '5 false'])
    assert.deepEqual(told, [
      '1 started', '1 completed', '2 started', '2 completed', '3 started', '3 completed',
    ])
  })

  test('of one layer too few runs nothing', async (t) => {
    const { root } = workspace(t)
    const policy = policyOf(root, { writable: true })
    const messages: Message[] = []
    await inTime(runAgent({
      model: scripted({ text: '', calls: [callOf('write', { path: 'b.txt', content: '' }, '1')],
        stop: 'calls' },
        { text: 'done', calls: [], stop: 'end' }),
      execute: stack(dispatch(policy, TOOLS, newSession()), []),
      system: '', tools: TOOLS, messages, inbox: [person('go')],
    }))
    assert.deepEqual(messages[2], { role: 'results', results: [refused('1', 'no layer allowed this call')] })
  })
})
