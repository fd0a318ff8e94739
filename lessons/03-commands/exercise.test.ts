// exercise.test.ts: what the exercise must do. Nothing runs here: the answers follow from the steps of the
// lines. EXERCISE=solution or EXERCISE=wrong in the environment tests another file.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCommand } from '../../command.ts'

const { hidesFailure } = (
  await import(`./${process.env['EXERCISE'] ?? 'exercise'}.ts`)
) as typeof import('./exercise.ts')

/** Each line with what is said of its `npm`. */
function answers(lines: string[]): Record<string, string> {
  return Object.fromEntries(lines.map((line) => {
    const answer = hidesFailure(line, 'npm')
    return [line, answer === null ? 'told' : 'hidden']
  }))
}

/** What is expected: the same answer for all. */
function all(answer: string, lines: string[]): Record<string, string> {
  return Object.fromEntries(lines.map((line) => [line, answer]))
}

test('a failure is told when nothing follows, or only && does', () => {
  const lines = ['npm test', 'cd app && npm test', 'ls; npm test', 'ls | npm test', 'npm test && npm run x']
  assert.deepEqual(answers(lines), all('told', lines))
})

test('a failure is hidden by a pipe, by || and by another step', () => {
  const lines = ['npm test | tail -1', 'npm test || true', 'npm test; ls', 'npm test && ls || true']
  assert.deepEqual(answers(lines), all('hidden', lines))
})

test('a pipe of later programs hides nothing', () => {
  const lines = ['npm test && ls | wc -l']
  assert.deepEqual(answers(lines), all('told', lines))
})

test('a program that runs twice is asked about each time', () => {
  const hidden = ['npm i && npm test | tail -1', 'npm i | tail -1 && npm test', 'npm i; npm test']
  assert.deepEqual(answers(hidden), all('hidden', hidden))
  const told = ['npm i && npm test', 'ls; npm i && npm test']
  assert.deepEqual(answers(told), all('told', told))
})

test('quoted characters are no operators', () => {
  const lines = ["npm test 'a || b'", 'npm test "a; b"', 'npm test a\\|b', "grep 'npm test | tail' notes.md"]
  assert.deepEqual(answers(lines), all('told', lines))
})

test('a newline is a step, and a quoted name is the same program', () => {
  const lines = ['npm test\nls', "'npm' test | tail -1", 'n\\pm test || true', 'npm test | \\\n tail -1']
  assert.deepEqual(answers(lines), all('hidden', lines))
})

test('what is not understood is not judged to be harmless', () => {
  const parsed = parseCommand('npm test > log.txt')
  assert.equal(hidesFailure('npm test > log.txt', 'npm'), 'reason' in parsed && parsed.reason)
})
