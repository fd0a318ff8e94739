// expand.test.ts: patterns against real folders, with sh as the outside word on plain names, and the printing
// of vectors, which must be read back as what they were unless something in them had to be shown otherwise.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs, {
  chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { parseCommand } from '../command.ts'
import { expandWords } from '../expand.ts'
import { printVector } from '../print.ts'
import type { Word } from '../command.ts'

const made: string[] = []
after(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** A folder of its own that holds these files; a name that ends in / is a folder. Its real path. */
function tree(...names: string[]): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'expand-')))
  made.push(folder)
  fill(folder, names)
  return folder
}

function fill(folder: string, names: string[]): void {
  for (const name of names) {
    mkdirSync(name.endsWith('/') ? join(folder, name) : dirname(join(folder, name)), { recursive: true })
    if (!name.endsWith('/')) writeFileSync(join(folder, name), '')
  }
}

function wordsOf(command: string): Word[] {
  const parsed = parseCommand(command)
  assert.ok('steps' in parsed && parsed.steps.length === 1, `not one step: ${command}`)
  return parsed.steps[0]!.words
}

/** What the words of a command become; a reason is given as the text that it is. */
function expand(command: string, cwd: string, root = cwd): string[] | string {
  const expanded = expandWords(wordsOf(command), cwd, root)
  return 'vector' in expanded ? expanded.vector : expanded.reason
}

function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const plain = tree(
  'a.ts', 'b.ts', 'ab.ts', 'B.ts', '.hidden.ts', 'é.ts', '😀.ts', '[x].ts', 'a-b', 'a]b', 'a\\b', 'a*b', '!x',
  'src/one.ts', 'src/two.js', 'src/.dot/in.ts', 'src/deep/three.ts', 'lib/one.ts', 'lib/deep/', '.git/config')

const EXPANDED: [what: string, command: string, vector: string[]][] = [
  ['words that are no pattern stay, even if they name nothing',
    `x a.ts '*' \\* "?" none`, ['x', 'a.ts', '*', '*', '?', 'none']],
  ['* is any run, in code unit order, without dot names', 'x *.ts',
    ['x', 'B.ts', '[x].ts', 'a.ts', 'ab.ts', 'b.ts', 'é.ts', '😀.ts']],
  ['a written dot finds dot names, but not . and ..', 'x .*', ['x', '.git', '.hidden.ts']],
  ['a dot in a set is not written', 'x [.]* [!a]hidden.ts ?hidden.ts',
    ['x', '[.]*', '[!a]hidden.ts', '?hidden.ts']],
  ['? is one character, not one byte or half of one', 'x ?.ts',
    ['x', 'B.ts', 'a.ts', 'b.ts', 'é.ts', '😀.ts']],
  ['a set', 'x [ab].ts [bé].ts', ['x', 'a.ts', 'b.ts', 'b.ts', 'é.ts']],
  ['a range is by code point', 'x [a-z].ts [A-Z].ts [a-é].ts [é-😀].ts',
    ['x', 'a.ts', 'b.ts', 'B.ts', 'a.ts', 'b.ts', 'é.ts', 'é.ts', '😀.ts']],
  ['a range the wrong way round holds nothing', 'x [z-a].ts', ['x', '[z-a].ts']],
  ['! and ^ turn a set around', 'x [!a-z].ts [^ab].ts',
    ['x', 'B.ts', 'é.ts', '😀.ts', 'B.ts', 'é.ts', '😀.ts']],
  ['! that is not first is a member', 'x [x!][!x]', ['x', '[x!][!x]']],
  ['a quoted ! is a member', `x ['!']x [\\!a]x`, ['x', '!x', '!x']],
  ['a ] that comes first is a member', 'x a[]]b a[!]]b', ['x', 'a]b', 'a*b', 'a-b', 'a\\b']],
  ['a quoted ] closes nothing', `x a[x\\]]b a['-]']b`, ['x', 'a]b', 'a-b', 'a]b']],
  ['a - at either end is a member, and a quoted one too', `x a[-x]b a[x-]b a[*'-'x]b`,
    ['x', 'a-b', 'a-b', 'a*b', 'a-b']],
  ['a quoted end of a range is one', `x ['a'-\\b].ts`, ['x', 'a.ts', 'b.ts']],
  ['a set may be of quoted pattern characters', `x a[\\\\*]b`, ['x', 'a*b', 'a\\b']],
  ['a [ that is not closed stands for itself', 'x [ [a [!] [] [x*', ['x', '[', '[a', '[!]', '[]', '[x].ts']],
  ['a / ends a set', 'x src[/]one.ts', ['x', 'src[/]one.ts']],
  ['quoted pattern characters stand for themselves', `x 'a*'? "[x]".* 'a\\'*`,
    ['x', 'a*b', '[x].ts', 'a\\b']],
  ['no match leaves the word as a program gets it', `x 'n o'* "q"[z] \\**.none`,
    ['x', 'n o*', 'q[z]', '**.none']],
  ['folders by name and by pattern', 'x src/*.ts */one.ts s*/d*/*.ts',
    ['x', 'src/one.ts', 'lib/one.ts', 'src/one.ts', 'src/deep/three.ts']],
  ['** is * and no more', 'x **.js **/*.js src/**',
    ['x', '**.js', 'src/two.js', 'src/deep', 'src/one.ts', 'src/two.js']],
  ['dots per component', 'x src/.*/* src/*/in.ts .g*/c*',
    ['x', 'src/.dot/in.ts', 'src/*/in.ts', '.git/config']],
  ['a trailing / is for folders', 'x */ s*/*/ a*/', ['x', 'lib/', 'src/', 'src/deep/', 'a*/']],
  ['what was written stays as it was', 'x ./s*/one.ts src//o* src/./t* src/../l*/ ././[l]ib',
    ['x', './src/one.ts', 'src//one.ts', 'src/./two.js', 'src/../lib/', '././lib']],
  ['.. after a pattern', 'x s*/../lib/* */..',
    ['x', 'src/../lib/deep', 'src/../lib/one.ts', 'lib/..', 'src/..']],
  ['a file is no folder', 'x a.ts/* *.ts/x a*/../*', ['x', 'a.ts/*', '*.ts/x', 'a*/../*']],
  ['folders that are not there', 'x none/* */none none/../a*', ['x', 'none/*', '*/none', 'none/../a*']],
  ['options with a pattern in them are names like others', 'x --include=*.ts', ['x', '--include=*.ts']],
]

for (const [what, command, vector] of EXPANDED) {
  test(`expands: ${what}`, () => {
    assert.deepEqual(expand(command, plain), vector)
  })
}

test('expands from a folder below the root, through .. and from /', () => {
  const cwd = join(plain, 'src')
  assert.deepEqual(expand('x ../l*/*.ts', cwd, plain), ['x', '../lib/one.ts'])
  assert.deepEqual(expand(`x ${plain}/s*/o* ${plain}/[b].ts`, cwd, plain),
    ['x', `${plain}/src/one.ts`, `${plain}/b.ts`])
  assert.deepEqual(expand('x d*/../o*', cwd, plain), ['x', 'deep/../one.ts'])
  const back = `../../${plain.split('/').at(-1)}/[b].ts`
  assert.deepEqual(expand(`x ${back}`, cwd, plain), ['x', back.replace('[b]', 'b')])
})

test('lists nothing outside the root', () => {
  const outer = tree('root/in/a', 'root-evil/secret', 'secret')
  const root = join(outer, 'root')
  const outside = ['../*', '../root-evil/*', 'in/../../s*', '*/../../s*', '*/../../root-evil/secret',
    '*/../../*/in/a', `${outer}/*`, `${outer}/*/secret`, '/*', '/etc/pass*', '//etc/pass*', '../r*/in/a']
  assert.deepEqual(expand(`x ${outside.join(' ')}`, root), ['x', ...outside])
  assert.deepEqual(expand(`${outer.replace(/[^/]$/, '?')}/secret`, '/'), [`${outer}/secret`])
})

test('follows no link that a pattern met, and a written one only inside the root', () => {
  const outer = tree('root/real/a.ts', 'root/real/sub/b.ts', 'out/o.ts', 'out/sub/')
  const root = join(outer, 'root')
  symlinkSync('real', join(root, 'link'))
  symlinkSync('../out', join(root, 'outlink'))
  symlinkSync('nowhere', join(root, 'dangling'))
  symlinkSync('.', join(root, 'real', 'loop'))
  symlinkSync('../../out', join(root, 'real', 'far'))
  assert.deepEqual(expand('x *', root), ['x', 'dangling', 'link', 'outlink', 'real'])
  assert.deepEqual(expand('x */ */*.ts l*/a.ts', root), ['x', 'real/', 'real/a.ts', 'l*/a.ts'])
  assert.deepEqual(expand('x link/*.ts link/s*/b.ts */loop/a.ts', root),
    ['x', 'link/a.ts', 'link/sub/b.ts', 'real/loop/a.ts'])
  assert.deepEqual(expand('x outlink/* outlink/sub/../* */far/* */far/o.ts', root),
    ['x', 'outlink/*', 'outlink/sub/../*', '*/far/*', '*/far/o.ts'])
  assert.deepEqual(expand('x link/../r*', root), ['x', 'link/../real'])
  assert.deepEqual(expand('x ../l*', join(root, 'real', 'sub'), root), ['x', '../loop'])
  symlinkSync('../real/sub', join(root, 'real', 'hop'))
  assert.deepEqual(expand('x real/hop/../a* */hop/../a.ts', root),
    ['x', 'real/hop/../a.ts', 'real/hop/../a.ts'])
})

test('makes no option of a name, and passes over names that no command could spell', () => {
  const unspellable = ['\t', '\n', '\u001b', '\u202e', '\u00a0', '\ufffd', '\u3164']
  const root = tree('-rf', '--x', '-d/y', 'ok', "a' $b", ...unspellable.map((char) => `a${char}b`))
  writeFileSync(Buffer.concat([Buffer.from(`${root}/a`), Buffer.from([0xff, 0x62])]), '')
  assert.deepEqual(expand('x *', root), ['x', './--x', './-d', './-rf', "a' $b", 'ok'])
  assert.deepEqual(expand('x -* ./-* -?/* -[z]*', root),
    ['x', './--x', './-d', './-rf', './--x', './-d', './-rf', './-d/y', '-[z]*'])
  assert.deepEqual(expand('x a*b', root), ['x', "a' $b"])
})

test('refuses character classes and says what to write', () => {
  for (const word of ['[[:alpha:]]*', 'a/[!x[:digit:]]', '[:upper:]']) {
    const reason = `character classes are not understood: ${word}; write a range, as in [a-z]`
    assert.equal(expand(`x ${word}`, plain), reason)
  }
  assert.deepEqual(expand(`x [[':'alpha:]]* '[[:alpha:]]' [[a]*`, plain), // sets of characters, then a ]
    ['x', 'a]b', '[[:alpha:]]', '[x].ts', 'a*b', 'a-b', 'a.ts', 'a\\b', 'a]b', 'ab.ts'])
})

test('gives at most 4,096 names, of all words together', () => {
  const root = tree(...Array.from({ length: 2_048 }, (_, i) => `f${i}`))
  assert.equal(expand('x f* f*', root).length, 4_097)
  writeFileSync(join(root, 'g'), '')
  assert.equal(expand('x f* f* g*', root), 'more than 4096 names match: g*; name a folder, or match less')
})

test('looks at no more than 100,000 names, of all words together', () => {
  const root = tree(...Array.from({ length: 1_000 }, (_, i) => `f${i}`))
  const hundred = Array.from({ length: 100 }, () => '?').join(' ')
  assert.deepEqual(expand(hundred, root), hundred.split(' '))
  const reason = 'more than 100000 names to look at: ?; begin in a deeper folder'
  assert.equal(expand(`${hundred} ?`, root), reason)
  const folders = tree(...Array.from({ length: 100 }, (_, i) => `d${i}/`))
  const chain = `d*/${'./'.repeat(2_000)}x`
  const why = 'more than 100000 names to look at: '
  const long = expand(chain, folders)
  assert.ok(typeof long === 'string' && long.startsWith(why), String(long))
})

test('has no slow pattern', () => {
  const root = tree('a'.repeat(255))
  const start = performance.now()
  const none = [`${'a*'.repeat(200)}b`, `${'*a'.repeat(120)}b*`, '*?'.repeat(1_000), `${'['.repeat(3_000)}*`]
  assert.deepEqual(expand(none.join(' '), root), none)
  assert.deepEqual(expand(`${'*a'.repeat(255)}*`, root), ['a'.repeat(255)])
  assert.ok(performance.now() - start < 2_000)
})

test('never throws: folders that cannot be read, that are gone, words that no parser made', () => {
  const root = tree('open/a', 'shut/a')
  chmodSync(join(root, 'shut'), 0)
  const isRoot = process.getuid?.() === 0 // who may read everything
  assert.deepEqual(expand('x shut/*', root), isRoot ? ['x', 'shut/a'] : ['x', 'shut/*'])
  assert.deepEqual(expand('x */a', join(root, 'gone'), root), ['x', '*/a'])
  const odd = ['open\0/*', '*\\', '', '/', '\\', null].map((pattern) => ({ text: 'x', pattern }))
  assert.deepEqual(expandWords(odd, root, root), { vector: odd.map(() => 'x') })
  chmodSync(join(root, 'shut'), 0o755)
})

test('expands random patterns as sh does', () => {
  const root = tree('a', 'b', 'ab', 'abc', 'ba', 'c.c', 'a.b', '.a', '.b/c', 'd/a', 'd/ab', 'd/.c', 'd/e/a',
    'd/e/b', 'e/', 'a-c', 'A', '!', 'a]', '[a]')
  const random = randomFrom(3)
  const pieces = [...`aabbcde..***??-!][`, '[ab]', '[!a]', '[a-c]', '[!a-c]', '[]a]', '\\*', '\\[', `'a'`,
    '/', '/', '/./', '*/', '.*']
  const piece = () => pieces[random(pieces.length)]!
  const texts = Array.from({ length: 4_000 }, () => Array.from({ length: 1 + random(6) }, piece).join(''))
  // Not from / or .., where we do not look; and sh gives . and .. for .* where we give neither.
  const fit = texts.filter((text) => !/^\/|(^|\/)\.{1,2}[^/]*[*?[]|(^|\/)\.\.(\/|$)/.test(text))
  assert.ok(fit.length > 2_000, `${fit.length}`)
  const script = fit.map((text) => `printf '%s\\0' ${text}; printf '\\001'`).join('\n')
  const { status, stdout } = spawnSync('sh', ['-c', script], {
    cwd: root, encoding: 'utf8', env: { LC_ALL: 'C' }, maxBuffer: 1e8,
  })
  assert.equal(status, 0)
  const given = stdout.split('\x01').slice(0, -1).map((one) => one.split('\0').slice(0, -1))
  assert.ok(given.filter(([first], i) => first !== fit[i]).length > 1_000) // that many did expand
  for (const [i, text] of fit.entries()) assert.deepEqual(expand(`x ${text}`, root).slice(1), given[i], text)
})

const FORTY = ' '.repeat(40)
const PRINTED: [vector: string[], line: string][] = [
  [['ls', '-la', './src/a_b.ts', '--x=y,z:1', 'a@b', '+x', '50%'],
    'ls -la ./src/a_b.ts --x=y,z:1 a@b +x 50%'],
  [['', 'a b', '*.ts', '$x', '~', '#', 'é'], `'' 'a b' '*.ts' '$x' '~' '#' 'é'`],
  [["it's", "'", "''"], `'it'\\''s' ''\\''' ''\\'''\\'''`],
  [['A=1', 'A+=1', '=x', '1=x'], `'A=1' 'A+=1' =x 1=x`],
  [['a\nb\tc', '\n'], `'a'$'\\n''b'$'\\t''c' $'\\n'`],
  [['x\u202e\u200by', '\u001b[2K', '\ud800', '\0'],
    `'x'$'\\u{202e}\\u{200b}''y' $'\\u{1b}''[2K' $'\\u{d800}' $'\\u{0}'`],
  [['\\u{202e}', "$'\\n'"], `'\\u{202e}' '$'\\''\\n'\\'''`],
  [[`a${FORTY}  b`, FORTY], `'a${FORTY}'$'\\u{20}\\u{20}''b' '${FORTY}'`],
  [['⚠️', 'x\ufe0f'], `'⚠️' 'x'$'\\u{fe0f}'`],
  [[], ''],
]

test('prints vectors so that nothing in them can lie', () => {
  for (const [vector, line] of PRINTED) assert.equal(printVector(vector), line)
})

test('what is printed is read back, word by word', () => {
  const random = randomFrom(4)
  const pieces = [...`ab0 '"\\$\`|&;<>(){}[]*?!~#=+-,.:/^@%éß😀語`, '2>&1', '>/dev/null', '..', '{a,b}',
    'A=', '$(x)', "$'", '\\n', '\\u{a}', '⚠️', '  ']
  const piece = () => pieces[random(pieces.length)]!
  for (let i = 0; i < 20_000; i++) {
    const word = () => Array.from({ length: random(7) }, piece).join('')
    const vector = Array.from({ length: 1 + random(5) }, word)
    const printed = printVector(vector)
    const words = vector.map((text) => ({ text, pattern: null }))
    const steps = [{ words, join: '', stdout: 'out', stderr: 'err' }]
    assert.deepEqual(parseCommand(printed), { steps }, printed)
  }
})

test('a folder that the system cannot open is not taken for one without names', (t) => {
  const root = tree('a.txt')
  const words = [{ text: '*', pattern: '*' }]
  t.after(syncBuiltinESMExports)
  t.mock.method(fs, 'opendirSync', () => { throw Object.assign(new Error('too many'), { code: 'EMFILE' }) })
  syncBuiltinESMExports()
  assert.throws(() => expandWords(words, root, root), { message: 'too many' })
  t.mock.method(fs, 'opendirSync', () => { throw Object.assign(new Error('no'), { code: 'EACCES' }) })
  syncBuiltinESMExports()
  assert.deepEqual(expandWords(words, root, root), { vector: ['*'] })
  t.mock.restoreAll()
})

test('what had to be shown otherwise is one line, nothing raw, and not read as another command', () => {
  const random = randomFrom(5)
  const hidden = ['\n', '\t', '\r', '\0', '\x1b', '\u202e', '\u200b', '\u00a0', '\ud800', '\ue000',
    '\u3164', `${FORTY} `]
  const pieces = [...`ab '"\\$é`, ...hidden]
  const piece = () => pieces[random(pieces.length)]!
  for (let i = 0; i < 20_000; i++) {
    const word = Array.from({ length: 1 + random(6) }, piece).join('') + hidden[random(hidden.length)]!
    const printed = printVector(['x', word])
    assert.match(printed, /^[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u00a0\u3164]+$/u)
    assert.doesNotMatch(printed, / {41}/)
    assert.ok('reason' in parseCommand(printed), printed)
  }
})
