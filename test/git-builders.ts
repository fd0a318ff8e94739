// git-builders.ts: real repositories with a program beside them that leaves a canary, the ways in which a
// repository's own files can make git start it, and looks of git to try them with.

import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync,
  writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { factsOf } from '../programs/facts.ts'
import { environment } from './children.ts'
import type { Ends } from './permit-builders.ts'

/** All real paths. The program `script` leaves a `canary`. */
export interface Repository { base: string; root: string; script: string; canary: string }

/** Runs the real git, and gives all that it printed. */
export function git(cwd: string, ...words: string[]): string {
  return gitWith(cwd, '', words)
}

function gitWith(cwd: string, input: string, words: string[]): string {
  const env = environment({ HOME: dirname(cwd), GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' })
  const ran = spawnSync('git', words, { cwd, env, encoding: 'utf8', input })
  return ran.stdout + ran.stderr
}

export function put(root: string, name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
}

/** A repository with three commits, the last with a signature, a stash, a tag, a branch and a change; beside
 *  it
 *  a program that marks. */
export function repository(t: Ends): Repository {
  const base = realpathSync.native(mkdtempSync(join(tmpdir(), 'handrail-git-')))
  t.after(() => rmSync(base, { recursive: true, force: true }))
  const [root, script, canary] = [join(base, 'work'), join(base, 'mark.sh'), join(base, 'canary')]
  mkdirSync(root)
  writeFileSync(script, `#!/bin/sh\necho "$@" >> '${canary}'\ncat 2>/dev/null\nexit 0\n`)
  chmodSync(script, 0o755)
  git(root, 'init', '-q', '-b', 'main')
  git(root, 'config', 'user.name', 'a')
  git(root, 'config', 'user.email', 'a@b.invalid')
  for (const text of ['one\n', 'two\n', 'three\n']) {
    put(root, 'a.txt', text)
    put(root, 'sub/b.txt', text)
    git(root, 'add', '-A')
    git(root, 'commit', '-q', '-m', text.trim())
  }
  const commit = git(root, 'cat-file', 'commit', 'HEAD')
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n'
  const signed = commit.replace('\n\n', `\n${signature}\n`)
  const id = gitWith(root, signed, ['hash-object', '-t', 'commit', '-w', '--stdin']).trim()
  git(root, 'update-ref', 'refs/heads/main', id)
  git(root, 'tag', 'v1')
  git(root, 'branch', 'dev', 'HEAD~1')
  put(root, 'a.txt', 'stashed\n')
  git(root, 'stash')
  put(root, 'a.txt', 'changed\n')
  return { base, root, script, canary }
}

/** Settings, attributes or hooks that start the program, by name; each appends to the repository's files. */
export const PLANTS: Record<string, (repo: Repository) => void> = {
  fsmonitor: ({ root, script }) => append(root, `[core]\n\tfsmonitor = ${script}\n`),
  pager: ({ root, script }) => append(root, `[core]\n\tpager = ${script}\n[pager]\n\tlog = ${script}\n`),
  external: ({ root, script }) => append(root, `[diff]\n\texternal = ${script}\n`),
  textconv: (repo) => attribute(repo, '* diff=x', `[diff "x"]\n\ttextconv = ${repo.script}\n`),
  command: (repo) => attribute(repo, '* diff=x', `[diff "x"]\n\tcommand = ${repo.script}\n`),
  clean: (repo) => attribute(repo, '* filter=x',
    `[filter "x"]\n\tclean = ${repo.script}\n\tsmudge = ${repo.script}\n`),
  process: (repo) => attribute(repo, '* filter=x', `[filter "x"]\n\tprocess = ${repo.script}\n`),
  merge: (repo) => attribute(repo, '* merge=x', `[merge "x"]\n\tdriver = ${repo.script}\n`),
  signature: ({ root, script }) =>
    append(root,
      `[log]\n\tshowSignature = true\n[gpg]\n\tprogram = ${script}\n[gpg "ssh"]\n\tprogram = ${script}\n`),
  alias: ({ root, script }) => append(root, `[alias]\n\tlog = !${script}\n\tx = !${script}\n`),
  editor: ({ root, script }) => append(root,
    `[core]\n\teditor = ${script}\n[sequence]\n\teditor = ${script}\n`),
  helper: ({ root, script }) => append(root,
    `[credential]\n\thelper = !${script}\n[core]\n\taskPass = ${script}\n`),
  include: ({ root, script }) => {
    put(root, 'more.inc', `[core]\n\tfsmonitor = ${script}\n[diff]\n\texternal = ${script}\n`)
    append(root, '[include]\n\tpath = ../more.inc\n')
  },
  pretty: ({ root, script }) => append(root, `[format]\n\tpretty = "%G?"\n[gpg]\n\tprogram = ${script}\n`),
  summary: ({ root, script }) => append(root,
    `[status]\n\tsubmoduleSummary = true\n[core]\n\tfsmonitor = ${script}\n`),
  worktree: ({ root, script }) => {
    append(root, '[extensions]\n\tworktreeConfig = true\n')
    put(root, '.git/config.worktree', `[core]\n\tfsmonitor = ${script}\n[diff]\n\texternal = ${script}\n`)
  },
  spelled: ({ root, script }) => append(root, `[CORE] FSMonitor=${script}\n[diff]external="${script}"\n`),
}

function append(root: string, text: string): void {
  appendFileSync(join(root, '.git/config'), text)
}

function attribute({ root }: Repository, line: string, settings: string): void {
  put(root, '.git/info/attributes', `${line}\n`)
  append(root, settings)
}

/** Looks of git, one of each subcommand that has one. */
export const LOOKS = `
log -3 -p | log --stat --follow a.txt | log --oneline --graph --all | show HEAD | show HEAD:a.txt
show stash@{0}
diff | diff --cached HEAD | diff HEAD~1 -- a.txt | diff --no-index a.txt sub/b.txt | diff --word-diff=color
diff --check
diff-tree -p HEAD | diff-index -p HEAD | diff-files -p | status | status -sb --ignored | status --porcelain=v1
blame a.txt | annotate a.txt | grep three | grep -n t HEAD -- a.txt | ls-files -m | ls-files --others
ls-tree -r HEAD
cat-file -p HEAD | cat-file -t HEAD | rev-parse HEAD | rev-list --all | describe --tags --always
shortlog -sn HEAD
show-ref | for-each-ref | merge-base main dev | name-rev HEAD | cherry main dev | count-objects -v
check-ignore a.txt
check-attr -a a.txt | branch -a -vv | branch --list | branch --contains HEAD | tag -n | tag --list
remote -v | stash list
stash show | stash show -p | worktree list | bisect log | notes list
config --get user.name | reflog
whatchanged -1 | reflog show | version | log --format=%h --numstat | rev-list --count main..dev
add -n a.txt | clean -n
`.split(/[|\n]/).map((line) => line.trim()).filter((line) => line !== '')


/** A look of git, carried out as its facts say. */
export function look(cwd: string, line: string): string {
  return git(cwd, ...factsOf(['git', ...line.split(' ')]).vector.slice(1))
}
