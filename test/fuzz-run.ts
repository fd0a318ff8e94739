// fuzz-run.ts: `npm run fuzz [COUNT [FIRST]]`: judges random calls, a million from seed 1 on, and says what
// came of them. Exit code 1: something did not hold; the seed and the call are printed, and the same two
// numbers (`npm run fuzz 1 SEED`) show it again. Nothing is run.

import { TOOLS } from '../tools.ts'
import { callOn, judgedWell, makeGround, policiesOf } from './fuzz-ground.ts'

const COUNT = 1_000_000
const LIMIT_MS = 50 // of processor time for one call
const SHOWN_FINDINGS = 20
const SLOWEST = 5
const SHOWN_CHARACTERS = 300

const [count = COUNT, first = 1] = process.argv.slice(2).map(Number)
const ground = makeGround()
process.on('exit', ground.remove)
const policies = policiesOf(ground)
const answers: Record<string, number> = {}
let slowest: { ms: number; seed: number }[] = []
let findings = 0

const start = performance.now()
for (let seed = first; seed < first + count; seed++) {
  const { call, policy } = callOn(ground, seed, policies)
  const { answer, faults, ms } = judgedWell(policy, call, LIMIT_MS)
  const key = `${TOOLS.some(({ name }) => name === call.name) ? call.name : 'no tool'} ${answer}`
  answers[key] = (answers[key] ?? 0) + 1
  if (slowest.length < SLOWEST || ms > slowest.at(-1)!.ms) {
    slowest = [...slowest, { ms, seed }].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  }
  if (faults.length > 0 && ++findings <= SHOWN_FINDINGS) {
    console.log(`seed ${seed}: ${faults.join('; ')}\n${inJson(call)}`)
  }
}
const seconds = (performance.now() - start) / 1_000

console.log(`${count} calls from seed ${first}, ${seconds.toFixed(1)} s, ${findings} findings`)
for (const [key, times] of Object.entries(answers).sort()) {
  console.log(`${key.padEnd(20)} ${String(times).padStart(8)}  ${(100 * times / count).toFixed(1)} %`)
}
for (const { ms, seed } of slowest) {
  console.log(`${ms.toFixed(1)} ms by the clock: seed ${seed}: ${inJson(callOn(ground, seed).call)}`)
}
process.exitCode = findings === 0 && count > 0 ? 0 : 1

/** The call, as far as JSON has words for it. */
function inJson(call: unknown): string {
  const text = JSON.stringify(call, (_, value: unknown) => {
    return ['bigint', 'symbol', 'function', 'undefined'].includes(typeof value) ? String(value) : value
  })
  return text.length > SHOWN_CHARACTERS && count > 1 ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}
