// sizes.mjs: how large each product file is. `node test/sizes.mjs` prints the table, with --write it puts it
// into README.md between <!-- sizes --> and <!-- /sizes -->. The list below is the reading order, and the
// only place where a file's phrase stands: a new file of the product needs a row.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const MAX_LINES = 200
export const MAX_AGENT_LINES = 240
export const MAX_TABLE_LINES = 300
export const MAX_AUDIT_LINES = 1_100 // what an auditor reads, together
export const MAX_READER_LINES = 870 // what reads the tables of programs, together
export const MAX_TABLES_LINES = 850 // what an auditor samples, together

/** What an auditor reads to know the authority of a policy, what reads the tables, and the tables. */
export const AUDITED = [
  'permit.ts', 'effects.ts', 'steps.ts', 'command.ts', 'words.ts', 'expand.ts', 'paths.ts', 'schema.ts',
  'policy.ts',
]
export const READERS = ['facts', 'options', 'kinds', 'form', 'tables', 'scripts', 'repository', 'own']
  .map((name) => `programs/${name}.ts`)
export const TABLES = ['places.ts', 'refusals.ts', 'programs/']

/** Every product file in reading order, but for the files that each lesson has. */
export const PHRASES = [
  ['agent.ts', 'the loop and its seams; written once'],
  ['tools.ts', 'what a tool is, and the three of them'],
  ['read.ts', 'reads a page of a text file'],
  ['write.ts', 'writes a whole file that was read before'],
  ['content.ts', 'what is said of a content'],
  ['bash.ts', 'runs a command line without a shell'],
  ['permit.ts', 'whether a call may happen at all: refusals in a row'],
  ['effects.ts', 'what a call would touch: the one analysis'],
  ['steps.ts', 'what one step of a command can do'],
  ['command.ts', 'a command line becomes steps'],
  ['words.ts', 'a step becomes words'],
  ['refusals.ts', 'table: what a command is refused for'],
  ['expand.ts', 'patterns become names of files'],
  ['paths.ts', 'where a path really leads'],
  ['schema.ts', 'whether arguments fit their schema'],
  ['policy.ts', 'the authority as data'],
  ['json.ts', 'keys that stand twice'],
  ['provider.ts', 'how to reach a model'],
  ['policy.example.json', 'a policy to start from'],
  ['places.ts', 'table: what a path is to the harness'],
  ['programs/facts.ts', 'what a vector can do, by the tables'],
  ['programs/options.ts', 'which words are options, values, operands'],
  ['programs/kinds.ts', 'what a word means by its kind'],
  ['programs/form.ts', 'what a line of a table says'],
  ['programs/tables.ts', 'all tables together'],
  ['programs/scripts.ts', 'programs of sed, awk and jq on a command line'],
  ['programs/repository.ts', 'what a repository may make git start'],
  ['programs/own.ts', 'tables that a policy brings'],
  ['programs/starts.ts', 'table: words that say that a program is started'],
  ['programs/keys.ts', 'table: settings of git that do no harm'],
  ['programs/files.ts', 'table: programs that look at files'],
  ['programs/text.ts', 'table: programs that search, cut and compare'],
  ['programs/system.ts', 'table: programs about the machine'],
  ['programs/git.ts', 'table: git and its subcommands'],
  ['programs/code.ts', 'table: what runs code'],
  ['programs/change.ts', 'table: what copies, removes, packs'],
  ['perform.ts', 'one call: judged again, run, answered'],
  ['process.ts', 'runs a pipeline of exact vectors'],
  ['pipes.ts', 'the pipes between its jobs'],
  ['groups.ts', 'the process groups it has to end'],
  ['output.ts', 'output in constant memory, made harmless'],
  ['print.ts', 'a vector as a line for people'],
  ['lessons/02-hands/short.ts', 'lesson 02: a permit short enough for one look'],
  ['lessons/04-rounds/rounds.ts', 'lesson 04: layers judge a round, then it runs'],
  ['lessons/05-tiers/tiers.ts', 'lesson 05: how much could go wrong with a call'],
  ['lessons/05-tiers/gallery.ts', 'lesson 05: what got past other gates'],
  ['lessons/06-confirm/confirm.ts', 'lesson 06: who must agree before a call runs'],
  ['lessons/06-confirm/request.ts', 'lesson 06: what a person is asked about'],
  ['lessons/06-confirm/show.ts', 'lesson 06: a request as lines for a person'],
  ['lessons/06-confirm/preview.ts', 'lesson 06: what a write would change'],
  ['lessons/06-confirm/ask.ts', 'lesson 06: one question for a round'],
  ['lessons/06-confirm/keyboard.ts', 'lesson 06: lines from a person at a terminal'],
  ['lessons/07-grants/grants.ts', 'lesson 07: what was allowed beforehand'],
  ['lessons/07-grants/forms.ts', 'lesson 07: the forms of grants'],
  ['lessons/07-grants/match.ts', 'lesson 07: whether a grant fits a step or a path'],
  ['lessons/07-grants/state.ts', 'lesson 07: what a grant is bound to'],
  ['lessons/08-auto/auto.ts', 'lesson 08: a Confirm that asks less'],
  ['lessons/08-auto/rules.ts', 'lesson 08: what rules alone can say of a call'],
  ['lessons/08-auto/small.ts', 'lesson 08: whether a step is known to be small'],
  ['lessons/08-auto/harmless.ts', 'lesson 08: table: commands that are small'],
  ['lessons/08-auto/found.ts', 'lesson 08: which dangers a call shows'],
  ['lessons/08-auto/fetched.ts', 'lesson 08: code that nobody has seen'],
  ['lessons/08-auto/scratch.ts', 'lesson 08: folders that no tool makes again'],
  ['lessons/08-auto/vectors.ts', 'lesson 08: all vectors that a step shows'],
  ['lessons/08-auto/forms.ts', 'lesson 08: forms of commands, one a line'],
  ['lessons/08-auto/dangers.ts', 'lesson 08: table: commands that are a danger'],
  ['lessons/08-auto/away.ts', 'lesson 08: table: dangers to what is elsewhere'],
  ['lessons/08-auto/round.ts', 'lesson 08: rules about a call in its round'],
  ['lessons/08-auto/classifier.ts', 'lesson 08: one word from a model'],
  ['lessons/08-auto/toggle.ts', 'lesson 08: auto mode on and off'],
  ['lessons/09-categories/categories.ts', 'lesson 09: what a call is about'],
  ['lessons/09-categories/triggers.ts', 'lesson 09: table: what gives a category'],
  ['lessons/09-categories/triggers-here.ts', 'lesson 09: table: the same, about this machine'],
  ['lessons/09-categories/layer.ts', 'lesson 09: go, ask or no-go by category'],
  ['lessons/10-record/record.ts', 'lesson 10: one line for each event'],
  ['lessons/10-record/events.ts', 'lesson 10: table: what can stand in a record'],
  ['lessons/10-record/mask.ts', 'lesson 10: keeps secrets out'],
  ['lessons/10-record/lines.ts', 'lesson 10: a record as it lies in its file'],
  ['lessons/10-record/lock.ts', 'lesson 10: one process writes it'],
  ['lessons/10-record/resume.ts', 'lesson 10: the history as it was'],
  ['lessons/10-record/compare.ts', 'lesson 10: the recorded policy beside the one now'],
  ['lessons/10-record/where.ts', 'lesson 10: where records lie'],
  ['lessons/10-record/page.ts', 'lesson 10: a record as one page'],
  ['lessons/10-record/page-text.ts', 'lesson 10: whatever a record holds becomes text'],
  ['lessons/10-record/page-rounds.ts', 'lesson 10: its lines become rounds'],
  ['lessons/10-record/page-totals.ts', 'lesson 10: what can be counted'],
  ['lessons/10-record/page-top.ts', 'lesson 10: what stands above the timeline'],
  ['lessons/10-record/page-rows.ts', 'lesson 10: the timeline'],
  ['lessons/10-record/page-call.ts', 'lesson 10: one call of it'],
  ['lessons/10-record/page-style.ts', 'lesson 10: how it looks'],
  ['lessons/10-record/page-script.ts', 'lesson 10: what it does in a browser'],
  ['models/scripted.ts', 'a model that says what a script says'],
  ['models/anthropic.ts', 'the Messages API as a model'],
  ['models/anthropic-reply.ts', 'a reply from its events'],
  ['models/openai.ts', 'Chat Completions as a model'],
  ['models/openai-reply.ts', 'a reply from its chunks'],
  ['models/reply.ts', 'what both replies share'],
  ['models/history.ts', 'the history as providers take it'],
  ['models/http.ts', 'one request: tries, times, the stream'],
  ['models/clocks.ts', 'its time limits'],
  ['models/faults.ts', 'what went wrong, and what to do'],
  ['models/sse.ts', 'server-sent events from bytes'],
  ['models/wire.ts', 'foreign JSON, looked at carefully'],
  ['models/settings.ts', 'what an adapter must know'],
  ['models/list.ts', 'which models a server offers'],
  ['run.ts', 'the program: puts the seams together'],
  ['run.mjs', 'the bridge for Node 20'],
  ['example.ts', 'the smallest program of your own'],
  ['cli/options.ts', 'the command line, and the policy in force'],
  ['cli/provider.ts', 'which model answers'],
  ['cli/system.ts', 'what the model is told'],
  ['cli/consent.ts', 'who says yes in this run'],
  ['cli/classifier.ts', 'which model judges in auto mode'],
  ['cli/decisions.ts', 'remembers what was decided'],
  ['cli/commands.ts', 'what a person asks the program itself'],
  ['cli/in-force.ts', 'what a session may do, in one line'],
  ['cli/recording.ts', 'which record is written, or goes on'],
  ['cli/view.ts', 'a record becomes a page'],
  ['cli/report.ts', 'what a person or a program sees'],
  ['cli/stdin.ts', 'a task from standard input'],
  ['cli/interrupt.ts', 'Ctrl-C'],
  ['cli/repl.ts', 'a conversation on a terminal'],
  ['cli/demo.ts', 'the demonstration'],
  ['cli/judge.ts', 'all that is said of one call'],
  ['cli/explain.ts', 'what would happen to a call, and why'],
  ['cli/explain-json.ts', 'the same for many, as JSON lines'],
  ['cli/given-policy.ts', 'a policy that comes in such a line'],
  ['cli/audit.ts', 'the authority of a policy on one page'],
  ['cli/audit-rules.ts', 'table: what holds for every policy'],
  ['cli/unused.ts', 'programs that the last runs did without'],
  ['cli/powers.ts', 'what a program can do at worst'],
  ['cli/columns.ts', 'a page in two columns'],
  ['lessons/find.mjs', 'which lesson is meant'],
  ['lessons/lesson.mjs', 'runs a demonstration'],
  ['lessons/exercise.mjs', 'runs an exercise'],
]

const START = '<!-- sizes -->'
const END = '<!-- /sizes -->'
const OF_A_LESSON = /^lessons\/\d\d-[^/]+\/(run|exercise|exercise\.test|solution|wrong)\.ts$/
const NO_PRODUCT_FOLDERS = ['node_modules', 'test', 'bench', 'coverage']
const OF_NO_PRODUCT = /^(package(-lock)?|tsconfig)\.json$/

/** The product files below a folder, sorted: code and tables, no tests, nothing that is only installed. */
export function productFiles(root, folder = '') {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.name.startsWith('.') || NO_PRODUCT_FOLDERS.includes(path)) return []
    if (entry.isDirectory()) return productFiles(root, path)
    const isProduct = /\.(ts|mjs|js|json)$/.test(path) && !path.endsWith('.test.ts')
    return isProduct && !OF_NO_PRODUCT.test(path) ? [path] : []
  }).sort()
}

/** Lines of a file, blank ones and comments too. */
export function linesOf(root, file) {
  const text = readFileSync(join(root, file), 'utf8')
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
}

function isTable(file) {
  if (READERS.includes(file)) return false
  return TABLES.some((table) => file === table || (table.endsWith('/') && file.startsWith(table)))
}

/** How many lines a product file may have. */
export function limitOf(file) {
  if (file === 'agent.ts') return MAX_AGENT_LINES
  return file.startsWith('programs/') ? MAX_TABLE_LINES : MAX_LINES
}

/** The list of phrases beside the files that are there: what is missing in it, and what is there no more. */
export function listFaults(root, phrases = PHRASES) {
  const listed = phrases.map(([file]) => file)
  const files = productFiles(root).filter((file) => !OF_A_LESSON.test(file))
  return [
    ...files.filter((file) => !listed.includes(file)).map((file) => `${file} needs a row in test/sizes.mjs`),
    ...listed.filter((file) => !files.includes(file)).map((file) => `${file} is no more: take it out there`),
    ...listed.filter((file, at) => listed.indexOf(file) < at).map((file) => `${file} stands there twice`),
  ]
}

/** Lines of the audited code, of the readers of tables, and of the tables. */
export function auditSums(root) {
  const files = productFiles(root)
  const sum = (isMeant) => files.filter(isMeant).reduce((total, file) => total + linesOf(root, file), 0)
  const among = (list) => sum((file) => list.includes(file))
  return { code: among(AUDITED), readers: among(READERS), tables: sum(isTable) }
}

/** The table as Markdown, without the marks around it. Files that are not there have no row. */
export function sizeTable(root, phrases = PHRASES) {
  const files = productFiles(root)
  const there = phrases.filter(([file]) => files.includes(file))
  const rows = there.map(([file, phrase]) => `| \`${file}\` | ${linesOf(root, file)} | ${phrase} |`)
  const total = there.reduce((sum, [file]) => sum + linesOf(root, file), 0)
  const { code, readers, tables } = auditSums(root)
  return [
    '| file | lines | what it is |',
    '|---|---:|---|',
    ...rows,
    '',
    `Together ${total} lines. Who audits the authority reads ${code} of them (${AUDITED.join(', ')}),`,
    `then ${readers} that read the tables of programs (${READERS.join(', ')}),`,
    `and samples ${tables} of tables (${TABLES.join(', ')}).`,
  ].join('\n')
}

/** What stands between the marks of a page; null when they are not there, in order, once each. */
export function tableIn(page) {
  const lines = page.split('\n')
  const [starts, ends] = [START, END].map((mark) => lines.flatMap((line, at) => (line === mark ? [at] : [])))
  const isThere = starts.length === 1 && ends.length === 1 && starts[0] < ends[0]
  return isThere ? lines.slice(starts[0] + 1, ends[0]).join('\n') : null
}

/** The page with another table between its marks. Throws an Error when they are not there. */
export function withTable(page, table) {
  if (tableIn(page) === null) throw new Error(`README.md needs the lines ${START} and ${END}, once, in order`)
  const lines = page.split('\n')
  const [start, end] = [lines.indexOf(START), lines.indexOf(END)]
  return lines.toSpliced(start + 1, end - start - 1, ...table.split('\n')).join('\n')
}

if (process.argv[1] !== undefined && basename(process.argv[1]) === 'sizes.mjs') {
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  for (const fault of listFaults(root)) console.error(fault)
  if (process.argv.includes('--write')) {
    const page = join(root, 'README.md')
    writeFileSync(page, withTable(readFileSync(page, 'utf8'), sizeTable(root)))
  } else {
    console.log(sizeTable(root))
  }
}
