// page-top.ts: what stands above the timeline: which run it was, how it ended, its totals, and the filter.

import { FILTERS } from './page-totals.ts'
import { count, date, duration, html, textOf } from './page-text.ts'
import type { Line, Rounds } from './page-rounds.ts'
import type { Totals } from './page-totals.ts'

const ALWAYS_OFFERED = ['all', 'allowed', 'refused']
const TOLD_ELSEWHERE = ['type', 'version', 'time', 'root', 'model', 'policy']

export function topHtml({ header, outcome, unreadable }: Rounds, totals: Totals, title: string): string {
  const { version, time, root, model, policy } = header
  const others = Object.entries(header).filter(([key]) => !TOLD_ELSEWHERE.includes(key))
  const facts: [string, string][] = [
    ['workspace', html(root)], ['model', html(model)], ['began', date(time)], ['version', html(version)],
    ...others.map(([key, value]): [string, string] => [html(key), html(value)]),
  ]
  return `<header class="top"><h1>${html(title)}</h1>${endHtml(outcome)}`
    + unreadable.map(unreadableHtml).join('')
    + `<dl class="totals">${totalsHtml(totals)}</dl>`
    + `<dl class="facts">${rowsHtml(facts.filter(([, value]) => value !== ''))}</dl>`
    + `${policyHtml(policy)}</header>`
}

function endHtml(outcome: Line | undefined): string {
  if (outcome === undefined) return `<p class="end open">${NO_END}</p>`
  const how = textOf(outcome['outcome'])
  const why = html(outcome['reason'])
  return `<p class="end${how === 'done' ? '' : ' open'}">Ended as <strong>${html(how)}</strong>`
    + `${why && `: ${why}`}</p>`
}

const NO_END = 'No end is recorded: the run was interrupted, or still goes on.'
const TORN = 'it is the last one and was cut off, as when a program stops while it writes'

/** A line that was left out, and where it stood. */
function unreadableHtml({ line, isLast, text }: Line): string {
  const why = isLast === true ? TORN : 'it is no JSON object'
  return `<p class="notice">Line ${html(line)} was left out: ${why}. <code>${html(text)}</code></p>`
}

function totalsHtml({ rounds, calls, byFilter, elapsed, working, input, output }: Totals): string {
  const { refused = 0, failed = 0, 'by-human': asked = 0 } = byFilter
  const figures: [name: string, value: string, emphasis: string][] = [
    ['rounds', count(rounds), ''], ['calls', count(calls), ''],
    ['refused', count(refused), refused > 0 ? 'no' : ''],
    ['asked of a person', count(asked), asked > 0 ? 'ask' : ''], ['ran and failed', count(failed), ''],
    ['from start to end', elapsed === undefined ? '–' : duration(elapsed), ''],
    ['in calls', duration(working), ''], ['tokens in', count(input), ''], ['tokens out', count(output), ''],
  ]
  return figures.map(([name, value, emphasis]) => {
    return `<div${emphasis && ` class="${emphasis}"`}><dt>${name}<dd>${value}</div>`
  }).join('')
}

function rowsHtml(rows: readonly [string, string][]): string {
  return rows.map(([name, value]) => `<div><dt>${name}<dd>${value}</div>`).join('')
}

function policyHtml(policy: unknown): string {
  if (textOf(policy) === '') return ''
  const isList = typeof policy === 'object' && policy !== null
  const entries = isList ? Object.entries(policy) : [['', policy] as const]
  const rows = entries.map(([key, value]): [string, string] => {
    const isWords = Array.isArray(value) && value.every((word) => typeof word === 'string')
    return [html(key), html(isWords ? value.join('  ') : value)]
  })
  return `<details class="policy"><summary>policy</summary><dl class="facts">${rowsHtml(rows)}</dl></details>`
}

/** A choice of one, for page-script.ts: the style hides what the chosen word does not fit. */
export function filterHtml({ byFilter }: Totals): string {
  const offered = Object.keys(FILTERS).filter((word) => ALWAYS_OFFERED.includes(word) || byFilter[word])
  const choices = offered.map((word) => {
    return `<label><input type="radio" name="filter" id="only-${word}" value="${word}"`
      + `${word === 'all' ? ' checked' : ''}>${FILTERS[word]} `
      + `<small>${count(byFilter[word] ?? 0)}</small></label>`
  })
  return `<form class="filter" hidden><fieldset><legend>Show calls</legend>${choices.join('')}</fieldset>`
    + '<p id="keys"><kbd>j</kbd> <kbd>k</kbd> next and last call, <kbd>Enter</kbd> opens, '
    + '<kbd>/</kbd> filter</p></form>'
}
