// machinery.test.ts: the checks of the course and the commands around it, on small projects made for it: each
// must let a good one pass and name what is wrong with a broken one. The real course is course.test.ts.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { environment, leftOf, linkInstalled, PROJECT, start } from './children.ts'
import {
  blockFaults, commandsOf, folderFaults, HEADINGS, importFaults, linkFaults, listFaults, pageFaults,
  regionFaults, regionsOf, seamFaults, seamsOf, twiceFaults,
} from './course.ts'
import { renew } from './renew.ts'
import { consoleFaults, demonstrationFaults, exerciseFaults, normalised } from './trials.ts'

const CONCURRENT_RUNS = 2

interface Test { after(work: () => void): void }

/** A project of the files given, removed after the test; what is installed here is installed there. */
function project(t: Test, files: Record<string, string | string[]>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'machinery-')))
  t.after(() => rmSync(root, { recursive: true }))
  const all: Record<string, string | string[]> = { 'package.json': '{ "type": "module" }', ...files }
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), typeof text === 'string' ? text : `${text.join('\n')}\n`)
  }
  linkInstalled(PROJECT, root)
  return root
}

/** Copies files of this project into another. */
function borrow(root: string, ...files: string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    copyFileSync(join(PROJECT, file), join(root, file))
  }
}

const fence = (info: string, ...lines: string[]) => ['```' + info, ...lines, '```']

// Blocks

const CODE = [
  'const a = 1', '// #region one', 'function f() {', '  // #region two', '  return 1', '  // #endregion', '}',
  '// #endregion', '',
]

test('a block that is a region, a file or commands has no fault', (t) => {
  const root = project(t, {
    'a.ts': CODE, 'lib/b.mjs': ['// #region x', 'b()', '// #endregion'], 'p.json': '{\n  "a": 1\n}\n',
    'README.md': [
      '# Title', ...fence('ts a.ts#one', 'function f() {', '  return 1', '}'),
      ...fence('ts a.ts#two', '  return 1'), ...fence('ts lib/b.mjs#x', 'b()'),
      ...fence('json p.json', '{', '  "a": 1', '}'), ...fence('console', '$ true'),
    ],
  })
  assert.deepEqual(blockFaults(root, 'README.md'), [])
  assert.deepEqual(regionFaults(root), [])
})

test('any other block is a fault that says where and why', (t) => {
  const not = (info: string) => `a block is "ts FILE#REGION", "json FILE" or "console", and not "${info}"`
  const cases: [lines: string[], fault: string][] = [
    [fence('', 'x'), not('')],
    [fence('ts', 'x'), not('ts')],
    [fence('sh', 'x'), not('sh')],
    [fence('ts a.ts', 'x'), not('ts a.ts')],
    [fence('json p.json#one', '{}'), not('json p.json#one')],
    [fence('console x', '$ true'), not('console x')],
    [fence('ts b.ts#one', 'x'), 'there is no file b.ts in the project'],
    [fence('ts ../a.ts#one', 'x'), 'there is no file ../a.ts in the project'],
    [fence('ts a.ts#three', 'x'), 'a.ts has no region three'],
    [fence('ts a.ts#two', 'return 1'),
      'this is not a.ts#two:\nline 1 is shown as:  return 1\nand really is:        return 1'],
    [fence('ts a.ts#two', '  return 1', ''),
      'this is not a.ts#two:\nline 2 is shown as:  \nand really is:      (nothing)'],
    [fence('json p.json', '{ }'), 'this is not what p.json holds'],
    [fence('console', 'no prompt'), 'a console block begins with `$ COMMAND`'],
    [fence('console'), 'a console block begins with `$ COMMAND`'],
    [['```console', '$ true'], 'this block does not end'],
    [['  ```console', '  $ true', '  ```'], not('(odd fence) console')],
    [['~~~console', '$ true', '~~~'], not('(odd fence) console')],
    [['````console', '$ true', '````'], not('(odd fence) console')],
  ]
  for (const [lines, fault] of cases) {
    const root = project(t, { 'a.ts': CODE, 'p.json': '{}\n', 'README.md': ['# Title', '', ...lines] })
    assert.deepEqual(blockFaults(root, 'README.md'), [`README.md:3: ${fault}`])
  }
})

test('regions nest, and marks that do not pair are told', (t) => {
  const { regions, faults } = regionsOf(CODE.join('\n'))
  assert.deepEqual([...regions], [['one', 'function f() {\n  return 1\n}'], ['two', '  return 1']])
  assert.deepEqual(faults, [])
  const root = project(t, {
    'a.ts': ['// #region one', '// #endregion', '// #region one', '// #endregion', '// #endregion'],
    'b.mjs': ['// #region', '// #region two words', '// #endregion', '// #region open'],
  })
  assert.deepEqual(regionFaults(root), [
    'a.ts: line 3: a second region one',
    'a.ts: line 5: #endregion without a region',
    'b.mjs: line 1: a region needs a name of one word',
    'b.mjs: line 2: a region needs a name of one word',
    'b.mjs: the region  does not end',
    'b.mjs: the region open does not end',
  ])
})

// Commands of a page

test('the commands of a page are read with the output below them', () => {
  const page = ['text', '$ not this', ...fence('console', '$ one', 'a', '', 'b', '$ two'),
    ...fence('ts a.ts#one', '$ nor this'), ...fence('console', '$ three', 'c')].join('\n')
  assert.deepEqual(commandsOf(page), [
    { command: 'one', line: 4, output: 'a\n\nb\n' },
    { command: 'two', line: 8, output: '' },
    { command: 'three', line: 14, output: 'c\n' },
  ])
})

test('paths, times, identifiers and blanks at the ends may differ, and nothing else', () => {
  const temporary = realpathSync(tmpdir())
  const id = '01234567-89ab-cdef-0123-456789abcdef'
  const places = `/home/x/handrail/a.ts in ${temporary}/lesson-aB3xY9/f`
  const text = `${id} at ${places}, 12 ms, 3.5s \n7 s, 9 tokens in\n\n`
  assert.equal(normalised(text, '/home/x/handrail'),
    'UUID at /path/to/handrail/a.ts in /tmp/lesson-XXXXXX/f, N ms, N s\nN s, N tokens in')
  const same = '12 lines, 3 msx, s1 s, abcdef12, 2 of 3, agent.ts'
  assert.equal(normalised(same, '/home/x/handrail'), same)
})

describe('commands of a page', { concurrency: CONCURRENT_RUNS }, () => {
  test('are run in the project, in order, both outputs as they were written', async (t) => {
    const root = project(t, {
      'package.json': '{ "type": "module", "scripts": { "hi": "echo hello" } }',
      'lib/say.ts': [
        'const words: string[] = process.argv.slice(2)', 'console.error(words.join())', 'export {}',
      ],
      'README.md': [
        ...fence('console', '$ echo out; echo err >&2; echo out', 'out', 'err', 'out'),
        ...fence('console', '$ pwd', '/path/to/handrail', '$ exit 3', '$ npm run --silent hi', 'hello',
          '$ node lib/say.ts a b', 'a,b', '$ env | grep -c KEY', '0', '$ cd lib && ls', 'say.ts'),
        ...fence('console', '$ ls', 'README.md', 'lib', 'package.json', 'run.mjs'),
      ],
    })
    borrow(root, 'run.mjs')
    process.env['SOME_API_KEY'] = 'secret'
    t.after(() => delete process.env['SOME_API_KEY'])
    assert.deepEqual(await consoleFaults(root, 'README.md'), [])
  })

  test('that print something else are told, with what they print', async (t) => {
    const root = project(t, {
      'README.md': fence('console', '$ echo one; echo two', 'one', 'three', '$ true', 'x', '$ echo y'),
    })
    assert.deepEqual(await consoleFaults(root, 'README.md'), [
      'README.md:2: $ echo one; echo two\nline 2 is shown as:  three\nand really is:      two\n'
        + 'It prints:\none\ntwo',
      'README.md:5: $ true\nline 1 is shown as:  x\nand really is:      \nIt prints:\n',
      'README.md:7: $ echo y\nline 1 is shown as:  \nand really is:      y\nIt prints:\ny',
    ])
  })

  test('must not change the project, and do not reach the real one', async (t) => {
    const root = project(t, {
      'a.txt': 'a', 'b.txt': 'b', 'README.md': fence('console', '$ rm a.txt; echo c > c.txt; echo b > b.txt'),
    })
    assert.deepEqual(await consoleFaults(root, 'README.md'), [
      'README.md: its commands change the project: a.txt, b.txt, c.txt',
    ])
    assert.equal(readFileSync(join(root, 'a.txt'), 'utf8'), 'a')
  })

  test('that do not end are killed, with what they started', async (t) => {
    const root = project(t, { 'README.md': fence('console', '$ sleep 300.0625; true') })
    assert.deepEqual(await consoleFaults(root, 'README.md', 1_000), [
      'README.md:2: $ sleep 300.0625; true\ntakes longer than 1 s',
    ])
    assert.deepEqual(await leftOf('sleep 300.0625'), [])
  })
})

test('pages are renewed from the code and the commands, and what only may differ stays', async (t) => {
  const before = [
    '# Title', ...fence('ts a.ts#one'), ...fence('ts a.ts#two', 'old', '', 'older'),
    ...fence('json p.json', 'x'),
    ...fence('console', '$ wc -l < README.md', '$ true', 'old', '$ echo "7 ms"; pwd', '5 ms',
      '/path/to/handrail', '$ echo "9 ms in $PWD/a"'),
    ...fence('ts gone.ts#one', 'stays'), ...fence('ts a.ts#three', 'stays'), ...fence('sh', 'stays'),
    ...fence('console', 'stays'), '```console', '$ echo stays',
  ]
  const root = project(t, { 'a.ts': CODE, 'p.json': '{\n  "a": 1\n}\n', 'README.md': before })
  assert.deepEqual(await renew(root), ['README.md'])
  const after = [
    '# Title', ...fence('ts a.ts#one', 'function f() {', '  return 1', '}'),
    ...fence('ts a.ts#two', '  return 1'), ...fence('json p.json', '{', '  "a": 1', '}'),
    ...fence('console', '$ wc -l < README.md', '38', '$ true', '$ echo "7 ms"; pwd', '5 ms',
      '/path/to/handrail', '$ echo "9 ms in $PWD/a"', '9 ms in /path/to/handrail/a'),
    ...before.slice(before.indexOf('```ts gone.ts#one')),
  ]
  assert.equal(after.length, 38)
  assert.equal(readFileSync(join(root, 'README.md'), 'utf8'), `${after.join('\n')}\n`)
  assert.deepEqual(await renew(root), [])
})

// Pages

const LESSON = '02-b'

/** A page without faults. */
const PAGE = [
  '# A title', '', '> A line that stays.', '', 'Some words.', '',
  '## The problem', 'p', '## The seam', ...fence('ts a.ts#one', 'x'), '## What changed', '',
  '- `a.ts` is new.', '- The loop in `agent.ts` did not change.', '',
  '## Try it', ...fence('console', '$ node lessons/02-b/run.ts', 'out'),
  '## Exercise', '`npm run exercise 02`', '## What this is not', 'n', '## Where others do this', 'w',
]

function faultsOfPage(t: Test, lines: readonly string[], lesson = LESSON): string[] {
  return pageFaults(project(t, { [`lessons/${lesson}/README.md`]: [...lines] }), lesson)
}

test('a page with its eight parts has no fault', (t) => {
  assert.deepEqual(faultsOfPage(t, PAGE), [])
  const full = [...PAGE, ...Array.from({ length: 130 - PAGE.length }, () => 'more')]
  assert.deepEqual(faultsOfPage(t, full), [])
  const first = PAGE.map((line) => line.replaceAll('02', '01').replace('did not change', 'is new'))
  assert.deepEqual(faultsOfPage(t, first, '01-b'), [])
})

test('a page that lacks a part, or has one more, is told', (t) => {
  const order = HEADINGS.join(', ')
  const lineOf = (heading: string) => PAGE.indexOf(heading) + 1
  const at = (line: number, words: string) => [`lessons/02-b/README.md:${line}: ${words}`]
  const changed = (from: string, to: string) => PAGE.map((line) => line.replace(from, to))
  const cases: [lines: string[], faults: string[]][] = [
    [changed('# A title', 'A title'), at(1, 'the first line is the title: # ...')],
    [changed('> A line', 'A line'), at(3, 'below the title stands one line that could be remembered: > ...')],
    [PAGE.toSpliced(3, 0, '> and another'),
      at(3, 'below the title stands one line that could be remembered: > ...')],
    [changed('## Exercise', '## Exercises'), [
      ...at(1, `the headings are ${order.replace('Exercise', 'Exercises')}; they must be ${order}`),
    ]],
    [[...PAGE, '## More', 'm'], at(1, `the headings are ${order}, More; they must be ${order}`)],
    [PAGE.filter((line) => line !== 'n'), at(lineOf('## What this is not'), 'What this is not is empty')],
    [changed('ts a.ts#one', 'console'),
      at(lineOf('## The seam'), 'the seam shows at least one region of a real file')],
    [changed('02-b/run.ts', '01-a/run.ts'),
      at(lineOf('## Try it'), 'a console block here runs `node lessons/02-b/run.ts`')],
    [changed('exercise 02', 'exercise 01'), at(lineOf('## Exercise'), 'it says `npm run exercise 02`')],
    [changed('agent.ts', 'loop.ts'),
      at(lineOf('## What changed'), 'it must say that agent.ts did not change')],
    [changed('did not change', 'changed a little'),
      at(lineOf('## What changed'),
        'it names agent.ts as if it had changed: - The loop in `agent.ts` changed a little.')],
    [changed('- `a.ts` is new.', '- `agent.ts` has a new seam.'),
      at(lineOf('## What changed'), 'it names agent.ts as if it had changed: - `agent.ts` has a new seam.')],
    [[...PAGE, ...Array.from({ length: 131 - PAGE.length }, () => 'more')],
      at(131, '131 lines, at most 130')],
  ]
  for (const [lines, faults] of cases) assert.deepEqual(faultsOfPage(t, lines), faults)
  assert.deepEqual(pageFaults(project(t, { 'lessons/02-b/run.ts': '' }), LESSON), [
    'lessons/02-b/README.md is missing',
  ])
})

test('links and named files that lead nowhere are told, on every page', (t) => {
  const root = project(t, {
    'README.md': [
      '# The Top: a *page*', '[a](a.ts) [b](lessons/01-a/README.md#part-one) [c](#the-top-a-page)',
      '[web](https://example.org/x) ![i](gone.png) [d](lessons/01-a/) [e](../out.md) [f](/a.ts)',
      '[g](lessons/01-a/README.md#part-two) [h](<gone.ts> "title")', '', '[ref]: gone.md',
      ...fence('console', '$ echo "[x](nowhere.md)"', '[x](nowhere.md)'), '`not-there.ts` may be named here',
    ],
    'a.ts': '', 'lib/deep.mjs': '', 'docs/more.md': '[up](../README.md) [gone](gone.md)',
    'lessons/01-a/README.md': [
      '# A', '## Part one', '[up](../../README.md)', '`a.ts`, `deep.mjs`, `lib/deep.mjs`, `../../a.ts#one`,',
      '`gone.ts`, `lib/a.ts`, `own.ts`, `notes.txt`, `a.ts` and `node x.ts`',
    ],
    'lessons/01-a/own.ts': '',
  })
  assert.deepEqual(linkFaults(root), [
    'README.md: the link gone.png leads nowhere',
    'README.md: the link ../out.md leads nowhere',
    'README.md: the link /a.ts leads nowhere',
    'README.md: the link lessons/01-a/README.md#part-two has no such heading',
    'README.md: the link gone.ts leads nowhere',
    'README.md: the link gone.md leads nowhere',
    'docs/more.md: the link gone.md leads nowhere',
    'lessons/01-a/README.md: there is no file gone.ts',
    'lessons/01-a/README.md: there is no file lib/a.ts',
  ])
  assert.deepEqual(listFaults(root), [])
  writeFileSync(join(root, 'README.md'), '`lessons/01-a/README.md`\n')
  assert.deepEqual(listFaults(root), ['README.md: no link to lessons/01-a/'])
})

// Folders, seams, imports

const BY_NAME = "const { f } = await import(`./${process.env['EXERCISE'] ?? 'exercise'}.ts`)"
const WHOLE = {
  'lessons/01-a/README.md': '# A\n', 'lessons/01-a/run.ts': "console.log('a')\n",
  'lessons/01-a/exercise.ts': '// TODO: all\n', 'lessons/01-a/exercise.test.ts': BY_NAME,
  'lessons/01-a/solution.ts': '1\n', 'lessons/01-a/wrong.ts': '2\n',
}

test('what a lesson lacks in its folder is told', (t) => {
  assert.deepEqual(folderFaults(project(t, WHOLE), '01-a'), [])
  const root = project(t, {
    ...WHOLE,
    'lessons/01-a/exercise.ts': '// TODO\n// TODO\n// TODO\n', 'lessons/01-a/wrong.ts': '// TODO\n',
    'lessons/01-a/exercise.test.ts': "import { f } from './exercise.ts'",
    'lessons/02-b_c/exercise.ts': '', 'lessons/02-d/run.ts': '', 'lessons/notes.md': '',
  })
  assert.deepEqual(folderFaults(root, '01-a'), [
    'lessons/01-a/exercise.ts has 3 of // TODO; one or two belong there',
    'lessons/01-a/wrong.ts has 1 of // TODO; none belong there',
    "lessons/01-a/exercise.test.ts does not import by process.env['EXERCISE'] ?? 'exercise'",
  ])
  assert.deepEqual(folderFaults(root, '02-b_c'), [
    ...['README.md', 'run.ts', 'exercise.test.ts', 'solution.ts', 'wrong.ts']
      .map((name) => `lessons/02-b_c/${name} is missing`),
    'lessons/02-b_c: a lesson is named NN-name',
    'lessons/02-b_c: another lesson has the number 02',
    'lessons/02-b_c/exercise.ts has 0 of // TODO; one or two belong there',
  ])
})

test('a seam has at most 120 lines', (t) => {
  const root = project(t, {
    ...WHOLE, 'lessons/01-a/a.ts': '//\n'.repeat(120), 'lessons/01-a/b.ts': '//\n'.repeat(121),
  })
  assert.deepEqual(seamsOf(root, '01-a'), ['lessons/01-a/a.ts', 'lessons/01-a/b.ts'])
  assert.deepEqual(seamFaults(root, '01-a'), ['lessons/01-a/b.ts has 121 lines, at most 120: split it'])
})

test('imports that do not point back are told', (t) => {
  const imports = (...names: string[]) => names.map((name) => `import '${name}'`)
  const root = project(t, {
    'agent.ts': 'export const a = 1', 'models/m.ts': imports('../agent.ts', 'node:fs'),
    'core.ts': imports('./lessons/01-a/a.ts', './cli/c.ts', './run.ts', './models/m.ts', './test/t.ts'),
    'run.ts': imports('./cli/c.ts', './lessons/02-b/b.ts', './lessons/01-a/run.ts', './agent.ts'),
    'cli/c.ts': imports('../run.ts', '../lessons/02-b/b.ts', '../test/t.ts'),
    'lessons/01-a/a.ts': [
      ...imports('../../agent.ts', '../02-b/b.ts'), "type X = import('../../cli/c.ts').X",
    ],
    'lessons/01-a/run.ts': imports('./a.ts', './solution.ts', '../../run.ts'),
    'lessons/01-a/exercise.test.ts': imports('../02-b/b.ts', '../../test/t.ts'),
    'lessons/02-b/b.ts': [
      ...imports('../01-a/a.ts', '../01-a/solution.ts', './own.ts'), 'import(`./${name}`)',
    ],
    'test/t.ts': imports('../run.ts', '../lessons/02-b/b.ts'),
  })
  assert.deepEqual(importFaults(root), [
    'cli/c.ts imports a test: test/t.ts',
    'core.ts imports a lesson: lessons/01-a/a.ts',
    'core.ts imports the program above it: cli/c.ts',
    'core.ts imports the program above it: run.ts',
    'core.ts imports a test: test/t.ts',
    'lessons/01-a/a.ts imports a later lesson: lessons/02-b/b.ts',
    'lessons/01-a/a.ts imports the program above it: cli/c.ts',
    'lessons/01-a/run.ts imports the program above it: run.ts',
    'lessons/02-b/b.ts imports a file of another lesson that is no seam: lessons/01-a/solution.ts',
  ])
})

test('a file, or ten lines in a row, that stand twice are told', (t) => {
  const lines = (count: number, name = 'x') => Array.from({ length: count }, (_, at) => `${name}(${at})`)
  const root = project(t, {
    'core.ts': ['core()', ...lines(10), 'end()'],
    'copy.ts': ['core()', ...lines(10), 'end()'],
    'lessons/01-a/a.ts': ['a()', ...lines(5), '', '// why', '}', ...lines(10).slice(5), 'b()'],
    'lessons/01-a/exercise.ts': lines(30, 'y'),
    'lessons/01-a/solution.ts': [...lines(30, 'y'), 'solved()'],
    'lessons/01-a/wrong.ts': ['p()', ...lines(9), 'q()'],
    'lessons/02-b/b.ts': lines(9), 'lessons/02-b/run.ts': lines(9),
  })
  assert.deepEqual(twiceFaults(root), [
    'lessons/01-a/a.ts repeats copy.ts: x(0)',
    'lessons/01-a/a.ts repeats core.ts: x(0)',
    'lessons/02-b/run.ts is the same file as lessons/02-b/b.ts',
  ])
})

// Exercises and demonstrations

const TESTED = ["import assert from 'node:assert/strict'", "import { test } from 'node:test'", BY_NAME]
const EXERCISE = {
  'lessons/01-a/exercise.ts': 'export const f = () => 0 // TODO\n',
  'lessons/01-a/solution.ts': 'export const f = () => 2\n',
  'lessons/01-a/wrong.ts': 'export const f = () => 1\n',
  'lessons/01-a/exercise.test.ts': [
    ...TESTED,
    "test('is positive', () => assert.ok(f() > 0))", "test('is even', () => assert.equal(f() % 2, 0))",
  ],
}

describe('what is run', { concurrency: CONCURRENT_RUNS }, () => {
  test('an exercise that fails, is solved, and can be wrong has no fault', async (t) => {
    assert.deepEqual(await exerciseFaults(project(t, EXERCISE), '01-a'), [])
  })

  const name = 'lessons/01-a/exercise.test.ts'
  const cases: [what: string, files: Record<string, string | string[]>, faults: (string | RegExp)[]][] = [
    ['passes as shipped', { 'lessons/01-a/exercise.ts': EXERCISE['lessons/01-a/solution.ts'] },
      [`${name} does not fail as shipped (if you have solved it, put the TODO back)`]],
    ['is not solved by its solution', { 'lessons/01-a/solution.ts': 'export const f = () => 3\n' },
      [/^lessons\/01-a\/exercise\.test\.ts does not pass with solution\.ts:\n[^]*not ok 2 - is even/]],
    ['takes the wrong answer', { 'lessons/01-a/wrong.ts': 'export const f = () => 4\n' },
      [`${name} does not fail with wrong.ts`]],
    ['does not load as shipped', { 'lessons/01-a/exercise.ts': "throw new Error('broken')\n" }, [
      /^lessons\/01-a\/exercise\.test\.ts ran no test as shipped[^]*broken/,
      `${name} other tests run with one of exercise.ts, solution.ts and wrong.ts than with another`,
    ]],
    ['skips what it cannot do',
      { [name]: [...TESTED, "test('is two', { skip: f() === 2 }, () => assert.ok(false))"] },
      [/^lessons\/01-a\/exercise\.test\.ts does not pass with solution\.ts:\n[^]*# SKIP/]],
    ['tests nothing', { [name]: 'export {}\n' }, [
      /ran no test as shipped/, /ran no test with solution\.ts/, /ran no test with wrong\.ts/,
    ]],
  ]
  for (const [what, files, expected] of cases) {
    test(`an exercise that ${what} is told`, async (t) => {
      const faults = await exerciseFaults(project(t, { ...EXERCISE, ...files }), '01-a')
      assert.equal(faults.length, expected.length, faults.join('\n'))
      for (const [at, fault] of expected.entries()) {
        if (typeof fault === 'string') assert.equal(faults[at], fault)
        else assert.match(faults[at]!, fault)
      }
    })
  }

  test('a demonstration that shows something, ends well and changes nothing has no fault', async (t) => {
    const root = project(t, { 'lessons/01-a/run.ts': ["const word: string = 'shown'", 'console.log(word)'] })
    borrow(root, 'run.mjs', 'lessons/lesson.mjs', 'lessons/find.mjs')
    assert.deepEqual(await demonstrationFaults(root, '01-a'), [])
  })

  test('one that does not is told', async (t) => {
    const root = project(t, {
      'lessons/01-a/run.ts': [
        "import { writeFileSync } from 'node:fs'", "writeFileSync('left.txt', '')", "console.error('why')",
        'process.exitCode = 3',
      ],
    })
    borrow(root, 'run.mjs', 'lessons/lesson.mjs', 'lessons/find.mjs')
    assert.deepEqual(await demonstrationFaults(root, '01-a'), [
      'npm run lesson 01 ends with 3:\nwhy',
      'npm run lesson 01 shows nothing',
      'npm run lesson 01 changes the project: left.txt',
    ])
  })
})

// Commands

const run = (root: string, ...words: string[]) => start(process.execPath, words, { cwd: root }).ended

describe('commands', { concurrency: CONCURRENT_RUNS }, () => {
  test('npm run lesson finds a lesson by number or name, and lists them otherwise', async (t) => {
    const root = project(t, {
      'lessons/01-a/run.ts': "console.log(process.argv.slice(2).join() || 'first')",
      'lessons/01-a/README.md': '# 1. A\n',
      'lessons/02-bc/run.ts': "console.log('second'); process.exitCode = 7",
      'lessons/03-begun/README.md': '# 3\n',
    })
    borrow(root, 'run.mjs', 'lessons/lesson.mjs', 'lessons/find.mjs')
    const lesson = (...words: string[]) => run(root, 'run.mjs', 'lessons/lesson.mjs', ...words)
    const list = 'npm run lesson NN, where NN is the number of one of these:\n'
      + '  01-a           1. A\n  02-bc\n'
    const seen = []
    for (const words of [['01'], ['02-bc'], ['01-a', 'x', '-y'], [], ['03'], ['1'], ['../01-a']]) {
      const { code, stdout, stderr } = await lesson(...words)
      seen.push([code, stdout, stderr])
    }
    assert.deepEqual(seen, [
      [0, 'first\n', ''],
      [7, 'second\n', ''],
      [0, 'x,-y\n', ''],
      [0, list, ''],
      [2, '', `there is no lesson "03"\n${list}`],
      [2, '', `there is no lesson "1"\n${list}`],
      [2, '', `there is no lesson "../01-a"\n${list}`],
    ])
  })

  test('npm run exercise says what to edit, and fails until that is done', async (t) => {
    const root = project(t, { ...EXERCISE, 'lessons/01-a/run.ts': '' })
    borrow(root, 'run.mjs', 'lessons/exercise.mjs', 'lessons/find.mjs')
    const exercise = (...words: string[]) => run(root, 'run.mjs', 'lessons/exercise.mjs', ...words)
    const edit = 'Edit lessons/01-a/exercise.ts, at its TODO, until this test passes.\n\n'
    const open = await exercise('01')
    assert.equal(open.code, 1)
    assert.ok(open.stdout.startsWith(`${edit}✖ is positive `), open.stdout)
    writeFileSync(join(root, 'lessons/01-a/exercise.ts'), EXERCISE['lessons/01-a/solution.ts'])
    const solved = await exercise('01-a')
    assert.equal(solved.code, 0, solved.stdout)
    assert.ok(solved.stdout.startsWith(`${edit}✔ is positive `), solved.stdout)
    const { code, stderr } = await exercise('09')
    assert.deepEqual([code, stderr], [2, 'there is no lesson "09"\n'
      + 'npm run exercise NN, where NN is the number of one of these:\n  01-a\n'])
  })

  const good = "import { test } from 'node:test'\ntest('a', () => {})\ntest('b', () => {})\n"
  const bad = "import { test } from 'node:test'\ntest('c', () => { throw new Error('c') })\n"
  const idle = "import { test } from 'node:test'\ntest('d', { skip: 'why' }, () => {})\ntest.todo('e')\n"
  const TESTS = {
    'test/good.test.ts': good, 'test/bad.test.ts': bad, 'test/idle.test.ts': idle,
    'test/empty.test.ts': "console.log('pass 99')\n", 'test/slow.long.ts': good, 'test/helper.ts': bad,
    'lessons/01-a/exercise.test.ts': bad,
  }

  test('npm test counts what ran, and fails for one that failed or when nothing ran', async (t) => {
    const root = project(t, TESTS)
    borrow(root, 'run.mjs', 'test/run.mjs')
    const suite = async (...words: string[]) => {
      const { code, stdout } = await run(root, 'run.mjs', 'test/run.mjs', ...words)
      return [code, stdout.trimEnd().split('\n').at(-1)]
    }
    assert.deepEqual(await suite(), [1, '2 passed, 2 failed, 2 skipped'])
    assert.deepEqual(await suite('good'), [0, '2 passed, 0 failed'])
    assert.deepEqual(await suite('test/good.test.ts', 'idle.test.ts'), [0, '2 passed, 0 failed, 2 skipped'])
    assert.deepEqual(await suite('--long'), [0, '2 passed, 0 failed'])
    assert.deepEqual(await suite('idle'), [1, '0 passed, 0 failed, 2 skipped'])
    assert.deepEqual(await suite('empty'), [1, '0 passed, 1 failed'])
    assert.deepEqual(await suite('bad'), [1, '0 passed, 1 failed'])
    rmSync(join(root, 'test/slow.long.ts'))
    assert.deepEqual(await suite('--long'), [1, '0 passed, 0 failed'])
  })

  test('npm test says which tests there are when a name is none of them', async (t) => {
    const root = project(t, TESTS)
    borrow(root, 'run.mjs', 'test/run.mjs')
    for (const name of ['gone', 'helper', 'slow', 'lessons/01-a/exercise.test.ts', '--lang']) {
      const { code, stdout, stderr } = await run(root, 'run.mjs', 'test/run.mjs', name)
      assert.deepEqual([code, stdout, stderr], [2, '', `there is no ${name} among the tests; there are `
        + 'bad.test.ts empty.test.ts good.test.ts idle.test.ts\n'
        + 'An exercise has its own command: npm run exercise NN\n'])
    }
  })

  const TOOL = [
    "import { appendFileSync } from 'node:fs'", "import { basename } from 'node:path'",
    'const [, file, ...words] = process.argv',
    "appendFileSync('log', `${basename(file).split('.')[0]} ${words.join(' ')}\\n`)",
    "const name = words[0] === 'report' ? 'report' : basename(file).split('.')[0]",
    "process.exitCode = process.env.BROKEN === name ? 1 : 0",
  ]

  test('npm run check asks for types, suite and coverage, and stops at the first fault', async (t) => {
    const root = project(t, {
      'permit.ts': '', 'lessons/04-rounds/rounds.ts': '',
    })
    borrow(root, 'test/check.mjs')
    rmSync(join(root, 'node_modules'), { force: true })
    const lacking = await run(root, 'test/check.mjs')
    assert.deepEqual([lacking.code, lacking.stdout, lacking.stderr], [1, '', 'missing: tsc, c8, tsx\n'
      + 'This check needs the development tools: npm ci --ignore-scripts\n'])

    const tools = ['typescript/bin/tsc', 'c8/bin/c8.js']
    const manifest = '{ "type": "module", "exports": "./tool.js" }'
    for (const tool of tools) {
      mkdirSync(dirname(join(root, 'node_modules', tool)), { recursive: true })
      writeFileSync(join(root, 'node_modules', tool), TOOL.join('\n'))
      writeFileSync(join(root, 'node_modules', tool.split('/')[0]!, 'package.json'), manifest)
    }
    mkdirSync(join(root, 'node_modules/tsx'))
    writeFileSync(join(root, 'node_modules/tsx/package.json'), manifest)
    writeFileSync(join(root, 'node_modules/tsx/tool.js'), '')
    const checked = async (broken: string) => {
      writeFileSync(join(root, 'log'), '')
      const env = environment({ BROKEN: broken })
      const check = start(process.execPath, ['test/check.mjs'], { cwd: root, env })
      const { code, stdout, stderr } = await check.ended
      const log = readFileSync(join(root, 'log'), 'utf8').replaceAll(process.execPath, 'node')
      return { code, stdout, stderr, log: log.replace(/(?<=--temp-directory )\S+/g, 'T').trim().split('\n') }
    }
    const files = '--include permit.ts --include lessons/04-rounds/rounds.ts'
    const log = [
      'tsc -p .',
      `c8 --temp-directory T --all ${files} --reporter none node test/run.mjs`,
      `c8 report --temp-directory T --all ${files} --reporter text `
        + '--check-coverage --lines 100 --branches 100 --functions 0 --statements 100',
    ]
    const said = 'types: tsc -p .\nsuite, with coverage\n'
    assert.deepEqual(await checked(''), {
      code: 0, stdout: `${said}checked: types, suite, and coverage of 2 files\n`, stderr: '', log,
    })
    assert.deepEqual(await checked('tsc'), {
      code: 1, log: log.slice(0, 1),
      stdout: 'types: tsc -p .\n', stderr: 'check failed: the types do not fit\n',
    })
    assert.deepEqual(await checked('c8'), {
      code: 1, stdout: said, stderr: 'check failed: the suite fails\n', log: log.slice(0, 2),
    })
    assert.deepEqual(await checked('report'), {
      code: 1, stdout: said, log,
      stderr: 'check failed: not every line and branch of these is covered: '
        + 'permit.ts lessons/04-rounds/rounds.ts\n',
    })
  })

  test('.ci/run can be run, and is a script that bash understands', () => {
    const file = join(PROJECT, '.ci/run')
    assert.equal(statSync(file).mode & 0o111, 0o111)
    const { status, stderr } = spawnSync('bash', ['-n', file], { encoding: 'utf8' })
    assert.deepEqual([status, stderr], [0, ''])
  })
})
