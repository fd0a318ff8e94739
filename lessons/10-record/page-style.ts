// page-style.ts: how the page looks, in light and in dark, on a wide screen and on a narrow one. What is far
// away is not laid out before somebody comes near it: that is what makes a long record open fast.

import { FILTERS } from './page-totals.ts'

const LIGHT = `
  --paper: #fbfaf7; --card: #fff; --ink: #24272b; --soft: #656a70; --line: #e4e0d8; --chip: #f3f0ea;
  --no: #a8281e; --no-card: #fdf2ef; --ask: #835400; --ask-card: #fdf6e6; --yes: #2f6b4a; --bar: #a9bdd0;
  --focus: #1f5fbf;`
const DARK = `
  --paper: #17191c; --card: #1e2125; --ink: #e3e1dc; --soft: #9da2a8; --line: #33373c; --chip: #2a2e33;
  --no: #ff9a8d; --no-card: #34201e; --ask: #f0bf63; --ask-card: #322814; --yes: #8fcfa9; --bar: #5b7590;
  --focus: #8ab8ff;`

const BASE = `
:root { color-scheme: light dark; ${LIGHT} }
@media (prefers-color-scheme: dark) { :root { ${DARK} } }
* { box-sizing: border-box; margin: 0 }
body { max-width: 76rem; margin: 0 auto; padding: 3rem 2rem 6rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font: 400 2rem/1.2 Charter, Georgia, 'Liberation Serif', serif; letter-spacing: -.01em }
code, pre, dd, kbd, h3 { unicode-bidi: isolate }
code, pre, kbd, .call dd { font-family: ui-monospace, Menlo, 'DejaVu Sans Mono', monospace;
  font-size: .8125rem }
b { color: var(--ask); font-weight: 600 }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; border-radius: 3px }
main:focus { outline: none }
.skip { position: absolute; left: -99rem; padding: .5rem 1rem; background: var(--card) }
.skip:focus { left: 1rem; top: 1rem }
summary { width: fit-content; color: var(--soft); font-size: .875rem; cursor: pointer }
summary:hover { color: var(--ink) }
pre { white-space: pre-wrap; padding: .75rem 1rem; background: var(--chip); border-radius: 4px;
  line-height: 1.5 }
.notice { color: var(--ask); background: var(--ask-card); padding: .5rem .75rem; margin: .5rem 0;
  border-radius: 4px; font-size: .9375rem }`

const TOP = `
.end { margin: .5rem 0 0; color: var(--yes) } .end.open { color: var(--no) }
.totals { display: flex; flex-wrap: wrap; gap: 1.25rem 2.5rem; margin: 2rem 0 }
.totals div { display: flex; flex-direction: column-reverse; justify-content: flex-end }
.totals dd { font-size: 1.5rem; line-height: 1.2; font-variant-numeric: tabular-nums }
.totals dt { color: var(--soft); font-size: .8125rem }
.totals .no dd { color: var(--no) } .totals .ask dd { color: var(--ask) }
.facts div { display: grid; grid-template-columns: 7rem 1fr; gap: 1rem; font-size: .9375rem }
.facts dt { color: var(--soft) } .facts dd { white-space: pre-wrap }
.policy { margin-top: .5rem } .policy dl { margin: .5rem 0 0 }
.filter:not([hidden]) { position: sticky; top: 0; z-index: 1; margin: 2rem -2rem 0; padding: .75rem 2rem;
  background: var(--paper); border-bottom: 1px solid var(--line); font-size: .875rem;
  display: flex; flex-wrap: wrap; gap: .25rem 2rem; justify-content: space-between }
.filter fieldset { border: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem }
.filter legend { position: absolute; left: -99rem }
.filter label { cursor: pointer; white-space: nowrap } .filter input { accent-color: var(--focus) }
#more { padding: 1.75rem 4px } #more button { font: inherit; padding: .25rem .75rem; cursor: pointer }
.filter small, .filter p { color: var(--soft) } .filter small { font-size: .8125rem }
kbd { padding: 0 .3rem; border: 1px solid var(--line); border-radius: 3px }`

const TIMELINE = `
.row { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: 0 2rem; padding: 1.75rem 4px;
  border-top: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 15rem }
.row:first-child { border-top: 0 }
.row h2 { font-size: .9375rem; font-weight: 600 }
.row > header p { color: var(--soft); font-size: .8125rem; font-variant-numeric: tabular-nums }
.text { max-width: 44rem; white-space: pre-wrap }
.said .text, .outcome .text { font-family: Charter, Georgia, 'Liberation Serif', serif; font-size: 1.125rem }
.said.person h2 { color: var(--ask) } .line h2 { font-weight: 400; color: var(--soft) }
.calls { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 1rem }
.text + .calls, .notice + .calls { margin-top: 1rem }
.call { padding: .875rem 1rem; background: var(--card); border: 1px solid var(--line);
  border-left: 3px solid var(--bar); border-radius: 4px; scroll-margin: 6rem 0 2rem;
  display: flex; flex-direction: column; gap: .5rem }
.call:focus-within { border-color: var(--focus) }
.call h3 { display: flex; justify-content: space-between; font-size: .9375rem; font-weight: 600 }
.call .ms { color: var(--soft); font-size: .8125rem; font-weight: 400; font-variant-numeric: tabular-nums }
.call svg { display: block; width: 100%; height: 4px; background: var(--chip); border-radius: 2px }
.call rect { fill: var(--bar) }
.words code { white-space: pre-wrap; padding: .1rem .35rem; background: var(--chip); border-radius: 3px;
  -webkit-box-decoration-break: clone; box-decoration-break: clone }
.fate { font-size: .875rem; color: var(--soft); white-space: pre-wrap } .fate strong { color: var(--yes) }
.fate em { color: var(--no) } .fact { margin-left: .75rem } .fact i { font-style: normal; color: var(--ink) }
.call[data-is~="refused"] { background: var(--no-card); border-left-color: var(--no) }
.call[data-is~="refused"] strong { color: var(--no) }
.call[data-is~="undecided"] strong { color: var(--ask) }
.call[data-is~="by-human"] { background: var(--ask-card); border-color: var(--ask) }
.call dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1rem;
  margin: .5rem 0; font-size: .8125rem } .call dt { color: var(--soft) } .call dd { white-space: pre-wrap }`

const NARROW = `
@media (max-width: 44rem) {
  body { padding: 1.5rem 1rem 4rem } h1 { font-size: 1.5rem }
  .filter { margin: 1.5rem -1rem 0; padding: .5rem 1rem }
  .totals { gap: 1rem 1.5rem; margin: 1.5rem 0 } .totals dd { font-size: 1.25rem }
  .facts div { grid-template-columns: 5.5rem 1fr } .filter fieldset { flex-wrap: nowrap; overflow-x: auto }
  #keys { display: none } .filter fieldset { padding: 6px }
  .row { grid-template-columns: minmax(0, 1fr); gap: .75rem; padding: 1.25rem 4px }
  .row > header { display: flex; gap: 1rem; align-items: baseline } .row > header br { display: none }
}`

const CALMER = `
@media (prefers-reduced-motion: no-preference) { summary, .call { transition: .15s color, .15s border } }
@media (forced-colors: active) { .call[data-is~="refused"] { border-left-width: 8px } }
@media print { .filter, .skip { display: none } .row { content-visibility: visible } }
`

/** With a word chosen, calls without it are not shown, nor what holds none of those. The word stands at the
 *  timeline, where a script puts it: a rule with `:has` makes a long page open twice as slowly. */
function onlyRule(word: string): string {
  const isChosen = `main[data-only="${word}"]`
  const others = [`.call:not([data-is~="${word}"])`, `.row:not([data-has~="${word}"])`]
  return `${others.map((other) => `${isChosen} ${other}`).join(', ')} { display: none }`
}

const ONLY = Object.keys(FILTERS).filter((word) => word !== 'all').map(onlyRule).join('\n')

export const STYLE = `${BASE}${TOP}${TIMELINE}${NARROW}${CALMER}${ONLY}\n`
