// triggers.ts: table: what gives a call a category without being a danger of lesson 08, whose table is read
// before this one. The same form: ../08-auto/forms.ts has how a line is read. What is about this machine and
// its secrets stands in triggers-here.ts.

import { ON_THIS_MACHINE } from './triggers-here.ts'
import type { Danger } from '../08-auto/dangers.ts'

export const TRIGGERS: readonly Omit<Danger, 'what'>[] = [...ON_THIS_MACHINE,
  { category: 'destructive_shell', forms: `
    find : -delete
    xargs rm|unlink|shred
    git gc|repack : --prune=now|-d
    git prune
    git worktree remove
    git checkout : --
    git restore|revert : *.*|*/* !--staged !-S
    git restore : -W|--worktree
    git tag|branch : -d|--delete
    cargo|dotnet clean
    make clean|distclean|mrproper
    rsync : --delete|--delete-* !-n !--dry-run
    python|perl|ruby|node|php : /\\b(rmtree|rm_rf|rmSync|rmdirSync)\\(/
    truncate : -s|--size` },

  { category: 'git_push', forms: `
    git push : !-n !--dry-run
    git svn dcommit
    git subtree push
    git p4 submit
    hg|jj|sl push
    jj git push` },

  { category: 'publish', forms: `
    firebase|wrangler|vercel|now|netlify|fly|flyctl deploy|publish : !--dry-run
    serverless|sls|sam|cdk|eb|amplify|kamal deploy|publish : !--dry-run
    cap|mina : deploy|*:deploy !--dry-run
    vercel|now : --prod|--production
    railway|dokku|caprover up|deploy
    gcloud app|run|functions|builds deploy|submit
    az webapp|functionapp up|deploy|deployment
    surge|gh-pages|ansistrano
    mkdocs gh-deploy
    expo|eas publish|update|build
    gh|glab release create|upload|edit
    goreleaser : !check !--snapshot !build
    make|just|task|rake release|publish|deploy|dist-upload|upload
    npm|pnpm|yarn|bun run release|publish|deploy|release:*|publish:*|deploy:*
    yarn|pnpm release|deploy` },

  { category: 'network_write', forms: `
    curl : /\\s-[fgikLNOqRsSv]*X\\s?(POST|PUT|PATCH|DELETE)|\\s--request[\\s=]['"]?(POST|PUT|PATCH|DELETE)/
    curl : /\\s-[fgikLNOqRsSv]*[dFT]|\\s--(data|json|form|upload-file|mail-)/ !-G !--get
    wget : /\\s--(post|body)-|--method[\\s=](POST|PUT|PATCH|DELETE)/i
    http|https|xh|httpie : POST|PUT|PATCH|DELETE|*:=*
    Invoke-WebRequest|Invoke-RestMethod|iwr|irm : /-Method\\s(Post|Put|Patch|Delete)|-InFile/i
    scp|sftp|rsync : /\\s([\\w.-]+@)?[\\w.-]+:\\S*$/
    gh api : /\\s(-X|--method)[\\s=]?(POST|PUT|PATCH|DELETE)|\\s(-f|-F|--field|--raw-field|--input)/
    gh issue|pr|gist create|comment|merge|close|edit|review|reopen|delete
    gh workflow|run run|rerun|cancel
    aws s3 cp|mv|sync : /\\ss3:\\S+(\\s-\\S+(\\s[^-\\s]\\S*)?)*$/
    aws s3api put-object
    gsutil|gcloud cp|rsync|mv|storage : /\\sgs:\\S+$/
    az storage blob upload
    rclone copy|move|copyto
    mc|s3cmd|s5cmd put|cp|mirror
    nc|ncat|netcat|socat|telnet|ftp|tftp : !-l !-z !-zv !-vz
    mail|mailx|sendmail|mutt|swaks|msmtp
    git send-email
    ping|dig|host|nslookup : /\\$/
    kubectl cp
    ssh-copy-id
    python|node|ruby|perl|php|deno : \
      /\\b(requests|axios|httpx|session|client|http)\\.(post|put|patch|delete)\\b/
    python|node|deno|bun : /method['"]?\\s*[:=]\\s*['"](POST|PUT|PATCH|DELETE)/i
    python : /smtplib|ftplib|urlopen\\([^)]*data=|\\.send(all)?\\(/` },
]
