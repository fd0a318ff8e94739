// house.test.ts: the rules of the house, as far as a test can hold them: sizes, imports, the syntax that each
// Node runs, what the package says of itself, and words that have no place here. Each rule is also tried on
// a small folder that breaks it.

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { test } from 'node:test'
import { filesOf, PROJECT } from './children.ts'
import { importsOf } from './course.ts'

/** What of sizes.mjs is used here. */
interface Sizes {
  MAX_AUDIT_LINES: number
  MAX_READER_LINES: number
  MAX_TABLES_LINES: number
  productFiles(root: string): string[]
  linesOf(root: string, file: string): number
  limitOf(file: string): number
  listFaults(root: string, phrases?: [string, string][]): string[]
  auditSums(root: string): { code: number; readers: number; tables: number }
  sizeTable(root: string, phrases?: [string, string][]): string
  tableIn(page: string): string | null
  withTable(page: string, table: string): string
}

const sizes: Sizes = await import(join(PROJECT, 'test', 'sizes.mjs'))
const MAX_LINE_CHARACTERS = 110

/** Words of other places, in pieces, so that this file does not hold them. */
const FORBIDDEN = [
  ['/work', '/main'], ['/work', '/shared'], ['.li', 'brary'], ['..', '/shared'], ['/opt', '/n2'],
  ['/tmp', '/brief'], ['registry.', 'npmjs'], ['registry.', 'yarnpkg'], ['npm.pkg.', 'github'],
].map((pieces) => pieces.join(''))

const NOT_ERASABLE: [what: string, pattern: RegExp][] = [
  ['a decorator', /^\s*@[\w.]+(\([^)]*\))?\s*($|(export |abstract |declare )*class\b)/],
  ['an enum', /^\s*(export\s+)?(declare\s+)?(const\s+)?enum\s+\w/],
  ['a namespace', /^\s*(export\s+)?(declare\s+)?(namespace|module)\s+[\w.]+\s*\{/],
  ['a parameter property', /\bconstructor\s*\([^)]*\b(public|private|protected|readonly|override)\s/],
  ['an import by require', /^\s*(export\s+)?import\s+\w+\s*=/],
]

function readText(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

function sizeFaults(root: string): string[] {
  return sizes.productFiles(root).flatMap((file) => {
    const [count, limit] = [sizes.linesOf(root, file), sizes.limitOf(file)]
    return count <= limit ? [] : [`${file} has ${count} lines, at most ${limit}: split it`]
  })
}

function widthFaults(root: string, files: readonly string[]): string[] {
  return files.flatMap((file) => readText(root, file).split('\n').flatMap((line, at) => {
    const width = [...line].length
    return width <= MAX_LINE_CHARACTERS ? [] : [`${file}:${at + 1} has ${width} characters`]
  }))
}

/** Imports that Node itself could not follow, or that lead out of the project. */
function importFaults(root: string, files: readonly string[], known: readonly string[]): string[] {
  return files.flatMap((file) => importsOf(readText(root, file)).flatMap((name) => {
    const isRelative = /^\.\.?\//.test(name)
    const isNode = name.startsWith('node:') && isBuiltin(name)
    if (isNode || name.includes('${') || (file === 'run.mjs' && name === 'tsx')) return []
    if (!isRelative) return [`${file} imports ${name}: only node: modules and files of the project`]
    const target = posix.join(posix.dirname(file), name)
    if (!/\.(ts|mjs)$/.test(name)) return [`${file} imports ${name}: write the ending .ts`]
    return known.includes(target) ? [] : [`${file} imports ${name}, which is not there`]
  }))
}

function syntaxFaults(root: string, files: readonly string[]): string[] {
  return files.flatMap((file) => readText(root, file).split('\n').flatMap((line, at) => {
    const found = NOT_ERASABLE.filter(([, pattern]) => pattern.test(line))
    return found.map(([what]) => `${file}:${at + 1} is ${what}, which Node does not run by itself`)
  }))
}

function packageFaults(root: string): string[] {
  const manifest = JSON.parse(readText(root, 'package.json')) as Record<string, unknown>
  const kinds = ['dependencies', 'peerDependencies', 'optionalDependencies', 'bundleDependencies',
    'bundledDependencies']
  const lock = readText(root, 'package-lock.json')
  const fromRegistry = lock.split('\n').filter((line) => line.includes('"resolved"'))
  return [
    ...kinds.filter((kind) => kind in manifest).map((kind) => `package.json has ${kind}`),
    ...(fromRegistry.length === 0 ? [] : [`package-lock.json has ${fromRegistry.length} "resolved" lines`]),
  ]
}

function wordFaults(root: string): string[] {
  return filesOf(root).flatMap((file) => {
    const text = readText(root, file)
    if (text.includes('\0')) return [] // not a text
    return FORBIDDEN.filter((word) => text.includes(word)).map((word) => `${file} holds ${word}`)
  })
}

function codeFiles(root: string, ending: RegExp): string[] {
  return filesOf(root).filter((file) => ending.test(file))
}

function none(faults: readonly string[]): void {
  assert.ok(faults.length === 0, faults.join('\n'))
}

const TYPESCRIPT = /\.ts$/
const CODE = /\.(ts|mjs)$/

test('no product file has more lines than its kind may have', () => {
  none(sizeFaults(PROJECT))
})

test('no line of a product file is wider than 110 characters', () => {
  none(widthFaults(PROJECT, sizes.productFiles(PROJECT)))
})

test('no line of a test is wider than 110 characters', () => {
  const product = sizes.productFiles(PROJECT)
  none(widthFaults(PROJECT, codeFiles(PROJECT, CODE).filter((file) => !product.includes(file))))
})

test('what an auditor reads and samples stays within its limits', () => {
  const { code, readers, tables } = sizes.auditSums(PROJECT)
  assert.ok(code <= sizes.MAX_AUDIT_LINES, `${code} lines of code, at most ${sizes.MAX_AUDIT_LINES}`)
  assert.ok(readers <= sizes.MAX_READER_LINES, `${readers} lines of readers`)
  assert.ok(tables <= sizes.MAX_TABLES_LINES, `${tables} lines of tables, at most ${sizes.MAX_TABLES_LINES}`)
})

test('every product file has its phrase', () => {
  none(sizes.listFaults(PROJECT))
})

test('README shows the sizes as they are; node test/sizes.mjs --write renews them', () => {
  const page = readText(PROJECT, 'README.md')
  const words = 'the table between <!-- sizes --> and <!-- /sizes --> is not there, or not the measured one'
  assert.ok(sizes.tableIn(page) === sizes.sizeTable(PROJECT), words)
})

test('imports end in .ts and lead to files of the project or to Node', () => {
  const files = codeFiles(PROJECT, CODE).filter((file) => !/^(test|bench)\//.test(file))
  none(importFaults(PROJECT, files, filesOf(PROJECT)))
})

test('agent.ts imports nothing of the project', () => {
  assert.deepEqual(importsOf(readText(PROJECT, 'agent.ts')).filter((name) => !name.startsWith('node:')), [])
})

test('no syntax that needs more than types taken out', () => {
  none(syntaxFaults(PROJECT, codeFiles(PROJECT, TYPESCRIPT)))
})

test('the package depends on nothing at run time, and the lock file names no place', () => {
  none(packageFaults(PROJECT))
})

test('no file names a place that only one machine has', () => {
  none(wordFaults(PROJECT))
})

// The rules themselves, on a folder that breaks them.

/** Writes files into a new folder, which is removed after the test. */
function folderWith(t: { after(work: () => void): void }, files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'house-'))
  t.after(() => rmSync(root, { recursive: true }))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return root
}

const lines = (count: number) => '//\n'.repeat(count)

test('the limits are 240 for the loop, 300 for tables of programs, 200 for the rest', (t) => {
  const within = {
    'agent.ts': lines(240), 'programs/git.ts': lines(300), 'a.mjs': lines(200),
    'policy.json': `${lines(199)}//`, 'test/long.ts': lines(500), 'package.json': lines(500),
    'lessons/01-loop/exercise.test.ts': lines(500), 'lessons/01-loop/run.ts': lines(200),
  }
  assert.deepEqual(sizeFaults(folderWith(t, within)), [])
  const beyond = {
    'agent.ts': lines(241), 'programs/git.ts': lines(301), 'cli/a.ts': lines(201),
    'lessons/01-loop/wrong.ts': lines(201), 'policy.json': lines(201), 'b.js': `${lines(200)}//`,
  }
  assert.deepEqual(sizeFaults(folderWith(t, beyond)), [
    'agent.ts has 241 lines, at most 240: split it',
    'b.js has 201 lines, at most 200: split it',
    'cli/a.ts has 201 lines, at most 200: split it',
    'lessons/01-loop/wrong.ts has 201 lines, at most 200: split it',
    'policy.json has 201 lines, at most 200: split it',
    'programs/git.ts has 301 lines, at most 300: split it',
  ])
})

test('a line is measured in characters', (t) => {
  const root = folderWith(t, { 'a.ts': `${'é'.repeat(110)}\n${'😀'.repeat(110)}\n${'x'.repeat(111)}\n` })
  assert.deepEqual(widthFaults(root, ['a.ts']), ['a.ts:3 has 111 characters'])
})

test('the table follows the reading order and counts what is there', (t) => {
  const audited = ['permit', 'effects', 'command', 'words', 'expand', 'paths', 'schema', 'policy']
  const root = folderWith(t, {
    ...Object.fromEntries(audited.map((name, at) => [`${name}.ts`, lines(at + 1)])),
    'places.ts': lines(20), 'programs/a.ts': lines(3), 'agent.ts': lines(7), 'empty.ts': '',
    'lessons/01-loop/run.ts': lines(9),
  })
  const phrases: [string, string][] = [
    ['permit.ts', 'refuses'], ['agent.ts', 'loops'], ['gone.ts', 'was here'],
  ]
  assert.deepEqual(sizes.sizeTable(root, phrases).split('\n'), [
    '| file | lines | what it is |',
    '|---|---:|---|',
    '| `permit.ts` | 1 | refuses |',
    '| `agent.ts` | 7 | loops |',
    '',
    'Together 8 lines. Who audits the authority reads 36 of them (permit.ts, effects.ts, steps.ts, '
      + 'command.ts, words.ts, expand.ts, paths.ts, schema.ts, policy.ts),',
    'then 0 that read the tables of programs (programs/facts.ts, programs/options.ts, programs/kinds.ts, '
      + 'programs/form.ts, programs/tables.ts, programs/scripts.ts, programs/repository.ts, '
      + 'programs/own.ts),',
    'and samples 23 of tables (places.ts, refusals.ts, programs/).',
  ])
  assert.deepEqual(sizes.listFaults(root, [...phrases, ['agent.ts', 'again']]), [
    'command.ts needs a row in test/sizes.mjs',
    'effects.ts needs a row in test/sizes.mjs',
    'empty.ts needs a row in test/sizes.mjs',
    'expand.ts needs a row in test/sizes.mjs',
    'paths.ts needs a row in test/sizes.mjs',
    'places.ts needs a row in test/sizes.mjs',
    'policy.ts needs a row in test/sizes.mjs',
    'programs/a.ts needs a row in test/sizes.mjs',
    'schema.ts needs a row in test/sizes.mjs',
    'words.ts needs a row in test/sizes.mjs',
    'gone.ts is no more: take it out there',
    'agent.ts stands there twice',
  ])
})

test('a page keeps all but the table between its marks', () => {
  const page = 'before\n<!-- sizes -->\nold $&\n<!-- /sizes -->\nafter\n'
  assert.equal(sizes.tableIn(page), 'old $&')
  const renewed = sizes.withTable(page, 'new $& $1')
  assert.equal(renewed, 'before\n<!-- sizes -->\nnew $& $1\n<!-- /sizes -->\nafter\n')
  assert.equal(sizes.withTable(renewed, 'old $&'), page)
  const empty = '<!-- sizes -->\n<!-- /sizes -->'
  assert.equal(sizes.tableIn(empty), '')
  assert.equal(sizes.withTable(empty, 'a\nb'), '<!-- sizes -->\na\nb\n<!-- /sizes -->')
  const backwards = '<!-- /sizes -->\n<!-- sizes -->'
  for (const broken of ['', 'no marks\n', '<!-- sizes -->\nopen\n', `${page}${page}`, backwards]) {
    assert.equal(sizes.tableIn(broken), null)
    assert.throws(() => sizes.withTable(broken, 'new'), {
      message: 'README.md needs the lines <!-- sizes --> and <!-- /sizes -->, once, in order',
    })
  }
})

test('imports are found in each form, and the wrong ones told', (t) => {
  const root = folderWith(t, {
    'a.ts': [
      "import { readFileSync } from 'node:fs'", "import type { B } from './b.ts'", "import './b'",
      'import {', '  one,', "} from './b.js'", "export { two } from './gone.ts'", "import x from 'left-pad'",
      "import y from 'fs'", "const z = await import('node:nothing')", "// from './comment'",
      'const w = await import(`./${name}.ts`)', "type T = import('./b.ts').T",
    ].join('\n'),
    'b.ts': '',
  })
  assert.deepEqual(importFaults(root, ['a.ts', 'b.ts'], ['a.ts', 'b.ts']), [
    'a.ts imports ./b.js: write the ending .ts',
    'a.ts imports ./gone.ts, which is not there',
    'a.ts imports left-pad: only node: modules and files of the project',
    'a.ts imports fs: only node: modules and files of the project',
    'a.ts imports ./b: write the ending .ts',
    'a.ts imports node:nothing: only node: modules and files of the project',
  ])
})

const PRIVATE = ['constructor', '(private b: number) {} }'].join('') // in pieces: this file is looked at too

test('syntax that types alone do not explain is told', (t) => {
  const root = folderWith(t, {
    'a.ts': [
      '@sealed', '@a.b({ c: 1 }) export class D {}', `class A { ${PRIVATE}`, 'export const enum E { A }',
      'enum F { A }',
      'namespace N {', 'declare module M {', "import fs = require('fs')",
    ].join('\n'),
    'good.ts': ['/** @param a */', 'const table = `', '  @word rest', '`',
      'class A { b; constructor(b: number) { this.b = b } }',
      'const namespace = 1', 'const enumeration = {}', "import type { A } from './a.ts'"].join('\n'),
  })
  const words = ' which Node does not run by itself'
  assert.deepEqual(syntaxFaults(root, ['a.ts', 'good.ts']), [
    `a.ts:1 is a decorator,${words}`,
    `a.ts:2 is a decorator,${words}`,
    `a.ts:3 is a parameter property,${words}`,
    `a.ts:4 is an enum,${words}`,
    `a.ts:5 is an enum,${words}`,
    `a.ts:6 is a namespace,${words}`,
    `a.ts:7 is a namespace,${words}`,
    `a.ts:8 is an import by require,${words}`,
  ])
})

test('a dependency, a registry address and a foreign path are told', (t) => {
  const root = folderWith(t, {
    'package.json': '{ "dependencies": {}, "peerDependencies": {}, "devDependencies": {} }',
    'package-lock.json': '{\n"resolved": "x",\n"resolved": "y"\n}',
    'page.md': `see ${FORBIDDEN[0]}/a and ${FORBIDDEN[6]}.org`,
    'picture.png': `\0${FORBIDDEN[0]}`,
  })
  assert.deepEqual(packageFaults(root), [
    'package.json has dependencies', 'package.json has peerDependencies',
    'package-lock.json has 2 "resolved" lines',
  ])
  assert.deepEqual(wordFaults(root), [`page.md holds ${FORBIDDEN[0]}`, `page.md holds ${FORBIDDEN[6]}`])
})
