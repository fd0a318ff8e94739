// command.test.ts: the parser of command lines. Two tables say what is understood and what is refused, with
// whole sentences; a real sh says whether our words are its words; random texts say that it never throws.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { parseCommand } from '../command.ts'
import { HIDDEN } from '../words.ts'
import type { CommandStep, Parsed, Word } from '../command.ts'

type Ends = Partial<Pick<CommandStep, 'stdout' | 'stderr'>>

/** A step; a word is its text, or [text, pattern]. */
function step(join: CommandStep['join'], words: (string | [string, string])[], ends: Ends = {}): CommandStep {
  const asWord = (word: string | [string, string]): Word => (
    typeof word === 'string' ? { text: word, pattern: null } : { text: word[0], pattern: word[1] })
  return { words: words.map(asWord), join, stdout: 'out', stderr: 'err', ...ends }
}

function stepsOf(parsed: Parsed): CommandStep[] {
  assert.ok('steps' in parsed, `refused: ${JSON.stringify(parsed)}`)
  return parsed.steps
}

/** Numbers from a seed, the same on each run: mulberry32. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const UNDERSTOOD: [what: string, text: string, steps: CommandStep[]][] = [
  ['words are split at spaces and tabs', ' ls\t -la  src ', [step('', ['ls', '-la', 'src'])]],
  ['single quotes keep everything', `grep 'a b\\$x\`"|' f`, [step('', ['grep', 'a b\\$x`"|', 'f'])]],
  ['double quotes keep all but their own', `grep "a 'b' | ; & < > ( ) ~ # ! *" f`,
    [step('', ['grep', `a 'b' | ; & < > ( ) ~ # ! *`, 'f'])]],
  ['a backslash in double quotes quotes only $ ` " \\', `echo "\\$ \\\` \\" \\\\ \\' \\n \\*"`,
    [step('', ['echo', `$ \` " \\ \\' \\n \\*`])]],
  ['a backslash quotes any character',
    'echo \\$x \\| \\; \\& \\< \\> \\( \\) \\~ \\# \\\' \\" \\\\ a\\ b \\😀',
    [step('', ['echo', '$x', '|', ';', '&', '<', '>', '(', ')', '~', '#', "'", '"', '\\', 'a b', '😀'])]],
  ['pieces make one word', `e'c'"h"o a""b''c`, [step('', ['echo', 'abc'])]],
  ['quoted nothing is a word', `echo '' ""`, [step('', ['echo', '', ''])]],
  ['a quoted program may hold anything', `'' x`, [step('', ['', 'x'])]],
  ['newlines in quotes are text', `echo 'a\nb' "c\n\td"`, [step('', ['echo', 'a\nb', 'c\n\td'])]],
  ['backslash-newline is nothing', 'ec\\\nho a\\\n b "c\\\nd" \\\n  e', [
    step('', ['echo', 'a', 'b', 'cd', 'e'])]],
  ['backslash-newline in single quotes is text', `echo 'a\\\nb'`, [step('', ['echo', 'a\\\nb'])]],
  ['backslash-newline at both ends', '\\\n ls \\\n', [step('', ['ls'])]],

  ['all joins', 'a | b && c || d ; e\nf',
    [step('', ['a']), step('|', ['b']), step('&&', ['c']), step('||', ['d']), step(';', ['e']),
      step(';', ['f'])]],
  ['joins need no blanks', 'a|b&&c||d;e', [
    step('', ['a']), step('|', ['b']), step('&&', ['c']), step('||', ['d']), step(';', ['e'])]],
  ['a line goes on after | && ||', 'a |\n b &&\n\n c ||\t\n d',
    [step('', ['a']), step('|', ['b']), step('&&', ['c']), step('||', ['d'])]],
  ['blank lines and a last ; or newline', '\n \n a ;\n\n b\n\t\n c;\n', [
    step('', ['a']), step(';', ['b']), step(';', ['c'])]],

  ['2>&1', 'a 2>&1', [step('', ['a'], { stderr: 'out' })]],
  ['2>&1 before a pipe', 'a 2>&1|b', [step('', ['a'], { stderr: 'out' }), step('|', ['b'])]],
  ['2>/dev/null', 'a 2>/dev/null', [step('', ['a'], { stderr: 'null' })]],
  ['2> /dev/null', 'a 2> /dev/null', [step('', ['a'], { stderr: 'null' })]],
  ['>/dev/null', 'a >/dev/null', [step('', ['a'], { stdout: 'null' })]],
  ['1>/dev/null', 'a 1> \t/dev/null;b', [step('', ['a'], { stdout: 'null' }), step(';', ['b'])]],
  ['>/dev/null 2>&1: both away', 'a >/dev/null 2>&1', [step('', ['a'], { stdout: 'null', stderr: 'null' })]],
  ['2>&1 >/dev/null: only stdout away', 'a 2>&1 >/dev/null', [
    step('', ['a'], { stdout: 'null', stderr: 'out' })]],
  ['the last redirection counts', 'a 2>/dev/null 2>&1 b', [step('', ['a', 'b'], { stderr: 'out' })]],
  ['redirections may stand first', '>/dev/null a\n2>&1 b', [
    step('', ['a'], { stdout: 'null' }), step(';', ['b'], { stderr: 'out' })]],
  ['a 2 that is part of a word is one', 'a b2>/dev/null', [step('', ['a', 'b2'], { stdout: 'null' })]],
  ['a quoted 2 is a word', `a '2'>/dev/null \\2>/dev/null 2''>/dev/null`,
    [step('', ['a', '2', '2', '2'], { stdout: 'null' })]],
  ['a 2 with a blank behind it is a word', 'a 2 >/dev/null', [step('', ['a', '2'], { stdout: 'null' })]],
  ['a 2 over a broken line is one', 'a 2\\\n>/dev/null', [step('', ['a'], { stderr: 'null' })]],

  ['$ before a blank or the end', 'grep a$ $ b$\nc $', [
    step('', ['grep', 'a$', '$', 'b$']), step(';', ['c', '$'])]],
  ['$ before a closing quote, blank or newline', 'grep "a$" "$ b" "c$\nd"', [
    step('', ['grep', 'a$', '$ b', 'c$\nd'])]],
  ['a quoted $ is text', `echo '$HOME' "\\$HOME" \\$HOME "!$"`, [
    step('', ['echo', '$HOME', '$HOME', '$HOME', '!$'])]],
  ['~ and # inside a word, or quoted', `git HEAD~1 a#b '~' "#" \\~x`, [
    step('', ['git', 'HEAD~1', 'a#b', '~', '#', '~x'])]],
  ['quotes before ~ # = ! make them text', `''~ ''#x`, [step('', ['~', '#x'])]],
  ['! that is not first, or quoted', `find . ! -name '!x' \\!`, [
    step('', ['find', '.', '!', '-name', '!x', '!'])]],
  ['a quoted ! as a program', `'!' x`, [step('', ['!', 'x'])]],
  ['= in other words', `env A=1 --b=c 'A=1' 1A=2`, [step('', ['env', 'A=1', '--b=c', 'A=1', '1A=2'])]],
  ['a quoted assignment is a program', `'A=1' | A\\=1`, [step('', ['A=1']), step('|', ['A=1'])]],
  ['braces without a list', 'git HEAD^{tree} HEAD@{1} {} @{u}..HEAD } {a}',
    [step('', ['git', 'HEAD^{tree}', 'HEAD@{1}', '{}', '@{u}..HEAD', '}', '{a}'])]],
  ['quoted lists in braces', `echo '{a,b}' {"a,b"} \\{a,b} {a\\,b} a,{b}`,
    [step('', ['echo', '{a,b}', '{a,b}', '{a,b}', '{a,b}', 'a,{b}'])]],
  ['words of shell grammar are words', 'if [ x ]; then { y; }', [
    step('', ['if', ['[', '['], 'x', ']']), step(';', ['then', '{', 'y']), step(';', ['}'])]],

  ['unquoted patterns', 'ls *.ts a?c [ab]x src/**', [
    step('', ['ls', ['*.ts', '*.ts'], ['a?c', 'a?c'], ['[ab]x', '[ab]x'], ['src/**', 'src/**']])]],
  ['quoted patterns', `find '*.ts' "a?" \\[b]`, [step('', ['find', '*.ts', 'a?', '[b]'])]],
  ['half quoted patterns', `ls '*'* "[a]"? \\\\* *'b-c' [a'-'z'!'] ']'[^x]`, [step('', ['ls',
    ['**', '\\**'], ['[a]?', '\\[a\\]?'], ['\\*', '\\\\*'], ['*b-c', '*b\\-c'], ['[a-z!]', '[a\\-z\\!]'],
    [']' + '[^x]', '\\][^x]']])]],
  ['other scripts', 'rg "naïve 日本語" Ω', [step('', ['rg', 'naïve 日本語', 'Ω'])]],
]

for (const [what, text, steps] of UNDERSTOOD) {
  test(`understands: ${what}`, () => {
    assert.deepEqual(parseCommand(text), { steps })
  })
}

const NO_VALUE = 'write the value itself, or use single quotes to mean the characters'
const NO_OUTPUT = 'only 2>&1, >/dev/null and 2>/dev/null are understood; write files with the write tool'
const NO_INPUT = 'it is closed already; name the file, use cat FILE |, or write a file with the write tool'
const NO_AMPERSAND = 'join with && or ;, or write 2>&1 | and >/dev/null 2>&1'
const OUTPUT = 'output cannot be redirected there'
const INPUT = 'input cannot be redirected'
const VALUE = 'variables and substitutions are not understood'
const AMPERSAND = 'background jobs, |& and &> are not understood'
const EMPTY = 'a join without a command beside it'
const NO_EMPTY = 'leave it out, or write the command'
const BRACES = 'lists in braces are not expanded'
const NO_BRACES = 'write the words one by one, or quote the list as characters'
const ASSIGNMENT = 'variables are not set'
const NO_ASSIGNMENT = 'begin with the program, and use its options'
const QUOTE = 'a quote is not closed'
const NO_QUOTE = `close it; outside of quotes \\' is an apostrophe`
const BACKSLASH = 'a backslash with nothing after it'
const NO_BACKSLASH = 'leave it out, or double it to mean the character'
const PARENTHESIS = 'parentheses are not understood'
const NO_PARENTHESIS = 'run the steps one by one, or quote them as characters'
const TILDE = '~ is not expanded'
const NO_TILDE = 'write the path from the root, or quote it to mean the character'
const COMMENT = 'comments are not understood'
const NO_COMMENT = 'leave it out, or quote # to mean the character'
const NEGATION = '! is not understood as a first word'
const NO_NEGATION = 'run the program as it is and look at its exit code'
const MISSING = 'missing command: say what to run, for example ls'

/** [text, whole sentence] */
const REFUSED: [text: string, reason: string][] = [
  ['', MISSING],
  [' \t\n \\\n \n', MISSING],
  [' '.repeat(50), MISSING],
  [`ls 'it`, `${QUOTE}: "'it" at character 4; ${NO_QUOTE}`],
  [`ls "it`, `${QUOTE}: "\\"it" at character 4; ${NO_QUOTE}`],
  [`grep 'it's' a.txt and so on`, `${QUOTE}: "' a.txt and so on" at character 11; ${NO_QUOTE}`],
  [`echo "a\\"`, `${QUOTE}: "\\"a\\\\\\"" at character 6; ${NO_QUOTE}`],
  [`echo "a$`, `${QUOTE}: "\\"a$" at character 6; ${NO_QUOTE}`],
  ['ls \\', `${BACKSLASH}: "\\\\" at character 4; ${NO_BACKSLASH}`],
  ['ls "\\', `${BACKSLASH}: "\\\\" at character 5; ${NO_BACKSLASH}`],

  ['ls $HOME', `${VALUE}: "$HOME" at character 4; ${NO_VALUE}`],
  ['😀 "é $(touch a b c d e f g h)"', `${VALUE}: "$(touch a b c d e f " at character 6; ${NO_VALUE}`],
  ['echo `id`', `${VALUE}: "\`id\`" at character 6; ${NO_VALUE}`],
  ['echo "`id`"', `${VALUE}: "\`id\`\\"" at character 7; ${NO_VALUE}`],
  [`echo $'x'`, `${VALUE}: "$'x'" at character 6; ${NO_VALUE}`],
  ['echo $"x"', `${VALUE}: "$\\"x\\"" at character 6; ${NO_VALUE}`],
  ['echo $\\\nHOME', `${VALUE}: "$\\\\\\nHOME" at character 6; ${NO_VALUE}`],
  ['echo $;ls', `${VALUE}: "$;ls" at character 6; ${NO_VALUE}`],
  ['echo $|cat', `${VALUE}: "$|cat" at character 6; ${NO_VALUE}`],
  ['echo "$)"', `${VALUE}: "$)\\"" at character 7; ${NO_VALUE}`],
  ['ls !$', `${VALUE}: "$" at character 5; ${NO_VALUE}`],
  ['ls !$ x', `${VALUE}: "$ x" at character 5; ${NO_VALUE}`],

  ['(ls)', `${PARENTHESIS}: "(ls)" at character 1; ${NO_PARENTHESIS}`],
  ['ls )', `${PARENTHESIS}: ")" at character 4; ${NO_PARENTHESIS}`],
  ['f() { ls; }', `${PARENTHESIS}: "() { ls; }" at character 2; ${NO_PARENTHESIS}`],
  ['ls ~/x', `${TILDE}: "~/x" at character 4; ${NO_TILDE}`],
  [`ls ~'/x'`, `${TILDE}: "~'/x'" at character 4; ${NO_TILDE}`],
  ['ls # x', `${COMMENT}: "# x" at character 4; ${NO_COMMENT}`],
  ['#x\nls', `${COMMENT}: "#x\\nls" at character 1; ${NO_COMMENT}`],
  ['! ls', `${NEGATION}: "! ls" at character 1; ${NO_NEGATION}`],
  ['ls; !x', `${NEGATION}: "!x" at character 5; ${NO_NEGATION}`],
  ['cat {a,b}', `${BRACES}: "{a,b}" at character 5; ${NO_BRACES}`],
  ['cat x{1..3}', `${BRACES}: "x{1..3}" at character 5; ${NO_BRACES}`],
  ['cat {a..', `${BRACES}: "{a.." at character 5; ${NO_BRACES}`],
  ['cat {a{b}c,d}', `${BRACES}: "{a{b}c,d}" at character 5; ${NO_BRACES}`],
  ['cat }{a,b}', `${BRACES}: "}{a,b}" at character 5; ${NO_BRACES}`],
  [`cat {'a',"b"}`, `${BRACES}: "{'a',\\"b\\"}" at character 5; ${NO_BRACES}`],
  ['A=1 ls', `${ASSIGNMENT}: "A=1 ls" at character 1; ${NO_ASSIGNMENT}`],
  ['ls && _a1+=x ls', `${ASSIGNMENT}: "_a1+=x ls" at character 7; ${NO_ASSIGNMENT}`],
  ['a[1]=2', `${ASSIGNMENT}: "a[1]=2" at character 1; ${NO_ASSIGNMENT}`],
  [`a['x']=2`, `${ASSIGNMENT}: "a['x']=2" at character 1; ${NO_ASSIGNMENT}`],
  ['A\\\n=1 ls', `${ASSIGNMENT}: "A\\\\\\n=1 ls" at character 1; ${NO_ASSIGNMENT}`],
  [`2>&1 A='x y' ls`, `${ASSIGNMENT}: "A='x y' ls" at character 6; ${NO_ASSIGNMENT}`],

  ['ls & ls', `${AMPERSAND}: "& ls" at character 4; ${NO_AMPERSAND}`],
  ['&', `${AMPERSAND}: "&" at character 1; ${NO_AMPERSAND}`],
  ['ls &&& ls', `${AMPERSAND}: "& ls" at character 6; ${NO_AMPERSAND}`],
  ['ls ;& ls', `${AMPERSAND}: "& ls" at character 5; ${NO_AMPERSAND}`],
  ['ls |& cat', `${AMPERSAND}: "|& cat" at character 4; ${NO_AMPERSAND}`],
  ['ls &>/dev/null', `${AMPERSAND}: "&>/dev/null" at character 4; ${NO_AMPERSAND}`],
  ['ls &\\\n& ls', `${AMPERSAND}: "&\\\\\\n& ls" at character 4; ${NO_AMPERSAND}`],
  ['; ls', `${EMPTY}: "; ls" at character 1; ${NO_EMPTY}`],
  ['\n| ls', `${EMPTY}: "| ls" at character 2; ${NO_EMPTY}`],
  ['ls ;;', `${EMPTY}: ";" at character 5; ${NO_EMPTY}`],
  ['ls ; ; ls', `${EMPTY}: "; ls" at character 6; ${NO_EMPTY}`],
  ['ls\n; ls', `${EMPTY}: "; ls" at character 4; ${NO_EMPTY}`],
  ['ls | | ls', `${EMPTY}: "| ls" at character 6; ${NO_EMPTY}`],
  ['ls ||| ls', `${EMPTY}: "| ls" at character 6; ${NO_EMPTY}`],
  ['ls |\\\n| ls', `${EMPTY}: "| ls" at character 7; ${NO_EMPTY}`],
  ['ls && ; ls', `${EMPTY}: "; ls" at character 7; ${NO_EMPTY}`],
  ['ls |', `${EMPTY}: at the end; ${NO_EMPTY}`],
  ['ls &&\n', `${EMPTY}: at the end; ${NO_EMPTY}`],
  ['ls || ', `${EMPTY}: at the end; ${NO_EMPTY}`],
  ['>/dev/null', `${EMPTY}: at the end; ${NO_EMPTY}`],
  ['ls; 2>&1', `${EMPTY}: at the end; ${NO_EMPTY}`],
  ['>/dev/null\nls', `${EMPTY}: "\\nls" at character 11; ${NO_EMPTY}`],
  ['2>/dev/null | ls', `${EMPTY}: "| ls" at character 13; ${NO_EMPTY}`],

  ['cat < a', `${INPUT}: "< a" at character 5; ${NO_INPUT}`],
  ['cat 0<a', `${INPUT}: "0<a" at character 5; ${NO_INPUT}`],
  ['cat a<b', `${INPUT}: "<b" at character 6; ${NO_INPUT}`],
  ['cat <<E\nx\nE', `${INPUT}: "<<E\\nx\\nE" at character 5; ${NO_INPUT}`],
  ['cat <(ls)', `${INPUT}: "<(ls)" at character 5; ${NO_INPUT}`],
  ['ls > out', `${OUTPUT}: "> out" at character 4; ${NO_OUTPUT}`],
  ['ls>>/dev/null', `${OUTPUT}: ">>/dev/null" at character 3; ${NO_OUTPUT}`],
  ['ls 2>>out', `${OUTPUT}: "2>>out" at character 4; ${NO_OUTPUT}`],
  ['ls >|/dev/null', `${OUTPUT}: ">|/dev/null" at character 4; ${NO_OUTPUT}`],
  ['ls >&2', `${OUTPUT}: ">&2" at character 4; ${NO_OUTPUT}`],
  ['ls >&1', `${OUTPUT}: ">&1" at character 4; ${NO_OUTPUT}`],
  ['ls 1>&1', `${OUTPUT}: "1>&1" at character 4; ${NO_OUTPUT}`],
  ['ls 3>/dev/null', `${OUTPUT}: "3>/dev/null" at character 4; ${NO_OUTPUT}`],
  ['ls 02>/dev/null', `${OUTPUT}: "02>/dev/null" at character 4; ${NO_OUTPUT}`],
  ['ls 2> &1', `${OUTPUT}: "2> &1" at character 4; ${NO_OUTPUT}`],
  ['ls 2>& 1', `${OUTPUT}: "2>& 1" at character 4; ${NO_OUTPUT}`],
  ['ls 2>&12', `${OUTPUT}: "2>&12" at character 4; ${NO_OUTPUT}`],
  ['ls 2>&1>/dev/null', `${OUTPUT}: "2>&1>/dev/null" at character 4; ${NO_OUTPUT}`],
  ['ls 2>&-', `${OUTPUT}: "2>&-" at character 4; ${NO_OUTPUT}`],
  ['ls >/dev/nullx', `${OUTPUT}: ">/dev/nullx" at character 4; ${NO_OUTPUT}`],
  ['ls >/dev/null/x', `${OUTPUT}: ">/dev/null/x" at character 4; ${NO_OUTPUT}`],
  ['ls >/dev/null*', `${OUTPUT}: ">/dev/null*" at character 4; ${NO_OUTPUT}`],
  [`ls >/dev/null''`, `${OUTPUT}: ">/dev/null''" at character 4; ${NO_OUTPUT}`],
  [`ls >'/dev/null'`, `${OUTPUT}: ">'/dev/null'" at character 4; ${NO_OUTPUT}`],
  ['ls >/dev/null\\\nx', `${OUTPUT}: ">/dev/null\\\\\\nx" at character 4; ${NO_OUTPUT}`],
  ['ls >\n/dev/null', `${OUTPUT}: ">\\n/dev/null" at character 4; ${NO_OUTPUT}`],
  ['ls >/dev/null>x', `${OUTPUT}: ">/dev/null>x" at character 4; ${NO_OUTPUT}`],
  ['ls >', `${OUTPUT}: ">" at character 4; ${NO_OUTPUT}`],
]

for (const [text, reason] of REFUSED) {
  test(`refuses ${JSON.stringify(text.slice(0, 40))}`, () => {
    const parsed = parseCommand(text)
    assert.equal('reason' in parsed ? parsed.reason : parsed, reason)
  })
}

test('refuses what is not a text', () => {
  for (const given of [undefined, null, 1, true, {}, ['ls'], Symbol('ls'), () => 'ls', new String('ls')]) {
    assert.deepEqual(parseCommand(given as string), { reason: MISSING, words: [] })
  }
})

test('refuses each character that does not show as what it is, wherever it stands', () => {
  const hidden = [
    0, 7, 8, 0xb, 0xc, 0xd, 0x1b, 0x7f, 0x85, 0x9b, 0xa0, 0xad, 0x34f, 0x600, 0x61c, 0x115f, 0x1160, 0x1680,
    0x180e, 0x2000, 0x200a, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x202f,
    0x205f, 0x2060, 0x2066, 0x2069, 0x2800, 0x3000, 0x3164, 0xd800, 0xdfff, 0xe000, 0xf8ff, 0xfdd0, 0xfe00,
    0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xfffe, 0x1bca0, 0x1d173, 0x1fffe, 0xe0001, 0xe0041, 0xe0100, 0xf0000,
    0x10ffff,
  ]
  for (const code of hidden) {
    const char = String.fromCodePoint(code)
    const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
    const rest = 'write the command without it'
    const places = [[`ls a${char}b`, 5], [`${char}ls`, 1], [`ls 'a${char}'`, 6], [`😀 "${char}"`, 4]] as const
    for (const [text, at] of places) {
      const parsed = parseCommand(text)
      const reason = `a character that does not show as what it is: ${name} at character ${at}; ${rest}`
      assert.equal('reason' in parsed ? parsed.reason : parsed, reason)
    }
  }
})

test('lets joiners stand in emoji and in letters that need them, and nowhere else', () => {
  for (const text of ['⚠️', '👩‍💻', '👩🏽‍🚀', '🏳️‍🌈', 'می‌شود', 'क्‍ष']) {
    assert.deepEqual(parseCommand(`echo ${text}`), { steps: [step('', ['echo', text])] })
  }
  const apart = ['a\u200db', '👩\u200d', '\u200d👩', '👩\u200dx', 'a\ufe0f', '⚠\ufe0f\ufe0f', 'می\u200c',
    'a\u200cمی', '1\ufe0f\u20e3', '👩\u200dم', 'م\u200d👩', '👩\u200c👩', '👩\u200d\u200d👩', '⚠\ufe0e',
    '⚠x\ufe0f', 'a\u200cb']
  for (const text of apart) {
    assert.ok('reason' in parseCommand(`echo ${text}`), JSON.stringify(text))
  }
})

test('holds its limits to the character', () => {
  const atLimit = `echo ${'x'.repeat(7_995)}`
  assert.deepEqual(parseCommand(atLimit), { steps: [step('', ['echo', 'x'.repeat(7_995)])] })
  assert.deepEqual(parseCommand(`${atLimit}y`), {
    reason: 'more than 8000 characters: "y" at character 8001; ' +
      'run it in parts, or write a file with the write tool',
    words: [['echo', 'x'.repeat(7_995)]],
  })
  const hiding = parseCommand(`${atLimit}\u202e\ud800é`)
  assert.equal('reason' in hiding ? hiding.reason : hiding, 'more than 8000 characters: "??é" at character ' +
    '8001; run it in parts, or write a file with the write tool')
  for (const blanks of [' '.repeat(40), '\t'.repeat(40), ' \t\n \n'.repeat(8)]) {
    assert.deepEqual(parseCommand(`echo '${blanks}'`), { steps: [step('', ['echo', blanks])] })
  }
  assert.deepEqual(parseCommand(`ls${' '.repeat(40)}x`), { steps: [step('', ['ls', 'x'])] })
  const shown = JSON.stringify(' '.repeat(20))
  const reason = `more than 40 blanks in a row: ${shown} at character 3; write fewer, in quotes as well`
  assert.deepEqual(parseCommand(`ls${' '.repeat(40)}\n; rm x`), { reason, words: [['ls'], ['rm', 'x']] })
  assert.deepEqual(parseCommand(`ls${' '.repeat(41)}'x'`), { reason, words: [['ls', 'x']] })
  const atStart = reason.replace('character 3', 'character 1')
  assert.deepEqual(parseCommand(`${' '.repeat(41)}ls`), { reason: atStart, words: [['ls']] })
  const lines = JSON.stringify(`\t${'\n'.repeat(19)}`)
  assert.deepEqual(parseCommand(`ls '\t${'\n'.repeat(40)}'`), {
    reason: `more than 40 blanks in a row: ${lines} at character 5; write fewer, in quotes as well`,
    words: [['ls']],
  })
})

const SPLIT_OFF: [text: string, words: string[][]][] = [
  ['ls; rm -rf $HOME && echo "x y"', [['ls'], ['rm', '-rf', '$HOME'], ['echo', 'x', 'y']]],
  ['ls $(rm -rf x) y', [['ls', '$'], ['rm', '-rf', 'x'], ['y']]],
  ['echo "a `rm x`"', [['echo', 'a'], ['rm', 'x']]],
  ['cat a > .bashrc', [['cat', 'a', '.bashrc']]],
  ['ls & rm x', [['ls'], ['rm', 'x']]],
  ['A=1 rm -rf x | cat', [['A=1', 'rm', '-rf', 'x'], ['cat']]],
  [`ls 'a b' "c; rm x`, [['ls', 'a b', 'c'], ['rm', 'x']]],
  [`'r'm\u200b -r'f' x`, [['rm', '-rf', 'x']]],
  ['r\\\\m \\', [['r\\m']]],
  ['ls\r\nrm\u00a0x\0', [['ls'], ['rm', 'x']]],
  ['(cd a && rm b)', [['cd', 'a'], ['rm', 'b']]],
  ['a |', [['a']]],
  [' \n', []],
]

test('still splits off the words of a refused command', () => {
  for (const [text, words] of SPLIT_OFF) {
    const parsed = parseCommand(text)
    assert.ok('reason' in parsed, `understood: ${text}`)
    assert.deepEqual(parsed.words, words, text)
  }
})

const NOT_SHOWN = new RegExp(`${HIDDEN.source}|[\\t\\n]`, 'u')

test('never throws and never lasts, whatever the text', () => {
  const random = randomFrom(1)
  const tricks = [...`abc12 \t\n'"\\$\`|&;<>(){}[]*?!~#=+-,.:/^@%é😀ا`, '\r', '\0', '\u200d', '\u202e',
    '\ud800', '\ufe0f', '2>&1', '>/dev/null', '\\\n', '&&', '||', '..', "''", '""', 'A=', ' ls ', '$(', '[:']
  const texts = Array.from({ length: 50_000 }, () => (
    Array.from({ length: random(40) }, () => tricks[random(tricks.length)]!).join('')))
  texts.push(...tricks.map((trick) => trick.repeat(8_000 / trick.length)))
  texts.push(...tricks.map((trick) => `ls ${trick.repeat(300_000)}`))
  const isSlow = (text: string) => {
    const start = process.cpuUsage() // not the clock: the machine may be busy with something else
    const parsed = parseCommand(text)
    const { user, system } = process.cpuUsage(start)
    if ('steps' in parsed) {
      assert.ok(parsed.steps.length > 0 && parsed.steps.every(({ words }) => words.length > 0), text)
    } else assert.doesNotMatch(parsed.reason, NOT_SHOWN)
    return user + system > 50_000 // microseconds
  }
  const slow = texts.filter(isSlow).filter(isSlow) // twice: memory may have been tidied up meanwhile
  assert.deepEqual(slow.map((text) => text.slice(0, 50)), [])
})

/** What sh gives to a program `arg` for each text: its argument vectors, in order. No names are expanded. */
function vectorsOfShell(texts: string[]): string[][][] {
  // One write for each vector, to 3, which is no pipe of theirs.
  const script = [
    'set -f',
    `end="$(printf '\\001')"`,
    `arg() { while IFS= read -r line; do :; done; printf '%s\\0' "$@" "$end" >&3; }`,
    ...texts.flatMap((text) => [text, `printf '\\002' >&3`]),
  ].join('\n')
  const { status, output } = spawnSync('sh', ['-c', script], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'], encoding: 'utf8', maxBuffer: 1e8,
  })
  assert.equal(status, 0, `sh: ${output[2]}`)
  const split = (text: string, by: string) => text.split(by).slice(0, -1)
  return split(output[3]!, '\x02').map((one) => split(one, '\x01\0').map((vector) => split(vector, '\0')))
}

test('splits random commands into the words that sh gives to a program', () => {
  const random = randomFrom(2)
  const pieces = [...`abz012  \t''""\\\\$$|;{}[]*?!~#=+-,.:/^@%éä😀語`, '\\\n', "''", '""', ' ', `'a b'`,
    `"c d"`, '\\"', ' 2>&1 ', ' >/dev/null ', ' 2> /dev/null ', '2>/dev/null ', '$ ', '"$"', '\n', '\n arg ',
    ' | arg ', '; arg ', ' && arg ', ' || arg ', ' |\n arg ', '\narg ', '; ', '\\\n arg ']
  const piece = () => pieces[random(pieces.length)]!
  const accepted: { text: string; steps: CommandStep[] }[] = []
  for (let i = 0; i < 120_000 && accepted.length < 6_000; i++) {
    const text = `arg ${Array.from({ length: 1 + random(14) }, piece).join('')}`
    const parsed = parseCommand(text)
    if ('steps' in parsed && parsed.steps.every(({ words }) => words[0]!.text === 'arg')) {
      accepted.push({ text, steps: parsed.steps })
    }
  }
  assert.equal(accepted.length, 6_000)
  for (let at = 0; at < accepted.length; at += 1_000) {
    const batch = accepted.slice(at, at + 1_000)
    const given = vectorsOfShell(batch.map(({ text }) => text))
    for (const [i, { text, steps }] of batch.entries()) {
      const isRun = (one: number): boolean => { // every `arg` succeeds, so what is joined by || does not run
        const { join } = steps[one]!
        return join === '|' ? isRun(one - 1) : join !== '||'
      }
      const run = steps.filter((_, one) => isRun(one))
      const ours = run.map(({ words }) => words.slice(1).map((word) => word.text))
      const isPiped = run.some(({ join }) => join === '|') // such parts run at once, and write when they like
      const comparable = (vectors: string[][]) => {
        const texts = vectors.map((vector) => JSON.stringify(vector))
        return isPiped ? texts.sort() : texts
      }
      assert.deepEqual(comparable(ours), comparable(given[i]!), JSON.stringify(text))
    }
  }
})

test('sends stdout and stderr where sh sends them', () => {
  const parts = ['2>&1', '>/dev/null', '2>/dev/null', '1> /dev/null', '>/dev/null 2>&1', '']
  for (const text of parts.flatMap((a) => parts.map((b) => `${a} say ${b}`))) {
    const [{ stdout, stderr }] = stepsOf(parseCommand(text)) as [CommandStep]
    const ran = spawnSync('sh', ['-c', `say() { echo o; echo e >&2; }\n${text}`], { encoding: 'utf8' })
    const ours = {
      stdout: (stdout === 'out' ? 'o\n' : '') + (stderr === 'out' ? 'e\n' : ''),
      stderr: stderr === 'err' ? 'e\n' : '',
    }
    assert.deepEqual(ours, { stdout: ran.stdout, stderr: ran.stderr }, text)
  }
})
