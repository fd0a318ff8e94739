// effects.test.ts: what a call would touch, as whole values. Files and links are real; nothing is run.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { effectsOf } from '../effects.ts'
import { newSession, TOOLS } from '../tools.ts'
import { callOf, policyOf, toolOf, workspace } from './permit-builders.ts'
import type { EffectPath, Effects, EffectStep } from '../effects.ts'
import type { Tool } from '../tools.ts'

const LOOK = {
  writes: false, deletes: false, runsCode: false, startsProgram: false, network: false, settings: false,
  looksOnly: true, understood: true, printsOnly: false, starts: [],
}
const ANYTHING = { // what may be true of a program without a table; that it starts another one is not seen
  writes: true, deletes: true, runsCode: true, startsProgram: false, network: true, settings: true,
  looksOnly: false, understood: false, printsOnly: false, starts: [],
}
const PLAIN = { join: '', stdout: 'out', stderr: 'err' } as const
const NOTHING: Effects = {
  understood: true, refused: null, isSplit: true, steps: [], paths: [], looksOnly: false,
}

/** Of a program that only looks. */
function look(cwd: string, vector: string[], more: Partial<EffectStep> = {}): EffectStep {
  return { ...LOOK, ...PLAIN, program: vector[0]!, word: vector[0]!, given: vector, vector, cwd, ...more }
}

/** Of a program that nothing is known of. */
function unknown(cwd: string, vector: string[], more: Partial<EffectStep> = {}): EffectStep {
  return { ...ANYTHING, ...PLAIN, program: vector[0]!, word: vector[0]!, given: vector, vector, cwd, ...more }
}

/** A path that an argument names; in a command the first step does. */
function at(real: string, arg = 'command', access: EffectPath['access'] = 'read', step = 0): EffectPath {
  return { arg, ...(arg === 'command' && { step }), real, place: '', access }
}

const run = (root: string, command: string) => effectsOf(policyOf(root), callOf('bash', { command }))

describe('reading and writing', () => {
  test('are a path each, with its place, and only reading is a look', (t) => {
    const { root } = workspace(t, { 'a.txt': 'a', 'sub/': '', 'in': '-> sub' })
    const policy = policyOf(root)
    assert.deepEqual(effectsOf(policy, callOf('read', { path: './in/../a.txt', offset: 2 })),
      { ...NOTHING, paths: [at(join(root, 'a.txt'), 'path')], looksOnly: true })
    assert.deepEqual(effectsOf(policy, callOf('write', { path: 'in/new/b.txt', content: '../../x' })),
      { ...NOTHING, paths: [at(join(root, 'sub/new/b.txt'), 'path', 'write')] })
  })

  test('tell the place that a path is, seen by what is done to it', (t) => {
    const { root } = workspace(t, { '.env': '', 'package.json': '', '.git/config': '', 'AGENTS.md': '' })
    const place = (name: string, path: string) => {
      return effectsOf(policyOf(root), callOf(name, { path, content: '' })).paths.map((found) => found.place)
    }
    const paths = ['.env', '.git/config', 'package.json', 'AGENTS.md']
    assert.deepEqual(paths.flatMap((path) => place('read', path)), ['secret', 'secret', '', ''])
    assert.deepEqual(paths.flatMap((path) => place('write', path)),
      ['secret', 'never', 'later-run', 'identity'])
  })

  test('outside of the workspace keep the path that was meant', (t) => {
    const { root, outside } = workspace(t)
    assert.deepEqual(effectsOf(policyOf(root), callOf('read', { path: '../outside/secret.txt' })), {
      ...NOTHING,
      refused: 'path escapes the workspace: ../outside/secret.txt',
      paths: [{ ...at(join(outside, 'secret.txt'), 'path'), place: 'outside' }],
      looksOnly: true,
    })
  })

  test('of what is no path at all have a reason and no path', (t) => {
    const { root } = workspace(t, { 'lost': '-> nowhere' })
    assert.deepEqual(effectsOf(policyOf(root), callOf('read', { path: 'lost' })), {
      ...NOTHING, refused: 'not a path to use: lost: a link on the way leads nowhere',
    })
  })
})

describe('a command', () => {
  test('that only looks is a step with its vector, its folder and the paths of its words', (t) => {
    const { root } = workspace(t, { 'a.txt': 'a' })
    assert.deepEqual(run(root, 'cat -n a.txt nowhere'), {
      ...NOTHING,
      steps: [look(root, ['cat', '-n', 'a.txt', 'nowhere'])],
      paths: [at(join(root, 'a.txt')), at(join(root, 'nowhere'))],
      looksOnly: true,
    })
  })

  test('without any path is a look too', (t) => {
    const { root } = workspace(t)
    const step = look(root, ['pwd'], { printsOnly: true })
    assert.deepEqual(run(root, 'pwd'), { ...NOTHING, steps: [step], looksOnly: true })
  })

  test('keeps the first reason against it', (t) => {
    const { root } = workspace(t)
    const later = [
      'l?', 'ls [[:alpha:]]', 'cd', 'cd ../y', 'sort --compress-program=x', `tool ${'a,'.repeat(33)}`,
      'ls ../y', 'tool x=/etc', "tool '~/x'",
    ]
    for (const command of later) {
      assert.equal(run(root, `ls ../x; ${command}`).refused, 'path escapes the workspace: ../x', command)
      assert.notEqual(run(root, command).refused, null)
    }
    const odd = toolOf('odd', { path: 'read', target: 'network' as 'read' })
    assert.equal(effectsOf(policyOf(root), callOf('odd', { path: '../x', target: 'y' }), [odd]).refused,
      'path escapes the workspace: ../x')
  })

  test('keeps how its steps hang together and where their output goes', (t) => {
    const { root } = workspace(t)
    const { steps } = run(root, 'ls 2>&1 | wc >/dev/null || pwd 2>/dev/null && true; false\necho')
    assert.deepEqual(steps, [
      look(root, ['ls'], { stderr: 'out' }),
      look(root, ['wc'], { join: '|', stdout: 'null' }),
      look(root, ['pwd'], { join: '||', stderr: 'null', printsOnly: true }),
      look(root, ['true'], { join: '&&', printsOnly: true }),
      look(root, ['false'], { join: ';', printsOnly: true }),
      look(root, ['echo'], { join: ';', printsOnly: true }),
    ])
  })

  test('of a program that no table knows may do anything, and is taken to write what it names', (t) => {
    const { root } = workspace(t)
    assert.deepEqual(run(root, 'ls; mytool .git/x'), {
      ...NOTHING,
      understood: false,
      steps: [look(root, ['ls']), unknown(root, ['mytool', '.git/x'], { join: ';' })],
      paths: [{ ...at(join(root, '.git/x'), 'command', 'write', 1), place: 'never' }],
    })
  })

  test('has its patterns replaced by names, sorted, each of them judged', (t) => {
    const { root } = workspace(t, { 'b.txt': '', 'a.txt': '', '-x.txt': '', '.c.txt': '', 'sub/d.txt': '' })
    const { steps, paths, refused } = run(root, 'ls *.txt no* "*.txt" sub/?.txt')
    assert.deepEqual(steps.map(({ vector }) => vector),
      [['ls', './-x.txt', 'a.txt', 'b.txt', 'no*', '*.txt', 'sub/d.txt']])
    assert.deepEqual(paths.map(({ real }) => real), [
      '-x.txt', 'a.txt', 'b.txt', 'no*', '*.txt', 'sub/d.txt',
    ].map((name) => join(root, name)))
    assert.equal(refused, null)
  })

  test('that cannot be expanded keeps its words and has a reason', (t) => {
    const { root } = workspace(t)
    assert.deepEqual(run(root, 'ls [[:alpha:]]'), {
      ...NOTHING,
      refused: 'character classes are not understood: [[:alpha:]]; write a range, as in [a-z]',
      steps: [look(root, ['ls', '[[:alpha:]]'])],
      paths: [at(join(root, '[[:alpha:]]'))],
      looksOnly: true,
    })
  })

  test('has each reading of a word as a path where no table says what it is', (t) => {
    const { root } = workspace(t)
    const words = (command: string) => run(root, command).paths.map(({ real }) => real.slice(root.length + 1))
    assert.deepEqual(words('mytool a=b,c'), ['a=b,c', 'b,c', 'c', 'a', 'b'])
    assert.deepEqual(words('mytool @x:y'), ['@x:y', 'x:y', 'y', 'x'])
    assert.deepEqual(words('mytool =,:@'), ['=,:@', ',:@', ':@', '@'])
    assert.deepEqual(words('cat a=b,c'), ['a=b,c'])
    assert.deepEqual(words('echo a=b,c'), [])
  })

  test('that was not understood gives its words, as steps that may do anything', (t) => {
    const { root } = workspace(t)
    assert.deepEqual(run(root, 'rm -rf "$HOME" && ls'), {
      understood: false,
      refused: 'variables and substitutions are not understood: "$HOME\\" && ls" at character 9; '
        + 'write the value itself, or use single quotes to mean the characters',
      isSplit: false,
      steps: [['rm', '-rf', '$HOME'], ['ls']].map((words) => unknown(root, words, { startsProgram: true })),
      paths: [],
      looksOnly: false,
    })
    assert.deepEqual(run(root, '').steps, [])
  })

  test('names its program plainly, not by a pattern', (t) => {
    const { root } = workspace(t, { 'ls': '' })
    const { refused, steps } = run(root, 'l? a')
    assert.equal(refused, "write a program's name plainly: l?")
    assert.deepEqual(steps.map(({ program, vector }) => [program, vector]), [['l?', ['ls', 'a']]])
  })

  test('whose word holds too many separators is refused before each is looked at', (t) => {
    const { root } = workspace(t)
    assert.equal(run(root, `tool ${'a,'.repeat(32)}`).refused, null)
    const { refused, paths } = run(root, `tool ${'a,'.repeat(33)}`)
    assert.equal(refused, `more than 32 of = , : @ in one word: ${'a,'.repeat(33)}; `
      + 'write it with fewer, or put it into a file')
    assert.deepEqual(paths, [])
  })

  test('of many long words is looked at in little time', (t) => {
    const { root } = workspace(t)
    const word = `${'a='.repeat(32)}${'b/'.repeat(150)}${'b'.repeat(3_500)}`
    const start = performance.now()
    assert.equal(run(root, `tool ${word} ${word}`).refused, null)
    assert.ok(performance.now() - start < 20_000)
  })
})

describe('what is too much', () => {
  test('is refused: more than 100 steps, or a path through more than 200 folders', (t) => {
    const { root } = workspace(t)
    const steps = (count: number) => Array.from({ length: count }, () => 'ls').join(';')
    assert.equal(run(root, steps(100)).refused, null)
    const { refused, steps: seen } = run(root, steps(101))
    assert.deepEqual([refused, seen.length], ['more than 100 steps: run it in parts', 100])
    const deep = `${'b/'.repeat(300)}b`
    assert.match(run(root, `cd ${deep}`).refused!, /: it leads through more than 200 folders$/)
    assert.equal(run(root, `ls ${'b/'.repeat(150)}b`).refused, null)
  })
})

describe('a folder that is read with what its links lead to', () => {
  test('is not understood, and a file is', (t) => {
    const { root } = workspace(t, { 'a/x': '', 'b/x': '', 'c': '' })
    const step = (command: string) => run(root, command).steps[0]!
    const { understood, looksOnly, word } = step('diff -r a b')
    assert.deepEqual([understood, looksOnly, word], [false, false, 'b'])
    assert.deepEqual([step('diff c a').looksOnly, step('diff --from-file=c a').looksOnly], [false, false])
    assert.deepEqual([step('diff c a/x').looksOnly, step('diff c nowhere').looksOnly], [true, true])
  })
})

describe('patterns', () => {
  test('have one budget of names for all steps of a command', (t) => {
    const { root } = workspace(t, Object.fromEntries(Array.from({ length: 1_400 }, (_, i) => [`f${i}`, ''])))
    assert.equal(run(root, 'ls *; ls *').refused, null)
    assert.equal(run(root, 'ls *; ls *; ls *').refused,
      'more than 4096 names match: *; name a folder, or match less')
  })
})

describe('cd', () => {
  test('moves the steps after it, to where a link really leads', (t) => {
    const { root } = workspace(t, { 'sub/deep/x': '', 'in': '-> sub/deep' })
    assert.deepEqual(run(root, 'ls; cd in && cat ../x; cd ..\npwd'), {
      ...NOTHING,
      steps: [
        look(root, ['ls']),
        look(join(root, 'sub/deep'), ['cd', 'in'], { join: ';' }),
        look(join(root, 'sub/deep'), ['cat', '../x'], { join: '&&' }),
        look(join(root, 'sub'), ['cd', '..'], { join: ';' }),
        look(join(root, 'sub'), ['pwd'], { join: ';', printsOnly: true }),
      ],
      paths: ['sub/deep', 'sub/x', 'sub'].map((name, i) => at(join(root, name), 'command', 'read', i + 1)),
      looksOnly: true,
    })
  })

  test('stays where it was when it may not go there', (t) => {
    const { root, outside } = workspace(t, { 'a.txt': '' })
    const { refused, steps, paths } = run(root, 'cd ../outside; cat *.txt')
    assert.equal(refused, 'path escapes the workspace: ../outside')
    assert.deepEqual(steps.map(({ cwd, vector }) => [cwd, vector]),
      [[root, ['cd', '../outside']], [root, ['cat', 'a.txt']]])
    const second = at(join(root, 'a.txt'), 'command', 'read', 1)
    assert.deepEqual(paths, [{ ...at(outside), place: 'outside' }, second])
  })

  test('goes to a folder that is not there yet, since a step before may make it', (t) => {
    const { root } = workspace(t)
    const { refused, steps } = run(root, 'cd new && pwd')
    assert.deepEqual([refused, steps.map(({ cwd }) => cwd)], [null, [join(root, 'new'), join(root, 'new')]])
  })

  test('has no place beside a pipe or an or', (t) => {
    const { root } = workspace(t, { 'sub/': '' })
    const words = 'cd has no place beside | or ||: make it a step of its own, with && or ; behind it'
    const wrong = ['cd sub | ls', 'ls | cd sub', 'cd sub || ls', 'ls || cd sub', 'ls && cd sub | ls']
    for (const command of wrong) {
      assert.equal(run(root, command).refused, words, command)
    }
    for (const command of ['cd sub', 'ls; cd sub; ls | wc', 'ls || ls; cd sub && ls || ls']) {
      assert.equal(run(root, command).refused, null, command)
    }
  })

  test('takes one folder and no option', (t) => {
    const { root } = workspace(t, { 'sub/': '', 'two/': '' })
    for (const command of ['cd', 'cd -', 'cd -P', 'cd -- sub', 'cd sub two', 'cd s* t*', 'cd -l']) {
      assert.equal(run(root, command).refused, 'cd takes one folder of the workspace', command)
    }
    assert.equal(run(root, "cd s'u'*").refused, null)
  })
})

describe('a call', () => {
  test('that only names texts is not taken for a look', (t) => {
    const { root } = workspace(t)
    const tool = toolOf('remember', { words: 'text' })
    assert.deepEqual(effectsOf(policyOf(root), callOf('remember', { words: 'x' }), [tool]), NOTHING)
  })

  test('of a new tool is judged by what its arguments reach', (t) => {
    const { root } = workspace(t, { 'a.txt': '', 'b.txt': '' })
    const copy = toolOf('copy', { from: 'read', to: 'write', note: 'text', then: 'command' })
    const args = { from: 'a.txt', to: 'b.txt', note: '/etc/passwd', then: 'ls' }
    assert.deepEqual(effectsOf(policyOf(root), callOf('copy', args), [...TOOLS, copy], newSession()), {
      ...NOTHING,
      steps: [look(root, ['ls'])],
      paths: [at(join(root, 'a.txt'), 'from'), at(join(root, 'b.txt'), 'to', 'write')],
    })
    assert.deepEqual(effectsOf(policyOf(root), callOf('copy', { from: 'a.txt' }), [copy]),
      { ...NOTHING, paths: [at(join(root, 'a.txt'), 'from')], looksOnly: true })
  })

  test('is not understood when an argument reaches something of another kind', (t) => {
    const { root } = workspace(t)
    const words = (tool: Tool, args: Record<string, unknown>) => {
      const { understood, refused, looksOnly } = effectsOf(policyOf(root), callOf('odd', args), [tool])
      assert.deepEqual([understood, looksOnly], [false, false])
      return refused
    }
    const odd = toolOf('odd', { target: 'network' as 'read' })
    assert.equal(words(odd, { target: 'x' }),
      'it cannot be judged: target reaches network, which is not known here')
    const path = toolOf('odd', { path: 'read' })
    for (const value of [3, null, ['a.txt'], {}]) {
      assert.equal(words(path, { path: value }), 'it cannot be judged: path is not a string')
    }
  })

  test('that no tool answers to, or that did not parse, is not understood', (t) => {
    const { root } = workspace(t)
    const refused = 'it cannot be judged: not a call of a tool that is here'
    const lost = { ...NOTHING, understood: false, refused }
    assert.deepEqual(effectsOf(policyOf(root), callOf('constructor')), lost)
    assert.deepEqual(effectsOf(policyOf(root), { ...callOf('read', { path: 'a' }), malformed: 'no JSON' }),
      lost)
  })

  test('in a workspace that is gone is not understood, and the words say what to do', (t) => {
    const { root } = workspace(t, { 'file': '' })
    const lost = {
      ...NOTHING,
      understood: false,
      refused: 'it cannot be judged: the workspace is gone, or no folder; ask a person to make it again',
    }
    assert.deepEqual(effectsOf(policyOf(join(root, 'nowhere')), callOf('read', { path: 'a' })), lost)
    assert.deepEqual(effectsOf(policyOf(join(root, 'file')), callOf('bash', { command: 'ls' })), lost)
  })

  test('of any shape is looked at without a throw', () => {
    const words = (policy: unknown, call: unknown, tools: unknown = TOOLS) => {
      const { refused, ...rest } = effectsOf(policy as never, call as never, tools as never)
      assert.deepEqual(rest, { understood: false, isSplit: true, steps: [], paths: [], looksOnly: false })
      return refused
    }
    const lost = 'it cannot be judged: not a call of a tool that is here'
    const thrower = (thrown: unknown) => ({ get name() { throw thrown } })
    for (const call of [3, 'read', {}, [], { name: 'x', args: null }]) {
      assert.equal(words({ root: '/' }, call), lost)
    }
    for (const thrown of ['no', null, undefined, {}, Object.create(null), { message: 'x' }]) {
      assert.equal(words({ root: '/' }, thrower(thrown)), 'it cannot be judged: it cannot be looked at')
    }
    assert.equal(words({ root: '/' }, thrower(new Error('no \u001b'))), 'it cannot be judged: no \\u{1b}')
    const gone = 'it cannot be judged: the workspace is gone, or no folder; ask a person to make it again'
    for (const policy of [null, undefined, {}, { root: 3 }, { root: '' }, { root: ['/'] }]) {
      assert.equal(words(policy, callOf('read', { path: 'a' })), gone)
    }
    for (const call of [null, undefined]) assert.match(words({ root: '/' }, call)!,
      /^it cannot be judged: Cannot /)
    assert.match(words({ root: '/' }, callOf('read'), null)!, /^it cannot be judged: Cannot /)
    assert.match(words({ root: '/' }, { name: 'read', args: null })!, /^it cannot be judged: Cannot /)
  })
})

describe('a program that starts another one', () => {
  test('is one step with the programs of both, and what either can do', (t) => {
    const { root } = workspace(t, { 'a.txt': '' })
    const { steps, paths, understood } = run(root, 'nice -n 5 timeout 3 rm a.txt')
    assert.deepEqual(steps, [{
      ...look(root, ['nice', '-n', '5', 'timeout', '3', 'rm', 'a.txt']), starts: ['timeout', 'rm'],
      deletes: true, startsProgram: true, looksOnly: false, word: 'a.txt',
    }])
    assert.deepEqual(paths, [at(join(root, 'a.txt'), 'command', 'write')])
    assert.equal(understood, true)
  })

  test('gives the one that only looks what the harness adds, at its place', (t) => {
    const { root } = workspace(t)
    const [step] = run(root, 'nice git log -1').steps
    assert.deepEqual(step!.vector.slice(0, 4), ['nice', 'git', '--no-pager', '--no-optional-locks'])
    assert.deepEqual(step!.vector.filter((word) => ['log', '-1', '--no-ext-diff'].includes(word)),
      ['log', '--no-ext-diff', '-1'])
    assert.deepEqual(step!.given, ['nice', 'git', 'log', '-1'])
    assert.deepEqual([step!.starts, step!.startsProgram, step!.looksOnly], [['git'], true, false])
  })

  test('only prints when there is no other', (t) => {
    const { root } = workspace(t)
    const { steps } = run(root, 'nice echo a; echo a')
    assert.deepEqual(steps.map(({ printsOnly }) => printsOnly), [false, true])
  })
})

describe('git', () => {
  test('in a repository whose settings name a program runs that, and says which', (t) => {
    const files = {
      '.git/HEAD': 'ref: refs/heads/main', '.git/objects/': '', '.git/refs/': '',
      '.git/config': '[core]\n\tbare = false\n', 'sub/': '',
    }
    const { root } = workspace(t, files)
    assert.deepEqual([run(root, 'git status').looksOnly, run(root, 'git status').understood], [true, true])
    writeFileSync(join(root, '.git/config'), '[diff "x"]\n\tcommand = ./run.sh\n')
    for (const command of ['git status', 'cd sub && git log', 'git -C sub log', 'nice git log']) {
      const effects = run(root, command)
      const { runsCode, understood, word, looksOnly } = effects.steps.at(-1)!
      assert.deepEqual([runsCode, understood, word, looksOnly, effects.understood],
        [true, false, 'diff.x.command in .git/config', false, false], command)
    }
  })

  test('begins in the folder that -C names, which lies inside', (t) => {
    const { root } = workspace(t, { 'sub/deep/': '', 'sub/x': '' })
    assert.deepEqual(run(root, 'git -C sub -C deep diff ../x').paths.map(({ real }) => real),
      [join(root, 'sub/deep'), join(root, 'sub/x')])
    assert.equal(run(root, 'cd sub && git -C .. log').refused, null)
    assert.equal(run(root, 'git -C .. log').refused, 'path escapes the workspace: ..')
  })
})

describe('a program that runs what files nearby choose', () => {
  test('runs code where one of them stands, in its folder or above it', (t) => {
    const { root } = workspace(t, { 'sub/': '' })
    const policy = policyOf(root, { programs: { mytool: '-v ^mytool.json' } })
    const step = () => effectsOf(policy, callOf('bash', { command: 'cd sub && mytool -v' })).steps.at(-1)!
    assert.deepEqual([step().runsCode, step().looksOnly, step().word], [false, true, 'mytool'])
    writeFileSync(join(root, 'mytool.json'), '')
    assert.deepEqual([step().runsCode, step().looksOnly, step().word], [true, false, 'mytool.json'])
  })
})

describe('what is written into a folder', () => {
  test('is judged under the name that it gets there', (t) => {
    const { root } = workspace(t, { 'x/policy.json': '', 'sub/': '' })
    const writes = (command: string) => run(root, command).paths
      .filter(({ access }) => access === 'write').map(({ real }) => real.slice(root.length + 1))
    assert.deepEqual(writes('cp x/policy.json x/a sub'), ['sub', 'sub/policy.json', 'sub/a'])
    assert.deepEqual(writes('mytool x/a sub'), ['x/a', 'sub', 'sub/a'])
    assert.deepEqual(writes('touch a b'), ['a', 'b'])
  })

  test('is refused when it is too much to be judged', (t) => {
    const { root } = workspace(t)
    const many = Array.from({ length: 101 }, (_, i) => `n${i}`).join(' ')
    const targets = Array.from({ length: 100 }, (_, i) => `-t d${i}`).join(' ')
    assert.equal(run(root, `cp ${targets} ${many}`).refused,
      'too many names for several targets: run it in parts')
    assert.equal(run(root, `cp ${targets} n1`).refused, null)
  })
})
