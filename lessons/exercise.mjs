// exercise.mjs: `npm run exercise NN` says which file a learner edits and runs its test. The test fails until
// the TODO in that file is done, and so does this command.

import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lessonOf } from './find.mjs'

const STACK_LINES = /^ +at .*\n/gm // where in Node and in the test it failed: long, and no help here

const folder = dirname(fileURLToPath(import.meta.url))
const lesson = lessonOf(folder, process.argv[2], 'exercise')
console.log(`Edit lessons/${lesson}/exercise.ts, at its TODO, until this test passes.\n`)
const { NODE_TEST_CONTEXT: _, ...env } = process.env // with it, as below another test, Node runs nothing
const { status, stdout, stderr } = spawnSync(process.execPath, [
  ...(process.features.typescript ? [] : ['--import', import.meta.resolve('tsx')]),
  '--test', '--test-reporter=spec', join(folder, lesson, 'exercise.test.ts'),
], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
process.stdout.write((stdout ?? '').replace(STACK_LINES, ''))
process.stderr.write(stderr ?? '')
process.exitCode = status ?? 1
