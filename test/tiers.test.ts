// tiers.test.ts: the tier of a call by its kind, why it has that one, and that nothing gets a lower one by
// being odd. Exact tiers and exact reasons; paths in reasons are shown from the root of a real workspace.

import assert from 'node:assert/strict'
import { linkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { effectsOf } from '../effects.ts'
import { riskLevel, riskReason, worstRiskAmong } from '../lessons/05-tiers/tiers.ts'
import { newSession, TOOLS } from '../tools.ts'
import { callOf, policyOf, toolOf, workspace } from './permit-builders.ts'
import type { ToolCall } from '../agent.ts'
import type { Effects, EffectStep } from '../effects.ts'
import type { Place } from '../places.ts'
import type { Policy } from '../policy.ts'
import type { RiskLevel, Session, Tool } from '../tools.ts'
import type { Ends } from './permit-builders.ts'

const PROGRAMS = ['cat', 'cp', 'curl', 'echo', 'git', 'ls', 'make', 'npm', 'rm', 'wc', 'xargs']
const FILES = {
  'notes.md': 'buy milk\n', '.env': 'KEY=1\n', 'id_rsa.pub': 'key\n',
  'docs/link.md': '-> {OUTSIDE}/secret.txt',
}
const UNKNOWN_CALL = 'it cannot be judged: not a call of a tool that is here'

function policyIn(t: Ends, more: Partial<Policy> = {}): Policy {
  const { root } = workspace(t, FILES)
  linkSync(join(root, 'notes.md'), join(root, 'twin.md'))
  return policyOf(root, { writable: true, commands: PROGRAMS, ...more })
}

/** `CAUTION: only looks`; paths as seen from the root. */
function judged(policy: Policy, call: ToolCall, tools: readonly Tool[] = TOOLS): string {
  const tier = riskLevel(policy, call, tools)
  const reason = riskReason(effectsOf(policy, call, tools), tier)
  return `${tier}: ${reason.replaceAll(`${policy.root}/`, '')}`
}

/** Calls in short: `read notes.md`, `write a.md`, or else a command. */
function callFor(words: string): ToolCall {
  const [, name, path] = /^(read|write) (.*)$/.exec(words) ?? []
  if (name === undefined) return callOf('bash', { command: words })
  return callOf(name, name === 'write' ? { path, content: 'x' } : { path })
}

const outside = (path: string) => `path escapes the workspace: ${path}`
const code = 'runs code that the call does not show'

const KINDS: Record<string, Record<string, string>> = {
  'SAFE: a read, and words that are printed': {
    'read id_rsa.pub': 'SAFE: only looks',
    'read not-there.md': 'SAFE: only looks',
    'read package.json': 'SAFE: only looks',
    'echo rm -rf build': 'SAFE: only looks',
    'echo a && echo b': 'SAFE: only looks',
  },
  'CAUTION: a look by a program, and an ordinary write': {
    'ls': 'CAUTION: only looks',
    'git status': 'CAUTION: only looks',
    'cat docs/a.md | wc -l': 'CAUTION: only looks',
    'cd docs': 'CAUTION: only looks',
    'echo a && ls': 'CAUTION: only looks',
    'ls && echo a': 'CAUTION: only looks',
    'write docs/a.md': 'CAUTION: changes what it names',
  },
  'DESTRUCTIVE: what a program does': {
    'rm -rf build': 'DESTRUCTIVE: rm (build) deletes files',
    'cp id_rsa.pub b.md': 'DESTRUCTIVE: cp (b.md) writes files',
    'npm test': `DESTRUCTIVE: npm (test) ${code}`,
    'make': `DESTRUCTIVE: make ${code}`,
    'curl http://x.example': 'DESTRUCTIVE: curl (http://x.example) reaches the network',
    'git config user.name x': 'DESTRUCTIVE: git (x) changes settings',
    'ls | xargs rm': 'DESTRUCTIVE: xargs is not fully understood, starts another program',
  },
  'DESTRUCTIVE: a place, whatever does it': {
    'read .env': 'DESTRUCTIVE: .env looks like a secret',
    'cat .env': 'DESTRUCTIVE: .env looks like a secret',
    'read twin.md': 'DESTRUCTIVE: twin.md has a second name elsewhere',
    'write package.json': 'DESTRUCTIVE: package.json is run by something later',
    'write CLAUDE.md': 'DESTRUCTIVE: CLAUDE.md tells an agent who it is',
    'write .git/config': 'DESTRUCTIVE: .git/config is never written by an agent',
    'rm package.json': 'DESTRUCTIVE: package.json is run by something later',
  },
  'DESTRUCTIVE: the worst step': {
    'ls; rm build': 'DESTRUCTIVE: rm (build) deletes files',
    'rm build; ls': 'DESTRUCTIVE: rm (build) deletes files',
    'echo a || make': `DESTRUCTIVE: make ${code}`,
    'make; rm build': `DESTRUCTIVE: make ${code}`,
  },
  'DESTRUCTIVE: what is not understood': {
    'cat --everything id_rsa.pub': 'DESTRUCTIVE: cat (--everything) is not fully understood',
    'read ../outside/secret.txt': `DESTRUCTIVE: ${outside('../outside/secret.txt')}`,
    'read docs/link.md': `DESTRUCTIVE: ${outside('docs/link.md')}`,
    'cat ../outside/secret.txt': `DESTRUCTIVE: ${outside('../outside/secret.txt')}`,
    'unheard-of': `DESTRUCTIVE: unheard-of is not fully understood, writes files, deletes files, ${code}, `
      + 'reaches the network, changes settings',
    "echo 'open": 'DESTRUCTIVE: a quote is not closed: "\'open" at character 6; '
      + "close it; outside of quotes \\' is an apostrophe",
    'cat --cmd=x id_rsa.pub': 'DESTRUCTIVE: cat --cmd=x: it starts another program; '
      + 'run that one as a command of its own',
  },
}

for (const [kind, calls] of Object.entries(KINDS)) {
  test(kind, (t) => {
    const policy = policyIn(t)
    const real = Object.keys(calls).map((words) => [words, judged(policy, callFor(words))])
    assert.deepEqual(Object.fromEntries(real), calls)
  })
}

test('a write is DESTRUCTIVE where files may not change, however the policy says so', (t) => {
  const policy = policyIn(t)
  for (const writable of [false, undefined, 1, 'true'] as unknown as boolean[]) {
    const words = judged({ ...policy, writable }, callFor('write docs/a.md'))
    assert.equal(words, 'DESTRUCTIVE: changes what it names', String(writable))
    assert.equal(judged({ ...policy, writable }, callFor('ls')), 'CAUTION: only looks')
  }
})

test('a call of no tool, of another tool, and a malformed one are DESTRUCTIVE', (t) => {
  const policy = policyIn(t)
  assert.equal(judged(policy, callOf('deploy')), `DESTRUCTIVE: ${UNKNOWN_CALL}`)
  assert.equal(judged(policy, callFor('read notes.md'), []), `DESTRUCTIVE: ${UNKNOWN_CALL}`)
  const malformed = { ...callFor('read id_rsa.pub'), malformed: 'no JSON' }
  assert.equal(judged(policy, malformed), `DESTRUCTIVE: ${UNKNOWN_CALL}`)
  assert.equal(judged(policy, callOf('read')), 'DESTRUCTIVE: its arguments do not show what it does')
})

test('the tool is found by its whole name, and it is looked for although effects were handed in', (t) => {
  const policy = policyIn(t)
  const effects = effectsOf(policy, callFor('read id_rsa.pub'))
  const session = newSession()
  const tiers = ['read', 'Read', 'rea', ''].map((name) => {
    return riskLevel(policy, callOf(name, { path: 'id_rsa.pub' }), TOOLS, session, effects)
  })
  assert.deepEqual(tiers, ['SAFE', 'DESTRUCTIVE', 'DESTRUCTIVE', 'DESTRUCTIVE'])
})

describe('a tool of one\'s own', () => {
  const saying = (level: unknown, access: Tool['access'] = { path: 'read' }): Tool => {
    return { ...toolOf('own', access), riskLevel: () => level as RiskLevel }
  }
  const tierOf = (policy: Policy, tool: Tool, args: Record<string, unknown>) => {
    return judged(policy, callOf('own', args), [tool])
  }

  test('raises what its arguments show', (t) => {
    const policy = policyIn(t)
    const args = { path: 'id_rsa.pub' }
    assert.equal(tierOf(policy, saying('SAFE'), args), 'SAFE: only looks')
    assert.equal(tierOf(policy, saying('CAUTION'), args), 'CAUTION: only looks')
    assert.equal(tierOf(policy, saying('DESTRUCTIVE'), args), 'DESTRUCTIVE: its tool says that it does more')
    const writing = saying('DESTRUCTIVE', { path: 'write' })
    assert.equal(tierOf(policy, writing, { path: 'a.md' }), 'DESTRUCTIVE: changes what it names')
  })

  test('never lowers it', (t) => {
    const policy = policyIn(t)
    assert.equal(tierOf(policy, saying('SAFE'), { path: '.env' }), 'DESTRUCTIVE: .env looks like a secret')
    assert.equal(tierOf(policy, saying('SAFE', { path: 'write' }), { path: 'a.md' }),
      'CAUTION: changes what it names')
    const running = saying('SAFE', { command: 'command' })
    assert.equal(tierOf(policy, running, { command: 'rm a' }), 'DESTRUCTIVE: rm (a) deletes files')
    assert.equal(tierOf(policy, running, { command: 'ls' }), 'CAUTION: only looks')
    assert.equal(tierOf(policy, saying('SAFE'), { path: '../x' }), `DESTRUCTIVE: ${outside('../x')}`)
  })

  test('is DESTRUCTIVE when it answers with anything else', (t) => {
    const policy = policyIn(t)
    const objects = [['SAFE'], Promise.resolve('SAFE'), new String('SAFE')]
    const odd = [undefined, null, '', 'safe', 'SAFE ', 0, true, ...objects]
    const tools = odd.flatMap((level) => [saying(level), saying(level, { words: 'text' })])
    for (const tool of tools) {
      const call = callOf('own', { path: 'id_rsa.pub', words: 'x' })
      assert.equal(riskLevel(policy, call, [tool]), 'DESTRUCTIVE')
    }
  })

  test('is DESTRUCTIVE when it throws, or brings no function', (t) => {
    const policy = policyIn(t)
    const call = callOf('own', { path: 'id_rsa.pub' })
    const throwing = { ...toolOf('own', { path: 'read' }), riskLevel: () => { throw new Error('no') } }
    const noFunction = { ...toolOf('own', { path: 'read' }), riskLevel: 'SAFE' } as unknown as Tool
    assert.deepEqual([throwing, noFunction].map((tool) => riskLevel(policy, call, [tool])),
      ['DESTRUCTIVE', 'DESTRUCTIVE'])
  })

  test('of texts alone, is what it says it is, and without a word DESTRUCTIVE', (t) => {
    const policy = policyIn(t)
    const words = 'its arguments do not show what it does'
    const texts: Tool['access'] = { words: 'text' }
    for (const level of ['SAFE', 'CAUTION', 'DESTRUCTIVE']) {
      assert.equal(tierOf(policy, saying(level, texts), { words: 'x' }), `${level}: ${words}`)
    }
    assert.equal(tierOf(policy, toolOf('own', texts), { words: 'x' }), `DESTRUCTIVE: ${words}`)
    assert.equal(tierOf(policy, toolOf('own', {}), {}), `DESTRUCTIVE: ${words}`)
    const empty = { ...toolOf('own', texts), riskLevel: null } as unknown as Tool
    assert.equal(tierOf(policy, empty, { words: 'x' }), `DESTRUCTIVE: ${words}`)
  })

  test('that writes beside a command that only looks or prints, is a write', (t) => {
    const policy = policyIn(t)
    const both = toolOf('own', { command: 'command', path: 'write' })
    for (const command of ['ls', 'echo a']) {
      const call = callOf('own', { command, path: 'a.md' })
      const tiers = [true, false].map((writable) => riskLevel({ ...policy, writable }, call, [both]))
      assert.deepEqual(tiers, ['CAUTION', 'DESTRUCTIVE'])
    }
  })

  test('is handed the arguments, the policy and the session of the run', (t) => {
    const policy = policyIn(t)
    const session = newSession()
    const given: unknown[] = []
    const tool: Tool = {
      ...toolOf('own', { path: 'read' }),
      riskLevel: (...all) => { given.push(...all); return 'SAFE' },
    }
    const call = callOf('own', { path: 'id_rsa.pub' })
    assert.equal(riskLevel(policy, call, [tool], session), 'SAFE')
    assert.deepEqual([given.length, given[0] === call.args, given[1] === policy, given[2] === session],
      [3, true, true, true])
    riskLevel(policy, call, [tool])
    assert.deepEqual(given[5], { seen: new Map(), written: new Set() } satisfies Session)
  })
})

test('nothing that it is given makes it throw, or makes it mild', (t) => {
  const policy = policyIn(t)
  const fail = () => { throw new Error('no') }
  const thrower = new Proxy({}, { get: fail, has: fail, ownKeys: fail, getOwnPropertyDescriptor: fail })
  const odd = [null, undefined, 0, '', 'x', [], {}, () => {}, Symbol('x'), thrower] as never[]
  const fine = callFor('read id_rsa.pub')
  const args = Object.defineProperty({}, 'path', { get: fail, enumerable: true })
  const tiers = [
    ...odd.map((one) => riskLevel(one, fine)),
    ...odd.map((one) => riskLevel(policy, one)),
    ...odd.map((one) => riskLevel(policy, { ...fine, args: one })),
    ...odd.map((one) => riskLevel(policy, { ...fine, name: one })),
    ...odd.filter((one) => one !== undefined).map((one) => riskLevel(policy, fine, one)),
    ...odd.map((one) => riskLevel(policy, fine, [one])),
    ...odd.filter((one) => one !== undefined).map((one) => riskLevel(policy, fine, TOOLS, newSession(), one)),
    riskLevel(policy, { ...fine, args: args as Record<string, unknown> }),
  ]
  assert.deepEqual([...new Set(tiers)], ['DESTRUCTIVE'])
})

describe('effects, one by one', () => {
  const step: EffectStep = {
    join: '', stdout: 'out', stderr: 'err', program: 'p', given: ['p'], vector: ['p'], cwd: '/w', starts: [],
    word: 'p', understood: true, writes: false, deletes: false, runsCode: false, startsProgram: false,
    network: false, settings: false, looksOnly: true, printsOnly: false,
  }
  const look: Effects = {
    understood: true, refused: null, isSplit: true, steps: [step], paths: [], looksOnly: true,
  }
  const policy = policyOf('/w', { writable: true })
  const tell = (effects: Effects) => {
    const tier = riskLevel(policy, callFor('p'), TOOLS, newSession(), effects)
    return `${tier}: ${riskReason(effects, tier)}`
  }
  const doing = (more: Partial<EffectStep>) => ({
    ...look, looksOnly: false, steps: [{ ...step, looksOnly: false, ...more }],
  })

  test('each effect of a step is DESTRUCTIVE, and has its words', () => {
    assert.equal(tell(look), 'CAUTION: only looks')
    assert.deepEqual([
      doing({ writes: true }), doing({ deletes: true }), doing({ runsCode: true }), doing({ network: true }),
      doing({ startsProgram: true }), doing({ settings: true }), doing({ understood: false }),
      doing({ understood: false, writes: true, network: true, word: '--odd' }),
    ].map(tell), [
      'DESTRUCTIVE: p writes files', 'DESTRUCTIVE: p deletes files', `DESTRUCTIVE: p ${code}`,
      'DESTRUCTIVE: p reaches the network', 'DESTRUCTIVE: p starts another program',
      'DESTRUCTIVE: p changes settings', 'DESTRUCTIVE: p is not fully understood',
      'DESTRUCTIVE: p (--odd) is not fully understood, writes files, reaches the network',
    ])
  })

  test('each place but the ordinary one is DESTRUCTIVE, and has its words', () => {
    const places: Place[] = ['never', 'later-run', 'identity', 'secret', 'hard-link', 'outside', '']
    const words = places.map((place) => {
      return tell({ ...look, paths: [{ arg: 'a', real: '/w/a', place: '', access: 'read' },
        { arg: 'b', real: '/w/b\n', place, access: 'read' }] })
    })
    assert.deepEqual(words, [...[
      'is never written by an agent', 'is run by something later', 'tells an agent who it is',
      'looks like a secret', 'has a second name elsewhere', 'is outside the workspace',
    ].map((why) => `DESTRUCTIVE: /w/b\\u{a} ${why}`), 'CAUTION: only looks'])
  })

  test('a refusal, and what is not understood as a whole, is DESTRUCTIVE whatever the steps are', () => {
    assert.equal(tell({ ...look, refused: 'no' }), 'DESTRUCTIVE: no')
    assert.equal(tell({ ...look, refused: '' }), 'DESTRUCTIVE: ')
    const unclear = { ...look, understood: false }
    assert.equal(riskLevel(policy, callFor('p'), TOOLS, newSession(), unclear), 'DESTRUCTIVE')
  })

  test('only steps that all print are SAFE', () => {
    const print = { ...step, printsOnly: true }
    assert.equal(tell({ ...look, steps: [print, print] }), 'SAFE: only looks')
    assert.equal(tell({ ...look, steps: [print, step] }), 'CAUTION: only looks')
  })

  test('a program\'s name and word are shown harmlessly, and no level is needed for a reason', () => {
    assert.equal(riskReason(doing({ program: 'p\u202e', word: 'w\n', writes: true })),
      'p\\u{202e} (w\\u{a}) writes files')
    assert.equal(riskReason(look), 'only looks')
  })
})

test('the worst of some levels: of none SAFE, and what is no level is the worst', () => {
  const worst = (...levels: unknown[]) => worstRiskAmong(levels as RiskLevel[])
  assert.deepEqual([
    worst(), worst('SAFE'), worst('CAUTION'), worst('DESTRUCTIVE'), worst('SAFE', 'CAUTION'),
    worst('CAUTION', 'SAFE', 'SAFE'), worst('CAUTION', 'DESTRUCTIVE', 'SAFE'), worst('SAFE', 'safe'),
    worst(undefined), worst('SAFE', null), worst('HIGH_RISK', 'CAUTION'),
  ], [
    'SAFE', 'SAFE', 'CAUTION', 'DESTRUCTIVE', 'CAUTION', 'CAUTION', 'DESTRUCTIVE', 'DESTRUCTIVE',
    'DESTRUCTIVE', 'DESTRUCTIVE', 'DESTRUCTIVE',
  ])
})
