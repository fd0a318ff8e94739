// perform.test.ts: one call, from the second judgement to the words of its result. Files are real; the tools
// are small ones that tell what they were given.

import assert from 'node:assert/strict'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Stop } from '../agent.ts'
import { effectsOf } from '../effects.ts'
import { Ending, perform, refused, wordsOf } from '../perform.ts'
import { permit } from '../permit.ts'
import { newSession, TOOLS } from '../tools.ts'
import { callOf, policyOf, toolOf, workspace } from './permit-builders.ts'
import type { Effects } from '../effects.ts'
import type { Context, Tool } from '../tools.ts'
import type { Ends } from './permit-builders.ts'

const signalOf = () => new AbortController().signal
const ESCAPED = 'Error: path escapes the workspace: a.txt (refused: nothing was run)'

/** A call `look { path: a.txt }` on a tool that does this. `ran` tells how often. */
function looking(t: Ends, run: (args: Record<string, unknown>, context: Context) => unknown, files = {}) {
  const place = workspace(t, files)
  const looked = { ran: 0 }
  const tool = toolOf('look', { path: 'read' }, async (args, context) => {
    looked.ran++
    return run(args, context) as string
  })
  const controller = new AbortController()
  const session = newSession()
  const policy = policyOf(place.root)
  const call = callOf('look', { path: 'a.txt' }, 'id7')
  const go = (given = call) => perform(policy, [tool], session, given, controller.signal)
  return { ...place, looked, controller, session, policy, call, go, tools: [tool] as Tool[] }
}

describe('a call that may do more than when it was allowed', () => {
  test('is refused, with the step and the word that says so; doing less is no matter', async (t) => {
    const { root } = workspace(t, { 'a.json': '' })
    const programs = { mytool: '-v ^a.json' }
    const policy = policyOf(root, { commands: ['mytool', 'pwd'], writable: true, programs })
    const call = callOf('bash', { command: 'pwd; mytool -v' })
    const runs = (agreed: Effects) => perform(policy, TOOLS, newSession(), call, signalOf(), agreed)
    const more = effectsOf(policy, call)
    rmSync(join(root, 'a.json'))
    const less = effectsOf(policy, call)
    assert.match((await runs(more)).text, /^Error: program not found: mytool/) // it was not refused
    writeFileSync(join(root, 'a.json'), '')
    const words = 'Error: it may do more by now than when it was allowed: mytool (a.json); '
      + 'ask for it in a new round (refused: nothing was run)'
    assert.equal((await runs(less)).text, words)
    const knows = (understood: boolean) => {
      const steps = more.steps.map((step) => ({ ...step, understood, runsCode: true }))
      return { ...more, steps }
    }
    assert.equal((await runs(knows(true))).text, words) // all of it was understood then
    assert.match((await runs(knows(false))).text, /^Error: program not found: mytool/)
    assert.equal((await runs({ ...more, steps: more.steps.slice(0, 1) })).text, words)
  })
})

describe('a call that works', () => {
  test('gives its text as it is, under its id', async (t) => {
    for (const text of ['it is so', '', 'Error: not really']) {
      assert.deepEqual(await looking(t, () => text).go(), { id: 'id7', ok: true, text })
    }
  })

  test('is given its arguments, and what was judged just now', async (t) => {
    const seen: unknown[] = []
    const look = looking(t, (args, context) => {
      seen.push(args, { ...context, again: null })
      return ''
    })
    await look.go()
    const effects = effectsOf(look.policy, look.call, look.tools, look.session)
    const { policy, session, controller: { signal } } = look
    assert.deepEqual(seen, [{ path: 'a.txt' }, { policy, session, signal, effects, again: null }])
    assert.equal(seen[0], look.call.args)
    assert.equal((seen[1] as Context).session, session)
  })

  test('may have itself judged again, as the files are then', async (t) => {
    const said: unknown[] = []
    const look = looking(t, (_args, context) => {
      said.push(context.again(), context.effects.paths)
      rmSync(join(look.root, 'a.txt'), { force: true })
      symlinkSync(join(look.outside, 'secret.txt'), join(look.root, 'a.txt'))
      said.push(context.again(), context.effects.paths)
      return 'done'
    })
    assert.deepEqual(await look.go(), { id: 'id7', ok: true, text: 'done' })
    const path = { arg: 'path', access: 'read' }
    assert.deepEqual(said, [
      null, [{ ...path, real: join(look.root, 'a.txt'), place: '' }],
      'path escapes the workspace: a.txt',
      [{ ...path, real: join(look.outside, 'secret.txt'), place: 'outside' }],
    ])
  })

  test('runs once, whatever comes of it', async (t) => {
    for (const run of [() => 'x', () => { throw new Error('x') }]) {
      const look = looking(t, run)
      await look.go()
      assert.equal(look.looked.ran, 1)
    }
  })
})

describe('a call that is not run', () => {
  test('says that permit refused it, and why', async (t) => {
    const look = looking(t, () => 'x')
    assert.deepEqual(await look.go({ ...look.call, args: { path: '../x' } }), {
      id: 'id7', ok: false, text: 'Error: path escapes the workspace: ../x (refused: nothing was run)',
    })
    assert.deepEqual(await look.go({ ...look.call, malformed: 'no JSON' }), {
      id: 'id7', ok: false, text: 'Error: arguments that do not parse: no JSON (refused: nothing was run)',
    })
    assert.equal(look.looked.ran, 0)
  })

  test('of an unknown tool gives the names of those that are there', async (t) => {
    const { policy, session, controller: { signal } } = looking(t, () => 'x')
    assert.deepEqual(await perform(policy, TOOLS, session, callOf('toString', {}, 'n1'), signal), {
      id: 'n1',
      ok: false,
      text: 'Error: unknown tool toString: the tools are read, write, bash (refused: nothing was run)',
    })
  })

  test('says that it was interrupted when the abort came first, whatever it was', async (t) => {
    const look = looking(t, () => 'x')
    look.controller.abort()
    const text = 'Error: interrupted before it started; nothing was run'
    assert.deepEqual(await look.go(), { id: 'id7', ok: false, text })
    assert.deepEqual(await look.go({ ...look.call, name: 'unknown' }), { id: 'id7', ok: false, text })
    assert.equal(look.looked.ran, 0)
  })

  test('is refused when the file became a link to outside after it was allowed', async (t) => {
    const look = looking(t, () => 'x', { 'a.txt': 'a' })
    assert.equal(permit(look.policy, look.call, look.tools), null)
    rmSync(join(look.root, 'a.txt'))
    symlinkSync(join(look.outside, 'secret.txt'), join(look.root, 'a.txt'))
    assert.deepEqual(await look.go(), { id: 'id7', ok: false, text: ESCAPED })
    assert.equal(look.looked.ran, 0)
  })

  test('is refused when a folder on the way became one', async (t) => {
    const { root, outside } = workspace(t, { 'sub/a.txt': 'a' })
    const call = callOf('read', { path: 'sub/secret.txt' })
    const policy = policyOf(root)
    assert.equal(permit(policy, call), null)
    rmSync(join(root, 'sub'), { recursive: true })
    symlinkSync(outside, join(root, 'sub'))
    assert.deepEqual(await perform(policy, TOOLS, newSession(), call, new AbortController().signal), {
      id: 'c1',
      ok: false,
      text: 'Error: path escapes the workspace: sub/secret.txt (refused: nothing was run)',
    })
    rmSync(join(root, 'sub'))
    mkdirSync(join(root, 'sub'))
  })

  test('has the words of refused', () => {
    assert.deepEqual(refused(callOf('read', {}, 'x'), 'no'),
      { id: 'x', ok: false, text: 'Error: no (refused: nothing was run)' })
  })
})

describe('a call that fails', () => {
  test('says what was thrown, an Error or not', async (t) => {
    class Odd extends Error { override name = 'Odd' }
    const thrown: [value: unknown, text: string][] = [
      [new Error('the disk is full'), 'Error: the disk is full'],
      [new Odd(''), 'Error: Odd'],
      [new Stop('limit', 'enough'), 'Error: enough'],
      ['plain words', 'Error: plain words'],
      ['', 'Error: '],
      [42, 'Error: 42'],
      [null, 'Error: null'],
      [undefined, 'Error: undefined'],
      [{ code: 7 }, 'Error: { code: 7 }'],
      [Symbol('why'), 'Error: Symbol(why)'],
      [Object.create(null), 'Error: [Object: null prototype] {}'],
    ]
    for (const [value, text] of thrown) {
      assert.deepEqual(await looking(t, () => { throw value }).go(), { id: 'id7', ok: false, text })
      assert.equal(`Error: ${wordsOf(value)}`, text)
    }
  })

  test('when it throws before it is asked to wait', async (t) => {
    const { policy, session, controller: { signal }, call, tools } = looking(t, () => 'x')
    const hasty = { ...tools[0]!, run() { throw new Error('at once') } }
    assert.deepEqual(await perform(policy, [hasty], session, call, signal),
      { id: 'id7', ok: false, text: 'Error: at once' })
  })

  test('when what it gives is no text', async (t) => {
    for (const value of [undefined, null, 3, ['x'], { text: 'x' }]) {
      assert.deepEqual(await looking(t, () => value).go(),
        { id: 'id7', ok: false, text: 'Error: the tool gave no text; it may have had effects' })
    }
  })

  test('while it was interrupted says that, and what it had to say', async (t) => {
    const look = looking(t, () => {
      look.controller.abort()
      throw new Error('half of it was copied')
    })
    assert.deepEqual(await look.go(), {
      id: 'id7',
      ok: false,
      text: 'Error: interrupted while running; it may have had effects. half of it was copied',
    })
  })

  test('not, when it was done before it noticed the abort', async (t) => {
    const look = looking(t, () => {
      look.controller.abort()
      return 'all of it'
    })
    assert.deepEqual(await look.go(), { id: 'id7', ok: true, text: 'all of it' })
  })
})

describe('a call that ends the run', () => {
  test('as done is a success, as blocked or input a failure, each with its words', async (t) => {
    const ended = (outcome: Ending['outcome']) => {
      return looking(t, () => { throw new Ending(outcome, 'the words') }).go()
    }
    assert.deepEqual(await ended('done'), { id: 'id7', ok: true, text: 'the words', ends: 'done' })
    assert.deepEqual(await ended('blocked'),
      { id: 'id7', ok: false, text: 'Error: the words', ends: 'blocked' })
    assert.deepEqual(await ended('input'), { id: 'id7', ok: false, text: 'Error: the words', ends: 'input' })
  })

  test('ends it also when an abort came meanwhile', async (t) => {
    const look = looking(t, () => {
      look.controller.abort()
      throw new Ending('done', 'the words')
    })
    assert.deepEqual(await look.go(), { id: 'id7', ok: true, text: 'the words', ends: 'done' })
  })
})

describe('a session', () => {
  test('is a new one each time it is made', () => {
    const [one, two] = [newSession(), newSession()]
    assert.deepEqual(one, { seen: new Map(), written: new Set() })
    one.written.add('/x')
    one.seen.set('/x', { hash: '', whole: false, parts: [] })
    assert.deepEqual(two, { seen: new Map(), written: new Set() })
  })

  test('has what programs write by their words, and the root when these do not say what', async (t) => {
    const { root } = workspace(t, { 'a.txt': '' })
    const policy = policyOf(root, { commands: ['git', 'ls', 'touch'], writable: true })
    const written = async (command: string) => {
      const session = newSession()
      await perform(policy, TOOLS, session, callOf('bash', { command }), signalOf())
      return [...session.written]
    }
    assert.deepEqual(await written('ls; git status'), [])
    assert.deepEqual(await written('ls; touch b.txt c.txt'), [join(root, 'b.txt'), join(root, 'c.txt')])
    assert.deepEqual(await written('git stash pop'), [root])
    assert.deepEqual(await written('touch b.txt; git merge x'), [join(root, 'b.txt'), root])
    assert.deepEqual(await written('touch b.txt; rm b.txt'), []) // refused, and not run
  })
})
