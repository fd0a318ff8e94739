// git.ts: table: subcommands of git. What is added to a look switches off what git starts by itself; what a
// repository can make it start all the same is found by repository.ts. README.md has the form.

import type { Tables } from './form.ts'

export const GIT: Tables = {
  'git': `!commands +--no-pager +--no-optional-locks +-c +core.fsmonitor=false +-c +core.hooksPath=/dev/null
    +-c +core.pager=cat +-c +log.showSignature=false +-c +status.submoduleSummary=false +-c
    +submodule.recurse=false --no-pager --no-optional-locks --literal-pathspecs --no-replace-objects -v -h -P
    -C=folder -c=setting --git-dir,--work-tree,--namespace=read!never --config-env=text!starts
    --exec-path?=text!starts -p,--paginate!code`,
  '@diff': `-0123456789 -apusRbwzWcDt -Ul,--unified,--inter-hunk-context=number -MCBX?=text -SGI=text -O=read
    --output=write --ext-diff!code --textconv!code --patch --no-patch --raw --numstat --shortstat --summary
    --stat,--color,--color-moved,--color-words,--word-diff,--abbrev,--relative,--find-renames?=text
    --find-copies?=text --name-only --name-status --no-color --no-renames --minimal --patience --histogram
    --diff-algorithm,--diff-filter=text --diff-merges=text!asks --binary --check --ignore-space-change
    --ignore-all-space --ignore-space-at-eol --ignore-blank-lines --exit-code --quiet --compact-summary
    --no-ext-diff --no-textconv --cc --text --merge-base`,
  '@log': `-0123456789 -iEFPgm
    -L=glob -n,--max-count,--skip,--since,--after,--until,--before,--author,--committer=text
    --grep,--glob,--exclude,--date,--filter=text --min-parents,--max-parents=number --pretty?=format
    --format=format --show-signature!code --stdin!asks
    --branches,--tags,--remotes,--decorate,--no-walk,--notes,--ancestry-path?=text --all-match --invert-grep
    --regexp-ignore-case --extended-regexp --fixed-strings --perl-regexp --merges --no-merges --first-parent
    --all --reflog --cherry --left-right --walk-reflogs --simplify-by-decoration --full-history --date-order
    --topo-order --reverse --oneline --graph --no-decorate --source --abbrev-commit --relative-date --parents
    --no-notes --follow --full-diff --mailmap --count --not --objects --root`,
  '@refs': `--contains,--no-contains,--merged,--no-merged,--points-at=word --count=text --sort,--format=format
    -i --ignore-case --color,--column?=text --no-color --no-column`,

  // Looks.
  'git log|whatchanged|rev-list': '+--no-ext-diff +--no-textconv @log @diff word...',
  'git show': '+--no-ext-diff +--no-textconv @diff @log word...',
  'git diff': `+--no-ext-diff +--no-textconv +--ignore-submodules=dirty --cached --staged --no-index @diff
    word...`,
  'git diff-tree|diff-index|diff-files': `+--no-ext-diff +--no-textconv +--ignore-submodules=dirty -r --root
    --cached --no-commit-id @diff @log word...`,
  'git reflog': '!commands @log word...',
  'git reflog show|exists|list': '@log word...',
  'git shortlog': '-nsec -w?=text --numbered --summary --email --committer --group=format @log word...',
  'git status': `+--ignore-submodules=dirty -sbz -u,--untracked-files,--ignored,--porcelain,--column?=text
    --short --branch --show-stash --long --no-renames --find-renames?=text --ahead-behind --no-ahead-behind
    word...`,
  'git blame|annotate': `+--no-textconv -bcltsfnwep -L,--date,--ignore-rev,--since=text -M,-C?=text
    -S,--contents,--ignore-revs-file=read --abbrev?=number --porcelain --line-porcelain --incremental --root
    --show-email --show-name --first-parent word...`,
  'git grep': `+--no-textconv -0123456789 -nilLcowvEFGPqhHzarpWI -e=text!instead -f=read!instead -ABCm=number
    --max-depth,--threads,--max-count=number -O,--open-files-in-pager?=text!starts --textconv!code
    --no-index!asks --cached --untracked --and --or --not --all-match --heading --count --name-only --quiet
    --files-with-matches --files-without-match --line-number --column --color?=text --no-color --ignore-case
    --word-regexp --fixed-strings --extended-regexp --perl-regexp --only-matching --full-name text word...`,
  'git ls-files': `-cdmoisuktvfz -x,--exclude,--with-tree=text -X,--exclude-per-directory,--exclude-from=read
    --format=format --exclude-standard --cached --deleted --modified --others --ignored --stage --unmerged
    --directory --no-empty-directory --full-name --error-unmatch --abbrev?=text word...`,
  'git ls-tree': `-drtlz --name-only --name-status --object-only --long --full-name --full-tree --abbrev?=text
    --format=format word...`,
  'git cat-file': `-ptse --batch,--batch-command?=text!asks --batch-check?=text --batch-all-objects
    --textconv,--filters!code word...`,
  'git rev-parse': `--show-toplevel --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree
    --is-inside-git-dir --is-bare-repository --is-shallow-repository --show-prefix --show-cdup --verify
    --symbolic --symbolic-full-name --all --not -q --quiet
    --abbrev-ref,--short,--branches,--tags,--remotes,--show-object-format?=text --git-path=text word...`,
  'git describe': `--tags --always --all --long --abbrev?=number --candidates=number
    --dirty,--broken?=text!asks --match,--exclude=text --exact-match --contains --first-parent word...`,
  'git show-ref': `-dsq --heads --tags --branches --verify --head --quiet --dereference --hash,--abbrev?=text
    text...`,
  'git for-each-ref': '-spt --shell --perl --python --tcl --exclude=text @refs text...',
  'git merge-base': '-a --all --octopus --is-ancestor --independent --fork-point word...',
  'git name-rev': '--tags --refs,--exclude=text --all --always --name-only --no-undefined word...',
  'git cherry': '-v --abbrev?=number word...',
  'git count-objects': '-vH --verbose --human-readable',
  'git check-ignore': '-vnqz --verbose --non-matching --quiet --no-index --stdin word...',
  'git check-attr': '-az --all --cached --stdin text word...',
  'git version': '--build-options',

  // Looks and changes by their options.
  'git branch': `-arvq --all --remotes --verbose --abbrev?=text --no-abbrev -l,--list,--show-current!look
    --contains,--no-contains,--merged,--no-merged,--points-at=word!look @refs -dD,--delete!deletes
    -mMcCf,--move,--copy,--force!writes -u,--set-upstream-to=text!settings --unset-upstream!settings
    -t,--track?=text!settings --no-track text...!writes`,
  'git tag': `-l,--list!look -n?=number!look
    --contains,--no-contains,--merged,--no-merged,--points-at=word!look @refs -d,--delete!deletes
    -af,--annotate,--force!writes -m,--message=text -F,--file=read -sv,--sign!code -u,--local-user=text!code
    text...!writes`,
  'git remote': '!commands -v --verbose',
  'git remote show': '!network -n!look text...',
  'git remote get-url': '--push --all text',
  'git remote add|set-url': '!settings -ft --add --push --delete --tags --no-tags -m=text text word...',
  'git remote rename|remove|rm|set-head|set-branches': '!settings -adv --auto --delete --add text...',
  'git remote prune|update': '!network !deletes -pn --prune --dry-run text...',
  '@stash': '-pkuaqS --include-untracked --all --keep-index --staged --quiet --index -m,--message=text',
  'git stash': '!writes !commands @stash',
  'git stash list': '+--no-ext-diff +--no-textconv @log @diff',
  'git stash show': '+--no-ext-diff +--no-textconv --include-untracked --only-untracked @diff word',
  'git stash push|save|apply|pop|branch|create|store': '!writes @stash word...',
  'git stash drop|clear': '!deletes -q --quiet word...',
  'git worktree': '!commands',
  'git worktree list': '-vz --verbose --porcelain',
  'git worktree add': '!writes -bB=text -fdq --force --detach --lock --no-checkout write word',
  'git worktree remove|prune': '!deletes -fnv --force --dry-run --verbose delete...',
  'git submodule': '!asks !commands -q --quiet',
  'git submodule status': '!asks --cached --recursive word...',
  'git submodule foreach': '!never word...',
  'git submodule add|update|init|deinit|sync': `!network !code !writes -fq --init --force --recursive
    word...`,
  'git bisect': '!commands',
  'git bisect log|terms': '--oneline --stat',
  'git bisect run': '!never word...',
  'git bisect start|good|bad|new|old|skip|reset|replay|next': '!writes --no-checkout --first-parent word...',
  'git notes': '!commands --ref=text',
  'git notes list|show': 'word',
  'git config': `!commands -z --show-origin --show-scope --name-only --null --bool --int --path
    --type,--default=text --blob=word --get,--get-all,--get-urlmatch!look --get-regexp!asks
    -l,--list!look!asks
    --local --worktree --global,--system!never -f,--file=write!asks --add,--replace-all,--unset!settings
    --unset-all,--remove-section,--rename-section!settings -e,--edit!starts key text!settings text!settings`,
  'git config get|list': '--all --regexp --show-origin --local --global!never !asks key',
  'git config set|unset|rename-section|remove-section': `!settings --local --all --append --file=write
    --global,--system!never key text...`,
  'git config edit': '!never',

  // Local changes.
  'git add|stage': `!writes -Aupfv --all --update --force --verbose -N,--intent-to-add!writes --renormalize
    --chmod=text -n,--dry-run!look --patch --pathspec-from-file=read word...`,
  'git commit': `!writes -avqnospe -mCct,--message,--author,--date,--fixup,--squash,--reuse-message=text
    -F,--file,--template=read --all --amend --no-edit --no-verify --allow-empty --signoff --no-gpg-sign --only
    --reset-author --quiet --verbose --dry-run word...`,
  'git checkout|switch|restore': `!writes !deletes -bBcCs,--orphan,--create,--conflict,--source=text
    -fqdpmltSW --force --detach --merge --ours --theirs --quiet --track --no-track --staged --worktree
    --discard-changes target...`,
  'git reset': '!writes !deletes -qpN --hard --soft --mixed --keep --merge --quiet --patch word...',
  'git rm': '!deletes -rfnq --cached --force --dry-run --quiet --ignore-unmatch delete...',
  'git mv': '!writes -fknv --force --dry-run --verbose delete... write',
  'git clean': '!deletes -n,--dry-run!look -fdxXqi -e,--exclude=text --force --quiet target...',
  'git merge|cherry-pick|revert|am': `!writes -nqe -Xm,--strategy,--strategy-option,--mainline,--message=text
    --no-ff --ff --ff-only --squash --no-commit --abort --continue --quit --skip --no-edit --no-verify
    word...`,
  'git rebase': `!writes !deletes -ifqvm --interactive --continue --abort --skip --quit --autosquash
    --autostash --root --onto=text --no-verify --rebase-merges -x,--exec=text!starts word...`,
  'git apply': `!writes -R3q -pC=number --check,--stat,--numstat,--summary!look --cached --index --reverse
    --3way --reject --whitespace,--exclude,--include=text --directory=write --verbose read...`,
  'git init': `!writes -q --bare --quiet -b,--initial-branch=text --template,--separate-git-dir=text!never
    write`,
  'git gc|prune|repack|prune-packed|maintenance': `!deletes --aggressive --auto --quiet --prune?=text
    text...`,
  'git reflog expire|delete': '!deletes --all --expire,--expire-unreachable=text --dry-run word...',
  'git archive': `!writes -v -l,--list!look -o,--output=write --format,--prefix=text --remote=text!network
    --exec=text!starts -0123456789 word...`,
  'git format-patch': `!writes -o,--output-directory=write --stdout -ksN -v=number --cover-letter @diff
    word...`,
  'git difftool|mergetool': '!code -yg -x,--extcmd=text!starts -t,--tool=text --cached --staged word...',

  // Other machines.
  'git fetch|pull': `!network !writes -aftpnqvk -jo=text --all --tags --no-tags --prune --force --rebase?=text
    --depth,--deepen=number --no-rebase --ff-only --no-ff --quiet --verbose --unshallow --dry-run --autostash
    --upload-pack=text!starts word text...`,
  'git push': `!network !deletes -ufdqnv --set-upstream --force --force-with-lease?=text --all --tags --mirror
    --delete --prune --dry-run --follow-tags --no-verify --quiet -o,--push-option=text
    --receive-pack,--exec=text!starts word text...`,
  'git clone': `!network !writes -qvlns -boj,--branch,--origin,--jobs,--depth,--filter=text --quiet --bare
    --mirror --single-branch --recurse-submodules?=text --no-checkout --sparse -u,--upload-pack=text!starts
    -c,--config=setting --template,--separate-git-dir=text!never --reference=read word write`,
  'git ls-remote|fetch-pack|send-pack': `!network -thqvk -o,--sort=text --heads --tags --refs --quiet --symref
    --exit-code --get-url --all --upload-pack,--receive-pack,--exec=text!starts word text...`,

  'git send-email': `!network --smtp-server,--sendmail-cmd,--to-cmd,--cc-cmd,--header-cmd=text!starts
    word...`,
  // Parts of git that start programs or servers, or hand out passwords.
  'git daemon|instaweb|web--browse|remote-ext|remote-fd|remote-https|shell': '!never word...',
  'git credential|credential-store|credential-cache|credential-cache--daemon': '!never word...',
  'git upload-pack|receive-pack|upload-archive|http-backend|cvsserver|for-each-repo': '!never word...',
}
