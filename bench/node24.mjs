// node24.mjs: runs the benchmark by Node 24 where the system's Node is older: npm's registry has it as a
// package. It is fetched anew each time, into a temporary folder that is removed afterwards.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs `file` with these words; gives its exit code. Throws an Error when there is no Node 24 to fetch. */
export function runByNode24(file, words) {
  const name = `node-${process.platform}-${process.arch}`
  const folder = mkdtempSync(join(tmpdir(), 'handrail-bench-node-'))
  try {
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent']
    const npm = ['install', '--no-save', ...quiet, '--prefix', folder, `${name}@24`]
    const fetched = spawnSync('npm', npm, { stdio: ['ignore', 2, 2] })
    if (fetched.status !== 0) throw new Error(`npm could not fetch ${name}@24`)
    const node = join(folder, 'node_modules', name, 'bin', 'node')
    return spawnSync(node, [file, ...words], { stdio: 'inherit' }).status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
