// gates.mjs: what a decision on a command costs beside other gates and parsers. The commands are every tenth
// of the corpus of what agents do every day. The others do less: shell-quote and tree-sitter only find the
// programs' names, and look them up in a list; gemini-cli-core's engine answers as its command line does.

import { deepEqual } from 'node:assert/strict'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'shell-quote'
import { Language, Parser } from 'web-tree-sitter'
import { permit } from '../permit.ts'
import { DEFAULT_COMMANDS } from '../policy.ts'
import { loadGemini, TITLE } from './gemini.mjs'
import { race } from './race.mjs'
import { rowOf } from './rows.mjs'

const EVERY = 10
const CORPUS = new URL('../test/corpus/risk.jsonl', import.meta.url)

export async function measure({ isQuick }) {
  const root = realpathSync.native(mkdtempSync(join(tmpdir(), 'handrail-bench-')))
  try {
    const commands = everyday()
    const known = new Set(DEFAULT_COMMANDS)
    const trees = await treeSitter()
    const policy = { root, writable: true, commands: DEFAULT_COMMANDS }
    const calls = commands.map((command, i) => ({ id: `${i}`, name: 'bash', args: { command } }))
    deepEqual(namesByTree(trees, 'ls -l | wc'), ['ls', 'wc'])
    deepEqual(namesByWords('ls -l | wc'), ['ls', 'wc'])
    const contestants = {
      'handrail': () => calls.forEach((call) => permit(policy, call)),
      'shell-quote': () => commands.forEach((text) => namesByWords(text).every((name) => known.has(name))),
      'tree-sitter-bash': () => commands.forEach((text) => {
        namesByTree(trees, text).every((name) => known.has(name))
      }),
    }
    const gemini = await loadGemini()
    const judge = await gemini?.(root)
    if (judge) {
      contestants[TITLE] = async () => {
        for (const call of calls) await judge(call)
      }
    }
    const times = await race(contestants, { rounds: isQuick ? 5 : 21, batchMilliseconds: 20 })
    const [own, ...others] = Object.entries(times).map(([title, values]) => {
      return { title, values: values.map((value) => value / commands.length) }
    })
    const title = { group: 'a decision', name: `one of ${commands.length} everyday commands`, unit: 'us' }
    return [rowOf({ ...title, goal: { atMost: 0.1, of: TITLE } }, own.values, others)]
  } finally {
    rmSync(root, { recursive: true })
  }
}

function everyday() {
  const rows = readFileSync(CORPUS, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line))
  const commands = rows.filter(({ tool }) => tool === 'bash').map(({ args }) => args.command)
  return commands.filter((command, i) => typeof command === 'string' && i % EVERY === 0)
}

/** The first word of each step. */
function namesByWords(text) {
  const names = []
  let isFirst = true
  for (const word of parse(text)) {
    if (typeof word === 'string' && isFirst) names.push(word)
    isFirst = typeof word === 'object' && word.op !== 'glob' && word.comment === undefined
  }
  return names
}

async function treeSitter() {
  const require = createRequire(import.meta.url)
  await Parser.init()
  const file = require.resolve('tree-sitter-bash/tree-sitter-bash.wasm')
  return new Parser().setLanguage(await Language.load(readFileSync(file)))
}

function namesByTree(parser, text) {
  const tree = parser.parse(text)
  const names = tree.rootNode.descendantsOfType('command_name').map((node) => node.text)
  tree.delete()
  return names
}
