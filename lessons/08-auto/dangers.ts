// dangers.ts: table: commands that nobody may take for small, by kind, each kind with the category it has. A
// form says what must be there; forms.ts has how one is read. What is elsewhere and may be lost stands in
// away.ts; what takes more than one vector to be seen, in found.ts.

import { AWAY } from './away.ts'

export type Category = 'identity_file' | 'env_file' | 'secret_file' | 'destructive_shell' | 'sudo' | 'publish'
  | 'git_push' | 'network_write' | 'system_change'

/** Commands of one kind, a form a line; a backslash at its end continues it. */
export interface Danger { what: string; category: Category; forms: string }

export const DANGERS: readonly Danger[] = [...AWAY,
  { what: 'acts as another user', category: 'sudo', forms: `
    sudo|doas|su|pkexec|runuser|sudoedit|gosu|run0` },

  { what: 'overwrites or removes a disk', category: 'destructive_shell', forms: `
    mkfs*|mke2fs|newfs*|fdisk|cfdisk|gdisk|sgdisk|sfdisk|parted|wipefs|blkdiscard|mkswap : !-l !--list !--help
    lvremove|vgremove|pvremove
    dd : of=/dev/*
    cp|mv|cat|tee|echo|printf|pv|zcat|xz : /[\\s=]\\/dev\\/(sd|hd|vd|xvd|nvme|mmcblk|r?disk|md|dm-)\\w*$/
    diskutil : erase*|partitionDisk|zeroDisk|secureErase|reformat
    cryptsetup luksFormat|luksErase|erase
    hdparm : --security-erase*
    nvme format|sanitize
    zpool|zfs destroy
    btrfs subvolume delete
    mdadm : --zero-superblock
    shred|srm|wipe` },

  { what: 'throws away history or work', category: 'destructive_shell', forms: `
    git reset : --hard|--merge
    git clean : -f|-x|-X|-d|--force !-n !--dry-run
    git checkout|restore : /\\s(\\.|\\.\\/|:\\/|\\*)$/ !--staged
    git restore : /\\s(\\.|\\.\\/|:\\/|\\*)$/ --worktree|-W
    git checkout|switch : -f|--force|--discard-changes
    git filter-branch|filter-repo
    git-filter-repo|bfg
    git reflog expire|delete
    git stash drop|clear
    git branch : -D
    git branch : -d|--delete -f|--force
    git update-ref : -d|--stdin
    git worktree remove : -f|--force
    git submodule deinit : -f|--force|--all
    git rm : -r|-f /\\s(\\.|\\S*\\/|\\*)$/
    git read-tree : --reset
    hg strip|purge
    hg update|up|co|revert : -C|--clean|--all
    svn revert|cleanup : -R|--recursive|--remove-unversioned
    find : -delete !-name !-iname !-path !-regex !-empty
    python|perl|ruby|node|php : -c|-e|-r|--eval \
      /rm\\s+-\\w*r\\w*f|(rmtree|rm_rf|rmSync)\\(\\s*['"](\\/|~)/` },

  { what: 'stops the machine', category: 'system_change', forms: `
    shutdown|reboot|halt|poweroff|telinit|kexec : !-c !--help
    init : 0|1|6
    systemctl poweroff|reboot|halt|kexec|rescue|emergency|isolate
    pkill|killall : -u|-U|--euid|--uid|--user*
    kill : /\\s-(9|KILL|SIGKILL)\\s+(-1|1)(\\s|$)/` },

  { what: 'weakens what protects the machine', category: 'system_change', forms: `
    setenforce : 0|permissive
    auditctl : -e|-D|-R
    ufw disable|reset
    iptables|ip6tables : -F|--flush|-X|-P
    nft flush|delete
    systemctl|service stop|disable|mask|kill : /\\s(auditd|firewalld|ufw|apparmor|r?syslog|fail2ban|iptables)/
    service auditd|firewalld|ufw|apparmor|rsyslog|syslog|fail2ban|iptables stop
    csrutil|spctl : disable|--master-disable|--global-disable
    insmod|rmmod|setcap
    modprobe : -r|--remove
    chmod : /\\s([ugoa]*\\+[rwx]*s[rwx]*|[2467][0-7]{3})\\s/
    chmod : -R|--recursive /\\s(0?777|0?666|0?000|(a|o|ugo)?\\+[rx]*w[rwx]*)\\s/
    chmod : /\\s(0?777|a\\+rwx|0?666|0?000)\\s/ /\\s(\\/|~|\\$HOME)/
    chmod|chown|chgrp|setfacl : -R|--recursive \
      /\\s(\\/|~|\\$HOME|\\/(etc|usr|var|home|bin|lib|opt|boot|root))\\/?(\\s|$)/
    usermod|gpasswd : /\\s(-aG|-G|--groups|-a|-o|-u)\\s.*\\b(sudo|wheel|docker|root|admin|0)\\b/
    useradd|adduser : /\\s(-o|--non-unique|-u\\s?0|-G\\s?\\S*(sudo|wheel|docker|root))(\\s|$)/
    userdel|deluser|groupdel|visudo
    passwd : -d|-l|--delete|--lock
    apt|apt-get|aptitude|dpkg : purge|--purge|-P
    apt|apt-get|dnf|yum remove|erase|autoremove : /\\s(linux-|kernel|systemd|glibc|libc6|sudo|openssh|\\*)/
    docker|podman run|create|exec : --privileged
    docker|podman run|create : /[\\s=]\\/:\\// ` },

  { what: 'hides what was done', category: 'system_change', forms: `
    history : -c|-w|-d
    rm|unlink|shred|truncate|ln|cp|echo|printf|tee|mv : /[\\s\\/]\\.\\w*_history\\s*$/
    cat : /\\s\\S+\\s\\S*\\.\\w*_history\\s*$/
    set : /\\s\\+o\\shistory/
    unset : HIST*
    export|declare|typeset|local : /\\s(HISTFILE=(\\/dev\\/null|$|\\s)|HISTSIZE=-?0)/
    export|declare|typeset|local : LD_PRELOAD=*|LD_AUDIT=*|DYLD_INSERT*|BASH_ENV=*
    wevtutil cl|clear-log
    Clear-EventLog|Clear-History` },

  { what: 'runs what was fetched or decoded', category: 'destructive_shell', forms: `
    python|perl|ruby|node|php|deno|bun : -c|-e|-E|-r|--eval /\\b(exec|eval|system|Function)\\b.*\
(b64decode|base64|urlopen|requests\\.get|fromCharCode|atob|decode64|unhexlify|fetch\\()/
    python|perl|ruby|node|php : -c|-e|-r|--eval /socket.*(dup2|subprocess|pty\\.spawn|exec|\\bsh\\b)/
    deno run|install|test|check : /\\s(http|npm:|jsr:)/
    powershell|pwsh : /\\s-e(nc\\w*)?\\s|DownloadString|FromBase64String|Invoke-Expression|\\biex\\b/i
    nc|ncat|netcat|socat : /\\s(-e|-c|--exec|--sh-exec)\\b|\\bexec:/i` },

  { what: 'writes what starts later', category: 'system_change', forms: `
    crontab : /\\s(-|-r|[^-\\s]\\S*)$/ !-l
    systemctl link|edit|set-environment
    launchctl load|bootstrap|submit
    schtasks : /create
    update-rc.d|chkconfig|rc-update : add|defaults|enable|on` },

  { what: 'sends a file away', category: 'network_write', forms: `
    curl : /\\s(-[fgikLNOqRsSv]*T|--upload-file)([\\s=]|\\S)|\\s(-[fgikLNOqRsSv]*F|--form)[\\s=]?\\S*=[@<]|\
\\s(-[fgikLNOqRsSv]*d|--data(-\\w+)?|--json)[\\s=]?@(?!-)/ !/\\/\\/(localhost|127\\.|\\[::1)/
    wget : --post-file|--body-file !/\\/\\/(localhost|127\\.|\\[::1)/
    transfer|transfer.sh|croc|wormhole|ffsend : !receive !--help
    gh gist create
    nc|ncat|netcat : -q|-N` },
]
