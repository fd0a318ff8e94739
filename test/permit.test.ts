// permit.test.ts: which calls may happen at all. Every reason is compared whole, so that another reason,
// right or wrong, does not pass for the one that is meant. Files and links are real; nothing is run.

import assert from 'node:assert/strict'
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { parseCommand } from '../command.ts'
import { locate } from '../paths.ts'
import { permit } from '../permit.ts'
import { loadPolicy } from '../policy.ts'
import { TOOLS } from '../tools.ts'
import { asked, askedToRun, callOf, policyOf, toolOf, workspace } from './permit-builders.ts'
import type { Effects } from '../effects.ts'
import type { Policy } from '../policy.ts'

const ADDRESS = /^([a-z]+:\/\/|u@h:)/
const READ_ONLY = 'this session is read-only'
const UNJUDGED = 'this call cannot be judged, so it is refused: send it again in a plain form'
const GONE = 'it cannot be judged: the workspace is gone, or no folder; ask a person to make it again'
const DEFAULTS = 'ls, cat, wc, pwd'

const escapes = (word: string) => `path escapes the workspace: ${word}`
const notAllowed = (program: string, allowed = DEFAULTS) => {
  return `command not allowed: ${program}; allowed are ${allowed}`
}
const unknownTool = (name: string) => `unknown tool ${name}: the tools are read, write, bash`

describe('permit', () => {
  test('allows what is inside: reading, writing where files may change, programs that are listed', (t) => {
    const { root } = workspace(t, { 'a.txt': 'a', 'sub/b.txt': 'b' })
    const policy = policyOf(root, { writable: true })
    assert.equal(asked(policy, 'read', { path: 'a.txt', offset: 1, limit: 2, column: 0 }), null)
    assert.equal(asked(policy, 'read', { path: `${root}/sub/../a.txt` }), null)
    assert.equal(asked(policy, 'read', { path: 'nowhere/yet.txt' }), null)
    assert.equal(asked(policy, 'write', { path: 'new/c.txt', content: 'read ../../etc/passwd; rm -rf /' }),
      null)
    assert.equal(asked(policy, 'write', { path: 'sub/b.txt', content: '' }), null)
    assert.equal(asked(policy, 'bash', { command: 'ls -la sub | wc -l && cat a.txt; pwd', timeout: 5 }), null)
    assert.equal(askedToRun(policy, 'cd sub && cat ../a.txt b.txt; cat - -n -5'), null)
    assert.equal(askedToRun(policyOf(root), `"ls" 's'ub ${root}/sub *.txt s*/b.t?t`), null)
  })

  test('asks one thing after the other, the first refusal counts', (t) => {
    const { root } = workspace(t)
    const policy = policyOf(root)
    const writing = policyOf(root, { writable: true })
    const bad = { path: '../x', mode: 1 }
    assert.equal(permit(policy, { ...callOf('wrote', bad), malformed: 'x' }), unknownTool('wrote'))
    assert.equal(permit(policy, { ...callOf('write', bad), malformed: 'x' }),
      'arguments that do not parse: x')
    assert.equal(asked(policy, 'write', bad), READ_ONLY)
    assert.equal(asked(writing, 'write', {}), 'missing path: write takes path, content')
    assert.equal(asked(writing, 'write', bad), 'missing content: write takes path, content')
    assert.equal(asked(writing, 'write', { ...bad, content: 1 }),
      'unknown argument mode: write takes path, content')
    assert.equal(asked(writing, 'write', { path: '../x', content: 1 }), 'content must be a string')
    assert.equal(asked(writing, 'write', { path: '../x', content: '' }), escapes('../x'))
    assert.equal(asked(writing, 'bash', { command: 'rm ../x', timeout: 0 }),
      'timeout must be a whole number from 1')
    assert.equal(askedToRun(policy, 'ls ../x; rm -rf ../y'), notAllowed('rm'))
    assert.equal(askedToRun(policyOf(root, { commands: ['ls', 'rm'] }), 'ls ../x; rm -rf ../y'),
      escapes('../x'))
    assert.equal(askedToRun(policyOf(root, { commands: ['ls', 'rm'] }), 'ls x; rm y'),
      `${READ_ONLY}: rm (y) is not known to only look`)
    assert.equal(askedToRun(policyOf(root, { commands: ['ls', 'rm'], writable: true }), 'ls x; rm y'), null)
  })

  test('says the same of an analysis that was made already', (t) => {
    const { root } = workspace(t)
    const effects: Effects = {
      understood: true, refused: 'for a reason', isSplit: true, steps: [], paths: [], looksOnly: true,
    }
    const call = callOf('bash', { command: 'ls' })
    assert.equal(permit(policyOf(root), call, TOOLS, effects), 'for a reason')
    assert.equal(permit(policyOf(root), call, TOOLS, { ...effects, refused: null }), null)
    assert.equal(permit(policyOf(root), call, TOOLS, { ...effects, refused: null, isSplit: false }),
      'command not understood: write it more plainly')
  })
})

describe('a tool', () => {
  test('that is not there is refused with the names of those that are', (t) => {
    const policy = policyOf(workspace(t).root, { writable: true })
    const names = ['Read', 'read ', '', 'constructor', '__proto__', 'toString', 'valueOf', 'length', '0']
    for (const name of names) assert.equal(asked(policy, name, { path: 'a.txt' }), unknownTool(name))
    for (const name of [0, 1, null, undefined, true, ['read'], {}]) {
      assert.equal(asked(policy, name as never, { path: 'a.txt' }), unknownTool(String(name)))
    }
    assert.equal(asked(policy, 'read\u202e\n', {}), unknownTool('read\\u{202e}\\u{a}'))
    assert.equal(permit(policy, callOf('read'), []), 'unknown tool read: the tools are ')
  })

  test('is not run with arguments that did not parse, whatever they are now', (t) => {
    const policy = policyOf(workspace(t).root)
    const call = { ...callOf('read', { path: 'a.txt' }), malformed: 'Unexpected end \u001b[2J' }
    assert.equal(permit(policy, call), 'arguments that do not parse: Unexpected end \\u{1b}[2J')
    assert.equal(permit(policy, { ...call, malformed: '' }), 'arguments that do not parse: ')
    assert.equal(permit(policy, { ...call, malformed: null as never }), 'arguments that do not parse: null')
  })

  test('that is new is judged by what its arguments reach, without a change here', (t) => {
    const { root } = workspace(t, { 'a.txt': 'a', '.git/x': '' })
    const copy = toolOf('copy', { from: 'read', to: 'write', then: 'command', note: 'text' })
    const of = (args: Record<string, unknown>, more: Partial<Policy> = {}) => {
      return permit(policyOf(root, more), callOf('copy', args), [...TOOLS, copy])
    }
    assert.equal(of({ from: 'a.txt', to: 'b.txt', then: 'ls b.txt', note: '../x' }, { writable: true }), null)
    assert.equal(of({ from: 'a.txt' }), READ_ONLY)
    assert.equal(of({ from: '../a.txt' }, { writable: true }), escapes('../a.txt'))
    assert.equal(of({ to: '/etc/b.txt' }, { writable: true }), escapes('/etc/b.txt'))
    assert.equal(of({ to: '.git/x' }, { writable: true }),
      `never written by an agent: ${root}/.git/x; ask a person to change it`)
    assert.equal(of({ then: 'rm a.txt' }, { writable: true }), notAllowed('rm'))
    assert.equal(of({ then: 'ls $HOME' }, { writable: true }),
      'variables and substitutions are not understood: '
      + '"$HOME" at character 4; write the value itself, or use single quotes to mean the characters')
    assert.equal(of({ 'note': 'x', '__proto__x': 1 }, { writable: true }),
      'unknown argument __proto__x: copy takes from, to, then, note')
  })

  test('that does not say what an argument reaches is refused when it is given', (t) => {
    const policy = policyOf(workspace(t).root)
    const properties = { path: { type: 'string' }, target: { type: 'string' } }
    const odd = { ...toolOf('odd', { path: 'read' }), parameters: { type: 'object', properties } }
    assert.equal(permit(policy, callOf('odd', { path: 'a' }), [odd]), null)
    assert.equal(permit(policy, callOf('odd', { path: 'a', target: 'b' }), [odd]),
      'target must be left out: the tool odd does not say what it reaches')
    const strange = toolOf('strange', { target: 'net' as 'text' })
    assert.equal(permit(policy, callOf('strange', { target: 'b' }), [strange]),
      'it cannot be judged: target reaches net, which is not known here')
    const parameters = { properties: { path: { type: 'integer' } } }
    const counted = { ...toolOf('counted', { path: 'read' }), parameters }
    assert.equal(permit(policy, callOf('counted', { path: 3 }), [counted]),
      'it cannot be judged: path is not a string')
  })
})

describe('arguments', () => {
  test('are exactly those of the schema', (t) => {
    const policy = policyOf(workspace(t).root)
    assert.equal(asked(policy, 'read', {}), 'missing path: read takes path, offset, limit, column')
    assert.equal(asked(policy, 'read', { path: ' ' }), 'missing path: read takes path, offset, limit, column')
    assert.equal(askedToRun(policy, ' \n'), 'missing command: bash takes command, timeout')
    const inherited = Object.create({ path: 'a.txt' })
    for (const args of [null, undefined, [], ['a.txt'], 'a.txt', 3, new Map(), inherited]) {
      assert.equal(permit(policy, { id: 'c1', name: 'read', args }), 'arguments must be one JSON object')
    }
    for (const path of [null, 3, true, ['a.txt'], { toString: () => 'a.txt' }, {}]) {
      assert.equal(asked(policy, 'read', { path }), 'path must be a string')
    }
    for (const offset of [0, -1, 1.5, NaN, Infinity, 1e300, '1', null, [1], true]) {
      assert.equal(asked(policy, 'read', { path: 'a', offset }), 'offset must be a whole number from 1')
    }
    for (const name of ['command', 'constructor', '__proto__', 'approved']) {
      const args = JSON.parse(`{ "path": "a.txt", "${name}": true }`)
      assert.equal(asked(policy, 'read', args),
        `unknown argument ${name}: read takes path, offset, limit, column`)
    }
  })
})

describe('a read-only session', () => {
  test('refuses every write, and every value of writable but true is read-only', (t) => {
    const { root } = workspace(t)
    const args = { path: 'a.txt', content: 'x' }
    for (const writable of [false, undefined, null, 1, 'true', 'false', {}, []]) {
      assert.equal(asked(policyOf(root, { writable: writable as never }), 'write', args), READ_ONLY)
      const policy = policyOf(root, { writable: writable as never, commands: ['touch'] })
      assert.equal(askedToRun(policy, 'touch a'), `${READ_ONLY}: touch (a) is not known to only look`)
    }
  })

  test('runs only programs that are known to only look, in every step', (t) => {
    const policy = policyOf(workspace(t).root, { commands: ['ls', 'cat', 'git', 'node', 'grep', 'tee'] })
    assert.equal(askedToRun(policy, 'ls | grep a | cat'), null)
    assert.equal(askedToRun(policy, 'ls; git status | cat && git log -1'), null)
    for (const command of ['git commit', 'ls; git commit', 'ls && ls | git commit']) {
      assert.equal(askedToRun(policy, command), `${READ_ONLY}: git (commit) is not known to only look`)
    }
    assert.equal(askedToRun(policy, 'true; git'), notAllowed('true', 'ls, cat, git, node, grep, tee'))
    assert.equal(askedToRun(policy, 'ls | tee b'), `${READ_ONLY}: tee (b) is not known to only look`)
    assert.equal(askedToRun(policy, 'node x.js'), `${READ_ONLY}: node (x.js) is not known to only look`)
  })
})

describe('a program', () => {
  test('is one of the list, by its exact bare name', (t) => {
    const { root } = workspace(t, { 'ls': '#!/bin/sh\n', 'bin/ls': '', 'li': '-> /bin/ls' })
    const policy = policyOf(root)
    const others = [
      'rm', 'LS', 'Ls', 'lS', 'lsx', 'l', 'ls.', './ls', 'bin/ls', '/bin/ls', '/usr/bin/ls', '//bin/ls',
      '../bin/ls', `${root}/ls`, 'li', 'l\u0455', '\uff4cs', 'sh', 'sudo', 'env', 'ls,cat', 'ls:cat',
      'constructor', '__proto__', 'toString', 'length', 'includes', '0', 'cat.exe', '-ls', '.',
    ]
    for (const name of others) {
      assert.equal(askedToRun(policy, `${name} a.txt`), notAllowed(name))
      assert.equal(askedToRun(policy, `ls; pwd | ${name}`), notAllowed(name))
    }
    assert.equal(askedToRun(policy, "'ls a.txt'"), notAllowed('ls a.txt'))
    assert.equal(askedToRun(policy, '""'), notAllowed(''))
  })

  test('is what its name is after unquoting, and no pattern', (t) => {
    const { root } = workspace(t, { 'ls': '', 'cat': '' })
    const policy = policyOf(root)
    for (const name of ['ls', '"ls"', "'ls'", "l's'", 'l\\s', '"l"s', 'l""s', 'l\\\ns']) {
      assert.equal(askedToRun(policy, `${name} ls`), null, name)
    }
    for (const [name, plain] of [["r'm'", 'rm'], ['r\\m', 'rm'], ['"rm"', 'rm'], ["'LS'", 'LS']] as const) {
      assert.equal(askedToRun(policy, `${name} ls`), notAllowed(plain))
    }
    for (const name of ['l?', 'l*', '[l]s', '*']) {
      assert.equal(askedToRun(policy, `${name} a.txt`), notAllowed(name))
      assert.equal(askedToRun(policyOf(root, { commands: [name, 'ls', 'cat'] }), name),
        `write a program's name plainly: ${name}`)
    }
  })

  test('may be cd without standing in the list, and nothing else may', (t) => {
    const { root } = workspace(t, { 'sub/': '' })
    const policy = policyOf(root, { commands: [] })
    assert.equal(askedToRun(policy, 'cd sub'), null)
    assert.equal(askedToRun(policy, 'cd sub; ls'), notAllowed('ls', 'none'))
    const builtIns = ['CD', './cd', 'pushd', 'exit', 'true', 'test', ':', 'export', 'exec', 'eval', 'source']
    for (const name of builtIns) {
      assert.equal(askedToRun(policy, `cd sub && ${name}`), notAllowed(name, 'none'))
    }
  })

  test('is not in a list that is no list of names', (t) => {
    const { root } = workspace(t)
    const lists: unknown[] = [
      undefined, null, 'ls cat', 'ls', 3, true, {}, { ls: true, includes: () => true }, new Set(['ls']),
      { 0: 'ls', length: 1 },
    ]
    for (const commands of lists) {
      const policy = { ...policyOf(root), commands: commands as never }
      assert.equal(askedToRun(policy, 'ls'), notAllowed('ls', 'none'))
      assert.equal(asked(policy, 'read', { path: 'a.txt' }), null)
    }
    const policy = { ...policyOf(root), commands: [['ls'], /ls/, null, { toString: () => 'ls' }] as never }
    assert.equal(askedToRun(policy, 'ls'), notAllowed('ls', 'ls, /ls/, , ls'))
  })
})

describe('a command that is not understood', () => {
  test('is refused with the reason, before its programs are looked up', (t) => {
    const policy = policyOf(workspace(t).root)
    assert.equal(askedToRun(policy, 'rm $(ls)'), 'variables and substitutions are not understood: '
      + '"$(ls)" at character 4; write the value itself, or use single quotes to mean the characters')
    assert.equal(askedToRun(policy, 'ls > x'), 'output cannot be redirected there: "> x" at character 4; '
      + 'only 2>&1, >/dev/null and 2>/dev/null are understood; write files with the write tool')
    assert.equal(askedToRun(policy, 'ls & rm x'), 'background jobs, |& and &> are not understood: '
      + '"& rm x" at character 4; join with && or ;, or write 2>&1 | and >/dev/null 2>&1')
    assert.equal(askedToRun(policy, 'X=1 ls'), 'variables are not set: "X=1 ls" at character 1; '
      + 'begin with the program, and use its options')
    assert.equal(askedToRun(policy, "ls 'a"), 'a quote is not closed: "\'a" at character 4; '
      + "close it; outside of quotes \\' is an apostrophe")
    assert.equal(askedToRun(policy, 'ls\u202e'), 'a character that does not show as what it is: '
      + 'U+202E at character 3; write the command without it')
    assert.equal(askedToRun(policy, `ls ${'a'.repeat(8_000)}`), 'more than 8000 characters: '
      + '"aaa" at character 8001; run it in parts, or write a file with the write tool')
  })
})

describe('a word of a command', () => {
  test('that may lead outside is refused in every place, also behind = , : and @', (t) => {
    const { root, outside } = workspace(t, { 'sub/x': '', 'out': '-> {OUTSIDE}', 'a.txt': 'a' })
    const policy = policyOf(root, { commands: ['ls', 'tool'], writable: true })
    const ways = [
      '..', '../', '../outside', '/', '/etc/passwd', '//etc/passwd', 'sub/../..',
      'sub/../../outside/secret.txt',
      './../outside', `${root}/..`, `${root}-evil`, `${root}/../work-evil`, outside, 'out', 'out/secret.txt',
      'out/new', 'out/..', 'sub/../out', '/proc/self/environ', '/dev/tty', '/dev/stdin',
      `../${basename(outside)}`,
      'nowhere/../..', 'nowhere/../../outside',
    ]
    for (const way of ways) {
      for (const before of ['', 'a=', 'a,b,', 'x:', '@', 'u@h:', 'k=v,w=', 'sub/x:', 'a=@', '==', ',']) {
        const word = `${before}${way}`
        const ends = [...word.matchAll(/[=,:@]/g)].map(({ index }) => word.slice(index + 1))
        const isOut = (end: string) => locate(root, root, end, 'read', true).place === 'outside'
        const first = [word, ...ends].find(isOut)!
        assert.ok(first === word || first === way, word)
        const isAddress = ADDRESS.test(word) && !word.includes('..') // then somebody is asked
        const asAny = isAddress ? null : escapes(first)
        assert.equal(askedToRun(policy, `tool sub ${word}`), asAny, `tool ${word}`)
        const whole = [word, word.replace(/^[@=]+/, '')].find(isOut) // ls takes a word as one path
        const asOperand = whole === undefined ? null : escapes(whole)
        assert.equal(askedToRun(policy, `ls sub ${word}`), asOperand, `ls ${word}`)
      }
    }
    const pieces: [word: string, first: string][] = [
      ['../outside=x', '../outside=x'], ['/etc/passwd,a', '/etc/passwd,a'], ['out:1', 'out'],
      ['sub/x:../outside', '../outside'], ['a=out,b', 'out'], ['out@v1', 'out'], ['a,out:12:3', 'out'],
      ['a,out/secret.txt:12:3', 'out/secret.txt:12:3'],
    ]
    for (const [word, first] of pieces) assert.equal(askedToRun(policy, `tool ${word}`), escapes(first))
  })

  test('that a program might read by its text alone is judged by that as well', (t) => {
    const { root } = workspace(t, { 'deep/er/x': '', 'in': '-> deep/er', 'file': 'x', '../near.txt': 'x' })
    const policy = policyOf(root)
    const tool = policyOf(root, { commands: ['tool'], writable: true })
    const { refused } = locate(root, root, 'in/../../near.txt', 'read', true)
    assert.equal(refused, null) // for the kernel it is inside
    assert.equal(askedToRun(policy, 'ls in/../../near.txt'), escapes('../near.txt'))
    assert.equal(askedToRun(tool, 'tool p/q=in/../../near.txt'), escapes('../near.txt'))
    assert.equal(askedToRun(policy, 'cd deep; ls ../in/../../near.txt'), escapes('../../near.txt'))
    assert.equal(askedToRun(policy, 'ls in/../er/x deep/../in in/../../a.txt/../file'), escapes('../file'))
    assert.equal(askedToRun(policy, 'ls in/../er/x deep/../in'), null)
  })

  test('may look like a path and be inside', (t) => {
    const { root } = workspace(t, { 'sub/x': '', 'in': '-> sub', 'abs': '-> {ROOT}/sub' })
    const policy = policyOf(root)
    const words = [
      '..x', '...', 'a..b', 'sub/..', 'sub/../sub', './sub/./x', `${root}`, `${root}/sub`, 'in/x', 'abs/x',
      'in/..',
      'a=b', 'sub:x', 'x,y', 'me@host', 'nowhere/at/all', '*.nothing', 'x\\ y', "'~/x'",
      `../${basename(root)}/sub`,
      'HEAD~1', 'a/*/b', '%2e%2e/x', 'sub/x/y/z',
    ]
    for (const word of words) assert.equal(askedToRun(policy, `ls ${word}`), null, word)
  })

  test('that a pattern turns into a link to outside is refused by the name of the link', (t) => {
    const { root } = workspace(t, {
      'a.txt': '', 'b.txt': '-> {OUTSIDE}/secret.txt', 'sub/c.txt': '', 'out': '-> {OUTSIDE}',
    })
    const policy = policyOf(root)
    assert.equal(askedToRun(policy, 'cat *.txt'), escapes('b.txt'))
    assert.equal(askedToRun(policy, 'cat [ab].*'), escapes('b.txt'))
    assert.equal(askedToRun(policy, 'cd sub && cat ../?.txt'), escapes('../b.txt'))
    assert.equal(askedToRun(policy, 'ls o*'), escapes('out'))
    assert.equal(askedToRun(policy, 'cat */*.txt'), null) // a link is not walked through
    assert.equal(askedToRun(policy, 'cat out/*'), escapes('out/*'))
    assert.equal(askedToRun(policy, 'cat ../*'), escapes('../*'))
    assert.equal(askedToRun(policy, 'cat /etc/*'), escapes('/etc/*'))
  })

  test('is seen from where cd went, and cd stays inside as well', (t) => {
    const { root } = workspace(t, {
      'sub/deep/x': '', 'in': '-> sub/deep', 'out': '-> {OUTSIDE}', 'a.txt': '', 'lost': '-> nowhere',
      'loop': '-> loop',
    })
    const policy = policyOf(root)
    assert.equal(askedToRun(policy, 'cd sub && cat ../a.txt'), null)
    assert.equal(askedToRun(policy, 'cd sub && cat ../../a.txt'), escapes('../../a.txt'))
    assert.equal(askedToRun(policy, 'cd sub && cat ../a.txt && cd deep; cat ../../a.txt'), null)
    assert.equal(askedToRun(policy, 'cd sub; cd deep; cat ../../../x'), escapes('../../../x'))
    assert.equal(askedToRun(policy, 'cd in && cat ../../a.txt'), null)
    assert.equal(askedToRun(policy, 'cd in && cat ../../../x'), escapes('../../../x'))
    for (const word of ['..', '../outside', 'out', '/', '/tmp', 'sub/../..', 'in/../../..']) {
      assert.equal(askedToRun(policy, `cd ${word} && ls`), escapes(word))
    }
    assert.equal(askedToRun(policy, 'cd sub && cd ../..'), escapes('../..'))
    assert.equal(askedToRun(policy, 'cd out && cat ../a.txt'), escapes('out'))
    for (const word of ['lost', 'loop', '~']) {
      const { refused } = locate(root, root, word, 'read')
      assert.equal(refused?.startsWith(`not a path to use: ${word}: `), true)
      assert.equal(askedToRun(policy, `cd '${word}'`), refused)
    }
  })

  test('that is a link to nowhere is refused, since it may lead anywhere when it is used', (t) => {
    const { root, outside } = workspace(t, { 'lost': '-> {OUTSIDE}/new', 'near': '-> sub/new', 'sub/': '' })
    const policy = policyOf(root)
    for (const word of ['lost', 'lost/x', 'near', './near']) {
      const { refused } = locate(root, root, word, 'read', true)
      assert.equal(refused?.startsWith(`not a path to use: ${word}: `), true)
      assert.equal(askedToRun(policy, `ls ${word}`), refused)
    }
    writeFileSync(join(outside, 'new'), '')
    assert.equal(askedToRun(policy, 'ls lost'), escapes('lost'))
  })

  test('that is an option is judged by the table of its program', (t) => {
    const { root } = workspace(t)
    const policy = policyOf(root, { commands: ['sort', 'sh', 'git', 'ls'], writable: true })
    const starts = 'it starts another program; run that one as a command of its own'
    assert.equal(askedToRun(policy, 'sort --compress-program=./x a'), `sort --compress-program: ${starts}`)
    assert.equal(askedToRun(policy, 'sort --compress-prog=./x a'), 'sort --compress-prog=./x: '
      + 'abbreviations are not understood; is it --compress-program? Write it in full')
    assert.equal(askedToRun(policy, 'sort a -o ../x'), escapes('../x'))
    assert.equal(askedToRun(policy, 'sort a -nro../x'), escapes('../x'))
    assert.equal(askedToRun(policy, 'sort a --output=../x'), escapes('../x'))
    assert.equal(askedToRun(policy, 'sort -T/etc a'), escapes('/etc'))
    assert.equal(askedToRun(policy, "git -'c' core.pager=x log"),
      'git core.pager=x: it may start a program; leave it out')
    assert.equal(askedToRun(policy, 'ls --weird=../x'), escapes('../x'))
    for (const command of ['ls -la --color=auto', 'git log -1', "sh -c 'touch x'", 'ls --weird']) {
      assert.equal(askedToRun(policy, command), null, command) // who must agree is not asked here
    }
  })

  test('that is the program of another one has to be in the list as well', (t) => {
    const { root } = workspace(t)
    const policy = policyOf(root, { commands: ['env', 'nice', 'ls'], writable: true })
    assert.equal(askedToRun(policy, 'env nice ls a'), null)
    assert.equal(askedToRun(policy, 'env nice -n 5 rm a'), notAllowed('rm', 'env, nice, ls'))
    assert.equal(askedToRun(policy, 'nice ls ../x'), escapes('../x'))
  })

  test('that a pattern made is no option, whatever the file is called', (t) => {
    const { root } = workspace(t, { '-R': '', '--help': '' })
    assert.equal(askedToRun(policyOf(root), 'ls *'), null)
    assert.equal(askedToRun(policyOf(root), 'ls -*'), null)
  })
})

describe('a path', () => {
  test('that leads outside is refused, for reading and for writing', (t) => {
    const { root, outside } = workspace(t, {
      'sub/x': '', 'out': '-> {OUTSIDE}', 'file': '-> {OUTSIDE}/secret.txt', '../work-evil/x': '',
    })
    const policy = policyOf(root, { writable: true })
    const ways = [
      '../x', 'sub/../../x', '/etc/passwd', 'out/secret.txt', 'out/new/x', 'file', 'out/../x',
      '../work-evil/x',
      `${root}-evil/x`, `${outside}/secret.txt`, 'nowhere/../../x', '/proc/self/environ', '/dev/fd/0',
    ]
    for (const path of ways) {
      assert.equal(asked(policy, 'read', { path }), escapes(path))
      assert.equal(asked(policy, 'write', { path, content: '' }), escapes(path))
    }
  })

  test('that is no plain path is refused with what is wrong with it', (t) => {
    const { root } = workspace(t, { 'lost': '-> {OUTSIDE}/new', 'file': '' })
    const policy = policyOf(root, { writable: true })
    for (const path of ['lost', 'a\0b', 'a\u202eb', 'file/x', 'a\\..\\b', 'x'.repeat(5_000)]) {
      for (const [name, access] of [['read', 'read'], ['write', 'write']] as const) {
        const { refused } = locate(root, root, path, access)
        assert.equal(refused?.startsWith('not a path to use: '), true)
        assert.equal(asked(policy, name, name === 'read' ? { path } : { path, content: '' }), refused)
      }
    }
  })

  test('that is never written is refused under every name of it', (t) => {
    const { root } = workspace(t, {
      '.git/config': '', 'sub/.git/hooks/': '', 'conf': '-> .git', 'policy.json': '',
    })
    const policy = policyOf(root, { writable: true })
    const never = (real: string) => {
      return `never written by an agent: ${join(root, real)}; ask a person to change it`
    }
    const names: [path: string, real: string][] = [
      ['.git/config', '.git/config'], ['.git/hooks/new', '.git/hooks/new'], ['conf/config', '.git/config'],
      ['sub/.git/hooks/x', 'sub/.git/hooks/x'], ['.GIT/config', '.GIT/config'],
      ['policy.json', 'policy.json'], ['./POLICY.json', 'POLICY.json'], ['.handrail/x', '.handrail/x'],
      ['sub/../policy.json', 'policy.json'],
    ]
    for (const [path, real] of names) {
      assert.equal(asked(policy, 'write', { path, content: '' }), never(real))
      assert.equal(asked(policy, 'read', { path }), null)
    }
    assert.equal(asked(policy, 'write', { path: 'sub/policy.json', content: '' }), null)
    assert.equal(asked(policy, 'write', { path: '.gitignore', content: '' }), null)
  })

  test('with a second name elsewhere is never written, and may be read', (t) => {
    const { root, outside } = workspace(t, { 'a.txt': 'a' })
    linkSync(join(outside, 'secret.txt'), join(root, 'twin.txt'))
    linkSync(join(root, 'a.txt'), join(root, 'b.txt'))
    const policy = policyOf(root, { writable: true, commands: ['cat', 'tee'] })
    for (const path of ['twin.txt', 'a.txt', 'b.txt']) {
      const words = `never written, since it has a second name elsewhere: ${join(root, path)}`
      assert.equal(asked(policy, 'write', { path, content: '' }), words)
      assert.equal(asked(policy, 'read', { path }), null)
      assert.equal(askedToRun(policy, `cat ${path}`), null)
      assert.equal(askedToRun(policy, `cat ${path} | tee ${path}`), words)
    }
  })

  test('of the policy in force is never written, wherever it lies and whatever leads to it', (t) => {
    const { root } = workspace(t, {
      'conf/deep/': '', 'door': '-> conf/deep', 'rules': '-> conf/deep/rules.json',
    })
    writeFileSync(join(root, 'conf/deep/rules.json'),
      JSON.stringify({ root: '../..', writable: true, commands: ['tee', 'cat', 'tool'] }))
    for (const opened of ['conf/deep/rules.json', 'rules', 'door/rules.json']) {
      const policy = loadPolicy(join(root, opened), root)
      const words = `never written, since it is the policy in force: ${root}/conf/deep/rules.json`
      const absolute = `${root}/door/../deep/rules.json`
      for (const path of ['conf/deep/rules.json', 'rules', 'door/rules.json', absolute]) {
        assert.equal(asked(policy, 'write', { path, content: '' }), words)
        assert.equal(askedToRun(policy, `cat a | tee ${path}`), words)
        assert.equal(askedToRun(policy, `tool to=${path}`), words)
        assert.equal(askedToRun(policy, `cat ${path}`), null)
      }
      assert.equal(asked(policy, 'write', { path: 'conf/rules.json', content: '' }), null)
    }
  })

  test('that is never written is none for a program that may write, in whichever word it stands', (t) => {
    const { root } = workspace(t, { '.git/config': '', 'evil.sh': '', 'sub/': '' })
    const policy = policyOf(root, { writable: true, commands: ['cp', 'cat', 'tool'] })
    const never = (real: string) => {
      return `never written by an agent: ${join(root, real)}; ask a person to change it`
    }
    assert.equal(askedToRun(policy, 'cp evil.sh .git/hooks/pre-commit'), never('.git/hooks/pre-commit'))
    assert.equal(askedToRun(policy, 'cp .git/config x'), null) // it is only read
    assert.equal(askedToRun(policy, 'tool .git/config x'), never('.git/config'))
    assert.equal(askedToRun(policy, 'tool evil.sh to=.git/x'), never('.git/x'))
    assert.equal(askedToRun(policy, 'cp -t .git/hooks evil.sh'), never('.git/hooks'))
    assert.equal(askedToRun(policy, 'cd sub; cp x ../policy.json'), never('policy.json'))
    assert.equal(askedToRun(policy, 'tool .g*/config x'), never('.git/config'))
    assert.equal(askedToRun(policy, 'cat .git/config policy.json'), null)
    assert.equal(askedToRun(policy, 'cp evil.sh sub/policy.json'), null)
  })
})

describe('what the files are now', () => {
  test('counts, not what they were when somebody looked before', (t) => {
    const { root, outside } = workspace(t, { 'sub/a.txt': '' })
    const policy = policyOf(root, { writable: true })
    assert.equal(asked(policy, 'read', { path: 'sub/a.txt' }), null)
    renameSync(join(root, 'sub'), join(root, 'old'))
    symlinkSync(outside, join(root, 'sub'))
    assert.equal(asked(policy, 'read', { path: 'sub/a.txt' }), escapes('sub/a.txt'))
    assert.equal(askedToRun(policy, 'cat sub/a.txt'), escapes('sub/a.txt'))
    assert.equal(askedToRun(policy, 'cd sub'), escapes('sub'))
    rmSync(join(root, 'sub'))
    mkdirSync(join(root, 'sub'))
    assert.equal(asked(policy, 'read', { path: 'sub/a.txt' }), null)
  })

  test('counts for the root too: through a link to it, and when it is gone', (t) => {
    const { root, base } = workspace(t, { '../door': '-> {ROOT}', 'a.txt': '' })
    const policy = policyOf(join(base, 'door'))
    assert.equal(asked(policy, 'read', { path: 'a.txt' }), null)
    assert.equal(asked(policy, 'read', { path: `${root}/a.txt` }), null)
    assert.equal(asked(policy, 'read', { path: `${base}/door/a.txt` }), null)
    assert.equal(asked(policy, 'read', { path: `${base}/a.txt` }), escapes(`${base}/a.txt`))
    rmSync(root, { recursive: true })
    assert.equal(asked(policy, 'read', { path: 'a.txt' }), GONE)
    assert.equal(askedToRun(policy, 'ls'), GONE)
  })
})

describe('a program that may change files', () => {
  test('is not taken to leave alone what one word names in the folder that the last one names', (t) => {
    const { root } = workspace(t, { 'x/policy.json': '{}', 'x/rail.json': '{}', 'y/.git': '', 'z/': '' })
    const policy = policyOf(root, { writable: true, commands: ['mv'], file: join(root, 'rail.json') })
    const why = 'ask a person to change it'
    const never = (name: string) => `never written by an agent: ${join(root, name)}; ${why}`
    assert.equal(askedToRun(policy, 'mv x/policy.json .'), never('policy.json'))
    assert.equal(askedToRun(policy, 'mv x/a x/policy.json .'), never('policy.json'))
    assert.equal(askedToRun(policy, 'mv y/.git z'), never('y/.git'))
    assert.equal(askedToRun(policy, 'mv x/rail.json .'),
      `never written, since it is the policy in force: ${join(root, 'rail.json')}`)
    assert.equal(askedToRun(policy, 'mv x/policy.json z'), null)
  })

  test('may take a word for a URL, or ~ for a home', (t) => {
    const { root } = workspace(t, { 'sub/x': '' })
    const policy = policyOf(root, { writable: true, commands: ['git', 'cat', 'tool'] })
    const escaped = (words: string) => `path escapes the workspace: ${words}`
    assert.equal(askedToRun(policy, `git clone file://${root}/%2e%2e/outside copy`),
      escaped(`//${root}/../outside`))
    assert.equal(askedToRun(policy, `git clone 'file://${root}/a%2F..%2f..%2Foutside' copy`),
      escaped(`//${root}/a/../../outside`))
    const home = (word: string) => `some programs take ~ for a home: ${word}; write the path from the root`
    assert.equal(askedToRun(policy, "git clone '~/x'"), home('~/x'))
    assert.equal(askedToRun(policy, "tool path='~me/x'"), home('path=~me/x'))
    assert.equal(askedToRun(policy, 'git show HEAD~1 a~b'), null)
    assert.equal(askedToRun(policy, "cat '~/x' sub/%2e%2e/x"), null)
  })
})

describe('a read-only session', () => {
  test('refuses a tool of texts, since its arguments do not show that it only looks', (t) => {
    const { root } = workspace(t)
    const tools = [toolOf('tell', { words: 'text' })]
    const words = 'this session is read-only: tell is not known to only look'
    assert.equal(permit(policyOf(root), callOf('tell', { words: 'x' }), tools), words)
    assert.equal(permit(policyOf(root), callOf('tell'), tools), words)
    assert.equal(permit(policyOf(root, { writable: true }), callOf('tell', { words: 'x' }), tools), null)
  })
})

describe('permit never throws', () => {
  test('over a policy that is none', (t) => {
    const { root } = workspace(t)
    const call = callOf('bash', { command: 'ls' })
    const of = (policy: unknown) => permit(policy as never, call)
    assert.equal(of(null), UNJUDGED)
    assert.equal(of(undefined), UNJUDGED)
    const rootless = [{}, 3, 'x', [], true, { root: null, commands: ['ls'] }, { root: '', commands: ['ls'] }]
    for (const policy of rootless) assert.equal(of(policy), GONE)
    assert.equal(of({ root }), notAllowed('ls', 'none'))
    assert.equal(of({ get root() { throw new Error('no') } }), 'it cannot be judged: no')
    assert.equal(of({ root, get writable() { throw new Error('no') } }), UNJUDGED)
    assert.equal(of({ root, get commands() { throw new Error('no') } }), UNJUDGED)
  })

  test('over getters and proxies that do', (t) => {
    const policy = policyOf(workspace(t).root, { writable: true })
    const fail = () => { throw new Error('no') }
    assert.equal(asked(policy, 'read', { get path() { return fail() } }), UNJUDGED)
    const traps = {
      get: fail, has: fail, ownKeys: fail, getOwnPropertyDescriptor: fail, getPrototypeOf: fail,
    }
    assert.equal(asked(policy, 'read', new Proxy({}, traps)), UNJUDGED)
    assert.equal(permit(policy, new Proxy(callOf('read'), traps)), UNJUDGED)
    assert.equal(permit(new Proxy(policy, traps), callOf('read', { path: 'a' })), UNJUDGED)
    assert.equal(permit(policy, callOf('read', { path: 'a' }), new Proxy([], traps)), UNJUDGED)
    assert.equal(permit(policy, callOf({ toString: fail } as never)), UNJUDGED)
    assert.equal(permit(policy, callOf(Object.create(null))), UNJUDGED)
    for (const call of [null, undefined]) assert.equal(permit(policy, call as never), UNJUDGED)
    assert.equal(permit(policy, callOf('read'), null as never), UNJUDGED)
    for (const parameters of [null, undefined]) {
      const tool = { ...toolOf('odd', { path: 'read' }), parameters: parameters as never }
      assert.equal(permit(policy, callOf('odd', { path: 'a' }), [tool]), UNJUDGED)
    }
  })

  test('over 20,000 random calls, and allows none of them that leads outside', (t) => {
    const { root } = workspace(t, { 'a.txt': '', 'sub/x': '', 'out': '-> {OUTSIDE}', 'lost': '-> nowhere' })
    let seed = 7
    const upTo = (count: number) => (seed = (seed * 48_271) % 2_147_483_647) % count
    const one = <T>(list: readonly T[]): T => list[upTo(list.length)]!
    const pieces = [
      'ls', 'cat', ' ', ' ', '|', '&&', ';', '\n', '/', '..', '../', 'out', 'a.txt', 'sub', '*', '?', '[',
      ']', "'", '"',
      '\\', '$', '`', '~', '#', '{', ',', '}', '=', ':', '@', '-', '-l', 'cd ', '2>&1', '>', '<', '\0',
      '\u202e', '\ud800',
      'é', '日', '-1', '/etc', 'lost', '&', '(', ')', '!', 'x',
    ]
    const text = () => Array.from({ length: upTo(12) }, () => one(pieces)).join('')
    const ways = [['a.txt', 'sub', 'x', 'out', '..'], ['..', 'x', 'sub', '.'], ['..', 'out', 'y']]
    const way = () => ways.map(one).join('/')
    const value = (depth = 0): unknown => one([
      text, text, text, () => upTo(9) - 4, () => null, () => undefined, () => true, () => NaN, () => 1n,
      () => Symbol('x'),
      () => (depth < 2 ? [value(depth + 1)] : []), () => (depth < 2 ? { [text()]: value(depth + 1) } : {}),
      () => () => text(), () => new Date(0), () => Object.create(null), () => new Map(),
    ])()
    const names = ['read', 'write', 'bash', 'constructor', '', 3, null, Symbol('read')]
    const keys = ['path', 'content', 'command', 'command', 'timeout', 'offset', '__proto__', 'x']
    const policies = [
      policyOf(root), policyOf(root, { writable: true }), policyOf(root), policyOf(root, { writable: true }),
      policyOf(root, { commands: 'ls' as never }), null, {}, { root: 3 }, policyOf('/nowhere'),
    ]
    const faults: string[] = []
    let allowed = 0
    for (let n = 0; n < 20_000; n++) {
      const [name, args] = one<() => [unknown, unknown]>([
        () => [one(names), Object.fromEntries(Array.from({ length: upTo(3) }, () => [one(keys), value()]))],
        () => ['bash', { command: `${one(['ls', 'cat'])} ${text()}` }],
        () => ['bash', { command: `ls ${way()} x=${way()}; cat ${way()}` }],
        () => ['read', { path: text() || 'a' }],
        () => [one(['read', 'write']), { path: way(), ...(upTo(2) === 0 && { content: text() }) }],
        () => [one(names), value()],
      ])()
      const call = { id: 'c', name, args, ...(upTo(20) === 0 && { malformed: text() }) }
      try {
        const reason = permit(one(policies) as Policy, (upTo(50) === 0 ? value() : call) as never)
        if (typeof reason !== 'string' && reason !== null) faults.push(`said ${String(reason)}`)
        if (reason === '') faults.push('said nothing')
        if (reason !== null) continue
        allowed++
        const { path, command } = args as Record<string, unknown>
        const parsed = parseCommand(String(command))
        const steps = 'steps' in parsed ? parsed.steps : []
        const words = steps.flatMap((step) => step.words.map((word) => word.text))
        const texts = typeof path === 'string' ? [path] : words // each is one path to ls and cat
        const bad = texts.find((word) => /^(out|lost|\.\.)(\/|$)/.test(relative(root, resolve(root, word))))
        if (bad !== undefined && !words.includes('cd')) faults.push(`allowed ${JSON.stringify(args)}: ${bad}`)
      } catch (error) {
        faults.push(`threw ${String(error)}`)
      }
    }
    assert.deepEqual(faults, [])
    assert.ok(allowed > 500, `only ${allowed} were allowed, so this tells little`)
  })
})
