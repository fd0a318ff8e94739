// page-rows.ts: the timeline: rounds, and between them what people and the harness said, and other lines.

import { callHtml, clockOf } from './page-call.ts'
import { objectOf } from './page-rounds.ts'
import { filtersOf } from './page-totals.ts'
import { clock, html, textOf } from './page-text.ts'
import type { Item, Line, Round } from './page-rounds.ts'

const KNOWN_STOPS = ['', 'end', 'calls']

export function itemHtml(item: Item): string {
  if (item.kind === 'round') return roundHtml(item)
  return item.kind === 'said' ? saidHtml(item.line) : lineHtml(item.line)
}

function roundHtml({ number, at, reply, calls }: Round): string {
  const clockOfRound = clockOf(calls)
  const words = [...new Set(calls.flatMap(filtersOf))]
  const stop = textOf(reply['stop'])
  const isOdd = !KNOWN_STOPS.includes(stop)
  const cards = calls.map((call) => callHtml(call, clockOfRound)).join('')
  return `<section class="row round" data-has="${words.join(' ')}">`
    + `<header><h2>Round ${number}</h2><p>${clock(at)}${spentHtml(reply)}</p></header>`
    + `<div>${wordsHtml(reply['text'])}`
    + (isOdd ? `<p class="notice">the reply ended as <b>${html(stop)}</b></p>` : '')
    + `<div class="calls">${cards}</div></div></section>\n`
}

/** The tokens of a reply. */
function spentHtml(reply: Line): string {
  const { input, output } = objectOf(reply['usage'])
  if (input === undefined && output === undefined) return ''
  return `<br>${html(input)} in, ${html(output)} out`
}

function wordsHtml(text: unknown): string {
  const words = textOf(text).trim()
  return words === '' ? '' : `<p class="text">${html(words)}</p>`
}

function saidHtml({ time, message }: Line): string {
  const { from, text } = objectOf(message)
  const isPerson = from === 'person'
  return `<section class="row said${isPerson ? ' person' : ''}"><header><h2>`
    + `${isPerson ? 'A person' : html(from) || 'Nobody'}</h2><p>${clock(time)}</p></header>`
    + `<div>${wordsHtml(text)}</div></section>\n`
}

/** An outcome, a resumption, or a line that this page does not know. */
function lineHtml(line: Line): string {
  const { type, time, ...rest } = line
  const known = Object.hasOwn(LINES, textOf(type)) ? LINES[textOf(type)] : undefined
  const words = known === undefined ? '' : `<p class="text">${known(rest)}</p>`
  const isPlain = Object.keys(rest).length === 0
  const fold = `<details><summary>the line</summary><pre>${html(rest)}</pre></details>`
  return `<section class="row line${type === 'outcome' ? ' outcome' : ''}"><header><h2>`
    + `${html(type) || 'No type'}</h2><p>${clock(time)}</p></header>`
    + `<div>${words}${isPlain ? '' : fold}</div></section>\n`
}

const LINES: Record<string, (line: Line) => string> = {
  outcome: ({ outcome, reason }) => {
    const why = html(reason)
    return `<strong>${html(outcome)}</strong>${why && `: ${why}`}`
  },
  header: () => 'The run was interrupted, and goes on from here.',
}
