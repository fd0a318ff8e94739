// run.ts: the demonstration of lesson 03. It shows what each command line is to permit: exact vectors, or a
// refusal; then two lines really run, one call after the other. Everything happens in a temporary folder.
// `run.ts run` shows only the second part; `run.ts tables` shows one line of a table, and what tables say.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { effectsOf } from '../../effects.ts'
import { perform } from '../../perform.ts'
import { permit } from '../../permit.ts'
import { printVector } from '../../print.ts'
import { TABLES } from '../../programs/tables.ts'
import { newSession, TOOLS } from '../../tools.ts'
import type { Policy } from '../../policy.ts'

const SHOWN = [
  'ls src/*.ts | wc -l',
  "grep 'a; rm -rf $HOME' notes.md",
  'cd src && cat "b c.ts"',
  'cat notes.md | sh',
  'echo milk > notes.md',
]
const BY_TABLES = [
  'uniq -c -w 20 notes.md',
  'uniq notes.md list.md',
  'uniq --unknown notes.md',
  'uniq --cou notes.md',
  "find . -exec touch pwned ';'",
  'make',
  'git status',
]
const TABLE_WIDTH = 29
const RUN = [
  'ls src/*.ts | wc -l',
  'mv deep/door . && cat door',
]

const folder = mkdtempSync(join(tmpdir(), 'handrail-lesson-'))
const root = join(folder, 'work')
const programs = ['ls', 'cat', 'wc', 'grep', 'mv', 'uniq', 'find', 'make', 'git']
const policy: Policy = { root, writable: true, commands: programs }
const callFor = (command: string) => ({ id: 'call_1', name: 'bash', args: { command } })

/** `deep/door` leads to the workspace's own key.txt; moved up by one folder, it leads to the other one. */
function prepare(): void {
  for (const name of ['work', 'work/src', 'work/deep']) mkdirSync(join(folder, name))
  writeFileSync(join(root, 'notes.md'), 'buy milk\n')
  writeFileSync(join(root, 'src/a.ts'), '// a\n')
  writeFileSync(join(root, 'src/b c.ts'), '// b c\n')
  writeFileSync(join(root, 'key.txt'), 'a spare key\n')
  writeFileSync(join(folder, 'key.txt'), 'the key\n')
  symlinkSync('../key.txt', join(root, 'deep/door'))
}

function show(command: string): void {
  const reason = permit(policy, callFor(command))
  const { steps } = effectsOf(policy, callFor(command))
  const vectors = steps.map(({ join, vector }) => `${join} ${JSON.stringify(vector)}`.trim()).join(' ')
  console.log(`${command}\n  ${reason === null ? `runs ${vectors}` : `refused: ${reason}`}`)
}

/** What the tables say of the one step of a command. */
function showByTables(command: string): void {
  const { steps: [step], refused } = effectsOf(policy, callFor(command))
  const { given, vector, word, understood, looksOnly } = step!
  const what = [understood ? '' : 'is not understood', step!.writes ? 'writes' : '',
    step!.deletes ? 'deletes' : '', step!.runsCode ? 'runs code' : ''].filter((words) => words !== '')
  const more = vector.length === given.length ? '' : `; runs ${printVector(vector)}`
  const answer = looksOnly ? `only looks${more}` : `${word}: ${what.join(', ')}`
  console.log(`${command.padEnd(TABLE_WIDTH)} ${refused === null ? answer : `refused: ${refused}`}`)
}

async function run(command: string): Promise<void> {
  console.log(`started: ${command}`)
  const session = newSession()
  const result = await perform(policy, TOOLS, session, callFor(command), new AbortController().signal)
  console.log(`  ${result.text.replaceAll('\n', '\n  ')}\n${result.ok ? 'completed' : 'failed'}`)
}

try {
  prepare()
  const part = process.argv[2]
  if (part === 'tables') {
    console.log(`uniq in its table:\n    ${TABLES['uniq']!.replace(/\s*\n\s*/g, '\n    ')}`)
    BY_TABLES.forEach(showByTables)
  } else {
    if (part !== 'run') SHOWN.forEach(show)
    for (const command of RUN) await run(command)
  }
} finally {
  rmSync(folder, { recursive: true })
}
