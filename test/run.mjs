// run.mjs: the suite behind `npm test`. It runs the files test/*.test.ts (with --long only test/*.long.ts,
// with names only those), counts what really ran, and says so in its last line; nothing run is a failure.
// The tests of exercises are not among them: they fail until a learner is done.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const CONCURRENT_FILES = 2
const FOLDER = dirname(fileURLToPath(import.meta.url))
const PROJECT = dirname(FOLDER)

const words = process.argv.slice(2)
const isLong = words.includes('--long')
const names = words.filter((word) => word !== '--long')
const files = chosen(names, isLong ? '.long.ts' : '.test.ts')
const { passed, failed, skipped, isWhole } = run(files)
if (passed + failed === 0) console.error('no test ran, and that is a failure')
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = isWhole && failed === 0 && passed > 0 ? 0 : 1

/** The files to run, as paths from the project on. Ends the program when a name is none of them. */
function chosen(names, ending) {
  const all = readdirSync(FOLDER).filter((name) => name.endsWith(ending)).sort()
  const unknown = names.find((name) => !all.some((file) => isNamed(file, name, ending)))
  if (unknown !== undefined) {
    console.error(`there is no ${unknown} among the tests; there are ${all.join(' ') || 'none'}`)
    console.error('An exercise has its own command: npm run exercise NN')
    process.exit(2)
  }
  const some = all.filter((file) => names.some((name) => isNamed(file, name, ending)))
  return (names.length > 0 ? some : all).map((file) => `test/${file}`)
}

/** `house`, `house.test.ts`, and the path of a file, from here or from the project on, are names of it. */
function isNamed(file, name, ending) {
  const isPath = [resolve(name), resolve(PROJECT, name)].includes(join(FOLDER, file))
  return isPath || name === file || name === basename(file, ending)
}

/** Runs them; a file that holds no test counts as failed, though Node lets it pass. */
function run(files) {
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 0, isWhole: true }
  const folder = mkdtempSync(join(tmpdir(), 'handrail-suite-'))
  const tapFile = join(folder, 'suite.tap')
  const { status } = spawnSync(process.execPath, [
    ...(process.features.typescript ? [] : ['--import', import.meta.resolve('tsx')]),
    '--test', `--test-concurrency=${CONCURRENT_FILES}`,
    '--test-reporter=spec', '--test-reporter-destination=stdout',
    '--test-reporter=tap', `--test-reporter-destination=${tapFile}`,
    ...files,
  ], { cwd: PROJECT, stdio: ['ignore', 'inherit', 'inherit'] })
  const tap = readText(tapFile)
  rmSync(folder, { recursive: true })

  const empty = files.filter((file) => holdsNoTest(tap, file))
  for (const file of empty) console.error(`${file} holds no test, and that is a failure`)
  const count = (word) => Number(tap.match(new RegExp(`^# ${word} (\\d+)$`, 'gm'))?.at(-1).split(' ')[2] ?? 0)
  return {
    passed: count('pass') - empty.length,
    failed: count('fail') + count('cancelled') + empty.length,
    skipped: count('skipped') + count('todo'),
    isWhole: status === 0,
  }
}

/** Node reports such a file as a test of its own, named by its path. */
function holdsNoTest(tap, file) {
  const names = [...tap.matchAll(/^ok \d+ - (.*)$/gm)].map(([, name]) => name.replaceAll('\\\\', '\\'))
  return names.some((name) => resolve(PROJECT, name) === join(PROJECT, file))
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // the suite did not get as far as that
  }
}
