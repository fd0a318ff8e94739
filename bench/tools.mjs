// tools.mjs: what the tools cost beside what Node alone needs for the same: a command beside a bare spawn, a
// page of a file beside reading all of it. Ours is judged, bounded and cleaned; the bare one is none of that.

import { match } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { perform } from '../perform.ts'
import { builtInPolicy } from '../policy.ts'
import { newSession, TOOLS } from '../tools.ts'
import { race } from './race.mjs'
import { rowOf } from './rows.mjs'

const COMMANDS = [
  { name: 'echo hello', vector: ['echo', 'hello'], goal: { atMost: 1.15, of: 'bare spawn' } },
  { name: 'seq 1 100000 (589 KB)', vector: ['seq', '1', '100000'] },
  { name: 'seq 1 1000 | wc -l', vector: ['sh', '-c', 'seq 1 1000 | wc -l'], line: 'seq 1 1000 | wc -l' },
]
const FILES = [['4 KB', 4_096], ['1 MB', 1_048_576], ['100 MB', 104_857_600]]
const LINE = 'abcdefghijklmnopqrstuvwxyz 0123\n' // 32 bytes
const PAGE_LINES = 400
const NEVER = new AbortController().signal

export async function measure({ isQuick }) {
  const root = realpathSync.native(mkdtempSync(join(tmpdir(), 'handrail-bench-')))
  try {
    const rows = []
    for (const one of COMMANDS) rows.push(await commandRow(root, one, isQuick))
    for (const [size, bytes] of FILES) rows.push(await fileRow(root, size, bytes, isQuick))
    return rows
  } finally {
    rmSync(root, { recursive: true })
  }
}

async function commandRow(root, { name, vector, line = vector.join(' '), goal }, isQuick) {
  const ours = calling(root, 'bash', { command: line })
  const theirs = () => said(vector, root)
  match((await ours()).text, new RegExp(`^${(await theirs()).trimEnd().slice(0, 20)}`))
  const times = await race({ ours, theirs }, { rounds: isQuick ? 31 : 101, batchMilliseconds: 10 })
  return rowOf({ group: 'the bash tool', name, unit: 'ms', goal }, ...inMilliseconds(times, 'bare spawn'))
}

async function fileRow(root, size, bytes, isQuick) {
  const path = join(root, `${bytes}.txt`)
  writeFileSync(path, LINE.repeat(bytes / LINE.length))
  const ours = calling(root, 'read', { path, limit: PAGE_LINES })
  const theirs = async () => (await readFile(path, 'utf8')).split('\n', PAGE_LINES).join('\n')
  match((await ours()).text, new RegExp(`^${LINE}`))
  const times = await race({ ours, theirs }, { rounds: isQuick ? 9 : 31, batchMilliseconds: 10 })
  const title = { group: 'the read tool', name: `${PAGE_LINES} lines of ${size}`, unit: 'ms' }
  return rowOf(title, ...inMilliseconds(times, 'readFile'))
}

/** A call through the tool, with all that is judged before it; a failure ends the benchmark. */
function calling(root, name, args) {
  const policy = builtInPolicy(root)
  const session = newSession()
  return async () => {
    const result = await perform(policy, TOOLS, session, { id: '1', name, args }, NEVER)
    if (!result.ok) throw new Error(result.text)
    return result
  }
}

/** What a program says, by the plainest means. */
function said([file, ...words], cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, words, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    child.on('error', reject).on('close', () => resolve(Buffer.concat(chunks).toString()))
  })
}

function inMilliseconds({ ours, theirs }, title) {
  const [own, values] = [ours, theirs].map((times) => times.map((time) => time / 1_000))
  return [own, [{ title, values }]]
}
