// paths.test.ts: where paths lead, what is refused as one, and that what is opened is what was judged. All
// files are real; where a race matters, the swap happens inside the one call that it is about.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { doorOf, isInside, locate, openInside, realRoot } from '../paths.ts'
import { shown } from '../print.ts'
import { during, HAS_FDS, openFiles, printed, PROJECT, unprivileged, workspace } from './files-builders.ts'
import type { Located } from '../paths.ts'
import type { Place } from '../places.ts'
import type { Workspace } from './files-builders.ts'

const { constants } = fs
const IN_FOLDER = constants.O_RDONLY | constants.O_DIRECTORY

const inside = (real: string, place: Place = ''): Located => ({ real, place, refused: null })
const escaping = (real: string, text: string): Located =>
  ({ real, place: 'outside', refused: `path escapes the workspace: ${text}` })
const refused = (text: string, why: string, asShown = text): Located =>
  ({ real: text, place: '', refused: `not a path to use: ${asShown}: ${why}` })

const NOT_A_FOLDER = 'a file stands where a folder should'
const DANGLING = 'a link on the way leads nowhere'
const CIRCLE = 'its links lead in a circle, or are over 40'
const UNSEEN = 'it holds characters that cannot be seen; name the file plainly'
const TILDE = '~ is not expanded; write the path from the root'
const BACKSLASH = 'folders are divided by /, not by a backslash'
const SCHEME = 'drives, streams and URLs are not paths here'
const LOOK_ALIKE = 'it holds look-alikes of dots or slashes'
const FOLDER = 'it names a folder; name a file in it'

/** Where a text leads, seen from the root. */
function at({ root }: Workspace, text: string, access: 'read' | 'write' = 'read', isWord = false): Located {
  return locate(root, root, text, access, isWord)
}

describe('isInside', () => {
  test('goes by components: a twin in name, a parent and a sibling are outside', () => {
    const cases: [root: string, real: string, is: boolean][] = [
      ['/w', '/w', true], ['/w', '/w/a', true], ['/w', '/w/a/b', true], ['/w', '/w/..notes.md', true],
      ['/w', '/w/...', true], ['/w', '/w/..a/b', true], ['/w', '/w-evil', false], ['/w', '/w-evil/a', false],
      ['/w', '/', false], ['/w', '/v', false], ['/w', '/w/../v', false], ['/w/a', '/w', false],
      ['/', '/', true], ['/', '/etc', true],
    ]
    for (const [root, real, is] of cases) assert.equal(isInside(root, real), is, `${real} in ${root}`)
  })
})

describe('realRoot', () => {
  test('is the folder itself, also when a link leads to it', (t) => {
    const { base, root } = workspace(t)
    fs.symlinkSync('w', join(base, 'alias'))
    assert.equal(realRoot(root), root)
    assert.equal(realRoot(join(base, 'alias')), root)
    assert.equal(realRoot(join(base, 'alias', '..', 'w', '.')), root)
  })

  test('throws when it is gone or no folder', (t) => {
    const { base, put } = workspace(t)
    const message = 'the workspace is gone, or no folder; ask a person to make it again'
    assert.throws(() => realRoot(join(base, 'gone')), { message })
    const file = put('a.txt')
    for (const root of [file, `${file}/`, '', ['/'], 3, null, undefined, 'a\0']) {
      assert.throws(() => realRoot(root as string), { message }, String(root))
    }
  })
})

describe('locate finds the real path', () => {
  test('of ordinary spellings', (t) => {
    const space = workspace(t)
    const { root } = space
    const files = ['a.txt', 'sub/x.txt', '..notes.md', '...', '..foo/bar', '~notes.md', 'ü 日本.txt']
    for (const name of files) space.put(name)
    const cases: Record<string, string> = {
      'a.txt': 'a.txt', './a.txt': 'a.txt', './/a.txt': 'a.txt', 'sub//x.txt': 'sub/x.txt',
      'sub/./x.txt': 'sub/x.txt', 'sub/../a.txt': 'a.txt', '..notes.md': '..notes.md', '...': '...',
      '..foo/bar': '..foo/bar', '../w/a.txt': 'a.txt', 'sub/../../w/sub/x.txt': 'sub/x.txt',
      '~notes.md': '~notes.md', 'ü 日本.txt': 'ü 日本.txt', [`${root}/a.txt`]: 'a.txt',
      [`/../..${root}/sub/../a.txt`]: 'a.txt',
    }
    for (const [text, real] of Object.entries(cases)) {
      assert.deepEqual(at(space, text), inside(join(root, real)), text)
      assert.deepEqual(at(space, text, 'write'), inside(join(root, real)), text)
      assert.deepEqual(at(space, text, 'write', true), inside(join(root, real)), text)
    }
  })

  test('of folders, for reading: the root, one below, with or without a slash', (t) => {
    const space = workspace(t)
    const { root } = space
    space.folder('sub')
    for (const text of ['.', './', root, `${root}/`, 'sub/..', '']) {
      assert.deepEqual(at(space, text), inside(root), text)
    }
    for (const text of ['sub', 'sub/', 'sub/.', 'sub/./', './sub//']) {
      assert.deepEqual(at(space, text), inside(join(root, 'sub')), text)
    }
  })

  test('of what is not there yet, below the deepest folder that is', (t) => {
    const space = workspace(t)
    const { root } = space
    space.folder('sub')
    space.put('x')
    const cases: Record<string, string> = {
      'new.txt': 'new.txt', 'sub/new': 'sub/new', 'a/b/c': 'a/b/c', 'a/b/../c': 'a/c', 'missing/../x': 'x',
      'missing/../sub/../x': 'x', 'a/../b/../c/d': 'c/d', 'a/b/../../sub/y': 'sub/y', 'new/': 'new',
      '../w/a/b': 'a/b', 'a/b/../../../w/x': 'x', 'missing/sub/y': 'missing/sub/y', 'missing/x': 'missing/x',
    }
    for (const [text, real] of Object.entries(cases)) {
      assert.deepEqual(at(space, text), inside(join(root, real)), text)
      assert.deepEqual(at(space, text, 'read', true), inside(join(root, real)), text)
    }
  })

  test('from the folder that it is given, also from one that is not there yet', (t) => {
    const space = workspace(t)
    const { root } = space
    space.put('sub/deep/x')
    space.put('a')
    const from = join(root, 'sub/deep')
    const escaped = escaping(join(space.base, 'a'), '../../../a')
    assert.deepEqual(locate(root, from, 'x', 'read'), inside(join(from, 'x')))
    assert.deepEqual(locate(root, from, '../../a', 'read'), inside(join(root, 'a')))
    assert.deepEqual(locate(root, from, '../../../a', 'read'), escaped)
    assert.deepEqual(locate(root, from, `${root}/a`, 'read'), inside(join(root, 'a')))
    const later = join(root, 'made/later')
    assert.deepEqual(locate(root, later, 'y', 'read', true), inside(join(later, 'y')))
    assert.deepEqual(locate(root, later, '../../a', 'read', true), inside(join(root, 'a')))
    assert.deepEqual(locate(root, later, '../../../a', 'read', true), escaped)
  })

  test('through links that stay inside, and `..` after a link is the parent of what it leads to', (t) => {
    const space = workspace(t)
    const { root } = space
    space.put('rel/1/x')
    space.put('rel/y')
    space.put('y', 'another')
    space.link('current', 'rel/1')
    space.link('far/abs', join(root, 'rel/1/x'))
    space.link('chain', 'current')
    space.link('up', 'rel/1/../y')
    space.link('self', '.')
    space.link('slash', 'rel/1/')
    const cases: Record<string, string> = {
      'current': 'rel/1', 'current/x': 'rel/1/x', 'current/..': 'rel', 'current/../y': 'rel/y',
      'chain/x': 'rel/1/x', 'chain/../../y': 'y', 'far/abs': 'rel/1/x', 'up': 'rel/y', 'self': '.',
      'self/self/y': 'y', 'current/new': 'rel/1/new', 'current/../new/z': 'rel/new/z', 'slash/x': 'rel/1/x',
    }
    for (const [text, real] of Object.entries(cases)) {
      assert.deepEqual(at(space, text), inside(join(root, real)), text)
      assert.deepEqual(at(space, text, 'read', true), inside(join(root, real)), text)
    }
  })

  test('as the kernel finds it: every text that opens leads to the file that opens', (t) => {
    const space = workspace(t)
    const { root } = space
    space.put('a/b/f')
    space.put('a/f')
    space.put('f')
    space.link('a/l', 'b')
    space.link('a/b/m', '../..')
    space.link('n', 'a/l/..')
    const names = ['a', 'b', 'f', 'l', 'm', 'n', '..', '.']
    let opened = 0
    const walk = (text: string, depth: number) => {
      const real = (() => {
        try {
          return fs.realpathSync.native(`${root}/${text}`)
        } catch {
          return null
        }
      })()
      if (real !== null) assert.equal(locate(root, root, text, 'read').real, real, text)
      if (real !== null) opened++
      if (depth > 0) for (const name of names) walk(`${text}/${name}`, depth - 1)
    }
    for (const name of names) walk(name, 3)
    assert.ok(opened >= 270, `${opened}`) // more when the folders above have such names
  })
})

describe('locate, where a file is found by another spelling of its name', () => {
  test('gives the names that the folders hold, and what is missing as it was written', async (t) => {
    const space = workspace(t)
    space.put('SUB/A.txt')
    const real = await printed(`
      import fs from 'node:fs'
      const { platform } = process
      const isAsked = () => new Error().stack.includes('/paths.ts')
      Object.defineProperty(process, 'platform', { get: () => (isAsked() ? 'darwin' : platform) })
      fs.realpathSync.native = (path) => path.replace('SUB', 'sub').replace('A.txt', 'a.txt')
      const { locate } = await import(${JSON.stringify(`${PROJECT}/paths.ts`)})
      const root = process.argv[1]
      const texts = ['SUB/A.txt', root + '/SUB/../SUB/A.txt', 'SUB/New.txt', 'SUB/A.txt/X']
      console.log(JSON.stringify(texts.map((text) => locate(root, root, text, 'write', true))))
    `, [space.root])
    const expected = ['sub/a.txt', 'sub/a.txt', 'sub/New.txt', 'sub/a.txt/X']
    assert.deepEqual(real, expected.map((path) => inside(join(space.root, path))))
  })
})

describe('locate refuses what leads out', () => {
  test('by dots, absolutely, and to a twin whose name begins like the root', (t) => {
    const space = workspace(t)
    const { base, root } = space
    fs.writeFileSync(join(base, 'w-evil/s'), 'secret')
    const cases: Record<string, string> = {
      '..': base, '../': base, '../s': join(base, 's'), 'a/../../s': join(base, 's'), '/': '/',
      '/etc/passwd': fs.realpathSync('/etc/passwd'), '//etc/passwd': fs.realpathSync('/etc/passwd'),
      [`${root}-evil/s`]: join(base, 'w-evil/s'), '../w-evil/s': join(base, 'w-evil/s'),
      [`${root}/../w-evil/s`]: join(base, 'w-evil/s'), [`${root}-new`]: `${root}-new`,
      '../../../../../../../../../../nowhere': '/nowhere',
    }
    for (const [text, real] of Object.entries(cases)) {
      for (const isWord of [true, false]) {
        assert.deepEqual(at(space, text, 'read', isWord), escaping(real, text), text)
      }
    }
    assert.deepEqual(at(space, '../s', 'write'), escaping(join(base, 's'), '../s'))
  })

  test('through a link to a file, to a folder, over two links, and with `..` behind one', (t) => {
    const space = workspace(t)
    const { outside, base } = space
    fs.mkdirSync(join(outside, 'sub'))
    fs.writeFileSync(join(outside, 's'), 'secret')
    space.put('s', 'harmless')
    space.link('file', join(outside, 's'))
    space.link('folder', '../outside')
    space.link('two', 'folder/sub')
    space.link('parent', '..')
    const cases: Record<string, string> = {
      'file': join(outside, 's'), 'folder': outside, 'folder/s': join(outside, 's'), 'two/..': outside,
      'two/../s': join(outside, 's'), 'folder/new': join(outside, 'new'), 'folder/a/b': join(outside, 'a/b'),
      'parent': base, 'parent/w-evil': join(base, 'w-evil'), 'file/': join(outside, 's'),
    }
    for (const [text, real] of Object.entries(cases)) {
      for (const isWord of [true, false]) {
        assert.deepEqual(at(space, text, 'read', isWord), escaping(real, text), text)
      }
    }
    assert.deepEqual(at(space, 'folder/../w/s'), inside(join(space.root, 's')))
  })

  test('with the root given through a link, by the real root alone', (t) => {
    const space = workspace(t)
    const { base, root } = space
    const file = space.put('a.txt')
    fs.symlinkSync('w', join(base, 'alias'))
    assert.deepEqual(at(space, join(base, 'alias/a.txt')), inside(file))
    fs.unlinkSync(join(base, 'alias'))
    fs.symlinkSync('outside', join(base, 'alias'))
    const text = join(base, 'alias/a.txt')
    assert.deepEqual(locate(root, root, text, 'read'), escaping(join(base, 'outside/a.txt'), text))
  })
})

describe('locate refuses links', () => {
  test('that lead nowhere, anywhere on the way, in words too', (t) => {
    const space = workspace(t)
    space.folder('sub')
    space.link('gone', 'not-there')
    space.link('out', join(space.outside, 'not-there'))
    space.link('sub/half', '../missing/x')
    space.link('second', 'gone')
    space.link('over', 'missing/../sub')
    space.link('good', 'sub')
    space.link('third', 'good/missing')
    const texts = [
      'gone', 'gone/x', 'gone/../sub', 'out', 'out/a/b', 'sub/half', 'second', 'over', 'third', 'gone/..',
    ]
    for (const text of texts) {
      assert.deepEqual(at(space, text, 'read'), refused(text, DANGLING), text)
      assert.deepEqual(at(space, text, 'read', true), refused(text, DANGLING), text)
      assert.deepEqual(at(space, text, 'write', true), refused(text, DANGLING), text)
      assert.deepEqual(at(space, text, 'write'), refused(text, text === 'gone/..' ? FOLDER : DANGLING), text)
    }
  })

  test('that lead in a circle, or are more than the kernel would follow', (t) => {
    const space = workspace(t)
    space.link('self', 'self')
    space.link('a', 'b')
    space.link('b', 'a')
    space.link('down', 'down/x')
    space.put('end')
    for (let i = 1; i <= 41; i++) space.link(`l${i}`, i === 1 ? 'end' : `l${i - 1}`)
    for (const text of ['self', 'a', 'b/x', 'down', 'l41', 'a/../end']) {
      for (const isWord of [true, false]) {
        assert.deepEqual(at(space, text, 'read', isWord), refused(text, CIRCLE), text)
      }
    }
    assert.throws(() => fs.readFileSync(join(space.root, 'l41')), { code: 'ELOOP' })
    assert.equal(fs.readFileSync(join(space.root, 'l40'), 'utf8'), '')
    assert.deepEqual(at(space, 'l40'), inside(join(space.root, 'end')))
  })

  test('whose text is not UTF-8, since it would be read as another', (t) => {
    const space = workspace(t)
    const { root } = space
    space.put('d\ufffd/x', 'harmless')
    fs.symlinkSync(space.outside, Buffer.concat([Buffer.from(`${root}/d`), Buffer.from([0xff])]))
    fs.symlinkSync(Buffer.from([0x64, 0xff]), join(root, 'l'))
    for (const isWord of [true, false]) {
      assert.deepEqual(at(space, 'l/x', 'read', isWord), refused('l/x', 'a link on the way is not UTF-8'))
    }
  })

  test('of /proc, which lead every process to something else', { skip: !HAS_FDS }, (t) => {
    const space = workspace(t)
    space.link('cwd', '/proc/self/cwd')
    space.link('up', 'cwd')
    const cases: Record<string, string> = {
      'cwd': '/proc/self', 'cwd/x': '/proc/self', 'up/../x': '/proc/self', '/proc/self/root': '/proc/self',
      '/proc/thread-self/cwd': '/proc/thread-self', [`/proc/${process.pid}/cwd`]: `/proc/${process.pid}/cwd`,
    }
    const before = process.cwd()
    process.chdir(space.root)
    try {
      for (const [text, real] of Object.entries(cases)) {
        for (const isWord of [true, false]) {
          assert.deepEqual(at(space, text, 'read', isWord), escaping(real, text), text)
        }
      }
    } finally {
      process.chdir(before)
    }
  })
})

describe('locate, in a workspace that is the whole disk or memory', () => {
  test('refuses the doors of the system by components, and nothing that only sounds like them', (t) => {
    const { root, put } = workspace(t)
    const file = put('proc/self')
    assert.deepEqual(locate('/', '/', file.slice(1), 'read'), inside(file))
    assert.deepEqual(locate('/', root, 'proc/self', 'read'), inside(file))
    assert.deepEqual(locate('/', '/', '/', 'read'), inside('/'))
    for (const real of ['/process', '/proc-a/x', '/devices', '/sysroot/x']) {
      assert.deepEqual(locate('/', '/', real, 'read'), inside(real))
    }
    for (const real of ['/dev', '/dev/null', '/dev/not-there', '/dev/shm']) {
      if (fs.existsSync('/dev/shm')) assert.deepEqual(locate('/', '/', real, 'read'), escaping(real, real))
    }
    for (const real of ['/proc', '/sys', '/proc/1/environ', '/sys/kernel', '/proc/x']) {
      if (HAS_FDS) assert.deepEqual(locate('/', '/', real, 'read', true), escaping(real, real))
    }
  })

  test('takes a folder of /dev/shm for one', { skip: !fs.existsSync('/dev/shm') && 'there is none' }, (t) => {
    const root = fs.mkdtempSync('/dev/shm/handrail-')
    t.after(() => fs.rmSync(root, { recursive: true }))
    fs.writeFileSync(join(root, 'a'), '')
    fs.symlinkSync('a', join(root, 'l'))
    assert.deepEqual(locate(root, root, 'l', 'read'), inside(join(root, 'a')))
    assert.deepEqual(locate(root, root, join(root, 'new'), 'write'), inside(join(root, 'new')))
  })
})

describe('locate refuses what is no path, and says why', () => {
  const long = 'n'.repeat(255)
  const hidden = [ // controls, format characters, blanks and fillers, halves, private and tag characters
    0x0, 0x9, 0xa, 0xd, 0x1b, 0x7f, 0x9b, 0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b, 0x200d, 0x200e, 0x202e,
    0x2060, 0x2066, 0xfeff, 0x2028, 0x2029, 0xa0, 0x2007, 0x3000, 0x2800, 0x3164, 0xffa0, 0xfe0f, 0xd800,
    0xdc00, 0xe000, 0xe0041, 0xe0100,
  ]
  const texts: Record<string, string[]> = {
    [TILDE]: ['~', '~/x', '~user/x', '~/'],
    [BACKSLASH]: ['a\\b', '..\\x', '\\\\host\\share'],
    [SCHEME]: [
      'C:x', 'c:/x', 'z:', 'a.txt::$DATA', 'file:///etc/passwd', 'HTTP://host/x', 's3://bucket/x',
      'git+ssh://host/x', 'a-b.c://x',
    ],
    [LOOK_ALIKE]: [
      '．．/x', '‥/x', 'a/․․/x', '.．/x', '…', '．', 'a／b', 'a＼b', 'a﹨b', 'a⁄b', 'a∕b', 'a⧸b', 'a╱b', 'a∖b',
      'a⧵b', 'a╲b', 'a⧹b', 'x/℀',
    ],
    'over 40 blanks in a row': [`a${' '.repeat(41)}b`],
    'a name in it is longer than 255 bytes': [`a/${'ü'.repeat(128)}/b`],
  }
  const faults: [text: string, why: string, asShown: string][] = [
    ['\u202ea', UNSEEN, '\\u{202e}a'],
    ...hidden.map((code) => [
      `a${String.fromCodePoint(code)}b`, UNSEEN, `a\\u{${code.toString(16)}}b`,
    ] as [string, string, string]),
    ...Object.entries(texts).flatMap(([why, all]) =>
      all.map((text) => [text, why, text] as [string, string, string])),
    [`${long}n`, 'a name in it is longer than 255 bytes', `${'n'.repeat(120)}…(256 long)…${'n'.repeat(60)}`],
    [`${'ü/'.repeat(1_400)}b`, 'it is longer than 4096 bytes',
      `${'ü/'.repeat(60)}…(2801 long)…${'/ü'.repeat(29)}/b`],
    [`${'a/'.repeat(2_048)}b`, 'it is longer than 4096 bytes',
      `${'a/'.repeat(60)}…(4097 long)…${'/a'.repeat(29)}/b`],
  ]
  for (const [text, why, asShown] of faults) {
    test(`${why}: ${asShown}`, (t) => {
      const space = workspace(t)
      for (const access of ['read', 'write'] as const) {
        assert.deepEqual(at(space, text, access), refused(text, why, asShown))
      }
    })
  }

  const sound = [
    'a b', `a${' '.repeat(40)}b`, ' a ', long, 'ü'.repeat(127), '½ cup', 'ab:c', 'a/c:d', 'x~', 'a~/b',
    'a/~/b', `${'./'.repeat(2_047)}ab`, '-rf', '--help', '$HOME', 'a|b', "a'b", '*', '[x]', '100%2e',
    '..%2fx', 'naïve', 'e\u0301', '❤\ufe0f.md', '👩\u200d🚀.md', 'a.', 'ﬁle', 'Ａ.txt', '.．a',
  ]
  test('but not what is only unusual', (t) => {
    const space = workspace(t)
    for (const text of sound) {
      assert.deepEqual(at(space, text), inside(join(space.root, text)), text)
      assert.deepEqual(at(space, text, 'write'), inside(join(space.root, text)), text)
    }
  })

  test('unless it is said that the text is a word and perhaps no path', (t) => {
    const { root } = workspace(t)
    assert.deepEqual(locate(root, root, '~/x', 'read'), refused('~/x', TILDE))
    assert.deepEqual(locate(root, root, '~/x', 'read', true), inside(join(root, '~/x')))
  })

  test('a folder as the file to write, by its spelling or because it is one', (t) => {
    const space = workspace(t)
    space.folder('sub')
    space.link('l', 'sub')
    const spellings = ['.', '..', './', 'sub/', 'sub/.', 'sub/..', 'new/', '/', 'a/./', '']
    for (const text of spellings) assert.deepEqual(at(space, text, 'write'), refused(text, FOLDER), text)
    space.link('here', '.')
    space.link('sub/up', '..')
    const folders = {
      'sub': 'sub', './sub': 'sub', 'l': 'sub', 'sub/../sub': 'sub', 'here': '.', 'sub/up': '.',
    }
    for (const [text, real] of Object.entries(folders)) {
      const why = `not a file: ${text}: choose a name that is free, or a file's`
      assert.deepEqual(at(space, text, 'write'), { real: text, place: '', refused: why })
      assert.deepEqual(at(space, text, 'write', true), inside(join(space.root, real)))
    }
    assert.deepEqual(at(space, '...', 'write'), inside(join(space.root, '...')))
    assert.deepEqual(at(space, 'a/..b', 'write'), inside(join(space.root, 'a/..b')))
  })

  test('a pipe as the file to write', (t) => {
    const space = workspace(t)
    execFileSync('mkfifo', [join(space.root, 'pipe')])
    const why = 'not a file: pipe: choose a name that is free, or a file\'s'
    assert.deepEqual(at(space, 'pipe', 'write'), { real: 'pipe', place: '', refused: why })
    assert.deepEqual(at(space, 'pipe'), inside(join(space.root, 'pipe')))
  })

  test('a file where a folder should be', (t) => {
    const space = workspace(t)
    space.put('a.txt')
    space.put('b.txt')
    space.link('l', 'a.txt')
    for (const text of ['a.txt/x', 'a.txt/../b.txt', 'a.txt/x/../..', 'l/x', 'l/../b.txt', 'a.txt/..']) {
      assert.deepEqual(at(space, text), refused(text, NOT_A_FOLDER), text)
    }
    for (const text of ['a.txt/', 'a.txt/.', 'a.txt//', 'a.txt/./', 'l/']) {
      const why = `not a folder: ${text}: leave out what follows the name`
      assert.deepEqual(at(space, text), { real: text, place: '', refused: why })
    }
    assert.deepEqual(at(space, 'a.txt'), inside(join(space.root, 'a.txt')))
  })

  test('what it may not look at', (t) => {
    const space = workspace(t)
    space.put('locked/x')
    fs.chmodSync(join(space.root, 'locked'), 0o600)
    const found = [true, false].map((isWord) =>
      unprivileged(space.base, () => at(space, 'locked/x', 'read', isWord)))
    fs.chmodSync(join(space.root, 'locked'), 0o700)
    const expected = refused('locked/x', 'it cannot be looked at (EACCES)')
    assert.deepEqual(found, [expected, expected])
  })
})

describe('locate takes a word for a path only where a program could', () => {
  test('what no file could be is no fault, and lies where it would', (t) => {
    const space = workspace(t)
    const { root } = space
    space.put('a.txt')
    const texts = [
      '~', '~/x', 'a\\b', 'C:x', 'https://host/x', 's/a/b/', 'a\u200bb', 'a\tb', '．．', '-x', 'a.txt/x', '',
      `a${' '.repeat(50)}b`, 'n'.repeat(300), `x/${'n'.repeat(300)}/y`, 'long words, '.repeat(400),
    ]
    for (const text of texts) {
      assert.deepEqual(at(space, text, 'write', true), inside(join(root, text).replace(/\/$/, '')), text)
    }
    assert.deepEqual(at(space, 'a.txt/', 'read', true), inside(join(root, 'a.txt')))
    assert.deepEqual(at(space, 'a.txt/x/..', 'read', true), inside(join(root, 'a.txt')))
    assert.deepEqual(at(space, 'a.txt/../b', 'read', true), inside(join(root, 'b')))
  })

  test('a word that a program which ignores the file on the way would open outside is refused', (t) => {
    const space = workspace(t)
    space.put('a.txt')
    space.link('out', space.outside)
    const cases: Record<string, string> = {
      'a.txt/../../x': join(space.base, 'x'), 'a.txt/../out/x': join(space.outside, 'x'),
      'a.txt/x/../../out': space.outside, [`${'n'.repeat(300)}/../out`]: space.outside,
    }
    for (const [text, real] of Object.entries(cases)) {
      assert.deepEqual(at(space, text, 'read', true), escaping(real, shown(text)), text)
    }
  })

  test('a name that is too long hides no link before it', (t) => {
    const space = workspace(t)
    space.link('out', space.outside)
    const text = `out/${'n'.repeat(300)}`
    const real = `${space.outside}/${'n'.repeat(300)}`
    assert.deepEqual(at(space, text, 'read', true), escaping(real, shown(text)))
  })

  test('a text with NUL is none that any program gets', (t) => {
    const space = workspace(t)
    const why = 'it cannot be looked at (ERR_INVALID_ARG_VALUE)'
    assert.deepEqual(at(space, 'a\0', 'read', true), refused('a\0', why, 'a\\u{0}'))
  })

  test('a link below a folder so deep that only a program in it could name the link is refused', (t) => {
    const space = workspace(t)
    fs.writeFileSync(join(space.outside, 's'), 'secret')
    const names = 'd'.repeat(3_990 - space.root.length).replace(/d{100}(?=d)/g, `${'d'.repeat(99)}/`)
    const from = space.folder(names)
    const deep = 'e'.repeat(200)
    execFileSync('mkdir', [deep], { cwd: from })
    execFileSync('ln', ['-s', space.outside, `${deep}/out`], { cwd: from })
    const text = `${deep}/out/s`
    assert.equal(execFileSync('cat', [text], { cwd: from, encoding: 'utf8' }), 'secret')
    const why = 'it cannot be looked at (ENAMETOOLONG)'
    assert.deepEqual(locate(space.root, from, text, 'read', true), refused(text, why, shown(text)))
  })

  test('a circle of links outside is refused, since it could be removed there', (t) => {
    const space = workspace(t)
    const text = join(space.outside, 'loop')
    fs.symlinkSync('loop', text)
    assert.deepEqual(at(space, text, 'write', true), refused(text, CIRCLE))
  })
})

describe('locate says the place', () => {
  test('by the real path, and by the name of each link on the way', (t) => {
    const space = workspace(t)
    const { root } = space
    space.put('.git/hooks/pre-commit')
    space.put('sub/x')
    space.link('docs/hook.md', '../.git/hooks/pre-commit')
    space.link('.git-link', '.git')
    assert.deepEqual(at(space, 'docs/hook.md', 'write'), inside(join(root, '.git/hooks/pre-commit'), 'never'))
    assert.deepEqual(at(space, '.git-link/new', 'write'), inside(join(root, '.git/new'), 'never'))
    assert.deepEqual(at(space, 'docs/hook.md', 'read'), inside(join(root, '.git/hooks/pre-commit')))
    assert.deepEqual(at(space, '.env', 'read'), inside(join(root, '.env'), 'secret'))
    const manifest = inside(join(root, 'package.json'), 'later-run')
    assert.deepEqual(at(space, 'sub/../package.json', 'write'), manifest)
    space.link('.env.link', 'sub/x')
    assert.deepEqual(at(space, '.env.link', 'read'), inside(join(root, 'sub/x'), 'secret'))
    space.link('plain', '.env.link')
    assert.deepEqual(at(space, 'plain', 'read'), inside(join(root, 'sub/x'), 'secret'))
    fs.symlinkSync('w/sub', join(space.base, '.ssh')) // its name is no name of the workspace
    assert.deepEqual(at(space, '../.ssh/x', 'read'), inside(join(root, 'sub/x')))
    space.put('store/hooks/a')
    space.put('store/config')
    space.link('sub/.git', '../store')
    assert.deepEqual(at(space, 'sub/.git/hooks/a', 'write'), inside(join(root, 'store/hooks/a'), 'never'))
    space.link('package.json', 'sub/.git/config')
    assert.deepEqual(at(space, 'package.json', 'write'), inside(join(root, 'store/config'), 'never'))
  })

  test('a file with a second name is a hard link, unless it is never written anyway', (t) => {
    const space = workspace(t)
    const { root, outside } = space
    fs.writeFileSync(join(outside, 's'), 'secret')
    fs.linkSync(join(outside, 's'), join(root, 'hl'))
    space.put('.git/config')
    fs.linkSync(join(root, '.git/config'), join(root, '.git/second'))
    space.put('.env')
    fs.linkSync(join(root, '.env'), join(root, 'env2'))
    space.link('l', 'hl')
    space.folder('folder/sub') // a folder has more than one name by nature
    for (const access of ['read', 'write'] as const) {
      assert.deepEqual(at(space, 'hl', access), inside(join(root, 'hl'), 'hard-link'))
      assert.deepEqual(at(space, 'l', access, true), inside(join(root, 'hl'), 'hard-link'))
      assert.deepEqual(at(space, '.env', access), inside(join(root, '.env'), 'hard-link'))
    }
    assert.deepEqual(at(space, '.git/config', 'write'), inside(join(root, '.git/config'), 'never'))
    assert.deepEqual(at(space, '.git/config', 'read'), inside(join(root, '.git/config'), 'hard-link'))
    assert.deepEqual(at(space, 'folder', 'read'), inside(join(root, 'folder')))
    fs.unlinkSync(join(outside, 's'))
    assert.deepEqual(at(space, 'hl', 'write'), inside(join(root, 'hl')))
  })
})

describe('openInside', () => {
  const textOf = (fd: number) => {
    const text = fs.readFileSync(fd, 'utf8')
    fs.closeSync(fd)
    return text
  }

  /** The code of what it throws; no file stays open. */
  function codeOf(space: Workspace, real: string, flags: number = constants.O_RDONLY, make = false): string {
    const before = openFiles()
    try {
      fs.closeSync(openInside(space.root, real, flags, make))
      return 'opened'
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? String(error)
    } finally {
      assert.equal(openFiles(), before, 'a file stayed open')
    }
  }

  test('opens what the path names, at any depth, and leaves no folder open', (t) => {
    const { root, put } = workspace(t)
    const before = openFiles()
    assert.equal(textOf(openInside(root, put('a', 'one'), constants.O_RDONLY)), 'one')
    assert.equal(textOf(openInside(root, put('b/c/d', 'two'), constants.O_RDONLY)), 'two')
    assert.equal(openFiles(), before)
  })

  test('opens the root itself and folders', (t) => {
    const space = workspace(t)
    for (const real of [space.root, space.folder('sub/deep')]) {
      const fd = openInside(space.root, real, IN_FOLDER)
      assert.equal(fs.fstatSync(fd).ino, fs.statSync(real).ino)
      fs.closeSync(fd)
    }
    assert.equal(codeOf(space, space.put('file'), IN_FOLDER), 'ENOTDIR')
    assert.equal(codeOf(space, space.root, constants.O_WRONLY), 'EISDIR')
  })

  test('goes through no link: not the last, not one in the middle, not the root', (t) => {
    const space = workspace(t)
    fs.writeFileSync(join(space.outside, 's'), 'secret')
    space.put('sub/s')
    assert.equal(codeOf(space, space.link('last', join(space.outside, 's'))), 'ELOOP')
    assert.equal(codeOf(space, join(space.link('middle', space.outside), 's')), 'ENOTDIR')
    assert.equal(codeOf(space, join(space.link('in', 'sub'), 's')), 'ENOTDIR')
    assert.equal(codeOf(space, space.link('end', 'sub'), IN_FOLDER), 'ENOTDIR')
    assert.equal(codeOf(space, space.link('make', 'sub'), IN_FOLDER, true), 'ENOTDIR')
    fs.renameSync(space.root, `${space.root}2`)
    fs.symlinkSync('w2', space.root)
    assert.equal(codeOf(space, join(space.root, 'sub/s')), 'ENOTDIR')
    assert.equal(codeOf(space, space.root), 'ELOOP')
  })

  test('opens nothing outside of the root that it is given', (t) => {
    const space = workspace(t)
    const path = join(space.outside, 's')
    fs.writeFileSync(path, 'secret')
    for (const real of [path, `${space.root}-evil`, space.base, '/', join(space.root, '..')]) {
      assert.equal(codeOf(space, real), 'ELOOP', real)
    }
    assert.equal(codeOf(space, join(space.outside, 'new'), IN_FOLDER, true), 'ELOOP')
    assert.deepEqual(fs.readdirSync(space.outside), ['s'])
    const message = 'the root is another one now'
    assert.throws(() => openInside(space.root, path, constants.O_RDONLY), { message, code: 'ELOOP' })
  })

  test('stays in the folder that it opened when that is moved away and another put there', {
    skip: !HAS_FDS && 'needs a name for an open folder',
  }, async (t) => {
    const { root, outside, put } = workspace(t)
    const real = put('a/b/f', 'mine')
    fs.mkdirSync(join(outside, 'b'))
    fs.writeFileSync(join(outside, 'b/f'), 'theirs')
    let opened = 0
    const fd = await during('openSync', (open, args) => {
      const result = open(...args)
      if (++opened !== 2) return result // the root, then `a`
      fs.renameSync(join(root, 'a'), join(root, 'moved'))
      fs.symlinkSync(outside, join(root, 'a'))
      return result
    }, () => openInside(root, real, constants.O_RDONLY))
    assert.equal(textOf(fd), 'mine')
    assert.equal(opened, 4)
  })

  test('is not held up by a pipe that nobody writes to', (t) => {
    const space = workspace(t)
    const real = join(space.root, 'pipe')
    execFileSync('mkfifo', [real])
    const fd = openInside(space.root, real, constants.O_RDONLY)
    assert.ok(fs.fstatSync(fd).isFIFO())
    fs.closeSync(fd)
    assert.equal(codeOf(space, real, constants.O_WRONLY), 'ENXIO')
  })

  test('says what is missing, and makes nothing unless asked', (t) => {
    const space = workspace(t)
    space.put('file')
    assert.equal(codeOf(space, join(space.root, 'no')), 'ENOENT')
    assert.equal(codeOf(space, join(space.root, 'no/no/no'), IN_FOLDER), 'ENOENT')
    assert.equal(codeOf(space, join(space.root, 'file/x')), 'ENOTDIR')
    assert.deepEqual(space.names(), ['file'])
  })

  test('makes the folders of a path, those that are there being left as they are', (t) => {
    const space = workspace(t)
    const umask = process.umask(0o027)
    t.after(() => process.umask(umask))
    const keep = space.folder('a')
    fs.chmodSync(keep, 0o700)
    fs.closeSync(openInside(space.root, join(space.root, 'a/b/c'), IN_FOLDER, true))
    assert.deepEqual(space.names(), ['a', 'a/b', 'a/b/c'])
    assert.equal(fs.statSync(keep).mode & 0o777, 0o700)
    assert.equal(fs.statSync(join(keep, 'b/c')).mode & 0o777, 0o750)
    fs.closeSync(openInside(space.root, space.root, IN_FOLDER, true))
  })

  test('says why a folder cannot be made', (t) => {
    const space = workspace(t)
    space.put('file')
    assert.equal(codeOf(space, join(space.root, 'file/x'), IN_FOLDER, true), 'EEXIST')
    assert.equal(codeOf(space, join(space.root, 'a', 'n'.repeat(256), 'b'), IN_FOLDER, true), 'ENAMETOOLONG')
    assert.deepEqual(space.names(), ['a', 'file'])
    fs.chmodSync(space.root, 0o555)
    const code = unprivileged(space.base, () => codeOf(space, join(space.root, 'b/c'), IN_FOLDER, true))
    fs.chmodSync(space.root, 0o755)
    assert.equal(code, 'EACCES')
  })

  test('makes a file for its owner alone, or with the mode that is given', (t) => {
    const { root } = workspace(t)
    const umask = process.umask(0)
    t.after(() => process.umask(umask))
    const create = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL
    fs.closeSync(openInside(root, join(root, 'own'), create))
    fs.closeSync(openInside(root, join(root, 'all'), create, false, 0o644))
    assert.equal(fs.statSync(join(root, 'own')).mode & 0o777, 0o600)
    assert.equal(fs.statSync(join(root, 'all')).mode & 0o777, 0o644)
  })

  test('works by plain paths where an open folder has no name', async (t) => {
    const space = workspace(t)
    space.put('a/b/f', 'mine')
    space.link('l', '../outside')
    const facts = await printed(`
      import fs from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      fs.existsSync = () => false
      syncBuiltinESMExports()
      const { doorOf, openInside } = await import(${JSON.stringify(`${PROJECT}/paths.ts`)})
      const root = process.argv[1]
      const attempt = (path, ...rest) => {
        try {
          return fs.readlinkSync('/proc/self/fd/' + openInside(root, root + path, ...rest))
        } catch (error) {
          return error.code
        }
      }
      const made = attempt('/a/new/x', ${IN_FOLDER}, true)
      console.log(JSON.stringify([
        doorOf(9, '/w'), attempt('/a/b/f', 0), attempt('/l/s', 0), attempt('/l', 0), attempt('', 0), made,
      ]))
    `, [space.root])
    const { root } = space
    const opened = HAS_FDS ? [`${root}/a/b/f`, 'ENOTDIR', 'ELOOP', root, `${root}/a/new/x`] : []
    assert.deepEqual(facts.slice(0, 1 + opened.length), ['/w', ...opened])
    assert.ok(fs.existsSync(join(root, 'a/new/x')))
  })
})

describe('doorOf', () => {
  test('is a path of the open folder, also after it was moved', { skip: !HAS_FDS }, (t) => {
    const { root, folder, put } = workspace(t)
    const fd = fs.openSync(folder('a'), IN_FOLDER)
    put('a/f', 'text')
    fs.renameSync(join(root, 'a'), join(root, 'b'))
    assert.equal(doorOf(fd, join(root, 'a')), `/proc/self/fd/${fd}`)
    assert.equal(fs.readFileSync(`${doorOf(fd, join(root, 'a'))}/f`, 'utf8'), 'text')
    fs.closeSync(fd)
  })
})

describe('shown', () => {
  test('writes what could lie on a screen by its number, and leaves the rest', () => {
    assert.equal(shown('plain ü 日本 👩\u200d🚀 e\u0301'), 'plain ü 日本 👩\u200d🚀 e\u0301')
    assert.equal(shown('a\u202eb\0\n\t\r'), 'a\\u{202e}b\\u{0}\\u{a}\\u{9}\\u{d}')
    assert.equal(shown('\u{e0041}\ud800'), '\\u{e0041}\\u{d800}')
    assert.equal(shown(''), '')
  })

  test('cuts in the middle, says how long it was, and shows the end', () => {
    const text = (length: number) => Array.from({ length }, (_, i) => String(i % 10)).join('')
    assert.equal(shown(text(200)), text(200))
    const cut = text(201)
    assert.equal(shown(cut), `${cut.slice(0, 120)}…(201 long)…${cut.slice(-60)}`)
  })

  test('cuts no character in half', () => {
    const odd = `x${'👍'.repeat(150)}`
    assert.equal(shown(odd), `x${'👍'.repeat(59)}…(301 long)…${'👍'.repeat(30)}`)
    const even = `${'👍'.repeat(150)}x`
    assert.equal(shown(even), `${'👍'.repeat(60)}…(301 long)…${'👍'.repeat(29)}x`)
  })
})
