// fetched.ts: whether a command gives a program code that nobody has seen: fetched from elsewhere, or encoded
// in the command.

import { fits, formsOf, isOption, nameOf } from './forms.ts'
import type { Seen } from './found.ts'

const FETCHERS = 'curl wget fetch http https xh aria2c lwp-request lynx nc ncat iwr irm Invoke-WebRequest'
  .split(' ')
const DECODERS = formsOf(`
  base64|base32|basenc|b64 : -d|-D|--decode
  xxd : /\\s-\\w*r/
  openssl : -d
  gpg|gpg2 : -d|--decrypt
  uudecode|iwr|irm
  gunzip|zcat|rev
  tr|sed`)
const TAKERS = 'bash sh zsh dash ksh fish ash python perl ruby node php lua iex pwsh powershell'.split(' ')
const TAKES_TEXT = 'eval source . iex'.split(' ')

/** The vector of a program that gets its code from one that fetched or decoded it; null when none does. */
export function fetchedCode({ steps, isSplit }: Seen): string | null {
  const all = steps.flatMap(({ vectors }) => vectors)
  const files = all.filter(isFetcher).flat().map(nameOf)
  const sources = isSplit ? [] : all.filter(isSource) // of the pipeline so far; of all that was not split
  for (const { step, vectors } of steps) {
    if (isSplit && step.join !== '|') sources.length = 0
    const taker = vectors.find(isTaker)
    if (taker && sources.length > 0) return taker.join(' ')
    const runner = vectors.find((vector) => fileRun(vector).some((name) => files.includes(name)))
    if (runner) return runner.join(' ')
    sources.push(...vectors.filter(isSource))
  }
  return null
}

const isFetcher = ([program]: readonly string[]): boolean => FETCHERS.includes(nameOf(program))

function isSource(vector: readonly string[]): boolean {
  return isFetcher(vector) || DECODERS.some((form) => fits(form, vector))
}

/** Whether it takes its code from its input, or from a word that a shell was to fill in. */
function isTaker([program, ...words]: readonly string[]): boolean {
  const name = nameOf(program)
  if (TAKES_TEXT.includes(name)) return true
  if (!TAKERS.includes(name)) return false
  const operands = words.filter((word) => !isOption(word))
  return operands.length === 0 || words.includes('-s') || ['-', '$', '/dev/stdin'].includes(operands[0]!)
}

/** The names of the files that a vector runs. */
function fileRun([program = '', ...words]: readonly string[]): string[] {
  if (program.includes('/')) return [nameOf(program)]
  const file = words.find((word) => !isOption(word))
  const isRunner = TAKERS.includes(nameOf(program)) || TAKES_TEXT.includes(program)
  return isRunner && file !== undefined ? [nameOf(file)] : []
}

/** `:(){ :|:& };:`: what stands in braces starts itself again. */
export function isForkBomb({ steps, isSplit }: Seen): boolean {
  const alone = steps.flatMap(({ step: { given } }) => (given.length === 1 ? given : []))
  return !isSplit && steps.some(({ step: { given: [brace, name = ''] } }) => {
    return brace === '{' && alone.filter((word) => word === name).length > 1
  })
}
