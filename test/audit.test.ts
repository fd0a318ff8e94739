// audit.test.ts: `node run.ts audit` as a person meets it: a process, and a page on which every claim is
// looked for in what the project really does. Programs are made up in a folder of their own, so that the page
// is the same on every machine.

import assert from 'node:assert/strict'
import { chmodSync, linkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { environment, PROJECT, runNode } from './children.ts'
import { asked, askedToRun, callOf, done, PROGRAMS, workspace } from './permit-builders.ts'
import { ASKED, NOT_SEEN, REFUSED, TIERS } from '../cli/audit-rules.ts'
import { entry, oneLine } from '../cli/columns.ts'
import { worstOf } from '../cli/powers.ts'
import { effectsOf } from '../effects.ts'
import { riskLevel } from '../lessons/05-tiers/tiers.ts'
import { PLACES } from '../places.ts'
import { DEFAULT_COMMANDS } from '../policy.ts'
import { harmless } from '../print.ts'
import type { Ends, Workspace } from './permit-builders.ts'
import type { Policy } from '../policy.ts'

const CONCURRENT_RUNS = 2
const PROGRAM = join(PROJECT, 'run.ts')
const HELP_LINE = 'node run.ts --help shows how to use it\n'
const PAGE_CHARACTERS = 100
const GIT = { '.git/HEAD': 'ref: refs/heads/main\n', '.git/objects/': '', '.git/refs/': '' }
const FIXED = 'GIT_TERMINAL_PROMPT=0 GIT_EDITOR=: GIT_PAGER=cat PAGER=cat TERM=dumb NO_COLOR=1 '
  + 'npm_config_update_notifier=false npm_config_logs_max=0'
const WRITABLE = 'ordinary files of the root may be written; see the places below'

/** A workspace, with programs of these names in the folder `bin` beside it. */
function machine(t: Ends, files: Record<string, string>, programs: string[]): Workspace & { bin: string } {
  const bin = Object.fromEntries(programs.map((name) => [`../bin/${name}`, '#!/bin/sh\n']))
  const place = workspace(t, { '../bin/': '', ...files, ...bin })
  for (const name of programs) chmodSync(join(place.base, 'bin', name), 0o755)
  return { ...place, bin: join(place.base, 'bin') }
}

/** The page by its sections; each is no wider than a terminal and holds nothing that could lie. */
async function audited(cwd: string, env: Record<string, string>, ...words: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await runNode([PROGRAM, 'audit', ...words], { cwd, env: environment(env) })
  assert.deepEqual([code, stderr], [0, ''])
  assert.equal(harmless(stdout), stdout)
  const wide = stdout.split('\n').filter((line) => [...line].length > PAGE_CHARACTERS)
  assert.deepEqual(wide, [])
  return stdout.trimEnd().split('\n\n')
}

/** The section that begins with the label, as one text: broken lines are joined again. */
function sectionOf(sections: string[], label: string): string {
  const found = sections.filter((section) => section.startsWith(label))
  assert.equal(found.length, 1, `${label} stands there once`)
  return found[0]!.replace(/\n {16}/g, ' ')
}

describe('audit', { concurrency: CONCURRENT_RUNS }, () => {
  test('shows all of a policy: where, what, which programs, what they mean, what lies there', async (t) => {
    const policy = {
      root: 'work', writable: true, env: ['CI', 'NPM_TOKEN'], maxRounds: 7, bashTimeoutSeconds: 5,
      commands: ['ls', 'cat', 'rm', 'node', 'python3', 'nice', 'yes', 'git', 'frob', 'trust', 'exit', 'ls'],
      grants: ['bash:git add', 'write:docs/'],
      categories: { git_push: 'go', publish: 'no-go' }, programs: { trust: 'read...' },
      provider: { name: 'openai', baseUrl: 'http://user:word@model.test:81/v1' },
    }
    const { base, root, bin } = machine(t, {
      '../etc/p.json': JSON.stringify({ ...policy, root: '../work' }), 'policy.json': '{}',
      'ls': '', '../bin/ls': '-> {ROOT}/ls',
    }, ['cat', 'rm', 'node', 'python3', 'nice', 'git'])
    chmodSync(join(root, 'ls'), 0o755)
    const words = ['--policy', `${base}/etc/p.json`, '--grant', 'look']
    const sections = await audited(root, { PATH: `${bin}:.:${root}` }, ...words)
    assert.deepEqual(sections[0]!.replace(/\n {16}/g, ' ').split('\n'), [
      `root            ${root}`,
      `policy          ${base}/etc/p.json`,
      `files           ${WRITABLE}`,
      'tools           read (path: read), write (path: write), bash (command)',
      'limits          5 s for a command, at most 600 s when the call says so; 16384 bytes of its output; '
        + '400 lines or 32768 bytes of a page; 7 rounds of a run',
      'grants          runs unasked: bash:git add; write:docs/; look',
      'categories      git_push: go, publish: no-go',
      'model           openai, at model.test:81: whatever is read in the root may be sent there',
    ])
    assert.deepEqual(sectionOf(sections, 'programs').split('\n'), [
      'programs        12 may run, and no other. What one does beyond looking, by a subcommand or an option '
        + '(find -delete, sort -o, sed -i), needs a yes each time.',
      '  3             known, look by themselves: ls, cat, trust',
      '  2             known, by some words: runs code: node, python3',
      '  1             known, by some words: deletes files: rm',
      '  1             known, by some words: starts other programs: nice',
      '  1             known, change nothing, need a yes: yes',
      '  1             known, by some words: writes files, deletes files, runs code, reaches the network, '
        + 'changes settings: git',
      '  1             no table: always needs a yes, refused in a read-only session: frob',
      '  1             known, and always refused: exit '
        + 'A yes to a program that runs code is a yes to all that this code does: it can do what you can.',
      '  own tables    what these do, this policy says itself: trust',
      `  found         ${bin}: cat, rm, node, python3, nice, git `
        + 'not found in the PATH below: yes, frob, trust, exit a file of the root, and so never run: ls',
    ])
    assert.deepEqual(sectionOf(sections, 'environment').split('\n'), [
      'environment     a command sees HOME, LANG, TZ, TMPDIR, and as this policy says CI, NPM_TOKEN; '
        + FIXED,
      `  PATH          ${bin}`,
    ])
    assert.deepEqual(sectionOf(sections, 'in the root').split('\n'), [
      'in the root     a policy.json lies there, and is not in force '
        + 'no setting of a git repository there names a program',
    ])
    assert.deepEqual(sectionOf(sections, 'needs a yes'), `needs a yes     ${ASKED.join(' ')}`)
    assert.deepEqual(sectionOf(sections, 'is refused'), `is refused      ${REFUSED.join(' ')}`)
    assert.deepEqual(sectionOf(sections, 'not seen here'), `not seen here   ${NOT_SEEN.join(' ')}`)
    assert.ok(sections.includes(TIERS.join('\n')))
    assert.ok(!sections.join().includes('user:word'), 'a password was printed')
  })

  test('shows the built-in policy on a page that fits', async (t) => {
    const { root, bin } = machine(t, {}, [])
    const sections = await audited(root, { PATH: bin })
    assert.deepEqual(sections[0]!.split('\n').filter((line) => /^(policy|files|grants|model)/.test(line)), [
      'policy          the built-in one', 'files           read-only: no call may change anything',
      'grants          none: what needs a yes waits for a person', 'model           none is set up',
    ])
    const [first, ...rest] = sectionOf(sections, 'programs').split('\n')
    assert.equal(first, `programs        ${DEFAULT_COMMANDS.length} may run, and no other. What one does `
      + 'beyond looking, by a subcommand or an option (find -delete, sort -o, sed -i), is refused, since the '
      + 'session is read-only.')
    assert.equal(rest.at(-1), `  found         not found in the PATH below: ${DEFAULT_COMMANDS.join(', ')}`)
    assert.equal(sectionOf(sections, 'needs a yes'), `needs a yes     ${ASKED.join(' ')} In this read-only `
      + 'session all of it is refused, but for reading such places.')
    assert.equal(sectionOf(sections, 'in the root'), 'in the root     no other policy.json lies there '
      + 'no setting of a git repository there names a program')
    const lines = sections.join('\n\n').split('\n').length
    assert.ok(lines >= 60 && lines <= 80, `${lines} lines`)
  })

  test('takes --root and --writable, and a policy.json of the root when it is named', async (t) => {
    const text = '{ "root": "..", "writable": false, "commands": [] }'
    const { root, bin } = machine(t, { 'policy.json': text }, [])
    const env = { PATH: bin, ANTHROPIC_API_KEY: 'sk-test-0123456789' }
    const words = ['--root', root, '--writable', '--policy', `${root}/policy.json`]
    const sections = await audited(PROJECT, env, ...words)
    const lines = sectionOf(sections, 'root').split('\n')
    assert.deepEqual(lines.filter((line) => /^(root|policy|files|model)/.test(line)), [
      `root            ${root}`,
      `policy          ${root}/policy.json`,
      `files           ${WRITABLE}`,
      'model           anthropic, at its usual address: whatever is read in the root may be sent there',
    ])
    assert.match(sectionOf(sections, 'in the root'), /^in the root {5}no other policy\.json lies there /)
    assert.equal(sectionOf(sections, 'programs'), 'programs        0 may run, and no other. What one does '
      + 'beyond looking, by a subcommand or an option (find -delete, sort -o, sed -i), needs a yes '
      + 'each time.')
    assert.ok(!sections.join().includes('sk-test'), 'a key was printed')
  })

  for (const [count, more] of [[8, ''], [10, '; and 2 more']] as const) {
    test(`names what a repository makes git start, the first eight of ${count}`, async (t) => {
      const keys = Array.from({ length: count }, (_, i) => `[filter "f${i}"]\n\tclean = x\n`).join('')
      const { root, bin } = machine(t, { ...GIT, '.git/config': keys }, [])
      const sections = await audited(root, { PATH: bin })
      const names = Array.from({ length: 8 }, (_, i) => `filter.f${i}.clean in .git/config`).join('; ')
      assert.equal(sectionOf(sections, 'in the root'), 'in the root     no other policy.json lies there git '
        + `may start what the repository names, so that no git command only looks: ${names}${more}`)
    })
  }

  test('breaks long names into lines, and shows characters that could lie as numbers', async (t) => {
    const long = `${'x'.repeat(120)}\u202e\u001b[2J`
    const { root, bin } = machine(t, { [`${long}/`]: '' }, [])
    const sections = await audited(join(root, long), { PATH: bin })
    const shown = sections[0]!.split('\npolicy')[0]!.replace(/^root {12}/, '').replace(/\n {16}/g, '')
    assert.equal(shown, `'${root}/${'x'.repeat(120)}'$'\\u{202e}\\u{1b}''[2J'`)
  })

  test('lists every row of the table of places, by what needs the yes', async (t) => {
    const { root, bin } = machine(t, {}, [])
    const sections = await audited(root, { PATH: bin })
    const [heading, ...lines] = sections.find((one) => one.startsWith('places'))!.split('\n')
    assert.equal(heading, 'places          what these names reach needs a yes, in any spelling of them')
    assert.equal(lines.pop()!.trim(),
      'a file with a second name (hard link): never written, and read only with a yes')
    let label = ''
    const rows = lines.map((line) => {
      label = line.slice(0, 16).trim() || label
      return [label, line.slice(16)]
    })
    assert.deepEqual(rows, PLACES.map(([place, access, why, names]) => {
      const reach = access === 'any' ? 'read or write' : 'write'
      return [place === 'never' ? 'never written' : reach, oneLine(why, names.trim().split(/\s+/))]
    }))
  })

  const broken: [what: string, text: string, message: string][] = [
    ['an unknown key', '{ "root": ".", "writable": true, "commands": [], "speed": 1 }',
      'unknown key "speed"; '],
    ['a wrong value', '{ "root": ".", "writable": 1, "commands": [] }',
      '"writable" must be true or false\n'],
    ['a key missing', '{ "root": "." }', '"writable" is missing: '],
    ['a table that is not understood', '{ "root": ".", "writable": true, "commands": [], "programs": '
      + '{ "frob": "!nope" } }', 'programs: frob: !nope is not understood; '],
  ]
  for (const [what, text, message] of broken) {
    test(`of a policy with ${what} it prints nothing; code 2, and the key is named`, async (t) => {
      const { root } = workspace(t, { 'p.json': text })
      const { code, stdout, stderr } = await runNode([PROGRAM, 'audit', '--policy', 'p.json'], { cwd: root })
      assert.deepEqual([code, stdout], [2, ''])
      assert.ok(stderr.startsWith(`p.json: ${message}`) && stderr.endsWith(`\n${HELP_LINE}`), stderr)
    })
  }

  const wrong = 'audit takes no words and no --json; a task that begins so stands in quotes as a whole'
  for (const words of [['audit', 'the code'], ['audit', '--json']]) {
    test(`${words.join(' ')} ends with code 2 and the reason`, async () => {
      const { code, stdout, stderr } = await runNode([PROGRAM, ...words])
      assert.deepEqual([code, stdout, stderr], [2, '', `${wrong}\n${HELP_LINE}`])
    })
  }
})

// What the page claims, tried

test('a command sees the variables that the page names, and no other', async (t) => {
  const { root } = workspace(t)
  const given = { LANG: 'C', TZ: 'UTC', OWN_NAME: 'x', OTHER_NAME: 'y' }
  for (const [name, value] of Object.entries(given)) {
    const before = process.env[name]
    process.env[name] = value
    t.after(() => (before === undefined ? delete process.env[name] : (process.env[name] = before)))
  }
  const policy = { root, writable: true, commands: ['env'], env: ['OWN_NAME'], path: PROGRAMS }
  const { ok, text } = await done(policy, 'bash', { command: 'env' })
  const lines = text.split('\n').filter((line) => line.includes('='))
  const fixed = FIXED.split(' ')
  assert.equal(ok, true)
  assert.deepEqual(lines.filter((line) => fixed.includes(line)).sort(), fixed.sort())
  const others = lines.filter((line) => !fixed.includes(line)).map((line) => line.split('=')[0]!)
  assert.deepEqual(others.sort(), ['HOME', 'LANG', 'OWN_NAME', 'PATH', 'TMPDIR', 'TZ'])
})

const LISTED = 'ls git frob rm node curl find sort env kill xargs cat cp'.split(' ')
const powerful = (root: string): Policy => ({ root, writable: true, commands: LISTED, path: PROGRAMS })
type Try = [name: string, args: Record<string, unknown>]
const run = (command: string): Try => ['bash', { command }]

test('what the page says needs a yes is allowed by permit, and DESTRUCTIVE', (t) => {
  const { root } = workspace(t, { ...GIT, '.git/config': '[gpg]\nprogram = x\n', '.env': '', 'a.txt': '' })
  const tries: Try[][] = [
    [run('frob'), run('git frob'), run('ls --frob'), run('git count-objects frob')],
    [run('cp a.txt b'), run('rm a.txt'), run('node a.js'), run('curl http://x.test'), run('kill 1')],
    [run('env ls'), run('xargs ls')],
    [run('git log')],
    [['read', { path: '.env' }], ['write', { path: 'package.json', content: '' }],
      ['write', { path: 'AGENTS.md', content: '' }]],
  ]
  assert.equal(tries.length, ASKED.length)
  const policy = powerful(root)
  for (const [i, calls] of tries.entries()) {
    for (const [name, args] of calls) {
      const answer = [asked(policy, name, args), riskLevel(policy, callOf(name, args))]
      assert.deepEqual(answer, [null, 'DESTRUCTIVE'], `${ASKED[i]}: ${JSON.stringify(args)}`)
    }
  }
  const isLook = (command: string) => effectsOf(policy, callOf('bash', { command })).looksOnly
  assert.deepEqual([isLook('ls'), isLook('git log'), isLook('frob')], [true, false, false])
  const readOnly = { ...policy, writable: false }
  for (const [name, args] of tries.flat()) {
    const isRead = name === 'read'
    assert.equal(asked(readOnly, name, args)?.startsWith('this session is read-only') ?? false, !isRead)
  }
})

test('what the page says is refused is refused by the policy that lists most', (t) => {
  const { root } = workspace(t, { out: '-> {OUTSIDE}', gone: '-> nowhere', 'a.txt': '' })
  const tries: [call: Try, words: string][][] = [
    [[['read', { path: '../outside/secret.txt' }], 'path escapes'],
      [run('cat out/secret.txt'), 'path escapes'], [['read', { path: 'gone' }], 'not a path to use'],
      [['read', { path: '/proc/self/environ' }], 'path escapes'],
      [run('cat /dev/sda'), 'path escapes'], [run('ls /sys'), 'path escapes']],
    [[run('make'), 'command not allowed'], [run('env make'), 'command not allowed'],
      [run('./ls'), 'command not allowed'], [run('/bin/ls'), 'command not allowed']],
    [[run('find . -exec ls'), 'find -exec: it starts'],
      [run('sort --rev a.txt'), 'sort --rev: abbreviations']],
    [[run('ls $HOME'), 'variables'], [run('ls $(ls)'), 'variables'], [run('ls > a'), 'output cannot'],
      [run('ls &'), 'background jobs']],
    [[run('ls \u202e'), 'a character that does not show'], [run(`ls ${'x'.repeat(8_000)}`), 'more than 8000'],
      [run(`ls ${' '.repeat(40)}a`), 'more than 40 blanks'],
      [['read', { path: 'a\u200bb' }], 'not a path to use']],
    [[['read', { path: 'a.txt', mode: 1 }], 'unknown argument mode'], [['send', {}], 'unknown tool send']],
  ]
  assert.equal(tries.length, REFUSED.length)
  for (const [i, calls] of tries.entries()) {
    for (const [[name, args], words] of calls) {
      const reason = asked(powerful(root), name, args)
      assert.ok(reason?.startsWith(words), `${REFUSED[i]}: ${JSON.stringify(args)}: ${reason}`)
    }
  }
})

test('the names on the page stand for files that are protected as it says', (t) => {
  const { root } = workspace(t, { 'a.txt': '', 'policy.json': '{}', '.git/HEAD': '' })
  linkSync(join(root, 'a.txt'), join(root, 'b.txt'))
  const policy = powerful(root)
  for (const path of ['.git/x', 'policy.json', '.handrail/x', 'b.txt']) {
    assert.match(asked(policy, 'write', { path, content: '' })!, /^never written/)
  }
  const level = (path: string) => riskLevel(policy, callOf('read', { path }))
  assert.deepEqual([level('b.txt'), level('.ENV'), level('x/ID_RSA'), level('c.txt')],
    ['DESTRUCTIVE', 'DESTRUCTIVE', 'DESTRUCTIVE', 'SAFE'])
  assert.equal(askedToRun(policy, 'cat b.txt'), null)
})

// Programs

const WORST: [program: string, kind: string, powers: string[]][] = [
  ['ls', 'looks', []], ['cat', 'looks', []], ['find', 'looks', []], ['grep', 'looks', []],
  ['rm', 'acts', ['deletes files']],
  ['touch', 'acts', ['writes files']],
  ['cp', 'acts', ['writes files']],
  ['mv', 'acts', ['writes files', 'deletes files']],
  ['node', 'acts', ['runs code']], ['python3.12', 'acts', ['runs code']],
  ['pip3', 'acts', ['writes files', 'runs code', 'reaches the network']],
  ['curl', 'acts', ['reaches the network']],
  ['nice', 'acts', ['starts other programs']],
  ['kill', 'acts', ['changes settings']],
  ['yes', 'asks', []],
  ['frob', 'unknown', []], ['frob-3', 'unknown', []], ['constructor', 'unknown', []],
  ['exit', 'refused', []], ['parallel', 'refused', []],
]
for (const [program, kind, powers] of WORST) {
  test(`${program} at its worst: ${kind} ${powers.join(', ')}`, () => {
    assert.deepEqual(worstOf(program, {}), { kind, powers })
  })
}

test('a table of the policy says what its programs do, by subcommands too', () => {
  assert.deepEqual(worstOf('frob', { frob: 'read...' }), { kind: 'looks', powers: [] })
  assert.deepEqual(worstOf('frob', { 'frob': '!commands', 'frob push|pull': '!network text...' }),
    { kind: 'acts', powers: ['reaches the network'] })
  assert.deepEqual(worstOf('frob', { 'frob': '!commands', 'frob a': '!commands', 'frob a b': '!deletes' }),
    { kind: 'acts', powers: ['deletes files'] })
  assert.deepEqual(worstOf('frob', { 'frob': '!commands !network', 'frob a': 'text' }),
    { kind: 'acts', powers: ['reaches the network'] })
  assert.deepEqual(worstOf('frob', { 'frob': '!commands !asks', 'frob a': 'text' }),
    { kind: 'looks', powers: [] })
  assert.deepEqual(worstOf('frob', { frob: '!writes !deletes !code !network !settings' }), {
    kind: 'acts',
    powers: ['writes files', 'deletes files', 'runs code', 'reaches the network', 'changes settings'],
  })
  assert.deepEqual(worstOf('frobber', { 'frob': '!commands', 'frob push': '!network' }),
    { kind: 'unknown', powers: [] })
})

test('by themselves default programs write files at most; only subcommands of git do more', () => {
  const worst = DEFAULT_COMMANDS.map((program) => worstOf(program, {}))
  const powers = worst.filter(({ kind }) => kind !== 'looks').map((one) => one.powers.join(', ')).sort()
  const git = 'writes files, deletes files, runs code, reaches the network, changes settings'
  assert.deepEqual([...new Set(powers)], ['writes files', git])
  assert.equal(powers.filter((text) => text === git).length, 1)
})

// Columns

test('an entry is broken at blanks, within 100 characters, its label once', () => {
  assert.deepEqual(entry('label', 'one two'), ['label           one two'])
  assert.deepEqual(entry('', ''), [''])
  const [a, b] = ['a'.repeat(50), 'b'.repeat(33)]
  assert.deepEqual(entry('label', `${a} ${b} c`), [`label           ${a} ${b}`, '                c'])
  assert.deepEqual(entry('label', `c ${a}${b}b`), ['label           c', `                ${a}${b}b`])
})

test('a word wider than the column goes on in the next line, counted in characters', () => {
  const word = '😀'.repeat(100)
  assert.deepEqual(entry('label', `${word} c`), [
    `label           ${'😀'.repeat(84)}`, `                ${'😀'.repeat(16)} c`,
  ])
  assert.deepEqual(entry('label', `c ${word}`).map((line) => line.trim().replace(/ +/, ' ')), [
    'label c', '😀'.repeat(84), '😀'.repeat(16),
  ])
})

test('one line holds as many names as fit, and at least one', () => {
  assert.equal(oneLine('few', ['a', 'b']), 'few: a, b')
  const names = ['x'.repeat(30), 'y'.repeat(30), 'z'.repeat(30)]
  assert.equal(oneLine('some', names), `some: ${names[0]}, ${names[1]} and 1 more`)
  const fitting = ['x'.repeat(38), 'y'.repeat(38)]
  assert.equal(oneLine('fits', fitting), `fits: ${fitting.join(', ')}`)
  assert.equal(oneLine('fits.', fitting), `fits.: ${fitting[0]} and 1 more`)
  assert.equal(oneLine('one', ['x'.repeat(90), 'y']), `one: ${'x'.repeat(90)} and 1 more`)
})
