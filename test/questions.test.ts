// questions.test.ts: ten questions about what is allowed, as somebody is asked who has read permit, policy,
// command, paths and effects for an hour; nine right answers show that the code says what it does. Ask the
// questions, cover the answers. Each answer is also run: what permit says, and the tier.

import assert from 'node:assert/strict'
import { linkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { riskLevel } from '../lessons/05-tiers/tiers.ts'
import { permit } from '../permit.ts'
import { callOf, policyOf, workspace } from './permit-builders.ts'
import type { ToolCall } from '../agent.ts'
import type { RiskLevel } from '../tools.ts'

/** What permit and riskLevel say of a call. `permit`: null, or the whole reason, with ROOT for the root. */
interface Case { files: 'stay' | 'may change'; call: ToolCall; permit: string | null; tier: RiskLevel }
interface Question { question: string; answer: string; cases: Case[] }

const run = (command: string) => callOf('bash', { command })
const write = (path: string) => callOf('write', { path, content: 'x' })
const read = (path: string) => callOf('read', { path })

const FILES = {
  'in.txt': 'b\na\n', 'twin.txt': 'x\n', '.env': 'KEY=1\n', '.env.example': 'KEY=\n', 'sub/a.txt': 'a\n',
  '.git/HEAD': 'ref: refs/heads/main\n', '.git/objects/': '', '.git/refs/': '', '.git/config': '[core]\n',
  'odd/.git/HEAD': 'ref: refs/heads/main\n', 'odd/.git/objects/': '', 'odd/.git/refs/': '',
  'odd/.git/config': '[diff "words"]\n\tcommand = ./evil.sh\n',
}
const PROGRAMS = ['cat', 'cp', 'env', 'find', 'git', 'ls', 'sort', 'xargs']
const ALLOWED = PROGRAMS.join(', ')

const QUESTIONS: Question[] = [{
  question: 'May `git log` run in a repository whose settings name a diff driver?',
  answer: 'In another repository it is a look. Here it counts as running code that the call does not show, '
    + 'although the driver is switched off for a look: it needs a yes, and is refused where files stay.',
  cases: [
    { files: 'stay', call: run('git log'), permit: null, tier: 'CAUTION' },
    { files: 'may change', call: run('git -C odd log'), permit: null, tier: 'DESTRUCTIVE' },
    { files: 'may change', call: run('cd odd && git log'), permit: null, tier: 'DESTRUCTIVE' },
    { files: 'stay', call: run('git -C odd log'), tier: 'DESTRUCTIVE', permit: 'this session is read-only: '
      + 'git (diff.words.command in odd/.git/config) is not known to only look' },
  ],
}, {
  question: 'What happens to `sort -o out.txt in.txt` in a read-only session?',
  answer: 'It is refused, since the table says that -o writes. Where files may change it needs a yes. '
    + 'Without -o it is a look.',
  cases: [
    { files: 'stay', call: run('sort -o out.txt in.txt'), tier: 'DESTRUCTIVE',
      permit: 'this session is read-only: sort (out.txt) is not known to only look' },
    { files: 'may change', call: run('sort -oout.txt in.txt'), permit: null, tier: 'DESTRUCTIVE' },
    { files: 'stay', call: run('sort in.txt'), permit: null, tier: 'CAUTION' },
  ],
}, {
  question: 'Is `cat .env` refused?',
  answer: 'Not by permit: a secret needs a yes, in every session and for the read tool too, also when a '
    + 'pattern or a revision of git names it. An example of one is no secret.',
  cases: [
    { files: 'stay', call: run('cat .env'), permit: null, tier: 'DESTRUCTIVE' },
    { files: 'stay', call: run('cat .en?'), permit: null, tier: 'DESTRUCTIVE' },
    { files: 'stay', call: run('git show HEAD:.env'), permit: null, tier: 'DESTRUCTIVE' },
    { files: 'may change', call: read('.env'), permit: null, tier: 'DESTRUCTIVE' },
    { files: 'stay', call: read('.env.example'), permit: null, tier: 'SAFE' },
  ],
}, {
  question: 'May a command write into `.git`?',
  answer: 'Not by a word: no yes allows it, and no other spelling. git itself writes there in what it does, '
    + 'which needs a yes.',
  cases: [
    { files: 'may change', call: run('cp in.txt .git/hooks/pre-commit'), tier: 'DESTRUCTIVE',
      permit: 'never written by an agent: ROOT/.git/hooks/pre-commit; ask a person to change it' },
    { files: 'may change', call: write('.GIT/config'), tier: 'DESTRUCTIVE',
      permit: 'never written by an agent: ROOT/.GIT/config; ask a person to change it' },
    { files: 'may change', call: run('git commit -m done'), permit: null, tier: 'DESTRUCTIVE' },
    { files: 'stay', call: run('ls .git'), permit: null, tier: 'CAUTION' },
  ],
}, {
  question: 'What of `find . -name in.txt | xargs cat`?',
  answer: 'It needs a yes, as xargs starts another program with words that nobody has seen, so that it is no '
    + 'look. What it starts must be listed too; -exec of find is refused.',
  cases: [
    { files: 'may change', call: run('find . -name in.txt | xargs cat'), permit: null, tier: 'DESTRUCTIVE' },
    { files: 'stay', call: run('find . -name in.txt | xargs cat'), tier: 'DESTRUCTIVE',
      permit: 'this session is read-only: xargs is not known to only look' },
    { files: 'may change', call: run('ls | xargs rm'), tier: 'DESTRUCTIVE',
      permit: `command not allowed: rm; allowed are ${ALLOWED}` },
    { files: 'may change', call: run('find . -exec cat {} +'), tier: 'DESTRUCTIVE',
      permit: 'find -exec: it starts another program; run that one as a command of its own' },
  ],
}, {
  question: 'May a command set a variable, as in `env NAME=value ls` or `NAME=value ls`?',
  answer: 'No. The second is refused by the grammar. In the first the word after env is taken for a program, '
    + 'which is not listed, and could not be: a name in the list has no =.',
  cases: [
    { files: 'may change', call: run('env NAME=value ls'), tier: 'DESTRUCTIVE',
      permit: `command not allowed: NAME=value; allowed are ${ALLOWED}` },
    { files: 'may change', call: run('NAME=value ls'), tier: 'DESTRUCTIVE', permit: 'variables are not set: '
      + '"NAME=value ls" at character 1; begin with the program, and use its options' },
    { files: 'may change', call: run('env ls'), permit: null, tier: 'DESTRUCTIVE' },
  ],
}, {
  question: 'What may be done with a file that has a second name, a hard link?',
  answer: 'It is never written, by no tool and no yes, since the other name may lie anywhere. Reading it '
    + 'needs a yes.',
  cases: [
    { files: 'may change', call: write('twin.txt'), tier: 'DESTRUCTIVE',
      permit: 'never written, since it has a second name elsewhere: ROOT/twin.txt' },
    { files: 'may change', call: run('cp in.txt twin.txt'), tier: 'DESTRUCTIVE',
      permit: 'never written, since it has a second name elsewhere: ROOT/twin.txt' },
    { files: 'stay', call: run('cat twin.txt'), permit: null, tier: 'DESTRUCTIVE' },
    { files: 'stay', call: read('twin.txt'), permit: null, tier: 'DESTRUCTIVE' },
  ],
}, {
  question: 'What of an abbreviation of a long option, and of an option that no table has?',
  answer: 'The abbreviation is refused, with the whole option named, whether that one is harmless or not. '
    + 'The unknown option may do anything: it needs a yes.',
  cases: [
    { files: 'may change', call: run('sort --outp=x in.txt'), tier: 'DESTRUCTIVE',
      permit: 'sort --outp=x: abbreviations are not understood; is it --output? Write it in full' },
    { files: 'stay', call: run('ls --al'), tier: 'DESTRUCTIVE',
      permit: 'ls --al: abbreviations are not understood; is it --all? Write it in full' },
    { files: 'may change', call: run('ls --unheard-of'), permit: null, tier: 'DESTRUCTIVE' },
    { files: 'stay', call: run('ls --all'), permit: null, tier: 'CAUTION' },
  ],
}, {
  question: 'What of a subcommand without a table, as in `git frobnicate`?',
  answer: 'It may do anything to each path that its words may be: it needs a yes, and is refused where files '
    + 'stay. If one of the words may lead outside, or into .git, it is refused at once.',
  cases: [
    { files: 'may change', call: run('git frobnicate in.txt'), permit: null, tier: 'DESTRUCTIVE' },
    { files: 'stay', call: run('git frobnicate in.txt'), tier: 'DESTRUCTIVE',
      permit: 'this session is read-only: git (frobnicate) is not known to only look' },
    { files: 'may change', call: run('git frobnicate --to=../x'), tier: 'DESTRUCTIVE',
      permit: 'path escapes the workspace: ../x' },
    { files: 'may change', call: run('git frobnicate .git/HEAD'), tier: 'DESTRUCTIVE',
      permit: 'never written by an agent: ROOT/.git/HEAD; ask a person to change it' },
  ],
}, {
  question: 'What does `cd` do, and what of `cd ..`?',
  answer: 'It is a step of ours that needs no place in the list. It moves the steps after it, inside the '
    + 'root: `cd ..` from the root is refused, from below it is not. Beside a pipe it is refused.',
  cases: [
    { files: 'stay', call: run('cd .. && ls'), tier: 'DESTRUCTIVE',
      permit: 'path escapes the workspace: ..' },
    { files: 'stay', call: run('cd sub && cat ../in.txt'), permit: null, tier: 'CAUTION' },
    { files: 'stay', call: run('cd sub && cd .. && ls'), permit: null, tier: 'CAUTION' },
    { files: 'stay', call: run('cd sub && cat ../../x'), tier: 'DESTRUCTIVE',
      permit: 'path escapes the workspace: ../../x' },
    { files: 'stay', call: run('cd sub | ls'), tier: 'DESTRUCTIVE', permit: 'cd has no place beside | or ||: '
      + 'make it a step of its own, with && or ; behind it' },
  ],
}]

describe('ten questions about what is allowed', () => {
  for (const { question, answer, cases } of QUESTIONS) {
    test(question, (t) => {
      const { root } = workspace(t, FILES)
      linkSync(join(root, 'twin.txt'), join(root, 'sub', 'twin.txt'))
      for (const { files, call, ...expected } of cases) {
        const policy = policyOf(root, { writable: files === 'may change', commands: PROGRAMS })
        const reason = permit(policy, call)?.replaceAll(root, 'ROOT') ?? null
        const words = `${JSON.stringify(call.args)} where files ${files}. ${answer}`
        assert.deepEqual({ permit: reason, tier: riskLevel(policy, call) }, expected, words)
      }
    })
  }

  test('they are ten, each with an answer in words and at least two cases', () => {
    assert.equal(new Set(QUESTIONS.map(({ question }) => question)).size, 10)
    for (const { question, answer, cases } of QUESTIONS) {
      assert.ok(question.endsWith('?') && answer.endsWith('.') && cases.length >= 2, question)
    }
  })
})
