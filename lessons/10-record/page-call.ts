// page-call.ts: one call as a part of the page: what was asked for, what was decided, by whom and why, how
// long it ran, and, folded away, its arguments and what it answered.

import { filtersOf } from './page-totals.ts'
import { attribute, duration, html, plural, textOf } from './page-text.ts'
import type { Call, Line } from './page-rounds.ts'

const LINE_CHARACTERS = 300 // of what stands in place of a vector
const BAR_WIDTH = 1_000
const MIN_BAR = 6 // of that width: the shortest call is still seen
const MIN_CLOCK_MS = 1_000 // so that a short call looks short also where it ran alone
const TOLD_ELSEWHERE = ['type', 'time', 'id', 'tool', 'allowed', 'by', 'reason']

/** The time in which the calls of a round ran, for their bars. */
export interface Clock { start: number; length: number }

export function clockOf(calls: readonly Call[]): Clock {
  const ran = calls.filter(({ started, milliseconds }) => started !== undefined && milliseconds !== undefined)
  const start = Math.min(...ran.map(({ started }) => started!))
  const end = Math.max(...ran.map(({ started, milliseconds }) => started! + milliseconds!))
  return { start, length: Math.max(MIN_CLOCK_MS, end - start) }
}

export function callHtml(call: Call, clock: Clock): string {
  const words = filtersOf(call)
  const { milliseconds } = call
  const time = milliseconds === undefined ? '' : `<span class="ms">${duration(milliseconds)}</span>`
  return `<article class="call" data-is="${words.join(' ')}" aria-label="${attribute(labelOf(call, words))}">`
    + `<h3>${html(call.name) || 'no name'}${time}</h3>${barHtml(call, clock)}${wordsHtml(call)}`
    + `${decisionHtml(call, words)}${foldHtml(call)}</article>`
}

function labelOf({ name }: Call, words: readonly string[]): string {
  return `${textOf(name)}: ${FATES[words[0]!]}`
}

const FATES: Record<string, string> = { allowed: 'allowed', refused: 'refused', undecided: 'not decided' }

/** When it ran, within the time of its round. */
function barHtml({ started, milliseconds }: Call, { start, length }: Clock): string {
  if (started === undefined || milliseconds === undefined) return ''
  const scaled = (span: number) => Math.round(BAR_WIDTH * span / length)
  const x = Math.min(scaled(started - start), BAR_WIDTH - MIN_BAR)
  const width = Math.max(MIN_BAR, scaled(milliseconds))
  return `<svg viewBox="0 0 ${BAR_WIDTH} 1" preserveAspectRatio="none" aria-hidden="true">`
    + `<rect x="${x}" width="${width}" height="1"/></svg>`
}

/** The words of each vector, each by itself; without vectors, what the call is about. */
function wordsHtml({ args, vectors: listed }: Call): string {
  const vectors = vectorsOf(listed)
  if (vectors.length === 0) return `<p class="words"><code>${html(about(args))}</code></p>`
  return vectors.map((words) => {
    return `<p class="words">${words.map((word) => `<code>${html(word) || "''"}</code>`).join(' ')}</p>`
  }).join('')
}

/** Vectors are lists of words; whatever else stands there is shown as one word. */
function vectorsOf(value: unknown): unknown[][] {
  if (!Array.isArray(value)) return []
  return value.map((entry: unknown) => (Array.isArray(entry) ? entry : [entry]))
}

/** The path, the command, or the first argument. */
function about(args: unknown): string {
  if (typeof args !== 'object' || args === null) return textOf(args)
  const { path, command } = args as Line
  const text = textOf(path ?? command ?? Object.values(args)[0])
  return text.length <= LINE_CHARACTERS ? text : `${text.slice(0, LINE_CHARACTERS)}…`
}

function decisionHtml({ decision, malformed, ok, ends }: Call, words: readonly string[]): string {
  const who = textOf(decision?.['by'])
  const by = who === 'human' ? 'a person' : who
  const why = decision === undefined ? malformed ?? 'no decision is recorded' : decision['reason']
  const more = [
    ...Object.entries(decision ?? {}).filter(([key]) => !TOLD_ELSEWHERE.includes(key)),
    ...(ends === undefined ? [] : [['ended the run as', ends] as const]),
  ].map(([key, value]) => ` <span class="fact">${html(key)} <i>${html(value)}</i></span>`)
  const failed = words.includes('allowed') && ok === false ? ' <em>and failed</em>' : ''
  const fate = `<strong>${FATES[words[0]!]}${by === '' ? '' : ` by ${html(by)}`}</strong>${failed}`
  return `<p class="fate">${fate} <span>${html(why)}</span>${more.join('')}</p>`
}

/** The arguments and the answer. */
function foldHtml({ id, args, text }: Call): string {
  const output = textOf(text)
  const lines = output.replace(/\n$/, '').split('\n').length
  const size = output === '' ? 'no output' : `output, ${plural(lines, 'line')}`
  const isObject = typeof args === 'object' && args !== null
  const given = isObject ? Object.entries(args) : [['arguments', args] as const]
  const rows = given.map(([key, value]) => `<dt>${html(key)}<dd>${html(value)}`).join('')
  return `<details><summary>${size}</summary><dl><dt>id<dd>${html(id)}${rows}</dl>`
    + `${output === '' ? '' : `<pre>${html(output)}</pre>`}</details>`
}
