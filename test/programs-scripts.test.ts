// programs-scripts.test.ts: small programs of sed, awk and jq: which are understood, which start something or
// open a file. Some answers are held against the real sed and awk, which are run on what is called harmless.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { awkFacts, jqFacts, sedFacts } from '../programs/scripts.ts'
import type { ScriptFacts } from '../programs/scripts.ts'

const RANDOM_SCRIPTS = 20_000
const RANDOM_RUNS = 150

const fine: ScriptFacts = { understood: true, starts: false, reads: [], writes: [] }
const odd: ScriptFacts = { ...fine, understood: false }

function all(judge: (script: string) => ScriptFacts, scripts: readonly string[],
  expected: ScriptFacts): void {
  for (const script of scripts) assert.deepEqual(judge(script), expected, script)
}

const SED_FINE = [
  '', 'p', '5p', '1,20p', '1~2d', '2,+3p', '2,~4p', '$d', '$!d', '1!G;h;$!d', '/a/p', '/a/,/b/p', '/a/I,$p',
  '/a\\/b/p', 's/a/b/', 's/a/b/g', 's/a/b/2p', 's/a/b/gI', 's,a,b,', 's|/usr|/opt|g', 's/\\(a\\)/\\1/',
  's/a/&\\n/',
  's/[abc]/x/', 's/[^]]/x/', 's/[[:alpha:]]/x/', 's/\\[/x/', 's/[[.a.]]/x/', 's/[[x]/y/',
  'y/abc/xyz/', 'p;p', 'p\np', '{p;p}',
  '/a/{s/a/b/;p}',
  ':a;N;$!ba;s/\\n/ /g', ': a', 'b', 'ta', 'T', 'n;d', 'N;P;D', 'x;G;H', '=', 'F', 'z', 'l', 'l 5', 'q',
  'q5', 'Q 1',
  'a foo', 'i\\foo', 'c foo; e id', 'a\\\nfoo', '1i\\\n#x', '# a comment', 'p # more', 's/a/b/w /dev/stdout',
  'w /dev/stderr', '/a/ p', '  p  ', 's/a\nb/c/', '/a/!{p}', 's{a{b{;p', '}',
]
const SED_STARTING = ['e', 'e id', '1e id', '1~2e id', '/a/e', '$!e id', 's/a/b/e', 's/a/b/ge', 's,a,id,eg',
  'p;e id', '{e id}', 'a foo\ne id', 's/x/y/;s/a/b/e']
const SED_ODD = [
  'k', 'p p', '5', '/a', '/a/', 's/a/b', 's', 'y/a/', '\\,a,p', 's/[/]/x/', 's/[[/x/', 's/\\\\[/]/x/',
  's/[^]/]x/y/',
  's/[[:x:]/]/y/', '/[/]e/p', '1,/[/]e/p',
  'a foo\\', 'r', 'w',
  'pe', '1,p,2p', 's/a/b/k', 's\\a\\b\\', ':', 'ex\u0000',
]

test('programs of sed that only compute and print are understood', () => {
  all(sedFacts, SED_FINE, fine)
})

test('e of sed starts a program, as a command and as a flag', () => {
  for (const script of SED_STARTING) assert.ok(sedFacts(script).starts && !sedFacts(script).understood,
    script)
})

test('what sed may read otherwise is not understood', () => {
  for (const script of SED_ODD) assert.ok(!sedFacts(script).understood, script)
})

test('files of sed are told, up to the end of their line', () => {
  assert.deepEqual(sedFacts('w out'), { ...fine, writes: ['out'] })
  assert.deepEqual(sedFacts('/a/w out;e id}'), { ...fine, writes: ['out;e id}'] })
  assert.deepEqual(sedFacts('s/a/b/gw out\np'), { ...fine, writes: ['out'] })
  assert.deepEqual(sedFacts('r in\nR in2\nW out'), { ...fine, reads: ['in', 'in2'], writes: ['out'] })
  assert.deepEqual(sedFacts('w /dev/stdin2'), { ...fine, writes: ['/dev/stdin2'] })
})

const AWK_FINE = [
  '', '1', '{print}', '{print $1}', '$3 > 10', '$1 >= 2 && $2 < 3', 'NR==5',
  'NR>=5 && NR<=9 {print NR": "$0}',
  '/a/', '!/a/', '/a/,/b/', '$1 ~ /x|y/', '$1 !~ "x"', 'BEGIN {FS=":"} {print $NF}',
  '{s+=$1} END {print s/NR}',
  '{print (a+b)/2}', '{print substr($0,1,3)}', '{printf "%s\\n", $1}', '{print ($1 > 2)}',
  '{ n[$1]++ } END { for (k in n) print k, n[k] }', '!seen[$0]++', 'length > 80',
  'length($0) > 120 {print FILENAME}',
  '{gsub(/"/, "", $2); print $2}', '{print /a\\/b/ ? "x" : "y"}', '/[[:alpha:]]/', '/[abc]|"/ {print}',
  '# only this',
  '{ print $1 # more\n}', '{print a,\n  b}', 'BEGIN { while (i < 3) { i++; print i } }',
  '{x = 1 / /"/; print x}',
  '{print 1.5e3 .5 "a\\"b"}', '{print tolower($1) toupper($2)}', 'a || b', '{print -1 ++i i--}',
  '{print \\\n $1}',
]
const AWK_STARTING = ['BEGIN{system("id")}', 'BEGIN { system ("id") }', '{print | "sh"}', '{"id" | getline}',
  '{print |& "sh"}', '@load "x"; 1', '{x = 1 / /"/; system("id"); y = "}', '{print > "a" ; print | "b"}']
const AWK_ODD = [
  '{getline}', '{print ENVIRON["A"]}', 'BEGIN{ARGV[1]="x"}', '{f(1)}', 'function f(x) {return x}',
  '@include "x"',
  '@f(1)', '{print > $1}', '{print > "a" "b"}', '{print > f}', '{print >> ("a")}',
  '{print "a\\x2fb" > "a\\x2fb"}',
  '{close("x")}', '{fflush()}', '/[/]x"/', '{print (a)/b/c}', '{i++ /x/ 2}', '{print length /x/ 2}', '"open',
  "'x'",
  '/open', '`x`', '{print PROCINFO["x"]}', '\\x', '{print a[1] > b[2]}',
]

test('programs of awk that only compute and print are understood', () => {
  all(awkFacts, AWK_FINE, fine)
})

test('system, pipes and loaded libraries of awk start a program', () => {
  for (const script of AWK_STARTING) assert.ok(awkFacts(script).starts && !awkFacts(script).understood,
    script)
})

test('what awk may read otherwise is not understood', () => {
  for (const script of AWK_ODD) {
    assert.ok(!awkFacts(script).understood && !awkFacts(script).starts,
      `${script} ${JSON.stringify(awkFacts(script))}`)
  }
})

test('the files of awk are told', () => {
  assert.deepEqual(awkFacts('{print > "out"}'), { ...fine, writes: ['out'] })
  assert.deepEqual(awkFacts('{print $1 >> "../out"; x=1}'), { ...fine, writes: ['../out'] })
  assert.deepEqual(awkFacts('{print a,\n b > "out"\n}'), { ...fine, writes: ['out'] })
  assert.deepEqual(awkFacts('{printf("x") > "out"}'), { ...fine, writes: ['out'] })
  assert.deepEqual(awkFacts('{print > "/dev/stderr"}'), fine)
  assert.deepEqual(awkFacts('BEGIN{while((getline l < "/etc/x")>0) print l}'), { ...odd, reads: ['/etc/x'] })
  assert.deepEqual(awkFacts('{print; x = a > "out"}'), fine, 'a comparison')
  assert.deepEqual(awkFacts('{print $1\nx > "out"}'), fine, 'a comparison in the next line')
})

test('jq and yq are not understood where they reach the environment or files', () => {
  for (const script of ['.', '.a.b[]?', '.env', '.a.env', '{"env": .x}', '.["env"]', 'keys | length', 'error',
    '.[] | select(.ok == false) | .loaded', '"\\(.a)"', '.environment', 'limit(3; .[])']) {
    assert.deepEqual(jqFacts(script), fine, script)
  }
  for (const script of ['env', 'env.HOME', '$ENV', '$ENV.HOME', '.a | env', '"\\(env.A)"', '{env}',
    'import "a" as b; .',
    'include "a"; .', 'load("x")', 'load_str("x")', 'strenv(A)', '.a = env(B)', 'eval(.x)', 'system("x")',
    '$__prog_args', 'get_search_list', 'modulemeta']) {
    assert.deepEqual(jqFacts(script), odd, script)
  }
})

// Held against the real ones.

const has = (program: string) => spawnSync(program, ['1'], { input: '' }).error === undefined

/** Random scripts from pieces, with a repeatable order. */
function* randomScripts(pieces: readonly string[], count: number): Generator<string> {
  let seed = 11
  const random = (below: number) => {
    seed = (Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return Math.floor(((seed ^ (seed >>> 13)) >>> 0) / 2 ** 32 * below)
  }
  for (let i = 0; i < count; i++) {
    yield Array.from({ length: 1 + random(9) }, () => pieces[random(pieces.length)]!).join('')
  }
}

const SED_PIECES = ['p', 's/', '/', 'a', 'e touch pwned', 'w pwned', '\n', ';', '{', '}', '1', '$', '!', ',',
  'g', 'e',
  ' ', '[', ']', '\\', 'y/a/b/', '#', ':x', 'b', '/a/', 's,a,touch pwned,', 'r x', 'i\\', '~2', 'I']
const AWK_PIECES = ['print ', '{', '}', '(', ')', '"touch pwned"', '| "touch pwned"', 'system', 'getline',
  '> "pwned"',
  '>', '/', '/a/', '"', '\\', '\n', ';', ',', '$1', 'x', '=', '++', '[', ']', '#', '1', ' ', '/"/', '|',
  '&&', 'if', '"b"']

for (const [program, judge, pieces] of [['sed', sedFacts, SED_PIECES], ['awk', awkFacts,
  AWK_PIECES]] as const) {
  test(`what is called harmless of ${program} neither runs nor writes anything`, { skip: !has(program) },
    (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'scripts-'))
    t.after(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'in'), 'touch pwned\na b\n')
    const isHarmless = (script: string) => {
      const { understood, writes } = judge(script)
      return understood && writes.length === 0 && script.length > 2
    }
    const dangerous = /pwned/
    const found = [...new Set(randomScripts(pieces, RANDOM_SCRIPTS))].filter(isHarmless)
    const chosen = [...found.filter((script) => dangerous.test(script)), ...found].slice(0, RANDOM_RUNS)
    assert.ok(chosen.length > RANDOM_RUNS / 2, `${chosen.length} scripts`)
    for (const script of chosen) {
      spawnSync(program, [script, 'in'], { cwd: folder, input: '', timeout: 500 })
      assert.deepEqual(readdirSync(folder), ['in'], JSON.stringify(script))
    }
  })
}

test('a backslash between brackets may be one thing or another, and so is not understood', () => {
  assert.equal(awkFacts('/[\\]/ "]/; system(" id ") #"').understood, false)
  assert.equal(awkFacts('/[\\]/ "]/ || 1 {system(" id ")} #"').understood, false)
  assert.equal(sedFacts('s/[\\]/x/').understood, false)
  assert.equal(sedFacts('s/[[:x]/y/').understood, false)
  assert.equal(awkFacts('/[abc]/ {print}').understood, true)
  assert.equal(jqFacts('$ ENV').understood, false)
  assert.equal(jqFacts('$#x\nENV.PATH').understood, false)
  assert.equal(jqFacts('.a as $x | $x').understood, true)
})
