// What output.ts keeps of a program's output and how it reads: exact texts, exact counts, constant memory.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutput } from '../output.ts'

const LARGE = 16_384
const NOTICE = /\n?\[\.\.\. (\d+) bytes left out \.\.\.\]\n/

function textOf(keepBytes: number, ...chunks: (string | Buffer)[]): string {
  const output = createOutput(keepBytes)
  for (const chunk of chunks) output.write(Buffer.from(chunk))
  return output.text()
}

const READS: [name: string, input: string | Buffer, text: string][] = [
  ['nothing', '', ''],
  ['one line', 'hi\n', 'hi\n'],
  ['a tab and blank lines', 'a\tb\n\n\nc', 'a\tb\n\n\nc'],
  ['wide characters and emoji', '你好 \u{1f600}\n', '你好 \u{1f600}\n'],
  ['a CRLF line end', 'one\r\ntwo\r\n', 'one\ntwo\n'],
  ['a doubled CR before LF', 'one\r\r\ntwo', 'one\ntwo'],
  ['progress', '\r1%\r2%\r3%\ndone\n', '3%\ndone\n'],
  ['progress with the CR behind', '1%\r2%\r3%\r', '3%'],
  ['progress that colours', '\x1b[32m1%\x1b[0m\r\x1b[K\x1b[32m2%\x1b[0m\r\n', '2%\n'],
  ['only CR', '\r\r\r', ''],
  ['colours', '\x1b[1;31mred\x1b[0m \x1b[38;5;12mblue\x1b[m', 'red blue'],
  ['clearing and moving', '\x1b[2J\x1b[H\x1b[?25lx\x1b[10;20Hy\x1b[?25h', 'xy'],
  ['a CSI with intermediates', 'a\x1b[1 qb\x1b[!pc', 'abc'],
  ['a title ended by BEL', '\x1b]0;title\x07text', 'text'],
  ['a title ended by ST', '\x1b]2;title\x1b\\text', 'text'],
  ['a link', '\x1b]8;;http://a.b/\x1b\\name\x1b]8;;\x1b\\.', 'name.'],
  ['DCS, SOS, PM, APC', 'a\x1bPq#0;1\x1b\\b\x1bXsos\x1b\\c\x1b^pm\x1b\\d\x1b_apc\x1b\\e', 'abcde'],
  ['a picture of several lines', 'a\x1bPq\n#0~~\n-\n\x1b\\b', 'ab'],
  ['two-character escapes', 'a\x1bcb\x1b7c\x1b8d\x1bMe\x1b=f\x1b>g', 'abcdefg'],
  ['escapes with intermediates', 'a\x1b(Bb\x1b)0c\x1b#8d\x1b %Ge', 'abcde'],
  ['eight-bit CSI, OSC, DCS', 'a\u009b31mb\u009d0;t\u009cc\u0090q\u009cd\u009d0;t\x07e', 'abcde'],
  ['other eight-bit controls', 'a\u0085b\u0080c\u009fd', 'abc'],
  ['a CSI cut short', 'text\x1b[31', 'text'],
  ['a CSI broken by a line end', 'a\x1b[3\nb', 'a\nb'],
  ['an escape cut short', 'text\x1b', 'text'],
  ['an escape with intermediate cut short', 'text\x1b(', 'text'],
  ['an OSC without an end', 'text\x1b]0;title', 'text'],
  ['an OSC without an end hides only its line', 'a\x1b]0;title\nb\nc', 'a\nb\nc'],
  ['an OSC broken off by another sequence', 'a\x1b]0;ti\x1b[31mb', 'ab'],
  ['a DCS cut before its backslash', 'a\x1bPq\x1b', 'a'],
  ['a sequence inside another', 'a\x1bPtmux;\x1b\x1b]52;c;eA==\x07\x1b\\b', 'ab'],
  ['two ESC', 'a\x1b\x1b[31mb', 'ab'],
  ['a sequence that a removal would make', 'a\x1b\x1b]x\x07[31mb', 'a[31mb'],
  ['ESC before a wide character', 'a\x1b你', 'a你'],
  ['NUL, BEL, BS, VT, FF, SO, DEL', 'a\0b\x07c\x08d\x0be\x0cf\x0eg\x7fh', 'abcdefgh'],
  ['bytes that are not UTF-8', Buffer.from([0x61, 0xff, 0xfe, 0, 0x62, 0xc3]), 'a\ufffd\ufffdb\ufffd'],
  ['surrogates in UTF-8', Buffer.from([0xed, 0xa0, 0x80, 0x41]), '\ufffd\ufffd\ufffdA'],
  ['a byte 0x9b alone is no CSI', Buffer.from([0x61, 0x9b, 0x33, 0x31, 0x6d]), 'a\ufffd31m'],
  ['a byte-order mark', '\ufeffa', '\ufeffa'],
]

for (const [name, input, text] of READS) {
  test(`reads ${name}`, () => {
    assert.equal(textOf(LARGE, input), text)
    const bytes = [...Buffer.from(input)].map((byte) => Buffer.from([byte]))
    assert.equal(textOf(LARGE, ...bytes), text, 'written byte by byte')
  })
}

const x = (count: number) => 'x'.repeat(count)
const CUTS: [name: string, keepBytes: number, input: string, text: string][] = [
  ['exactly as much as is kept', 100, x(100), x(100)],
  ['one byte more', 100, x(101), `${x(50)}\n[... 1 bytes left out ...]\n${x(50)}`],
  ['a long line', 100, x(1000), `${x(50)}\n[... 900 bytes left out ...]\n${x(50)}`],
  ['at line ends that are near', 100, `${x(45)}\n${x(200)}\n${x(44)}\n`,
    `${x(45)}\n[... 201 bytes left out ...]\n${x(44)}\n`],
  ['not at line ends that are far', 100, `${x(20)}\n${x(200)}\n${x(20)}\n`,
    `${x(20)}\n${x(29)}\n[... 143 bytes left out ...]\n${x(28)}\n${x(20)}\n`],
  ['right at a line end', 100, `${x(49)}\n${x(200)}\n${x(49)}\n`,
    `${x(49)}\n[... 201 bytes left out ...]\n${x(49)}\n`],
  ['between emoji', 100, '\u{1f600}'.repeat(100),
    `${'\u{1f600}'.repeat(12)}\n[... 304 bytes left out ...]\n${'\u{1f600}'.repeat(12)}`],
  ['between wide characters', 100, '你'.repeat(100),
    `${'你'.repeat(16)}\n[... 204 bytes left out ...]\n${'你'.repeat(16)}`],
  ['an odd number', 5, 'abcdefgh', 'ab\n[... 4 bytes left out ...]\ngh'],
  ['to nothing', 0, 'abc', '[... 3 bytes left out ...]\n'],
  ['to nothing, lines', 1, 'abc\n', '[... 4 bytes left out ...]\n'],
  ['after what was taken out', 100, `\x1b[31m${x(50)}\x1b[0m${x(50)}\x1b[0m`, x(100)],
]

for (const [name, keepBytes, input, text] of CUTS) {
  test(`cuts ${name}`, () => assert.equal(textOf(keepBytes, input), text))
}

test('counts what it left out exactly, whatever the size and the chunks', () => {
  for (const total of [100, 101, 5_000, 32_867, 32_968, 32_969, 33_000, 40_000, 65_536, 300_000]) {
    for (const size of [1, 7, 4_096, 65_536]) {
      if (total / size > 50_000) continue
      const whole = Buffer.alloc(total)
      for (let i = 0; i < total; i++) whole[i] = i % 7 === 6 ? 10 : 97 + (i % 26)
      const output = createOutput(100)
      for (let at = 0; at < total; at += size) output.write(whole.subarray(at, at + size))
      const text = output.text()
      assert.equal(output.bytes, total)
      const left = Number(NOTICE.exec(text)?.[1] ?? 0)
      const [start, end = ''] = text.split(/\[\.\.\. \d+ bytes left out \.\.\.\]\n/)
      assert.equal(start!.length + left + end.length, total, `${total} bytes in chunks of ${size}`)
      assert.equal(start, whole.toString('latin1', 0, start!.length))
      assert.equal(end, whole.toString('latin1', total - end.length))
    }
  }
})

test('counts characters that its own cuts lost, and does not show them as broken', () => {
  for (const unit of ['你', '\u{1f600}', 'é']) {
    for (let shift = 0; shift < 4; shift++) {
      const input = 'x'.repeat(shift) + unit.repeat(60_000)
      const text = textOf(1_000, input)
      assert.ok(!text.includes('\ufffd'))
      const shown = text.replace(NOTICE, '')
      assert.equal(Buffer.byteLength(shown) + Number(NOTICE.exec(text)![1]), Buffer.byteLength(input))
      assert.equal(shown, 'x'.repeat(shift) + unit.repeat(shown.slice(shift).length / unit.length))
    }
  }
})

test('shows bytes that are not UTF-8 at its own cuts, too', () => {
  const text = textOf(100, Buffer.alloc(100_000, 0x80))
  const [start, end] = text.split(NOTICE).filter((_, i) => i !== 1)
  assert.match(start!, /^\ufffd+$/)
  assert.match(end!, /^\ufffd+$/)
  const lastBytes: [hex: string, broken: number][] = [['c3', 0], ['e4bd', 0], ['f09f98', 0], ['c3a9', 0],
    ['e4bda0', 0], ['f09f9880', 0], ['80', 1], ['808080', 3], ['41', 0]] // a broken one becomes three bytes
  for (const [hex, broken] of lastBytes) {
    const head = Buffer.concat([Buffer.alloc(16_484, 'h'), Buffer.from(hex, 'hex')]).subarray(-16_484)
    const cut = textOf(100, head, Buffer.alloc(100_000, 't'))
    const left = 116_384 + 2 * broken
    assert.equal(cut, `${'h'.repeat(50)}\n[... ${left} bytes left out ...]\n${'t'.repeat(50)}`)
    const shrinking = Buffer.concat([Buffer.from('\x1b[31m'.repeat(4_000)), Buffer.from(hex, 'hex')])
    const visible = textOf(100, shrinking.subarray(-16_484), Buffer.alloc(100_000, 't')).split('\n')[0]
    const isWhole = Buffer.from(hex, 'hex').toString().includes('\ufffd') === false
    const shown = isWhole ? Buffer.from(hex, 'hex').toString() : '\ufffd'.repeat(broken)
    assert.equal(visible!.replace(/^\[?\d*m/, '').replace(/^\[\.\.\. .*/, ''), shown, hex)
  }
})

test('collapses 5,000 steps of progress to the last', () => {
  const steps = Array.from({ length: 5_000 }, (_, i) => `\r${i + 1} of 5000`).join('')
  for (const keepBytes of [100, LARGE]) {
    assert.equal(textOf(keepBytes, 'start\n', steps, '\nend\n'), 'start\n5000 of 5000\nend\n')
    assert.equal(textOf(keepBytes, 'start\n', steps), 'start\n5000 of 5000')
    assert.equal(textOf(keepBytes, steps.replaceAll('\r', ''), '\rlast'), 'last')
  }
})

test('collapses wide progress that is larger than all that is kept', () => {
  const bar = (i: number) => `\r\x1b[32m${'━'.repeat(i / 100)}${' '.repeat(50 - i / 100)}\x1b[0m ${i} kB`
  const bars = Array.from({ length: 5_001 }, (_, i) => bar(i)).join('')
  const last = `${'━'.repeat(50)} 5000 kB`
  assert.equal(textOf(1_000, 'start\n', bars, '\nend\n'), `start\n${last}\nend\n`)
  assert.equal(textOf(1_000, 'start\n', bars), `start\n${last}`)
  assert.equal(textOf(1_000, bars), last)
})

test('does not take lines that end in CRLF, or progress on other lines, for one line of progress', () => {
  const crlf = textOf(100, 'a'.repeat(20_000) + 'b'.repeat(80_000) + '\r\nend\r\n')
  assert.equal(crlf, `${'a'.repeat(50)}\n[... 99905 bytes left out ...]\n${'b'.repeat(45)}\nend\n`)
  const after = 'x\n'.repeat(20_000) + Array.from({ length: 20_000 }, (_, i) => `\r${i} %`).join('')
  assert.match(textOf(100, after), /^(x\n){25}\[\.\.\. \d+ bytes left out \.\.\.\]\n19999 %$/)
  const lines = Array.from({ length: 20_000 }, (_, i) => `\r0%\r${i}\n`).join('')
  const text = textOf(100, lines)
  assert.match(text, /^0\n1\n2\n[\d\n]+\n\[\.\.\. \d+ bytes left out \.\.\.\]\n[\d\n]+\n19999\n$/)
})

test('leaves no rest of a sequence that its own cuts went through', () => {
  const line = '\x1b[2J\x1b[38;5;200mword\x1b[0m \x1b]8;;http://example.org/path\x1b\\link\x1b]8;;\x1b\\'
  for (const [separator, keepBytes] of [['', LARGE], ['\n', LARGE], [' ', LARGE], ['', 1_000]] as const) {
    for (let shift = 0; shift < line.length + 1; shift++) {
      const text = textOf(keepBytes, 'x'.repeat(shift) + (line + separator).repeat(2_000))
      const rest = text.replace(/^x*/, '').replace(NOTICE, '')
      assert.match(rest, /^[wordlink \n]+$/)
    }
  }
})

test('starts its cut tail behind a line end when that is the first safe place', () => {
  const tail = `J\n${'p'.repeat(5_000)}${'\x1b[m'.repeat(9_255)}q` // all that is kept of the end
  assert.equal(tail.length, 32_768)
  const text = textOf(LARGE, 'h'.repeat(100_000), '\x1b[2', tail)
  assert.equal(text, `${'h'.repeat(8_192)}\n[... 91813 bytes left out ...]\n${'p'.repeat(5_000)}q`)
})

test('is always valid Unicode without controls, at most as long as asked for, however it is cut', () => {
  let seed = 7
  const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below
  const pieces = ['\x1b', '[', ']', '2J', '\r', '\n', '\r\n', '\0', '你', '\u{1f600}', 'text ', '\x07', ';',
    '\x1b\\', '\u009b', '\u009d', '\u009c', '\x1bP', '\x7f', '\ufeff'].map((piece) => Buffer.from(piece))
  for (let round = 0; round < 150; round++) {
    const keepBytes = random(3_000)
    const chunks = Array.from({ length: random(12_000) + 1 }, () =>
      random(10) === 0 ? Buffer.from([random(256), random(256)]) : pieces[random(pieces.length)]!)
    const text = textOf(keepBytes, ...chunks)
    assert.equal(Buffer.from(text).toString(), text, 'valid Unicode')
    assert.doesNotMatch(text, /[\0-\x08\x0b-\x1f\x7f-\x9f]/)
    assert.ok(Buffer.byteLength(text.replace(NOTICE, '')) <= keepBytes)
    assert.equal(textOf(keepBytes, Buffer.concat(chunks)), text, 'the same in one chunk')
  }
})

test('takes time in proportion to what it keeps, also for hostile input', () => {
  for (const unit of ['\u009d', '\x1b]', '\x1b[', '\x1bP\n', '\r', '\x1b[0;', '\x1b ']) {
    const output = createOutput(200_000)
    output.write(Buffer.from(unit.repeat(400_000 / unit.length)))
    const start = performance.now()
    output.text()
    assert.ok(performance.now() - start < 2_000, JSON.stringify(unit))
  }
})

test('can be read in between and keeps its own copy', () => {
  const output = createOutput(100)
  const chunk = Buffer.from('one\n')
  output.write(chunk)
  chunk.fill('x')
  assert.equal(output.text(), 'one\n')
  output.write(Buffer.from('two \xe2', 'latin1'))
  assert.equal(output.text(), 'one\ntwo \ufffd')
  output.write(Buffer.from('\x82\xac', 'latin1'))
  assert.equal(output.text(), 'one\ntwo €')
  assert.equal(output.text(), 'one\ntwo €')
  assert.equal(output.bytes, 11)
})

test('holds two buffers of fixed size, whatever is written', () => {
  const before = process.memoryUsage().arrayBuffers
  const output = createOutput(1_000_000)
  const made = process.memoryUsage().arrayBuffers
  assert.ok(made - before <= 2 * 1_020_000)
  const chunk = Buffer.alloc(65_536, 'yes\n')
  const start = process.memoryUsage().arrayBuffers
  for (let i = 0; i < 10_000; i++) output.write(chunk)
  assert.ok(process.memoryUsage().arrayBuffers - start <= 65_536)
  assert.equal(output.bytes, 655_360_000)
  assert.match(output.text(), /^(yes\n)+\[\.\.\. 654360000 bytes left out \.\.\.\]\n(yes\n)+$/)
})
