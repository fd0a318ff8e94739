// renew.ts: `node run.mjs test/renew.ts` writes into the pages what the code and the commands really give:
// the table of sizes, regions, files, and what commands print. Read the difference before it is committed:
// whether what a page now shows is right, and still what its words say, only a person can tell.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { copyOf, PROJECT } from './children.ts'
import { blocksOf, commandsOf, pagesOf, readText, regionsOf } from './course.ts'
import { normalised, printed, withoutPlaces } from './trials.ts'
import type { Block } from './course.ts'

const MAX_PASSES = 4 // what a command prints may depend on the page that shows it

/** Renews the pages of a project until they stay; the paths of those that changed. */
export async function renew(root: string): Promise<string[]> {
  const changed = new Set<string>()
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const stale: string[] = []
    for (const page of pagesOf(root)) {
      const old = readText(root, page)
      const text = await renewed(root, old)
      if (text === old) continue
      writeFileSync(join(root, page), text)
      stale.push(page)
      changed.add(page)
    }
    if (stale.length === 0) break
  }
  return [...changed]
}

/** A page with renewed blocks; what cannot be renewed stays, for the tests to tell. */
async function renewed(root: string, page: string): Promise<string> {
  const copy = copyOf(root)
  try {
    const bodies: [Block, string[]][] = []
    for (const block of blocksOf(page)) {
      const body = block.end === 0 ? null : await bodyOf(copy, block)
      if (body !== null) bodies.push([block, body])
    }
    const lines = page.split('\n')
    for (const [{ line, end }, body] of bodies.reverse()) lines.splice(line, end - line - 1, ...body)
    return lines.join('\n')
  } finally {
    rmSync(dirname(copy), { recursive: true, force: true })
  }
}

async function bodyOf(root: string, { info, body }: Block): Promise<string[] | null> {
  if (info === 'console') return body.startsWith('$ ') ? outputOf(root, body) : null
  const [, kind, file = '', name = ''] = /^(ts|json) ([\w./-]+?)(?:#([\w-]+))?$/.exec(info) ?? []
  try {
    const text = readText(root, file)
    const found = kind === 'json' ? text.replace(/\n$/, '') : regionsOf(text).regions.get(name)
    return found?.split('\n') ?? null
  } catch {
    return null // there is no such file
  }
}

/** The commands of a block, each with what it prints; what may differ stays as it was. */
async function outputOf(root: string, body: string): Promise<string[]> {
  const lines: string[] = []
  for (const { command, output } of commandsOf(['```console', body, '```'].join('\n'))) {
    const { text } = await printed(root, command)
    const isSame = normalised(output, root) === normalised(text, root)
    const shown = (isSame ? output : withoutPlaces(text, root)).replace(/[ \t]+$/gm, '').replace(/\n+$/, '')
    lines.push(`$ ${command}`, ...(shown === '' ? [] : shown.split('\n')))
  }
  return lines
}

if (process.argv[1] === join(PROJECT, 'test', 'renew.ts')) {
  const sizes = await import(join(PROJECT, 'test', 'sizes.mjs'))
  const readme = join(PROJECT, 'README.md')
  writeFileSync(readme, sizes.withTable(readFileSync(readme, 'utf8'), sizes.sizeTable(PROJECT)))
  for (const page of await renew(PROJECT)) console.log(`renewed: ${page}`)
}
