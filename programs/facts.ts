// facts.ts: what a vector can do, by the tables of programs. It looks at no file and runs nothing; whoever
// asks judges the paths that are named here. What no table lists is not understood, and never harmless.

import { entryOf } from './form.ts'
import { addMark, meaningOf, refuse } from './kinds.ts'
import { readWords } from './options.ts'
import { find } from './tables.ts'
import type { Entry, Tables } from './form.ts'
import type { Reading } from './options.ts'
export { tableFault } from './tables.ts'
export type { Tables } from './form.ts'

/** A word that is a path or (not `isPath`) may be one, whole or in part. Seen from the facts' `folder`.
 *  `followsLinks`: of a folder, what its links lead to is read as well. */
export interface Mention {
  text: string; access: 'read' | 'write' | 'delete'; isPath: boolean; followsLinks?: boolean
}

/** `understood`: program, subcommand, options and operands are in a table, and none of them needs a yes.
 *  `refused`: never allowed, with what to do instead. `printsOnly`: it prints its words and no more. `word`:
 *  the one that decided. `inner`: the vector of a wrapper's own program, the end of `vector`, to be judged as
 *  well. `vector`: what will really run. `folder`: where the program goes first, '' for nowhere. `choosers`:
 *  names of files; where one stands, in that folder or above it in the workspace, it runs project code. */
export interface Facts {
  understood: boolean; refused: string | null; writes: boolean; deletes: boolean; runsCode: boolean
  startsProgram: boolean; network: boolean; settings: boolean; printsOnly: boolean; word: string
  mentions: Mention[]; inner: string[] | null; vector: string[]; folder: string; choosers: string[]
}

const NO_TABLES: Tables = {}
/** How words are read for which there is no table: they may do anything, to each path that they may be. */
const ANYTHING = '!writes !deletes !code !network !settings !asks -- unknown...'
const NOTHING_KNOWN = entryOf(ANYTHING, new Map()) as Entry

/** What a vector can do. `extra`: tables of the operator's policy. Never throws. */
export function factsOf(vector: readonly string[], extra: Tables = NO_TABLES): Facts {
  const facts: Facts = {
    understood: true, refused: null, writes: false, deletes: false, runsCode: false, startsProgram: false,
    network: false, settings: false, printsOnly: false, word: vector[0] ?? '', mentions: [], inner: null,
    vector: [...vector], folder: '', choosers: [],
  }
  const names: string[] = [] // the program, then its subcommands in turn
  const readings: Reading[] = []
  for (let at = 0; at < Math.max(1, vector.length);) {
    names.push(vector[at] ?? '')
    const entry = find(names, extra)
    const isCommand = (word: string) => entry?.marks.has('commands') === true
      && (entry.operands.length === 0 || find([...names, word], extra) !== undefined)
    const from = entry === undefined && at > 0 ? at : at + 1 // an unknown subcommand may be anything itself
    const reading = readWords(vector, from, entry ?? NOTHING_KNOWN, isCommand)
    addReading(facts, reading, vector[at] ?? '', extra)
    if (entry === undefined && facts.refused === null) facts.word = vector[at] ?? ''
    readings.push(reading)
    at = reading.at
  }
  if (!looksOnly(facts)) return facts
  facts.printsOnly = readings[0]!.entry.marks.has('prints') && facts.mentions.length === 0
  for (const { from, entry } of readings.reverse()) facts.vector.splice(from, 0, ...entry.added)
  return facts
}

/** Whether it changes nothing, reaches nothing, runs nothing of others, and all of it is understood. */
export function looksOnly(facts: Facts): boolean {
  const { writes, deletes, runsCode, startsProgram, network, settings } = facts
  const acts = writes || deletes || runsCode || startsProgram || network || settings
  return facts.understood && facts.refused === null && !acts
}

/** `name`: the program or the subcommand, whose own marks count when no subcommand follows. */
function addReading(facts: Facts, reading: Reading, name: string, extra: Tables): void {
  const { vector, entry, at, options, values, marks, isLook } = reading
  facts.choosers.push(...entry.choosers)
  for (const { word, marks, refused } of isLook ? options : [...options, ...values]) {
    for (const mark of marks) addMark(facts, word, mark === 'alone' && !isLook ? 'asks' : mark)
    if (refused !== undefined) refuse(facts, word, refused)
  }
  if (!isLook && at >= vector.length) for (const mark of entry.marks) addMark(facts, name, mark)
  for (const { word, kind } of [...options, ...values]) {
    const meaning = meaningOf(kind === 'read' && marks.has('inplace') ? 'write' : kind)
    meaning(facts, word, isLook)
  }
  const [program = '', command = ''] = facts.inner ?? []
  if (/^-|=/.test(program)) refuse(facts, program, 'begin with the program; variables are not set here')
  const known = find([program, command], extra) ?? find([program], extra)
  if (known !== undefined && entry.marks.has('appends')) checkAppended(facts, known)
}

/** What xargs adds to the words of a program must not choose a subcommand, a program, or what starts one. */
function checkAppended(facts: Facts, { marks, operands, options }: Entry): void {
  const [program = '', ...words] = facts.inner!
  const isWrapper = operands.some(({ kinds }) => kinds[0] === 'inner')
  const canStart = [...options.values()].some((option) => option.marks.includes('starts'))
  const isEnded = words.includes('--') && !marks.has('words')
  if (marks.has('commands')) refuse(facts, program, 'name its subcommand')
  if (isWrapper) refuse(facts, program, 'name the program itself')
  if (canStart && !isEnded) refuse(facts, program, 'what is added may start a program; end it with --')
}
