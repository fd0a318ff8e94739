// page-text.ts: whatever a record holds becomes text of a page. Nothing that a model, a tool or a file wrote
// reaches the page by another way than `html` or `attribute`, so nothing of it is markup, and what no screen
// shows (controls, what turns the direction, what has no width) stands there as its number.

import { harmless } from '../../print.ts'
import { HIDDEN } from '../../words.ts'

const MARKUP = /[&<>"'`]/g
const PLAIN = /^[\t\n -~]*$/ // nothing hidden in it: most texts are such, and need no closer look
const EVERY_HIDDEN = new RegExp(HIDDEN.source, 'gu')

/** A value as text between tags. A hidden character is marked, so that it differs from one that was typed as
 *  its number. */
export function html(value: unknown): string {
  const text = textOf(value)
  const safe = withoutMarkup(text)
  return PLAIN.test(text) ? safe : safe.replace(EVERY_HIDDEN, (char) => `<b>${harmless(char)}</b>`)
}

/** A value as the text of an attribute in double quotes, or of a title. */
export function attribute(value: unknown): string {
  return withoutMarkup(harmless(textOf(value)))
}

function withoutMarkup(text: string): string {
  return text.replace(MARKUP, (char) => `&#${char.charCodeAt(0)};`)
}

/** A text is itself, nothing is empty, everything else is its JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  try {
    return JSON.stringify(value, null, 1)
  } catch {
    return '(nested too deeply to be shown)'
  }
}

/** A finite number from 0 on, or undefined. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

/** The moment of a line in milliseconds, or undefined. */
export function momentOf(at: unknown): number | undefined {
  const moment = typeof at === 'string' ? Date.parse(at) : NaN
  return Number.isNaN(moment) ? undefined : moment
}

/** The time of day of a moment, with the whole of it in the title; what is no moment as it is written. */
export function clock(at: unknown): string {
  const moment = momentOf(at)
  if (moment === undefined) return html(at)
  const whole = new Date(moment).toISOString()
  return `<time datetime="${whole}" title="${whole}">${whole.slice(-13, -5)}</time>`
}

/** The day and the time of a moment. */
export function date(at: unknown): string {
  const moment = momentOf(at)
  if (moment === undefined) return html(at)
  const whole = new Date(moment).toISOString()
  return `<time datetime="${whole}">${whole.slice(0, -5).replace('T', ' ')} UTC</time>`
}

/** `340 ms`, `1.2 s`, `2 min 5 s`, `3 h 10 min`. */
export function duration(milliseconds: number): string {
  if (milliseconds > 0 && milliseconds < 1) return '&lt;1 ms'
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 59_950) return `${(milliseconds / 1_000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1_000)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  return `${count(Math.floor(minutes / 60))} h ${minutes % 60} min`
}

/** `12,345`. */
export function count(number: number): string {
  return number.toLocaleString('en-US')
}

/** `1 line`, `2 lines`. */
export function plural(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? '' : 's'}`
}
