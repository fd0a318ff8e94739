// page.test.ts: the page of a record: as a text, and in a headless Chromium where there is one. The records
// are made up; that a real one has the same form is seen with the program and in the lesson.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { findChromium, openBrowser } from './browser.ts'
import { PROJECT, runNode } from './children.ts'
import { hostileRecord, longRecord, roundLines, shortRecord } from './page-builders.ts'
import { workspace } from './permit-builders.ts'
import { recordLines } from '../cli/view.ts'
import { page } from '../lessons/10-record/page.ts'
import { roundsOf } from '../lessons/10-record/page-rounds.ts'
import {
  attribute, clock, count, date, duration, html, numberOf, textOf,
} from '../lessons/10-record/page-text.ts'
import { totalsOf } from '../lessons/10-record/page-totals.ts'
import type { Browser } from './browser.ts'
import type { Round } from '../lessons/10-record/page-rounds.ts'

const PROGRAM = join(PROJECT, 'run.ts')
const CHROMIUM = findChromium()
const WITH_BROWSER = { skip: CHROMIUM === null ? 'it needs Chromium' : false }

// Text

describe('a value in a page', () => {
  test('is text, whatever it is', () => {
    assert.equal(html('<b a="1">\'`&'), '&#60;b a=&#34;1&#34;&#62;&#39;&#96;&#38;')
    assert.equal(html('a\u202eb\u0000'), 'a<b>\\u{202e}</b>b<b>\\u{0}</b>')
    assert.equal(html('two\nlines\t'), 'two\nlines\t')
    assert.equal(html({ a: [1, '<'] }), '{\n &#34;a&#34;: [\n  1,\n  &#34;&#60;&#34;\n ]\n}')
    assert.deepEqual([undefined, null, 0, false, ''].map(html), ['', '', '0', 'false', ''])
    assert.equal(attribute('"\u202e>'), '&#34;\\u{202e}&#62;')
    const deep: unknown[] = []
    for (let at = deep, i = 0; i < 100_000; i++) at.push((at = []))
    assert.equal(textOf(deep), '(nested too deeply to be shown)')
  })

  test('is a moment only when it is one', () => {
    const time = '2026-11-30T14:03:20.000Z'
    assert.equal(clock(time), `<time datetime="${time}" title="${time}">14:03:20</time>`)
    assert.equal(date(time), `<time datetime="${time}">2026-11-30 14:03:20 UTC</time>`)
    assert.deepEqual([clock('<soon>'), date(7), clock(undefined)], ['&#60;soon&#62;', '7', ''])
  })

  test('is a number only when it can be counted', () => {
    assert.deepEqual([numberOf(3), numberOf(0)], [3, 0])
    for (const none of [-1, NaN, Infinity, '3']) assert.equal(numberOf(none), undefined)
    assert.equal(count(12_345), '12,345')
  })

  const spans: [ms: number, words: string][] = [
    [0, '0 ms'], [0.4, '&lt;1 ms'], [1, '1 ms'], [999, '999 ms'], [999.6, '1.0 s'], [59_940, '59.9 s'],
    [59_950, '1 min 0 s'], [125_000, '2 min 5 s'], [3_599_400, '59 min 59 s'], [11_400_000, '3 h 10 min'],
  ]
  for (const [ms, words] of spans) test(`of ${ms} ms is ${words}`, () => assert.equal(duration(ms), words))
})

// Rounds

const roundsIn = (lines: readonly object[]) => roundsOf(lines).items.filter((item): item is Round => {
  return item.kind === 'round'
})

describe('the lines of a record', () => {
  test('are rounds with their calls, and what stands between', () => {
    const { header, items, outcome } = roundsOf(shortRecord())
    const kinds = items.map((item) => (item.kind === 'round' ? item.calls.map(({ id }) => id) : item.kind))
    assert.deepEqual(kinds, [
      'said', ['c1', 'c2', 'c3'], ['c4'], ['c5', 'c6'], ['c7', 'c8'], 'line', 'line', [], 'line',
    ])
    assert.equal((header as { root: string }).root, '/home/ada/notes')
    assert.equal((outcome as { outcome: string }).outcome, 'done')
  })

  test('give each call what is said of its id', () => {
    const calls = roundsIn(shortRecord()).flatMap((round) => round.calls)
    const { decision, ...ran } = calls[3]!
    assert.deepEqual(ran, {
      id: 'c4', name: 'bash', args: { command: 'npm test -- print' }, malformed: undefined, ok: false,
      vectors: [['npm', 'test', '--', 'print']], started: Date.parse('2026-11-30T14:03:29.400Z'),
      milliseconds: 12_400, text: '1 failed\n'.repeat(40),
    })
    assert.equal((decision as { by: string }).by, 'grant')
    const { started, milliseconds, vectors, ok, text } = calls[4]!
    assert.deepEqual([started, milliseconds, vectors, ok, text],
      [undefined, undefined, undefined, false, 'Error: command not allowed: curl'])
  })

  test('that are torn out of a record lose nothing else', () => {
    const lines = shortRecord()
    const whole = roundsIn(lines).length
    for (let i = 1; i < lines.length; i++) {
      const found = roundsIn(lines.filter((_, at) => at !== i))
      assert.ok(found.length >= whole - 1, `without line ${i}`)
    }
    const alone = roundsOf([{ type: 'tool.x.completed', id: 'k', milliseconds: 3, result: { text: 'out' } }])
    assert.deepEqual((alone.items[0] as Round).calls, [
      { id: 'k', name: 'x', args: undefined, ok: true, text: 'out', milliseconds: 3 },
    ])
  })

  test('are counted', () => {
    const lines = shortRecord()
    const totals = totalsOf(roundsOf(lines), lines)
    assert.deepEqual(totals, {
      rounds: 5, calls: 8, elapsed: 54_100, working: 13_137, input: 16_137, output: 480,
      byFilter: {
        'all': 8, 'allowed': 6, 'refused': 2, 'failed': 1, 'by-tier': 3, 'by-grant': 1, 'by-permit': 1,
        'by-human': 2, 'by-rule': 1,
      },
    })
    const untold = lines.filter((line) => (line as { type: string }).type !== 'usage')
    assert.equal(totalsOf(roundsOf(untold), untold).input, 16_137) // those of the replies
    assert.equal(totalsOf(roundsOf([]), []).elapsed, undefined)
  })

  test('that cannot be read are told with their number', () => {
    const text = '{"type":"header"}\n\nno JSON\n[1]\nnull\n7\n{"type":"deci'
    assert.deepEqual(recordLines(text), [
      { type: 'header' }, { type: 'unreadable', line: 3, isLast: false, text: 'no JSON' },
      { type: 'unreadable', line: 4, isLast: false, text: '[1]' },
      { type: 'unreadable', line: 5, isLast: false, text: 'null' },
      { type: 'unreadable', line: 6, isLast: false, text: '7' },
      { type: 'unreadable', line: 7, isLast: true, text: '{"type":"deci' },
    ])
    const made = page(recordLines(text))
    assert.ok(made.includes('Line 3 was left out: it is no JSON object. <code>no JSON</code>'))
    assert.ok(made.includes('Line 7 was left out: it is the last one and was cut off'))
    assert.ok(made.includes('No end is recorded'))
  })
})

// The page

describe('the page', () => {
  test('holds nothing that is loaded, and no place for a script or style of others', () => {
    const made = page(shortRecord(), 'a record')
    assert.doesNotMatch(made, /\b(src|href)="(?!#timeline")|url\(|@import|\sstyle="|\son\w+="/)
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(made) ?? []
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[\w+/]+='; script-src 'sha256-[\w+/]+='; /)
    assert.match(policy, /; base-uri 'none'; form-action 'none'$/)
    assert.ok(made.indexOf('Content-Security-Policy') < made.indexOf('<style>'))
  })

  test('shows each call with vectors, decision, by whom, why, time and output', () => {
    const made = page(shortRecord(), 'a record')
    const start = '<article[^>]*aria-label="bash: allowed"><h3>bash<span class="ms">12.4'
    const [call = ''] = new RegExp(`${start}.*?</article>`, 's').exec(made) ?? []
    assert.ok(call.includes('<code>npm</code> <code>test</code> <code>--</code> <code>print</code>'))
    assert.ok(call.includes('<strong>allowed by grant</strong> <em>and failed</em> '
      + '<span>granted beforehand: bash:npm test</span>'))
    assert.ok(call.includes('<summary>output, 40 lines</summary>'))
    assert.ok(made.includes('<strong>refused by a person</strong> '
      + '<span>a person said no: I commit myself</span>'))
    assert.ok(made.includes('<h2>context.trimmed</h2>')) // what it does not know is shown as it is
    assert.ok(made.includes('The run was interrupted, and goes on from here.'))
  })

  test('is made of whatever stands in a record, and throws nothing', () => {
    const odd = [null, 1, 'x', [], {}, { type: 7 }, { type: 'message' }, { type: 'message', message: 3 },
      { type: 'message', message: { role: 'assistant', calls: [null, { id: [] }], usage: 'x' } },
      { type: 'decision' }, { type: 'decision', id: {}, by: {}, allowed: 'yes' }, { type: 'tool..started' },
      { type: 'tool.x.started', id: 'a', vectors: 7 },
      { type: 'tool.x.started', id: 'a', vectors: ['ls', [null]] },
      { type: 'tool.x.failed', id: 'a', milliseconds: -1, result: 'no' }, { type: 'outcome', outcome: [] },
      { type: 'message', message: { role: 'results', results: 'x' } }, { type: '__proto__', time: {} },
      { type: 'message', message: { role: 'user', text: ['a'] } }, { type: 'unreadable' }]
    for (const line of odd) assert.match(page([line as object]), /<\/html>\n$/)
    assert.match(page(odd as object[]), /<\/html>\n$/)
    assert.match(page([]), /<main id="timeline" tabindex="-1">\n<\/main>/)
  })

  test('keeps what is far away as text until somebody comes near', () => {
    const made = page(longRecord(450))
    const later = made.match(/<script type="text\/plain" class="later">/g) ?? []
    assert.equal(later.length, 2)
    assert.equal(made.match(/<\/script>/g)!.length, 3) // no text of a record ends one early
    assert.equal(made.split('<section class="row round"').length - 1, 450)
    assert.ok(!page(longRecord(199)).includes('class="later"'))
  })
})

describe('view', () => {
  test('prints the page of a real record, and says what is wrong with a file', async (t) => {
    const { root, base } = workspace(t, { 'a.txt': 'hi\n' })
    const file = join(base, 'r.jsonl')
    const text = `${shortRecord().map((line) => JSON.stringify(line)).join('\n')}\n{"type":"dec`
    writeFileSync(file, text)
    const ran = await runNode([PROGRAM, 'view', file], { cwd: root })
    assert.deepEqual([ran.code, ran.stderr], [0, ''])
    assert.equal(ran.stdout, page(recordLines(text), 'r.jsonl'))
    const gone = await runNode([PROGRAM, 'view', 'gone.jsonl'], { cwd: root })
    assert.deepEqual([gone.code, gone.stdout], [2, ''])
    assert.match(gone.stderr, /^no such file: gone\.jsonl\n/)
    const folder = await runNode([PROGRAM, 'view', root], { cwd: root })
    assert.match(folder.stderr, /: EISDIR\n/)
    const none = await runNode([PROGRAM, 'view'], { cwd: root })
    assert.equal(none.code, 2)
    assert.match(none.stderr, /^view takes one file, and no --json: view record\.jsonl > page\.html; /)
  })
})

// In a browser

/** Opens a page in a browser of its own. `at` evaluates an expression there. */
async function shown(t: { after(work: () => void | Promise<void>): void }, made: string) {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-page-'))
  const browser: Browser = await openBrowser(CHROMIUM!)
  t.after(async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const file = join(folder, 'page.html')
  writeFileSync(file, made)
  await browser.send('Emulation.setDeviceMetricsOverride',
    { width: 1_200, height: 800, deviceScaleFactor: 1, mobile: false })
  const loaded = browser.until('Page.loadEventFired')
  await browser.send('Page.navigate', { url: pathToFileURL(file).href })
  await loaded
  const at = async (expression: string) => {
    const { result, exceptionDetails } = await browser.send('Runtime.evaluate', {
      expression: `Promise.resolve(${expression})`, awaitPromise: true, returnByValue: true,
    })
    assert.equal(exceptionDetails, undefined, expression)
    return result.value as unknown
  }
  const press = async (key: string) => {
    const text = key === 'Enter' ? '\r' : key.length === 1 ? key : undefined
    const code = { Enter: 13, Tab: 9, ArrowRight: 39, ArrowDown: 40, ArrowUp: 38 }[key]
    const event = { key, ...(code && { windowsVirtualKeyCode: code }), ...(text && { text }) }
    await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event })
    await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', key })
  }
  /** What went wrong so far: errors on the console, throws, and what was asked for beside the page itself. */
  const faults = () => browser.told.flatMap(({ method, params }) => {
    const isError = method === 'Runtime.exceptionThrown' || method === 'Runtime.consoleAPICalled'
    if (isError) return [JSON.stringify(params)]
    if (method === 'Log.entryAdded') return [params.entry.text as string]
    const url = method === 'Network.requestWillBeSent' ? params.request.url as string : ''
    return url === '' || url === pathToFileURL(file).href ? [] : [url]
  })
  return { at, press, faults, browser }
}

const FOCUS = 'document.activeElement.closest(".call")?.querySelector(".words").textContent'
const VISIBLE = '[...document.querySelectorAll(".call")].filter((call) => call.checkVisibility()).length'

describe('in a browser', WITH_BROWSER, () => {
  test('it is shown without an error, loads nothing, and can be gone through by keys', async (t) => {
    const { at, press, faults } = await shown(t, page(shortRecord(), 'a record'))
    assert.equal(await at('document.title'), 'a record')
    assert.equal(await at(VISIBLE), 8)
    await at('scrollTo(0, 0)')
    await at('document.querySelector("#timeline").focus()')
    await press('j')
    assert.equal(await at(FOCUS), 'git log --oneline -5')
    await press('j')
    assert.equal(await at(FOCUS), 'src/print.ts')
    await press('ArrowDown')
    await press('ArrowUp')
    await press('k')
    assert.equal(await at(FOCUS), 'git log --oneline -5')
    assert.equal(await at('document.activeElement.parentElement.open'), false)
    await press('Enter')
    assert.equal(await at('document.activeElement.parentElement.open'), true)
    assert.equal(await at('document.activeElement.parentElement.querySelector("pre").innerText.trim()'),
      'a1 print: a blank')
    await press('/')
    assert.equal(await at('document.activeElement.value'), 'all')
    await press('ArrowRight')
    await press('ArrowRight')
    assert.equal(await at('document.activeElement.value'), 'refused')
    assert.equal(await at(VISIBLE), 2)
    await at('document.querySelector("#timeline").focus()')
    await press('j')
    assert.equal(await at(FOCUS), 'curl -s https://example.com/print.ts')
    await press('j')
    assert.equal(await at(FOCUS), "git commit -am 'print: a blank at the end stays'".replaceAll("'", ''))
    assert.deepEqual(faults(), [])
  })

  const harms: [name: string, harm: string][] = [
    ['tags', '</script></style><img src=x onerror="window.harmed=1"><script>window.harmed=1</script>'],
    ['attributes', '" onmouseover="window.harmed=1" style="x:expression(1)" \'><svg/onload=window.harmed=1>'],
    ['addresses', '<a href="javascript:window.harmed=1"><iframe src="http://127.0.0.1:9/x"><base href=//x>'],
    ['comments', '--><!--<script><!-- ]]> </title></textarea></pre></details></main>'],
    ['characters', '\u202e\u0000\u2028\ud800&lt;script&gt;&#60;img src=x onerror=window.harmed=1&#62;'],
  ]
  for (const [name, harm] of harms) {
    test(`${name} in every field of a record are text`, async (t) => {
      const made = page(hostileRecord(harm), harm)
      const { at, faults } = await shown(t, made)
      assert.equal(await at('typeof window.harmed'), 'undefined')
      const foreign = '"img, iframe, a[href]:not(.skip), base, [onload]"'
      assert.equal(await at(`document.querySelectorAll(${foreign}).length`), 0)
      assert.equal(await at('document.querySelectorAll("script").length'), 1)
      const names = '[...document.querySelectorAll("*")].map((one) => one.localName)'
      const tags = `JSON.stringify([...new Set(${names})].sort())`
      const clean = await shown(t, page(shortRecord(), 'a record'))
      const known = [...JSON.parse(await clean.at(tags) as string), 'b'].sort() // b: a stop that is not known
      assert.deepEqual(JSON.parse(await at(tags) as string), known)
      assert.equal(await at(VISIBLE), 8)
      assert.deepEqual(faults(), [])
    })
  }

  test('rounds that wait are put in when they are wanted, harmless as the others', async (t) => {
    const harm = '</script><img src=x onerror="window.harmed=1">'
    const long = longRecord(450)
    const last = roundLines(2_000_000, harm, [{
      id: 'z', name: 'bash', args: { command: harm }, text: harm,
      decision: { allowed: false, by: 'permit', reason: harm },
    }])
    const { at, press, faults } = await shown(t, page([...long, ...last]))
    const rounds = 'document.querySelectorAll(".round").length'
    assert.ok(await at(rounds) as number < 451)
    await at('scrollTo(0, document.body.scrollHeight)')
    await at('new Promise((resolve) => setTimeout(resolve, 300))')
    assert.ok(await at(rounds) as number > 200)
    await press('/')
    await press('ArrowRight')
    await press('ArrowRight')
    assert.equal(await at('document.activeElement.value'), 'refused')
    assert.equal(await at(rounds), 451)
    assert.equal(await at('document.querySelector("#more").hidden'), true)
    const lastCall = '[...document.querySelectorAll(".call[data-is~=refused]")].at(-1)'
    assert.equal(await at(`${lastCall}.querySelector(".words").textContent`), harm)
    assert.equal(await at('typeof window.harmed + document.querySelectorAll("img").length'), 'undefined0')
    assert.deepEqual(faults(), [])
  })

  test('the rest is put in at once by its button', async (t) => {
    const { at, faults } = await shown(t, page(longRecord(450)))
    await at('document.querySelector("#more button").click()')
    assert.equal(await at('document.querySelectorAll(".round").length'), 450)
    assert.deepEqual(faults(), [])
  })
})
