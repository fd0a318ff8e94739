// The event stream reader, against streams cut in every way. Expected events stand beside the bytes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sseParser } from '../models/sse.ts'

/** All events of a stream that arrives in pieces of `size` bytes. */
function eventsOf(text: string | Uint8Array, size = Infinity): string[] {
  const bytes = Buffer.from(text)
  const parser = sseParser()
  const events: string[] = []
  for (let at = 0; at < bytes.length; at += size) events.push(...parser.push(bytes.subarray(at, at + size)))
  return [...events, ...parser.end()]
}

const CASES: [name: string, stream: string, events: string[]][] = [
  ['one event', 'data: a\n\n', ['a']],
  ['two events', 'data: a\n\ndata: b\n\n', ['a', 'b']],
  ['CR LF', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
  ['CR alone', 'data: a\r\rdata: b\r\r', ['a', 'b']],
  ['all line ends mixed', 'data: a\r\n\ndata: b\n\r\ndata: c\r\n\r', ['a', 'b', 'c']],
  ['data of several lines', 'data: a\ndata: b\ndata:\ndata: c\n\n', ['a\nb\n\nc']],
  ['data without a blank after the colon', 'data:a\n\n', ['a']],
  ['one blank after the colon goes, more stay', 'data:  a \n\n', [' a ']],
  ['data without a colon is an empty line', 'data\ndata: a\n\n', ['\na']],
  ['an event whose data is empty', 'data:\n\n', ['']],
  ['comments', ': hello\ndata: a\n: again\ndata: b\n\n:\n\n', ['a\nb']],
  ['names, ids, retry and unknown fields', 'event: x\nid: 1\nretry: 5\nfoo: bar\ndata: a\n\n', ['a']],
  ['fields that begin like data', 'database: a\ndat: b\n data: c\nDATA: d\n\n', []],
  ['an event without data', 'event: ping\n\ndata: a\n\n', ['a']],
  ['blank lines', '\n\n\ndata: a\n\n\n\ndata: b\n\n\n', ['a', 'b']],
  ['a byte order mark', '\ufeffdata: a\n\n', ['a']],
  ['a mark that is not at the start', 'data: \ufeffa\n\n', ['\ufeffa']],
  [
    'characters of two to four bytes',
    'data: \u0141\u00f3d\u017a \u20ac \u{1F980}\n\n',
    ['\u0141\u00f3d\u017a \u20ac \u{1F980}'],
  ],
  ['separators of Unicode are no line ends', 'data: a\u2028b\u0085c\n\n', ['a\u2028b\u0085c']],
  ['no blank line at the end', 'data: a\n\ndata: b\n', ['a', 'b']],
  ['no line end at the end', 'data: a\n\ndata: b', ['a', 'b']],
  ['an end inside a CR LF', 'data: a\r\n\r', ['a']],
  ['nothing', '', []],
  ['JSON that is no stream', '{\n  "data": [1],\n  "a": "data: x"\n}\n', []],
]

for (const [name, stream, events] of CASES) {
  test(`reads ${name}, however it is cut`, () => {
    for (const size of [Infinity, 1, 2, 3, 5, 7])
      assert.deepEqual(eventsOf(stream, size), events, `pieces of ${size}`)
  })
}

test('gives an event as soon as its blank line came, and no sooner', () => {
  const parser = sseParser()
  const told = ['data: a', '\n', '\n', 'data: b\r', '\n', '\r', '\ndata: c\n\n'].map((piece) =>
    parser.push(Buffer.from(piece)),
  )
  assert.deepEqual(told, [[], [], ['a'], [], [], ['b'], ['c']])
  assert.deepEqual(parser.end(), [])
})

test('an empty piece between CR and LF changes nothing', () => {
  const parser = sseParser()
  const told = ['data: a\r', '', '\ndata: b\n\n'].map((piece) => parser.push(Buffer.from(piece)))
  assert.deepEqual(told, [[], [], ['a\nb']])
})

test('bytes that are not UTF-8 become replacement characters and lose nothing else', () => {
  assert.deepEqual(
    eventsOf(Buffer.from([...Buffer.from('data: a'), 0xff, 0xc3, ...Buffer.from('b\n\ndata: c\n\n')]), 1),
    ['a\ufffd\ufffdb', 'c'],
  )
})

test('a character cut by the end of the stream is shown as replaced', () => {
  assert.deepEqual(eventsOf(Buffer.from([...Buffer.from('data: a'), 0xe2, 0x82])), ['a\ufffd'])
})

test('a long line in small pieces takes time that grows with its length, not with its square', () => {
  const line = `data: ${'x'.repeat(2_000_000)}\n\n`
  assert.deepEqual(
    eventsOf(line, 10).map((data) => data.length),
    [2_000_000],
  )
})

test('random streams are read as the standard says', () => {
  const random = randomFrom(7)
  const lines = ['data: a', 'data', 'data:b', ': note', 'event: e', '', '', 'id', 'data:  \u20ac']
  for (let round = 0; round < 500; round++) {
    let stream = ''
    for (let i = random(12); i >= 0; i--)
      stream += lines[random(lines.length)]! + ['\n', '\r\n', '\r'][random(3)]!
    assert.deepEqual(eventsOf(stream, 1 + random(4)), plainReading(stream), JSON.stringify(stream))
  }
})

/** The standard's algorithm on a whole text, written the plain way. Its end ends the last event. */
function plainReading(stream: string): string[] {
  const events: string[] = []
  let data: string[] = []
  for (const line of [...stream.replace(/\r\n?/g, '\n').split('\n'), '']) {
    if (line === '' && data.length > 0) {
      events.push(data.join('\n'))
      data = []
    }
    const [field, ...rest] = line.split(':')
    if (field === 'data') data.push(rest.join(':').replace(/^ /, ''))
  }
  return events
}

function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
