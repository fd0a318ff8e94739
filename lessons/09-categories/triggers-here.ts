// triggers-here.ts: table: the rest of triggers.ts: who acts here, what is secret, how this machine is set.

import type { Danger } from '../08-auto/dangers.ts'

export const ON_THIS_MACHINE: readonly Omit<Danger, 'what'>[] = [
  { category: 'identity_file', forms: `
    git config : /\\s(user|author|committer)\\.\\w+\\s\\S/ !--get !get
    git config : /--global\\s(?!--get|--list|-l\\b)\\S+\\s\\S/ !--get !get
    git config : --unset|--edit|-e|set|unset user.*|--global
    ssh-keygen|ssh-add : !-l !-L !-lf !-y !-F
    ssh-copy-id
    claude|codex|gemini|qwen|aider|goose : --dangerously*|--yolo|--full-auto
    claude|codex|gemini|qwen|aider|goose mcp|config add|set|remove` },

  { category: 'env_file', forms: `
    printenv
    env : !/\\s[^-\\s]/
    export|declare : /^(\\s-[xp])+$/
    node|deno|bun : /process\\.env\\b(?!\\.)/
    python|ruby|php|perl : /os\\.environ\\b(?!\\.get|\\[)|\\bENV\\b(?!\\[)/
    jq|yq : /(^|[\\s|])env(\\s|$|\\|)|\\$ENV\\b/
    echo|printf : /\\$\\{?\\w*(TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|_KEY|CREDENTIAL)/i
    vercel env pull
    netlify : env:get|env:list|env:clone
    dotenv|direnv` },

  { category: 'secret_file', forms: `
    kubectl|oc get|describe|edit|create secret|secrets|secret/*|secrets/*
    git credential|credential-store|credential-cache|credential-manager
    heroku|fly|flyctl|railway config|secrets|variables|config:get : !set !config:set
    aws secretsmanager get-secret-value|list-secrets
    aws ssm get-parameter|get-parameters : --with-decryption
    aws configure|sts get|export-credentials|get-session-token
    gcloud auth print-access-token|print-identity-token
    gcloud secrets versions
    az keyvault secret
    gh auth token|login
    vault|op|pass|bw|doppler|chamber|lpass|gopass read|kv|get|show|secrets|item : !--version
    security find-generic-password|find-internet-password|dump-keychain|export
    gpg|gpg2 : --export-secret-keys|--export-secret-key|--export-secret-subkeys
    npm token
    docker|podman login
    cat|less|head|tail|grep|strings : /\\/(shadow|logins\\.json|key4\\.db|Login\\sData|Cookies)\\b/` },

  { category: 'system_change', forms: `
    chmod|chown|chgrp|setfacl|chattr|umask : !/^\\s[ugoa]*\\+x(\\s[^-\\s\\/~]\\S*)+$/
    docker|podman rm|rmi
    docker|podman container|image rm
    systemctl start|stop|restart|reload|enable|disable|mask|unmask|daemon-reload|kill|set-default|edit
    service|rc-service * start|stop|restart|reload
    launchctl|initctl|supervisorctl|sc : load|unload|start|stop|restart|bootout|kickstart|config|create
    apt|apt-get|aptitude|yum|dnf|tdnf|microdnf|zypper|apk|emerge : \
      install|reinstall|remove|update|upgrade|dist-upgrade|full-upgrade|autoremove|add|del
    brew|snap|flatpak|port|pkg|choco|winget|scoop : install|remove|update|upgrade|add|uninstall|tap|services
    pacman : /\\s-[SRU]\\w*/
    dpkg|rpm : -i|-r|-e|-U|--install|--remove|--configure
    npm|pnpm|yarn|bun install|i|add|uninstall|remove|update|link : -g|--global
    yarn global add|remove
    npm|pnpm|yarn config set|delete
    corepack enable|disable|prepare|use
    nvm|fnm|volta|asdf|mise|rbenv|pyenv|nodenv|sdk|rustup|jenv|tfenv|goenv : \
      install|uninstall|use|global|default|update|set|self|toolchain|target|component|add|pin|alias
    pip install : --user|--break-system-packages
    crontab : !-l
    at|batch : !-l !-c
    kill|pkill|killall|xkill|renice|taskkill : !-l !-0
    passwd|chsh|chfn|useradd|usermod|groupadd|adduser|addgroup|chpasswd|gpasswd|newusers
    sysctl : -w|-p|*=*|--system
    mount|umount|swapon|swapoff|losetup|modprobe : /\\s[^-\\s]/
    hostnamectl|timedatectl|localectl|nmcli|netplan|resolvectl : set*|apply|up|down|add|modify|connect|delete
    hostname : /\\s[^-\\s]/
    date : -s|--set
    ip|ifconfig|route|tc : add|del|delete|set|up|down|flush
    iptables|ip6tables|ufw|nft|firewall-cmd : add|del|delete|set|flush|-A|-D|-I|allow|enable
    defaults write|delete
    update-alternatives|ldconfig|update-initramfs|update-grub|grub-install|dracut
    journalctl : --vacuum-*|--vacuum-size|--vacuum-time|--rotate
    scutil|pmset|nvram|systemsetup|networksetup|softwareupdate : /\\s-/
    export|unset : /\\s(HIST\\w*|PATH|LD_\\w+|PROMPT_COMMAND)(=|$|\\s)/` },
]
