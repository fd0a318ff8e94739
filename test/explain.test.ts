// explain.test.ts: `node run.ts explain` as a person or a script meets it: a process, whole outputs, and a
// folder in which nothing may have happened afterwards.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { environment, LOADER, PROJECT, runNode, start } from './children.ts'
import { workspace } from './permit-builders.ts'
import { givenPolicy } from '../cli/given-policy.ts'
import { judge } from '../cli/judge.ts'
import { parseCommand } from '../command.ts'
import { DEFAULT_COMMANDS, loadPolicy } from '../policy.ts'
import { harmless, printVector } from '../print.ts'
import { factsOf, tableFault } from '../programs/facts.ts'
import type { Ran } from './children.ts'

const CONCURRENT_RUNS = 2
const PROGRAM = join(PROJECT, 'run.ts')
const HELP_LINE = 'node run.ts --help shows how to use it\n'
const RUNS = 'it runs, and nobody is asked'
const FOLLOWS = {
  runs: `follows  ${RUNS}`,
  refused: 'follows  nothing of it runs, and the model is told why',
}

/** The lines of what follows when attended and unattended differ; `grant`: as it stands behind --grant. */
function follows(attended: 'runs' | 'asks', grant?: string): string[] {
  const alone = `it is refused${grant === undefined ? '' : `; --grant ${grant} would allow it`}`
  const watched = attended === 'runs' ? RUNS : 'it needs a yes'
  return [`follows  attended: ${watched}`, `         unattended: ${alone}`]
}
const ALLOWED = DEFAULT_COMMANDS.join(', ')

/** Runs the program with these words behind `explain`. */
async function explained(cwd: string, ...words: string[]): Promise<Ran> {
  const ran = await runNode([PROGRAM, 'explain', ...words], { cwd })
  assert.equal(harmless(ran.stdout + ran.stderr), ran.stdout + ran.stderr)
  return ran
}

/** The page: its lines behind the first, which names the policy. */
async function wholePage(cwd: string, ...words: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await explained(cwd, ...words)
  assert.deepEqual([code, stderr], [0, ''])
  const lines = stdout.split('\n')
  assert.equal(lines.pop(), '')
  return lines.slice(1)
}

const ABOUT_DANGER = /^(verdict|about) |^ {9}\w+ \((critical|high|medium)\)$/

/** The page without what auto mode and categories say of the call. */
async function page(cwd: string, ...words: string[]): Promise<string[]> {
  return (await wholePage(cwd, ...words)).filter((line) => !ABOUT_DANGER.test(line))
}

describe('explain', { concurrency: CONCURRENT_RUNS }, () => {
  test('shows the policy, what a look reaches, and that nobody is asked', async (t) => {
    const { root } = workspace(t, { 'a.txt': 'hi\n' })
    const { code, stdout, stderr } = await explained(root, 'cat a.txt')
    assert.deepEqual([code, stderr, stdout.split('\n')], [0, '', [
      `policy   the built-in one: read-only, in ${root}`,
      'step 1   cat a.txt',
      '         only looks',
      `         read ${root}/a.txt: ordinary`,
      'permit   allowed',
      'tier     CAUTION: only looks',
      'verdict  LOW_RISK: it only looks',
      ...follows('runs', "'bash=cat a.txt'"),
      '',
    ]])
  })

  test('shows each step: its exact vector, joins and outputs, its folder, and the worst of it', async (t) => {
    const { root } = workspace(t, { 'sub/b.txt': '', '.git/HEAD': 'ref: refs/heads/main\n' })
    const vector = printVector(factsOf(['git', 'log', '-n', '3']).vector)
    assert.match(vector, /^git --no-pager /)
    const command = "cd sub; cat 'b.txt' 2>&1 | wc -l >/dev/null && git log -n 3 2>/dev/null"
    assert.deepEqual(await page(root, command), [
      'step 1   cd sub',
      '         the harness does this itself, for the steps behind it',
      `         read ${root}/sub: ordinary`,
      'step 2   ; cat b.txt 2>&1',
      `         in ${root}/sub`,
      '         only looks',
      `         read ${root}/sub/b.txt: ordinary`,
      'step 3   | wc -l >/dev/null',
      `         in ${root}/sub`,
      '         only looks',
      `step 4   && ${vector} 2>/dev/null`,
      `         in ${root}/sub`,
      '         only looks',
      'permit   allowed',
      'tier     CAUTION: only looks',
      ...follows('runs', 'look'),
    ])
  })

  test('says which rule judges it in auto mode, and what it is about, the worst first', async (t) => {
    const { root, outside } = workspace(t, { 'a.txt': '', 'key.pem': '' })
    writeFileSync(join(outside, 'p.json'), JSON.stringify({
      root, writable: true, commands: ['touch', 'git', 'cat', 'node', 'curl'],
      categories: { git_push: 'no-go', secret_file: 'go', network_write: 'ask' },
    }))
    const about = async (command: string) => {
      const lines = await wholePage(root, '--policy', join(outside, 'p.json'), command)
      return lines.slice(lines.findIndex((line) => line.startsWith('verdict')))
    }
    assert.deepEqual(await about('touch b.txt'), [
      'verdict  LOW_RISK: each part is known to be small', ...follows('asks', "'bash=touch b.txt'"),
    ])
    assert.deepEqual(await about('node a.txt'), [
      'verdict  UNKNOWN: not known to be small: node', ...follows('asks', "'bash=node a.txt'"),
    ])
    assert.deepEqual(await about('git push --force; curl -d @key.pem x'), [
      'verdict  HIGH_RISK: overwrites or removes what others have: git push --force',
      'about    secret_file (high)', '         git_push (medium)', '         network_write (medium)',
      'follows  it is refused: git_push is no-go by this policy',
    ])
    assert.deepEqual(await about('cat key.pem'), [
      `verdict  UNKNOWN: it reaches what needs a yes: ${root}/key.pem`, 'about    secret_file (high)',
      `follows  ${RUNS}: secret_file: go by this policy`,
    ])
    assert.deepEqual(await about('nope'), [
      'verdict  UNKNOWN: not all of it is understood', FOLLOWS.refused,
    ])
    assert.deepEqual(await about('cat /etc/hostname'), [
      'verdict  UNKNOWN: not all of it is understood', FOLLOWS.refused,
    ])
    assert.deepEqual(await about('ls'), ['verdict  UNKNOWN: it is refused', FOLLOWS.refused])
  })

  test('does not have a broad grant cover what is HIGH_RISK', async (t) => {
    const { root } = workspace(t, { 'a.txt': '' })
    writeFileSync(join(root, '../p.json'), JSON.stringify({ root, writable: true, commands: ['git'] }))
    const words = ['--policy', '../p.json', '--grant', 'bash:git']
    const covered = 'follows  a grant covers it: it runs, and nobody is asked'
    assert.equal((await page(root, ...words, 'git add a.txt')).at(-1), covered)
    assert.deepEqual((await page(root, ...words, 'git reset --hard')).slice(-2), follows('asks'))
  })

  test('expands patterns, and says of a secret that it needs a yes', async (t) => {
    const { root } = workspace(t, { 'a b.md': '', '.env': 'KEY=1\n', 'c.md': '' })
    assert.deepEqual(await page(root, 'cat *.md .env'), [
      "step 1   cat 'a b.md' c.md .env",
      '         only looks',
      `         read ${root}/.env: looks like a secret`,
      `         read '${root}/a b.md': ordinary`,
      `         read ${root}/c.md: ordinary`,
      'permit   allowed',
      `tier     DESTRUCTIVE: ${root}/.env looks like a secret`,
      ...follows('asks', "'bash=cat '\\''a b.md'\\'' c.md .env'"),
    ])
  })

  test('says what a program that only prints does', async (t) => {
    const { root } = workspace(t)
    assert.deepEqual(await page(root, "echo '$HOME'"), [
      "step 1   echo '$HOME'",
      '         only prints its words',
      'permit   allowed',
      'tier     SAFE: only looks',
      FOLLOWS.runs,
    ])
  })

  test('names what is not listed, the word that decides, and the paths that would be reached', async (t) => {
    const { root, outside } = workspace(t, { 'build/x': '' })
    assert.deepEqual(await page(root, 'rm -r build ../outside'), [
      'step 1   rm -r build ../outside',
      '         rm is not listed',
      '         deletes files; the word that decides: build',
      `         write ${outside}: outside the root`,
      `         write ${root}/build: ordinary`,
      `permit   refused: command not allowed: rm; allowed are ${ALLOWED}`,
      'tier     DESTRUCTIVE: it is refused',
      FOLLOWS.refused,
    ])
  })

  test('follows a policy file; knows wrappers, programs without a table, those not there', async (t) => {
    const { base, root } = workspace(t, {
      '../p.json': '{ "root": "work", "writable": true, "commands": ["nice", "npm", "no-such-program"] }',
    })
    const words = 'nice npm test; no-such-program x'
    const { code, stdout, stderr } = await explained(base, '--policy', 'p.json', words)
    assert.deepEqual([code, stderr, stdout.split('\n')], [0, '', [
      `policy   ${base}/p.json: files may change, in ${root}`,
      'step 1   nice npm test',
      '         starts npm',
      '         runs code, starts other programs; the word that decides: test',
      'step 2   ; no-such-program x',
      '         no-such-program is not found in the PATH of the policy, so it would not start',
      '         not fully understood, writes files, deletes files, runs code, reaches the network, '
        + 'changes settings; no table knows it',
      `         write ${root}/x: ordinary`,
      'permit   allowed',
      'tier     DESTRUCTIVE: nice (test) runs code that the call does not show, starts another program',
      'verdict  UNKNOWN: not all of it is understood',
      ...follows('asks'),
      '',
    ]])
  })

  test('names each program that is not listed, and looks for none of them', async (t) => {
    const { root } = workspace(t)
    assert.deepEqual((await page(root, 'nice no-such-program')).slice(0, 4), [
      'step 1   nice no-such-program', '         starts no-such-program',
      '         nice is not listed', '         no-such-program is not listed',
    ])
    assert.match((await page(root, 'nice no-such-program'))[4]!, /^ {9}not fully understood, writes files, /)
  })

  test('says which table makes a program dangerous when no word of it does', async (t) => {
    const { root } = workspace(t)
    assert.equal((await page(root, 'make'))[2], '         runs code; so says the table of make')
  })

  test('says which setting of a repository makes git start something', async (t) => {
    const { root } = workspace(t, {
      '.git/HEAD': 'ref: refs/heads/main\n', '.git/objects/': '', '.git/refs/': '',
      '.git/config': '[gpg]\n\tprogram = ./evil\n',
    })
    const git = [
      `step 1   ${printVector(factsOf(['git', 'log']).vector)}`,
      "         not fully understood, runs code; the word that decides: 'gpg.program in .git/config'",
    ]
    const why = 'git (gpg.program in .git/config)'
    assert.deepEqual(await page(root, 'git log', '--writable'), [
      ...git, 'permit   allowed',
      `tier     DESTRUCTIVE: ${why} is not fully understood, runs code that the call does not show`,
      ...follows('asks', "'bash=git log'"),
    ])
    assert.deepEqual(await page(root, 'git log'), [
      ...git, `permit   refused: this session is read-only: ${why} is not known to only look`,
      'tier     DESTRUCTIVE: it is refused', FOLLOWS.refused,
    ])
  })

  test('of a command that is not understood it shows the words, and allows nothing by them', async (t) => {
    const { root } = workspace(t)
    const { permit } = judge({ root, writable: false, commands: DEFAULT_COMMANDS }, {
      id: '', name: 'bash', args: { command: 'echo a; cat $(ls)' },
    })
    assert.match(permit!, /^variables and substitutions are not understood: /)
    const lines = await page(root, 'echo a; cat $(ls)')
    const words = lines.slice(0, -3)
    assert.deepEqual(words.filter((_, i) => i % 2 === 0).slice(0, 2), ['words    echo a', "words    cat '$'"])
    const others = new Set(words.filter((_, i) => i % 2 === 1))
    assert.deepEqual([...others], ['         read off a command that was not understood; it may do anything'])
    assert.deepEqual(lines.slice(-3), [
      `permit   refused: ${permit}`, 'tier     DESTRUCTIVE: it is refused', FOLLOWS.refused,
    ])
  })

  test('says what a grant covers, of the options or the policy, and refuses one of no tool', async (t) => {
    const { root, outside } = workspace(t, { 'package.json': '{}' })
    writeFileSync(join(outside, 'p.json'),
      JSON.stringify({ root, writable: true, commands: ['npm', 'ls'], grants: ['bash:npm test'] }))
    const policy = ['--policy', join(outside, 'p.json')]
    const covered = 'a grant covers it: it runs, and nobody is asked'
    assert.equal((await page(root, ...policy, 'npm test -- x')).at(-1), `follows  ${covered}`)
    const more = ['--grant', 'bash:npm run']
    assert.equal((await page(root, ...policy, 'npm run x', ...more)).at(-1), `follows  ${covered}`)
    assert.deepEqual((await page(root, 'ls | ls', '--grant', 'look')).slice(-2), [
      `follows  attended: ${RUNS}`, `         unattended: ${covered}`,
    ])
    const { code, stderr } = await explained(root, 'ls', '--grant', 'writ:docs/')
    const words = 'not a grant: "writ:docs/": there is no tool writ; tools are read, write, bash\n'
    assert.deepEqual([code, stderr], [2, words + HELP_LINE])
  })

  test('shows 40 paths of a step, those that matter first, and counts the rest', async (t) => {
    const names = Array.from({ length: 45 }, (_, i) => `f${String(i).padStart(2, '0')}`)
    const { root } = workspace(t, { ...Object.fromEntries(names.map((name) => [name, ''])), 'z.pem': '' })
    const lines = await page(root, 'cat *')
    assert.equal(lines[0], `step 1   cat ${names.join(' ')} z.pem`)
    assert.deepEqual(lines.slice(2, -4), [
      `         read ${root}/z.pem: looks like a secret`,
      ...names.slice(0, 39).map((name) => `         read ${root}/${name}: ordinary`),
      '         and 6 more paths',
    ])
    const fewer = await page(root, `cat ${names.slice(0, 40).join(' ')}`)
    assert.deepEqual(fewer.slice(2, -4), names.slice(0, 40).map((name) => {
      return `         read ${root}/${name}: ordinary`
    }))
  })

  test('explains calls of the other tools, with --tool before or behind', async (t) => {
    const { root } = workspace(t, { 'a.txt': '', 'package.json': '{}' })
    assert.deepEqual(await page(root, '--tool', 'read', '{"path": "a.txt"}'), [
      `path     read ${root}/a.txt: ordinary`,
      'permit   allowed', 'tier     SAFE: only looks', FOLLOWS.runs,
    ])
    const write = '{"path": "package.json", "content": "x"}'
    assert.deepEqual(await page(root, write, '--tool=write', '--writable'), [
      `path     write ${root}/package.json: run later by something`,
      'permit   allowed', `tier     DESTRUCTIVE: ${root}/package.json is run by something later`,
      ...follows('asks', 'write:package.json'),
    ])
    assert.deepEqual(await page(root, '--tool', 'send', '{}'), [
      'permit   refused: unknown tool send: the tools are read, write, bash',
      'tier     DESTRUCTIVE: it is refused', FOLLOWS.refused,
    ])
  })

  test('takes the options of a run before and behind, and says that a policy.json lies there', async (t) => {
    const { root } = workspace(t, { 'policy.json': '{}' })
    const notice = 'there is a policy.json in the workspace; to use it, say --policy policy.json\n'
    const first = `policy   the built-in one: files may change, in ${root}`
    for (const words of [['--root', root, '--writable', 'explain', 'ls'], ['explain', 'ls', '--writable',
      '--root', root]]) {
      const { code, stdout, stderr } = await runNode([PROGRAM, ...words])
      assert.deepEqual([code, stdout.split('\n')[0], stderr], [0, first, notice])
    }
  })

  test('runs nothing and changes nothing', async (t) => {
    const files = { 'a.txt': 'hi\n', 'build/x': '', '../p.json': '{ "root": "work", "writable": true, '
      + '"commands": ["rm", "touch", "node", "git", "sh"] }' }
    const { base, root } = workspace(t, files)
    const command = 'touch made; rm -rf build; node -e 1; git init; rm a.txt'
    const { code } = await explained(base, '--policy', 'p.json', command)
    const write = '{"path": "a.txt", "content": "other"}'
    await explained(base, '--policy', 'p.json', '--tool', 'write', write)
    assert.deepEqual([code, readdirSync(root).sort()], [0, ['a.txt', 'build']])
    assert.equal(existsSync(join(root, 'build/x')), true)
    assert.equal(readFileSync(join(root, 'a.txt'), 'utf8'), 'hi\n')
  })

  const hostile: [what: string, command: string][] = [
    ['escape sequences', 'ls \u001b]0;evil\u0007\u001b[2J'],
    ['characters that turn the line', "echo 'abc\u202e\u2066 xyz'"],
    ['more than 8,000 characters', `echo ${'\u001b[31m\u202e'.repeat(1_200)}end`],
    ['tags that nobody sees, and half a character', 'ls \u{e0041}\ud800'],
  ]
  for (const [what, command] of hostile) {
    test(`shows a command with ${what} harmlessly, and refuses it`, async (t) => {
      const { root } = workspace(t)
      const lines = await page(root, command) // which looks at every character
      assert.match(lines.at(-3)!, /^permit   refused: (a character that does not show|more than 8000)/)
      assert.deepEqual(lines.slice(-2), [
        'tier     DESTRUCTIVE: it is refused', FOLLOWS.refused,
      ])
    })
  }

  test('shows names of folders with such characters as numbers', async (t) => {
    const { root } = workspace(t, { 'a\u202eb \u001b[2J/c.txt': '' })
    const ran = await explained(root, '--tool', 'read', '{"path": "c.txt"}', '--root', 'a\u202eb \u001b[2J')
    const name = `'${root}/a'$'\\u{202e}''b '$'\\u{1b}''[2J`
    assert.deepEqual(ran.stdout.split('\n').slice(0, 2), [
      `policy   the built-in one: read-only, in ${name}'`, `path     read ${name}/c.txt': ordinary`,
    ])
  })

  test('shows 8,000 characters whole: what is printed is read back as the same words', async (t) => {
    const { root } = workspace(t)
    const command = `echo ${"'; rm -rf x' ".repeat(613)}end`
    assert.ok(command.length > 7_900 && command.length <= 8_000)
    const parsed = parseCommand(command)
    const printed = parseCommand((await page(root, command))[0]!.replace('step 1   ', ''))
    assert.deepEqual(textsOf(printed), textsOf(parsed))
    assert.equal(textsOf(parsed)[0]!.length, 615)
  })

  const takesOne = "explain takes the command as one word, in quotes: explain 'ls -la'; "
    + 'a task that begins so stands in quotes as a whole'
  const form = 'write the arguments as one JSON object, like \'{"path": "a.txt"}\''
  const wrong: [words: string[], message: string][] = [
    [['explain'], takesOne],
    [['explain', 'ls', 'src'], takesOne],
    [['explain', '--json', 'ls'], 'explain --json reads the calls from standard input'],
    [['explain', '--json', '--tool', 'read'], '--tool is for explain alone'],
    [['--tool', 'read', 'task'], '--tool is for explain alone'],
    [['explain', '--tool', 'read', '[1]'], form],
    [['explain', '--tool', 'read', 'null'], form],
    [['explain', 'ls', '--root', '/nowhere/at/all'], 'no such folder: /nowhere/at/all'],
  ]
  for (const [words, message] of wrong) {
    test(`${words.join(' ')} ends with code 2 and the reason`, async () => {
      const { code, stdout, stderr } = await runNode([PROGRAM, ...words])
      assert.deepEqual([code, stdout, stderr], [2, '', `${message}\n${HELP_LINE}`])
    })
  }

  test('arguments that are no JSON end with code 2 and the form', async (t) => {
    const { root } = workspace(t)
    const { code, stdout, stderr } = await explained(root, '--tool', 'read', '{')
    assert.deepEqual([code, stdout], [2, ''])
    assert.ok(stderr.startsWith('not JSON: ') && stderr.endsWith(`; ${form}\n${HELP_LINE}`), stderr)
  })

  test('--help is help with it as well, and names both', async () => {
    const { code, stdout } = await runNode([PROGRAM, 'explain', '--help'])
    assert.equal(code, 0)
    assert.match(stdout, /^ {2}node run\.ts explain 'COMMAND' {4}what would happen, and why; nothing runs\./m)
    assert.match(stdout, /^ {2}node run\.ts audit {16}the whole authority/m)
  })
})

function textsOf(parsed: ReturnType<typeof parseCommand>): string[][] {
  assert.ok('steps' in parsed)
  return parsed.steps.map(({ words }) => words.map(({ text }) => text))
}

// JSON lines

const FORM = 'write one call a line, { "tool": "read", "args": { "path": "a.txt" } }'
const LOW = { verdict: 'LOW_RISK', categories: [] }
const UNKNOWN = { verdict: 'UNKNOWN', categories: [] }
const NO_CALL = { verdict: 'HIGH_RISK', categories: [] }

/** Pipes texts or bytes through `explain --json`; the exit code and the answers. */
function answered(root: string, input: string | Buffer) {
  const ran = spawnSync(process.execPath, [...LOADER, PROGRAM, 'explain', '--json', '--root', root], {
    input, cwd: PROJECT, env: environment(), maxBuffer: 64_000_000,
  })
  const stdout = ran.stdout.toString()
  assert.deepEqual([ran.stderr.toString(), harmless(stdout)], ['', stdout])
  assert.ok(stdout === '' || stdout.endsWith('\n'))
  return { code: ran.status, answers: stdout.split('\n').slice(0, -1).map((line) => JSON.parse(line)) }
}

const asLines = (...values: object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

describe('explain --json', { concurrency: CONCURRENT_RUNS }, () => {
  test('answers each call in order, with exactly the names that scripts rely on', (t) => {
    const { root } = workspace(t, { 'a.txt': '', '.env': '' })
    const git = factsOf(['git', 'status']).vector
    const { code, answers } = answered(root, asLines(
      { id: 'one', tool: 'read', args: { path: 'a.txt' } },
      { tool: 'bash', args: { command: 'cat a.txt | wc -l; git status' } },
      { id: 3, tool: 'bash', args: { command: 'rm a.txt' } },
      { id: 4, tool: 'read', args: { path: '.env' } },
      { id: 5, tool: 'bash', args: { command: 'echo $(id)' } },
      { id: 6, tool: 'nope' },
      { id: 7 },
    ))
    assert.equal(code, 0)
    assert.deepEqual(answers, [
      { id: 'one', permit: null, tier: 'SAFE', ...LOW, vectors: [] },
      {
        id: null, permit: null, tier: 'CAUTION', ...LOW,
        vectors: [['cat', 'a.txt'], ['wc', '-l'], git],
      },
      {
        id: 3, permit: `command not allowed: rm; allowed are ${ALLOWED}`, tier: 'DESTRUCTIVE', ...UNKNOWN,
        vectors: [['rm', 'a.txt']],
      },
      {
        id: 4, permit: null, tier: 'DESTRUCTIVE', verdict: 'UNKNOWN',
        categories: [{ category: 'env_file', risk: 'high' }], vectors: [],
      },
      {
        id: 5, tier: 'DESTRUCTIVE', ...UNKNOWN, vectors: answers[4].vectors,
        permit: 'variables and substitutions are not understood: "$(id)" at character 6; write the value '
          + 'itself, or use single quotes to mean the characters',
      },
      {
        id: 6, permit: 'unknown tool nope: the tools are read, write, bash', tier: 'DESTRUCTIVE',
        ...NO_CALL, vectors: [],
      },
      {
        id: 7, permit: 'unknown tool undefined: the tools are read, write, bash', tier: 'DESTRUCTIVE',
        ...NO_CALL, vectors: [],
      },
    ])
    assert.deepEqual(Object.keys(answers[0]!), ['id', 'permit', 'tier', 'verdict', 'categories', 'vectors'])
  })

  test('a refused look is DESTRUCTIVE too', (t) => {
    const { root } = workspace(t)
    const policy = { root, writable: false, commands: ['ls'] }
    const { answers } = answered(root, asLines({ tool: 'bash', args: { command: 'cat a.txt' }, policy }))
    assert.deepEqual(answers, [{
      id: null, permit: 'command not allowed: cat; allowed are ls', tier: 'DESTRUCTIVE', ...UNKNOWN,
      vectors: [['cat', 'a.txt']],
    }])
  })

  test('judges by the policy of the line, and without one by the policy in force', (t) => {
    const { root, base } = workspace(t, { '../other/x': '' })
    const programs = { frob: 'read...' }
    const policy = { root: join(base, 'other'), writable: true, commands: ['frob'], programs }
    const frob = { tool: 'bash', args: { command: 'frob x' } }
    const write = { tool: 'write', args: { path: 'x', content: '' } }
    const { code, answers } = answered(root, asLines(frob, { ...frob, policy }, { ...write, policy }, write))
    assert.equal(code, 0)
    assert.deepEqual(answers.map(({ permit, tier }) => [permit, tier]), [
      [`command not allowed: frob; allowed are ${ALLOWED}`, 'DESTRUCTIVE'],
      [null, 'CAUTION'], [null, 'CAUTION'], ['this session is read-only', 'DESTRUCTIVE'],
    ])
  })

  test('a broken policy is answered with its key, the next line is judged, and the code is 2', (t) => {
    const { root } = workspace(t)
    const good = { root, writable: false, commands: ['ls'] }
    const policies = [null, [], { ...good, root: join(root, 'gone') }, { root, writable: false },
      { ...good, speed: 1 }, { ...good, programs: { ls: 'read...' } }, good]
    const calls = policies.map((policy, id) => ({ id, tool: 'bash', args: { command: 'ls' }, policy }))
    const { code, answers } = answered(root, asLines(...calls))
    assert.equal(code, 2)
    assert.deepEqual(answers, [
      { id: 0, error: 'policy: the policy is no object' },
      { id: 1, error: 'policy: the policy is no object' },
      { id: 2, error: `policy: "root" is no folder that can be opened: ${root}/gone` },
      { id: 3, error: 'policy: "commands" is missing: a list of bare program names' },
      { id: 4, error: `policy: ${givenPolicy({ ...good, speed: 1 }) as string}` },
      { id: 5, error: `policy: ${tableFault({ ls: 'read...' })}` },
      { id: 6, permit: null, tier: 'CAUTION', ...LOW, vectors: [['ls']] },
    ])
  })

  test('what is no call is answered with an error and makes the code 2; empty lines are passed', (t) => {
    const { root } = workspace(t)
    const read = '{"id": "last", "tool": "read", "args": {"path": "a.txt"}}'
    const bytes = [Buffer.from('\n  \r\nnope\n[1]\nnull\n"x"\n'), Buffer.from([0xff, 0x7b, 0x7d, 0x0a]),
      Buffer.from(`{"id": {"a": 1}, "tool": "read"}\n${read}`)]
    const { code, answers } = answered(root, Buffer.concat(bytes))
    assert.equal(code, 2)
    const [notJson, , , , notText] = answers
    assert.deepEqual(Object.keys(notJson), ['id', 'error'])
    assert.match(notJson.error, /^not JSON: .*nope/)
    assert.ok(notJson.error.endsWith(`; ${FORM}`))
    assert.match(notText.error, /^not JSON: .*utf-8/)
    assert.deepEqual([...answers.slice(1, 4), ...answers.slice(5)], [
      ...Array(3).fill({ id: null, error: `not an object; ${FORM}` }),
      { id: null, error: '"id" must be a string, a number, true, false or null' },
      { id: 'last', permit: null, tier: 'SAFE', ...LOW, vectors: [] },
    ])
  })

  test('no line at all is no fault', (t) => {
    assert.deepEqual(answered(workspace(t).root, ''), { code: 0, answers: [] })
  })

  test('a line of a million bytes is judged; a longer one is passed over, and the next is judged', (t) => {
    const { root } = workspace(t)
    const call = (bytes: number) => {
      const line = JSON.stringify({ id: bytes, tool: 'read', args: { path: '' } })
      return line.replace('""', `"${'x'.repeat(bytes - line.length)}"`)
    }
    assert.equal(call(1_000_000).length, 1_000_000)
    const input = [1_000_000, 1_000_001, 5_000_000, 100, 1_000_001].map(call).join('\n')
    const { code, answers } = answered(root, input)
    const error = 'the line is longer than 1000000 bytes, and was passed over'
    assert.equal(code, 2)
    assert.deepEqual(answers.map(({ id, error: words }) => [id, words]), [
      [1_000_000, undefined], [null, error], [null, error], [100, undefined], [null, error],
    ])
  })

  test('thousands of lines are answered in their order', (t) => {
    const { root } = workspace(t, { 'a.txt': '' })
    const ids = Array.from({ length: 4_000 }, (_, id) => id)
    const { code, answers } = answered(root, asLines(...ids.map((id) => {
      return { id, tool: 'bash', args: { command: `cat a.txt; echo é${id}` } }
    })))
    assert.equal(code, 0)
    assert.deepEqual(answers.map(({ id, vectors }) => [id, vectors[1][1]]), ids.map((id) => [id, `é${id}`]))
  })

  test('answers a line before the next one comes', async (t) => {
    const { root } = workspace(t)
    const words = [...LOADER, PROGRAM, 'explain', '--json', '--root', root]
    const child = start(process.execPath, words, { keepsInput: true })
    child.write('{"id": 1, "tool": "bash", "args": {"command": "ls"}}\n{"id": 2,')
    await child.until(({ stdout }) => stdout().endsWith('\n'))
    assert.equal(JSON.parse(child.stdout()).id, 1)
    child.write(' "tool": "bash", "args": {"command": "pwd"}}\n')
    await child.until(({ stdout }) => stdout().split('\n').length === 3)
    assert.equal(JSON.parse(child.stdout().split('\n')[1]!).id, 2)
    child.signal('SIGINT')
    assert.equal((await child.ended).signal, 'SIGINT')
  })

  test('characters that could lie are numbers in an answer, and the same text for who parses it', (t) => {
    const id = 'a\u202eb\u{e0041}\u007f\u2028\u001b\n\ud800'
    const { answers } = answered(workspace(t).root, asLines({ id, tool: 'bash', args: { command: 'ls' } }))
    assert.equal(answers[0].id, id)
  })
})

// A policy that comes as a value

test('a given policy has the keys of a policy file', (t) => {
  const { base } = workspace(t, { '../p.json': '{ "speed": 1 }' })
  const ofFile = () => loadPolicy(join(base, 'p.json'))
  assert.throws(ofFile, { message: `${base}/p.json: ${givenPolicy({ speed: 1 }) as string}` })
})

test('a given policy is checked key by key', (t) => {
  const { root } = workspace(t, { '../link': '-> {ROOT}' })
  const good = { root, writable: false, commands: ['ls', 'g++'] }
  assert.deepEqual(givenPolicy(good), good)
  assert.deepEqual(givenPolicy({ ...good, root: `${root}/../link` }), good)
  const all = {
    ...good, env: ['CI'], maxRounds: 3, provider: { name: 'openai' },
    programs: { frob: { words: 'read...' } },
  }
  assert.deepEqual(givenPolicy(all), { ...all, programs: { frob: 'read...' } })
  const wrong: [more: object, words: string][] = [
    [{ root: '' }, '"root" must be a folder'],
    [{ root: 1 }, '"root" must be a folder'],
    [{ root: undefined }, '"root" is missing: a folder'],
    [{ writable: 'yes' }, '"writable" must be true or false'],
    [{ writable: null }, '"writable" must be true or false'],
    [{ commands: 'ls' }, '"commands" must be a list of bare program names'],
    [{ commands: ['./ls'] }, '"commands" must be a list of bare program names'],
    [{ commands: [1] }, '"commands" must be a list of bare program names'],
    [{ env: ['A=1'] }, '"env" must be a list of names of variables'],
    [{ maxRounds: 1.5 }, '"maxRounds" must be a whole number'],
    [{ retries: -1 }, '"retries" must be a whole number'],
    [{ provider: [] }, '"provider" must be an object'],
    [{ provider: { name: 'x' } }, '"provider.name" must be anthropic or openai'],
    [{ categories: ['sudo'] }, '"categories" must be an object, like { "publish": "no-go" }'],
    [{ programs: [] }, '"programs" must be an object with a line for each program'],
    [{ programs: { frob: '!nope' } }, tableFault({ frob: '!nope' })!],
  ]
  for (const [more, words] of wrong) assert.equal(givenPolicy({ ...good, ...more }), words)
})
