// size.mjs: what a harness puts on a disk: its packages with all that they depend on, as they are installed
// here. Of handrail it is the product: what an auditor has to trust, without tests and benchmarks.

import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { linesOf, productFiles } from '../test/sizes.mjs'
import { rowOf } from './rows.mjs'

const PROJECT = dirname(import.meta.dirname)
const CONTENDERS = ['pi', 'ai-sdk', 'openai-agents', 'langchain']

export async function measure({ hasMore }) {
  const names = hasMore ? CONTENDERS : CONTENDERS.slice(0, 1)
  const others = []
  for (const name of names) {
    const { title, install } = await import(`./contenders/${name}.mjs`)
    others.push({ title, ...installed(join(import.meta.dirname, install.folder), install.packages) })
  }
  const files = productFiles(PROJECT).map((file) => join(PROJECT, file))
  const own = { packages: 1, files: files.length, bytes: bytesOf(files) }
  const row = (name, unit, of) => {
    return rowOf({ group: 'the install', name, unit }, [of(own)], others.map((other) => {
      return { title: other.title, values: [of(other)] }
    }))
  }
  return [
    row('packages, with what they need', '', ({ packages }) => packages),
    row('files', '', ({ files: count }) => count),
    row('megabytes', 'MB', ({ bytes }) => bytes / 1e6),
  ]
}

/** The packages that these need, found as Node finds them, and their files. */
function installed(folder, names) {
  const found = new Set()
  const open = names.map((name) => [folder, name])
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [from, name] = next
    const place = placeOf(from, name)
    if (place === null || found.has(place)) continue // null: for another system, or optional
    found.add(place)
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifestOf(place)
    const needed = { ...dependencies, ...optionalDependencies, ...peerDependencies }
    open.push(...Object.keys(needed).map((one) => [place, one]))
  }
  const files = [...found].flatMap((place) => filesBelow(place))
  return { packages: found.size, files: files.length, bytes: bytesOf(files) }
}

function placeOf(from, name) {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name)
    if (existsSync(join(place, 'package.json'))) return place
    if (folder === dirname(folder)) return null
  }
}

function manifestOf(place) {
  return JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
}

/** The files of a package; what is in its own node_modules is other packages. */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.name === 'node_modules') return []
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

function bytesOf(files) {
  return files.reduce((sum, file) => sum + lstatSync(file).size, 0)
}
