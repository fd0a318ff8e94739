// files.ts: table: programs that look at files and folders. README.md has the form.

import type { Tables } from './form.ts'

export const FILES: Tables = {
  'ls|dir|vdir': `-aAbBcCdfFgGhHiklmnNopqQrRsStuUvxXZ1@eO -Tw=number -I=text -L,--dereference!asks --all
    --almost-all --block-size=text --ignore-backups --color,--classify?=text --directory --file-type
    --format=text --full-time --group-directories-first --no-group --human-readable --si --inode
    --hide,--ignore,--quoting-style,--sort,--time,--time-style=text --numeric-uid-gid --quote-name --recursive
    --reverse --size --width=number read...`,
  'cat': `-AbeEnstTuvl --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs
    --show-nonprinting read...`,
  'tac': '-br -s,--separator=text --before --regex read...',
  'head': '-0123456789 -qvz -nc,--lines,--bytes=number --quiet --silent --verbose --zero-terminated read...',
  'tail': `-0123456789 -qvz -ncb,--lines,--bytes=number -fF,--follow?=text!asks --retry!asks --pid,-s=number
    --quiet --silent --verbose --zero-terminated read...`,
  'nl': `-p -bdfhinlsvw,--body-numbering,--number-format,--number-width,--number-separator=text
    --starting-line-number,--header-numbering,--footer-numbering=text read...`,
  'wc': `-cmlwL --bytes --chars --lines --words --max-line-length --files0-from=read!asks --total=text
    read...`,
  'od': `-abcdfhiloxsv -AjNtS,--address-radix,--skip-bytes,--read-bytes,--format=text -w,--width?=number
    --output-duplicates read...`,
  'xxd': `!words -a -b -c,-cols,-g,-groupsize,-l,-len,-s,-seek,-o,-n,-name=text -C -d -e -E -i -include -p -ps
    -plain -postscript -r -revert -u -v read -- write`,
  'hexdump|hd': '-bcCdovx -ens=text -f=read read...',
  'file': `-bchdiIkLlNnrsv0E -p!writes -zZ,--uncompress!asks -eFP,--separator=text -mM,--magic-file=read!asks
    -f,--files-from=read!asks -C,--compile!writes --brief --mime --mime-type --mime-encoding --dereference
    --no-dereference --keep-going --extension --no-pad --raw read...`,
  'stat': '-fLtxsnqlr -c,--format,--printf=text --dereference --file-system --terse read...',
  'du': `-abcDHhklmPsSx0A -L,--dereference!asks -B,-t,--threshold,--exclude,--time-style=text
    -d,--max-depth=number -X,--exclude-from=read --files0-from=read!asks --time?=text --all --apparent-size
    --bytes --total --human-readable --si --summarize --one-file-system read...`,
  'df': `-ahHiIklmPTY -Btx,--block-size,--type,--exclude-type=text --output?=text --all --human-readable --si
    --local --print-type --total read...`,
  'tree': `!words -a -d -f -g -i -N -p -q -Q -r -s -t -u -v -c -U -A -C -D -F -J -S -X -h -x -n -l!asks
    -R!writes -o=write -L,--filelimit=number -I,-P,-T=text -H!writes --noreport
    --dirsfirst --prune --gitignore --gitfile=read --du --si --ignore-case --timefmt=text --sort?=text
    --fromfile!asks read...`,
  'realpath': `-emLPqsz --canonicalize-existing --canonicalize-missing --logical --physical --quiet --strip
    --no-symlinks --zero --relative-to,--relative-base=read read...`,
  'readlink': '-femnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline read...',
  'basename': '-az -s,--suffix=text --multiple --zero text...',
  'dirname': '-z --zero text...',
  'pwd': '-LP --logical --physical !prints',
  'find': `!words -H -P -L!asks -follow!asks -empty -executable -readable -writable -nouser -nogroup -depth -d
    -mount -xdev -print -print0 -ls -prune -quit -true -false -not -a -and -o -or
    -name,-iname,-path,-ipath,-wholename,-iwholename,-regex=text
    -iregex,-regextype,-lname,-ilname,-type,-xtype,-size,-perm,-user,-group,-uid,-gid,-mtime,-ctime=text
    -atime,-mmin,-cmin,-amin,-maxdepth,-mindepth,-links,-inum,-used,-fstype,-printf,-newermt=text
    -newer,-anewer,-cnewer,-samefile=read -files0-from=read!asks -delete!deletes -fprint,-fprint0,-fls=write
    -fprintf=write+text -exec,-execdir,-ok,-okdir=text!starts read...`,
  'fd|fdfind': `-HIusigapF01q --hidden --no-ignore --no-ignore-vcs --unrestricted --case-sensitive
    --ignore-case --glob --regex --fixed-strings --absolute-path --full-path --print0 --quiet --prune
    --one-file-system -L,--follow!asks -l,--list-details!asks -xX,--exec,--exec-batch=text!starts
    -etESco,--extension,--type=text
    --exclude,--size,--color,--owner,--changed-within,--changed-before,--newer,--older,--and,--format=text
    -dj,--max-depth,--min-depth,--exact-depth,--threads,--max-results=number --ignore-file,--search-path=read
    --base-directory,-C=read!asks --strip-cwd-prefix?=text text read...`,
  'which': '-as --all word...',
  'type': '-aptPf text...',
  'test': `!words -b -c -d -e -f -g -G -h -k -L -n -N -O -p -r -s -S -t -u -w -x -z -a -o -eq -ne -lt -le -gt
    -ge -nt -ot -ef word...`,
  'md5sum|sha1sum|sha224sum|sha256sum|sha384sum|sha512sum|b2sum|cksum|sum|shasum|md5|b3sum': `-btzqrs
    -c,--check!asks -a,--algorithm=text -l,--length=number --binary --text --tag --zero --ignore-missing
    --quiet --status --strict --warn --untagged read...`,
  'base64|base32|basenc': `-dDi -w,--wrap,-b,--break=number -o,--output=write --input=read --decode
    --ignore-garbage --base64url --base16 read`,
  'strings': '-0123456789 -afwd -nteT,--bytes,--radix,--encoding=text --all --print-file-name word...',
  'nm|readelf|size': `-aAbBCdDeghilnoprRsStTuVvwWxXz --demangle?=text --all-headers --headers --dynamic
    --defined-only --syms --sections --file-header --wide --format,--section=text word...`,
  'zcat|gzcat|bzcat|xzcat|zstdcat|lz4cat|zipinfo': '-fqv12 read...',
}
