// change.ts: table: copies, removals, modes, archives, patches. README.md has the form.

import type { Tables } from './form.ts'

export const CHANGE: Tables = {
  'cp|gcp': `!writes -abdfHiLlnPpRrsTuvxZ -t,--target-directory=write -S,--suffix=text --backup?=text
    --archive --force --no-clobber --recursive --update?=text --verbose --preserve?=text --reflink?=text
    read... write`,
  'mv': `!writes -bfinTuv -t,--target-directory=write -S,--suffix=text --backup?=text --force --update?=text
    --verbose delete... write`,
  'ln': `!writes -bdfFiLnPrsTvh -t,--target-directory=write -S,--suffix=text --backup?=text --force --symbolic
    --verbose read... write`,
  'install|ginstall': `!writes -bcCdDpsTv -t,--target-directory=write
    -gmoS,--group,--mode,--owner,--suffix=text --directory --strip-program=text!starts --preserve-timestamps
    --verbose read... write`,
  'rm|grm': `-dfiIrRv --force --recursive --interactive?=text --dir --one-file-system --preserve-root?=text
    --no-preserve-root --verbose delete...`,
  'rmdir': '-pv --parents --ignore-fail-on-non-empty --verbose delete...',
  'unlink|shred|trash|srm|trash-put': `-fuvzx -ns=text --force --remove?=text --zero --iterations=number
    delete...`,
  'mkdir': '-pvZ -m,--mode=text --parents --verbose write...',
  'touch': '-acfmh -dt,--date,--time=text -r,--reference=read --no-create --no-dereference write...',
  'mktemp': '!writes -dqut -p,--tmpdir?=write --suffix=text --directory --dry-run --quiet write',
  'chmod|chown|chgrp|setfacl|chattr|xattr|setfattr': `!settings -RcfvhHLP -m,-x,-n,-V=text --reference=read
    --recursive --changes --silent --quiet --verbose text write...`,
  'tee|sponge': '-aip --append --ignore-interrupts --output-error?=text write...',
  'truncate': '-co -s,--size=text -r,--reference=read --no-create --io-blocks write...',
  'split': `!writes -deuxz -abCln,--suffix-length,--bytes,--line-bytes,--lines,--number,-t,--separator=text
    --filter=text!starts --additional-suffix=text --numeric-suffixes,--hex-suffixes?=text --verbose
    --elide-empty-files read write`,
  '@tar': `-t,--list!look -cxruA,--create,--extract,--get,--append,--update,--catenate!writes -d --diff
    --compare -f,--file,-C,--directory=target -T,--files-from,--exclude-from,-X=read!asks
    -I,--use-compress-program,-F,--info-script,--new-volume-script,--to-command,--rsh-command=text!starts
    --rmt-command,--checkpoint-action=text!starts --checkpoint?=text -vzjJaZpPkhOSUmoWwiBMsln --verbose --gzip
    --bzip2 --xz --zstd --to-stdout --exclude-vcs
    -g=write -bHVKNL,--exclude,--strip-components,--transform,--owner,--group,--mode=text`,
  'tar|gtar|bsdtar': '!writes !commands @tar target...',
  'tar tf|tvf|tzf|tzvf|tvzf|ztf|ztvf|tjf|tjvf|tJf|tJvf': '!look @tar target word...',
  'zip': `!writes -rqjmuyDgv0123456789 -T!starts -P,-n,-s,-t=text -xi=text --unzip-command=text!starts
    --recurse-paths --quiet --junk-paths --exclude=text write word...`,
  'unzip|bsdunzip': '!writes -ltZvpz1!look -onqjaLCUX -d=write -P,-x=text word text...',
  'gzip|gunzip|bzip2|bunzip2|xz|unxz|zstd|unzstd|lzma|pigz': `!writes !deletes -123456789fkqvnNTe
    -r,--recursive!asks -clt,--stdout,--list,--test!look -d,--decompress,--uncompress!writes!deletes --keep
    --force --best --fast
    -o=write target...`,
  'patch|gpatch': `!writes -bEflNRstuc -pFVBzYDg=number --dry-run!look -d,--directory=write -i,--input=read
    -o,--output,-r,--reject-file=write --forward --reverse --backup --strip=number --quiet --batch write
    read`,

  'sysctl|modprobe|chsh|usermod|useradd|groupadd|passwd|visudo|launchctl|defaults': '!settings word...',
  'brew|apt-get|yum|dnf|pacman|apk|zypper|nvm|fnm|volta|asdf|mise|choco|winget': `!network !code !settings
    args`,
  'shutdown|reboot|halt|poweroff|mkfs|fdisk|parted|wipefs|mkswap|umount|losetup|cryptsetup': `!deletes
    !settings args`,
}
