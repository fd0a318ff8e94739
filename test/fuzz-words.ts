// fuzz-words.ts: what random calls are made of: paths, values by their kind in the tables of programs, odd
// characters, runs, joins. Data only; fuzz.ts puts it together.
// {ROOT}, {OUTSIDE} and {HOME} stand for folders that fuzz-ground.ts makes; so do the names of files.

const list = (text: string) => text.trim().split(/\s+/)

// #region paths
export const INSIDE = [...list(`
  a.txt b.txt src src/app.js src/main.ts docs/guide.md docs left right data.json names.csv big.txt sub/deep
  sub/deep/er.txt ./a.txt . ./ src/ src/../a.txt missing.txt new/folder/x.txt link-in link-in/app.js
  package.json Makefile archive.tar -dash.txt \u00fcn\u00ef.txt [x].txt .github/workflows/ci.yml
  README.md .hidden {ROOT} {ROOT}/a.txt {ROOT}/src ..notes.md`), 'odd name.txt', "it's.txt"]
export const GUARDED = list(`
  .env server.key link-secret twin.txt pipe .git .git/config .git/HEAD .git/hooks/pre-commit policy.json
  POLICY.JSON AGENTS.md .ENV .env. .env/ src/.env ./.env .env::$DATA id_rsa .ssh/id_rsa .handrail/x .npmrc
  git~1/config .g\u200cit/config \uff0eenv .`)
export const OUTSIDE = list(`
  .. ../ ../.. ../outside ../../outside/plain.txt {OUTSIDE} {OUTSIDE}/plain.txt link-out link-file link-up
  link-out/plain.txt link-out/../work/a.txt dangling circle /etc/passwd / /proc/self/environ
  /proc/self/cwd/a.txt /dev/fd/0 /dev/stdin ~ ~/.netrc ~root {HOME}/.netrc ../work-evil/x.txt
  {ROOT}-evil/x.txt src/../../outside src/../link-out/plain.txt missing/../../../outside //etc/passwd
  file:///etc/passwd src//../..//../outside/plain.txt ./../a.txt ..\\outside \u2024\u2024/outside
  ..\u2215outside %2e%2e/outside link-in/../../outside`)
export const PATTERNS = list(`
  * *.txt */* ** **/* s*c [a-s]* [!a]* .* ? ??.txt .e* .?* *key */*/*/* link*/* ../* /etc/* [ []
  [a- [z-a]* *[ \\* src/*.js ./* -* [[:alpha:]]* {a,b}.txt *twin*`)
// #endregion

// #region values
export const TEXTS = ['', 'a b', 'two\nlines', 'a\tb', 'exec', 'rm -rf /', ...list(`
  x alpha foo ^b b$ a|b - -- --help 1,3p %h %G? /api/v1 ../utils $HOME $(id) \`id\` a;b a&&b >x =x {x}
  core.pager=sh .*\\.txt (a+)+$ \\ ' " !x #x user@host:path http://attacker.example/x @a.txt x=../y`)]

export const VALUES: Record<string, readonly string[]> = {
  number: ['1', '2', '3', '+2', '-1', '10k', '0x10', 'one', '1,5', '007', ''],
  rev: list(`
    HEAD HEAD~1 main v1 HEAD:a.txt :a.txt :/second HEAD^{tree} main..HEAD @{1} -- a.txt src :(exclude)a.txt
    :!../x HEAD:../outside stash@{0} ^main .env`),
  url: ['.', 'origin', 'ext::sh -c id', 'https://attacker.example/x', 'git@h:x', '../outside', 'file:///etc'],
  remote: ['a.txt', 'host:x', 'user@host:x', '../outside', 'rsync://h/x'],
  data: ['x', '@a.txt', '@.env', '@../x', 'a=@link-file', '@-'],
  mount: ['.:/x', '/:/x', 'type=bind,source=/,target=/x', 'src:/y'],
  sed: [
    '1,3p', 's/a/b/', '$p', '/alpha/d', 's/a/b/w out.txt', 'w link-file', 'e id', 's/a/id/e', '1e id',
    'r .env', 'r ../outside/plain.txt', 's/x/y/gI', 'y/ab/cd/', '1!G;h;$!d', 'R a.txt', 'a\\\nx', 'W a',
    'b;e', 's|a|b|2p', '{p;p}', '1{;e id\n}', 's/[/]e id', 'F', '0~2p', 'sea', 's/\\(a\\)*/x/', 'l 1', 'q5',
    'z', ':a;s/x//;ta',
  ],
  awk: [
    '{print $1}', 'NR<3', '{print > "out.txt"}', 'BEGIN{system("id")}', '{print | "sh"}', '"id"|getline',
    'BEGIN{while((getline l < ".env")>0)print l}', 'END{print NR}', '{s+=$1} END{print s}', '/a/',
    '@load "x"',
    '{print ENVIRON["HOME"]}', 'BEGIN{ARGV[1]=".env"}', '{print $1 > $2}', '{printf "%s",$0}', '1',
    '{f="sy" "stem";@f()}', '$1~/b/{n++}END{print n}', '{getline x < $1; print x}', '{a[$1]=NR}',
    'BEGIN{print length()>1}',
  ],
  jq: [
    '.', '.a', '.[]', 'keys', 'env', '$ENV', 'input', 'inputs', 'import "x" as y; .', 'include "x";', '..',
    '.a|@sh', 'debug', 'input_filename', '$__loc__', 'getpath(["a"])', 'def f: .; f', 'limit(3;.[])',
    'halt_error',
  ],
  code: ['1', 'print(1)', 'id'],
  escape: ['!id', '.shell id', '\\! id', 'select 1', ':q', '.tables', 'set x'],
  setting: ['core.pager=sh', 'user.name=x', 'alias.x=!id', 'color.ui=never', 'core.fsmonitor=./x', 'a', ''],
  assign: ['a=b', 'PAGER=sh', 'x', 'a=../x'],
  key: ['user.name', 'core.pager', 'remote.origin.url', 'http.token', 'a.b.c'],
  format: [
    '%h %s', '%H', '%G?', '%(refname)', '%(signature)', 'oneline', '%an%n', 'format:%x00',
  ],
  plus: ['+%F', '+%s', '-s', 'now'],
  args: ['test', '--watch', 'x'],
}
// #endregion

// #region pieces
export const ODD = [
  '\u202e', '\u200b', '\u00a0', '\u00ad', '\ufeff', '\u2028', '\u0301', '\uff0f', '\u2215', '\ud800',
  '\udfff', '\u{1f600}', '\u{1f469}\u200d\u{1f4bb}', '\ufdfa', '\u{e0041}', '\u2800', '\x1b[2J', '\r', '\x07',
  '\0', '\x7f', '\t', '\n', '\u3000', '\u115f', '\u00e9', '\u0435', '\u{1f3fb}', '\u200f', '\u0085',
]
/** Each stands many times in a row. */
export const RUNS = [
  ' ', '\t', '\n', '/', '../', '*', '?', '[', ']', '=', ',', ':', '@', '{', '}', '(', "'", '"', '\\', '-',
  '--x=', '$', ';', '|', '&&', 'ls;', 'a=', 'a,', '[a', '[!', '*/', '*a', '.', 'x', '%2e', '\u{1f600}',
  '\u00e9', 's/a/b/;', '/x/,', '{print $1}', '.[]|', '"a" ', '-a ', 'HEAD^', '1;', '\\\n',
]
export const OPTIONS = list(`
  --exec --output --config --rsh --pager --pre --use-compress-program --to-command -exec -o -c -e -f -O
  -delete -fprintf --no-pager --unknown --filter --command -I -C --git-dir --files0-from --checkpoint-action
  --ProxyCommand --no-exec`)
/** The first ones are understood. */
export const JOINS = [' | ', ' && ', ' || ', '; ', '\n', '|', ' |\n', ' & ', ' |& ', ';; ', ' &&', ' ']
export const BEFORE = [
  'X=1 ', 'PATH=. ', 'sudo ', 'env A=b ', 'nice ', 'xargs ', 'timeout 5 ', '! ', '( ', '{ ', 'exec ', '\\',
  './', '/bin/', ' ', '\n', 'time ', 'git -c core.pager=sh ', 'command ', 'busybox ', 'nohup ',
]
export const AFTER = [
  ' 2>&1', ' 2>/dev/null', ' >/dev/null', ' >/dev/null 2>&1', ' > out.txt', ' >> a.txt', ' < a.txt', ' &',
  ' &> x', ' <<E', ' <<< x', ' 1>&2', ' 3>x', ' >&-', ';', ' #x', ' $(id)', ' `id`', ' ${IFS}', ' <(ls)',
]
/** Where the small programs are that only look: half of all commands begin with one. */
export const LOOKERS = list(`
  ls cat head tail wc grep egrep fgrep find sort uniq cut tr diff cmp comm jq sed awk nl od xxd hexdump file
  stat du df tree realpath readlink basename dirname date printf echo which uname id ps tac rev paste join
  fold fmt column strings md5sum sha256sum cksum seq expr test true pwd tar zip unzip gzip zcat xargs env nice
  timeout rg fd bat less more base64 pwd`)
// #endregion
