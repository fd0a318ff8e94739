// record.mjs: what it costs to record a round, beside appending the same lines as they are: those of a reply
// with two calls, their decisions, their ends, and the results. On both sides each line is a write.

import { strictEqual } from 'node:assert/strict'
import { appendFileSync, mkdirSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { record } from '../lessons/10-record/record.ts'
import { newSession } from '../tools.ts'
import { race } from './race.mjs'
import { rowOf } from './rows.mjs'

const LINES = 9 // of a round: the reply, its usage, two of each of three, and the results
const OUTPUT = 'a line of some output, as programs print it\n'.repeat(20)

export async function measure({ isQuick }) {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'handrail-bench-')))
  try {
    const root = join(folder, 'work')
    mkdirSync(root)
    const file = join(folder, 'record.jsonl')
    const policy = { root, writable: false, commands: ['ls', 'cat'] }
    const recorder = record(file, { policy, session: newSession(), env: {} })
    roundOf(recorder, 1)
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(1).map((line) => `${line}\n`)
    strictEqual(lines.length, LINES)
    const bare = openSync(join(folder, 'bare.jsonl'), 'a')
    let round = 1
    const times = await race({
      ours: async () => roundOf(recorder, ++round),
      theirs: async () => lines.forEach((line) => appendFileSync(bare, line)),
    }, { rounds: isQuick ? 31 : 101, batchMilliseconds: 10 })
    const title = { group: 'the record', name: 'a round of two calls', unit: 'us' }
    const goal = { atMost: 3, of: 'appendFileSync' }
    return [rowOf({ ...title, goal }, times.ours, [{ title: 'appendFileSync', values: times.theirs }])]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** All that the seams tell of one round. */
function roundOf({ listener, onDecision, onCall }, round) {
  const calls = ['a', 'b'].map((name) => {
    return { id: `${round}${name}`, name: 'bash', args: { command: `cat ${name}.txt` } }
  })
  listener({ type: 'round', round })
  const usage = { input: 1_000, output: 50 }
  const reply = { role: 'assistant', text: 'I look.', calls, stop: 'calls', usage }
  listener({ type: 'message', message: reply })
  const results = calls.map(({ id }) => ({ id, ok: true, text: OUTPUT }))
  const decision = { allowed: true, by: 'tier', reason: 'only looks' }
  for (const call of calls) onDecision({ call, decision })
  calls.forEach((call, i) => {
    onCall({ type: 'started', call })
    onCall({ type: 'completed', call, result: results[i], milliseconds: 3 })
  })
  listener({ type: 'message', message: { role: 'results', results } })
}
