// part.mjs: `node part.mjs NAME SETTINGS`: one part of the benchmark in this process, which has done nothing
// before. It prints the part's rows as one line of JSON.

const [name, settings] = process.argv.slice(2)
const { measure } = await import(`./${name}.mjs`)
process.stdout.write(`${JSON.stringify(await measure(JSON.parse(settings)))}\n`)
