// run.mjs: the benchmarks behind `npm run bench`. It prints a table and what is claimed, or (--json) one JSON
// object. Times are no test: a claim that does not hold on this machine now changes no exit code.

import { availableParallelism } from 'node:os'

const USAGE = `usage: npm run bench -- [--quick] [--json]
  --quick  a few seconds instead of a minute; the numbers scatter more
  --json   one JSON object instead of the table`

const FULL = { rounds: 101, batchMilliseconds: 5 }
const QUICK = { rounds: 21, batchMilliseconds: 1 }

/** What is claimed: the worst ratio of a group, against its goal. */
const CLAIMS = {
  'decisions without paths': "a decision without paths costs at most 4 times shell-quote's parse",
  'each path of a decision': 'each path of a decision costs at most twice realpathSync.native',
}

const words = process.argv.slice(2)
const unknown = words.find((word) => word !== '--quick' && word !== '--json')
if (unknown !== undefined) stop(unknown === '--help' ? USAGE : `${unknown} is not known here\n${USAGE}`)
try {
  import.meta.resolve('shell-quote')
} catch {
  stop('missing: shell-quote. The benchmarks have dependencies of their own: npm --prefix bench ci')
}
const isQuick = words.includes('--quick')
const settings = isQuick ? QUICK : FULL

const { measurePermit } = await import('./permit.mjs').catch((error) => {
  if (error.code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error
  stop('This Node does not run TypeScript by itself: npm run bench')
})
const rows = measurePermit(settings)
const claims = Object.entries(CLAIMS).map(([group, claim]) => judged(claim, group))
const { version, platform, arch } = process
const about = { node: version, platform, arch, processors: availableParallelism(), isQuick, ...settings }
if (words.includes('--json')) console.log(JSON.stringify({ about, rows, claims }, null, 2))
else printTable()

function judged(claim, group) {
  const own = rows.filter((row) => row.group === group)
  const worst = own.reduce((a, b) => (b.ratio > a.ratio ? b : a))
  const holding = own.filter(({ ratio, goal }) => ratio <= goal).length
  return { claim, holds: holding === own.length, holding, of: own.length, worst: worst.ratio, at: worst.name }
}

function printTable() {
  const load = `${settings.rounds} rounds of ${settings.batchMilliseconds} ms in turns`
  console.log(`Node ${version}, ${platform} ${arch}, ${about.processors} processors, ${load}`)
  console.log('microseconds, medians; beside them the peer on the same text or path, and the ratio')
  let group = ''
  for (const row of rows) {
    if (row.group !== group) console.log(`\n${columns(row.group, 'handrail', row.peer, 'ratio', 'goal')}`)
    group = row.group
    const times = [row.ours, row.theirs, row.ratio].map((number) => number.toFixed(2))
    console.log(columns(`  ${row.name}`, ...times, row.goal === null ? '-' : `<= ${row.goal}`))
  }
  console.log('\nclaims')
  for (const { claim, holds, holding, of, worst, at } of claims) {
    const verdict = holds ? 'holds' : `does not hold (${holding} of ${of} do)`
    console.log(`  ${verdict}: ${claim}; the worst here is ${worst.toFixed(2)}, ${at}`)
  }
}

function columns(name, ...others) {
  return name.padEnd(46) + others.map((text) => text.padStart(13)).join('')
}

function stop(text) {
  console.error(text)
  process.exit(text === USAGE ? 0 : 1)
}
