// ask-program.ts: asks at its terminal about commands, one round after the other, and prints who said what.
// ask.test.ts drives it. Words: the folder, then for each round its commands as JSON. `before` on a line says
// that it begins to wait, so that something can be typed ahead. An interrupt ends it with code 7.

import { readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { askInTerminal } from '../lessons/06-confirm/confirm.ts'
import { requestOf } from '../lessons/06-confirm/request.ts'
import { newSession, TOOLS } from '../tools.ts'

const AHEAD_MS = 1_000
const [root = '', ...rounds] = process.argv.slice(2)
const policy = { root, writable: true, commands: ['rm', 'echo', 'ls', 'cat'] }
const asking = { policy, tools: TOOLS, session: newSession(), attended: true }
const controller = new AbortController()
process.on('SIGINT', () => {
  console.log('interrupted')
  controller.abort()
  process.exitCode = 7
})
process.on('SIGHUP', () => {}) // a terminal that goes away is met as the end of input

if (process.stdin.isTTY) console.log(`terminal ${readlinkSync('/proc/self/fd/0')}`)
process.stdout.on('resize', () => console.log(`resized to ${process.stdout.columns} columns`))

for (const round of rounds) {
  console.log('before')
  await sleep(AHEAD_MS)
  const requests = (JSON.parse(round) as string[]).map((command) => {
    return requestOf(asking, { id: command, name: 'bash', args: { command } })
  })
  const answers = await askInTerminal(requests, controller.signal)
  console.log(`answers: ${JSON.stringify(answers.map(({ allowed, words }) => words ?? allowed))}`)
}
console.log('over')
