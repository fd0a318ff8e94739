// audit-claims.test.ts: AUDIT.md beside the tree. Every claim names tests that are there, every figure is the
// tree's, and each product file is one that somebody has to trust or not. `node run.mjs
// test/audit-claims.test.ts --write` renews the figures. Whether a test proves its claim, only a reader sees.

import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PROJECT } from './children.ts'

/** What of sizes.mjs is used here. */
interface Sizes {
  AUDITED: string[]
  PHRASES: [file: string, phrase: string][]
  productFiles(root: string): string[]
  linesOf(root: string, file: string): number
}

const sizes: Sizes = await import(join(PROJECT, 'test', 'sizes.mjs'))

const PAGE = 'AUDIT.md'
const MAX_PAGE_LINES = 230
const LEAST_CLAIMS = 30
const LINES_A_MINUTE = 18 // of code that decides, with the thinking
const [START, END] = ['<!-- figures -->', '<!-- /figures -->']

// Claims

/** One sentence, and the tests that prove it, as `file.test: describe > test`. `line` counts from 1. */
interface Claim { line: number; text: string; proofs: string[] }

/** The claims of a page: the items below its heading `Claims`, each line in brackets being a proof. */
function claimsOf(page: string): { claims: Claim[]; faults: string[] } {
  const claims: Claim[] = []
  const faults: string[] = []
  let isInside = false
  for (const [at, line] of page.split('\n').entries()) {
    const [fault, last] = [`line ${at + 1} is no claim and no proof of one: ${line}`, claims.at(-1)]
    if (line.startsWith('## ')) isInside = line === '## Claims'
    else if (!isInside || line === '' || line.startsWith('### ')) continue
    else if (line.startsWith('- ')) claims.push({ line: at + 1, text: line.slice(2), proofs: [] })
    else if (!last || !line.startsWith('  ')) faults.push(fault)
    else if (/^ {2}\([\w-]+\.test: .+\)$/.test(line)) last.proofs.push(line.slice(3, -1))
    else if (last.proofs.length === 0 && !line.startsWith('  (')) last.text += ` ${line.trim()}`
    else faults.push(fault)
  }
  return { claims, faults }
}

/** Whether a claim is one sentence with a proof, and each of its proofs is a test that is there once. */
function faultsOf({ line, text, proofs }: Claim, namesIn: (file: string) => string[] | null): string[] {
  const about = `${PAGE}:${line}`
  const faults = /^[^.]*(\.[^ .][^.]*)*\.$/.test(text) ? [] : [`${about}: a claim is one sentence: ${text}`]
  if (proofs.length === 0) faults.push(`${about}: no test proves: ${text}`)
  for (const proof of proofs) {
    const [file = '', name = ''] = proof.split(/: (.*)/s)
    const names = namesIn(`test/${file}.ts`)
    const count = names?.filter((one) => one === name).length
    if (names === null) faults.push(`${about}: there is no test/${file}.ts`)
    else if (count !== 1) faults.push(`${about}: test/${file}.ts has ${count} tests with the name ${name}`)
  }
  return faults
}

/** The names of the tests in a source, with those of the describe around them. It reads plain texts behind
 *  `test(` and `describe(` at a line's start, and goes by indentation; a test that is always skipped, or only
 *  to be done, is none. */
function testNames(source: string): string[] {
  const around: { depth: number; name: string }[] = []
  return source.split('\n').flatMap((line) => {
    const depth = line.length - line.trimStart().length
    if (line.trim() !== '') while (around.length > 0 && around.at(-1)!.depth >= depth) around.pop()
    const [, kind, , text] = /^\s*(describe|test)\((['"])((?:\\.|(?!\2).)*)\2, /.exec(line) ?? []
    if (text === undefined || /\b(skip|todo): (true|['"])/.test(line)) return []
    const name = text.replace(/\\(.)/g, '$1')
    if (kind === 'describe') around.push({ depth, name })
    return kind === 'test' ? [[...around.map((one) => one.name), name].join(' > ')] : []
  })
}

function namesIn(file: string): string[] | null {
  return existsSync(join(PROJECT, file)) ? testNames(textOf(file)) : null
}

function textOf(file: string): string {
  return readFileSync(join(PROJECT, file), 'utf8')
}

// Figures

/** What is sampled or only known of: what it does, and the files; a folder is for all that no row names. */
const GROUPS: [does: string, files: string[]][] = [
  ['to know programs', [
    'form', 'tables', 'facts', 'options', 'kinds', 'scripts', 'repository', 'own',
  ].map((name) => `programs/${name}.ts`)],
  ['tables: programs, places, refusals', ['programs/', 'places.ts', 'refusals.ts']],
  ['to judge rounds', ['lessons/05-tiers/tiers.ts', 'lessons/04-rounds/rounds.ts', 'perform.ts', 'tools.ts']],
  ['to have a person agree', [
    ...['confirm', 'request', 'show', 'preview', 'ask', 'keyboard'].map((name) => `06-confirm/${name}`),
    ...['grants', 'forms', 'match', 'state'].map((name) => `07-grants/${name}`),
  ].map((name) => `lessons/${name}.ts`)],
  ['to have fewer questions', [
    ...['auto', 'rules', 'small', 'found', 'fetched', 'scratch', 'vectors', 'forms', 'round', 'classifier',
      'toggle'].map((name) => `lessons/08-auto/${name}.ts`),
    ...['categories', 'layer'].map((name) => `lessons/09-categories/${name}.ts`), 'cli/classifier.ts',
  ]],
  ['to record, go on, and look', [
    ...['record', 'events', 'lines', 'mask', 'lock', 'where', 'resume', 'compare', 'page', 'page-text',
      'page-rounds', 'page-totals', 'page-top', 'page-rows', 'page-call', 'page-style', 'page-script']
      .map((name) => `lessons/10-record/${name}.ts`), 'cli/recording.ts', 'cli/view.ts',
  ]],
  ['tables: small things, dangers, kinds', [
    ...['harmless', 'dangers', 'away'].map((name) => `lessons/08-auto/${name}.ts`),
    ...['triggers', 'triggers-here'].map((name) => `lessons/09-categories/${name}.ts`),
  ]],
  ['to act', ['read.ts', 'write.ts', 'content.ts', 'bash.ts', 'process.ts', 'pipes.ts', 'groups.ts',
    'output.ts', 'print.ts']],
  ['to ask a model; holds the key', ['models/', 'cli/provider.ts']],
  ['to begin, go on, and show', ['agent.ts', 'run.ts', 'cli/', 'json.ts', 'provider.ts', 'run.mjs',
    'example.ts', 'policy.example.json']],
]

/** The files of a group, those of a folder being what no other group names. */
function filesOf(root: string, entries: readonly string[]): string[] {
  const named = [...sizes.AUDITED, ...GROUPS.flatMap(([, files]) => files)]
  const inFolder = (entry: string, file: string) => entry.endsWith('/') && file.startsWith(entry)
  return sizes.productFiles(root).filter((file) => {
    return entries.includes(file) || (!named.includes(file) && entries.some((entry) => inFolder(entry, file)))
  })
}

/** The table between the marks: the files that decide one by one, then groups. */
function figures(root: string): string {
  const linesOf = (files: readonly string[]) => {
    return files.reduce((sum, file) => sum + sizes.linesOf(root, file), 0)
  }
  const minutesOf = (lines: number) => Math.max(1, Math.round(lines / LINES_A_MINUTE))
  const phrases = new Map(sizes.PHRASES)
  const rows = sizes.AUDITED.map((file): [string, string, number, number] => {
    const lines = linesOf([file])
    return [`\`${file}\``, phrases.get(file) ?? 'it decides', lines, minutesOf(lines)]
  })
  const [lines, minutes] = [2, 3].map((at) => rows.reduce((sum, row) => sum + Number(row[at]), 0))
  const groups = GROUPS.map(([does, files]) => {
    return [files.map((file) => `\`${file}\``).join(' '), does, linesOf(filesOf(root, files)), ''] as const
  })
  const whole = ['together', 'to judge', lines, minutes] as const
  const cells = [...rows, whole, ...groups].map((row) => `| ${row.join(' | ')} |`.replace('|  |', '| |'))
  return ['| file | what it does | lines | minutes |', '|---|---|---:|---:|', ...cells].join('\n')
}

/** What stands between the marks, and the page with something else there. Throws when a mark is missing. */
function between(page: string, other = ''): { figures: string; page: string } {
  const [before = '', rest, ...more] = page.split(`${START}\n`)
  const [inside = '', after, ...others] = (rest ?? '').split(END)
  if (rest === undefined || after === undefined || more.length + others.length > 0) {
    throw new Error(`${PAGE} needs the lines ${START} and ${END}, once, in order`)
  }
  return { figures: inside.trimEnd(), page: `${before}${START}\n${other}\n${END}${after}` }
}

/** Names of variables as bash.ts has them: passed on or fixed. */
function variables(): string[] {
  const source = textOf('bash.ts')
  const [, fixed = ''] = /FIXED_ENVIRONMENT = \{([^}]*)\}/.exec(source) ?? []
  const [, passed = ''] = /PASSED_ON = \[([^\]]*)\]/.exec(source) ?? []
  return ['PATH', ...(`${fixed} ${passed}`.match(/\b[A-Z]+(_[A-Z]+)*\b(?=[:'])/g) ?? [])].sort()
}

if (process.argv.includes('--write')) {
  writeFileSync(join(PROJECT, PAGE), between(textOf(PAGE), figures(PROJECT)).page)
}

test('every claim is one sentence, and its tests are there', () => {
  const { claims, faults } = claimsOf(textOf(PAGE))
  assert.deepEqual([...faults, ...claims.flatMap((claim) => faultsOf(claim, namesIn))], [])
  assert.ok(claims.length >= LEAST_CLAIMS, `${claims.length} claims`)
})

test('the page can be read in one sitting', () => {
  const lines = textOf(PAGE).trimEnd().split('\n').length
  assert.ok(lines <= MAX_PAGE_LINES, `${lines} lines, at most ${MAX_PAGE_LINES}`)
})

test('the figures are those of the tree', () => {
  assert.equal(between(textOf(PAGE)).figures, figures(PROJECT),
    'renew them: node run.mjs test/audit-claims.test.ts --write')
})

test('each product file stands in one row, and each row has files', () => {
  const counted = [sizes.AUDITED, ...GROUPS.map(([, entries]) => filesOf(PROJECT, entries))]
  const product = sizes.productFiles(PROJECT).filter((file) => !file.startsWith('lessons/'))
  const seams = GROUPS.flatMap(([, files]) => files).filter((file) => file.startsWith('lessons/'))
  assert.deepEqual(counted.flat().sort(), [...product, ...seams].sort())
  assert.ok(counted.every((files) => files.length > 0))
})

test('the variables that a program sees are named, and no others', () => {
  const [, section = ''] = /A program sees (.*?)\n\n/s.exec(textOf(PAGE)) ?? []
  const named = [...section.matchAll(/`([A-Z][A-Z_]*)`/g)].map(([, name]) => name!).sort()
  assert.deepEqual(named, variables())
})

test('claims without a test, with one that is not there, and other lines are told', () => {
  const page = ['## Claims', '- One. (a)', '- Two words', '  go on.', '  (x.test: is so)', '  (x.test: gone)',
    '  more', 'words', '- Three. Four.', '  (y.test: is so)', '## Limits', '- Five'].join('\n')
  const { claims, faults } = claimsOf(page)
  const names = (file: string) => (file === 'test/x.test.ts' ? ['is so', 'twice', 'twice'] : null)
  assert.deepEqual(claims, [
    { line: 2, text: 'One. (a)', proofs: [] },
    { line: 3, text: 'Two words go on.', proofs: ['x.test: is so', 'x.test: gone'] },
    { line: 9, text: 'Three. Four.', proofs: ['y.test: is so'] },
  ])
  assert.deepEqual(faults, [
    'line 7 is no claim and no proof of one:   more', 'line 8 is no claim and no proof of one: words',
  ])
  assert.deepEqual(claims.flatMap((claim) => faultsOf(claim, names)), [
    'AUDIT.md:2: a claim is one sentence: One. (a)', 'AUDIT.md:2: no test proves: One. (a)',
    'AUDIT.md:3: test/x.test.ts has 0 tests with the name gone',
    'AUDIT.md:9: a claim is one sentence: Three. Four.', 'AUDIT.md:9: there is no test/y.test.ts',
  ])
  const twice = { line: 1, text: 'A file is a.b here.', proofs: ['x.test: twice'] }
  assert.deepEqual(faultsOf(twice, names), ['AUDIT.md:1: test/x.test.ts has 2 tests with the name twice'])
})

test('names of tests are read with those around them', () => {
  const source = [
    "test('alone', () => {", '})', "describe('outer', () => {", "  test('it\\'s \"so\"', async (t) => {",
    "    assert.equal(asked(policy, 'a'), null)", '  })', '', "  describe('inner', () => {",
    "    test('deep', () => {})", '  })', "  test('last', { skip: IS_ROOT && 'why' }, () => {})", '})',
    'for (const name of names) {', "  test('behind', () => {})", '  test(`a ${name}`, () => {})', '}',
    "// test('said', () => {})", "test('never', { skip: true }, () => {})", "test('later', { todo: 'x' })",
    "test.skip('left out', () => {})", 'test("double", () => {})',
  ].join('\n')
  assert.deepEqual(testNames(source), ['alone', 'outer > it\'s "so"', 'outer > inner > deep', 'outer > last',
    'behind', 'double'])
})

test('a page without its marks, or with one twice, is told', () => {
  const words = { message: 'AUDIT.md needs the lines <!-- figures --> and <!-- /figures -->, once, in order' }
  const whole = `a\n${START}\nold\n${END}\nb`
  assert.deepEqual(between(whole, 'new'), { figures: 'old', page: `a\n${START}\nnew\n${END}\nb` })
  for (const page of ['', `${START}\n`, `${END}\n${START}\n`, `${whole}\n${whole}`, `${whole}\n${END}`]) {
    assert.throws(() => between(page), words)
  }
})
