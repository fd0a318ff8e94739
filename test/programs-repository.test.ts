// programs-repository.test.ts: what a repository's own files may make git start. Real repositories with
// planted
// programs, each of which leaves a canary: no look may bring one out unless it was named before.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  appendFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { factsOf, looksOnly } from '../programs/facts.ts'
import { choosersNear, configuredPrograms as all } from '../programs/repository.ts'
import { git, look, LOOKS, PLANTS, put, repository } from './git-builders.ts'
import { workspace } from './permit-builders.ts'
import type { Ends } from './permit-builders.ts'

const MAX_FILE_BYTES = 262_144 // as in repository.ts

/** What is named but for repositories that are not plain, of which one test is. */
function configuredPrograms(root: string, cwd: string): string[] {
  return all(root, cwd).filter((name) => !name.endsWith(', no plain repository'))
}

test('every look is one, and is carried out with what is added to it', (t) => {
  const { root } = repository(t)
  assert.deepEqual(configuredPrograms(root, root), [])
  for (const line of LOOKS) {
    assert.ok(looksOnly(factsOf(['git', ...line.split(' ')])), line)
    const said = look(root, line)
    assert.ok(!/usage:|unknown option|fatal: (option|unrecognized|invalid)/.test(said), `${line}: ${said}`)
  }
})

/** For each plant, a look that starts it where nothing is added. */
const FIRED_BY: Record<string, string> = {
  fsmonitor: 'status', external: 'diff', textconv: 'diff', command: 'diff', clean: 'diff',
    process: 'diff',
  signature: 'log -1', include: 'status', worktree: 'status', spelled: 'diff', summary: 'status',
}

test('what is planted is named, and would run otherwise', (t) => {
  for (const [name, plant] of Object.entries(PLANTS)) {
    const repo = repository(t)
    plant(repo)
    assert.ok(configuredPrograms(repo.root, repo.root).length > 0, `${name} is named`)
    if (FIRED_BY[name] === undefined) continue
    git(repo.root, ...FIRED_BY[name].split(' '))
    assert.ok(existsSync(repo.canary), `${name} runs in git ${FIRED_BY[name]}`)
  }
})

test('all that the options switch off stays off in every look, all at once', (t) => {
  const repo = repository(t)
  const off = ['fsmonitor', 'pager', 'external', 'textconv', 'command', 'alias', 'editor', 'helper',
    'include', 'worktree',
    'spelled', 'summary', 'merge', 'signature']
  for (const name of off) PLANTS[name]!(repo)
  for (const line of LOOKS) {
    look(repo.root, line)
    assert.ok(!existsSync(repo.canary), `git ${line}`)
  }
})

test('hooks do not run in a look', (t) => {
  const { root, script, canary } = repository(t)
  for (const hook of ['post-index-change', 'post-checkout', 'reference-transaction', 'fsmonitor-watchman']) {
    symlinkSync(script, join(root, '.git/hooks', hook))
  }
  git(root, 'update-index', '--refresh')
  assert.ok(existsSync(canary), 'it runs otherwise')
  rmSync(canary)
  for (const line of LOOKS) look(root, line)
  assert.ok(!existsSync(canary))
})

test('nothing planted in a submodule runs in a look of what holds it', (t) => {
  const { base, root, script, canary } = repository(t)
  git(base, 'init', '-q', 'library')
  git(join(base, 'library'), '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty',
    '-m', 'x')
  git(root, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', '../library', 'library')
  git(root, 'commit', '-q', '-m', 'module')
  appendFileSync(join(root, '.git/modules/library/config'),
    `[core]\n\tfsmonitor = ${script}\n[filter "x"]\n\tclean = ${script}\n[diff]\n\texternal = ${script}\n`)
  put(root, '.git/modules/library/info/attributes', '* filter=x\n')
  put(root, 'library/new.txt', 'new\n')
  git(join(root, 'library'), 'add', 'new.txt')
  put(root, 'library/new.txt', 'newer\n')
  git(root, 'status')
  assert.ok(existsSync(canary), 'it runs otherwise')
  rmSync(canary)
  for (const line of LOOKS) {
    look(root, line)
    assert.ok(!existsSync(canary), line)
  }
  assert.deepEqual(configuredPrograms(root, root), [])
  assert.deepEqual(configuredPrograms(root, join(root, 'library')), [
    'core.fsmonitor in .git/modules/library/config', 'filter.x.clean in .git/modules/library/config',
    'diff.external in .git/modules/library/config', 'filter=x in .git/modules/library/info/attributes',
  ])
})

// Names.

/** The names for a repository that is only these files. */
function namedFor(t: Ends, files: Record<string, string>, cwd = '.'): string[] {
  const base = realpathSync.native(mkdtempSync(join(tmpdir(), 'handrail-git-')))
  t.after(() => rmSync(base, { recursive: true, force: true }))
  const root = join(base, 'work')
  mkdirSync(root)
  for (const [name, text] of Object.entries(files)) put(root, name, text)
  return configuredPrograms(root, join(root, cwd)).map((name) => name.replaceAll(base, 'BASE'))
}

const REAL = { '.git/HEAD': 'ref: refs/heads/main\n', '.git/objects/x': '', '.git/refs/x': '' }

test('settings are named as git reads them, and harmless ones are not', (t) => {
  const named = (config: string) => namedFor(t, { ...REAL, '.git/config': config })
    .map((name) => name.replace(' in .git/config', ''))
  assert.deepEqual(named(''), [])
  assert.deepEqual(named('[core]\n\tbare = false\n# x\n; y\n\n[branch "a.b"]\n\tremote = origin\n'), [])
  assert.deepEqual(named('\ufeff[user] name = a\r\n[user]\r\n\temail = b\r\n'), [])
  assert.deepEqual(named('[core]\n\tfsmonitor'), ['core.fsmonitor'])
  assert.deepEqual(named('[user][alias] x = y'), ['alias.x'])
  assert.deepEqual(named('[diff "a]b"] command=x'), ['diff.a]b.command'])
  assert.deepEqual(named('[diff "a\\"b"]\ntextconv = x'), ['diff.a\\"b.textconv'])
  assert.deepEqual(named('[remote.origin]\nvcs = x'), ['remote.origin.vcs'])
  assert.deepEqual(named('[remote "o"]\n\turl = ext::sh -c x'), ['remote.o.url'])
  assert.deepEqual(named('[remote "o"]\n\turl = "e"xt::sh'), ['remote.o.url'])
  assert.deepEqual(named('[alias]\nx = a \\\n[user]\nname = !y'), ['line 2'])
  assert.deepEqual(named('[user]\nname ~ x\n[core'), ['line 2', 'line 3'])
  assert.deepEqual(named('[INCLUDE]\npath = x\n[includeIf "gitdir:/"]\npath = y'),
    ['INCLUDE.path', 'includeIf.gitdir:/.path'])
  assert.deepEqual(named('name = x'), ['.name'])
  assert.deepEqual(named('[core]\nworktree = ..'), [])
  assert.deepEqual(named('[core]\nworktree = "../.."'), ['core.worktree'])
  assert.deepEqual(named('[core]\nworktree = nowhere'), ['core.worktree'])
})

test('filters of attributes are named, but for git-lfs', (t) => {
  assert.deepEqual(namedFor(t, {
    ...REAL,
      '.gitattributes': '*.bin filter=lfs diff=lfs -text\n# *.x filter=no\n*.a filter=one text filter=two\n',
    'a/.gitattributes': '* -filter\n* diff=x merge=y\n', 'a/b/.gitattributes': '[attr]m filter=three\n',
    '.git/info/attributes': '*\tfilter=four\n', 'other/.gitattributes': '* filter=far\n',
  }, 'a/b'), [
    'filter=four in .git/info/attributes', 'filter=three in a/b/.gitattributes',
    'filter=one in .gitattributes',
    'filter=two in .gitattributes',
  ])
})

test('a folder without a repository has nothing to name', (t) => {
  assert.deepEqual(namedFor(t, { 'a.txt': '' }), [])
})

test('a repository above the workspace is named, whatever is in it', (t) => {
  const base = realpathSync.native(mkdtempSync(join(tmpdir(), 'handrail-git-')))
  t.after(() => rmSync(base, { recursive: true, force: true }))
  put(base, '.git/HEAD', '')
  mkdirSync(join(base, 'work/a'), { recursive: true })
  const name = `a repository outside the workspace: ${base}`
  assert.deepEqual(configuredPrograms(join(base, 'work'), join(base, 'work/a')), [name])
  put(base, 'work/.git/HEAD', 'not whole: git goes on above')
  put(base, 'work/.git/config', '[core]\n\teditor = x\n')
  assert.deepEqual(configuredPrograms(join(base, 'work'), join(base, 'work/a')),
    ['core.editor in .git/config', name])
  put(base, 'work/.git/objects/x', '')
  put(base, 'work/.git/refs/x', '')
  assert.deepEqual(configuredPrograms(join(base, 'work'), join(base, 'work/a')),
    ['core.editor in .git/config'])
})

test('a bare repository in the way is looked at', (t) => {
  const bare = { 'x/HEAD': 'ref: refs/heads/main\n', 'x/objects/y': '', 'x/refs/y': '',
    'x/config': '[core]\nhooksPath=y' }
  assert.deepEqual(namedFor(t, { ...REAL, ...bare }, 'x'), ['core.hooksPath in x/config'])
  assert.deepEqual(namedFor(t, { ...REAL, ...bare }), [])
})

test('a pointer to a git folder is followed inside the workspace, and named outside of it', (t) => {
  const files = { ...REAL, 'w/.git': 'gitdir: ../.git/worktrees/w\n', '.git/worktrees/w/HEAD': 'x',
    '.git/worktrees/w/commondir': '../..\n', '.git/config': '[core]\n\tpager = x\n',
    '.git/worktrees/w/config.worktree': '[core]\n\teditor = y\n' }
  assert.deepEqual(namedFor(t, files, 'w'), ['core.editor in .git/worktrees/w/config.worktree',
    'core.pager in .git/config'])
  assert.deepEqual(namedFor(t, { ...files, '.git/worktrees/w/commondir': 'nowhere\n' }, 'w'),
    ['core.editor in .git/worktrees/w/config.worktree', 'core.pager in .git/config'])
  const { base, root } = repository(t)
  put(root, 'sub/.git', `gitdir: ${base}/elsewhere`)
  renameSync(join(root, '.git'), join(base, 'elsewhere'))
  assert.deepEqual(configuredPrograms(root, join(root, 'sub')),
    [`a repository outside the workspace: ${base}/elsewhere`])
  put(root, 'sub/.git', 'gitdir: nowhere')
  assert.deepEqual(configuredPrograms(root, join(root, 'sub')), [])
})

test('a link to a git folder outside is named', (t) => {
  const { base, root } = repository(t)
  renameSync(join(root, '.git'), join(base, 'elsewhere'))
  symlinkSync(join(base, 'elsewhere'), join(root, '.git'))
  assert.deepEqual(configuredPrograms(root, root), [`a repository outside the workspace: ${base}/elsewhere`])
})

test('settings that cannot be read are named', async (t) => {
  const big = namedFor(t, { ...REAL, '.git/config': `#${'x'.repeat(MAX_FILE_BYTES)}` })
  assert.deepEqual(big, ['.git/config, which cannot be read'])
  assert.deepEqual(namedFor(t, { ...REAL, '.git/config/x': '' }), ['.git/config, which cannot be read'])
  const { base, root } = repository(t)
  rmSync(join(root, '.git/config'))
  symlinkSync(join(base, 'mark.sh'), join(root, '.git/config'))
  assert.deepEqual(configuredPrograms(root, root),
    ['the link .git/config', '.git/config, which cannot be read'])
  rmSync(join(root, '.git/config'))
  const server = createServer().listen(join(root, '.git/config'))
  await once(server, 'listening')
  assert.deepEqual(configuredPrograms(root, root), ['.git/config, which cannot be read'])
  server.close()
  await once(server, 'close')
  symlinkSync('nowhere', join(root, '.git/config'))
  assert.deepEqual(configuredPrograms(root, root),
    ['the link .git/config', '.git/config, which cannot be read'])
  put(root, 'sub/.git', 'gitdir: ../a.txt')
  const unread = ['objects/info/alternates', 'config', 'config.worktree', 'info/attributes']
  assert.deepEqual(configuredPrograms(root, join(root, 'sub')),
    unread.map((name) => `a.txt/${name}, which cannot be read`))
})

test('a store of objects elsewhere is named, and so is every link in the repository', (t) => {
  const { base, root } = repository(t)
  git(root, 'pack-refs', '--all')
  assert.deepEqual(all(root, root), [])
  put(root, '.git/objects/info/alternates', '\n')
  assert.deepEqual(all(root, root), [])
  put(root, '.git/objects/info/alternates', '../../../other/objects\n')
  assert.deepEqual(all(root, root), ['another store in .git/objects/info/alternates'])
  rmSync(join(root, '.git/objects/info/alternates'))
  const names = ['BISECT_LOG', 'shallow', 'info/grafts', 'logs/x', 'refs/heads/x', 'rebase-merge/done']
  for (const name of names) {
    mkdirSync(join(root, '.git/rebase-merge'), { recursive: true })
    symlinkSync(join(base, 'mark.sh'), join(root, '.git', name))
    assert.deepEqual(all(root, root), [`the link .git/${name}`], name)
    rmSync(join(root, '.git', name))
  }
})

test('what git might take for a repository and is no plain one is named, and ends no search', (t) => {
  const { base, root } = repository(t)
  const odd = (files: Record<string, string>, cwd: string) => {
    for (const [name, text] of Object.entries(files)) put(root, name, text)
    return all(root, join(root, cwd)).filter((name) => name.endsWith(', no plain repository'))
  }
  assert.deepEqual(odd({}, 'sub'), [])
  const bare = workspace(t, { 'HEAD': 'ref: refs/heads/main\n', 'commondir': '/elsewhere\n' }).root
  assert.ok(all(bare, bare).includes('., no plain repository'))
  assert.deepEqual(odd({ 'x/HEAD': 'ref: refs/heads/main\n', 'x/commondir': `${base}/other/.git\n` }, 'x'),
    ['x, no plain repository'])
  assert.deepEqual(odd({ 'd/HEAD': 'junk', 'd/objects/k': '', 'd/refs/k': '' }, 'd'),
    ['d, no plain repository'])
  appendFileSync(join(root, '.git/config'), '[diff "x"]\n\tcommand = ./run.sh\n')
  put(root, 'e/.git', 'gitdir:  ../.git\n')
  assert.deepEqual(odd({}, 'e'), ['e/.git, no plain repository'])
  put(root, 'f/.git/HEAD', 'junk')
  put(root, 'f/.git/objects/k', '')
  put(root, 'f/.git/refs/k', '')
  assert.deepEqual(odd({}, 'f'), ['f/.git, no plain repository'])
  put(root, 'g/.git/HEAD', 'ref: refs/heads/main\n')
  put(root, 'g/.git/objects/k', '')
  put(root, 'g/.git/refs/k', '')
  assert.deepEqual(odd({}, 'g'), [])
  put(root, 'g/.git/commondir', '../../.git')
  assert.deepEqual(odd({}, 'g'), ['g/.git, no plain repository'])
})

test('files that choose what runs are found up to the root, and no further', (t) => {
  const base = realpathSync.native(mkdtempSync(join(tmpdir(), 'handrail-git-')))
  t.after(() => rmSync(base, { recursive: true, force: true }))
  const root = join(base, 'work')
  for (const name of ['above', 'work/rust-toolchain', 'work/.cargo/config', 'work/a/here',
    'work/b/beside']) put(base, name, '')
  const names = ['above', 'rust-toolchain', '.cargo/config', 'here', 'beside', 'nowhere']
  assert.deepEqual(choosersNear(root, join(root, 'a'), names), ['rust-toolchain', '.cargo/config', 'here'])
  assert.deepEqual(choosersNear(root, root, names), ['rust-toolchain', '.cargo/config'])
})
