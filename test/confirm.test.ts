// confirm.test.ts: who must agree before a call runs: the layer, the requests, the words that are shown. The
// person is a function here; ask.test.ts has the terminal.

import assert from 'node:assert/strict'
import { existsSync, linkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { runAgent, Stop } from '../agent.ts'
import { dispatch, permitLayer, stack } from '../lessons/04-rounds/rounds.ts'
import { askWith } from '../lessons/06-confirm/ask.ts'
import { allowAll, confirmLayer, denyAll } from '../lessons/06-confirm/confirm.ts'
import { isChanged, requestOf } from '../lessons/06-confirm/request.ts'
import { linesOf } from '../lessons/06-confirm/show.ts'
import { scriptedModel } from '../models/scripted.ts'
import { newSession, TOOLS } from '../tools.ts'
import { callOf, policyOf, toolOf, workspace } from './permit-builders.ts'
import type { Message, ToolCall } from '../agent.ts'
import type { Decision } from '../lessons/04-rounds/rounds.ts'
import type { Answer, Confirm, ConfirmOptions, Request } from '../lessons/06-confirm/confirm.ts'
import type { Ends } from './permit-builders.ts'

const FILES = { 'a.txt': 'one\ntwo\n', '.env': 'KEY=1\n', 'package.json': '{}\n', 'build/x': '', 'sub/y': '' }
const yes: Answer = { allowed: true, by: 'human', reason: 'yes' }
const no: Answer = { allowed: false, by: 'human', reason: 'no' }
const never = () => new AbortController().signal

function ground(t: Ends, more: Partial<ConfirmOptions> = {}) {
  const { root } = workspace(t, FILES)
  const commands = ['ls', 'rm', 'echo', 'node', 'tail', 'touch', 'cat', 'mv']
  const policy = policyOf(root, { writable: true, commands })
  const session = newSession()
  const options: ConfirmOptions = { policy, tools: TOOLS, session, attended: true, ...more }
  const bash = (command: string) => callOf('bash', { command }, command)
  const ask = (...calls: ToolCall[]) => confirmLayer(options)(calls, never())
  return { root, policy, session, options, bash, ask }
}

/** A Confirm that answers so, and keeps what it was asked. */
function person(
  answer: (request: Request, i: number) => Answer = () => yes,
): Confirm & { asked: Request[][] } {
  const asked: Request[][] = []
  const confirm: Confirm = async (requests) => {
    asked.push(requests)
    return requests.map(answer)
  }
  return Object.assign(confirm, { asked })
}

describe('the layer', () => {
  test('asks nobody about what is SAFE, nor about CAUTION where somebody watches', async (t) => {
    const confirm = person()
    const { bash, ask } = ground(t, { confirm })
    assert.deepEqual(await ask(callOf('read', { path: 'a.txt' }), bash('echo a'), bash('ls')), [
      { allowed: true, by: 'tier', reason: 'SAFE: only looks' },
      { allowed: true, by: 'tier', reason: 'SAFE: only looks' },
      { allowed: true, by: 'tier', reason: 'CAUTION: only looks' },
    ])
    assert.deepEqual(confirm.asked, [])
  })

  test('asks one question about all that is left, and keeps the order', async (t) => {
    const confirm = person((_, i) => (i === 1 ? { ...no, words: 'use docs' } : yes))
    const { bash, ask } = ground(t, { confirm })
    const read = callOf('read', { path: '.env' })
    const calls = [bash('rm a.txt'), bash('ls'), bash('touch b'), read, bash('echo a')]
    const decisions = await ask(...calls)
    assert.deepEqual(decisions.map((one) => [one!.allowed, one!.by, one!.reason]), [
      [true, 'human', 'yes'], [true, 'tier', 'CAUTION: only looks'], [false, 'human', 'no: use docs'],
      [true, 'human', 'yes'], [true, 'tier', 'SAFE: only looks'],
    ])
    assert.deepEqual(confirm.asked.map((round) => round.map(({ call }) => call)),
      [[calls[0], calls[2], calls[3]]])
  })

  test('says no to all when nobody was given to ask', async (t) => {
    const { bash, ask } = ground(t)
    assert.deepEqual(await ask(bash('rm a.txt')),
      [{ allowed: false, by: 'default', reason: 'nobody is there to say yes' }])
  })

  test('asks anew each time: a no is not kept', async (t) => {
    const confirm = person(() => no)
    const { bash, ask } = ground(t, { confirm })
    await ask(bash('rm a.txt'))
    await ask(bash('rm a.txt'))
    assert.equal(confirm.asked.length, 2)
  })

  test('asks nobody when nobody can be asked, and then CAUTION needs a grant too', async (t) => {
    const confirm = person()
    const { bash, ask } = ground(t, { confirm, attended: false })
    assert.deepEqual(await ask(bash('ls'), bash('echo a'), bash('rm a.txt')), [
      { allowed: false, by: 'default', reason: 'needs a yes, and nobody can be asked: only looks' },
      { allowed: true, by: 'tier', reason: 'SAFE: only looks' },
      { allowed: false, by: 'default',
        reason: 'needs a yes, and nobody can be asked: rm (a.txt) deletes files' },
    ])
    assert.deepEqual(confirm.asked, [])
  })

  test('names the grant that would have helped, in words and as a field', async (t) => {
    const grants = { covers: () => false, offer: () => 'bash=rm a.txt', add: () => {} }
    const { bash, ask } = ground(t, { grants, attended: false })
    assert.deepEqual(await ask(bash('rm a.txt')), [{
      allowed: false, by: 'default', grant: 'bash=rm a.txt',
      reason: 'needs a yes, and nobody can be asked: rm (a.txt) deletes files; '
        + "--grant 'bash=rm a.txt' would allow it",
    }])
  })

  test('takes a grant before it asks, and tells it what comes before in the round', async (t) => {
    const seen: unknown[] = []
    const confirm = person()
    const grants = {
      covers: (request: Request, earlier: readonly Request[]) => {
        seen.push([request.call.id, earlier.map(({ call }) => call.id)])
        return request.call.id === 'rm a.txt'
      },
      offer: () => null,
      add: () => {},
    }
    const { bash, ask } = ground(t, { grants, confirm })
    const decisions = await ask(bash('touch b'), bash('rm a.txt'))
    assert.deepEqual(decisions.map((one) => one!.by), ['human', 'grant'])
    assert.equal(decisions[1]!.reason, 'a grant covers it')
    assert.deepEqual(seen, [['touch b', []], ['rm a.txt', ['touch b']]])
  })

  test('adds the grant that a yes came with, and none that a no came with', async (t) => {
    const added: unknown[] = []
    const grants = {
      covers: () => false,
      offer: () => 'bash=x',
      add: (form: string, { call }: Request) => void added.push([form, call.id]),
    }
    const confirm = person((_, i) => ({ ...(i === 0 ? yes : no), remember: 'bash=x' }))
    const { bash, ask } = ground(t, { grants, confirm })
    const decisions = await ask(bash('rm a.txt'), bash('touch b'))
    assert.deepEqual(added, [['bash=x', 'rm a.txt']])
    assert.deepEqual(decisions[0], { ...yes, remember: 'bash=x' })
  })
})

describe('an answer that is not a clean yes', () => {
  const wrongNumber = 'the answers were not as many as the questions'
  const failed = 'asking failed, and no answer is a no'
  const cases: [what: string, confirm: Confirm, reason: string][] = [
    ['too few', async () => [], wrongNumber],
    ['too many', async () => [yes, yes], wrongNumber],
    ['no list', async () => ({ length: 1, 0: yes }) as never, wrongNumber],
    ['nothing', async () => undefined as never, wrongNumber],
    ['a throw', () => { throw new Error('closed') }, failed],
    ['a rejection', async () => { throw new Error('closed') }, failed],
    ['a hole', async () => new Array(1), failed],
    ['a null', async () => [null as never], failed],
    ['a getter that throws', async () => [{ get allowed() { throw new Error('x') } } as never], failed],
    ['1 for true', async () => [{ ...yes, allowed: 1 as never }], 'yes'],
    ['the word yes', async () => [{ ...yes, allowed: 'yes' as never }], 'yes'],
  ]
  for (const [what, confirm, reason] of cases) {
    test(`is a no: ${what}`, async (t) => {
      const { bash, ask } = ground(t, { confirm })
      const [decision] = await ask(bash('rm a.txt'))
      assert.deepEqual([decision!.allowed, decision!.reason], [false, reason])
    })
  }

  test('is a no when the round was interrupted meanwhile', async (t) => {
    const controller = new AbortController()
    const confirm: Confirm = async (requests) => {
      controller.abort()
      return requests.map(() => yes)
    }
    const { bash, options } = ground(t, { confirm })
    assert.deepEqual(await confirmLayer(options)([bash('rm a.txt')], controller.signal),
      [{ allowed: false, by: 'default', reason: 'it was interrupted before an answer counted' }])
  })

  test('ends the run when it is a Stop', async (t) => {
    const stop = new Stop('blocked', 'no more')
    const { bash, ask } = ground(t, { confirm: async () => { throw stop } })
    await assert.rejects(ask(bash('rm a.txt')), (error) => error === stop)
  })
})

describe('what was shown', () => {
  const changed: Decision = {
    allowed: false, by: 'default', reason: 'what it works on has changed since it was shown; send it again',
  }

  test('is what runs: a call that is another one by the answer is refused, asked about or not', async (t) => {
    const confirm: Confirm = async (requests) => {
      writeFileSync(join(root, 'new.txt'), '')
      rmSync(join(root, 'sub/y'))
      symlinkSync('../.env', join(root, 'sub/y'))
      return requests.map(() => yes)
    }
    const { root, bash, ask } = ground(t, { confirm })
    const decisions = await ask(bash('rm *.txt'), bash('rm a.txt'), bash('cat sub/y'))
    assert.deepEqual(decisions, [changed, yes, changed])
  })

  test('is compared by tier, words and places', (t) => {
    const { options, bash } = ground(t)
    const request = requestOf(options, bash('rm a.txt'))
    assert.equal(isChanged(request, requestOf(options, bash('rm a.txt'))), false)
    for (const other of [{ tier: 'SAFE' as const }, { vectors: [['rm']] }, { paths: [] }]) {
      assert.equal(isChanged(request, { ...request, ...other }), true)
    }
    assert.equal(isChanged(request, { ...request, reason: 'x', preview: 'y' }), false)
  })
})

describe('a request', () => {
  test('has the facts of its call, and what later lessons hand in', (t) => {
    const { root, options, bash } = ground(t, {
      from: 'helper', verdict: () => 'UNKNOWN', notes: ({ id }) => [`note on ${id}`],
    })
    const request = requestOf(options, bash('cd sub && rm y | tail -3'))
    const { steps, ...rest } = request
    assert.deepEqual(steps.map(({ given }) => given), [['cd', 'sub'], ['rm', 'y'], ['tail', '-3']])
    assert.deepEqual(rest, {
      call: bash('cd sub && rm y | tail -3'),
      root,
      vectors: [['cd', 'sub'], ['rm', 'y'], ['tail', '-3']],
      paths: [
        { arg: 'command', step: 0, real: join(root, 'sub'), place: '', access: 'read' },
        { arg: 'command', step: 1, real: join(root, 'sub/y'), place: '', access: 'write' },
      ],
      tier: 'DESTRUCTIVE', reason: 'rm (y) deletes files', preview: '', written: false, open: [1],
      from: 'helper', verdict: 'UNKNOWN', notes: ['note on cd sub && rm y | tail -3'],
    })
    const alone = requestOf({ ...options, attended: false }, bash('cd sub && rm y | tail -3'))
    assert.deepEqual(alone.open, [0, 1, 2])
    assert.deepEqual(requestOf(options, bash('cat .env')).open, [0]) // a look at a secret
  })

  test('says that it runs code after files were written in this run', (t) => {
    const { options, session, bash } = ground(t)
    assert.equal(requestOf(options, bash('node x.js')).written, false)
    session.written.add('/somewhere')
    assert.equal(requestOf(options, bash('node x.js')).written, true)
    assert.equal(requestOf(options, bash('rm x.js')).written, false)
  })

  test('shows a write as a small diff', (t) => {
    const { root, options } = ground(t)
    const preview = (path: string, content: unknown) => {
      return requestOf(options, callOf('write', { path, content })).preview
    }
    assert.equal(preview('new.txt', 'a\nb'), 'a new file of 2 lines\n+ a\n+ b')
    assert.equal(preview('a.txt', 'one\ntwo\n'), 'no line changes')
    assert.equal(preview('a.txt', ''), 'line 1: 2 lines become 0\n- one\n- two')
    const old = Array.from({ length: 30 }, (_, i) => `line ${i}`)
    writeFileSync(join(root, 'long.txt'), `${old.join('\n')}\n`)
    assert.equal(preview('long.txt', old.map((line, i) => (i === 10 ? 'new\u001b[2J' : line)).join('\n')), [
      'line 11: 1 lines become 1', '  line 8', '  line 9', '- line 10', '+ new\\u{1b}[2J', '  line 11',
      '  line 12',
    ].join('\n'))
    const many = preview('long.txt', 'all new\n').split('\n')
    assert.deepEqual(many, ['line 1: 30 lines become 1', ...old.slice(0, 6).map((line) => `- ${line}`),
      '- (18 lines more)', ...old.slice(-6).map((line) => `- ${line}`), '+ all new'])
    writeFileSync(join(root, 'huge.txt'), Buffer.alloc(1_048_577, 'x\n'))
    assert.equal(preview('huge.txt', 'a'), 'line 1: 0 lines become 1\n+ a') // it is too large to compare
    assert.equal(preview('sub', 'a'), '') // refused, and so without a path
    assert.equal(preview('a.txt', 3), '')
    linkSync(join(root, 'a.txt'), join(root, 'twin.txt'))
    assert.equal(preview('twin.txt', 'one\n'), 'line 2: 1 lines become 0\n  one\n- two')
  })

  test('shows what a tool says of itself, and never throws', (t) => {
    const { options, root } = ground(t)
    const own = { ...toolOf('own', { to: 'text' }), preview: () => 'sends it' }
    const odd = { ...toolOf('odd', { to: 'text' }), preview: () => { throw new Error('no') } }
    const none = { ...toolOf('none', { to: 'text' }), preview: () => 3 as never }
    const tools = [own, odd, none]
    const preview = (name: string) => requestOf({ ...options, tools }, callOf(name, { to: 'x' })).preview
    assert.deepEqual(['own', 'odd', 'none'].map(preview), ['sends it', '(it cannot be shown)', ''])
    assert.ok(existsSync(root))
  })
})

describe('the lines of a request', () => {
  const shownOf = (request: Request, number = 0, whole = false) => linesOf(request, number, whole)

  test('show every step of a command as it will run, and the paths that matter', (t) => {
    const { root, options, bash } = ground(t, { from: 'helper\u001b', notes: () => ['a note\u202e'] })
    const request = requestOf(options, bash('cd sub && rm y 2>/dev/null | cat ../.env 2>&1; ls >/dev/null'))
    assert.deepEqual(shownOf({ ...request, written: true }, 2), [
      `2. helper\\u{1b}: bash: DESTRUCTIVE: ${root}/.env looks like a secret`,
      '   cd sub  (in sub)',
      '   && rm y 2>/dev/null  (in sub)',
      '   | cat ../.env 2>&1  (in sub)',
      '   ; ls >/dev/null  (in sub)',
      `   write ${root}/sub/y`,
      `   read ${root}/.env (secret)`,
      '   it runs code, and files were written in this run',
      '   a note\\u{202e}',
    ])
  })

  test('escape what could lie on a screen', (t) => {
    const { options } = ground(t)
    const call = callOf('bash\u001b[2J', { command: 'x' })
    assert.deepEqual(shownOf(requestOf(options, call)), [
      'bash\\u{1b}[2J: DESTRUCTIVE: it cannot be judged: not a call of a tool that is here',
      '   {"command":"x"}',
    ])
    const write = requestOf(options, callOf('write', { path: 'a.txt', content: 'x\u202ey\n' }))
    assert.deepEqual(shownOf(write).slice(-4), ['   | line 1: 2 lines become 1', '   | - one', '   | - two',
      '   | + x\\u{202e}y'])
  })

  test('cut a long command in the middle and say so, and show all of it when asked', (t) => {
    const { options, bash } = ground(t)
    const command = `echo ${'a'.repeat(3_000)} ; rm ${'b'.repeat(200)}end`
    const [, first, second] = shownOf(requestOf(options, bash(command)))
    assert.equal(first, `   echo ${'a'.repeat(275)} `
      + `...(2605 of 3005 characters are not shown; ? shows them)... ${'a'.repeat(120)}`)
    assert.equal(second, `   ; rm ${'b'.repeat(200)}end`)
    assert.equal(shownOf(requestOf(options, bash(command)), 0, true)[1], `   echo ${'a'.repeat(3_000)}`)
  })

  test('show some of many paths, and say how many more', (t) => {
    const { root, options, bash } = ground(t)
    const request = requestOf(options, bash('rm a b c d e f g h a'))
    const paths = (names: string) => [...names].map((name) => `   write ${root}/${name}`)
    assert.deepEqual(shownOf(request).slice(2), [...paths('abcdef'), '   and 2 more paths; ? shows them'])
    assert.deepEqual(shownOf(request, 0, true).slice(2), paths('abcdefgha'))
  })
})

describe('a round', () => {
  test('has the decision of every call first, then each allowed one starts and ends', async (t) => {
    const events: string[] = []
    const confirm = person(({ call }) => (call.id === 'touch b' ? yes : no))
    const { policy, session, options, bash, root } = ground(t, { confirm })
    const layers = [permitLayer(policy, TOOLS), confirmLayer(options)]
    const execute = stack(dispatch(policy, TOOLS, session, {
      onCall: ({ type, call }) => void events.push(`${type} ${call.id}`),
    }), layers, { onDecision: ({ call, decision }) => void events.push(`${decision.allowed} ${call.id}`) })
    const calls = [bash('rm a.txt'), bash('touch b'), bash('sudo x'), bash('echo a')]
    const results = await execute(calls, never())
    assert.deepEqual(events, [
      'false rm a.txt', 'true touch b', 'false sudo x', 'true echo a',
      'started touch b', 'completed touch b', 'started echo a', 'completed echo a',
    ])
    assert.deepEqual(results.map(({ ok }) => ok), [false, true, false, true])
    assert.equal(results[0]!.text, 'Error: no (refused: nothing was run)')
    assert.deepEqual([existsSync(join(root, 'a.txt')), existsSync(join(root, 'b'))], [true, true])
  })

  test('asks nothing when permit refused all of it', async (t) => {
    const confirm = person()
    const { policy, options, bash } = ground(t, { confirm })
    const execute = stack(async () => [], [permitLayer(policy, TOOLS), confirmLayer(options)])
    await execute([bash('sudo x'), bash('ls $HOME')], never())
    assert.deepEqual(confirm.asked, [])
  })
})

describe('ready-made answers', () => {
  const WHOLE_RUNS = [['allowAll', allowAll, ['b']], ['denyAll', denyAll, ['a.txt']]] as const
  for (const [name, confirm, left] of WHOLE_RUNS) {
    test(`in a whole run: ${name}`, async (t) => {
      const { policy, session, options, bash, root } = ground(t, { confirm })
      const layers = [permitLayer(policy, TOOLS), confirmLayer(options)]
      const execute = stack(dispatch(policy, TOOLS, session), layers)
      const calls = [bash('ls'), bash('mv a.txt b'), bash('sudo x')]
      const messages: Message[] = []
      const end = await runAgent({
        model: scriptedModel([{ text: '', calls, stop: 'calls' }, { text: 'over', calls: [], stop: 'end' }]),
        execute, system: '', tools: TOOLS, messages,
        inbox: [{ role: 'user', from: 'person', text: 'tidy up' }],
      })
      assert.equal(end.outcome, 'done')
      const [, , results] = messages
      assert.ok(results?.role === 'results')
      assert.deepEqual(results.results.map(({ ok }) => ok), [true, confirm === allowAll, false])
      assert.deepEqual(['a.txt', 'b'].filter((file) => existsSync(join(root, file))), left)
    })
  }

  test('allow all, or deny all', async (t) => {
    const { options, bash } = ground(t)
    const requests = [bash('rm a.txt'), bash('ls')].map((call) => requestOf(options, call))
    const allowed = { allowed: true, by: 'default', reason: 'everything is allowed here' }
    const denied = { allowed: false, by: 'default', reason: 'nobody is there to say yes' }
    assert.deepEqual(await allowAll(requests, never()), [allowed, allowed])
    assert.deepEqual(await denyAll(requests, never()), [denied, denied])
  })
})

describe('a question at a keyboard', () => {
  /** Asks about so many calls; the lines are what is typed. */
  async function typed(t: Ends, count: number, lines: (string | null)[], offer?: string) {
    const { options, bash } = ground(t)
    const shown: string[] = []
    let closed = 0
    const requests = Array.from({ length: count }, (_, i) => {
      return { ...requestOf(options, bash(`rm ${i + 1}`)), ...(offer !== undefined && { offer }) }
    })
    const confirm = askWith(() => ({
      show: (text) => void shown.push(text),
      prompt() {},
      clear: () => false,
      ask: async (question) => {
        shown.push(question)
        return lines.shift() ?? null
      },
      close: () => void closed++,
    }))
    const answers = await confirm(requests, never())
    assert.equal(closed, 1)
    const told = answers.map(({ allowed, words }) => (allowed ? 'yes' : `no ${words ?? ''}`.trim()))
    return { answers, shown, told }
  }

  test('of one call takes y for yes, and nothing else', async (t) => {
    for (const line of ['y', 'Y', 'yes', ' y ']) assert.deepEqual((await typed(t, 1, [line])).told, ['yes'])
    const refused: [string | null, string][] = [
      ['', 'no'], ['n', 'no'], ['no', 'no'], ['n use docs', 'no use docs'], ['no, use docs', 'no use docs'],
      ['use docs', 'no use docs'], ['yy', 'no yy'], ['1', 'no 1'], ['a', 'no a'],
      ['yes please', 'no yes please'],
      [null, 'no'],
    ]
    for (const [line, told] of refused) {
      assert.deepEqual((await typed(t, 1, [line])).told, [told], String(line))
    }
  })

  test('of several takes y, n, numbers, and a reason for each', async (t) => {
    const cases: [string, string[]][] = [
      ['y', ['yes', 'yes', 'yes']], ['n', ['no', 'no', 'no']], ['', ['no', 'no', 'no']],
      ['1,3', ['yes', 'no', 'yes']], ['2', ['no', 'yes', 'no']], [' 1 , 2 ', ['yes', 'yes', 'no']],
      ['1; 2 use docs', ['yes', 'no use docs', 'no']],
      ['2 use docs; 3 not now', ['no', 'no use docs', 'no not now']],
      ['4', ['no 4', 'no 4', 'no 4']], ['0', ['no 0', 'no 0', 'no 0']],
      ['1;x', ['no 1;x', 'no 1;x', 'no 1;x']],
      ['n all wrong', ['no all wrong', 'no all wrong', 'no all wrong']],
      ['1-3', ['no 1-3', 'no 1-3', 'no 1-3']],
    ]
    for (const [line, told] of cases) assert.deepEqual((await typed(t, 3, [line])).told, told, line)
  })

  test('gives the grant that was offered with a, and only where it was offered', async (t) => {
    assert.deepEqual((await typed(t, 1, ['a'], 'bash=x')).answers,
      [{ allowed: true, by: 'human', reason: 'a person said yes', remember: 'bash=x' }])
    const { answers } = await typed(t, 3, ['1a,2'], 'bash=x')
    assert.deepEqual(answers.map(({ allowed, remember }) => [allowed, remember]),
      [[true, 'bash=x'], [true, undefined], [false, undefined]])
    const without = await typed(t, 2, ['1a'])
    assert.deepEqual(without.answers.map(({ remember }) => remember), [undefined, undefined])
    const { shown } = await typed(t, 1, ['n'], 'bash=x\u001b')
    assert.match(shown[0]!, /\n {3}a: yes, and for the rest of this session: bash=x\\u\{1b\}\n/)
  })

  test('shows all of it when asked with ?, and asks again', async (t) => {
    const { shown, told } = await typed(t, 2, ['?', 'y'])
    assert.deepEqual(told, ['yes', 'yes'])
    assert.deepEqual(shown.length, 4)
    assert.equal(shown[1], shown[3])
    assert.equal((await typed(t, 1, ['n'])).shown[1], 'Allow? [y/N] ')
  })

  test('waits for the one before it, and is a no without a keyboard', async (t) => {
    const { options, bash } = ground(t)
    const requests = [requestOf(options, bash('rm a.txt'))]
    const order: string[] = []
    let answer = (_line: string) => {}
    const first = askWith(() => ({
      show: () => void order.push('first shown'), prompt() {}, clear: () => false,
      close: () => void order.push('first closed'),
      ask: () => new Promise((resolve) => (answer = resolve)),
    }))(requests, never())
    const second = askWith(() => {
      order.push('second opened')
      return null
    })(requests, never())
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(order, ['first shown'])
    answer('y')
    assert.equal((await first)[0]!.allowed, true)
    assert.deepEqual(await second, [{ allowed: false, by: 'default', reason: 'nobody can be asked here' }])
    assert.deepEqual(order, ['first shown', 'first closed', 'second opened'])
  })

  test('is not opened when the round is over, and a throw does not stop the next one', async (t) => {
    const { options, bash } = ground(t)
    const requests = [requestOf(options, bash('rm a.txt'))]
    const over = askWith(() => { throw new Error('opened') })(requests, AbortSignal.abort())
    assert.equal((await over)[0]!.allowed, false)
    await assert.rejects(askWith(() => { throw new Error('opened') })(requests, never()), /opened/)
    assert.equal((await askWith(() => null)(requests, never()))[0]!.allowed, false)
  })
})
