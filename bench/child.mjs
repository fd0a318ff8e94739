// child.mjs: a measurement in a fresh process. It says its result in one line of JSON, and then ends; one
// that does not is killed, since what it measured is known by then and must not hold up the rest.

import { spawn } from 'node:child_process'
import { performance } from 'node:perf_hooks'

const TIMEOUT_MS = 300_000
const END_GRACE_MS = 2_000 // from the result to the end

/** Runs `node WORD...`; gives what it said, and as `answered` the milliseconds until then. Throws an Error
 *  with the end of its complaints when it says nothing. */
export function resultOf(words, env = process.env) {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
    let [said, faults, answered] = ['', '', null]
    child.stderr.setEncoding('utf8').on('data', (text) => (faults = (faults + text).slice(-2_000)))
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text
      if (answered !== null || !said.endsWith('\n')) return
      answered = performance.now() - start
      clearTimeout(timer)
      timer = setTimeout(() => child.kill('SIGKILL'), END_GRACE_MS)
    })
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      if (answered !== null) resolve({ result: JSON.parse(said), answered })
      else reject(new Error(`${words.join(' ')} ended with ${code}:\n${faults}`))
    })
  })
}
