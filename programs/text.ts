// text.ts: table: programs that search, cut, sort and compare text. README.md has the form.

import type { Tables } from './form.ts'

export const TEXT: Tables = {
  'grep|egrep|fgrep|rgrep': `-0123456789 -EFGPacHhIiLlnoqsTUuVvwxyZzbr -R,--dereference-recursive!asks
    -dD=text -ABCm,--max-count,--context,--after-context,--before-context=number -e,--regexp=text!instead
    -f,--file=read!instead --include=glob --exclude,--exclude-dir,--label=text --exclude-from=read
    --color,--colour?=text --extended-regexp --fixed-strings --perl-regexp --count --ignore-case
    --no-ignore-case --invert-match --word-regexp --line-regexp --line-number --byte-offset --with-filename
    --no-filename --files-with-matches --files-without-match --only-matching --quiet --silent --no-messages
    --recursive --text --null --line-buffered text read...`,
  'rg|ripgrep': `-abcFHhiIlnNopPqsSUvwx0 -u,--unrestricted!asks -.,--hidden!asks -L,--follow!asks
    -z,--search-zip!asks --pre,--hostname-bin=text!starts -e,--regexp=text!instead -f,--file=read!instead
    --files!instead --type-list!instead -ABCmMjd,--max-count,--context,--after-context,--before-context=number
    --max-depth,--maxdepth,--max-columns,--threads=text
    -g,--glob,--iglob=glob -tTrE,--type,--type-not,--replace,--sort,--sortr=text --color=text
    --ignore-file=read --json --stats --count --count-matches --files-with-matches --files-without-match
    --no-heading --heading --line-number --no-line-number --column --no-column --vimgrep --trim
    --only-matching --multiline --smart-case --ignore-case --case-sensitive --fixed-strings --word-regexp
    --line-regexp --invert-match --no-ignore --no-messages --no-config --null --quiet --pcre2 --with-filename
    --no-filename --line-buffered --byte-offset text read...`,
  'sort': `-bdfgGhiMnrRsuVzmcC -ktS,--key,--field-separator,--buffer-size,--sort=text
    -T,--temporary-directory=write -o,--output=write --compress-program=text!starts --files0-from=read!asks
    --random-source=read --batch-size=number --check?=text --ignore-leading-blanks --ignore-case --month-sort
    --human-numeric-sort --numeric-sort --reverse --version-sort --stable --unique --zero-terminated read...`,
  'uniq': `-0123456789 -cdDiuz -fsw,--skip-fields,--skip-chars,--check-chars=number
    --all-repeated,--group?=text --count --repeated --unique --ignore-case --zero-terminated read write`,
  'cut': `-nsz -bcdfF,--delimiter,--fields,--bytes,--characters,--output-delimiter=text --complement
    --only-delimited --zero-terminated read...`,
  'tr': '-cCdst --complement --delete --squeeze-repeats --truncate-set1 text text',
  'diff': `-0123456789 -abBcdeEfHinNpqrsTtuvwyZ
    -UCWxIFSDL,--label,--exclude,--width,--ignore-matching-lines=text
    -X,--exclude-from=read --from-file,--to-file=tree --unified,--context,--color?=text --brief --recursive
    --new-file --text --minimal --normal --side-by-side --no-dereference --suppress-common-lines --ignore-case
    --ignore-all-space --ignore-space-change --ignore-blank-lines --strip-trailing-cr --show-c-function tree
    tree`,
  'comm': '-123iz --check-order --nocheck-order --output-delimiter=text --total --zero-terminated read read',
  'cmp': `-bls -in,--bytes,--ignore-initial=text --print-bytes --verbose --quiet --silent read read text
    text`,
  'join': '-iz -aevojt12=text --header --check-order --nocheck-order --ignore-case read read',
  'paste': '-sz -d,--delimiters=text --serial --zero-terminated read...',
  'column': `-tJxe -scoNRHTW,--separator,--output-separator,--output-width,--table-columns=text
    --table-right,--table-hide,--table-wrap,--table-order=text --table --json --fillrows read...`,
  'fold|fmt|expand|unexpand': `-0123456789 -abcistu -wgp,--width,--goal,--prefix,--tabs=text --bytes --spaces
    read...`,
  'rev|tsort|ptx': 'read...',
  'seq|factor|expr': '-- text...',
  'bc': '-lqsi --mathlib --quiet --standard read...',
  'iconv': '-cls -ft,--from-code,--to-code=text -o,--output=write --list --silent read...',
  'shuf': `-erz -n,--head-count,-i,--input-range=text -o,--output=write --random-source=read --echo --repeat
    --zero-terminated word...`,
  'sed|gsed': `-nrEsuz -l,--line-length=number -e,--expression=sed!instead -f,--file=read!instead!asks
    -i,--in-place?=write!inplace --quiet --silent --regexp-extended --posix --null-data --follow-symlinks sed
    read...`,
  'awk|gawk|mawk|nawk|original-awk': `-SbcrtO --sandbox --posix -Fv,--field-separator,--assign=text
    -e,--source=awk!instead -f,--file=read!instead!asks -i,--include=read!inplace!asks
    -lE,--load,--exec=text!starts awk -- read...`,
  'jq|gojq|jaq': `-nrjaCMSescR --null-input --raw-input --raw-output --join-output --compact-output
    --color-output --monochrome-output --sort-keys --slurp --exit-status --tab --indent=number
    --arg,--argjson=text+text --slurpfile,--rawfile,--argfile=text+read -L,--library-path=read!asks
    -f,--from-file=read!instead!asks jq read...`,
  '@yq': `-nrPeCMNjy -i,--inplace,--in-place!inplace -opI,--output-format,--input-format,--indent=text
    --prettyPrint --null-input --exit-status --tojson jq read...`,
  'yq': '!commands @yq',
  'yq eval|e|eval-all|ea': '@yq',
  'echo': '!prints -- text...',
  'printf': '!prints -- text...',
  'true|false': '!prints -- text...',
  'less|more|most': '-0123456789 -aBcCdeEfFgGiIJlmMnNqQrRsSuUwWX word...',
  'bat|batcat': `--pager=text!starts -pAnfPu -lrHm,--language,--line-range=text
    --style,--color,--paging,--theme,--wrap,--decorations=text --plain --number --show-all word...`,
  'man': '!asks -P,--pager=text!starts -H,--html?=text!starts -kfwaS -CM,--config-file=read word...',
}
