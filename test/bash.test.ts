// bash.test.ts: commands as real processes. What needs a shell stands in a script that the policy's `sh`
// runs. Whole texts are compared, so that a missing line, a wrong order or a stray word fails.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bash } from '../bash.ts'
import { effectsOf } from '../effects.ts'
import { contextOf, done, callOf, policyOf, PROGRAMS, workspace } from './permit-builders.ts'
import type { Policy } from '../policy.ts'
import type { Ends } from './permit-builders.ts'

const BACK_MS = 8_000 // a command that is stopped must be back long before what it would have waited for
const PROGRAMS_LISTED = 'sh echo true false ls cat pwd head tail wc env yes sleep'.split(' ')
const NO_OUTPUT = '(no output)'

interface Run {
  files?: Record<string, string>
  policy?: Partial<Policy>
  timeout?: number
  signal?: AbortSignal
}

/** Runs one command in a fresh workspace; the folder's own name is ROOT in the text. */
async function run(t: Ends, command: string, more: Run = {}): Promise<string> {
  const { files = {}, policy, timeout, signal } = more
  const place = workspace(t, files)
  const given = policyOf(place.root, { writable: true, commands: PROGRAMS_LISTED, ...policy })
  const args = timeout === undefined ? { command } : { command, timeout }
  const { ok, text } = await done(given, 'bash', args, signal)
  assert.equal(ok, !text.startsWith('Error: '))
  return text.replaceAll(place.root, 'ROOT')
}

/** The numbers of the processes whose command line holds these words. */
function running(words: string): number[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').includes(words)
    } catch {
      return false
    }
  })
}

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + BACK_MS
  while (!isSo() && performance.now() < end) await sleep(10)
  assert.ok(isSo(), 'it did not come to that')
}

/** A number of seconds that no other process sleeps for. */
const uniqueSeconds = () => `9${Math.floor(Math.random() * 1e9)}`

describe('what a command gives back', () => {
  test('is its output and its exit code', async (t) => {
    assert.equal(await run(t, 'echo hello'), 'hello\n[exit code 0]')
    assert.equal(await run(t, 'cat a.txt', { files: { 'a.txt': 'one\ntwo' } }), 'one\ntwo\n[exit code 0]')
    assert.equal(await run(t, 'cat a.txt', { files: { 'a.txt': 'x\n\n\n' } }), 'x\n\n\n[exit code 0]')
    assert.equal(await run(t, 'true'), `${NO_OUTPUT}\n[exit code 0]`)
    assert.equal(await run(t, 'echo hello >/dev/null'), `${NO_OUTPUT}\n[exit code 0]`)
  })

  test('is a failure with the code, the signal and the output when it did not end well', async (t) => {
    const files = { 'seven.sh': 'echo out; echo err >&2; exit 7', 'nine.sh': 'echo out; kill -9 $$' }
    assert.equal(await run(t, 'false'), `Error: exit code 1\n${NO_OUTPUT}`)
    assert.equal(await run(t, 'sh seven.sh', { files }), 'Error: exit code 7\nout\nerr\n')
    assert.equal(await run(t, 'sh nine.sh', { files }), 'Error: ended by SIGKILL\nout\n')
    assert.equal(await run(t, 'sh seven.sh 2>/dev/null', { files }), 'Error: exit code 7\nout\n')
    assert.equal(await run(t, 'sh seven.sh >/dev/null', { files }), 'Error: exit code 7\nerr\n')
  })

  test('has stdout and stderr in the order in which they came', async (t) => {
    const files = { 'both.sh': 'echo o1; echo e1 >&2; echo o2; echo e2 >&2' }
    assert.equal(await run(t, 'sh both.sh', { files }), 'o1\ne1\no2\ne2\n[exit code 0]')
    assert.equal(await run(t, 'sh both.sh 2>&1 | cat -n', { files }),
      '     1\to1\n     2\te1\n     3\to2\n     4\te2\n[exit code 0 (of cat, the last)]')
  })

  test('is text whatever the bytes are, and holds no control sequence', async (t) => {
    const files = {
      'bytes.sh': "printf '\\377\\376\\000A\\n'",
      'bar.sh': "for i in 1 2 3 4 5; do printf '\\r%d%%' $i; done; printf '\\033[2J\\033]0;x\\007end\\n'",
    }
    assert.equal(await run(t, 'sh bytes.sh', { files }), '\ufffd\ufffdA\n[exit code 0]')
    assert.equal(await run(t, 'sh bar.sh', { files }), '5%end\n[exit code 0]')
  })

  test('keeps the beginning and the end of much output, and says how much is missing', async (t) => {
    const files = { 'much.sh': 'echo first; yes | head -c 5000000; echo last' }
    const text = await run(t, 'sh much.sh', { files, policy: { outputBytes: 256 } })
    const [first, ...rest] = text.split('\n')
    assert.equal(first, 'first')
    assert.deepEqual(rest.slice(-2), ['last', '[exit code 0]'])
    assert.ok(text.length < 400, `${text.length} characters`)
    const notice = rest.find((line) => line.startsWith('[...'))!
    const left = Number(/^\[\.\.\. (\d+) bytes left out \.\.\.\]$/.exec(notice)![1])
    const shown = Buffer.byteLength(text) - Buffer.byteLength(`${notice}\n[exit code 0]`)
    assert.equal(left + shown, 5_000_000 + 'first\nlast\n'.length)
  })

  test('is the whole of a long command, or none of it', async (t) => {
    const echoes = Array.from({ length: 60 }, (_, i) => `echo ${`${i} `.padEnd(40, 'x')}`)
    const text = await run(t, [...echoes, 'echo DONE'].join('\n'))
    assert.deepEqual(text.split('\n'), [
      ...echoes.map((line) => line.slice('echo '.length)), 'DONE', '[exit code 0 (of echo, the last)]',
    ])
    const place = workspace(t, { 'mark.sh': 'touch marked' })
    const policy = policyOf(place.root, { writable: true, commands: PROGRAMS_LISTED })
    const command = `sh mark.sh; echo ${'x'.repeat(300_000)}`
    const { text: refusal } = await done(policy, 'bash', { command })
    assert.equal(refusal, `Error: more than 8000 characters: "${'x'.repeat(20)}" at character 8001; `
      + 'run it in parts, or write a file with the write tool (refused: nothing was run)')
    assert.equal(existsSync(join(place.root, 'marked')), false)
  })
})

describe('a pipe', () => {
  test('gives one program what the other says, and has the code of the last', async (t) => {
    assert.equal(await run(t, 'echo a b c | wc -w'), '3\n[exit code 0 (of wc, the last)]')
    assert.equal(await run(t, 'echo x | cat | cat | false'),
      `Error: exit code 1 (of false, the last)\n${NO_OUTPUT}`)
  })

  test('tells of every program that failed, but not of one whose reader had enough', async (t) => {
    const files = {
      'fail.sh': 'echo FAIL; exit 3', 'kill.sh': 'kill -TERM $$', 'pipe.sh': 'yes | head -1; exit 141',
    }
    assert.equal(await run(t, 'sh fail.sh | tail -1', { files }),
      'FAIL\n[exit code 0 (of tail, the last); sh: exit code 3]')
    assert.equal(await run(t, 'sh kill.sh | sh fail.sh | cat', { files }),
      'FAIL\n[exit code 0 (of cat, the last); sh: ended by SIGTERM; sh: exit code 3]')
    assert.equal(await run(t, 'yes | head -1'), 'y\n[exit code 0 (of head, the last)]')
    assert.equal(await run(t, 'sh pipe.sh | cat', { files }), 'y\n[exit code 0 (of cat, the last)]')
  })
})

describe('a sequence', () => {
  test('tells of every step that failed, though the last did not', async (t) => {
    const files = { 'seven.sh': 'exit 7' }
    assert.equal(await run(t, 'false; echo done'),
      'done\n[exit code 0 (of echo, the last); false: exit code 1]')
    assert.equal(await run(t, 'false || true'),
      `${NO_OUTPUT}\n[exit code 0 (of true, the last); false: exit code 1]`)
    assert.equal(await run(t, 'sh seven.sh; false; true', { files }),
      `${NO_OUTPUT}\n[exit code 0 (of true, the last); sh: exit code 7; false: exit code 1]`)
    assert.equal(await run(t, 'true; echo x; false'), 'Error: exit code 1 (of false, the last)\nx\n')
    assert.equal(await run(t, 'true && false && echo no'),
      `Error: exit code 1 (of false, the last)\n${NO_OUTPUT}`)
    assert.equal(await run(t, 'false; '.repeat(8) + 'true'),
      `${NO_OUTPUT}\n[exit code 0 (of true, the last)${'; false: exit code 1'.repeat(8)}]`)
    assert.equal(await run(t, 'false; '.repeat(10) + 'true'), `${NO_OUTPUT}\n[exit code 0 (of true, the last)`
      + `${'; false: exit code 1'.repeat(8)}; 2 more failed]`)
  })

  test('runs the steps that a shell would run, in its order and with its code', async (t) => {
    let seed = 11
    const upTo = (count: number) => (seed = (seed * 48_271) % 2_147_483_647) % count
    const one = (list: string[]) => list[upTo(list.length)]!
    const place = workspace(t, { 'three.sh': 'echo three; exit 3', 'nine.sh': 'kill -9 $$' })
    const policy = policyOf(place.root, { writable: true, commands: PROGRAMS_LISTED })
    const commands = [
      'echo 1 && echo 2 || echo 3', 'false && echo 2 || echo 3', 'false || echo 2 && echo 3',
      'true || echo 2 && echo 3',
      'false && echo 2; echo 3', 'true || echo 2\necho 3', 'false | true && echo 2', 'true | false || echo 2',
      'false && false || false && echo 4', 'echo 1;', 'true && true && false', 'false || false || false',
    ]
    for (let n = 0; n < 30; n++) {
      const step = (i: number) => one([
        `echo ${i}`, 'true', 'false', 'sh three.sh', 'sh nine.sh', `echo ${i} | cat`, 'echo x | false',
      ])
      const steps = Array.from({ length: 2 + upTo(4) }, (_, i) => step(i))
      commands.push(steps.reduce((left, right) => left + one([' && ', ' || ', '; ', '\n']) + right))
    }
    for (const command of commands) {
      const around = { cwd: place.root, encoding: 'utf8', env: { PATH: PROGRAMS } } as const
      const shell = spawnSync('sh', ['-c', command], around)
      const { ok, text } = await done(policy, 'bash', { command })
      const [first, ...rest] = text.split('\n')
      const output = ok ? text.slice(0, text.lastIndexOf('[')) : rest.join('\n')
      const code = ok ? 0 : first!.includes('ended by SIGKILL (of sh, the last)') ? 137
        : Number(/^Error: exit code (\d+)/.exec(first!)?.[1])
      assert.deepEqual([code, output.replace(/^\(no output\)\n?/, '')], [shell.status, shell.stdout], command)
    }
  })

  test('goes on after a program that is not there, as a shell does', async (t) => {
    const policy = { commands: [...PROGRAMS_LISTED, 'nosuch'] }
    const words = `program not found: nosuch; looked in ${PROGRAMS}`
    assert.equal(await run(t, 'nosuch', { policy }), `Error: ${words}\n${NO_OUTPUT}`)
    assert.equal(await run(t, 'echo a; nosuch x; echo b', { policy }),
      `a\nb\n[exit code 0 (of echo, the last); ${words}]`)
    assert.equal(await run(t, 'echo a && nosuch && echo b', { policy }), `Error: ${words}\na\n`)
    assert.equal(await run(t, 'nosuch || echo b', { policy }),
      `b\n[exit code 0 (of echo, the last); ${words}]`)
    assert.equal(await run(t, 'echo a | nosuch', { policy }), `Error: ${words}\n${NO_OUTPUT}`)
    assert.equal(await run(t, 'nosuch', { policy: { ...policy, path: '' } }),
      `Error: program not found: nosuch; looked in no folder at all\n${NO_OUTPUT}`)
  })
})

describe('cd', () => {
  const inSub = '; it ended in sub; the next one starts in the root'
  const inDeep = '; it ended in sub/deep; the next one starts in the root'

  test('moves the steps after it, and says where the command ended', async (t) => {
    const files = { 'sub/deep/x': '', 'in': '-> sub/deep' }
    assert.equal(await run(t, 'cd sub && pwd; cd deep; pwd', { files }),
      `ROOT/sub\nROOT/sub/deep\n[exit code 0 (of pwd, the last)${inDeep}]`)
    assert.equal(await run(t, 'cd in && pwd && ls ..', { files }),
      `ROOT/sub/deep\ndeep\n[exit code 0 (of ls, the last)${inDeep}]`)
    assert.equal(await run(t, 'cd sub; cd ..; pwd', { files }), 'ROOT\n[exit code 0 (of pwd, the last)]')
    assert.equal(await run(t, 'cd sub', { files }),
      `${NO_OUTPUT}\n[exit code 0${inSub}]`)
    assert.equal(await run(t, 'false; cd sub', { files }),
      `${NO_OUTPUT}\n[exit code 0 (of cd, the last); false: exit code 1${inSub}]`)
  })

  test('lasts for its command only', async (t) => {
    const { root } = workspace(t, { 'sub/x': '' })
    const policy = policyOf(root)
    await done(policy, 'bash', { command: 'cd sub' })
    assert.deepEqual(await done(policy, 'bash', { command: 'pwd' }),
      { id: 'c1', ok: true, text: `${root}\n[exit code 0]` })
  })

  test('to what is no folder ends the command', async (t) => {
    const files = { 'file': 'x', 'to-file': '-> file', 'make.sh': 'mkdir made' }
    const words = (name: string) => `cd: no such folder: ${name}; what follows it was not run`
    for (const name of ['nowhere', 'file', 'to-file', './no/where']) {
      assert.equal(await run(t, `echo a; cd ${name}; echo b`, { files }), `Error: ${words(name)}\na\n`)
      assert.equal(await run(t, `cd ${name} && echo b`, { files }), `Error: ${words(name)}\n${NO_OUTPUT}`)
    }
    assert.equal(await run(t, 'sh make.sh && cd made && pwd', { files }),
      'ROOT/made\n[exit code 0 (of pwd, the last); it ended in made; the next one starts in the root]')
  })

  test('that is not reached ends the command, since nobody knows where the rest would run', async (t) => {
    const files = { 'sub/x': '' }
    const words = 'exit code 1 (of false, the last); cd was not reached, so what follows it was not run'
    assert.equal(await run(t, 'false && cd sub; echo b', { files }), `Error: ${words}\n${NO_OUTPUT}`)
    assert.equal(await run(t, 'echo a; false && echo b && cd sub\necho c', { files }), `Error: ${words}\na\n`)
  })
})

describe('a time-out', () => {
  const files = { 'slow.sh': 'echo begun; sleep 100; echo ended' }

  test('is the one of the policy, or the one that was asked for', async (t) => {
    const begun = performance.now()
    const stopped = 'Error: stopped after 1 s; it may have had effects\nbegun\n'
    assert.equal(await run(t, 'sh slow.sh; echo next', { files, policy: { bashTimeoutSeconds: 1 } }), stopped)
    assert.equal(await run(t, 'sh slow.sh && echo next', { files, timeout: 1 }), stopped)
    assert.equal(await run(t, 'sh slow.sh || echo next',
      { files, timeout: 1, policy: { bashTimeoutSeconds: 99 } }), stopped)
    assert.equal(await run(t, 'echo quick', { timeout: 600 }), 'quick\n[exit code 0]')
    assert.ok(performance.now() - begun < 3 * BACK_MS)
  })

  test('above the limit is refused before anything runs', async (t) => {
    const mark = { 'mark.sh': 'echo run' }
    assert.equal(await run(t, 'sh mark.sh', { files: mark, timeout: 601 }),
      'Error: timeout must be at most 600 seconds; nothing was run')
    const policy = { bashTimeoutLimitSeconds: 5, bashTimeoutSeconds: 1 }
    assert.equal(await run(t, 'sh mark.sh', { files: mark, timeout: 6, policy }),
      'Error: timeout must be at most 5 seconds; nothing was run')
    assert.equal(await run(t, 'sh mark.sh', { files: mark, timeout: 5, policy }), 'run\n[exit code 0]')
  })

  test('ends every process that was started, those in the background too', async (t) => {
    const [one, two] = [uniqueSeconds(), uniqueSeconds()]
    const begun = performance.now()
    const tree = { 'tree.sh': `sleep ${one} & sleep ${two} | cat` }
    const text = await run(t, 'sh tree.sh', { files: tree, timeout: 1 })
    assert.equal(text, `Error: stopped after 1 s; it may have had effects\n${NO_OUTPUT}`)
    assert.ok(performance.now() - begun < BACK_MS)
    await until(() => running(`sleep ${one}`).length + running(`sleep ${two}`).length === 0)
  })

  test('does not wait for a process that left for a session of its own and holds the pipe', async (t) => {
    const [away, here] = [uniqueSeconds(), uniqueSeconds()]
    t.after(() => running(`sleep ${away}`).forEach((pid) => process.kill(pid, 'SIGKILL')))
    const begun = performance.now()
    const leaving = { 'away.sh': `setsid sleep ${away} & sleep ${here}` }
    const text = await run(t, 'sh away.sh', { files: leaving, timeout: 1 })
    assert.equal(text, `Error: stopped after 1 s; it may have had effects\n${NO_OUTPUT}`)
    assert.ok(performance.now() - begun < BACK_MS)
    assert.deepEqual(running(`sleep ${here}`), [])
  })
})

describe('a process left in the background', () => {
  test('does not hold the call, is ended, and that is said', async (t) => {
    const seconds = uniqueSeconds()
    const begun = performance.now()
    assert.equal(await run(t, 'sh leave.sh', { files: { 'leave.sh': `sleep ${seconds} & echo started` } }),
      'started\n[exit code 0; what it had left running was ended]')
    assert.ok(performance.now() - begun < BACK_MS)
    await until(() => running(`sleep ${seconds}`).length === 0)
  })
})

describe('an abort', () => {
  test('ends the command and gives back what it said until then', async (t) => {
    const seconds = uniqueSeconds()
    const place = workspace(t, { 'slow.sh': `echo begun; : > mark; sleep ${seconds}; echo ended` })
    const policy = policyOf(place.root, { writable: true, commands: PROGRAMS_LISTED })
    const controller = new AbortController()
    const result = done(policy, 'bash', { command: 'sh slow.sh; echo next' }, controller.signal)
    await until(() => existsSync(join(place.root, 'mark')))
    controller.abort()
    assert.deepEqual(await result, {
      id: 'c1',
      ok: false,
      text: 'Error: interrupted while running; it may have had effects. Output until then:\nbegun\n',
    })
    await until(() => running(`sleep ${seconds}`).length === 0)
  })

  test('before it began runs nothing', async (t) => {
    assert.equal(await run(t, 'echo x', { signal: AbortSignal.abort() }),
      'Error: interrupted before it started; nothing was run')
  })

  test('does not take a time-out for itself', async (t) => {
    const { signal } = new AbortController()
    assert.equal(await run(t, 'sleep 50', { timeout: 1, signal }),
      `Error: stopped after 1 s; it may have had effects\n${NO_OUTPUT}`)
  })
})

describe('what a command sees of the harness', () => {
  const fixed = {
    GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: ':', GIT_PAGER: 'cat', PAGER: 'cat', TERM: 'dumb', NO_COLOR: '1',
    npm_config_update_notifier: 'false', npm_config_logs_max: '0',
    PATH: PROGRAMS,
  }

  /** Sets variables of this process until the end of the test; undefined removes one. */
  function setEnvironment(t: Ends, changes: Record<string, string | undefined>): void {
    for (const [name, value] of Object.entries(changes)) {
      const before = process.env[name]
      const set = (to: string | undefined) => {
        if (to === undefined) delete process.env[name]
        else process.env[name] = to
      }
      set(value)
      t.after(() => set(before))
    }
  }

  async function environment(t: Ends, policy: Partial<Policy> = {}): Promise<Record<string, string>> {
    const text = await run(t, 'env', { policy })
    const pairs = text.split('\n').slice(0, -1).map((line) => line.split(/=(.*)/s).slice(0, 2))
    return Object.fromEntries(pairs.filter(([name]) => name !== 'NODE_V8_COVERAGE'))
  }

  test('is a few variables with fixed or harmless values, and no key', async (t) => {
    setEnvironment(t, {
      SECRET_KEY: 'sk-123', ANTHROPIC_API_KEY: 'sk-1', OPENAI_API_KEY: 'sk-2', NODE_OPTIONS: '--no-warnings',
      GIT_EDITOR: 'vi', GIT_CONFIG_GLOBAL: './evil', PAGER: 'less', LD_LIBRARY_PATH: '/x', BASH_ENV: './x',
      HOME: '/home/somebody', LANG: 'C.UTF-8', TZ: 'UTC', TMPDIR: tmpdir(), PATH: `.:${PROGRAMS}`,
    })
    assert.deepEqual(await environment(t),
      { ...fixed, HOME: '/home/somebody', LANG: 'C.UTF-8', TZ: 'UTC', TMPDIR: tmpdir() })
  })

  test('has a home and a place for temporary files when the harness was told of none', async (t) => {
    setEnvironment(t, { HOME: undefined, LANG: undefined, TZ: undefined, TMPDIR: undefined })
    assert.deepEqual(await environment(t), { ...fixed, HOME: homedir(), TMPDIR: tmpdir() })
  })

  test('has the variables that the policy names, but never another PATH or an editor', async (t) => {
    setEnvironment(t, {
      CI: 'yes', TOKEN: 'a=b', PAGER: 'less', UNSET_NAME: undefined, HOME: '/home/somebody',
      LANG: undefined, TZ: undefined, TMPDIR: undefined,
    })
    const env = ['CI', 'TOKEN', 'PAGER', 'PATH', 'UNSET_NAME', 'TERM']
    assert.deepEqual(await environment(t, { env }),
      { ...fixed, HOME: '/home/somebody', TMPDIR: tmpdir(), CI: 'yes', TOKEN: 'a=b' })
  })

  test('is no input and no terminal', async (t) => {
    const files = {
      'ask.sh': 'read x; echo "got:$x"',
      'tty.sh': 'if (: </dev/tty) 2>/dev/null; then echo a terminal; else echo no terminal; fi',
    }
    assert.equal(await run(t, 'sh ask.sh', { files }), 'got:\n[exit code 0]')
    assert.equal(await run(t, 'cat -'), `${NO_OUTPUT}\n[exit code 0]`)
    assert.equal(await run(t, 'sh tty.sh', { files }), 'no terminal\n[exit code 0]')
  })
})

describe('a program', () => {
  const evil = '#!/bin/sh\necho the one of the workspace\n'

  /** Makes a program of the workspace that would run in the place of pwd. */
  function withOwnPwd(t: Ends) {
    const place = workspace(t, { 'bin/pwd': evil, 'pwd': evil, '../outside/bin/': '' })
    spawnSync('chmod', ['755', join(place.root, 'bin/pwd'), join(place.root, 'pwd')])
    return place
  }

  test('of the workspace is never found through PATH', async (t) => {
    const { root } = withOwnPwd(t)
    const before = process.env['PATH']
    t.after(() => { process.env['PATH'] = before })
    process.env['PATH'] = `.::bin:${root}/bin:${root}:${PROGRAMS}`
    const { path: _, ...policy } = policyOf(root)
    assert.deepEqual(await done(policy, 'bash', { command: 'pwd' }),
      { id: 'c1', ok: true, text: `${root}\n[exit code 0]` })
  })

  test('of the workspace does not run through a link from a folder of programs', async (t) => {
    const { root, outside } = withOwnPwd(t)
    symlinkSync(join(root, 'bin/pwd'), join(outside, 'bin/pwd'))
    const policy = policyOf(root, { path: `${outside}/bin:${PROGRAMS}` })
    const words = 'program not run: pwd leads to a file of the workspace, which may have changed'
    assert.deepEqual(await done(policy, 'bash', { command: 'pwd' }),
      { id: 'c1', ok: false, text: `Error: ${words}\n${NO_OUTPUT}` })
  })

  test('is called by its own name, and gets exactly the words that were judged', async (t) => {
    const script = 'console.log(JSON.stringify([process.argv0, process.argv.slice(2)]))'
    const files = { 'tell.js': script, 'a b.txt': '', '-n.txt': '', 'c.txt': '' }
    const node = process.execPath.split('/').at(-1)!
    const policy = { commands: [node] }
    const text = await run(t, `${node} tell.js *.txt 'a  b' "" \\$HOME '*' x\\ y`, { files, policy })
    const words = ['./-n.txt', 'a b.txt', 'c.txt', 'a  b', '', '$HOME', '*', 'x y']
    assert.equal(text, `${JSON.stringify([node, words])}\n[exit code 0]`)
  })
})

describe('an earlier step', () => {
  const policy = { commands: PROGRAMS_LISTED }
  const over = (word: string, program: string, output = NO_OUTPUT) => 'Error: path escapes the workspace: '
    + `${word} (judged again before ${program}; the steps before it ran)\n${output}`

  test('that makes a link cannot make a later one read outside', async (t) => {
    const files = {
      'a.txt': 'mine', 'sub/secret.txt': 'mine',
      'file.sh': 'echo ran; rm a.txt; ln -s ../outside/secret.txt a.txt',
      'folder.sh': 'echo ran; mv sub old; ln -s ../outside sub',
      'above.sh': 'rm -r sub; ln -s .. sub',
    }
    assert.equal(await run(t, 'sh file.sh; cat a.txt', { files, policy }), over('a.txt', 'cat', 'ran\n'))
    assert.equal(await run(t, 'sh file.sh && true | cat a.txt', { files, policy }),
      over('a.txt', 'true', 'ran\n'))
    assert.equal(await run(t, 'sh folder.sh\ncat sub/secret.txt; echo x', { files, policy }),
      over('sub/secret.txt', 'cat', 'ran\n'))
    assert.equal(await run(t, 'sh above.sh; cd sub; ls', { files, policy }), over('sub', 'cd'))
    const own = { ...files, 'folder.sh': 'cd ..; mv sub old; ln -s ../outside sub' }
    assert.equal(await run(t, 'cd sub; sh ../folder.sh; cat secret.txt', { files: own, policy }),
      over('sub', 'cat').replace('\n', '; it ended in sub; the next one starts in the root\n'))
  })

  test('that changes what a pattern matches cannot either', async (t) => {
    const files = {
      'a.txt': 'mine\n', 'link.sh': 'ln -s ../outside/secret.txt b.txt', 'more.sh': 'echo more > b.txt',
    }
    assert.equal(await run(t, 'sh link.sh; cat *.txt', { files, policy }), over('b.txt', 'cat'))
    assert.equal(await run(t, 'sh more.sh; cat *.txt', { files, policy }),
      'mine\nmore\n[exit code 0 (of cat, the last)]')
  })

  test('that changes what a later one works on has that run only when it looks', async (t) => {
    const files = {
      'a.sh': 'echo a ran', 'more.sh': 'echo "echo b ran" > b.sh', 'sub/x.sh': '', 'other/x.sh': '',
      'move.sh': 'mv sub old; ln -s other sub',
    }
    const changed = (output: string) => 'Error: what sh works on has changed meanwhile: '
      + `run it as a command of its own\n${output}`
    assert.equal(await run(t, 'sh more.sh; sh [ab].sh; echo end', { files, policy }), changed(NO_OUTPUT))
    assert.equal(await run(t, 'sh more.sh; echo x | sh [ab].sh', { files, policy }), changed(NO_OUTPUT))
    assert.equal(await run(t, 'echo x; sh move.sh; cd sub; sh x.sh', { files, policy }),
      changed('x\n').replace('\n', '; it ended in other; the next one starts in the root\n'))
    assert.equal(await run(t, 'sh move.sh; cd sub; pwd', { files, policy }),
      'ROOT/other\n[exit code 0 (of pwd, the last); it ended in other; the next one starts in the root]')
    assert.equal(await run(t, 'sh a.sh; sh a.sh', { files, policy }),
      'a ran\na ran\n[exit code 0 (of sh, the last)]')
  })

  test('that makes a link cannot lead a later one to a place that nobody agreed to', async (t) => {
    const files = {
      'open.txt': 'mine', 't.txt': 'mine', '.env': 'KEY=1', 'package.json': '{}', 'new.txt': 'new',
      'secret.sh': 'rm open.txt; ln -s .env open.txt', 'later.sh': 'rm t.txt; ln -s package.json t.txt',
      'other.sh': 'rm t.txt; ln -s a.txt t.txt', 'a.txt': 'a',
    }
    const all = { ...policy, commands: [...policy.commands, 'cp'] }
    const place = (name: string) => `what it reaches has changed since it was allowed: ROOT/${name}; `
      + 'ask for it in a new round'
    assert.equal(await run(t, 'sh secret.sh; cat open.txt', { files, policy: all }),
      `Error: ${place('.env')} (judged again before cat; the steps before it ran)\n(no output)`)
    assert.equal(await run(t, 'sh later.sh; cp new.txt t.txt', { files, policy: all }),
      `Error: ${place('package.json')} (judged again before cp; the steps before it ran)\n(no output)`)
    assert.equal(await run(t, 'sh other.sh; cp new.txt t.txt', { files, policy: all }),
      'Error: what cp works on has changed meanwhile: run it as a command of its own\n(no output)')
  })

  test('that gives a repository a program to run cannot have a later git run it', async (t) => {
    const plain = '[core]\n\tbare = false\n'
    const evil = `${plain}[diff "x"]\n\tcommand = touch pwned\n`
    const files = {
      '.git/HEAD': 'ref: refs/heads/main\n', '.git/objects/': '', '.git/refs/': '', '.git/config': plain,
      'evil': evil, 'set.sh': 'cp evil .git/config',
    }
    const all = { ...policy, commands: [...policy.commands, 'git'] }
    assert.equal(await run(t, 'sh set.sh; git status', { files, policy: all }),
      'Error: it may do more by now than when it was allowed: git (diff.x.command in .git/config); '
      + 'ask for it in a new round (judged again before git; the steps before it ran)\n(no output)')
    const fine = await run(t, 'sh set.sh; ls evil', { files, policy: all })
    assert.match(fine, /^evil\n/)
  })

  test('that removes the folder to run in, or the workspace, ends the command', async (t) => {
    const files = { 'sub/gone.sh': 'rm -r ../sub', 'all.sh': 'rm -r "$PWD"' }
    const gone = 'Error: the folder to run in is gone, or was changed after it was judged: ROOT/sub'
    assert.equal(await run(t, 'cd sub; sh gone.sh; echo x', { files, policy }),
      `${gone}; it ended in sub; the next one starts in the root\n${NO_OUTPUT}`)
    const words = 'it cannot be judged: the workspace is gone, or no folder; ask a person to make it again'
    assert.equal(await run(t, 'sh all.sh; echo x', { files, policy }),
      `Error: ${words} (judged again before echo; the steps before it ran)\n${NO_OUTPUT}`)
    const place = workspace(t)
    rmSync(place.root, { recursive: true })
    const call = () => done(policyOf(place.root), 'bash', { command: 'pwd' })
    assert.deepEqual(await call(),
      { id: 'c1', ok: false, text: `Error: ${words} (refused: nothing was run)` })
    mkdirSync(place.root)
    assert.deepEqual(await call(), { id: 'c1', ok: true, text: `${place.root}\n[exit code 0]` })
  })
})

describe('a folder swapped between the judgement and the start', () => {
  /** Runs a command as it was judged before `swap`, which happens `atOnce` or when it is judged again. */
  async function swapped(
    t: Ends, command: string, atOnce: boolean, swap: (root: string, outside: string) => void,
  ) {
    const { root, outside } = workspace(t, { 'sub/x': 'mine' })
    const policy = policyOf(root)
    const effects = effectsOf(policy, callOf('bash', { command }))
    const again = () => {
      swap(root, outside)
      return null
    }
    if (atOnce) swap(root, outside)
    const running = bash.run({ command }, contextOf(policy, effects, atOnce ? {} : { again }))
    const words = await running.catch((error: Error) => error.message)
    return words.replaceAll(root, 'ROOT')
  }
  const move = (root: string, outside: string) => {
    renameSync(join(root, 'sub'), join(root, 'old'))
    symlinkSync(outside, join(root, 'sub'))
  }
  const gone = 'the folder to run in is gone, or was changed after it was judged: ROOT'

  test('is not entered when it is a link now', async (t) => {
    assert.equal(await swapped(t, 'cd sub', true, move),
      `cd: no such folder: sub; what follows it was not run\n${NO_OUTPUT}`)
    assert.equal(await swapped(t, 'cd sub; ls', false, move),
      `${gone}/sub; it ended in sub; the next one starts in the root\n${NO_OUTPUT}`)
  })

  test('is not entered when it is gone, nor is the workspace', async (t) => {
    const remove = (root: string) => rmSync(root, { recursive: true })
    const nothing = 'the workspace is gone, or no folder; ask a person to make it again'
    assert.equal(await swapped(t, 'ls', true, remove), `${nothing}\n${NO_OUTPUT}`)
    assert.equal(await swapped(t, 'cd sub', true, remove),
      `cd: no such folder: sub; what follows it was not run\n${NO_OUTPUT}`)
    assert.equal(await swapped(t, 'pwd; pwd', false, remove),
      `${nothing}\nROOT\n`)
  })

  test('of a workspace that is a link to elsewhere now is not entered', async (t) => {
    assert.equal(await swapped(t, 'cd sub; ls', false, (root, outside) => {
      renameSync(root, `${root}-old`)
      symlinkSync(outside, root)
    }), `${gone}/sub; it ended in sub; the next one starts in the root\n${NO_OUTPUT}`)
  })
})
