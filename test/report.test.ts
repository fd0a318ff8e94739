// report.test.ts: what a person and a program see of a run, whatever a model and its tools put into it.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { jsonReport, plainReport } from '../cli/report.ts'
import type { ToolCall } from '../agent.ts'
import type { Report, Streams } from '../cli/report.ts'

const NO = { allowed: false, by: 'permit', reason: 'no' } as const

/** A report of this kind, and what it put where. */
function reported(make: (streams: Streams) => Report, live: Streams['live'] = 'none') {
  const put = { answer: '', progress: '' }
  const report = make({
    answer: (text) => { put.answer += text },
    progress: (text) => { put.progress += text },
    live,
  })
  return { report, put }
}

const call = (args: unknown): ToolCall => ({ id: 'c1', name: 'read', args: args as Record<string, unknown> })

describe('a report for people', () => {
  test('names a call by what it is about, and of what is no text by its tool alone', () => {
    const { report, put } = reported(plainReport)
    const odd = { toString: 1, valueOf: 1 }
    for (const path of ['a b', odd, null, 3, undefined]) {
      report.onDecision({ call: call({ path }), decision: NO })
    }
    report.onDecision({ call: call({}), decision: NO })
    const alone = 'read: refused by permit: no\n'
    assert.equal(put.progress, `read a b: refused by permit: no\n${alone.repeat(5)}`)
  })

  test('cuts a long text before it looks at all of it', () => {
    const { report, put } = reported(plainReport)
    const path = `a${' '.repeat(1_000_000)}b`
    report.onDecision({ call: call({ path }), decision: NO })
    assert.equal(put.progress, `read a… (${path.length + 5} long): refused by permit: no\n`)
  })

  test('shows what could lie on a terminal as numbers', () => {
    const { report, put } = reported(plainReport, 'answer')
    report.listener({ type: 'text', text: 'a\x1b[2Jb\u202ec\n' })
    report.notice('x\x9by')
    assert.deepEqual(put, { answer: 'a\\u{1b}[2Jb\\u{202e}c\n', progress: 'x\\u{9b}y\n' })
  })

  test('counts rounds, tokens and refusals of one run, and says what would allow them', () => {
    const { report, put } = reported(plainReport)
    const usage = { input: 3, output: 2 }
    const said = { role: 'assistant' as const, text: 'so', calls: [], stop: 'end' as const, usage }
    report.listener({ type: 'message', message: said })
    report.onDecision({ call: call({ path: 'a' }), decision: NO })
    put.progress = ''
    report.end({ outcome: 'done', reason: '', text: 'so', rounds: 1 })
    assert.deepEqual(put, { answer: 'so\n', progress: '1 round, 3 tokens in, 2 out; 1 call refused '
      + '(--writable lets files change, --policy FILE lists more programs)\n' })
    put.progress = ''
    report.end({ outcome: 'limit', reason: 'too many', text: '', rounds: 2 })
    assert.equal(put.progress, 'limit: too many\n2 rounds, 0 tokens in, 0 out\n')
  })
})

describe('a report for programs', () => {
  test('is one line of JSON an event, whatever stands in it', () => {
    const { report, put } = reported(jsonReport)
    const text = 'a\nb\r\u2028c\u2029d\u0085e\x9bf\x7fg\0'
    report.listener({ type: 'text', text })
    report.end({ outcome: 'done', reason: '', text, rounds: 1 })
    assert.match(put.answer, /^[\x20-\x7e]*\n[\x20-\x7e]*\n$/)
    const [first, last] = put.answer.trim().split('\n').map((line) => JSON.parse(line))
    assert.deepEqual(first, { type: 'text', text })
    assert.deepEqual(last, { type: 'end', outcome: 'done', reason: '', text, rounds: 1 })
  })
})
