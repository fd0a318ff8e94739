// read.test.ts: the tool that reads. Pages are followed as a model would follow them, by their notices alone,
// and what comes together is compared with the file byte for byte. Whole results are compared.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { PAGE_NOTICE, read, WHOLE_LIMIT_BYTES } from '../read.ts'
import {
  IS_ROOT, judged, openFiles, printed, PROJECT, random, unprivileged, workspace,
} from './files-builders.ts'
import type { Seen } from '../tools.ts'
import type { Workspace } from './files-builders.ts'

const sha = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `${from + i}\n`).join('')
const refused = (words: string) => `Error: ${words} (refused: nothing was run)`

const GO_ON = /; to go on: offset (\d+)(?:, column (\d+))?\]$/
const NOTICE = /\[read: lines \d+ to \d+ of [^\n]*\]$/

/** Reads a file page by page, by what each page says of itself; gives the pages' texts. */
async function followed({ read }: Workspace, path: string, args: { limit?: number } = {}): Promise<string[]> {
  const texts: string[] = []
  for (let next: { offset?: number; column?: number } = {}; ;) {
    const result = await read({ path, ...args, ...next })
    assert.ok(!result.startsWith('Error: '), result)
    const notice = NOTICE.exec(result)
    if (!notice) return [...texts, result]
    assert.match(notice[0], PAGE_NOTICE)
    const [, offset, column] = GO_ON.exec(result) ?? []
    const isOpen = column !== undefined || result.endsWith('; the last line has no newline]')
    texts.push(result.slice(0, notice.index - (isOpen ? 1 : 0)))
    if (offset === undefined) return texts
    next = { offset: Number(offset), ...(column === undefined ? {} : { column: Number(column) }) }
  }
}

function seen({ session, root }: Workspace, path: string): Seen | undefined {
  return session.seen.get(join(root, path))
}

describe('what a model is told', () => {
  test('are four arguments and no others, one of which it needs', () => {
    assert.deepEqual({ name: read.name, description: read.description, parameters: read.parameters }, {
      name: 'read',
      description: 'Read a text file of the workspace, a page at a time. What is left out is said with the '
        + 'offset to go on from. Read a file whole before you replace it.',
      parameters: {
        type: 'object',
        properties: {
          path: { type: 'string', description: 'The file, from the workspace root.' },
          offset: { type: 'integer', minimum: 1, description: 'First line, from 1.' },
          limit: { type: 'integer', minimum: 1, description: 'Lines at most.' },
          column: { type: 'integer', minimum: 0, description: 'First byte of that line, from 0.' },
        },
        required: ['path'],
        additionalProperties: false,
      },
    })
    assert.deepEqual(read.access, { path: 'read', offset: 'text', limit: 'text', column: 'text' })
  })
})

describe('a small file', () => {
  test('is given exactly as it is, and counts as seen whole', async (t) => {
    const space = workspace(t)
    const contents = [
      'one\ntwo\n', 'no end', '\n', '\n\n', 'a\r\nb\r\n', 'ü 日本 👍\n', 'a\tb\u001b[31m\n', ' \n', '\r',
    ]
    for (const content of contents) {
      space.put('a.txt', content)
      assert.equal(await space.read({ path: 'a.txt' }), content)
      const size = Buffer.byteLength(content)
      assert.deepEqual(seen(space, 'a.txt'), { hash: sha(content), whole: true, parts: [[0, size]] })
    }
  })

  test('that is empty says so', async (t) => {
    const space = workspace(t)
    space.put('e')
    assert.equal(await space.read({ path: 'e' }), '[read: line 0 of 0: the file is empty]')
    assert.match('[read: line 0 of 0: the file is empty]', PAGE_NOTICE)
    assert.deepEqual(seen(space, 'e'), { hash: sha(''), whole: true, parts: [[0, 0]] })
    const past = 'Error: offset 2 is past the end: lines in the file: 0'
    assert.equal(await space.read({ path: 'e', offset: 2 }), past)
    assert.equal(await space.read({ path: 'e', column: 1 }), 'Error: column 1 is past the end of line 1')
  })

  test('is remembered by its real path, also when it was read through a link', async (t) => {
    const space = workspace(t)
    const real = space.put('sub/a', 'x')
    space.link('l', 'sub/a')
    assert.equal(await space.read({ path: 'l' }), 'x')
    assert.deepEqual([...space.session.seen.keys()], [real])
  })
})

describe('pages', () => {
  test('say where they are and how to go on; ten lines are ten', async (t) => {
    const { put, read } = workspace(t)
    put('f', lines(1, 10))
    const path = 'f'
    const first = `${lines(1, 5)}[read: lines 1 to 5 of 10; to go on: offset 6]`
    assert.equal(await read({ path, limit: 5 }), first)
    assert.equal(await read({ path, offset: 6, limit: 5 }), `${lines(6, 10)}[read: lines 6 to 10 of 10]`)
    assert.equal(await read({ path, offset: 6 }), `${lines(6, 10)}[read: lines 6 to 10 of 10]`)
    const middle = '7\n[read: lines 7 to 7 of 10; to go on: offset 8]'
    assert.equal(await read({ path, offset: 7, limit: 1 }), middle)
    assert.equal(await read({ path, offset: 10, limit: 1 }), '10\n[read: lines 10 to 10 of 10]')
    assert.equal(await read({ path, limit: 10 }), lines(1, 10))
    assert.equal(await read({ path, limit: 1e15 }), lines(1, 10))
    assert.equal(await read({ path, offset: 11 }), 'Error: offset 11 is past the end: lines in the file: 10')
    assert.equal(await read({ path, offset: 99 }), 'Error: offset 99 is past the end: lines in the file: 10')
  })

  test('of a file without a last newline say that it has none', async (t) => {
    const { put, read } = workspace(t)
    put('f', lines(1, 10).trimEnd())
    const path = 'f'
    const first = `${lines(1, 9)}[read: lines 1 to 9 of 10; to go on: offset 10]`
    assert.equal(await read({ path, limit: 9 }), first)
    const last = '10\n[read: lines 10 to 10 of 10; the last line has no newline]'
    assert.equal(await read({ path, offset: 10 }), last)
    assert.equal(await read({ path, limit: 10 }), lines(1, 10).trimEnd())
    assert.equal(await read({ path, offset: 11 }), 'Error: offset 11 is past the end: lines in the file: 10')
  })

  test('have as many lines as the policy says, 400 without a word', async (t) => {
    const space = workspace(t)
    space.put('f', lines(1, 401))
    const first = await space.read({ path: 'f' })
    assert.equal(first, `${lines(1, 400)}[read: lines 1 to 400 of 401; to go on: offset 401]`)
    space.policy.readLines = 2
    assert.equal(await space.read({ path: 'f' }), '1\n2\n[read: lines 1 to 2 of 401; to go on: offset 3]')
    assert.equal((await space.read({ path: 'f', limit: 401 })).length, lines(1, 401).length)
  })

  test('have at most so many bytes as the policy says, and end at a whole line where they can', async (t) => {
    const { put, read, policy } = workspace(t)
    policy.readBytes = 10
    const path = 'f'
    put('f', 'abcd\nefgh\nijkl\n')
    assert.equal(await read({ path }), 'abcd\nefgh\n[read: lines 1 to 2 of 3; to go on: offset 3]')
    put('f', 'abcd\nefg\nhijkl\n')
    assert.equal(await read({ path }), 'abcd\nefg\n[read: lines 1 to 2 of 3; to go on: offset 3]')
    put('f', 'abcdefghij\nk')
    assert.equal(await read({ path }), 'abcdefghij\n[read: lines 1 to 1 of 2; to go on: offset 1, column 10]')
    const rest = '\nk\n[read: lines 1 to 2 of 2; the last line has no newline]'
    assert.equal(await read({ path, column: 10 }), rest)
    put('f', 'abcdefghi\nk')
    assert.equal(await read({ path }), 'abcdefghi\n[read: lines 1 to 1 of 2; to go on: offset 2]')
    put('f', 'abcdefghi\n')
    assert.equal(await read({ path }), 'abcdefghi\n')
    for (const content of ['abcdefghij', 'abcd\nefghi']) {
      put('f', content)
      assert.equal(await read({ path }), content)
    }
  })

  test('far into a file are as long as they should be', async (t) => {
    const { put, read } = workspace(t)
    put('f', lines(100_000, 130_000))
    const result = await read({ path: 'f', offset: 20_001, limit: 3 })
    const notice = '[read: lines 20001 to 20003 of 30001; to go on: offset 20004]'
    assert.equal(result, `120000\n120001\n120002\n${notice}`)
    const across = await read({ path: 'f', offset: 9_362, limit: 3 }) // bytes 65,527 to 65,548
    assert.equal(across, '109361\n109362\n109363\n[read: lines 9362 to 9364 of 30001; to go on: offset 9365]')
  })

  test('go on inside a long line by bytes, and end at a whole character', async (t) => {
    const { put, read, policy } = workspace(t)
    policy.readBytes = 10
    const path = 'f'
    put('f', 'first\n日本語日本語\nlast\n')
    const second = '日本語\n[read: lines 2 to 2 of 3; to go on: offset 2, column 9]'
    assert.equal(await read({ path, offset: 2 }), second)
    const rest = '日本語\n[read: lines 2 to 2 of 3; to go on: offset 3]'
    assert.equal(await read({ path, offset: 2, column: 9 }), rest)
    put('f', 'abcdefg👍x')
    assert.equal(await read({ path }), 'abcdefg\n[read: lines 1 to 1 of 1; to go on: offset 1, column 7]')
    put('f', 'abcdef👍x')
    assert.equal(await read({ path }), 'abcdef👍\n[read: lines 1 to 1 of 1; to go on: offset 1, column 10]')
    put('f', 'abcdefghéx')
    assert.equal(await read({ path }), 'abcdefghé\n[read: lines 1 to 1 of 1; to go on: offset 1, column 10]')
  })

  test('begin at a column, up to the end of its line and not beyond', async (t) => {
    const { put, read } = workspace(t)
    put('f', 'abc\ndef\nghi')
    const path = 'f'
    const tail = 'ghi\n[read: lines 1 to 3 of 3; the last line has no newline]'
    assert.equal(await read({ path, column: 1 }), `bc\ndef\n${tail}`)
    assert.equal(await read({ path, column: 3 }), `\ndef\n${tail}`)
    assert.equal(await read({ path, column: 4 }), 'Error: column 4 is past the end of line 1')
    const second = 'f\n[read: lines 2 to 2 of 3; to go on: offset 3]'
    assert.equal(await read({ path, offset: 2, column: 2, limit: 1 }), second)
    const nothing = '\n[read: lines 2 to 2 of 3; to go on: offset 3]'
    assert.equal(await read({ path, offset: 2, column: 3, limit: 1 }), nothing)
    const past = 'Error: column 4 is past the end of line 2'
    assert.equal(await read({ path, offset: 2, column: 4, limit: 1 }), past)
    const last = 'i\n[read: lines 3 to 3 of 3; the last line has no newline]'
    assert.equal(await read({ path, offset: 3, column: 2 }), last)
    assert.equal(await read({ path, offset: 3, column: 3 }), 'Error: column 3 is past the end of line 3')
    const far = 'Error: column 9000000000000000 is past the end of line 3'
    assert.equal(await read({ path, offset: 3, column: 9e15 }), far)
  })

  test('refuse numbers that are none, by name', async (t) => {
    const { put, read } = workspace(t)
    put('f', 'x')
    const whole = (least: number) => `must be a whole number from ${least}`
    assert.equal(await read({ path: 'f', offset: 0 }), refused(`offset ${whole(1)}`))
    assert.equal(await read({ path: 'f', limit: 0 }), refused(`limit ${whole(1)}`))
    assert.equal(await read({ path: 'f', column: -1 }), refused(`column ${whole(0)}`))
    assert.equal(await read({ path: 'f', limit: 1.5 }), refused(`limit ${whole(1)}`))
  })

  test('followed to the end are the file, wherever the limits fall: 200 random files', async (t) => {
    const space = workspace(t)
    const next = random(20)
    const pick = <T>(from: readonly T[]) => from[Math.floor(next() * from.length)]!
    const pieces = [
      '\n', '\n', '\r\n', '\r', 'a', 'word ', 'ü', '日', '👍', 'e\u0301', '[read: ', ']', '\t', '\u2028',
      '\ufeff',
    ]
    for (let i = 0; i < 200; i++) {
      const long = next() < 0.3 ? pick(pieces.slice(3)).repeat(Math.floor(next() * 400)) : ''
      const size = Math.floor(next() * 300)
      const content = Array.from({ length: size }, () => pick(pieces)).join('') + long + pick(['', '\n', 'x'])
      space.policy.readBytes = 4 + Math.floor(next() * (i % 2 === 0 ? 40 : 600))
      const path = `f${i}`
      space.put(path, content)
      const texts = await followed(space, path, { limit: 1 + Math.floor(next() * 20) })
      assert.equal(texts.join(''), content === '' ? texts[0] : content, JSON.stringify(content))
      const { parts, whole } = seen(space, path)!
      assert.deepEqual({ parts, whole }, { parts: [[0, Buffer.byteLength(content)]], whole: true })
      for (const text of texts) assert.ok(Buffer.byteLength(text) <= space.policy.readBytes || content === '')
    }
  })

  test('followed to the end of 500 lines of 41 bytes, with a limit that falls into a line', async (t) => {
    const space = workspace(t, { readBytes: 1_000 })
    const content = Array.from({ length: 500 }, (_, i) => `${String(i).padStart(40, '.')}\n`).join('')
    space.put('f', content)
    const texts = await followed(space, 'f')
    assert.equal(texts.join(''), content)
    assert.deepEqual(texts.map((text) => text.length), [...Array(20).fill(24 * 41), 20 * 41])
  })

  test('followed to the end of a single line of 5 MB', async (t) => {
    const space = workspace(t)
    const content = 'a'.repeat(5_000_000)
    space.put('one.json', content)
    const first = await space.read({ path: 'one.json', offset: 1, limit: 1 })
    const notice = '[read: lines 1 to 1 of 1; to go on: offset 1, column 32768]'
    assert.equal(first, `${'a'.repeat(32_768)}\n${notice}`)
    space.policy.readBytes = 1_048_576
    const texts = await followed(space, 'one.json', { limit: 1 })
    assert.ok(texts.join('') === content)
    assert.equal(texts.length, 5)
  })
})

describe('text that is not quite text', () => {
  test('is refused as binary for a NUL in its first 8 KB, with its size, how many and where', async (t) => {
    const { put, read, session } = workspace(t)
    const words = (size: number, of: number, count: number, at: number) =>
      `Error: not a text file (${size} bytes): of its first ${of} bytes ${count} are NUL, the first at byte `
      + `${at}; look at it with a program that is allowed`
    put('a.ods', Buffer.from('PK\x03\x04\0\0'))
    assert.equal(await read({ path: 'a.ods' }), words(6, 6, 2, 4))
    put('stray', `${'x'.repeat(5_000)}\0${'x'.repeat(5_000)}`)
    assert.equal(await read({ path: 'stray' }), words(10_001, 8_192, 1, 5_000))
    put('edge', `${'x'.repeat(8_191)}\0`)
    assert.equal(await read({ path: 'edge', offset: 1 }), words(8_192, 8_192, 1, 8_191))
    put('blob', Buffer.alloc(65_536))
    assert.equal(await read({ path: 'blob', offset: 9, column: 3 }), words(65_536, 8_192, 8_192, 0))
    assert.equal(session.seen.size, 0)
  })

  test('shows a NUL further on, says so, and does not count as seen', async (t) => {
    const space = workspace(t)
    const start = `${'x'.repeat(8_191)}\n`
    space.put('f', `${start}a\0b\0\nlast\n`)
    const whole = `${start}a\\x00b\\x00\nlast\n[read: lines 1 to 3 of 3; NUL bytes are shown as \\x00]`
    assert.equal(await space.read({ path: 'f' }), whole)
    assert.deepEqual(seen(space, 'f'), { hash: sha(`${start}a\0b\0\nlast\n`), whole: false, parts: [] })
    const page = 'a\\x00b\\x00\n[read: lines 2 to 2 of 3; NUL bytes are shown as \\x00; to go on: offset 3]'
    assert.equal(await space.read({ path: 'f', offset: 2, limit: 1 }), page)
    const first = `${start}[read: lines 1 to 1 of 3; to go on: offset 2]`
    assert.equal(await space.read({ path: 'f', limit: 1 }), first)
    assert.equal(await space.read({ path: 'f', offset: 3 }), 'last\n[read: lines 3 to 3 of 3]')
    assert.deepEqual(seen(space, 'f')!.parts, [[0, 8_192], [8_197, 8_202]])
    assert.equal(seen(space, 'f')!.whole, false)
  })

  test('says which bytes are not UTF-8, and does not count as seen', async (t) => {
    const space = workspace(t)
    const note = 'bytes that are not UTF-8 are shown as \ufffd'
    space.put('latin1.txt', Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]))
    assert.equal(await space.read({ path: 'latin1.txt' }), `caf\ufffd\n[read: lines 1 to 1 of 1; ${note}]`)
    assert.equal(seen(space, 'latin1.txt')!.whole, false)
    space.put('fffd.txt', 'caf\ufffd\n')
    assert.equal(await space.read({ path: 'fffd.txt' }), 'caf\ufffd\n')
    assert.equal(seen(space, 'fffd.txt')!.whole, true)
    space.put('half', Buffer.from('é').subarray(0, 1))
    const half = `\ufffd\n[read: lines 1 to 1 of 1; ${note}; the last line has no newline]`
    assert.equal(await space.read({ path: 'half' }), half)
    space.put('inside', 'é\n')
    const inside = `\ufffd\n[read: lines 1 to 1 of 1; ${note}]`
    assert.equal(await space.read({ path: 'inside', column: 1 }), inside)
    assert.equal(seen(space, 'inside')!.whole, false)
  })

  test('goes on through bytes that are no characters', async (t) => {
    const space = workspace(t, { readBytes: 8 })
    space.put('f', Buffer.alloc(20, 0x80))
    const pages: string[] = []
    for (let column = 0; column < 20; column += 5) pages.push(await space.read({ path: 'f', column }))
    const notes = 'bytes that are not UTF-8 are shown as \ufffd'
    const page = (count: number, more: string) =>
      `${'\ufffd'.repeat(count)}\n[read: lines 1 to 1 of 1; ${notes}; ${more}]`
    assert.deepEqual(pages, [
      page(5, 'to go on: offset 1, column 5'), page(5, 'to go on: offset 1, column 10'),
      page(5, 'to go on: offset 1, column 15'), page(5, 'the last line has no newline'),
    ])
  })

  test('keeps a byte order mark and says that it is there, since it cannot be seen', async (t) => {
    const space = workspace(t)
    space.put('f', '\ufeffa\nb\n')
    const note = 'a byte order mark stands in front'
    assert.equal(await space.read({ path: 'f' }), `\ufeffa\nb\n[read: lines 1 to 2 of 2; ${note}]`)
    assert.equal(seen(space, 'f')!.whole, true)
    const first = `\ufeffa\n[read: lines 1 to 1 of 2; ${note}; to go on: offset 2]`
    assert.equal(await space.read({ path: 'f', limit: 1 }), first)
    space.put('g', 'a\n\ufeffb\n')
    assert.equal(await space.read({ path: 'g' }), 'a\n\ufeffb\n')
    assert.equal(await space.read({ path: 'g', offset: 2 }), '\ufeffb\n[read: lines 2 to 2 of 2]')
  })
})

describe('a file of 5 GB', () => {
  const start = 'first line\n'.repeat(1_000)

  test('is read a line at a time in little more memory than a small one', async (t) => {
    const { root, put } = workspace(t)
    put('small.txt', start)
    fs.truncateSync(put('big.txt', start), 5 * 1024 ** 3)
    const code = `
      const { perform } = await import(${JSON.stringify(`${PROJECT}/perform.ts`)})
      const { newSession, TOOLS } = await import(${JSON.stringify(`${PROJECT}/tools.ts`)})
      const [root, path] = process.argv.slice(1)
      const policy = { root, writable: false, commands: [] }
      const call = { id: '1', name: 'read', args: { path, limit: 1 } }
      const { text } = await perform(policy, TOOLS, newSession(), call, new AbortController().signal)
      console.log(JSON.stringify({ text, kilobytes: process.resourceUsage().maxRSS }))
    `
    const small = await printed(code, [root, 'small.txt'])
    const big = await printed(code, [root, 'big.txt'])
    assert.equal(small.text, 'first line\n[read: lines 1 to 1 of 1000; to go on: offset 2]')
    const notice = '[read: lines 1 to 1 of a file too large to count; to go on: offset 2]'
    assert.equal(big.text, `first line\n${notice}`)
    const more = big.kilobytes - small.kilobytes
    assert.ok(more < 64 * 1024, `${more} KB more`)
  })

  test('is left alone at once when the call is interrupted, and not left open', async (t) => {
    const { put, read } = workspace(t)
    fs.truncateSync(put('big.txt', start), 5 * 1024 ** 3)
    const before = openFiles()
    const control = new AbortController()
    setTimeout(() => control.abort(), 50)
    const result = await read({ path: 'big.txt', offset: 2_000 }, control.signal)
    const words = 'interrupted while running; it may have had effects. This operation was aborted'
    assert.equal(result, `Error: ${words}`)
    assert.equal(openFiles(), before)
  })
})

describe('a file too large to be seen whole', () => {
  const line = `${'x'.repeat(1_023)}\n`
  const isLimit = WHOLE_LIMIT_BYTES === 8 * 1_048_576

  test('is one above 8 MB', async (t) => {
    assert.ok(isLimit)
    const space = workspace(t, { readBytes: 10 * 1_048_576 })
    const content = line.repeat(8_192)
    space.put('f', content)
    assert.ok(await space.read({ path: 'f', limit: 9_000 }) === content)
    assert.deepEqual(seen(space, 'f'), { hash: sha(content), whole: true, parts: [[0, WHOLE_LIMIT_BYTES]] })
    const first = `${line}[read: lines 1 to 1 of 8192; to go on: offset 2]`
    assert.equal(await space.read({ path: 'f', limit: 1 }), first)
    space.put('g', `${content}y`)
    assert.ok(await space.read({ path: 'g', limit: 9_000 }) === `${content}y`)
    const parts = [[0, WHOLE_LIMIT_BYTES + 1]]
    assert.deepEqual(seen(space, 'g'), { hash: '', whole: false, parts })
  })

  test('is still given page by page, and its last page leads nowhere', async (t) => {
    const space = workspace(t, { readBytes: 2 * 1_048_576 })
    const content = line.repeat(9 * 1_024)
    space.put('f', content)
    const texts = await followed(space, 'f', { limit: 1_024 })
    assert.equal(texts.length, 9)
    assert.ok(texts.join('') === content)
    const total = 'of a file too large to count'
    const ends = async (offset: number) =>
      (await space.read({ path: 'f', limit: 1_024, offset })).slice(-90).split('\n').at(-1)
    assert.equal(await ends(7_169), `[read: lines 7169 to 8192 ${total}; to go on: offset 8193]`)
    assert.equal(await ends(8_193), '[read: lines 8193 to 9216 of 9216]')
    assert.equal(await ends(9_000), '[read: lines 9000 to 9216 of 9216]')
    space.policy.readBytes = 1_000_000
    assert.equal(await ends(8_193), `[read: lines 8193 to 9168 ${total}; to go on: offset 9169]`)
    assert.deepEqual(seen(space, 'f'), { hash: '', whole: false, parts: [[0, content.length]] })
    const past = 'Error: offset 9217 is past the end: lines in the file: 9216'
    assert.equal(await space.read({ path: 'f', offset: 9_217 }), past)
  })

  test('is read on from a column far into one line', async (t) => {
    const space = workspace(t, { readBytes: 100 })
    space.put('f', `${'a'.repeat(9_000_000)}b${'a'.repeat(200_000)}`)
    const result = await space.read({ path: 'f', column: 8_999_999 })
    const notice = '[read: lines 1 to 1 of a file too large to count; to go on: offset 1, column 9000099]'
    assert.equal(result, `ab${'a'.repeat(98)}\n${notice}`)
  })
})

describe('what was seen', () => {
  const content = lines(1, 9) // two bytes a line

  test('adds up in any order, and gaps stay gaps', async (t) => {
    const space = workspace(t)
    space.put('f', content)
    const steps: [offset: number, limit: number, parts: Seen['parts'], whole: boolean][] = [
      [5, 1, [[8, 10]], false],
      [9, 1, [[8, 10], [16, 18]], false],
      [1, 2, [[0, 4], [8, 10], [16, 18]], false],
      [2, 2, [[0, 6], [8, 10], [16, 18]], false],
      [4, 1, [[0, 10], [16, 18]], false],
      [1, 1, [[0, 10], [16, 18]], false],
      [6, 2, [[0, 14], [16, 18]], false],
      [7, 3, [[0, 18]], true],
      [3, 1, [[0, 18]], true],
    ]
    for (const [offset, limit, parts, whole] of steps) {
      await space.read({ path: 'f', offset, limit })
      assert.deepEqual(seen(space, 'f'), { hash: sha(content), whole, parts }, `after ${offset}, ${limit}`)
    }
  })

  test('without the first line is not whole', async (t) => {
    const space = workspace(t)
    space.put('f', content)
    await space.read({ path: 'f', offset: 2 })
    assert.deepEqual(seen(space, 'f'), { hash: sha(content), whole: false, parts: [[2, 18]] })
    await space.read({ path: 'f', limit: 1, column: 1 })
    assert.deepEqual(seen(space, 'f'), { hash: sha(content), whole: false, parts: [[1, 18]] })
  })

  test('begins anew when the file changed between pages, also back', async (t) => {
    const space = workspace(t)
    space.put('f', content)
    await space.read({ path: 'f', limit: 5 })
    const changed = content.replace('1', 'x')
    space.put('f', changed)
    await space.read({ path: 'f', offset: 6 })
    assert.deepEqual(seen(space, 'f'), { hash: sha(changed), whole: false, parts: [[10, 18]] })
    space.put('f', content)
    await space.read({ path: 'f', limit: 5 })
    assert.deepEqual(seen(space, 'f'), { hash: sha(content), whole: false, parts: [[0, 10]] })
  })

  test('is kept through a touch, a longer file and a failed call', async (t) => {
    const space = workspace(t)
    const real = space.put('f', content)
    await space.read({ path: 'f', limit: 5 })
    fs.utimesSync(real, 1, 1)
    await space.read({ path: 'f', offset: 6 })
    assert.equal(seen(space, 'f')!.whole, true)
    await space.read({ path: 'f', offset: 99 })
    assert.deepEqual(seen(space, 'f'), { hash: sha(content), whole: true, parts: [[0, 18]] })
  })

  test('of a file that grew since is only what was seen of the new one', async (t) => {
    const space = workspace(t)
    const real = space.put('f', content)
    await space.read({ path: 'f' })
    fs.appendFileSync(real, 'more\n')
    await space.read({ path: 'f', offset: 10 })
    assert.deepEqual(seen(space, 'f'), { hash: sha(`${content}more\n`), whole: false, parts: [[18, 23]] })
  })
})

describe('what is no file', () => {
  test('a folder, a pipe, a socket: says which, at once', async (t) => {
    const { root, folder, read } = workspace(t)
    folder('sub')
    execFileSync('mkfifo', [join(root, 'pipe')])
    const server = createServer()
    await new Promise<void>((done) => server.listen(join(root, 'sock'), done))
    t.after(() => server.close())
    const before = openFiles()
    assert.equal(await read({ path: 'sub' }), 'Error: sub is a folder, not a file; ls shows it')
    assert.equal(await read({ path: '.' }), 'Error: . is a folder, not a file; ls shows it')
    assert.equal(await read({ path: 'pipe' }), 'Error: pipe is a pipe, not a file')
    assert.equal(await read({ path: 'sock' }), 'Error: sock is a socket, not a file')
    assert.equal(openFiles(), before)
  })

  test('a device of the system, by its name or through a link, is outside', async (t) => {
    const { link, read } = workspace(t)
    link('zero', '/dev/zero')
    assert.equal(await read({ path: 'zero' }), refused('path escapes the workspace: zero'))
    assert.equal(await read({ path: '/dev/zero' }), refused('path escapes the workspace: /dev/zero'))
  })

  test('a device inside', { skip: !IS_ROOT && 'only root can make one' }, async (t) => {
    const { root, read } = workspace(t)
    execFileSync('mknod', [join(root, 'zero'), 'c', '1', '5'])
    assert.equal(await read({ path: 'zero' }), 'Error: zero is a device, not a file')
  })

  test('what is not there, under a name that is shown plainly', async (t) => {
    const { read } = workspace(t)
    assert.equal(await read({ path: 'no' }), 'Error: no such file: no; ls shows what is there')
    assert.equal(await read({ path: 'a/b/no' }), 'Error: no such file: a/b/no; ls shows what is there')
    assert.equal(await read({ path: '' }), refused('missing path: read takes path, offset, limit, column'))
  })

  test('what may not be opened', async (t) => {
    const space = workspace(t)
    space.put('f', 'x', 0o000)
    const result = await unprivileged(space.base, () => space.read({ path: 'f' }))
    assert.equal(result, 'Error: cannot be opened: f (EACCES)')
  })
})

describe('a file that was swapped after the judgement', () => {
  const words = (path: string) =>
    ({ message: `changed after it was judged: ${path}; look what stands there now` })

  test('for a link, or whose folder was', async (t) => {
    const space = workspace(t)
    fs.writeFileSync(join(space.outside, 's'), 'secret')
    const real = space.put('sub/s', 'mine')
    fs.unlinkSync(real)
    space.link('sub/s', join(space.outside, 's'))
    await assert.rejects(judged(space, read, real, { path: 'sub/s' }), words('sub/s'))
    fs.rmSync(join(space.root, 'sub'), { recursive: true })
    space.link('sub', space.outside)
    await assert.rejects(judged(space, read, real, { path: 'sub/s' }), words('sub/s'))
    assert.equal(space.session.seen.size, 0)
  })

  test('with the whole root, given through a link', async (t) => {
    const space = workspace(t)
    const real = space.put('s', 'mine')
    fs.symlinkSync('outside', join(space.base, 'alias'))
    space.policy.root = join(space.base, 'alias')
    await assert.rejects(judged(space, read, real, { path: 's' }), words('s'))
  })

  test('is read as it is now when it is another file of that name', async (t) => {
    const space = workspace(t)
    const real = space.put('s', 'old')
    fs.unlinkSync(real)
    space.put('s', 'new')
    assert.equal(await judged(space, read, real, { path: 's' }), 'new')
  })
})
