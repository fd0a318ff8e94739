// part.mjs: `node part.mjs NAME SETTINGS`: one part of the benchmark in this process, which has done nothing
// before. It prints the part's rows as one line of JSON.

import { writeSync } from 'node:fs'

const [name, settings] = process.argv.slice(2)
const { measure } = await import(`./${name}.mjs`)
writeSync(1, `${JSON.stringify(await measure(JSON.parse(settings)))}\n`)
process.exit(0)
