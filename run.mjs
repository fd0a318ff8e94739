// run.mjs: the bridge for npm's scripts: `node run.mjs FILE ARGUMENT...` runs FILE on every supported Node.
// From Node 22.18 on, Node runs TypeScript by itself and nothing is installed. Below, the development tools
// are fetched once, by `npm ci` from the lock file, and tsx does it. Plain JavaScript: Node 20 must read it.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))

async function loadTsx() {
  try {
    await import('tsx')
    return true
  } catch {
    return false
  }
}

const file = process.argv[2]
if (file === undefined) {
  console.error('usage: node run.mjs FILE [ARGUMENT...]')
  process.exit(2)
}
if (!existsSync(file)) {
  console.error(`no such file: ${file}`)
  process.exit(2)
}
if (!process.features.typescript && !(await loadTsx())) {
  console.error(`Node ${process.version} does not run TypeScript by itself: fetching the tools once`)
  console.error('(npm ci --ignore-scripts). Node 22.18 or newer needs none of this.')
  const npm = spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: ['ignore', 2, 2] })
  if (npm.status !== 0 || !(await loadTsx())) {
    console.error('That did not work. Run `npm ci --ignore-scripts` by hand, or use Node 22.18 or newer.')
    process.exit(1)
  }
}
process.argv.splice(1, 2, resolve(file))
await import(pathToFileURL(process.argv[1]).href)
