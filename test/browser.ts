// browser.ts: a headless Chromium for tests, spoken to over two pipes, so that no address is opened and
// nothing is installed. Callers close it. Where there is no Chromium, `findChromium` is null.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../process.ts'
import type { Readable, Writable } from 'node:stream'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const WORDS = [
  '--headless', '--remote-debugging-pipe', '--no-sandbox', '--no-first-run', '--disable-gpu',
  '--disable-background-networking', '--disable-component-update', '--disable-sync', '--hide-scrollbars',
]
const LIMIT_MS = 60_000

/** A message of the browser's protocol, of which tests pick what they need. */
export interface Told {
  method?: string
  params?: any
  id?: number
  result?: any
  error?: { message: string }
}

export interface Browser {
  told: Told[] // all events so far
  send(method: string, params?: object): Promise<any>
  until(method: string): Promise<void> // resolves at the next event of that name
  close(): Promise<void>
}

export function findChromium(): string | null {
  const path = process.env['PATH'] ?? ''
  return NAMES.map((name) => findProgram(name, path)).find((file) => file !== null) ?? null
}

/** Starts it, with one empty page. */
export async function openBrowser(file: string): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-browser-'))
  const child = spawn(file, [...WORDS, `--user-data-dir=${folder}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true,
  })
  const ended = once(child, 'close')
  const [input, output] = [child.stdio[3] as Writable, child.stdio[4] as Readable]
  const told: Told[] = []
  const waiting = new Set<(message: Told) => void>()
  let rest = ''
  output.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0')
    rest = messages.pop()!
    for (const message of messages.map((json) => JSON.parse(json) as Told)) {
      told.push(message)
      for (const look of [...waiting]) look(message)
    }
  })

  const wait = (isIt: (message: Told) => boolean, what: string) => new Promise<Told>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the browser did not answer to ${what}`)), LIMIT_MS)
    const look = (message: Told) => {
      if (!isIt(message)) return
      clearTimeout(timer)
      waiting.delete(look)
      resolve(message)
    }
    waiting.add(look)
  })

  let count = 0
  let sessionId: string | undefined
  const send = async (method: string, params: object = {}) => {
    const id = ++count
    const answer = wait((message) => message.id === id, method)
    input.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
    const { result, error } = await answer
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  const { targetInfos } = await send('Target.getTargets')
  const { targetId } = targetInfos.find(({ type }: { type: string }) => type === 'page')
  sessionId = (await send('Target.attachToTarget', { targetId, flatten: true })).sessionId
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await send(`${domain}.enable`)
  return {
    told, send,
    until: async (method) => void await wait((message) => message.method === method, method),
    close: async () => {
      try { process.kill(-child.pid!, 'SIGKILL') } catch { /* it has ended by itself */ }
      await ended
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
