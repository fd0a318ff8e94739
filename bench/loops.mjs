// loops.mjs: what a harness costs beside what its model and its tools cost: the same scripted conversations,
// carried out by each contender. Every measurement is a fresh process; the contenders take turns, and another
// one begins each time, so that what slows the machine for a while slows all of them.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resultOf } from './child.mjs'
import { rowOf } from './rows.mjs'

const DEFAULT = ['handrail', 'pi', 'bare']
const MORE = ['ai-sdk', 'openai-agents', 'langchain']
const SLOW_MS = 15_000 // who needs longer is measured once
const WORKER = join(import.meta.dirname, 'worker.mjs')

/** The rows of a workload: which measure of it, and what is aimed at: `atMost` times the value of `of`, which
 *  is a contender or an ideal number. `times`: how often, in full and in quick. All but the plain one have
 *  Node's compile cache on, for all of them. */
const WORKLOADS = [
  { name: 'start', isPlain: true, times: [15, 5], rows: [
    { name: 'start to first answer', measure: 'answered', unit: 'ms', goal: { atMost: 1, of: 'pi' } },
    { name: 'memory of it', measure: 'megabytes', unit: 'MB' },
  ] },
  { name: 'start', times: [15, 5], rows: [
    { name: "start, by the compile cache", measure: 'answered', unit: 'ms', goal: { atMost: 1, of: 'pi' } },
    { name: 'memory of it', measure: 'megabytes', unit: 'MB' },
  ] },
  { name: 'rounds-1000', times: [7, 3], rows: [
    { name: 'a round, of 1,000', measure: 'microseconds', unit: 'us', goal: { atMost: 0.5, of: 'pi' } },
  ] },
  { name: 'rounds-5000', times: [5, 1], rows: [
    { name: 'a round, of 5,000', measure: 'microseconds', unit: 'us', goal: { atMost: 0.5, of: 'pi' } },
    { name: 'its last 100 by its first 100', measure: 'growth', unit: 'x', goal: { atMost: 1, ideal: 1 } },
  ] },
  { name: 'parallel', times: [5, 3], rows: [
    { name: '64 calls of 20 ms', measure: 'milliseconds', unit: 'ms', goal: { atMost: 1.1, ideal: 20 } },
  ] },
  { name: 'fat', times: [5, 3], rows: [
    { name: '200 results of 100 KB', measure: 'milliseconds', unit: 'ms', goal: { atMost: 1, of: 'pi' } },
    { name: 'memory at their end', measure: 'megabytes', unit: 'MB', goal: { atMost: 1, of: 'pi' } },
  ] },
  { name: 'confirm', times: [7, 3], rows: [
    { name: 'a confirmed round', measure: 'microseconds', unit: 'us', goal: { atMost: 0.5, of: 'pi' } },
  ] },
]

export async function measure({ isQuick, hasMore }) {
  const names = hasMore ? [...DEFAULT, ...MORE] : DEFAULT
  const contenders = await Promise.all(names.map(async (name) => {
    return { name, title: (await import(`./contenders/${name}.mjs`)).title }
  }))
  const cache = mkdtempSync(join(tmpdir(), 'handrail-bench-cache-'))
  try {
    const rows = []
    for (const workload of WORKLOADS) rows.push(...await rowsOf(workload, contenders, isQuick, cache))
    return rows
  } finally {
    rmSync(cache, { recursive: true })
  }
}

async function rowsOf({ name, isPlain = false, times, rows }, contenders, isQuick, cache) {
  const env = { ...process.env, NODE_ENV: 'production', LANGSMITH_TRACING: 'false' }
  delete env.NODE_COMPILE_CACHE
  if (!isPlain) env.NODE_COMPILE_CACHE = cache
  if (name === 'start') for (const one of contenders) await runOnce(one.name, name, env) // fills the cache
  const taken = new Map(contenders.map((one) => [one, []]))
  for (let turn = 0; turn < times[isQuick ? 1 : 0]; turn++) {
    for (let i = 0; i < contenders.length; i++) {
      const one = contenders[(turn + i) % contenders.length]
      const results = taken.get(one)
      if (results[0]?.answered > SLOW_MS) continue
      results.push(await runOnce(one.name, name, env))
    }
  }
  return rows.map((row) => {
    const valuesOf = (one) => taken.get(one).map((result) => result[row.measure])
    const [own, ...others] = contenders.map((one) => ({ ...one, values: valuesOf(one) }))
    const goal = row.goal && { ...row.goal, of: contenders.find((one) => one.name === row.goal.of)?.title }
    return rowOf({ group: 'the loop', name: row.name, unit: row.unit, goal }, own.values, others)
  })
}

/** The measures of one fresh process, with the milliseconds from its start to its answer. */
async function runOnce(contender, workload, env) {
  const { result, answered } = await resultOf([WORKER, contender, workload], env)
  return { ...result, answered }
}
