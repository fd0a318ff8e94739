// programs.test.ts: what is known of programs: the tables line by line, examples of what vectors can do, what
// no table has, and what a policy may add. Facts are pure: nothing here runs a program or looks at a file.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseCommand } from '../command.ts'
import { CHANGE } from '../programs/change.ts'
import { CODE } from '../programs/code.ts'
import { factsOf, looksOnly, tableFault } from '../programs/facts.ts'
import { FILES } from '../programs/files.ts'
import { entryOf, indexOf } from '../programs/form.ts'
import { GIT } from '../programs/git.ts'
import { isHarmlessSetting } from '../programs/keys.ts'
import { EFFECTS, KINDS } from '../programs/kinds.ts'
import { namesProgram } from '../programs/starts.ts'
import { SYSTEM } from '../programs/system.ts'
import { find, TABLES } from '../programs/tables.ts'
import { TEXT } from '../programs/text.ts'
import * as examples from './programs-examples.ts'
import { told } from './programs-told.ts'
import type { Facts, Tables } from '../programs/facts.ts'
import type { Entry, Term } from '../programs/form.ts'

const MIN_EXAMPLES = 600
const RANDOM_VECTORS = 20_000
const THEMES: [Tables, string][] = [
  [FILES, examples.FILES], [TEXT, examples.TEXT], [SYSTEM, examples.SYSTEM], [GIT, examples.GIT],
  [CODE, examples.CODE], [CHANGE, examples.CHANGE],
]
const ALL = [...THEMES.map(([, lines]) => lines), examples.NONE].join('\n')
const INDEX = indexOf(TABLES)
const KEYS = [...INDEX.keys()].filter((key) => !key.startsWith('@'))

/** The vector of a command line of one step. */
function vectorOf(line: string): string[] {
  const parsed = parseCommand(line)
  assert.ok('steps' in parsed, `does not parse: ${line}`)
  assert.equal(parsed.steps.length, 1, `one step: ${line}`)
  return parsed.steps[0]!.words.map(({ text }) => text)
}

/** Command lines and what is expected of them. */
function examplesIn(lines: string): [line: string, expected: string][] {
  return lines.split('\n').filter((line) => line !== '').map((line) => {
    const [command, expected, ...more] = line.split('  =>  ')
    assert.ok(command && expected && more.length === 0, `an example is "command  =>  facts": ${line}`)
    return [command, expected]
  })
}

function of(line: string, extra?: Tables): Facts {
  return factsOf(vectorOf(line), extra)
}

function entryFor(key: string): Entry {
  return find(key.split(' '), {})!
}

function none(faults: readonly string[]): void {
  assert.ok(faults.length === 0, `${faults.length}:\n${faults.slice(0, 40).join('\n')}`)
}

// Examples.

test('each example has the facts that stand beside it', () => {
  const all = examplesIn(ALL)
  assert.ok(all.length >= MIN_EXAMPLES, `${all.length} examples`)
  none(all.flatMap(([line, expected]) => {
    const is = told(of(line))
    return is === expected ? [] : [`${line}\n  expected ${expected}\n  is       ${is}`]
  }))
})

test('each line of a table has an example in the part of its theme', () => {
  for (const [table, lines] of THEMES) {
    const starts = new Set(examplesIn(lines).flatMap(([line]) => {
      const words = vectorOf(line).filter((word) => !word.startsWith('-'))
      return [1, 2, 3].map((count) => words.slice(0, count).join(' '))
    }))
    const spelled = (name: string) => [name, name.replace(/^(python|pypy|pip)/, '$13')]
    none(Object.keys(table).filter((key) => !key.startsWith('@')).filter((key) => {
      const names = [...indexOf({ [key]: '' }).keys()].flatMap(spelled)
      return !names.some((name) => starts.has(name))
    }))
  }
})

// Tables.

test('every line of a table is of the form, and no name stands twice', () => {
  const seen = new Map<string, string>()
  for (const [key, line] of THEMES.flatMap(([table]) => Object.entries(table))) {
    const entry = entryOf(line, INDEX)
    assert.ok(!('fault' in entry), `${key}: ${'fault' in entry && entry.fault}`)
    for (const name of indexOf({ [key]: line }).keys()) {
      assert.ok(!seen.has(name), `${name} stands in ${seen.get(name)} and in ${key}`)
      seen.set(name, key)
    }
  }
})

test('no line gives one option two meanings', () => {
  const faults = THEMES.flatMap(([table]) => Object.entries(table)).flatMap(([key, line]) => {
    const words = line.split(/\s+/).filter((word) => !word.startsWith('@'))
    const isWhole = words.includes('!words') || key === '@go' ? '!words ' : ''
    const meanings = new Map<string, string>()
    return words.filter((word) => word.startsWith('-')).flatMap((word) => {
      const entry = entryOf(isWhole + word, INDEX) as Entry
      return [...entry.options].flatMap(([option, term]) => {
        const before = meanings.get(option) ?? JSON.stringify(term)
        meanings.set(option, before)
        return before === JSON.stringify(term) ? [] : [`${key}: ${option} as ${before} and in ${word}`]
      })
    })
  })
  none(faults)
})

test('at least 90 programs have a way to only look', () => {
  const programs = new Set(examplesIn(ALL).filter(([, expected]) => /^(look|prints)/.test(expected))
    .map(([line]) => vectorOf(line)[0]!))
  assert.ok(programs.size >= 90, `${programs.size} programs`)
})

/** A value that means nothing by itself, of each kind that an option may have. */
const VALUES: Record<string, string> = {
  number: '1', read: 'a', write: 'o', folder: 'd', word: 'HEAD', format: '%h', setting: 'color.ui=x',
  key: 'user.name', sed: 'p', awk: '1', jq: '.', plus: '+x', target: 'a', mount: 'a:/b',
}

function withOption(key: string, name: string, term: Term): string[] {
  const values = term.kinds.map((kind) => VALUES[kind] ?? 'x')
  if (!term.isGlued) return [...key.split(' '), name, ...values]
  const isLong = name.startsWith('--') || entryFor(key).marks.has('words')
  return [...key.split(' '), `${name}${isLong ? '=' : ''}${values[0]}`]
}

/** Each option of each name, with the entry it stands in. */
function* options(): Generator<[key: string, name: string, term: Term, entry: Entry]> {
  for (const key of KEYS) {
    const entry = entryFor(key)
    if (entry.lastOption === 0) continue
    for (const [name, term] of entry.options) yield [key, name, term, entry]
  }
}

const SHOWS: Record<string, (facts: Facts) => boolean> = {
  writes: (facts) => facts.writes,
  deletes: (facts) => facts.deletes,
  code: (facts) => facts.runsCode,
  network: (facts) => facts.network,
  settings: (facts) => facts.settings,
  asks: (facts) => !facts.understood,
  starts: (facts) => facts.refused !== null,
  never: (facts) => facts.refused !== null,
  inplace: (facts) => facts.refused === null,
}

test('what is marked at an option shows in the facts', () => {
  let count = 0
  none([...options()].flatMap(([key, name, term]) => term.marks.flatMap((mark) => {
    const vector = withOption(key, name, term)
    const shows = SHOWS[mark]
    if (shows === undefined) return []
    count++
    return shows(factsOf(vector)) ? [] : [`${vector.join(' ')}: ${mark}`]
  })))
  assert.ok(count > 300, `${count} marks`)
})

test('an option without a mark adds no effect to its program', () => {
  const effects = (facts: Facts) => {
    const { writes, deletes, runsCode, startsProgram, network, settings, understood, refused } = facts
    return JSON.stringify({ writes, deletes, runsCode, startsProgram, network, settings, understood,
      refused })
  }
  let count = 0
  none([...options()].flatMap(([key, name, term]) => {
    const isWriting = term.kinds.some((kind) => ['write', 'target', 'mount'].includes(kind))
    if (term.marks.length > 0 || isWriting) return []
    count++
    const vector = withOption(key, name, term)
    return effects(factsOf(vector)) === effects(factsOf(key.split(' '))) ? [] : [vector.join(' ')]
  }))
  assert.ok(count > 3_000, `${count} options`)
})

test('an option that only looks leaves a look', () => {
  const alone = [...options()].filter(([, , { marks }]) => marks.includes('look') || marks.includes('alone'))
  none(alone.flatMap(([key, name, term, entry]) => {
    const vector = withOption(key, name, term)
    const isLook = looksOnly(factsOf(vector)) || term.marks.length > 1
    const isWith = term.marks.includes('alone') && looksOnly(factsOf([...vector,
      'a.x'])) && entry.marks.has('code')
    return isLook && !isWith ? [] : [vector.join(' ')]
  }))
  assert.ok(alone.length > 50, `${alone.length} options`)
})

test('an option that starts a program is refused, however it is spelled', () => {
  none([...options()].flatMap(([key, name, term, entry]) => {
    if (!term.marks.includes('starts')) return []
    const program = key.split(' ')
    const isLong = name.startsWith('--') || entry.marks.has('words')
    const spellings = [[name, './x'], isLong ? [`${name}=./x`] : [`${name}./x`]]
    return spellings.map((words) => [...program,
      ...words]).filter((vector) => factsOf(vector).refused === null)
      .map((vector) => vector.join(' '))
  }))
})

test('an option that no table has is never harmless, and refused of a wrapper', () => {
  for (const key of KEYS) {
    const entry = entryFor(key)
    if (entry.lastOption === 0) continue
    for (const option of ['--zzz', '--zzz=a', '-%', '-%a']) {
      const facts = factsOf([...key.split(' '), option])
      assert.ok(!facts.understood && !looksOnly(facts), `${key} ${option}`)
      const isWrapper = entry.operands.some(({ kinds }) => kinds[0] === 'inner')
      if (isWrapper) assert.ok(facts.refused?.includes('this option is not known'), `${key} ${option}`)
    }
  }
})

test('an abbreviation of a long option is refused, and the whole one named', () => {
  let count = 0
  for (const [key, name, , entry] of options()) {
    const short = name.slice(0, -1)
    const isShort = !name.startsWith('--') || short.length < 4
    if (isShort || entry.marks.has('words') || entry.options.has(short)) continue
    count++
    const { refused } = factsOf([...key.split(' '), short])
    assert.ok(refused?.includes('Write it in full'), `${key} ${short}: ${refused}`)
  }
  assert.ok(count > 1_000, `${count} options`)
})

test('without one of its marks a line still has no harmless unknown option', () => {
  for (const [key, line] of Object.entries(TABLES)) {
    if (key.startsWith('@')) continue
    const words = line.split(/\s+/)
    const marked = words.filter((word) => word.includes('!') && !words.includes('--'))
    for (const word of marked) {
      const less = words.map((each) => (each === word ? each.replace(/!\w+$/, '') : each)).join(' ')
      const extra = { 'some-tool': less }
      assert.equal(tableFault(extra), null, `${key} without the mark of ${word}`)
      assert.ok(!looksOnly(factsOf(['some-tool', '--zzz'], extra)), `${key} without the mark of ${word}`)
    }
  }
})

test('an option that acts does so beside one that looks', () => {
  let count = 0
  none(KEYS.flatMap((key) => {
    const all = [...entryFor(key).options]
    const [look] = all.find(([, { kinds, marks }]) => kinds.length === 0 && marks.includes('look')) ?? []
    if (look === undefined) return []
    return all.flatMap(([name, term]) => term.marks.flatMap((mark) => {
      const shows = SHOWS[mark]
      if (shows === undefined) return []
      count++
      const vector = [...key.split(' '), look, ...withOption(key, name, term).slice(key.split(' ').length)]
      return shows(factsOf(vector)) ? [] : [`${vector.join(' ')}: ${mark}`]
    }))
  }))
  assert.ok(count > 50, `${count} pairs`)
})

// What the vector becomes.

const GIT_ADDED = ['--no-pager', '--no-optional-locks', '-c', 'core.fsmonitor=false', '-c',
  'core.hooksPath=/dev/null', '-c', 'core.pager=cat', '-c', 'log.showSignature=false', '-c',
  'status.submoduleSummary=false', '-c', 'submodule.recurse=false']

test('a look of git gets what switches helpers off, right behind git and the subcommand', () => {
  assert.deepEqual(of('git log -1').vector,
    ['git', ...GIT_ADDED, 'log', '--no-ext-diff', '--no-textconv', '-1'])
  assert.deepEqual(of('git -C sub status -s').vector,
    ['git', ...GIT_ADDED, '-C', 'sub', 'status', '--ignore-submodules=dirty', '-s'])
  assert.deepEqual(of('git stash show -p').vector,
    ['git', ...GIT_ADDED, 'stash', 'show', '--no-ext-diff', '--no-textconv', '-p'])
})

test('what is not a look runs as it was given', () => {
  for (const line of ['git commit -m x', 'git log --ext-diff', 'git log --frob',
    'git --version log', 'git frob', 'git diff --output=x', 'git -c core.pager=x log', 'ls -la',
    'env git log']) {
    assert.deepEqual(of(line).vector, vectorOf(line), line)
  }
})

test('the inner vector of a wrapper is the end of its own', () => {
  const facts = of('timeout -k 1 5 git -C sub log --exec')
  assert.deepEqual(facts.inner, ['git', '-C', 'sub', 'log', '--exec'])
  assert.deepEqual(facts.vector.slice(-5), facts.inner)
  assert.equal(of('time').inner, null)
  assert.equal(of('command -v git').inner, null)
  assert.deepEqual(of('nice -- ls -la').inner, ['ls', '-la'])
})

test('each further folder leads on from the one before', () => {
  assert.equal(of('git -C a -C ../b status').folder, 'a/../b')
  assert.equal(of('git -C a -C /b status').folder, '/b')
  assert.equal(of('make -C a').folder, 'a')
})

test('the word that decided is the first one that did', () => {
  const words = ['ls', 'ls --frob', 'sort -u -o x a', 'git status', 'git push', 'rm a', 'frob x', 'node a.js',
    'rg --pre x y', 'git frob'].map((line) => [line, of(line).word])
  assert.deepEqual(words, [
    ['ls', 'ls'], ['ls --frob', '--frob'], ['sort -u -o x a', 'x'], ['git status', 'git'], ['git push',
    'push'],
    ['rm a', 'a'], ['frob x', 'frob'], ['node a.js', 'a.js'], ['rg --pre x y', '--pre'], ['git frob', 'frob'],
  ])
})

test('a refusal says what to do instead', () => {
  const said = (line: string) => of(line).refused
  const starts = 'it starts another program; run that one as a command of its own'
  assert.equal(said("find . -exec ls ';'"), `find -exec: ${starts}`)
  assert.equal(said('sort --compress-program=x a'), `sort --compress-program: ${starts}`)
  assert.equal(said('sort --compress-prog=x a'), 'sort --compress-prog=x: abbreviations are not understood; '
    + 'is it --compress-program? Write it in full')
  assert.equal(said('frob --rsh-command=x'), `frob --rsh-command=x: ${starts}`)
  assert.equal(said('nice --frob ls'), 'nice --frob: this option is not known; leave it out')
  assert.equal(said('env A=b ls'), 'env A=b: begin with the program; variables are not set here')
  assert.equal(said('export A'), 'export export: it has no place here; do without it')
  assert.equal(said('git daemon'), 'git daemon: it has no place here; do without it')
  assert.equal(said('frob ./x.so'), 'frob ./x.so: may load it as code; leave it out')
  assert.equal(said('git -c core.pager=x log'), 'git core.pager=x: it may start a program; leave it out')
  assert.equal(said('git config core.pager x'), 'git core.pager: it may start a program; leave it out')
  assert.equal(said('git config --global user.name x'), 'git --global: it has no place here; do without it')
  assert.equal(said('xargs git'), 'xargs git: name its subcommand')
  assert.equal(said('flock x -c ls'), 'flock -c: begin with the program; variables are not set here')
})

// The page about the form.

const PAGE = readFileSync(new URL('../programs/README.md', import.meta.url), 'utf8')

/** What stands in the first column of the rows of the page. */
function firstColumn(page: string): string[] {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  return rows.flatMap((row) => [...row.split(' | ')[0]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))
}

test('the page tells of each kind and of each mark, and of no others', () => {
  const names = firstColumn(PAGE).filter((name) => /^[a-z]+$/.test(name))
  const marks = ['look', 'alone', 'instead', 'inplace', 'words', 'commands', 'prints', 'appends']
  const known = [...Object.keys(KINDS), ...Object.keys(EFFECTS), ...marks]
  assert.deepEqual(names.toSorted(), known.toSorted())
  for (const mark of marks.slice(0, 4)) assert.ok(!('fault' in entryOf(`-a!${mark}`, INDEX)), mark)
  for (const mark of ['look', ...marks.slice(4)]) assert.ok(!('fault' in entryOf(`!${mark}`, INDEX)), mark)
})

test('the lines that the page reads aloud mean what it says', () => {
  const lines = [...PAGE.matchAll(/^'([a-z]+)': '(.*)',$/gm)].map(([, name, line]) => [`my${name}`, line!])
  const extra = { ...JSON.parse(`{${/^"programs": (\{[^]*?\})$/m.exec(PAGE)![0]}}`).programs,
    ...Object.fromEntries(lines) } as Tables
  assert.equal(tableFault(extra), null)
  const said: [string, string][] = [
    ['myuniq -c a', 'look, read a'], ['myuniq a b', 'writes, read a, write b'],
    ['myuniq -cf 3 a', 'look, read a'], ['myuniq --foo a', 'unknown, write? --foo, read a, write? a'],
    ['mysort -o out a b', 'writes, write out, read a, read b'], ['mysort -nk2 a', 'look, read a'],
    ['mysort --files0-from=l', 'unknown, read l'], ['mysort --compress-program x', 'refused starts'],
    ['mytool -v', 'look'], ['mytool --level=3 show a.txt', 'look, read a.txt'],
    ['mytool send x', 'network, read? x'], ['ls --hyperlink=auto a', 'look, read a'],
    ['mytool drop x', 'unknown writes deletes code network settings, write? drop, write? x'],
  ]
  for (const [line, expected] of said) assert.equal(told(of(line, extra)), expected, line)
  assert.ok(!of('ls --hyperlink=auto a').understood)
})

// What no table has.

test('a program without a table may do anything to all that its words may be', () => {
  const facts = of('frob -ab../c --d=e f')
  assert.deepEqual(facts, {
    understood: false, refused: null, writes: true, deletes: true, runsCode: true, startsProgram: false,
    network: true, settings: true, printsOnly: false, word: 'frob', inner: null, folder: '', choosers: [],
    vector: ['frob', '-ab../c', '--d=e', 'f'],
    mentions: ['-ab../c', 'b../c', '../c', '--d=e', 'f'].map((text) => ({ text, access: 'write',
      isPath: false })),
  })
})

test('a value may begin behind each of the first letters, and behind all of them', () => {
  assert.deepEqual(of('frob -abcdefg/x').mentions.map(({ text }) => text),
    ['-abcdefg/x', 'bcdefg/x', 'cdefg/x', 'defg/x', '/x'])
})

test('names of the language or of groups are no programs', () => {
  for (const name of ['__proto__', 'constructor', 'hasOwnProperty', 'toString', '@diff', 'git log', '',
    'LS']) {
    const facts = factsOf([name])
    assert.ok(!facts.understood && facts.runsCode, name)
  }
  assert.ok(!factsOf(['git', '__proto__']).understood)
  assert.ok(!factsOf(['git', 'stash list']).understood)
  assert.ok(!factsOf([]).understood)
})

test('a version in the name counts only for programs that come with one', () => {
  assert.equal(told(factsOf(['python3.12', '--version'])), 'look')
  assert.equal(told(factsOf(['gcc-12', '--version'])), 'look')
  assert.equal(told(factsOf(['pip3.11', 'list'])), 'look')
  assert.equal(told(factsOf(['g++-13', '--version'])), 'look')
  const others = ['grep2', 'ls3', 'git2', 'cat-1', 'node.js', 'python3x', 'g13', 'python-config']
  for (const name of others) assert.ok(!factsOf([name]).understood, name)
})

test('a name tells a program by its whole words', () => {
  const names = ['--rsh-command', '--exec', '-exec', 'ProxyCommand', '--pre_cmd', '--editor.x', '--ssh',
    '--filter', '--preHook', 'proxycommand', 'SSHCOMMAND', 'a.precmd=x', '--usershell']
  for (const name of names) assert.ok(namesProgram(name), name)
  for (const name of ['--executable', '--commander', '--shellfish', '--run', '--no', '', '--a=exec',
    '--no-exec', '--without-shell', '--skip-hooks', '-disable-plugins']) {
    assert.ok(!namesProgram(name), name)
  }
})

test('a setting of git is harmless only when it is listed, and its value names no helper', () => {
  for (const [key, value] of [['color.ui', 'x'], ['COLOR.UI', 'x'], ['color.diff.meta', 'red'],
    ['remote.a.b.url', 'https://x'], ['branch.x.y.merge', 'z'], ['core.fileMode', 'true']] as const) {
    assert.ok(isHarmlessSetting(key, value), key)
  }
  for (const [key, value] of [['core.fsmonitor', 'x'], ['alias.x', '!y'], ['remote.x.url', 'ext::sh'], ['',
    ''],
    ['remote.x.url', ' "ext::sh"'], ['filter.x.clean', 'y'], ['core', 'x'], ['new.thing', '1'],
    ['include.path', 'x'], ['diff.x.textconv', 'y'], ['core.worktree', '/']] as const) {
    assert.ok(!isHarmlessSetting(key, value), key)
  }
})

// Tables of a policy.

const POLICY: Tables = {
  'frob': '-ab --out,-o=write --level=low|high !commands',
  'frob list|ls': '@frob text...',
  '@frob': '--all --since=text',
  'git frob': '--all word...',
  'git frobs': '+--quiet !words -x inner',
  'ls': '--frob --shell=text',
}

test('a policy adds programs, subcommands, and options to known ones', () => {
  assert.equal(tableFault(POLICY), null)
  const lines: [string, string][] = [
    ['frob -a', 'look'], ['frob -bo x', 'writes, write x'], ['frob --level=low', 'look'],
    ['frob --level=mid', 'unknown, write? mid'], ['frob ls --all --since=x y', 'look'],
    ['frob list -a', 'unknown, write? -a'], ['git frob --all HEAD', 'look, read? HEAD'],
    ['ls --frob --shell=x', 'look'], ['ls --frobs', 'unknown, write? --frobs'],
    ['frob get', 'unknown writes deletes code network settings, write? get'],
  ]
  for (const [line, expected] of lines) assert.equal(told(of(line, POLICY)), expected, line)
  assert.ok(!of('frob -a').understood, 'without the policy')
  assert.deepEqual(of('git frob', POLICY).vector, ['git', ...GIT_ADDED, 'frob'])
})

test('a policy takes no mark of a known option away', () => {
  const extra = { sort: '-o=text --compress-program=text' }
  assert.equal(tableFault(extra), null)
  assert.equal(told(of('sort -o x a', extra)), 'writes, write x, read a')
  assert.ok(of('sort --compress-program=x', extra).refused)
})

test('what is wrong with a table is told with the program and the word', () => {
  const see = 'see programs/README.md'
  const faults: [Tables, string][] = [
    [{ 'a/b': '' }, `programs: a/b is not a program, or a program and a subcommand; ${see}`],
    [{ '': '' }, `programs:  is not a program, or a program and a subcommand; ${see}`],
    [{ '@A': '' }, `programs: @A is not a program, or a program and a subcommand; ${see}`],
    [{ frob: 'constructor' }, `programs: frob: constructor is not understood; ${see}`],
    [{ frob: '-a!constructor' }, `programs: frob: -a!constructor is not understood; ${see}`],
    [{ frob: 'text+read' }, `programs: frob: text+read is not understood; ${see}`],
    [{ frob: '-a=a.b|c' }, `programs: frob: -a=a.b|c is not understood; ${see}`],
    [{ frob: 'read... args' }, `programs: frob: args... is not understood; ${see}`],
    [{ frob: '-a=nothing' }, `programs: frob: -a=nothing is not understood; ${see}`],
    [{ frob: '-a!nothing' }, `programs: frob: -a!nothing is not understood; ${see}`],
    [{ frob: '!nothing' }, `programs: frob: !nothing is not understood; ${see}`],
    [{ frob: 'nothing' }, `programs: frob: nothing is not understood; ${see}`],
    [{ frob: 'read!look' }, `programs: frob: read!look is not understood; ${see}`],
    [{ frob: '@nothing' }, `programs: frob: @nothing is not understood; ${see}`],
    [{ frob: '-' }, `programs: frob: - is not understood; ${see}`],
    [{ frob: '-a,,-b' }, `programs: frob: -a,,-b is not understood; ${see}`],
    [{ frob: 'read... write...' }, `programs: frob: write... is not understood; ${see}`],
    [{ frob: '--a=|x' }, `programs: frob: --a=|x is not understood; ${see}`],
    [{ ls: 'read' }, 'programs: ls has a table; add only options to it'],
    [{ 'git log|frob': '!writes' }, 'programs: git log has a table; add only options to it'],
    [{ ls: '^file' }, 'programs: ls has a table; add only options to it'],
    [{ ls: '-a --' }, 'programs: ls has a table; add only options to it'],
    [{ ls: '@own', '@own': '--' }, 'programs: ls has a table; add only options to it'],
    [{ ls: '!words' }, 'programs: ls has a table; add only options to it'],
    [{ '@diff': 'read' }, 'programs: @diff has a table; add only options to it'],
    [{ ls: '+--frob' }, 'programs: ls has a table; add only options to it'],
  ]
  for (const [tables, expected] of faults) assert.equal(tableFault(tables), expected)
})

test('tables with a fault are not used at all', () => {
  const extra = { frob: '-a', other: '!nothing' }
  assert.ok(!of('frob -a', extra).understood)
  assert.equal(told(of('ls -a', { ...extra })), 'look')
})

// Whatever it is given.

test('no vector makes it throw, and what it says holds together', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return Math.floor(((seed ^ (seed >>> 13)) >>> 0) / 2 ** 32 * below)
  }
  const starts = KEYS.map((key) => key.split(' '))
  const pieces = ['-', '--', '-e', '-exec', '--x=../y', '-C', 'a', '../b', '=', '@f', 'a=b', '::', 'ext::x',
    '-20',
    '|x', "s/a/b/e", '{print > "x"}', '$ENV', '\u0000', '💥', '%G', '-rf/etc', '--no-', '---', '-=', '+x',
    '!', '']
  for (let i = 0; i < RANDOM_VECTORS; i++) {
    const start = starts[random(starts.length)]!
    const known = [...find(start, {})!.options.keys()]
    const words = Array.from({ length: random(6) }, () => {
      const option = known[random(known.length || 1)]
      return random(2) === 0 && option !== undefined ? option : pieces[random(pieces.length)]!
    })
    const vector = random(10) === 0 ? words : [...start, ...words]
    const facts = factsOf(vector)
    const shown = JSON.stringify(vector)
    assert.ok(facts.refused === null || facts.refused.length > 10, shown)
    if (facts.inner !== null) assert.deepEqual(facts.vector.slice(-facts.inner.length), facts.inner, shown)
    assert.ok(facts.mentions.every(({ text }) => text !== ''), shown)
    assert.deepEqual(vector.filter((word) => !facts.vector.includes(word)), [], shown)
    if (facts.printsOnly) assert.ok(looksOnly(facts) && facts.mentions.length === 0, shown)
    if (!looksOnly(facts)) assert.deepEqual(facts.vector, vector, shown)
  }
})
