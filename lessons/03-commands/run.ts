// run.ts: the demonstration of lesson 03. It shows what each command line is to permit: exact vectors, or a
// refusal; then two lines really run, one call after the other. Everything happens in a temporary folder.
// With the argument `run` it shows only the second part.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { effectsOf } from '../../effects.ts'
import { perform } from '../../perform.ts'
import { permit } from '../../permit.ts'
import { newSession, TOOLS } from '../../tools.ts'
import type { Policy } from '../../policy.ts'

const SHOWN = [
  'ls src/*.ts | wc -l',
  "grep 'a; rm -rf $HOME' notes.md",
  'cd src && cat "b c.ts"',
  'cat notes.md | sh',
  'echo milk > notes.md',
]
const RUN = [
  'ls src/*.ts | wc -l',
  'mv deep/door . && cat door',
]

const folder = mkdtempSync(join(tmpdir(), 'handrail-lesson-'))
const root = join(folder, 'work')
const policy: Policy = { root, writable: true, commands: ['ls', 'cat', 'wc', 'grep', 'mv'] }
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

async function run(command: string): Promise<void> {
  console.log(`started: ${command}`)
  const session = newSession()
  const result = await perform(policy, TOOLS, session, callFor(command), new AbortController().signal)
  console.log(`  ${result.text.replaceAll('\n', '\n  ')}\n${result.ok ? 'completed' : 'failed'}`)
}

try {
  prepare()
  if (process.argv[2] !== 'run') SHOWN.forEach(show)
  for (const command of RUN) await run(command)
} finally {
  rmSync(folder, { recursive: true })
}
