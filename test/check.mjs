// check.mjs: `npm run check`: the types, then the whole suite with its coverage measured. What decides about
// authority must be covered whole, lines and branches. It needs the development tools, and says so when they
// are missing; nothing is fetched here.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PROJECT = dirname(dirname(fileURLToPath(import.meta.url)))
const REQUIRED_PERCENT = 100

/** Every line and every branch of these is reached by the suite. */
const COVERED = [
  'permit.ts', 'policy.ts', 'paths.ts', 'places.ts', 'schema.ts', 'command.ts', 'words.ts', 'expand.ts',
  'effects.ts', 'steps.ts', 'perform.ts', 'lessons/04-rounds/rounds.ts', 'lessons/05-tiers/tiers.ts',
  ...['confirm', 'request', 'show', 'preview', 'ask'].map((name) => `lessons/06-confirm/${name}.ts`),
  ...['grants', 'forms', 'match', 'state'].map((name) => `lessons/07-grants/${name}.ts`),
  ...['auto', 'rules', 'small', 'found', 'fetched', 'scratch', 'vectors', 'forms', 'round', 'classifier',
    'toggle'].map((name) => `lessons/08-auto/${name}.ts`),
  ...['categories', 'layer'].map((name) => `lessons/09-categories/${name}.ts`),
  ...['facts', 'options', 'kinds', 'form', 'tables', 'scripts', 'repository', 'own', 'starts', 'keys']
    .map((name) => `programs/${name}.ts`),
]

const TOOLS = {
  tsc: 'node_modules/typescript/bin/tsc',
  c8: 'node_modules/c8/bin/c8.js',
  tsx: 'node_modules/tsx/package.json',
}

const missing = Object.entries(TOOLS).filter(([, file]) => !existsSync(join(PROJECT, file)))
if (missing.length > 0) {
  console.error(`missing: ${missing.map(([name]) => name).join(', ')}`)
  console.error('This check needs the development tools: npm ci --ignore-scripts')
  process.exit(1)
}

console.log('types: tsc -p .')
if (!node([TOOLS.tsc, '-p', '.'])) fail('the types do not fit')

console.log('suite, with coverage')
const files = COVERED.filter((file) => existsSync(join(PROJECT, file)))
const raw = mkdtempSync(join(tmpdir(), 'handrail-coverage-'))
const c8 = [TOOLS.c8, '--temp-directory', raw, '--all', ...files.flatMap((file) => ['--include', file])]
// A Node that runs TypeScript by itself counts some branches otherwise: the measure is the same with tsx.
const loader = process.features.typescript ? { NODE_OPTIONS: `--import=${import.meta.resolve('tsx')}` } : {}
const suite = node([...c8, '--reporter', 'none', process.execPath, 'test/run.mjs'], loader)
const covered = suite && node([
  TOOLS.c8, 'report', ...c8.slice(1), '--reporter', 'text',
  '--check-coverage', '--lines', REQUIRED_PERCENT, '--branches', REQUIRED_PERCENT,
  '--functions', 0, '--statements', REQUIRED_PERCENT,
])
rmSync(raw, { recursive: true })
if (!suite) fail('the suite fails')
if (!covered) fail(`not every line and branch of these is covered: ${files.join(' ')}`)
console.log(`checked: types, suite, and coverage of ${files.length} files`)

function node(words, more = {}) {
  const env = { ...process.env, ...more }
  const stdio = ['ignore', 'inherit', 'inherit']
  return spawnSync(process.execPath, words.map(String), { cwd: PROJECT, env, stdio }).status === 0
}

function fail(words) {
  console.error(`check failed: ${words}`)
  process.exit(1)
}
