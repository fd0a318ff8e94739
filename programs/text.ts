// text.ts: table: programs that search, cut, sort and compare text. form.ts has the form.

import type { Tables } from './form.ts'

export const TEXT: Tables = {
  'grep|egrep|fgrep|rgrep': `-NUM -EFGPacHhIiLlnoqsTUuVvwxyZzbr -R,--dereference-recursive!asks -dD=text
    -ABCm,--max-count,--context,--after-context,--before-context=number -e,--regexp=text!instead
    -f,--file=read!instead
    --include,--exclude,--exclude-dir,--binary-files,--label,--directories,--devices=text --exclude-from=read
    --color,--colour?=text --basic-regexp --extended-regexp --fixed-strings --perl-regexp --count
    --ignore-case --no-ignore-case --invert-match --word-regexp --line-regexp --line-number --byte-offset
    --with-filename --no-filename --files-with-matches --files-without-match --only-matching --quiet --silent
    --no-messages --recursive --text --null --null-data --initial-tab --line-buffered text read...`,
  'rg|ripgrep': `-abcFHhiIlnNopPqsSUvwx0 -u,--unrestricted!twice -.,--hidden!asks -L,--follow!asks
    -z,--search-zip!asks --pre,--hostname-bin=text!starts -e,--regexp=text!instead -f,--file=read!instead
    --files!instead --type-list!instead -ABCmMjd,--max-count,--context,--after-context,--before-context=number
    --max-depth,--maxdepth,--max-columns,--threads=text
    -gtTrE,--glob,--iglob,--type,--type-not,--replace,--encoding,--type-add,--type-clear,--sort,--sortr=text
    --color,--colors,--max-filesize,--engine,--pre-glob=text --ignore-file=read --json --stats --count
    --count-matches --files-with-matches --files-without-match --no-heading --heading --line-number
    --no-line-number --column --no-column --vimgrep --trim --only-matching --multiline --multiline-dotall
    --smart-case --ignore-case --case-sensitive --fixed-strings --word-regexp --line-regexp --invert-match
    --no-ignore --no-ignore-vcs --no-messages --no-config --null --null-data --quiet --text --pcre2 --crlf
    --with-filename --no-filename --no-unicode --pretty --line-buffered --byte-offset --debug --trace text
    read...`,
  'ag': `-ilLnvwcQsSaoHr0 -u,--unrestricted!asks --hidden!asks -f,--follow!asks -z,--search-zip!asks
    --pager=text!starts -ABCm,--after,--before,--context,--max-count,--depth=number -G,--ignore=text
    -g=text!instead -p,--path-to-ignore=read --ignore-case --smart-case --literal --word-regexp --count
    --column --nocolor --color --nogroup --group --noheading --files-with-matches --files-without-matches text
    read...`,
  'sort': `-bdfgGhiMnrRsuVzmcC -ktS,--key,--field-separator,--buffer-size,--sort=text
    -T,--temporary-directory=read -o,--output=write --compress-program=text!starts --files0-from=read!asks
    --random-source=read --parallel,--batch-size=number --check?=text --ignore-leading-blanks
    --dictionary-order --ignore-case --general-numeric-sort --ignore-nonprinting --month-sort
    --human-numeric-sort --numeric-sort --random-sort --reverse --version-sort --stable --unique --merge
    --zero-terminated --debug read...`,
  'uniq': `-NUM -cdDiuz -fsw,--skip-fields,--skip-chars,--check-chars=number --all-repeated,--group?=text
    --count --repeated --unique --ignore-case --zero-terminated read write`,
  'cut': `-nsz -bcdfF,--delimiter,--fields,--bytes,--characters,--output-delimiter=text --complement
    --only-delimited --zero-terminated read...`,
  'tr': '-cCdst --complement --delete --squeeze-repeats --truncate-set1 text text',
  'diff': `-NUM -abBcdeEfHinNpqrsTtuvwyZ -UCWxIFSDL,--label,--exclude,--width,--ignore-matching-lines=text
    -X,--exclude-from,--from-file,--to-file=read --unified,--context,--color?=text --brief --recursive
    --new-file --unidirectional-new-file --text --minimal --normal --side-by-side --left-column
    --no-dereference --suppress-common-lines --ignore-case --ignore-all-space --ignore-space-change
    --ignore-blank-lines --strip-trailing-cr --report-identical-files --expand-tabs --initial-tab
    --show-c-function --tabsize=number --line-format=text read read`,
  'diff3': '-aeEmTxX3A -L,--label=text --merge --text --show-all read read read',
  'sdiff': '-abBdEiltWsZ -w,--width=number -o,--output=write read read',
  'comm': '-123iz --check-order --nocheck-order --output-delimiter=text --total --zero-terminated read read',
  'cmp': `-bls -in,--bytes,--ignore-initial=text --print-bytes --verbose --quiet --silent read read text
    text`,
  'join': '-iz -aevojt12=text --header --check-order --nocheck-order --ignore-case read read',
  'paste': '-sz -d,--delimiters=text --serial --zero-terminated read...',
  'column': `-tJxe -scoNRHTW,--separator,--output-separator,--output-width,--table-columns=text
    --table-right,--table-hide,--table-wrap,--table-order=text --table --json --fillrows read...`,
  'fold|fmt|expand|unexpand': `-NUM -abcistu -wgp,--width,--goal,--prefix,--tabs=text --bytes --spaces
    read...`,
  'rev|tsort|ptx': 'read...',
  'seq|factor|expr': '!plain text...',
  'bc': '-lqsi --mathlib --quiet --standard read...',
  'numfmt': `-z
    -d,--delimiter,--field,--format,--from,--from-unit,--to,--to-unit,--padding,--round,--suffix=text
    text...`,
  'iconv': '-cls -ft,--from-code,--to-code=text -o,--output=write --list --silent read...',
  'shuf': `-erz -n,--head-count,-i,--input-range=text -o,--output=write --random-source=read --echo --repeat
    --zero-terminated word...`,
  'sed|gsed': `-nrEsuz -l,--line-length=number -e,--expression=sed!instead -f,--file=read!instead!asks
    -i,--in-place?=text!inplace --quiet --silent --regexp-extended --posix --debug --sandbox --null-data
    --separate --unbuffered --follow-symlinks sed read...`,
  'awk|gawk|mawk|nawk|original-awk': `!first -SbcrtO --sandbox --posix --traditional --re-interval
    --characters-as-bytes -Fv,--field-separator,--assign=text -e,--source=awk!instead
    -f,--file=read!instead!asks -i,--include=read!inplace!asks -lE,--load,--exec=text!starts awk read...`,
  'jq|gojq|jaq': `-nrjaCMSescR --null-input --raw-input --raw-output --raw-output0 --join-output
    --compact-output --color-output --monochrome-output --sort-keys --slurp --exit-status --ascii-output --seq
    --stream --tab --unbuffered --indent=number --arg,--argjson=text+text
    --slurpfile,--rawfile,--argfile=text+read -L,--library-path=read!asks -f,--from-file=read!instead!asks jq
    read...`,
  '@yq': `-nrPeCMNjy -i,--inplace,--in-place!inplace -opI,--output-format,--input-format,--indent=text
    --prettyPrint --null-input --unwrapScalar?=text --exit-status --colors --no-colors --no-doc --tojson jq
    read...`,
  'yq': '!commands @yq',
  'yq eval|e|eval-all|ea': '@yq',
  'echo': '!plain !prints text...',
  'printf': '!plain !prints text...',
  'true|false': '!plain !prints text...',
  'less|more|most': '-NUM -aBcCdeEfFgGiIJlmMnNqQrRsSuUwWX word...',
  'bat|batcat': `--pager=text!starts -pAnfPu -lrHm,--language,--line-range=text
    --style,--color,--paging,--theme,--wrap,--decorations=text --plain --number --show-all word...`,
  'man': `-kfwaKiIW -P,--pager=text!starts -H,--html?=text!starts -Ss,--sections=text
    -C,--config-file=read!asks -M,--manpath=read -l,--local-file --where --all --apropos --whatis word...`,
  'apropos|whatis': '-adelrw text...',
}
