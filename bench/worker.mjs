// worker.mjs: `node worker.mjs CONTENDER WORKLOAD`: one workload of one contender in this process, which has
// done nothing before. It prints its measures as one line of JSON.

import { performance } from 'node:perf_hooks'
import { median } from './race.mjs'
import { createScript } from './script.mjs'

const WARM_UP_ROUNDS = 200
const WINDOW_ROUNDS = 100 // the first and the last of them are set side by side
const BURSTS = 9

const [contender, workload] = process.argv.slice(2)
const { load } = await import(`./contenders/${contender}.mjs`)
const run = await load()

const WORKLOADS = {
  start: async () => {
    await perform({ rounds: 1 })
    return { megabytes: peakMegabytes() }
  },
  'rounds-1000': () => manyRounds(1_000),
  'rounds-5000': () => manyRounds(5_000),
  parallel: async () => {
    const work = () => new Promise((resolve) => setTimeout(resolve, 20, 'slept'))
    await perform({ rounds: 1, width: 4, work })
    const bursts = []
    for (let i = 0; i < BURSTS; i++) bursts.push((await perform({ rounds: 1, width: 64, work })).milliseconds)
    return { milliseconds: median(bursts) }
  },
  fat: async () => {
    await perform({ rounds: 50 })
    let made = 0 // each result is a text of its own
    const work = async () => Buffer.alloc(100_000, 97 + (made++ % 26)).toString('latin1')
    const { milliseconds } = await perform({ rounds: 200, work })
    return { milliseconds, megabytes: peakMegabytes() }
  },
  confirm: async () => {
    await perform({ rounds: WARM_UP_ROUNDS, asks: true })
    return perRound(await perform({ rounds: 1_000, asks: true }))
  },
}

console.log(JSON.stringify(await WORKLOADS[workload]()))

async function perform(settings) {
  const script = createScript(settings)
  const start = performance.now()
  await run(script)
  const milliseconds = performance.now() - start
  script.check()
  return { milliseconds, script }
}

async function manyRounds(rounds) {
  await perform({ rounds: WARM_UP_ROUNDS })
  const { milliseconds, script } = await perform({ rounds })
  const { requestedAt } = script
  const first = requestedAt[WINDOW_ROUNDS] - requestedAt[0]
  const last = requestedAt[rounds] - requestedAt[rounds - WINDOW_ROUNDS]
  return { ...perRound({ milliseconds, script }), growth: last / first }
}

function perRound({ milliseconds, script }) {
  return { microseconds: milliseconds * 1_000 / script.rounds }
}

function peakMegabytes() {
  return process.resourceUsage().maxRSS / 1024
}
