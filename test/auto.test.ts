// auto.test.ts: a Confirm that asks less: what it lets pass, what it puts to a classifier, what it passes on,
// and when it is over. The person, the rules and the classifier are functions here; rules.test.ts has the
// rules themselves, classifier.test.ts the model that is asked.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { autoMode, toggle } from '../lessons/08-auto/auto.ts'
import { requestOf } from '../lessons/06-confirm/request.ts'
import { createGrants } from '../lessons/07-grants/grants.ts'
import { newSession, TOOLS } from '../tools.ts'
import { callOf, policyOf, workspace } from './permit-builders.ts'
import type { Answer, Confirm, Request } from '../lessons/06-confirm/confirm.ts'
import type { Classifier, Judge, Opinion } from '../lessons/08-auto/auto.ts'
import type { Ends } from './permit-builders.ts'

const never = () => new AbortController().signal
const yes: Answer = { allowed: true, by: 'human', reason: 'yes' }
const no: Answer = { allowed: false, by: 'human', reason: 'no' }

/** Requests for commands; what rules say of one is its first word. */
function requestsFor(t: Ends, ...commands: string[]): Request[] {
  const { root } = workspace(t, {})
  const options = { policy: policyOf(root), tools: TOOLS, session: newSession(), attended: true }
  return commands.map((command) => requestOf(options, callOf('bash', { command }, command)))
}

const VERDICTS = { low: 'LOW_RISK', high: 'HIGH_RISK', unknown: 'UNKNOWN' } as const
const judge: Judge = ({ args }) => {
  const [first] = String(args['command']).split(' ')
  return { verdict: VERDICTS[first as keyof typeof VERDICTS], rule: `it begins with ${first}` }
}

/** A person who answers so, and what they were asked. */
function person(answer: (request: Request) => Answer = () => no): Confirm & { asked: Request[][] } {
  const asked: Request[][] = []
  const confirm: Confirm = async (requests) => {
    asked.push(requests)
    return requests.map(answer)
  }
  return Object.assign(confirm, { asked })
}

const says = (word: string | null, fault?: string): Classifier => async () => {
  return { word, milliseconds: 12.4, ...(fault !== undefined && { fault }) }
}
const idsOf = (requests: readonly Request[]) => requests.map(({ call }) => call.id)

describe('auto mode', () => {
  test('allows what rules prove, asks a classifier about the unknown, a person about the rest', async (t) => {
    const confirm = person(() => yes)
    const seen: string[] = []
    const classify: Classifier = async ({ call }) => {
      seen.push(call.id)
      return { word: call.id.endsWith('boring') ? 'LOW_RISK' : 'ASK', milliseconds: 5 }
    }
    const requests = requestsFor(t, 'high a', 'unknown boring', 'low b', 'unknown c')
    const answers = await autoMode({ confirm, judge, classify })(requests, never())
    assert.deepEqual(answers, [
      { ...yes, reason: 'yes (auto mode: HIGH_RISK by rule: it begins with high)' },
      { allowed: true, by: 'classifier', reason: 'the classifier said LOW_RISK, after 5 ms' },
      { allowed: true, by: 'rule', reason: 'auto mode: LOW_RISK by rule: it begins with low' },
      { ...yes, reason: 'yes (auto mode: UNKNOWN by rule: it begins with unknown; '
        + 'the classifier said ASK, after 5 ms)' },
    ])
    assert.deepEqual(seen, ['unknown boring', 'unknown c'])
    assert.deepEqual(confirm.asked.map(idsOf), [['high a', 'unknown c']])
    assert.deepEqual(confirm.asked[0]!.map(({ notes }) => notes), [
      ['auto mode: HIGH_RISK by rule: it begins with high'],
      ['auto mode: UNKNOWN by rule: it begins with unknown; the classifier said ASK, after 5 ms'],
    ])
  })

  test('asks nobody when nothing is left, and keeps the notes of a request that is passed on', async (t) => {
    const confirm = person()
    const auto = autoMode({ confirm, judge })
    const answers = await auto(requestsFor(t, 'low a', 'low b'), never())
    assert.deepEqual(answers.map(({ by }) => by), ['rule', 'rule'])
    assert.equal(confirm.asked.length, 0)
    const [request] = requestsFor(t, 'unknown a')
    await auto([{ ...request!, notes: ['it is late'] }], never())
    const note = 'auto mode: UNKNOWN by rule: it begins with unknown'
    assert.deepEqual(confirm.asked[0]![0]!.notes, ['it is late', note])
  })

  test('asks a person about all that is unknown when there is no classifier', async (t) => {
    const confirm = person()
    const answers = await autoMode({ confirm, judge })(requestsFor(t, 'unknown a', 'low b'), never())
    assert.deepEqual(answers.map(({ allowed }) => allowed), [false, true])
    assert.deepEqual(confirm.asked.map(idsOf), [['unknown a']])
  })

  const NO_WORDS: [what: string, classify: Classifier][] = [
    ['ASK', says('ASK')], ['no word', says(null, 'it was silent')], ['an empty word', says('')],
    ['another word', says('HIGH_RISK')], ['the word with a full stop', says('LOW_RISK.')],
    ['the word in small letters', says('low_risk')], ['the word with a blank', says(' LOW_RISK')],
    ['the word and more', says('NOT LOW_RISK')], ['both words', says('LOW_RISK HIGH_RISK')],
    ['JSON', says('{"verdict":"LOW_RISK"}')], ['ten thousand words', says('LOW_RISK '.repeat(10_000))],
    ['a throw', async () => { throw new Error('down') }],
    ['nothing', async () => undefined as unknown as Opinion],
    ['a list', async () => ({ word: ['LOW_RISK'] as unknown as string, milliseconds: 1 })],
    ['a throw at once', () => { throw new Error('down') }],
  ]
  for (const [what, classify] of NO_WORDS) {
    test(`takes no classifier's word but the one: ${what}`, async (t) => {
      const confirm = person(() => yes)
      const [answer] = await autoMode({ confirm, judge, classify })(requestsFor(t, 'unknown a'), never())
      assert.deepEqual([answer!.by, confirm.asked.length], ['human', 1])
      assert.ok(confirm.asked[0]![0]!.notes![0]!.length < 250)
    })
  }

  test('tells a person what went wrong with the classifier', async (t) => {
    const confirm = person()
    const silent = says(null, 'it was silent')
    await autoMode({ confirm, judge, classify: silent })(requestsFor(t, 'unknown a'), never())
    assert.deepEqual(confirm.asked[0]![0]!.notes, ['auto mode: UNKNOWN by rule: it begins with unknown; '
      + 'the classifier said nothing that counts: it was silent, after 12 ms'])
    await autoMode({ confirm, judge: () => { throw new Error('no') } })(requestsFor(t, 'low a'), never())
    assert.deepEqual(confirm.asked[1]![0]!.notes, ['auto mode: judging it failed'])
  })

  test('asks no classifier about a verdict that is none', async (t) => {
    const confirm = person()
    const classify: Classifier = async () => assert.fail('it was asked')
    await autoMode({ confirm, judge, classify })(requestsFor(t, 'other a'), never())
    assert.deepEqual(confirm.asked.map(idsOf), [['other a']])
  })

  test('waits once for ten calls of a round, and asks one question', async (t) => {
    let waiting = 0
    let most = 0
    const classify: Classifier = async ({ call }) => {
      most = Math.max(most, ++waiting)
      await new Promise((resolve) => setTimeout(resolve, 20))
      waiting--
      return { word: call.id < 'unknown 5' ? 'LOW_RISK' : 'ASK', milliseconds: 20 }
    }
    const confirm = person(() => yes)
    const requests = requestsFor(t, ...Array.from({ length: 10 }, (_, i) => `unknown ${i}`))
    const answers = await autoMode({ confirm, judge, classify })(requests, never())
    assert.equal(most, 10)
    assert.deepEqual(confirm.asked.map((asked) => asked.length), [5])
    assert.deepEqual(answers.map(({ by }) => by), [...Array(5).fill('classifier'), ...Array(5).fill('human')])
  })

  test('judges each call anew, also one with the same arguments', async (t) => {
    let asked = 0
    const classify: Classifier = async () => ({ word: asked++ === 0 ? 'LOW_RISK' : 'ASK', milliseconds: 1 })
    const auto = autoMode({ confirm: person(), judge, classify })
    const [first] = await auto(requestsFor(t, 'unknown a'), never())
    const [second] = await auto(requestsFor(t, 'unknown a'), never())
    assert.deepEqual([first!.allowed, second!.allowed], [true, false])
  })

  test('another number of answers than questions allows nothing', async (t) => {
    const auto = autoMode({ confirm: async () => [yes, yes], judge })
    const words = 'the answers were not as many as the questions'
    await assert.rejects(auto(requestsFor(t, 'high a', 'low b'), never()), { message: words })
    const silent = autoMode({ confirm: async () => [], judge })
    await assert.rejects(silent(requestsFor(t, 'high a'), never()), { message: words })
  })

  test('is over when three of its calls in a row were refused', async (t) => {
    const ends: string[] = []
    const confirm = person(({ call }) => (call.id.endsWith('yes') ? yes : no))
    const auto = autoMode({ confirm, judge, onEnd: (reason) => void ends.push(reason) })
    const ask = async (...commands: string[]) => auto(requestsFor(t, ...commands), never())
    await ask('high 1', 'high 2', 'high yes', 'high 3')
    await ask('high 4', 'low x')
    assert.deepEqual(ends, [])
    await ask('high 5')
    assert.deepEqual(ends, ['auto mode is over for this session: 3 calls in a row were refused'])
    const [answer] = await ask('low x')
    assert.deepEqual(answer, no)
    assert.deepEqual(idsOf(confirm.asked.at(-1)!), ['low x'])
    await ask('high 6')
    assert.equal(ends.length, 1)
  })

  test('is over when twenty of its calls were refused in all', async (t) => {
    const ends: string[] = []
    const confirm = person(({ call }) => (call.id.endsWith('yes') ? yes : no))
    const auto = autoMode({ confirm, judge, onEnd: (reason) => void ends.push(reason) })
    const pair = ['high no', 'high yes']
    await auto(requestsFor(t, ...Array(19).fill(pair).flat()), never())
    assert.deepEqual(ends, [])
    await auto(requestsFor(t, 'high no'), never())
    assert.deepEqual(ends, ['auto mode is over for this session: 20 calls were refused'])
    assert.doesNotThrow(() => autoMode({ confirm, judge }))
  })

  test('what was refused by an interruption counts as nothing', async (t) => {
    const controller = new AbortController()
    const confirm: Confirm = async (requests) => {
      controller.abort()
      return requests.map(() => no)
    }
    const ends: string[] = []
    const auto = autoMode({ confirm, judge, onEnd: (reason) => void ends.push(reason) })
    await auto(requestsFor(t, 'high 1', 'high 2', 'high 3'), controller.signal)
    assert.deepEqual(ends, [])
  })

  test('goes on without anybody who is told of its end', async (t) => {
    const auto = autoMode({ confirm: person(), judge })
    await auto(requestsFor(t, 'high 1', 'high 2', 'high 3'), never())
    assert.deepEqual(await auto(requestsFor(t, 'low x'), never()), [no])
  })
})

describe('the toggle', () => {
  test('is one Confirm that asks about all, or about what auto mode leaves', async (t) => {
    const confirm = person()
    const { confirm: asks, flip, isOn } = toggle({ confirm, judge })
    const ask = async () => (await asks(requestsFor(t, 'low a'), never()))[0]!.by
    assert.deepEqual([isOn(), await ask()], [false, 'human'])
    assert.equal(flip(), 'auto mode is on: what is proven boring is not asked about')
    assert.deepEqual([isOn(), await ask()], [true, 'rule'])
    assert.equal(flip(), 'auto mode is off')
    assert.deepEqual([isOn(), await ask()], [false, 'human'])
    assert.equal(toggle({ confirm, judge, isOn: true }).isOn(), true)
  })

  test('sets broad grants aside while it is on, and brings them back', () => {
    const grants = createGrants(['bash:node', 'bash:npm test'])
    const switched = toggle({ confirm: person(), judge, grants, isOn: true })
    assert.deepEqual(grants.list(), ['bash:npm test'])
    switched.flip()
    assert.deepEqual(grants.list(), ['bash:node', 'bash:npm test'])
    switched.flip()
    assert.deepEqual(grants.list(), ['bash:npm test'])
  })

  test('is off for good when auto mode is over, says so, and brings broad grants back', async (t) => {
    const grants = createGrants(['bash:node'])
    const said: string[] = []
    const say = (text: string) => void said.push(text)
    const { confirm, flip, isOn } = toggle({ confirm: person(), judge, grants, isOn: true, say })
    await confirm(requestsFor(t, 'high 1', 'high 2', 'high 3'), never())
    const words = 'auto mode is over for this session: 3 calls in a row were refused'
    assert.deepEqual([isOn(), said, grants.list()], [false, [words], ['bash:node']])
    assert.deepEqual([flip(), isOn()], [words, false])
    const silent = toggle({ confirm: person(), judge, isOn: true })
    await silent.confirm(requestsFor(t, 'high 1', 'high 2', 'high 3'), never())
    assert.equal(silent.isOn(), false)
  })
})
