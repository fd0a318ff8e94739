// run.ts: the demonstration of lesson 10. It records a run, leaves it in the middle of a line, as when the
// power goes, and goes on with it; then it makes the page, which `run.ts page` prints. `run.ts before` is the
// same run without a record. It fails when anything comes out otherwise.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, truncateSync,
  writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runAgent } from '../../agent.ts'
import { scriptedModel } from '../../models/scripted.ts'
import { newSession, TOOLS } from '../../tools.ts'
import { dispatch, permitLayer, stack } from '../04-rounds/rounds.ts'
import { confirmLayer } from '../06-confirm/confirm.ts'
import { page } from './page.ts'
import { record, resume } from './record.ts'
import type { Message, ResultsMessage, ToolCall } from '../../agent.ts'
import type { Turn } from '../../models/scripted.ts'
import type { Policy } from '../../policy.ts'
import type { Confirm } from '../06-confirm/confirm.ts'
import type { Recorder } from './record.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'handrail-lesson-')))
const root = join(folder, 'work')
const file = join(folder, 'record.jsonl') // outside of the workspace, where no tool writes
const policy: Policy = { root, writable: true, commands: ['rm', 'wc'] }
const tools = TOOLS
const session = newSession()
const KEY = 'sk-this-is-n0-real-key'

const bash = (id: string, command: string): ToolCall => ({ id, name: 'bash', args: { command } })
const FIRST: Turn = {
  text: 'I count the words, and remove the old notes.',
  calls: [bash('c1', 'wc -w notes.md'), bash('c2', 'rm old.md'), bash('c3', `curl -H ${KEY} x`)],
}
const LAST: Turn = { text: 'The old notes are gone.' }

const isPage = process.argv[2] === 'page'
const say = (text: string) => isPage || console.log(text)

function expect(isSo: boolean, words: string): void {
  if (!isSo) throw new Error(`not as promised: ${words}`)
}

const sayYes: Confirm = async (requests) => {
  return requests.map(() => ({ allowed: true, by: 'human', reason: 'a person said yes' }))
}

async function run(messages: Message[], turns: Turn[], text: string, recorder?: Recorder): Promise<void> {
  const asking = confirmLayer({ policy, tools, session, attended: true, confirm: sayYes })
  const dispatched = dispatch(policy, tools, session, { ...(recorder && { onCall: recorder.onCall }) })
  const execute = stack(dispatched, [permitLayer(policy, tools), asking], {
    ...(recorder && { onDecision: recorder.onDecision }),
  })
  const inbox: Message[] = text === '' ? [] : [{ role: 'user', from: 'person', text }]
  const { text: said } = await runAgent({
    model: scriptedModel(turns), execute, system: '', tools, messages, inbox: inbox as never[],
    ...(recorder && { listener: recorder.listener }),
  })
  say(`the model: ${said}`)
}

/** Lines of the record from one on, without what differs each time. */
function show(from = 0): number {
  const lines = readFileSync(file, 'utf8').split('\n')
  for (const line of lines.slice(from, -1)) {
    const { type, ...rest } = JSON.parse(line)
    for (const field of ['time', 'pid', 'milliseconds', 'policy', 'root']) delete rest[field]
    const words = JSON.stringify(rest).replaceAll(root, 'WORK')
    say(`  ${type} ${words.length > 150 ? `${words.slice(0, 110)} ... ${words.slice(-30)}` : words}`)
  }
  return lines.length - 1
}

try {
  mkdirSync(root)
  for (const name of ['notes.md', 'old.md']) writeFileSync(join(root, name), 'two words\n')
  if (process.argv[2] === 'before') {
    await run([], [FIRST, LAST], 'Tidy up.')
    expect(!existsSync(join(root, 'old.md')), 'old.md is removed')
    say(`of old.md there is left: ${existsSync(join(root, 'old.md')) ? 'the file' : 'nothing'}`)
  } else {
    await run([], [FIRST, LAST], 'Tidy up.', record(file, { policy, session, env: { MODEL_KEY: KEY } }))
    const count = show()
    expect(!readFileSync(file, 'utf8').includes(KEY), 'the key is not in the record')
    const text = readFileSync(file, 'utf8')
    const end = text.indexOf('"type":"tool.bash.completed","id":"c2"') + 20
    truncateSync(file, Buffer.byteLength(text.slice(0, end)))
    const { messages, notice } = resume(file)
    say(`the power went; ${notice!.replace(/\d+ bytes/, 'bytes')}`)
    const { results } = messages.at(-1) as ResultsMessage
    for (const { id, text: answer } of results) say(`  ${id}: ${answer.split('\n')[0]}`)
    const recorder = record(file, { policy, session })
    recorder.listener({ type: 'message', message: messages.at(-1)! })
    await run(messages, [LAST], '', recorder)
    expect(count === 15, `${count} lines`)
    const made = page(readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line)))
    expect(!/\b(src|href)="(?!#)/.test(made), 'the page loads nothing')
    if (isPage) process.stdout.write(made)
    say(`the page has ${made.match(/class="call"/g)!.length} calls, and loads nothing`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
