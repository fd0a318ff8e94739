// run.mjs: the benchmark behind `npm run bench`: this harness beside its peers on the same work. Each part
// runs in a fresh process and gives rows; here they become a table, or one JSON object, or a chapter of the
// README. Times are no test: a goal that is missed on this machine now changes no exit code.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { resultOf } from './child.mjs'
import { runByNode24 } from './node24.mjs'
import { goalsOf, markdownOf, textOf } from './table.mjs'

const USAGE = `usage: npm run bench -- [OPTION...]
  --quick   fewer turns: under two minutes, and the figures scatter more
  --more    also the Vercel AI SDK, OpenAI Agents and LangChain: npm --prefix bench/more ci
  --only P  only these parts, as loops,tools
  --json    one JSON object instead of the table
  --write   puts the table into README.md, too
  --node24  fetches Node 24 into a temporary folder and runs by it`

/** The parts, each a file here that exports `measure(settings)`: rows as rows.mjs makes them. */
const PARTS = ['loops', 'size', 'permit', 'gates', 'tools', 'record', 'corpus']

/** What is installed for them, each folder with a lock file of its own. */
const INSTALLS = [
  { folder: 'bench', holds: '@earendil-works/pi-agent-core', what: '92 packages, 135 MB' },
  { folder: 'bench/more', holds: 'ai', what: '53 packages, 164 MB', isMore: true },
  {
    folder: 'bench/gemini', holds: '@google/gemini-cli-core', what: '452 packages, 376 MB',
    isOptional: true,
  },
]
const LEGEND = 'Medians of interleaved turns; in brackets ours by theirs: below 1, ours is smaller.'
const FLAGS = ['--quick', '--more', '--json', '--write', '--node24']
const MARKS = ['<!-- bench -->', '<!-- /bench -->']
const PROJECT = dirname(import.meta.dirname)
const README = join(PROJECT, 'README.md')
const FIRST_NATIVE = [22, 18] // the first Node that runs TypeScript by itself

const words = process.argv.slice(2)
const settings = { isQuick: words.includes('--quick'), hasMore: words.includes('--more') }
const parts = partsOf(words)
if (words.includes('--node24')) {
  process.exit(runByNode24(import.meta.filename, words.filter((word) => word !== '--node24')))
}
checkNeeds()
const rows = []
for (const part of parts) {
  console.error(`measuring: ${part}`)
  const words = [join(import.meta.dirname, 'part.mjs'), part, JSON.stringify(settings)]
  rows.push(...(await resultOf(words)).result)
}
const about = aboutThis()
if (words.includes('--json')) console.log(JSON.stringify({ about, rows }, null, 2))
else console.log(`${machineOf(about)}\n${LEGEND}\n\n${textOf(rows)}\n\n${goalsOf(rows)}`)
if (words.includes('--write')) writeFileSync(README, withChapter(readFileSync(README, 'utf8')))

/** The parts to run; ends the process where a word is not known. */
function partsOf([...rest]) {
  const at = rest.indexOf('--only')
  const only = at < 0 ? PARTS : rest.splice(at, 2)[1]?.split(',') ?? []
  const isStrange = (word) => !FLAGS.includes(word)
  const strange = [...rest.filter(isStrange), ...only.filter((name) => !PARTS.includes(name))]
  if (strange.includes('--help')) stop(USAGE, 0)
  if (strange.length > 0 || only.length === 0) stop(`not known here: ${strange.join(' ')}\n${USAGE}`)
  return only
}

/** Says what it needs and how long it takes, and ends the process when something is missing. */
function checkNeeds() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const isNative = major > FIRST_NATIVE[0] || (major === FIRST_NATIVE[0] && minor >= FIRST_NATIVE[1])
  if (!isNative) stop(`It needs Node ${FIRST_NATIVE.join('.')} or newer, or --node24, which fetches one.`)
  const time = settings.isQuick ? 'one minute' : 'four minutes'
  console.error(`It takes about ${time}; npm run bench -- --help tells the options.`)
  for (const { folder, holds, what, isOptional, isMore } of INSTALLS) {
    const isThere = existsSync(join(PROJECT, folder, 'node_modules', holds))
    const how = `npm --prefix ${folder} ci --ignore-scripts (${what})`
    if (isThere || (isMore && !settings.hasMore)) continue
    if (!isOptional) stop(`missing: ${holds}: ${how}`)
    console.error(`without ${holds}; to have it beside: ${how}`)
  }
}

function aboutThis() {
  const { version: node, platform, arch } = process
  const processor = cpus()[0]?.model.trim() ?? 'unknown'
  const date = new Date().toISOString().slice(0, 10)
  return { date, node, platform, arch, processor, processors: availableParallelism(), ...settings }
}

function machineOf({ date, node, platform, arch, processor, processors, isQuick }) {
  const machine = `${platform} ${arch}, ${processors} processors (${processor})`
  return `${date}, Node ${node}, ${machine}${isQuick ? ', a quick run' : ''}`
}

function withChapter(page) {
  const [start, end] = MARKS.map((mark) => page.indexOf(`\n${mark}\n`))
  if (start < 0 || end < start) throw new Error(`README.md needs the lines ${MARKS.join(' and ')}, in order`)
  const chapter = [MARKS[0], `${machineOf(about)}. ${LEGEND}`, '', markdownOf(rows)].join('\n')
  return `${page.slice(0, start + 1)}${chapter}${page.slice(end)}`
}

function stop(text, code = 1) {
  console.error(text)
  process.exit(code)
}
