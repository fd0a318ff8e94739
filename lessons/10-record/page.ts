// page.ts: the record of a run as one HTML page that needs nothing else. Everything in a record may have been
// written by somebody who means harm, so the page holds two fences: every field becomes text (page-text.ts),
// and the policy of the page lets no script and no style run but the two written here, and loads nothing.

import { createHash } from 'node:crypto'
import { itemHtml } from './page-rows.ts'
import { objectOf, roundsOf } from './page-rounds.ts'
import { SCRIPT } from './page-script.ts'
import { STYLE } from './page-style.ts'
import { attribute } from './page-text.ts'
import { filterHtml, topHtml } from './page-top.ts'
import { totalsOf } from './page-totals.ts'
import type { Item } from './page-rounds.ts'

/** Nothing is loaded, and what runs is exactly what has this hash. */
const CONTENT_POLICY = [
  "default-src 'none'", `style-src '${hashOf(STYLE)}'`, `script-src '${hashOf(SCRIPT)}'`,
  "base-uri 'none'", "form-action 'none'",
].join('; ')

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

const ITEMS_AT_ONCE = 200 // a browser is handed so many; the others wait as text until somebody comes near

/** The timeline. What waits stands in elements that no browser runs or shows; page-script.ts puts it into the
 *  page. It is the same text as the rest, in which no `<` of a record is left. */
function timelineHtml(items: readonly Item[]): string {
  const parts: string[] = []
  for (let start = 0; start < items.length; start += ITEMS_AT_ONCE) {
    const part = items.slice(start, start + ITEMS_AT_ONCE).map(itemHtml).join('')
    parts.push(start === 0 ? part : `<script type="text/plain" class="later">${part}</script>\n`)
  }
  const button = '<p id="more"><button type="button">Show the rest at once</button></p>\n'
  const more = parts.length < 2 ? '' : button
  return `<main id="timeline" tabindex="-1">\n${parts.join('')}${more}</main>\n`
}

/** The page of a record. `given`: its objects in order; one of the type `unreadable` tells of a line that was
 *  left out. Whatever they hold, it throws nothing. */
export function page(given: readonly object[], title = 'The record of a run'): string {
  const lines = given.map(objectOf)
  const rounds = roundsOf(lines)
  const totals = totalsOf(rounds, lines)
  return '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
    + `<meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}">\n`
    + '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    + '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">\n'
    + `<title>${attribute(title)}</title>\n<style>${STYLE}</style></head>\n`
    + `<body><a class="skip" href="#timeline">Skip to the timeline</a>\n`
    + `${topHtml(rounds, totals, title)}\n${filterHtml(totals)}\n`
    + timelineHtml(rounds.items)
    + `<script>${SCRIPT}</script></body></html>\n`
}
