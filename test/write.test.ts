// write.test.ts: the tool that writes. What must hold at every moment is tried by kills, full disks and swaps
// inside the very call that a race would hit; what it says is compared word for word.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { WHOLE_LIMIT_BYTES } from '../read.ts'
import { write } from '../write.ts'
import {
  during, HAS_FDS, IS_ROOT, judged, killedWhileWriting, OLD_BYTES, openFiles, systemError, unprivileged,
  workspace,
} from './files-builders.ts'
import type { TestContext } from 'node:test'
import type { Workspace } from './files-builders.ts'

const sha = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const refused = (words: string) => `Error: ${words} (refused: nothing was run)`
const changed = (name: string) => `changed after it was judged: ${name}; look what stands there now`
const meanwhile = (name: string) => `${name} changed while it was being written: read it again, then write`
const unread = (name: string, size: string) =>
  `Error: ${name} exists (${size}) and was never read in this run: read it, then write`
const stale = (name: string) => `Error: ${name} changed since it was read: read it again, then write`
const partial = (name: string, size: string) =>
  `Error: ${name} (${size}) was not seen whole: read the rest of it, then write. If it holds bytes that read `
  + 'cannot show, it is never replaced: choose another name'
const cannot = (name: string, code: string) =>
  `${name} cannot be written (${code}); what stood there is as it was`

/** A workspace with a file of `old` that was read. */
async function withRead(t: TestContext, path = 'f', content: string | Buffer = 'old\n', mode = 0o644) {
  const space = workspace(t)
  const real = space.put(path, content, mode)
  await space.read({ path })
  return { ...space, real }
}

/** Rejects with exactly these words, and leaves nothing half done: the same names as before, no file open. */
async function fails(space: Workspace, work: () => Promise<unknown>, message: string, names = space.names()) {
  const before = openFiles()
  await assert.rejects(work, { message })
  assert.deepEqual(space.names(), names)
  assert.equal(openFiles(), before)
}

describe('what a model is told', () => {
  test('are two arguments and no others, both of which it needs', () => {
    assert.deepEqual({ name: write.name, description: write.description, parameters: write.parameters }, {
      name: 'write',
      description: 'Write a whole text file of the workspace, making missing folders. A file that exists '
        + 'must have been read whole before, and is replaced by exactly this content.',
      parameters: {
        type: 'object',
        properties: {
          path: { type: 'string', description: 'The file, from the workspace root.' },
          content: { type: 'string', description: 'All of its new content.' },
        },
        required: ['path', 'content'],
        additionalProperties: false,
      },
    })
    assert.deepEqual(write.access, { path: 'write', content: 'text' })
  })
})

describe('a new file', () => {
  test('holds exactly the content, and the result says how much that is', async (t) => {
    const space = workspace(t)
    const cases: [content: string, size: string][] = [
      ['one\ntwo\n', '2 lines, 8 bytes'], ['no end', '1 line, 6 bytes'], ['', '0 lines, 0 bytes'],
      ['\n', '1 line, 1 byte'], ['a\nb', '2 lines, 3 bytes'], ['ü 日本 👍\r\n', '1 line, 16 bytes'],
      ['\ufeffx', '1 line, 4 bytes'], ['\n\n\n', '3 lines, 3 bytes'],
    ]
    for (const [i, [content, size]] of cases.entries()) {
      assert.equal(await space.write(`f${i}`, content), `created f${i}: ${size}`)
      assert.equal(space.text(`f${i}`), content)
    }
    assert.deepEqual(space.names(), cases.map((_, i) => `f${i}`))
  })

  test('brings the folders it needs', async (t) => {
    const space = workspace(t)
    const umask = process.umask(0o022)
    t.after(() => process.umask(umask))
    space.folder('a')
    assert.equal(await space.write('a/b/../c/d/f.txt', 'x'), 'created a/b/../c/d/f.txt: 1 line, 1 byte')
    assert.deepEqual(space.names(), ['a', 'a/c', 'a/c/d', 'a/c/d/f.txt'])
    assert.equal(fs.statSync(join(space.root, 'a/c/d')).mode & 0o777, 0o755)
    const deep = `${'x/'.repeat(150)}f`
    const name = `${'x/'.repeat(60)}…(301 long)…${'/x'.repeat(29)}/f`
    assert.equal(await space.write(deep, 'y'), `created ${name}: 1 line, 1 byte`)
    assert.equal(space.text(deep), 'y')
  })

  test('has the mode that the umask leaves', async (t) => {
    const space = workspace(t)
    const umask = process.umask(0o027)
    t.after(() => process.umask(umask))
    await space.write('a', 'x')
    process.umask(0o077)
    await space.write('b', 'x')
    const modes = ['a', 'b'].map((name) => fs.statSync(join(space.root, name)).mode & 0o7777)
    assert.deepEqual(modes, [0o640, 0o600])
  })

  test('may have a name of 255 bytes, and a temporary one that fits', async (t) => {
    const space = workspace(t)
    for (const name of ['n'.repeat(255), `x${'é'.repeat(127)}`, `xx${'👍'.repeat(63)}`, 'ä'.repeat(127)]) {
      const seen: string[] = []
      const result = await during('fsyncSync', (sync, args) => {
        seen.push(...space.names())
        return sync(...args)
      }, () => space.write(name, 'x'))
      assert.match(result, /^created /)
      assert.equal(space.text(name), 'x')
      assert.ok(Buffer.byteLength(seen[0]!) <= 218 && !seen[0]!.includes('\ufffd'), seen[0])
      fs.unlinkSync(join(space.root, name))
    }
    const long = `${'n'.repeat(120)}…(256 long)…${'n'.repeat(60)}`
    const words = `not a path to use: ${long}: a name in it is longer than 255 bytes`
    assert.equal(await space.write('n'.repeat(256), 'x'), refused(words))
  })

  test('counts as written and as seen whole', async (t) => {
    const space = workspace(t)
    space.link('l', 'sub')
    space.folder('sub')
    await space.write('l/f', 'x')
    const real = join(space.root, 'sub/f')
    assert.deepEqual([...space.session.written], [real])
    assert.deepEqual([...space.session.seen], [[real, { hash: sha('x'), whole: true, parts: [[0, 1]] }]])
  })
})

describe('a file that exists', () => {
  test('is replaced when it was read, by exactly the content: no old tail stays', async (t) => {
    const cases: [content: string, size: string][] = [
      ['a\nb\n', '2 lines, 4 bytes'], ['a', '1 line, 1 byte'], ['', '0 lines, 0 bytes'],
      ['longer\n'.repeat(9), '9 lines, 63 bytes'],
    ]
    const old = Array.from({ length: 20 }, (_, i) => `${i + 1}\n`).join('')
    for (const [content, size] of cases) {
      const space = await withRead(t, 'f', old)
      assert.equal(await space.write('f', content), `replaced f: ${size}; it had 20 lines`)
      assert.equal(space.text('f'), content)
      assert.deepEqual(space.names(), ['f'])
    }
    const single = await withRead(t, 'f', 'no end')
    assert.equal(await single.write('f', 'x'), 'replaced f: 1 line, 1 byte; it had 1 line')
    const empty = await withRead(t, 'f', '')
    assert.equal(await empty.write('f', 'x'), 'replaced f: 1 line, 1 byte; it had 0 lines')
  })

  test('is not replaced when it was never read in this run, not even an empty one', async (t) => {
    const space = workspace(t)
    space.put('notes.txt', 'important\n')
    space.put('empty')
    space.put('b', 'x')
    assert.equal(await space.write('notes.txt', 'x'), unread('notes.txt', '10 bytes'))
    assert.equal(await space.write('empty', 'x'), unread('empty', '0 bytes'))
    assert.equal(await space.write('b', 'x'), unread('b', '1 byte'))
    assert.deepEqual([space.text('notes.txt'), space.text('empty')], ['important\n', ''])
    assert.deepEqual([space.session.written.size, space.session.seen.size], [0, 0])
    assert.deepEqual(space.names(), ['b', 'empty', 'notes.txt'])
  })

  test('is not replaced when it was read in part, until the rest was read too', async (t) => {
    const space = workspace(t)
    space.put('f', '1\n2\n3\n')
    await space.read({ path: 'f', limit: 2 })
    assert.equal(await space.write('f', 'x'), partial('f', '6 bytes'))
    assert.equal(space.text('f'), '1\n2\n3\n')
    await space.read({ path: 'f', offset: 3 })
    assert.equal(await space.write('f', 'x'), 'replaced f: 1 line, 1 byte; it had 3 lines')
  })

  test('is never replaced when it holds what read cannot show', async (t) => {
    const latin = await withRead(t, 'f', Buffer.from([0xe9, 0x0a]))
    assert.equal(await latin.write('f', 'x'), partial('f', '2 bytes'))
    const nul = await withRead(t, 'f', `${'x'.repeat(9_000)}\0`)
    assert.equal(await nul.write('f', 'x'), partial('f', '9001 bytes'))
  })

  test('is not replaced when it changed since, and is when it was only touched', async (t) => {
    const space = await withRead(t)
    fs.appendFileSync(space.real, 'USER\n')
    assert.equal(await space.write('f', 'old\nnew\n'), stale('f'))
    assert.equal(space.text('f'), 'old\nUSER\n')
    await space.read({ path: 'f' })
    fs.utimesSync(space.real, 1, 1)
    assert.equal(await space.write('f', 'new\n'), 'replaced f: 1 line, 4 bytes; it had 2 lines')
    fs.writeFileSync(space.real, 'NEW\n')
    assert.equal(await space.write('f', 'x'), stale('f'))
    assert.equal(space.text('f'), 'NEW\n')
  })

  test('is not replaced when another file took its name, of whatever age and size', async (t) => {
    const space = await withRead(t, 'f', 'old\n')
    const { atime, mtime } = fs.statSync(space.real)
    fs.writeFileSync(join(space.root, 'g'), 'OLD\n')
    fs.utimesSync(join(space.root, 'g'), atime, mtime)
    fs.renameSync(join(space.root, 'g'), space.real)
    assert.equal(await space.write('f', 'x'), stale('f'))
    fs.unlinkSync(space.real)
    assert.equal(await space.write('f', 'x'), 'created f: 1 line, 1 byte')
  })

  test('can be written again after our own write, as often as one likes', async (t) => {
    const space = workspace(t)
    assert.equal(await space.write('f', 'a\n'), 'created f: 1 line, 2 bytes')
    assert.equal(await space.write('f', 'b\nc\n'), 'replaced f: 2 lines, 4 bytes; it had 1 line')
    assert.equal(await space.write('f', 'd'), 'replaced f: 1 line, 1 byte; it had 2 lines')
    assert.deepEqual(space.session.seen.get(join(space.root, 'f')), {
      hash: sha('d'), whole: true, parts: [[0, 1]],
    })
  })

  test('is too large to be replaced above 8 MB, and a write above it does not count as seen', async (t) => {
    const space = workspace(t)
    const most = 'x'.repeat(WHOLE_LIMIT_BYTES)
    const real = join(space.root, 'f')
    assert.equal(await space.write('f', most), 'created f: 1 line, 8388608 bytes')
    assert.deepEqual(space.session.seen.get(real), { hash: sha(most), whole: true, parts: [[0, 8_388_608]] })
    assert.equal(await space.write('f', `${most}y`), 'replaced f: 1 line, 8388609 bytes; it had 1 line')
    assert.deepEqual(space.session.seen.get(real), { hash: '', whole: false, parts: [[0, 8_388_609]] })
    const large = 'f is too large to be seen whole, so it is never replaced; choose another name'
    assert.equal(await space.write('f', 'x'), `Error: ${large}`)
    fs.truncateSync(real, 1)
    assert.equal(await space.write('f', 'x'), stale('f'))
  })
})

describe('links', () => {
  test('stay links: what they lead to is replaced, over one link or three', async (t) => {
    const space = workspace(t)
    space.put('sub/real', 'x')
    space.link('one', 'sub/real')
    space.link('two', 'one')
    space.link('sub/three', '../two')
    await space.read({ path: 'sub/three' })
    assert.equal(await space.write('two', 'y'), 'replaced two: 1 line, 1 byte; it had 1 line')
    assert.equal(space.text('sub/real'), 'y')
    const links = ['one', 'two', 'sub/three'].map((name) => fs.readlinkSync(join(space.root, name)))
    assert.deepEqual(links, ['sub/real', 'one', '../two'])
    assert.deepEqual(space.names(), ['one', 'sub', 'sub/real', 'sub/three', 'two'])
  })

  test('to a folder inside take new files', async (t) => {
    const space = workspace(t)
    space.folder('rel/1')
    space.link('current', 'rel/1')
    assert.equal(await space.write('current/a/f', 'x'), 'created current/a/f: 1 line, 1 byte')
    assert.deepEqual(space.names('rel'), ['1', '1/a', '1/a/f'])
  })

  test('that lead out, nowhere or in a circle are refused before anything is written', async (t) => {
    const space = workspace(t)
    fs.writeFileSync(join(space.outside, 's'), 'secret')
    space.link('out', join(space.outside, 's'))
    space.link('folder', space.outside)
    space.link('gone', join(space.outside, 'new'))
    space.link('a', 'b')
    space.link('b', 'a')
    for (const path of ['out', 'folder/new', 'folder/a/b']) {
      assert.equal(await space.write(path, 'x'), refused(`path escapes the workspace: ${path}`))
    }
    const why = 'a link on the way leads nowhere'
    assert.equal(await space.write('gone', 'x'), refused(`not a path to use: gone: ${why}`))
    const circle = 'its links lead in a circle, or are over 40'
    assert.equal(await space.write('a', 'x'), refused(`not a path to use: a: ${circle}`))
    assert.deepEqual(fs.readdirSync(space.outside), ['s'])
    assert.equal(fs.readFileSync(join(space.outside, 's'), 'utf8'), 'secret')
  })

  test('hard ones are never written, also when made after the judgement', async (t) => {
    const space = await withRead(t)
    fs.linkSync(space.real, join(space.root, 'g'))
    const words = `never written, since it has a second name elsewhere: ${space.real}`
    assert.equal(await space.write('f', 'x'), refused(words))
    await fails(space, () => judged(space, write, space.real, { path: 'f', content: 'x' }),
      'f has a second name elsewhere and is never written')
    assert.equal(space.text('g'), 'old\n')
  })
})

describe('what belongs to a file', () => {
  const modeOf = (real: string) => fs.statSync(real).mode & 0o7777

  test('its mode is kept, but for the bits that lend its owner\'s power', async (t) => {
    const umask = process.umask(0o077)
    t.after(() => process.umask(umask))
    const cases = { 0o751: 0o751, 0o600: 0o600, 0o666: 0o666, 0o444: 0o444, 0o4755: 0o755, 0o3750: 0o750 }
    for (const [before, after] of Object.entries(cases).map(([from, to]) => [Number(from), to] as const)) {
      const space = await withRead(t, 'run.sh', '#!/bin/sh\n', before)
      const was = modeOf(space.real)
      assert.equal(was, before)
      assert.equal(await space.write('run.sh', 'x'), 'replaced run.sh: 1 line, 1 byte; it had 1 line')
      assert.equal(modeOf(space.real), after)
    }
  })

  test('its text is at no moment readable for others when it was not before', async (t) => {
    const umask = process.umask(0)
    t.after(() => process.umask(umask))
    const space = await withRead(t, 'f', 'secret', 0o600)
    const modes = new Set<number>()
    const look = (real: (...args: any[]) => any, args: any[]) => {
      for (const name of fs.readdirSync(space.root)) modes.add(modeOf(join(space.root, name)))
      return real(...args)
    }
    await during('writeSync', look, () => during('fchownSync', look, () => during('fsyncSync', look, () =>
      during('renameSync', look, () => space.write('f', 'new secret')))))
    assert.deepEqual([...modes], [0o600])
  })

  test('its owner is kept where that may be, and the file written where not', async (t) => {
    const space = await withRead(t, 'f', 'old', 0o640)
    if (IS_ROOT) fs.chownSync(space.real, 1_234, 2_345)
    const { uid, gid } = fs.statSync(space.real)
    await space.write('f', 'new')
    const now = fs.statSync(space.real)
    assert.deepEqual([now.uid, now.gid, now.mode & 0o777], [uid, gid, 0o640])
    const result = await during('fchownSync', () => {
      throw systemError('EPERM')
    }, () => space.write('f', 'newer'))
    assert.equal(result, 'replaced f: 1 line, 5 bytes; it had 1 line')
    assert.equal(modeOf(space.real), 0o640)
  })
})

describe('at every moment', () => {
  test('the old text or the new one is there, whole, also when the process is killed', async (t) => {
    const size = 200 * 1_048_576
    const found: { isCut: boolean; holds: string }[] = []
    for (const at of [1, size / 2, size]) {
      const space = workspace(t)
      space.put('f', Buffer.alloc(OLD_BYTES, 'o'))
      found.push(await killedWhileWriting(space, 'f', size, at))
      fs.rmSync(space.root, { recursive: true })
    }
    for (const { isCut, holds } of found) assert.ok(holds === 'new' || (isCut && holds === 'old'), holds)
    assert.deepEqual(found[0], { isCut: true, holds: 'old' })
  })

  test('the new text is safe on the disk before its name is, and the name after that', async (t) => {
    const space = await withRead(t)
    const steps: string[] = []
    const note = (what: string) => (real: (...args: any[]) => any, args: any[]) => {
      const names = space.names().map((name) => name.replace(/[0-9a-f]{12}/, 'RANDOM')).join(' ')
      const kind = typeof args[0] === 'number' && fs.fstatSync(args[0]).isDirectory() ? ' folder' : ''
      steps.push(`${what}${kind}: ${names}: ${space.text('f')}`)
      return real(...args)
    }
    await during('writeSync', note('write'), () => during('fsyncSync', note('sync'), () =>
      during('renameSync', note('rename'), () => space.write('f', 'new'))))
    assert.deepEqual(steps, [
      'write: .f.RANDOM.tmp f: old\n', 'sync: .f.RANDOM.tmp f: old\n', 'rename: .f.RANDOM.tmp f: old\n',
      'sync folder: f: new',
    ])
  })

  test('a new file takes no other\'s place, not even in the moment of its making', async (t) => {
    const space = workspace(t)
    const path = join(space.root, 'new')
    const result = await during('linkSync', (real, args) => {
      fs.writeFileSync(path, 'theirs', { flag: 'wx' })
      return real(...args)
    }, () => space.write('new', 'ours'))
    assert.equal(result, 'Error: new changed while it was being written: read it again, then write')
    assert.equal(fs.readFileSync(path, 'utf8'), 'theirs')
    assert.deepEqual(space.names(), ['new'])
  })

  test('a new file is made also where the system has no links', async (t) => {
    const space = workspace(t)
    const fail = () => { throw systemError('EPERM') }
    const result = await during('linkSync', fail, () => space.write('new', 'a'))
    assert.equal(result, 'created new: 1 line, 1 byte')
    assert.deepEqual(space.names(), ['new'])
  })

  test('a system that writes a few bytes at a time loses none', async (t) => {
    const space = await withRead(t)
    const content = 'ü 日本 👍\n'.repeat(20)
    const result = await during('writeSync', (real, [fd, bytes, at]) => {
      return real(fd, bytes, at, Math.min(3, bytes.length - at))
    }, () => space.write('f', content))
    assert.equal(result, 'replaced f: 20 lines, 300 bytes; it had 1 line')
    assert.equal(space.text('f'), content)
  })
})

describe('a failure leaves what stood there, and no temporary file', () => {
  test('when the disk fills up', async (t) => {
    const space = await withRead(t)
    const full = async (path: string) => {
      let count = 0
      const result = await during('writeSync', (real, [fd, bytes, at]) => {
        if (count++ > 0) throw systemError('ENOSPC')
        return real(fd, bytes, at, 2)
      }, () => space.write(path, 'new text'))
      assert.equal(count, 2)
      return result
    }
    const before = openFiles()
    assert.equal(await full('f'), `Error: ${cannot('f', 'ENOSPC')}`)
    assert.equal(await full('g'), `Error: ${cannot('g', 'ENOSPC')}`)
    assert.deepEqual(space.names(), ['f'])
    assert.equal(space.text('f'), 'old\n')
    assert.equal(openFiles(), before)
    assert.equal(space.session.written.size, 0)
    assert.equal(await space.write('f', 'new'), 'replaced f: 1 line, 3 bytes; it had 1 line')
  })

  test('when a real disk of 2 MB is full', async (t) => {
    const space = workspace(t)
    const disk = space.folder('disk')
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk], { stdio: 'ignore' })
    } catch {
      return t.skip('this user may not mount one')
    }
    try {
      space.put('disk/f', 'old\n')
      await space.read({ path: 'disk/f' })
      const result = await space.write('disk/f', 'x'.repeat(3_000_000))
      assert.equal(result, `Error: ${cannot('disk/f', 'ENOSPC')}`)
      assert.deepEqual(space.names('disk'), ['f'])
      assert.equal(space.text('disk/f'), 'old\n')
      assert.equal(await space.write('disk/f', 'new'), 'replaced disk/f: 1 line, 3 bytes; it had 1 line')
    } finally {
      execFileSync('umount', [disk])
    }
  })

  test('when the disk cannot keep it, or the last step fails', async (t) => {
    const space = await withRead(t)
    for (const name of ['fsyncSync', 'renameSync'] as const) {
      const result = await during(name, () => {
        throw systemError('EIO')
      }, () => space.write('f', 'new'))
      assert.equal(result, `Error: ${cannot('f', 'EIO')}`)
      assert.deepEqual(space.names(), ['f'])
      assert.equal(space.text('f'), 'old\n')
    }
  })

  test('when the folder may not be written', async (t) => {
    const space = workspace(t)
    fs.chmodSync(space.root, 0o555)
    const write = (path: string) => unprivileged(space.base, () => space.write(path, 'x'))
    const results = [await write('f'), await write('a/f')]
    fs.chmodSync(space.root, 0o755)
    assert.deepEqual(results, [`Error: ${cannot('f', 'EACCES')}`, `Error: ${cannot('a/f', 'EACCES')}`])
    assert.deepEqual(space.names(), [])
  })

  test('when the old file may not be read', async (t) => {
    const space = await withRead(t)
    fs.chmodSync(space.real, 0o000)
    fs.chmodSync(space.root, 0o777)
    const result = await unprivileged(space.base, () => space.write('f', 'x'))
    assert.equal(result, `Error: ${cannot('f', 'EACCES')}`)
    fs.chmodSync(space.real, 0o644)
    assert.equal(space.text('f'), 'old\n')
  })

  test('but a folder that cannot be synced is no failure: the file is in its place', async (t) => {
    const space = await withRead(t)
    const result = await during('fsyncSync', (real, args) => {
      if (fs.fstatSync(args[0]).isDirectory()) throw systemError('EINVAL')
      return real(...args)
    }, () => space.write('f', 'new'))
    assert.equal(result, 'replaced f: 1 line, 3 bytes; it had 1 line')
    assert.equal(space.text('f'), 'new')
    assert.equal(space.session.seen.get(space.real)!.hash, sha('new'))
  })
})

describe('what was swapped after the judgement gains nothing', () => {
  const args = (path: string) => ({ path, content: 'new' })

  test('the file for a link: what the link leads to stays as it is', async (t) => {
    const space = await withRead(t)
    fs.writeFileSync(join(space.outside, 's'), 'secret')
    fs.unlinkSync(space.real)
    space.link('f', join(space.outside, 's'))
    await fails(space, () => judged(space, write, space.real, args('f')), changed('f'))
    space.link('g', join(space.outside, 'new'))
    await fails(space, () => judged(space, write, join(space.root, 'g'), args('g')), changed('g'))
    assert.deepEqual(fs.readdirSync(space.outside), ['s'])
    assert.equal(fs.readFileSync(join(space.outside, 's'), 'utf8'), 'secret')
  })

  test('its folder, or one above that, for a link that leads out: nothing appears there', async (t) => {
    const space = workspace(t)
    space.link('a', space.outside)
    await fails(space, () => judged(space, write, join(space.root, 'a/f'), args('a/f')), changed('a/f'))
    await fails(space, () => judged(space, write, join(space.root, 'a/b/c'), args('a/b/c')), changed('a/b/c'))
    space.folder('b')
    space.link('b/c', space.outside)
    await fails(space, () => judged(space, write, join(space.root, 'b/c/f'), args('b/c/f')), changed('b/c/f'))
    assert.deepEqual(fs.readdirSync(space.outside), [])
  })

  test('the root, given through a link', async (t) => {
    const space = workspace(t)
    fs.symlinkSync('outside', join(space.base, 'alias'))
    space.policy.root = join(space.base, 'alias')
    await fails(space, () => judged(space, write, join(space.root, 'f'), args('f')), changed('f'))
    assert.deepEqual(fs.readdirSync(space.outside), [])
  })

  test('the file for a pipe, a folder or a socket', async (t) => {
    const space = workspace(t)
    execFileSync('mkfifo', [join(space.root, 'pipe')])
    space.folder('sub')
    const server = createServer()
    await new Promise<void>((done) => server.listen(join(space.root, 'sock'), done))
    t.after(() => server.close())
    for (const name of ['pipe', 'sub']) {
      const words = `${name} is not a regular file; choose another name`
      await fails(space, () => judged(space, write, join(space.root, name), args(name)), words)
    }
    const sock = join(space.root, 'sock')
    await fails(space, () => judged(space, write, sock, args('sock')), cannot('sock', 'ENXIO'))
  })

  test('a file that appeared is not overwritten unseen', async (t) => {
    const space = workspace(t)
    const real = space.put('f', 'theirs')
    const words = unread('f', '6 bytes').replace('Error: ', '')
    await fails(space, () => judged(space, write, real, args('f')), words)
    assert.equal(space.text('f'), 'theirs')
  })

  /** Writes `f` while, just before the new text is put there, `swap` happens. */
  const amid = (space: Workspace, swap: () => void, path = 'f') => during('writeSync', (real, values) => {
    swap()
    return real(...values)
  }, () => space.write(path, 'new'))

  const real = (space: Workspace) => join(space.root, 'f')
  const swaps: Record<string, (space: Workspace) => void> = {
    'a link that leads out': (space) => {
      fs.unlinkSync(real(space))
      fs.symlinkSync(join(space.outside, 's'), real(space))
    },
    'another file': (space) => {
      fs.writeFileSync(join(space.root, 'g'), 'old\n')
      fs.renameSync(join(space.root, 'g'), real(space))
    },
    'the same file with other text of the same size and age': (space) => {
      const { atime, mtime } = fs.statSync(real(space))
      fs.writeFileSync(real(space), 'OLD\n')
      fs.utimesSync(real(space), atime, mtime)
    },
    'the same file with more text': (space) => fs.appendFileSync(real(space), 'more'),
    'the same file with another mode': (space) => fs.chmodSync(real(space), 0o600),
    'nothing': (space) => fs.unlinkSync(real(space)),
  }
  for (const [name, swap] of Object.entries(swaps)) {
    test(`while it is being written, the file for ${name}`, async (t) => {
      const space = await withRead(t)
      fs.writeFileSync(join(space.outside, 's'), 'secret')
      await new Promise((done) => setTimeout(done, 20)) // so that the clock of the files has moved
      let after = ''
      const look = () => {
        const isLink = fs.lstatSync(real(space), { throwIfNoEntry: false })?.isSymbolicLink()
        return `${isLink} ${fs.existsSync(real(space)) && space.text('f')}`
      }
      const result = await amid(space, () => {
        swap(space)
        after = look()
      })
      assert.equal(result, `Error: ${meanwhile('f')}`)
      assert.equal(look(), after)
      assert.deepEqual(space.names(), fs.existsSync(real(space)) ? ['f'] : [])
      assert.equal(fs.readFileSync(join(space.outside, 's'), 'utf8'), 'secret')
    })
  }

  test('while it is being written, nothing for a file of somebody else', async (t) => {
    const space = workspace(t)
    assert.equal(await amid(space, () => space.put('f', 'theirs')), `Error: ${meanwhile('f')}`)
    assert.equal(space.text('f'), 'theirs')
    assert.deepEqual(space.names(), ['f'])
  })

  test('while it is being written, its folder for a link that leads out: nothing appears there', {
    skip: !HAS_FDS && 'needs a name for an open folder',
  }, async (t) => {
    const space = workspace(t)
    space.folder('a')
    const result = await amid(space, () => {
      fs.renameSync(join(space.root, 'a'), join(space.root, 'moved'))
      fs.symlinkSync(space.outside, join(space.root, 'a'))
    }, 'a/f')
    assert.equal(result, 'created a/f: 1 line, 3 bytes')
    assert.deepEqual(fs.readdirSync(space.outside), [])
    assert.equal(space.text('moved/f'), 'new')
  })

  test('a file or a link that stands where the temporary one should be made is not written to', async (t) => {
    const space = workspace(t)
    const theirs = join(space.outside, 's')
    fs.writeFileSync(theirs, 'theirs')
    for (const make of [fs.linkSync, fs.symlinkSync]) {
      let taken = ''
      const result = await during('openSync', (open, values) => {
        const [path, ...rest] = values
        if (!String(path).endsWith('.tmp')) return open(path, ...rest)
        taken = join(space.root, '.f.tmp')
        make(theirs, taken)
        return open(taken, ...rest)
      }, () => space.write('f', 'new'))
      assert.equal(result, `Error: ${cannot('f', 'EEXIST')}`)
      assert.equal(fs.readFileSync(theirs, 'utf8'), 'theirs')
      assert.deepEqual(space.names(), ['.f.tmp'])
      fs.unlinkSync(taken)
    }
  })

  test('while it is being written, its folder for none', async (t) => {
    const space = workspace(t)
    const folder = space.folder('a')
    const result = await amid(space, () => fs.rmSync(folder, { recursive: true }), 'a/f')
    assert.equal(result, `Error: ${cannot('a/f', 'ENOENT')}`)
    assert.deepEqual(space.names(), [])
  })
})

describe('content', () => {
  test('that holds a page\'s notice is refused: what was read in part stays whole', async (t) => {
    const space = workspace(t)
    const sixty = Array.from({ length: 60 }, (_, i) => `${i + 1}\n`).join('')
    space.put('f', sixty)
    const page = await space.read({ path: 'f', limit: 20 })
    const notice = '[read: lines 1 to 20 of 60; to go on: offset 21]'
    const words = (found: string) =>
      `Error: content holds a notice of read, which is not the file's text: ${found}; leave it out, or `
      + 'indent the line when it is meant'
    assert.equal(await space.write('f', page), words(notice))
    assert.equal(space.text('f'), sixty)
    assert.equal(await space.write('f', page.replace(notice, '')), partial('f', '171 bytes'))
    await space.read({ path: 'f' })
    for (const content of [page, notice, `a\r\n${notice}\r\nb`, `${notice}\n${page}`]) {
      assert.equal(await space.write('f', content), words(notice))
    }
    const empty = '[read: line 0 of 0: the file is empty]'
    assert.equal(await space.write('f', `${empty}\n`), words(empty))
    assert.equal(space.text('f'), sixty)
  })

  test('that only speaks of such a notice is not', async (t) => {
    const space = workspace(t)
    const contents = [
      '  [read: lines 1 to 2 of 3]\n', "x = '[read: lines 1 to 2 of 3]'\n", '[read: lines 1 to 2 of 3] is\n',
      '[read: me]\n', '[read: lines 1\nto 2]\n',
    ]
    for (const [i, content] of contents.entries()) {
      assert.match(await space.write(`f${i}`, content), /^created f\d: \d lines?, \d\d? bytes$/)
      assert.equal(space.text(`f${i}`), content)
    }
  })

  test('that holds half of a character is refused', async (t) => {
    const space = workspace(t)
    for (const content of ['a\ud800b', '\udc00', '👍\ud83d', '\udc4d\ud83d']) {
      const words = 'Error: content holds half of a character: write it whole'
      assert.equal(await space.write('f', content), words)
    }
    assert.deepEqual(space.names(), [])
    assert.equal(await space.write('f', '👍\ufffd'), 'created f: 1 line, 7 bytes')
  })

  test('that holds control characters is written, and the result says where', async (t) => {
    const space = workspace(t)
    const note = (char: string, line: number) =>
      `note: it holds control characters, the first (${char}) in line ${line}`
    const cases: [content: string, size: string, note?: string][] = [
      ['join("\0")\n', '1 line, 10 bytes', note('\\u{0}', 1)],
      ['a\nb\n\u001b[31m\u0007', '3 lines, 10 bytes', note('\\u{1b}', 3)],
      ['\n\u007f', '2 lines, 2 bytes', note('\\u{7f}', 2)],
      ['\u0085', '1 line, 2 bytes', note('\\u{85}', 1)],
      ['a\tb\r\nc\n', '2 lines, 7 bytes'],
    ]
    for (const [i, [content, size, said]] of cases.entries()) {
      const result = `created f${i}: ${size}${said ? `\n${said}` : ''}`
      assert.equal(await space.write(`f${i}`, content), result)
      assert.equal(space.text(`f${i}`), content)
    }
  })

  test('whose lines are numbered as in a listing is written, and the result says so', async (t) => {
    const space = workspace(t)
    const note = 'note: every line begins with its own number, as in a listing; if that is not meant, write '
      + 'it again without them'
    const numbered = [
      '1\ta\n2\tb\n', '     1\ta\n     2\t\n', '  12\ta\n  13\tb\n\n  14\tc', '5|a\n6|b\n', '1→a\n2→b',
      '9\ta\r\n10\tb\r\n  \r\n11\tc\r\n', '\n\n  7\ta\n  8\tb\n', '0\ta\n1\tb\n',
    ]
    const plain = [
      '1\ta\n', '  12\ta\n', '1\ta\n3\tb\n', '2\ta\n1\tb\n', '1\ta\nb\n', 'a\n1\tb\n2\tc\n', '1 a\n2 b\n',
      '1: a\n2: b\n', '1.\ta\n2.\tb\n', 'x1\ta\nx2\tb\n', '1\ta\n2\tb\n\tc\n', '1a\tx\n2a\ty\n', '1,2\n2,3\n',
    ]
    const say = async (content: string) =>
      (await space.write(`f${space.names().length}`, content)).split('\n').slice(1)
    for (const content of numbered) assert.deepEqual(await say(content), [note], JSON.stringify(content))
    for (const content of plain) assert.deepEqual(await say(content), [], JSON.stringify(content))
    assert.deepEqual(await say('1\ta\0\n2\tb\n'), [
      'note: it holds control characters, the first (\\u{0}) in line 1', note,
    ])
  })

  test('must be there, and be text', async (t) => {
    const space = workspace(t)
    const missing = refused('missing content: write takes path, content')
    assert.equal(await space.write('f', undefined as never), missing)
    assert.equal(await space.write('f', 7 as never), refused('content must be a string'))
    assert.deepEqual(space.names(), [])
  })
})

describe('where it may not write', () => {
  test('nothing is written: a read-only session, a folder, the repository and the policy', async (t) => {
    const space = workspace(t)
    space.folder('sub')
    const words = "not a file: sub: choose a name that is free, or a file's"
    assert.equal(await space.write('sub', 'x'), refused(words))
    const never = (name: string) =>
      refused(`never written by an agent: ${join(space.root, name)}; ask a person to change it`)
    for (const name of ['.git/hooks/pre-commit', 'policy.json', '.handrail/x']) {
      assert.equal(await space.write(name, 'x'), never(name))
    }
    space.policy.writable = false
    assert.equal(await space.write('f', 'x'), refused('this session is read-only'))
    assert.deepEqual(space.names(), ['sub'])
  })

  test('shows a name that could lie as what it is', async (t) => {
    const space = workspace(t)
    const unseen = 'it holds characters that cannot be seen; name the file plainly'
    assert.equal(await space.write('a\u202eb', 'x'), refused(`not a path to use: a\\u{202e}b: ${unseen}`))
    assert.equal(dirname(space.root), space.base)
  })
})
