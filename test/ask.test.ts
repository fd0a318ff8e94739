// ask.test.ts: a question at a real pseudo-terminal, made by `script` of util-linux. Only what was typed
// after the question was seen answers it. Nothing of this works through a pipe, and one test says so.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { environment, LOADER, PROJECT, runNode, start } from './children.ts'
import type { Child } from './children.ts'

const PROGRAM = join(PROJECT, 'test/ask-program.ts')
const [ENTER, CTRL_C, CTRL_D] = ['\r', '\x03', '\x04']
const CONCURRENT = 2
const SOME_MS = 300 // in which an answer would have come

interface Ends { after(work: () => void): void }

function words(t: Ends, rounds: string[][]): string[] {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'handrail-ask-')))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  return [PROGRAM, root, ...rounds.map((round) => JSON.stringify(round))]
}

/** The program at a terminal, asking about these rounds of commands. */
function asking(t: Ends, ...rounds: string[][]): Child {
  const all = [process.execPath, ...LOADER, ...words(t, rounds)]
  const quoted = all.map((word) => `'${word.replaceAll("'", "'\\''")}'`)
  const coverage = process.env['NODE_V8_COVERAGE'] ?? '' // only this program has a keyboard
  const env = environment({ NODE_V8_COVERAGE: coverage })
  return start('script', ['-qfec', quoted.join(' '), '/dev/null'], { env, keepsInput: true })
}

const shows = (text: string, count = 1) => ({ stdout }: Child) => stdout().split(text).length > count
const ONE = 'Allow? [y/N] '
const SEVERAL = '3 these, ? more [N] '

/** All that was answered, round by round. */
async function answered(child: Child): Promise<unknown[]> {
  const { stdout } = await child.ended
  return [...stdout.matchAll(/answers: (\[.*\])/g)].map((found) => JSON.parse(found[1]!))
}

describe('a question at a terminal', { concurrency: CONCURRENT }, () => {
  test('takes y and Enter for yes', async (t) => {
    const child = asking(t, ['rm a'])
    await child.until(shows(ONE))
    child.write(`y${ENTER}`)
    assert.deepEqual(await answered(child), [[true]])
    assert.ok(child.stdout().includes('bash: DESTRUCTIVE: rm (a) deletes files'))
  })

  test('takes Enter, Ctrl-D and other words for no, and tells the words', async (t) => {
    const child = asking(t, ['rm a'], ['rm a'], ['rm a'], ['rm a'])
    for (const [i, keys] of [ENTER, CTRL_D, `n use docs${ENTER}`, `yy${ENTER}`].entries()) {
      await child.until(shows(ONE, i + 1))
      child.write(keys)
    }
    assert.deepEqual(await answered(child), [[false], [false], ['use docs'], ['yy']])
  })

  test('is not answered by what was typed before it was there', async (t) => {
    const child = asking(t, ['rm a'])
    await child.until(shows('before'))
    child.write(`y${ENTER}y${ENTER}`)
    await child.until(shows(ONE))
    assert.ok(!child.stdout().includes('answers: '))
    child.write(`n${ENTER}`)
    assert.deepEqual(await answered(child), [[false]])
  })

  test('is not answered by a y that was typed before, and an Enter after', async (t) => {
    const child = asking(t, ['rm a'])
    await child.until(shows('before'))
    child.write('y')
    await child.until(shows(ONE))
    child.write(ENTER)
    assert.deepEqual(await answered(child), [[false]])
  })

  test('is answered once by a paste of several lines, and the next one not at all', async (t) => {
    const child = asking(t, ['rm a'], ['rm b'])
    await child.until(shows(ONE))
    child.write(`y${ENTER}y${ENTER}y${ENTER}`)
    await child.until(shows(ONE, 2))
    child.write(`n${ENTER}`)
    assert.deepEqual(await answered(child), [[true], [false]])
  })

  test('takes numbers and reasons for several', async (t) => {
    const child = asking(t, ['rm a', 'rm b', 'rm c'])
    await child.until(shows(SEVERAL))
    child.write(`1; 3 keep it${ENTER}`)
    assert.deepEqual(await answered(child), [[true, false, 'keep it']])
  })

  test('is a no and an interrupt by Ctrl-C, and then no more is asked', async (t) => {
    const child = asking(t, ['rm a'], ['rm b'])
    await child.until(shows(ONE))
    child.write(CTRL_C)
    assert.deepEqual(await answered(child), [[false], [false]])
    assert.equal(child.stdout().split('interrupted').length, 2)
    assert.equal(child.stdout().split(ONE).length, 2)
    assert.equal((await child.ended).code, 7)
  })

  test('can be edited before Enter: what was rubbed out does not count', async (t) => {
    const child = asking(t, ['rm a'])
    await child.until(shows(ONE))
    child.write(`nn\x7f\x7fy${ENTER}`)
    assert.deepEqual(await answered(child), [[true]])
  })

  test('takes no Delete or arrow for an answer, and lives through a resize', async (t) => {
    const child = asking(t, ['rm a'])
    await child.until(shows(ONE))
    const before = child.stdout().length
    child.write('yx\x1b[D\x1b[3~\x7f') // y x, left, Delete, rubbed out
    const [, terminal] = /terminal (\S+)/.exec(child.stdout())!
    execFileSync('stty', ['-F', terminal!, 'cols', '20', 'rows', '5'])
    await child.until(shows('resized to 20 columns'))
    await sleep(SOME_MS)
    assert.ok(!child.stdout().slice(before).includes('answers: '))
    child.write(`y${ENTER}`)
    assert.deepEqual(await answered(child), [[true]])
  })

  test('shows a command full of escapes harmlessly, with both ends of a long one, and all of it when asked',
    async (t) => {
      const long = `echo ${'a'.repeat(3_000)}; rm '${'x'.repeat(30)}END'`
      const child = asking(t, ["rm 'a\u009b2J'", long])
      await child.until(shows(SEVERAL))
      const seen = child.stdout()
      assert.ok(!seen.includes('\u009b'))
      assert.ok(seen.includes('a character that does not show as what it is: U+009B'))
      assert.ok(seen.includes('of 3005 characters are not shown; ? shows them'))
      assert.ok(seen.includes('xEND'))
      assert.ok(!seen.includes('a'.repeat(1_000)))
      child.write(`?${ENTER}`)
      await child.until(shows(SEVERAL, 2))
      assert.ok(child.stdout().replace(/[\r\n]/g, '').includes('a'.repeat(3_000)))
      child.write(`n${ENTER}`)
      assert.deepEqual(await answered(child), [[false, false]])
    })

  test('is a no when the terminal is gone', async (t) => {
    const child = asking(t, ['rm a'])
    await child.until(shows(ONE))
    child.signal('SIGKILL') // of `script`, so that its terminal closes
    await child.ended
    assert.ok(!child.stdout().includes('answers: [true]'))
  })
})

test('without a terminal there is no question, and the answer is no at once', async (t) => {
  const [program = '', ...rest] = words(t, [['rm a'], ['rm b', 'rm c']])
  const input = 'y\ny\ny\n'
  const { stdout, stderr, code } = await runNode([program, ...rest], { env: environment(), input })
  assert.deepEqual([code, stderr], [0, ''])
  assert.equal(stdout, 'before\nanswers: [false]\nbefore\nanswers: [false,false]\nover\n')
})
