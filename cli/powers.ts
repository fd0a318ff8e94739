// powers.ts: what programs can do, in words for people. It reads the tables only through factsOf, on vectors
// that it makes up: a program alone, with a word or two, and with each of its subcommands. What options add
// is not tried. Nothing is decided by it: what a real call does, effects.ts says.

import { factsOf } from '../programs/facts.ts'
import { TABLES } from '../programs/tables.ts'
import type { Facts, Tables } from '../programs/facts.ts'

const POWERS = {
  writes: 'writes files', deletes: 'deletes files', runsCode: 'runs code',
  startsProgram: 'starts other programs', network: 'reaches the network', settings: 'changes settings',
} as const
type Power = keyof typeof POWERS
const NAMES = Object.keys(POWERS) as Power[]

const MADE_UP = [[], ['x'], ['x', 'y']] // words behind a program or a subcommand
const VERSION = /-?\d[\d.]*$/ // python3 has the subcommands of python

type Able = Record<Power, boolean> & { understood: boolean }

/** What a step or a program can do, in words; none when it only looks. */
export function powersIn(able: Able): string[] {
  return NAMES.filter((name) => able[name]).map((name) => POWERS[name])
}

/** Whether it has each power that one without a table has: no table says less of it. */
export function hasNoTable({ understood, writes, deletes, runsCode, network, settings }: Able): boolean {
  return !understood && writes && deletes && runsCode && network && settings
}

/** `kind`: `looks` only; `asks`, without any power; `acts` by some of its words; `unknown`: it has no table;
 *  `refused`: whatever its words are. `powers`: all that acts can do, in words. */
export interface Worst { kind: 'looks' | 'asks' | 'acts' | 'unknown' | 'refused'; powers: string[] }

/** The worst that a listed program can do by its words. `own`: the tables of the policy. */
export function worstOf(program: string, own: Tables): Worst {
  const alone = factsOf([program], own)
  if (alone.refused !== null) return { kind: 'refused', powers: [] }
  if (hasNoTable(alone)) return { kind: 'unknown', powers: [] }
  const heads = [[], ...subcommandsOf(program, own).map((words) => words.split(' '))]
  const vectors = heads.flatMap((head) => MADE_UP.map((words) => [program, ...head, ...words]))
  const known = vectors.map((vector) => factsOf(vector, own)).filter((facts) => !hasNoTable(facts))
  const isSo = (name: Power) => known.some((facts: Facts) => facts[name])
  const powers = NAMES.filter(isSo).map((name) => POWERS[name])
  if (powers.length > 0) return { kind: 'acts', powers }
  return { kind: known.some(({ understood }) => understood) ? 'looks' : 'asks', powers }
}

/** `log`, `remote`, `remote show` of git, by the keys of the tables. */
function subcommandsOf(program: string, own: Tables): string[] {
  const names = [program, program.replace(VERSION, '')]
  return Object.keys({ ...TABLES, ...own }).flatMap((key) => {
    const [first = '', ...rest] = key.split(' ')
    if (!names.includes(first) || rest.length === 0) return []
    const before = rest.slice(0, -1)
    return rest.at(-1)!.split('|').map((last) => [...before, last].join(' '))
  })
}
