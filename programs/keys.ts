// keys.ts: the settings of git that cannot make it start a program, reach a machine or leave the repository.
// It is a list of the harmless, since new settings that start programs keep coming: what is not here is not.

/** `section.key`, or `section.*.key` for one with a name in between; `section.*` is all of a section. */
const HARMLESS = `
  advice.* color.* column.* feature.* gc.auto gc.autodetach gc.pruneexpire gc.reflogexpire
  gc.reflogexpireunreachable gc.autopacklimit gc.writecommitgraph i18n.* index.* pack.* push.* rerere.*
  stash.* user.*  versionsort.* extensions.objectformat extensions.worktreeconfig extensions.refstorage
  core.repositoryformatversion core.filemode core.bare core.logallrefupdates core.ignorecase core.symlinks
  core.precomposeunicode core.autocrlf core.eol core.safecrlf core.quotepath core.abbrev core.whitespace
  core.compression core.untrackedcache core.preloadindex core.longpaths core.protectntfs core.protecthfs
  core.sparsecheckout core.sparsecheckoutcone core.commentchar core.splitindex core.sharedrepository
  core.trustctime remote.*.url remote.*.pushurl remote.*.fetch remote.*.push remote.*.tagopt remote.*.prune
  remote.*.prunetags remote.*.mirror remote.*.gh-resolved remote.pushdefault branch.*.remote branch.*.merge
  branch.*.rebase branch.*.description branch.*.pushremote branch.sort branch.*.vscode-merge-base
  branch.*.github-pr-owner-number branch.autosetupmerge branch.autosetuprebase submodule.active
  submodule.*.url submodule.*.active submodule.*.branch submodule.*.ignore diff.algorithm diff.renames
  diff.renamelimit diff.colormoved diff.colormovedws diff.mnemonicprefix diff.noprefix diff.context
  diff.interhunkcontext diff.indentheuristic diff.wordregex diff.relative diff.ignoresubmodules
  diff.*.xfuncname diff.*.funcname diff.*.wordregex diff.*.binary diff.*.algorithm log.date log.decorate
  log.follow log.abbrevcommit log.showroot log.mailmap status.branch status.short status.showstash
  status.showuntrackedfiles status.relativepaths status.renames status.aheadbehind merge.conflictstyle
  merge.ff merge.log merge.renames merge.renamelimit merge.stat commit.cleanup commit.verbose tag.sort
  fetch.prune fetch.prunetags fetch.parallel pull.rebase pull.ff rebase.autosquash rebase.autostash
  rebase.updaterefs grep.linenumber grep.column grep.patterntype grep.fullname blame.date blame.coloring
  blame.showemail init.defaultbranch checkout.defaultremote checkout.guess maintenance.auto
  lfs.repositoryformatversion lfs.*.access apply.whitespace am.threeway`

const KEYS = new Set(HARMLESS.trim().split(/\s+/))

/** Whether a key can do no more than change what is printed, or how the repository is kept. Sections and keys
 *  are compared as git does, without case. `helper::address` names a program, whatever its key. */
export function isHarmlessSetting(key: string, value: string): boolean {
  const [section = '', ...rest] = key.toLowerCase().split('.')
  const last = rest.at(-1) ?? ''
  const form = rest.length > 1 ? `${section}.*.${last}` : `${section}.${last}`
  const isKnown = KEYS.has(form) || KEYS.has(`${section}.*`)
  return isKnown && !/^[\w+.-]+::/.test(value.replace(/^["\s]+/, ''))
}
