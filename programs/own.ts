// own.ts: the tables that a policy file brings for programs that have none here, or more options. A table is
// only as good as what it is tried on, so it may name commands that it must know as looks, and commands that
// must need a yes; a file whose examples come out otherwise is refused. Nothing is run.

import { parseCommand } from '../command.ts'
import { shown } from '../print.ts'
import { factsOf, looksOnly, tableFault } from './facts.ts'
import type { Tables } from './facts.ts'

const FORM = 'a line of words, or { "words": LINE, "looks": [COMMAND...], "asks": [COMMAND...] }'
const EXAMPLES = ['looks', 'asks']

/** The lines of a policy's `programs`, checked with their examples; or what is wrong, with the key. */
export function ownTables(given: Record<string, unknown>): Tables | string {
  const tables: Record<string, string> = {}
  const examples: { key: string; command: string; isLook: boolean }[] = []
  for (const [key, value] of Object.entries(given)) {
    const isLine = typeof value === 'string'
    const { words, ...others }: Record<string, unknown> = isLine ? { words: value } : { ...value as object }
    const isKnown = Object.entries(others).every(([name, list]) => {
      return EXAMPLES.includes(name) && Array.isArray(list) && list.every((one) => typeof one === 'string')
    })
    if (typeof words !== 'string' || !isKnown) return `"programs.${shown(key)}" must be ${FORM}`
    tables[key] = words
    for (const name of EXAMPLES) {
      for (const command of (others[name] ?? []) as string[]) {
        examples.push({ key, command, isLook: name === 'looks' })
      }
    }
  }
  const fault = tableFault(tables)
  if (fault !== null) return fault
  for (const { key, command, isLook } of examples) {
    const parsed = parseCommand(command)
    const vectors = 'steps' in parsed ? parsed.steps.map(({ words }) => words.map(({ text }) => text)) : []
    const isSo = vectors.length > 0 && vectors.every((vector) => looksOnly(factsOf(vector, tables)))
    if (isSo !== isLook) {
      const words = isLook ? 'is not known to only look by this table' : 'only looks by this table'
      return `"programs.${shown(key)}": ${shown(command)} ${words}`
    }
  }
  return tables
}
