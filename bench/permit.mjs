// permit.mjs: what a decision costs. A command without paths is judged beside shell-quote, which splits the
// same text into words; each path of a decision beside realpathSync.native, which finds the same real path.
// It checks first that all of them do that work: a decision that refuses, or other words, ends the benchmark.

import { deepEqual, equal } from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { parse } from 'shell-quote'
import { permit } from '../permit.ts'
import { race } from './race.mjs'
import { rowOf } from './rows.mjs'

const DECISION_GOAL = 4 // times shell-quote's parse
const PATH_GOAL = 2 // times realpathSync.native
const MANY = 8 // paths of one decision, of which the cost of one is the eighth part
const NAMES = 3_000
const FULL = { rounds: 101, batchMilliseconds: 5 }
const QUICK = { rounds: 21, batchMilliseconds: 1 }

/** Commands, each with the words that both must see in it. */
const COMMANDS = {
  'whoami': [['whoami']],
  'date -u': [['date', '-u']],
  'echo hello world': [['echo', 'hello', 'world']],
  'printf %s a': [['printf', '%s', 'a']],
  'seq 1 5 | sort -rn': [['seq', '1', '5'], ['sort', '-rn']],
  "printf '%s %s' 'two words' \"and more\"": [['printf', '%s %s', 'two words', 'and more']],
  'seq 1 99 | sort -rn | uniq -c && echo done': [
    ['seq', '1', '99'], ['sort', '-rn'], ['uniq', '-c'], ['echo', 'done'],
  ],
}

/** git reads the repository's configuration first: shown apart. */
const GIT_COMMANDS = { 'git status': [['git', 'status']], 'git log -n 5': [['git', 'log', '-n', '5']] }

/** Paths by the number `n`; `make` puts there what it needs. A path with `..` is two paths of a decision: as
 *  the kernel reads it, and as a program does that takes `src/..` away before it asks the kernel. */
const PATHS = [
  { name: 'a file of the root', path: (n) => `file-${n}.txt`, make: file },
  { name: 'a file three folders below', path: (n) => `src/parts/list/file-${n}.ts`, make: file },
  { name: 'a file six folders below', path: (n) => `src/parts/list/deep/down/here/file-${n}.ts`, make: file },
  { name: 'a missing name', path: (n) => `missing-${n}.txt` },
  { name: 'a missing name, three folders below', path: (n) => `src/parts/list/missing-${n}.ts` },
  { name: 'a missing name in missing folders', path: (n) => `gone/parts/list/missing-${n}.ts` },
  { name: 'a file, by its absolute path', path: (n, root) => `${root}/file-${n}.txt`, make: file },
  { name: 'a file by .., each reading', path: (n) => `src/../file-${n}.txt`, make: file, isTwo: true },
  { name: 'a file behind a link', path: (n) => `linked/file-${n}.ts`, make: linked },
]

export async function measure({ isQuick }) {
  const base = realpathSync.native(mkdtempSync(join(tmpdir(), 'handrail-bench-')))
  try {
    const root = join(base, 'work')
    mkdirSync(root)
    file(join(root, '.git/HEAD'), 'ref: refs/heads/main\n')
    file(join(root, '.git/config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n')
    for (const name of ['objects', 'refs']) mkdirSync(join(root, '.git', name))
    const place = { root, settings: isQuick ? QUICK : FULL }
    const rows = []
    for (const [text, words] of Object.entries(COMMANDS)) {
      rows.push(await decisionRow(place, text, words, { atMost: DECISION_GOAL, of: 'shell-quote' }))
    }
    for (const [text, words] of Object.entries(GIT_COMMANDS)) rows.push(await decisionRow(place, text, words))
    for (const one of PATHS) rows.push(await pathRow(place, one))
    return [...rows, await patternRow(place)]
  } finally {
    rmSync(base, { recursive: true })
  }
}

/** A function that judges the command anew each time. */
function decision(root, command) {
  const commands = ['whoami', 'date', 'echo', 'printf', 'seq', 'sort', 'uniq', 'git', 'cat', 'ls']
  const policy = { root, writable: false, commands }
  const call = { id: '1', name: 'bash', args: { command } }
  equal(permit(policy, call), null, `${command} is not what is to be measured: it is refused`)
  return () => permit(policy, call)
}

async function decisionRow({ root, settings }, text, words, goal) {
  const group = goal === undefined ? 'decisions that read the repository' : 'decisions without paths'
  const steps = [[]]
  for (const word of parse(text)) {
    if (typeof word === 'string') steps.at(-1).push(word)
    else steps.push([])
  }
  deepEqual(steps, words, `shell-quote sees other words in ${text}`)
  const { ours, theirs } = await race({ ours: decision(root, text), theirs: () => parse(text) }, settings)
  return rowOf({ group, name: text, unit: 'us', goal }, ours, [{ title: 'shell-quote', values: theirs }])
}

/** What a path adds to a decision: one with many more of them, without what the same costs with one. */
async function pathRow({ root, settings }, { name, path, make, isTwo = false }) {
  const paths = Array.from({ length: MANY + 1 }, (_, n) => path(n, root))
  const full = paths.map((one) => (one.startsWith('/') ? one : `${root}/${one}`))
  if (make) for (const one of full) make(one)
  const same = full.slice(1).flatMap((one) => (isTwo ? [one, normalize(one)] : [one]))
  const times = await race({
    one: decision(root, `cat ${paths[0]}`),
    many: decision(root, `cat ${paths.join(' ')}`),
    theirs: () => same.map(realPath),
  }, settings)
  const ours = times.many.map((time, round) => (time - times.one[round]) / same.length)
  const theirs = times.theirs.map((time) => time / same.length)
  const goal = { atMost: PATH_GOAL, of: 'realpath' }
  const title = { group: 'each path of a decision', name, unit: 'us', goal }
  return rowOf(title, ours, [{ title: 'realpath', values: theirs }])
}

/** A pattern: each name in a folder is a path of the decision. */
async function patternRow({ root, settings }) {
  const names = Array.from({ length: NAMES }, (_, n) => `many/name-${n}.txt`)
  for (const name of names) file(join(root, name))
  const full = names.map((name) => join(root, name))
  const times = await race({
    ours: decision(root, 'ls many/*'),
    theirs: () => full.map(realPath),
  }, { ...settings, rounds: Math.ceil(settings.rounds / 5) })
  const title = { group: 'a pattern', name: `ls * of ${NAMES} names, each`, unit: 'us' }
  const [ours, theirs] = [times.ours, times.theirs].map((all) => all.map((time) => time / NAMES))
  return rowOf(title, ours, [{ title: 'realpath', values: theirs }])
}

function realPath(path) {
  try {
    return realpathSync.native(path)
  } catch {
    return null // missing: that is found out at this price
  }
}

function file(path, text = '') {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** A file in a folder `linked`, which is a link to another one. */
function linked(path) {
  const folder = dirname(path)
  mkdirSync(`${folder}-to`, { recursive: true })
  if (realPath(folder) === null) symlinkSync('linked-to', folder)
  writeFileSync(path, '')
}
