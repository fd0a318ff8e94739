// vectors.ts: all the vectors that a step shows: its own, those of the programs that it starts, and those in
// a script that is one of its words (`sh -c '...'`). What it finds may raise a verdict and lowers none: a
// vector that would never run may be among them.

import { parseCommand } from '../../command.ts'
import { factsOf } from '../../programs/facts.ts'
import { isOption, nameOf } from './forms.ts'
import type { EffectStep } from '../../effects.ts'

const MAX_VECTORS = 200 // of one step
const MAX_ENDS = 30 // of one vector: what it starts stands among its first words
const SHELLS = 'bash sh zsh dash ksh fish ash mksh su runuser script flock'.split(' ')
const RUNS_ITS_WORDS = `eval exec watch parallel entr hyperfine ssh chroot nsenter setpriv runas gosu
  npx bunx pnpx poetry pipenv pdm uv bundle docker docker-compose podman nerdctl kubectl oc`.split(/\s+/)
const KEYWORDS = 'then do else elif if while until { ! time builtin noglob &'.split(' ')
const STARTS = /^-+(exec(dir|-batch)?|ok(dir)?|x|X)$/ // options of find and fd
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/

/** The vectors of a step. An assignment in front of a program is an `export` before it. */
export function vectorsOf({ given }: EffectStep): string[][] {
  const found: string[][] = []
  const open: string[][] = [[...given]]
  for (let next = open.shift(); next !== undefined && found.length < MAX_VECTORS; next = open.shift()) {
    const first = next.findIndex((word) => !KEYWORDS.includes(word) && !ASSIGNMENT.test(word))
    const vector = first < 0 ? next : next.slice(first)
    for (const word of next.slice(0, Math.max(0, first))) {
      if (ASSIGNMENT.test(word)) found.push(['export', word])
    }
    found.push(vector)
    open.push(...startedBy(vector))
  }
  return found
}

/** The vectors that a vector starts, as far as its words show them. */
function startedBy(vector: string[]): string[][] {
  const [program = '', ...words] = vector
  const name = nameOf(program)
  const { inner } = factsOf([name, ...words])
  if (inner !== null) return [inner]
  if (name === 'find' || name === 'fd') {
    const ends = words.flatMap((word, i) => (STARTS.test(word) ? [i + 1] : []))
    return ends.slice(0, MAX_ENDS).map((end) => words.slice(end))
  }
  if (SHELLS.includes(name)) {
    const at = words.findIndex((word) => /^(-\w*c|--command)$/.test(word))
    return at < 0 ? [] : stepsOf(words[at + 1] ?? '')
  }
  if (!RUNS_ITS_WORDS.includes(name)) return []
  const scripts = words.filter((word) => word.includes(' ')).flatMap(stepsOf)
  const ends = words.slice(0, MAX_ENDS).flatMap((word, i) => {
    return isOption(word) || word.includes(' ') ? [] : [words.slice(i)]
  })
  return [...scripts, ...ends]
}

function stepsOf(script: string): string[][] {
  const parsed = parseCommand(script)
  return 'reason' in parsed ? parsed.words : parsed.steps.map(({ words }) => words.map(({ text }) => text))
}
