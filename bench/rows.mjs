// rows.mjs: what every part of the benchmark gives back: rows, each with this harness's figure and those of
// others beside it. A figure is a median; a ratio is the median of the ratios turn by turn, ours by
// theirs, since in the same turn the machine was the same.

import { median } from './race.mjs'

/** `title`: { group, name, unit, goal? }; `own`: our values, one a turn; `others`: { title, values } each.
 *  A goal is { atMost, of } in times of another's figure, or { atMost, ideal } in times of a number. */
export function rowOf(title, own, others) {
  const beside = others.map(({ title: name, values }) => {
    const turns = Math.min(own.length, values.length)
    const ratios = Array.from({ length: turns }, (_, turn) => own[turn] / values[turn])
    return [name, { value: median(values), ratio: median(ratios) }]
  })
  return { ...title, goal: title.goal ?? null, value: median(own), others: Object.fromEntries(beside) }
}

/** How far a row is from its goal: the ratio that counts; undefined when it has none. */
export function reached({ goal, value, others }) {
  if (goal === null) return undefined
  return goal.ideal === undefined ? others[goal.of]?.ratio : value / goal.ideal
}

/** Whether it is met; undefined when the row has no goal, or whom it names was not there. */
export function isMet(row) {
  const ratio = reached(row)
  return ratio === undefined ? undefined : ratio <= row.goal.atMost
}

/** A figure with about three digits. */
export function figure(value) {
  if (value >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString('en-US')
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
