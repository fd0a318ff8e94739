// page-script.ts: what the page does in a browser: moves between calls by keys, hides what the filter leaves
// out, and puts rounds that wait as text into the page when somebody comes near. Of the record it reads only
// which calls are shown; what it puts in was made by page.ts, as all of the page.

/** j and k anywhere, the arrows within a call; Enter opens, as in every browser; / is the filter. */
export const SCRIPT = `
'use strict'
const more = document.getElementById('more')
const chosen = () => document.querySelector('.filter input:checked')

function shownCalls() {
  const word = chosen().value
  return [...document.querySelectorAll(word === 'all' ? '.call' : '.call[data-is~="' + word + '"]')]
}

/** Where the person is: in a call, or else at what stands first below the filter. */
function here() {
  const call = document.activeElement.closest('.call')
  const { bottom } = document.querySelector('.filter').getBoundingClientRect()
  return call || document.elementFromPoint(innerWidth / 2, bottom + 1) || document.body
}

/** Puts the next rounds that wait into the page; whether there were some. */
function addNext() {
  const next = document.querySelector('script.later')
  if (next) {
    next.insertAdjacentHTML('beforebegin', next.textContent)
    next.remove()
  }
  if (more && !document.querySelector('script.later')) more.hidden = true
  return next !== null
}

function addAll() {
  while (addNext());
}

/** The next shown call behind this place, or the last one before it. */
function move(isForward) {
  const place = here()
  const wanted = isForward ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING
  const calls = shownCalls().filter((call) => place.compareDocumentPosition(call) & wanted)
  const call = isForward ? calls[0] : calls.at(-1)
  if (!call) return isForward && addNext() && move(true)
  call.querySelector('summary').focus({ preventScroll: true })
  call.scrollIntoView({ block: 'nearest' })
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const isInCall = document.activeElement.closest('.call') !== null
  const keys = {
    j: () => move(true),
    k: () => move(false),
    ArrowDown: isInCall && (() => move(true)),
    ArrowUp: isInCall && (() => move(false)),
    '/': () => chosen().focus(),
  }
  const work = Object.hasOwn(keys, event.key) && keys[event.key]
  if (!work) return
  event.preventDefault()
  work()
}

/** A filter is for all calls, so that none may wait. */
function choose() {
  if (chosen().value !== 'all') addAll()
  document.getElementById('timeline').dataset.only = chosen().value
}

document.addEventListener('keydown', onKey)
document.querySelector('.filter').addEventListener('change', choose)
document.querySelector('.filter').hidden = false
if (more) {
  const isNear = (entries) => entries.some(({ isIntersecting }) => isIntersecting) && addNext()
  new IntersectionObserver(isNear, { rootMargin: '3000px' }).observe(more)
  more.firstChild.addEventListener('click', addAll)
}
addEventListener('beforeprint', addAll)
choose()
`
