// system.ts: table: programs that tell of the system, wrappers of other programs, what reaches other machines
// or users, and what only a shell has. README.md has the form.

import type { Tables } from './form.ts'

export const SYSTEM: Tables = {
  'date': `!prints -uRnj -I,--iso-8601?=text -d,--date,--rfc-3339,-v=text -r,--reference,-f,--file=read
    -s,--set=text!settings --utc --universal --rfc-email plus`,
  'uname': '-asnrvmpio --all --kernel-name --nodename --kernel-release --machine --operating-system',
  'arch|logname|users|tty|whoami|runlevel|lsmod|lsipc': '-s --silent --quiet',
  'nproc': '--all --ignore=number',
  'hostname': '-sfdiIAyax --short --fqdn --long --domain --ip-address -F,--file=read!settings text!settings',
  'id': '-ugGnrzapPF --user --group --groups --name --real --zero text...',
  'groups': 'text...',
  'who': '-abdHlmpqrstTuw --all --boot --count --heading --users text text',
  'w|last|lsb_release': '-0123456789 -acdFhinopRsuw text text',
  'uptime': '-ps --pretty --since',
  'free': '-bkmghtlwv --bytes --kibi --mebi --gibi --human --total --wide --si --lohi',
  'lscpu|lsblk|lspci|lsusb|lsns|lsmem|lshw|blkid|findmnt|lsdev|lsfd|lslocks|lslogins': `-abcdeflmnpstvxJPOSDkT
    --all --json --noheadings --list --tree --bytes --fs --paths -oI,--output,--columns,--sort=text word...`,
  'mount': '-lvh -t=text',
  'dmesg': '-HTtxkLuer -lf,--level,--facility=text --ctime --human --nopager --color?=text',
  'journalctl': `-0123456789 -xeaqkrm --no-pager --all --quiet --reverse --list-boots --user --system
    -nuptgSUo,--lines,--unit,--priority,--grep,--since=text --until,--output=text -b,--boot?=text --dmesg`,
  'systemctl': `-alqr --no-pager --full --all --user --system --failed --plain --no-legend --quiet --reverse
    --value --type,--state,--property,--lines,--output,-tpno=text
    status|is-active|is-enabled|is-failed|show|cat|list-units|list-unit-files|list-timers|list-dependencies
    text...`,
  'ps': `!words -A -a -d -e -f -F -j -l -L -T -w -ww -x -y -H -ef -efw -efww -eF -el -ely -eLf -aux
    -axo,-o,-eo,-Ao,-O,-eww,--format=format -C,-p,-t,-u,-U,-g,-G,--sort,--pid,--ppid,--user,--group=text
    --cols,--columns,--rows,--width=text --no-headers --forest
    a|aux|auxw|auxww|auxwww|auxf|axu|axuww|ax|axww|axf|axo|u|x|ux|axjf|xo|axl|l|f|T`,
  'top': '!asks -bcHiS1E -nlopuUwes=text',
  'pgrep|pidof|pstree': '-flaxcnovihAptTuZsgS -UPGd=text --list-name --list-full --count --full text...',
  'kill': '!settings -l!look -L!look -0123456789 -s=text text...',
  'pkill|killall|xkill': '!settings -0123456789 -s=text text...',
  'lsof': '-PntaUlbVwROX -pucdFgs=text -i?=text word...',
  'ss': '-antuplxeimoswrH46ZbOTS -fA=text --listening --processes --numeric --tcp --udp text...',
  'netstat': '-antuplrsieogvW46fbx text',
  'ip': `!words -4 -6 -br -brief -o -oneline -s -statistics -d -details -j -json -p -c -color -N
    addr|address|a|route|ro|r|link|l|neigh|n|rule|ru|maddr|netns show|list|ls|s|get text...`,
  'ifconfig|iwconfig': '-as text',
  'cal|ncal': '-0123456789 -13yjmMshNbw -ABd=text text...',
  'sleep': 'number...',
  'yes': '!asks text...',
  'printenv': '!asks -0 --null text...',
  'crontab': '!settings -l!look -u=text -ei -r!deletes word',
  'dpkg': '!settings !writes -l,--list,-L,--listfiles,-s,--status,-S,--search,-p,--print-avail!look text...',
  'apt': '-aqin --installed --upgradable --all-versions list|show|policy|depends|rdepends|search text...',
  'apt-cache': 'show|policy|search|depends|rdepends|madison|showpkg|stats text...',
  // Wrappers: what they start is judged as well.
  'env': `!asks !starts -iv0 -u,--unset=text -S,--split-string=text!starts -C,--chdir=text!never
    --ignore-environment --null --debug inner`,
  'command': '!starts -p -vV=text!look inner',
  'timeout': '!starts -v -ks,--kill-after,--signal=text --foreground --preserve-status number inner',
  'nice': '!starts -0123456789 -n,--adjustment=number inner',
  'nohup|catchsegv|linux32|linux64|i386|x86_64|fakeroot|unbuffer|caffeinate|busybox|toybox': '!starts inner',
  'time|gtime': '!starts -apvqlh -f,--format=text -o,--output=write --append --portability --verbose inner',
  'stdbuf': '!starts -ioe,--input,--output,--error=text inner',
  'setsid': '!starts -cfw --ctty --fork --wait inner',
  'ionice': '!starts -t -cn,--class,--classdata=text --ignore inner',
  'taskset': '!starts -ac --all-tasks --cpu-list text inner',
  'chrt': '!starts -abdfimorRv -TPD=number number inner',
  'prlimit|unshare|firejail|proot|bwrap|systemd-run|xvfb-run|faketime|setarch|numactl': '!starts inner',
  'strace|ltrace|dtruss': '!starts -fqvtTcyCrxkniz -epsuaPSIU=text -o,--output=write inner',
  'xargs|gxargs': `!starts !asks !appends -0rtpxo -a,--arg-file=read
    -dEILnPsJR,--delimiter,--max-args,--max-lines=text --max-procs,--max-chars=text -iel,--replace,--eof?=text
    --null --no-run-if-empty inner`,
  'flock': '!starts -sxneuoF -wE,--timeout=text -c,--command=text!starts --nonblock write inner',
  'sudo|doas|pkexec': `!starts !settings -nSHbkKvl -ugpChTr,--user,--group,--prompt=text -eisAE!never
    --version,--help!asks inner`,
  'script': '!starts !writes -aqfe -c,--command=text!starts -tEmo?=text write',
  'su|runuser': `!starts !settings -lmfp -cC,--command,--session-command=text!starts -s,--shell=text!starts
    -gG=text text`,
  'watch|parallel|entr|hyperfine|run-parts|start-stop-daemon|sg|chroot|nsenter|expect': '!never word...',
  'ssh|mosh|autossh|slogin': `!starts !network -46aACfgGkKMnNqsTtvVxXyY -o=assign -pl=text -bBcDeLmOQRSwW=text
    -iF=read -IEJ=text!never text text...`,
  'scp|sftp': `!network !writes -346ABCpqrTv -SD=text!starts -o=assign -clP=text -iF=read -J=text!never
    target...`,
  'rsync': `!network !writes -abcglopqrtuvxzACDEHIKLOPRSWX -e,--rsh,--rsync-path=text!starts -Tf=text
    --exclude,--include,--filter=text --exclude-from,--include-from,--files-from,--password-file=read
    --log-file=write --dry-run
    --delete,--delete-after,--delete-before,--delete-excluded,--remove-source-files!deletes target...`,
  'nc|ncat|netcat': '!network -46abdhklnNqrStuvz -iwpsxX=text -ec,--exec,--sh-exec=text!starts word...',
  'tcpdump|tshark': '!network -z=text!starts -cirYf=text -w=write -nvAxXeq text...',
  'ping|ping6|traceroute|mtr|dig|host|nslookup|whois|telnet|ftp': `!network -0123456789 -46abdnqrtvUCR
    -ciswW=text text...`,
  // What only a shell has.
  'alias|bg|bind|builtin|caller|compgen|complete|declare|disown|enable|eval|exec': '!never text...',
  'exit|export|fc|fg|getopts|hash|history|let|local|logout|mapfile|popd|pushd|read': '!never text...',
  'readonly|return|set|shift|shopt|source|suspend|trap|typeset|ulimit|umask|unalias|unset|wait': `!never
    text...`,
}
