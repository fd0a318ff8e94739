// programs-examples.ts: what a vector can do, one example a line: the command line, an arrow, its facts as
// told in programs-told.ts. An option or a kind that a table gets needs its example here, in both directions.

export const FILES = String.raw`
ls -lhS --time-style=long-iso src  =>  look, read src
stat -c '%s %n' package.json  =>  look, read package.json
find src -type f -newer README.md -not -name '*.map'  =>  look, read README.md, read src
find . -maxdepth 2 -type d -empty -print  =>  look, read .
find . -name '*.log' -mtime +7 -size +1M  =>  look, read .
du -sh src docs  =>  look, read src, read docs
du -h --max-depth 2 .  =>  look, read .
df -hT  =>  look
tree -a -L 3 --prune src  =>  look, read src
realpath --relative-to=src docs  =>  look, read src, read docs
file --mime-type a.bin  =>  look, read a.bin
xxd -l 32 -c 16 a.bin  =>  look, read a.bin
od -A x -t x1z -N 64 a.bin  =>  look, read a.bin
sha1sum a.bin b.bin  =>  look, read a.bin, read b.bin
cksum a.bin  =>  look, read a.bin
head -c 1k a.bin  =>  look, read a.bin
tail -n +20 a.txt  =>  look, read a.txt
wc -lw src/a.ts  =>  look, read src/a.ts
nl -ba -w3 a.txt  =>  look, read a.txt
fd -t f -e md . docs  =>  look, read docs
fd --hidden --exclude .git config  =>  look
head -n 5  =>  look
basename /some/where/file.txt .txt  =>  look
dirname a/b/c  =>  look
which node npm git  =>  look, read? node, read? npm, read? git
zcat app.log.gz  =>  look, read app.log.gz
head  =>  look
strings -n 8 a.bin  =>  look, read? a.bin
nm -D a.so  =>  look, read? a.so
readelf -h a.out  =>  look, read? a.out
test -f package.json  =>  look, read? package.json
type git  =>  look
base64 -d a.b64  =>  look, read a.b64
tac a.txt  =>  look, read a.txt
find . -name '*.tmp' -delete  =>  deletes, read .
tail -f app.log  =>  unknown, read app.log
ls --frobnicate  =>  unknown, write? --frobnicate
cat id_rsa  =>  look, read id_rsa
find -L . -name x  =>  unknown, read .
tree -o t.txt  =>  writes, write t.txt
file -C -m magic  =>  unknown writes, read magic
ls -la /root  =>  look, read /root
cat ../../etc/passwd  =>  look, read ../../etc/passwd
head -n1 -- /etc/hosts  =>  look, read /etc/hosts
find / -name x  =>  look, read /
find . -samefile ../s  =>  look, read ../s, read .
stat /etc/passwd  =>  look, read /etc/passwd
du -X ../x .  =>  look, read ../x, read .
tree -o ../o  =>  writes, write ../o
ls --shell=x  =>  refused, write? --shell=x
find . -execdir ls ';'  =>  refused starts, read ., read ;
fd -X rm  =>  refused starts
fd . --exec rm  =>  refused starts
file -m/etc/passwd a.txt  =>  unknown, read /etc/passwd, read a.txt
wc --files0-from=../x  =>  unknown, read ../x
nm --plugin=./x.so a.o  =>  refused, write? --plugin=./x.so, read? a.o, write? a.o
hexdump -C -n 64 a.bin  =>  look, read a.bin
hexdump -f ../fmt a.bin  =>  look, read ../fmt, read a.bin
readlink -f link  =>  look, read link
pwd  =>  prints
pwd -P  =>  prints
find . '(' -name a -o -name b ')' -print  =>  look, read ., read (, read )
find . -newermt 2024-01-01  =>  look, read .
find . -fprintf out.txt '%p'  =>  writes, write out.txt, read .
find . -fprint0 ../o  =>  writes, write ../o, read .
find . -files0-from l  =>  unknown, read l, read .
find . -frob  =>  unknown, write? -frob, write? rob, write? ob, write? b, read ., write? .
find . -nam x  =>  unknown, write? -nam, write? am, write? m, read ., write? ., read x, write? x
find . -exec touch x ';'  =>  refused starts, read ., read x, read ;
fd -e ts -x rm  =>  refused starts
fd --base-directory .. x  =>  unknown, read ..
fd -l x  =>  unknown
base64 -d -i a.b64 -o out  =>  writes, write out, read a.b64
xxd -r a.hex out  =>  writes, read a.hex, write out
xxd -ps a.bin  =>  look, read a.bin
xxd -r -p a.hex  =>  look, read a.hex
od -c +10 a.bin  =>  look, read +10, read a.bin
tac -s x a.txt  =>  look, read a.txt
tail -100f a.txt  =>  unknown, read a.txt
tail -F a.txt  =>  unknown, read a.txt
tail -5 a.txt  =>  look, read a.txt
head -20 a.txt  =>  look, read a.txt
head --lines=x a.txt  =>  unknown, write? x, read a.txt
cat -- --help  =>  look, read --help
cat - a.txt  =>  look, read a.txt
cat /dev/null a.txt  =>  look, read a.txt
cat @a.txt  =>  look, read? @a.txt
ls -L dirlink  =>  unknown, read dirlink
ls --colour  =>  unknown, write? --colour
ls -la --help  =>  unknown
stat -f a.txt  =>  look, read a.txt
du --files0-from=l  =>  unknown, read l
du -L .  =>  unknown, read .
tree -R -L 2  =>  writes
tree -l  =>  unknown
tree --fromfile l  =>  unknown, read l
file -z a.gz  =>  unknown, read a.gz
file -f l  =>  unknown, read l
wc --files0-from=l  =>  unknown, read l
md5sum -c sums  =>  unknown, read sums
strings @opts  =>  unknown, read? @opts
nm -C a.o  =>  look, read? a.o
zcat a.gz  =>  look, read a.gz
test -f ../x  =>  look, read? ../x
which ../x  =>  look, read? ../x
df .  =>  look, read .
ls -1 src  =>  look, read src
wc -l  =>  look
ls -R docs  =>  look, read docs
head -50  =>  look
ls -d */  =>  look, read */
ls -lt --sort=time  =>  look
cat a.txt  =>  look, read a.txt
wc -c  =>  look
cat -A a.txt  =>  look, read a.txt
find . -type f -name '*.py'  =>  look, read .
head -20  =>  look
find . -path ./node_modules -prune -o -name '*.js' -print  =>  look, read .
find src -iname '*test*' -type f -printf '%f\n'  =>  look, read src
find . -type f -size -10k -mmin -60  =>  look, read .
find . -type f -newer a.txt -delete  =>  deletes, read a.txt, read .
tail -1  =>  look
head -n -5 a.txt  =>  look, read a.txt
tail -n1 a.txt  =>  look, read a.txt
tail -c 100 a.txt  =>  look, read a.txt
wc -l src/a.ts docs  =>  look, read src/a.ts, read docs
cat a.json  =>  look, read a.json
which -a python3  =>  look, read? python3
type -t ls  =>  look
stat -c %a run.sh  =>  look, read run.sh
file src/*  =>  look, read src/*
du -sk .  =>  look, read .
du -ah src  =>  look, read src
head -10  =>  look
df -i  =>  look
tree -d  =>  look
tree --dirsfirst -L 2 -I node_modules  =>  look
md5sum  =>  look
sha256sum a.txt  =>  look, read a.txt
base64 -w0 a.txt  =>  look, read a.txt
xxd a.bin  =>  look, read a.bin
head -5  =>  look
hexdump -C a.bin  =>  look, read a.bin
od -c a.bin  =>  look, read a.bin
strings a.bin  =>  look, read? a.bin
zipinfo a.zip  =>  look, read a.zip
nl a.txt  =>  look, read a.txt
test -d src  =>  look, read? src
ls src  =>  look, read src
readlink -f src  =>  look, read src
realpath src  =>  look, read src
basename -s .ts src/a.ts  =>  look
tail  =>  look
tail -f a.log  =>  unknown, read a.log
tail --follow=name a.log  =>  unknown, read a.log
cat .env.production  =>  look, read .env.production
head -1 id_ed25519  =>  look, read id_ed25519
base64 server.key  =>  look, read server.key
find . -follow -name x  =>  unknown, read .
du -L src  =>  unknown, read src
ls --unknown-flag  =>  unknown, write? --unknown-flag
cat --unknown a.txt  =>  unknown, write? --unknown, read a.txt, write? a.txt
cat /etc/hosts  =>  look, read /etc/hosts
find ../.. -name x  =>  look, read ../..
find src -newer /etc/passwd  =>  look, read /etc/passwd, read src
find . -fls /tmp/o  =>  writes, write /tmp/o, read .
fd x -x ls  =>  refused starts
fd --exec=ls  =>  refused starts
file -f ../x  =>  unknown, read ../x
du --exclude-from=../x  =>  look, read ../x
wc --files0-from=/x  =>  unknown, read /x
strings @/etc/passwd  =>  unknown, read? @/etc/passwd
xxd -r a.hex ../o  =>  writes, read a.hex, write ../o
base64 -d a -o ../o  =>  writes, write ../o, read a
stat ../x  =>  look, read ../x
test -e /etc/shadow  =>  look, read? /etc/shadow
tree /  =>  look, read /
`

export const TEXT = String.raw`
sort -h  =>  look
grep -rniw --include=*.md 'hello world' docs  =>  look, read docs
grep -A3 -B2 -m5 foo a.txt  =>  look, read a.txt
grep -oP '(?<=v)\d+' CHANGELOG.md  =>  look, read CHANGELOG.md
grep -c '^$' a.txt  =>  look, read a.txt
grep -vE '^(#|$)' config.ini  =>  look, read config.ini
egrep -i 'error|warn' app.log  =>  look, read app.log
rg -tpy -A2 'def main' src  =>  look, read src
rg --files-with-matches 'use strict' -g '*.js'  =>  look
rg -U 'foo\nbar' src  =>  look, read src
rg --no-heading --line-number --color=never TODO  =>  look
rg -m 3 -C1 needle haystack.txt  =>  look, read haystack.txt
rg --type-list  =>  look
sort -t, -k3,3nr data.csv  =>  look, read data.csv
sort -rn -k 2 a.txt  =>  look, read a.txt
uniq -c  =>  look
cut -f2- -d: a.txt  =>  look, read a.txt
tr '[:upper:]' '[:lower:]'  =>  look
tr -s ' '  =>  look
diff -ruN old new  =>  look, read old, read new
diff --side-by-side --width=120 a.txt b.txt  =>  look, read a.txt, read b.txt
comm -23 a.txt b.txt  =>  look, read a.txt, read b.txt
cmp -s a.bin b.bin  =>  look, read a.bin, read b.bin
paste -sd+ a.txt  =>  look, read a.txt
join -t, -1 1 -2 2 a.csv b.csv  =>  look, read a.csv, read b.csv
column -t -s: a.txt  =>  look, read a.txt
fold -w 80 -s a.txt  =>  look, read a.txt
jq '.dependencies | keys' package.json  =>  look, read package.json
jq -r '.[] | [.name, .size] | @csv' list.json  =>  look, read list.json
jq -c 'map(select(.a > 1))' list.json  =>  look, read list.json
jq --arg n 5 '.[] | select(.id == 5)' list.json  =>  look, read list.json
jq -s 'add' a.json b.json  =>  look, read a.json, read b.json
yq -r '.jobs.build.steps[].name' ci.yml  =>  look, read ci.yml
sed -n '/start/,/end/p' a.txt  =>  look, read a.txt
sed -E 's/[0-9]+/N/g' a.txt  =>  look, read a.txt
sed '1d;$d' a.txt  =>  look, read a.txt
sed -e 's/a/b/' -e 's/c/d/' a.txt  =>  look, read a.txt
sed '/^$/d' a.txt  =>  look, read a.txt
awk 'NR==5' a.txt  =>  look, read a.txt
awk -F, 'NR>1 {n[$2]++} END {for (k in n) print k, n[k]}' data.csv  =>  look, read data.csv
awk '/error/ {c++} END {print c}' app.log  =>  look, read app.log
awk '{printf "%s\t%d\n", $1, length($2)}' a.txt  =>  look, read a.txt
awk 'BEGIN {FS=":"} {print $NF}' a.txt  =>  look, read a.txt
seq 1 10  =>  look
printf '%03d\n' 7  =>  prints
echo hello world  =>  prints
echo yes  =>  prints
bc -l  =>  look
expr 2 + 2  =>  look
iconv -f utf-8 -t ascii a.txt  =>  look, read a.txt
less README.md  =>  look, read? README.md
shuf -n 5 a.txt  =>  look, read? a.txt
rev a.txt  =>  look, read a.txt
sort -u -o a.txt a.txt  =>  writes, write a.txt, read a.txt
sed -i -e 's/a/b/' a.txt  =>  writes, write a.txt
grep --frob x a.txt  =>  unknown, write? --frob, write? x, read a.txt, write? a.txt
grep KEY .env.local  =>  look, read .env.local
jq -n '$ENV.HOME'  =>  unknown
jq 'env.PATH' a.json  =>  unknown, read a.json
yq '.a = strenv(X)' a.yml  =>  unknown, read a.yml
awk 'BEGIN{print ENVIRON["HOME"]}'  =>  unknown
awk '{print > "o.txt"}' a.txt  =>  writes, write o.txt, read a.txt
sed -n 'w o.txt' a.txt  =>  writes, write o.txt, read a.txt
rg --hidden x  =>  unknown
rg -uuu x  =>  unknown
grep -R x .  =>  unknown, read .
grep -f../p a.txt  =>  look, read ../p, read a.txt
rg -f /etc/passwd x  =>  look, read /etc/passwd, read x
rg --file=../p x  =>  look, read ../p, read x
sort -o../o a.txt  =>  writes, write ../o, read a.txt
sort --temporary-directory=.. a.txt  =>  writes, write .., read a.txt
sort --files0-from=../l  =>  unknown, read ../l
uniq a.txt ../b.txt  =>  writes, read a.txt, write ../b.txt
diff -X ../x a b  =>  look, read ../x, read a, read b
comm a.txt ../b.txt  =>  look, read a.txt, read ../b.txt
cut -f1 ../a.txt  =>  look, read ../a.txt
jq --slurpfile x ../s . a.json  =>  look, read ../s, read a.json
jq -f ../p.jq a.json  =>  unknown, read ../p.jq, read a.json
jq -L ../lib . a.json  =>  unknown, read ../lib, read a.json
awk -f ../p.awk a.txt  =>  unknown, read ../p.awk, read a.txt
sed -f ../p.sed a.txt  =>  unknown, read ../p.sed, read a.txt
sed 'r ../x' a.txt  =>  look, read ../x, read a.txt
rg --pre=./x y  =>  refused starts
rg --hostname-bin=./x y  =>  refused starts
sort --compress-prog=./x a.txt  =>  refused, write? --compress-prog=./x, read a.txt, write? a.txt
awk 'BEGIN{system("x")}'  =>  refused
awk '{print | "sh"}' a.txt  =>  refused, read a.txt
awk '{"date" | getline d}' a.txt  =>  refused, read a.txt
gawk -lx 1  =>  refused starts
gawk '@load "x"'  =>  refused
sed '2e ls' a.txt  =>  refused, read a.txt
sed 's/a/b/ge' a.txt  =>  refused, read a.txt
less '+!touch x' a.txt  =>  refused, write? +!touch x, read? a.txt
sed --in-pl s/a/b/ a.txt  =>  refused, write? --in-pl, write? s/a/b/, read a.txt, write? a.txt
grep --recurs x .  =>  refused, write? --recurs, write? x, read ., write? .
true  =>  prints
false x y  =>  prints
bat -p -l ts a.ts  =>  look, read? a.ts
bat --pager=./x a.ts  =>  refused starts, read? a.ts
grep -rf../p .  =>  look, read ../p, read .
grep --file=../p a.txt  =>  look, read ../p, read a.txt
grep -e a -e b a.txt  =>  look, read a.txt
grep -n -- -exec a.txt  =>  look, read a.txt
grep -5 x a.txt  =>  look, read a.txt
grep '/etc/hosts' a.txt  =>  look, read a.txt
grep --exclude-from=../x y .  =>  look, read ../x, read .
grep -Rn x .  =>  unknown, read .
rg -e --pre a.txt  =>  look, read a.txt
rg -- --pre src  =>  look, read src
rg -z x  =>  unknown
rg --files src  =>  look, read src
rg --ignore-file=../x y  =>  look, read ../x
rg -g '!x' '/api/v1' src  =>  look, read src
sort a.txt +1  =>  look, read a.txt, read +1
sort -k2,2n -t: a.txt  =>  look, read a.txt
sort -c a.txt  =>  look, read a.txt
uniq a.txt b.txt  =>  writes, read a.txt, write b.txt
uniq -c a.txt  =>  look, read a.txt
cut -d';' -f1 a.txt  =>  look, read a.txt
diff --from-file=../x a.txt  =>  look, read ../x, read a.txt
diff -l a.txt b.txt  =>  unknown, write? -l, read a.txt, write? a.txt, read b.txt, write? b.txt
comm a.txt  =>  look, read a.txt
cmp a.txt b.txt 0 10  =>  look, read a.txt, read b.txt
iconv -f latin1 -t utf-8 -o out.txt a.txt  =>  writes, write out.txt, read a.txt
shuf -o out.txt a.txt  =>  writes, write out.txt, read? a.txt
jq . a.json  =>  look, read a.json
jq -n 1  =>  look
jq --rawfile x ../s . a.json  =>  look, read ../s, read a.json
jq 'import "x" as y; .' a.json  =>  unknown, read a.json
jq '.env' a.json  =>  look, read a.json
yq -i '.a = 1' a.yml  =>  writes, write a.yml
yq '.a' a.yml  =>  look, read a.yml
yq 'load("x.yml")' a.yml  =>  unknown, read a.yml
sed -n 5p a.txt  =>  look, read a.txt
sed -ni p a.txt  =>  writes, write a.txt
sed -i.bak s/a/b/ a.txt  =>  writes, write .bak, write a.txt
sed --in-place=.bak s/a/b/ a.txt  =>  writes, write .bak, write a.txt
sed 's/a/b/w out.txt' a.txt  =>  writes, write out.txt, read a.txt
sed 's/a/b/;w .git/config' a.txt  =>  writes, write .git/config, read a.txt
sed e a.txt  =>  refused, read a.txt
sed --expression='1e ls' a.txt  =>  refused, read a.txt
sed '\,x,p' a.txt  =>  unknown, read a.txt
awk -F: '{print $1}' a.txt  =>  look, read a.txt
awk -v n=1 'NR==n' a.txt  =>  look, read a.txt
awk 'getline l < "/etc/passwd"'  =>  unknown, read /etc/passwd
awk '{print > $2}' a.txt  =>  unknown, read a.txt
awk -i inplace '{print}' a.txt  =>  unknown writes, write inplace, write a.txt
awk 1 x=../y a.txt  =>  look, read x=../y, read a.txt
less a.txt  =>  look, read? a.txt
less +F a.txt  =>  unknown, write? +F, read? a.txt
more -5 a.txt  =>  look, read? a.txt
echo -n --rsh-command=x  =>  prints
printf '%s\n' -exec  =>  prints
expr 1 + 1  =>  look
seq -w 10  =>  look
tr -d '\n'  =>  look
grep -rl "import React" src --include='*.tsx'  =>  look, read src
grep -rn --exclude-dir=node_modules "TODO" .  =>  look, read .
grep -n -C 3 "def foo" app.py  =>  look, read app.py
grep -E "^(import|from) " -r src -h  =>  look, read src
grep -i -m1 version setup.cfg  =>  look, read setup.cfg
grep --color=always foo a.txt  =>  look, read a.txt
grep -qxF foo a.txt  =>  look, read a.txt
rg -n 'fn main' --glob '*.rs' -A 5  =>  look
rg --count-matches TODO src  =>  look, read src
rg -S -w foo src docs  =>  look, read src, read docs
rg -o '\bv\d+\.\d+' CHANGELOG.md  =>  look, read CHANGELOG.md
rg --sort path -l foo  =>  look
sed -n '100,150p;150q' src/a.ts  =>  look, read src/a.ts
sed -n '/^class /p' a.py  =>  look, read a.py
sed = a.txt  =>  look, read a.txt
sed 's/^/  /' a.txt  =>  look, read a.txt
sed -e '1,5d' a.txt  =>  look, read a.txt
sed 's#/usr#/opt#g' a.txt  =>  look, read a.txt
awk 'length > 80' a.txt  =>  look, read a.txt
awk '{ sum += $1 } END { print sum / NR }' a.txt  =>  look, read a.txt
awk -F'"' '/version/ {print $4; exit}' package.json  =>  look, read package.json
awk '!seen[$0]++' a.txt  =>  look, read a.txt
awk 'NR%2==0' a.txt  =>  look, read a.txt
awk '{print NF ? $NF : "-"}' a.txt  =>  look, read a.txt
awk 'BEGIN{OFS="\t"} {$1=$1; print}' a.txt  =>  look, read a.txt
awk '/start/,/end/' a.txt  =>  look, read a.txt
awk '{gsub(/foo/, "bar"); print}' a.txt  =>  look, read a.txt
awk -v pat=foo '$0 ~ pat' a.txt  =>  look, read a.txt
sort -V versions.txt  =>  look, read versions.txt
sort a.txt b.txt  =>  look, read a.txt, read b.txt
uniq -u  =>  look
cut -c1-80 a.txt  =>  look, read a.txt
cut -d, -f1,3 --output-delimiter=' ' data.csv  =>  look, read data.csv
tr -cd '0-9\n'  =>  look
diff -q a.txt b.txt  =>  look, read a.txt, read b.txt
diff -y a.txt b.txt  =>  look, read a.txt, read b.txt
diff -u --label old --label new a.txt b.txt  =>  look, read a.txt, read b.txt
jq -r '.version' package.json  =>  look, read package.json
jq 'length' a.json  =>  look, read a.json
jq '.[0:3]' a.json  =>  look, read a.json
jq -e '.scripts.test' package.json  =>  look, read package.json
jq 'to_entries[] | select(.value | type == "object") | .key' a.json  =>  look, read a.json
jq --tab . a.json  =>  look, read a.json
jq -R 'split(",")' a.csv  =>  look, read a.csv
jq '.a.b[]?.c // empty'  =>  look
yq eval-all '.a' a.yml  =>  look, read a.yml
sort -rh  =>  look
grep node  =>  look
grep 'Model name'  =>  look
echo 'a|b'  =>  prints
cut '-d|' -f2  =>  look
printf 'x\n'  =>  prints
cut '-d ' -f1  =>  look
grep -i http  =>  look
paste a.txt b.txt  =>  look, read a.txt, read b.txt
fold -w 60 a.txt  =>  look, read a.txt
seq 5 -1 1  =>  look
bc  =>  look
sed -i 's/x/y/' a.txt  =>  writes, write a.txt
sed -i'' -e 's/x/y/' a.txt  =>  writes, write a.txt
sed -n -i p a.txt  =>  writes, write a.txt
awk -f p.awk a.txt  =>  unknown, read p.awk, read a.txt
sort -o a.txt a.txt  =>  writes, write a.txt, read a.txt
uniq a.txt c.txt  =>  writes, read a.txt, write c.txt
awk 1 -f ../p  =>  look, read -f, read ../p
awk -e 1 a.txt -v ../x  =>  look, read a.txt, read -v, read ../x
uniq -5c a.txt  =>  look, read a.txt
grep -20n x a.txt  =>  look, read a.txt
sort --reverse=x a.txt  =>  unknown, write? --reverse=x, read a.txt, write? a.txt
echo -- --version  =>  prints
echo --version  =>  prints
less +G a.txt  =>  unknown, write? +G, read? a.txt
grep x config/credentials.json  =>  look, read config/credentials.json
diff .env .env.example  =>  look, read .env, read .env.example
rg --no-ignore --hidden token  =>  unknown
rg -L x  =>  unknown
jq --unknown . a.json  =>  unknown, write? --unknown, write? ., read a.json, write? a.json
sed --unknown p a.txt  =>  unknown, write? --unknown, write? p, read a.txt, write? a.txt
grep -r x ../other  =>  look, read ../other
rg x -f../p  =>  look, read ../p, read x
rg x --ignore-file /etc/x  =>  look, read /etc/x
sed -n 'w ../o' a.txt  =>  writes, write ../o, read a.txt
sed -n '1r /etc/passwd' a.txt  =>  look, read /etc/passwd, read a.txt
sed -e p -e '1e x' a.txt  =>  refused, read a.txt
sed -s -e 's/x/y/e' a.txt  =>  refused, read a.txt
sed -i s/a/b/ ../a.txt  =>  writes, write ../a.txt
awk '{print > "/tmp/o"}' a.txt  =>  writes, write /tmp/o, read a.txt
awk -f../p a.txt  =>  unknown, read ../p, read a.txt
awk '{system($0)}' a.txt  =>  refused, read a.txt
awk 'BEGIN{printf "x" | "cat"}'  =>  refused
awk 'BEGIN { "id" | getline x; print x }'  =>  refused
sort a.txt -o ../o  =>  writes, write ../o, read a.txt
sort -m --compress-program=gzip a.txt  =>  refused starts, read a.txt
sort --compre x a.txt  =>  refused, write? --compre, read x, write? x, read a.txt, write? a.txt
rg x --pre cat  =>  refused starts
jq . ../a.json  =>  look, read ../a.json
jq --slurpfile a /x .  =>  look, read /x
yq . /etc/x.yml  =>  look, read /etc/x.yml
diff a.txt /etc/passwd  =>  look, read a.txt, read /etc/passwd
comm a.txt /x  =>  look, read a.txt, read /x
less /etc/passwd  =>  look, read? /etc/passwd
iconv -o ../x a.txt  =>  writes, write ../x, read a.txt
shuf -o ../x a.txt  =>  writes, write ../x, read? a.txt
bat ../x  =>  look, read? ../x
yq e .a a.yml  =>  look, read a.yml
man -k printf  =>  unknown, read? printf
man ./page.1  =>  unknown, read? ./page.1
man -P ./x ls  =>  refused starts, read? ls
man -H./x ls  =>  refused starts, read? ls
man -C../c ls  =>  unknown, read ../c, read? ls
`

export const SYSTEM = String.raw`
date +%F  =>  prints
date -u -d '2024-01-01'  =>  prints
uname -srm  =>  look
id -un  =>  look
nproc  =>  look
free -h  =>  look
uptime -p  =>  look
whoami  =>  look
ps aux  =>  look
ps -eo pid,comm,rss --sort=-rss  =>  look
pgrep -a node  =>  look
lsof -nP -iTCP -sTCP:LISTEN  =>  look
ss -tlnp  =>  look
ip -br a  =>  look
lsblk -f  =>  look
lscpu  =>  look
dmesg -T  =>  look
journalctl -u ssh -n 50 --no-pager  =>  look
systemctl status nginx  =>  look
apt list --installed  =>  look
dpkg -l bash  =>  look
command -v rg  =>  look
cal 2024  =>  look
env --version  =>  look
ping -c1 example.com  =>  network
ssh host ls  =>  starts network
scp a.txt host:  =>  writes network, write? a.txt
rsync -a src host:dst  =>  writes network, write? src
nc -l 80  =>  network, read? 80
telnet example.com 80  =>  network
sudo ls  =>  starts settings, starts ls
timeout 5 ls  =>  starts, starts ls
nice ls  =>  starts, starts ls
xargs ls  =>  unknown starts, starts ls
kill -9 1234  =>  settings
crontab -r  =>  deletes settings
systemctl restart nginx  =>  unknown, write? restart
journalctl -f  =>  unknown, write? -f
top  =>  unknown
printenv HOME  =>  unknown
rsync -a src ../dst  =>  writes network, write? src, write? ../dst
ssh -oProxyCommand=./x host  =>  refused starts network
ssh -o LocalCommand=./x host  =>  refused starts network
scp -S ./x a host:  =>  refused writes starts network, write? a
rsync --rsh=./x a host:b  =>  refused writes starts network, write? a
tcpdump -z ./x -w o  =>  refused writes starts network, write o
env X=1 ls  =>  refused starts, starts X=1
env -S ls  =>  refused starts
env -C .. ls  =>  refused starts, starts ls
xargs git  =>  refused starts, starts git
nice -n 5 unlistedprog  =>  starts, starts unlistedprog
stdbuf -oL unlistedprog  =>  starts, starts unlistedprog
timeout --frob 5 ls  =>  refused starts, starts ls, write? --frob, write? 5, write? ls
watch ls  =>  refused, read? ls
parallel ls ::: a  =>  refused, read? ls, read? :::, read? a
script -c ls  =>  refused writes starts
su -c ls  =>  refused starts settings
flock x -c ls  =>  refused writes starts, starts -c, write x
eval ls  =>  refused
source a.sh  =>  refused
export A=1  =>  refused
alias x=y  =>  refused
date -f /etc/passwd  =>  look, read /etc/passwd
strace -o '|touch x' ls  =>  refused writes starts, starts ls, write |touch x
nc -e ./x host 1  =>  refused starts network, read? host, read? 1
ncat --sh-exec ./x host 1  =>  refused starts network, read? host, read? 1
busybox sh -c 'touch ../x'  =>  starts, starts sh
hostname -f  =>  look
hostname evil  =>  settings
groups dev  =>  look
who -a  =>  look
w dev  =>  look
mount  =>  look
mount /dev/sdb1 mnt  =>  unknown, write? /dev/sdb1, write? mnt
netstat -tlnp  =>  look
ifconfig eth0  =>  look
ifconfig eth0 down  =>  unknown, write? down
sleep 2  =>  look
sleep infinity  =>  unknown, write? infinity
yes  =>  unknown
apt-cache policy bash  =>  look
apt-cache gencaches  =>  unknown, write? gencaches
time -p ls  =>  starts, starts ls
time -o t.txt ls  =>  writes starts, starts ls, write t.txt
setsid -f ls  =>  starts, starts ls
ionice -c3 ls  =>  starts, starts ls
taskset -c 0 ls  =>  starts, starts ls
chrt -b 0 ls  =>  starts, starts ls
unshare ls  =>  starts, starts ls
unshare -r ls  =>  refused starts, starts ls, write? -r, write? ls
ssh -i ../key host ls  =>  starts network, read ../key
ssh -F ../cfg host  =>  starts network, read ../cfg
ssh -o proxycommand=./x host  =>  refused starts network
ssh host -oProxyCommand=./x  =>  refused starts network
sudo --version  =>  unknown starts settings
flock l.lock ls -c x  =>  writes starts, starts ls, write l.lock
timeout 5 -k 1 ls  =>  refused starts, starts -k
nice --version  =>  look
nice --version ls  =>  unknown starts, starts ls
xargs git -C sub add  =>  refused starts, starts git
ssh -J jump host  =>  refused starts network
scp host:a.txt ../b  =>  writes network, write? ../b
sftp -b x host  =>  unknown writes network, write? -b, write? x, write? x, write? host, write? host
rsync -e ./x a host:b  =>  refused writes starts network, write? a
rsync --filter=x -a src host:dst  =>  writes network, write? src
rsync --delete -a src dst  =>  writes deletes network, write? src, write? dst
tcpdump -w ../o  =>  writes network, write ../o
dig @8.8.8.8 example.com  =>  network
nc -z localhost 80  =>  network, read? localhost, read? 80
sudo -n ls  =>  starts settings, starts ls
sudo -s  =>  refused starts settings
sudo -l  =>  starts settings
su  =>  starts settings
su - dev  =>  unknown starts settings, write? dev
doas ls  =>  starts settings, starts ls
xargs -0 grep x  =>  unknown starts, starts grep
xargs -I{} ls {}  =>  unknown starts, starts ls
xargs -a ../l ls  =>  unknown starts, starts ls, read ../l
xargs git status  =>  unknown starts, starts git
xargs git frob  =>  refused starts, starts git
env  =>  unknown starts
env ls  =>  unknown starts, starts ls
env -i ls  =>  unknown starts, starts ls
env -u X ls  =>  unknown starts, starts ls
env A=b ls  =>  refused starts, starts A=b
timeout 5 git status  =>  starts, starts git
timeout --signal=KILL 5 ls  =>  starts, starts ls
nice -n 5 ls  =>  starts, starts ls
nice -5 ls  =>  starts, starts ls
nohup ls  =>  starts, starts ls
stdbuf -oL grep x a.txt  =>  starts, starts grep
strace -o t.txt ls  =>  writes starts, starts ls, write t.txt
flock l.lock ls  =>  writes starts, starts ls, write l.lock
script out.txt  =>  writes starts, write out.txt
watch -n1 git status  =>  refused, write? -n1, write? 1, read? git, write? git, read? status, write? status
watch ls '*.ts'  =>  refused, read? ls, read? *.ts
busybox ls  =>  starts, starts ls
chroot . ls  =>  refused, read? ., read? ls
command -v git  =>  look
command -v git node  =>  look, starts node
command ls  =>  starts, starts ls
busybox --help  =>  look
alias  =>  refused
exit 1  =>  refused
history -s x  =>  refused, write? -s, write? x
date  =>  prints
date -d '1 day ago' +%s  =>  prints
date -s 12:00  =>  settings
date 010112002024  =>  unknown, write? 010112002024
date -r ../x  =>  look, read ../x
id dev  =>  look
ps -ef  =>  look
ps auxe  =>  unknown, write? auxe
ps -u dev -o pid  =>  look
top -bn1  =>  unknown
top -b  =>  unknown
kill -l  =>  look
kill 1  =>  settings
lsof -i :80  =>  look, read? :80
lsof +r 1  =>  unknown, write? +r, read? 1
ss -K  =>  unknown, write? -K
ip addr show  =>  look
ip route get 1.1.1.1  =>  look
ip link set eth0 down  =>  unknown, write? set
ip netns exec x ls  =>  unknown, write? exec
systemctl list-units --failed  =>  look
systemctl stop x  =>  unknown, write? stop
journalctl -n 20  =>  look
journalctl --vacuum-size=1M  =>  unknown, write? --vacuum-size=1M
dmesg -C  =>  unknown, write? -C
lsblk -o NAME  =>  look
cal -3  =>  look
crontab -l  =>  look
crontab -e  =>  settings
crontab ../x  =>  settings, read? ../x
printenv  =>  unknown
dpkg -i a.deb  =>  unknown writes settings, write? -i, write? a.deb
apt install x  =>  unknown, write? install
apt list  =>  look
uptime  =>  look
free -m  =>  look
nproc --all  =>  look
uname -a  =>  look
command -v docker  =>  look
ps -p 1 -o comm=  =>  look
pgrep -x node  =>  look
lsof -ti :3000  =>  look, read? :3000
ss -lntup  =>  look
netstat -an  =>  look
ip a  =>  look
ip r  =>  look
hostname -I  =>  look
uname -r  =>  look
lsb_release -a  =>  look
id  =>  look
groups  =>  look
w  =>  look
last -n 5  =>  look
lsblk  =>  look
date '+%Y-%m-%d %H:%M:%S'  =>  prints
date -I  =>  prints
cal -y  =>  look
env --help  =>  look
systemctl list-timers  =>  look
journalctl -xe  =>  look
dmesg  =>  look
apt list --upgradable  =>  look
dpkg -S /bin/ls  =>  look
nc -zv localhost 80  =>  network, read? localhost, read? 80
ping -c 1 localhost  =>  network
host example.com  =>  network
traceroute example.com  =>  network
kill %1  =>  settings
pkill node  =>  settings
killall node  =>  settings
systemctl start x  =>  unknown, write? start
sudo -u x ls  =>  starts settings, starts ls
nohup npm start  =>  starts, starts npm
timeout 10 npm test  =>  starts, starts npm
time make  =>  starts, starts make
xargs -n1 echo  =>  unknown starts, starts echo
printenv PATH  =>  unknown
watch -n 5 ls  =>  refused, write? -n, read? 5, write? 5, read? ls, write? ls
rsync src/ ../dst/  =>  writes network, write? src/, write? ../dst/
rsync -e 'sh -c x' a h:b  =>  refused writes starts network, write? a
scp -o ProxyCommand=x a h:b  =>  refused writes network, write? a
env -i PATH=. ls  =>  refused starts, starts PATH=.
env -S'ls -la'  =>  refused starts
env --chdir=.. ls  =>  refused starts, starts ls
xargs -I{} git {}  =>  refused starts, starts git
timeout 5 unlistedprog  =>  starts, starts unlistedprog
nohup unlistedprog  =>  starts, starts unlistedprog
setsid ./x  =>  starts, starts ./x
time ./x  =>  starts, starts ./x
nice --frob ls  =>  refused starts, starts ls, write? --frob, write? ls
sudo unlistedprog  =>  starts settings, starts unlistedprog
strace -o ../x ls  =>  writes starts, starts ls, write ../x
set -x  =>  refused, write? -x
exec ls  =>  refused
trap x EXIT  =>  refused
date --file=../x  =>  look, read ../x
`

export const GIT = String.raw`
git log --oneline --graph --all -n 15  =>  look
git log --format='%h %an %s' -5  =>  look
git log -p --follow -- src/a.ts  =>  look, read? src/a.ts
git log --stat --since=yesterday  =>  look
git log main..HEAD --no-merges  =>  look, read? main..HEAD
git shortlog -sn HEAD  =>  look, read? HEAD
git diff --cached --name-only  =>  look
git diff HEAD~2 -- '*.ts'  =>  look, read? HEAD~2, read? *.ts
git diff -U0 --color=never  =>  look
git show HEAD --name-status  =>  look, read? HEAD
git show HEAD~1:package.json  =>  look, read? HEAD~1:package.json
git status -sb  =>  look
git status --porcelain --untracked-files=no  =>  look
git branch -r  =>  look
git branch --merged main  =>  look, read? main
git tag -n3  =>  look
git blame -L 10,20 src/a.ts  =>  look, read? src/a.ts
git ls-files -o --exclude-standard  =>  look
git ls-tree -r --name-only HEAD  =>  look, read? HEAD
git rev-list --count main..HEAD  =>  look, read? main..HEAD
git rev-parse --short=8 HEAD  =>  look, read? HEAD
git describe --tags --abbrev=0  =>  look
git reflog -10  =>  look
git grep -n -I 'foo' -- '*.c'  =>  look, read? *.c
git cat-file -s HEAD  =>  look, read? HEAD
git for-each-ref --format='%(refname:short)' refs/tags  =>  look
git show-ref --heads  =>  look
git worktree list  =>  look
git stash show -p  =>  look
git check-ignore node_modules  =>  look, read? node_modules
git count-objects -vH  =>  look
git config --get remote.origin.url  =>  look
git commit -m x  =>  writes
git push  =>  deletes network
git checkout .  =>  writes deletes, write? .
git restore --staged a.txt  =>  writes deletes, write? a.txt
git reset --hard  =>  writes deletes
git clean -fd  =>  deletes
git stash  =>  writes
git merge dev  =>  writes, read? dev
git tag v1  =>  writes
git branch new  =>  writes
git remote add o https://example.com/x.git  =>  network settings
git fetch --all  =>  writes network
git clone https://example.com/x.git  =>  writes network
git log --show-signature  =>  code
git diff --textconv  =>  code
git log --format='%G? %h'  =>  unknown, write? %G? %h
git submodule update --init  =>  writes code network
git bisect good  =>  writes
git config user.name x  =>  settings
git config --list  =>  unknown
git unknowncmd a b  =>  unknown writes deletes code network settings, write? unknowncmd, write? a, write? b
git am a.patch  =>  writes, read? a.patch
git -c core.editor=./x commit  =>  refused writes
git -c alias.x='!touch y' x  =>  refused writes deletes code network settings, write? x
git -c diff.external=./x diff  =>  refused
git --git-dir=x log  =>  refused, read x
git --exec-path=x status  =>  refused starts
git fetch --upload-pack ./x o  =>  refused writes starts network, read? o
git clone -u ./x a b  =>  refused writes starts network, read? a, write b
git clone --config core.fsmonitor=./x a b  =>  refused writes network, read? a, write b
git push --receive-pack=./x o  =>  refused deletes starts network, read? o
git push --exec ./x o  =>  refused deletes starts network, read? o
git archive --remote=. --exec=./x HEAD  =>  refused writes starts network, read? HEAD
git grep --open-files-in-pager=./x foo  =>  refused starts
git rebase --exec ./x HEAD~2  =>  refused writes deletes starts, read? HEAD~2
git bisect run ./x  =>  refused, read? ./x
git submodule foreach ls  =>  refused, read? ls
git difftool --extcmd ./x  =>  refused code starts
git config core.hooksPath ./h  =>  refused settings
git config --global alias.x y  =>  refused settings
git config alias.x '!y'  =>  refused settings
git config credential.helper ./x  =>  refused settings
git pull ext::x  =>  refused writes network, read? ext::x
git remote set-url origin ext::x  =>  refused settings, read? ext::x
git credential-store get  =>  refused, read? get
git for-each-repo --config=x ls  =>  refused, write? --config=x, read? ls, write? ls
git log -O../x  =>  look, read ../x
git ls-files -X ../x  =>  look, read ../x
git format-patch -o /tmp HEAD~1  =>  writes, write /tmp, read? HEAD~1
git worktree add ../w  =>  writes, write ../w
git diff --outp=x  =>  refused, write? --outp=x
git diff-index --cached HEAD  =>  look, read? HEAD
git diff-tree -r HEAD  =>  look, read? HEAD
git diff-files -p  =>  look
git reflog show main  =>  look, read? main
git merge-base main dev  =>  look, read? main, read? dev
git merge-base --fork-point main  =>  look, read? main
git name-rev HEAD  =>  look, read? HEAD
git cherry -v main  =>  look, read? main
git check-attr -a a.txt  =>  look
git version --build-options  =>  look
git remote  =>  look
git remote -v  =>  look
git remote show origin  =>  network
git remote show -n origin  =>  look
git remote get-url origin  =>  look
git remote remove origin  =>  settings
git remote prune origin  =>  deletes network
git remote frob  =>  unknown writes deletes code network settings, write? frob
git stash list  =>  look
git stash list -p  =>  look
git stash push -m x  =>  writes
git stash pop  =>  writes
git stash drop  =>  deletes
git stash clear  =>  deletes
git stash frob  =>  unknown writes deletes code network settings, write? frob
git worktree remove wt  =>  deletes, delete wt
git submodule status  =>  unknown
git submodule  =>  unknown
git submodule foreach 'git pull'  =>  refused, read? git pull
git bisect log  =>  look
git bisect run ./t.sh  =>  refused, read? ./t.sh
git notes  =>  look
git notes show  =>  look
git config get user.name  =>  unknown
git config list  =>  unknown
git config set user.name x  =>  settings
git config set core.pager ./x  =>  refused settings
git config edit  =>  refused
git config -e  =>  refused starts
git config --global --get user.name  =>  refused
git config user.name  =>  look
git config --get user.email  =>  look
git config --get http.extraheader  =>  unknown
git config --unset user.name  =>  settings
git config --add include.path ../x  =>  refused settings
git config -f ../x a.b c  =>  refused writes settings, write ../x
git rm a.txt  =>  deletes, delete a.txt
git rm -r .git  =>  deletes, delete .git
git mv a.txt b.txt  =>  writes deletes, delete a.txt, write b.txt
git apply --check a.patch  =>  look, read a.patch
git apply a.patch  =>  writes, read a.patch
git init  =>  writes
git init --template=./t  =>  refused writes
git gc --prune=now  =>  deletes
git reflog expire --all  =>  deletes
git ls-remote origin  =>  network, read? origin
git ls-remote --upload-pack=./x origin  =>  refused starts network, read? origin
git send-email --smtp-server=./x a.patch  =>  refused starts network, read? a.patch
git daemon --base-path=.  =>  refused, write? --base-path=.
git instaweb  =>  refused
git credential fill  =>  refused, read? fill
git -C src log -1  =>  look, in src
git -C src -C .. status  =>  look, in src/..
git -C ../x status  =>  look, in ../x
git --no-pager log -5  =>  look
git -p log  =>  code
git -c color.ui=never diff  =>  look
git -c core.quotepath=off status  =>  look
git -c protocol.ext.allow=always fetch  =>  refused writes network
git --work-tree=.. status  =>  refused, read ..
git --config-env core.pager=X log  =>  refused starts
git --frob status  =>  unknown, write? --frob
git log -O.env  =>  look, read .env
git log --pretty=format:%h  =>  look
git log --pretty=%G?  =>  unknown, write? %G?
git log --output=.git/hooks/x  =>  writes, write .git/hooks/x
git log --author='A <a@b.c>' -- ':!vendor'  =>  look, read? :!vendor, read? vendor
git show HEAD:.env  =>  look, read? HEAD:.env
git show :0:.env  =>  look, read? :0:.env
git diff --no-index /dev/null .env  =>  look, read? .env
git diff --output=out.patch  =>  writes, write out.patch
git diff --ext-diff  =>  code
git diff --word-diff=color HEAD  =>  look, read? HEAD
git diff --color-words  =>  look
git diff --sta  =>  refused, write? --sta
git grep -e foo -- '*.ts'  =>  look, read? *.ts
git grep -f ../p  =>  look, read ../p
git grep --no-index x  =>  unknown
git blame --contents ../x a.txt  =>  look, read ../x, read? a.txt
git cat-file --batch  =>  unknown
git cat-file --textconv HEAD:a.txt  =>  code, read? HEAD:a.txt
git describe --dirty  =>  unknown
git branch -vv  =>  look
git branch --list 'f/*'  =>  look
git branch -d x  =>  writes deletes
git branch -u origin/main  =>  settings
git tag  =>  look
git tag -d v1  =>  writes deletes
git tag -s v1  =>  writes code
git tag -l 'v*'  =>  look
git status --frob  =>  unknown, write? --frob
git 'log' -1  =>  look
git 'stash list'  =>  unknown writes deletes code network settings, write? stash list
git checkout main  =>  writes deletes, write? main
git checkout evil -- policy.json  =>  writes deletes, write? evil, write? policy.json
git switch -c new  =>  writes deletes
git restore a.txt  =>  writes deletes, write? a.txt
git add -A  =>  writes
git add -n .  =>  look, read? .
git commit -F ../m  =>  writes, read ../m
git commit --amend --no-edit  =>  writes
git clean -n  =>  look
git rebase main  =>  writes deletes, read? main
git push origin :main  =>  deletes network, read? origin
git push https://example.com/x main  =>  deletes network
git pull --rebase  =>  writes network
git clone . ../copy  =>  writes network, read? ., write ../copy
git archive -o out.tar HEAD  =>  writes, write out.tar, read? HEAD
git archive --list  =>  look
git format-patch HEAD~2  =>  writes, read? HEAD~2
git diff --no-index a.txt b.txt  =>  look, read? a.txt, read? b.txt
git log -1 --format=%cd --date=iso  =>  look
git log --author=me --since='1 week ago' --oneline  =>  look
git log -S'foo' --oneline -- src  =>  look, read? src
git log -L1,10:src/a.ts  =>  look
git log --all --decorate --oneline --graph  =>  look
git log --name-only -3  =>  look
git log --pretty='format:%h|%an|%s' --numstat  =>  look
git log --oneline origin/main..HEAD  =>  look, read? origin/main..HEAD
git log --merges --first-parent main  =>  look, read? main
git show --pretty=fuller HEAD  =>  look, read? HEAD
git show stash@{0}  =>  look, read? stash@{0}
git show v1.0:README.md  =>  look, read? v1.0:README.md
git show -s --format=%B HEAD  =>  look, read? HEAD
git diff --stat HEAD~3 HEAD  =>  look, read? HEAD~3, read? HEAD
git diff main...feature -- src  =>  look, read? main...feature, read? src
git diff --shortstat  =>  look
git diff -w --ignore-blank-lines  =>  look
git diff --check  =>  look
git diff --name-status --diff-filter=AM HEAD~1  =>  look, read? HEAD~1
git status --short --branch  =>  look
git status --ignored  =>  look
git branch -a --sort=-committerdate  =>  look
git branch --format='%(refname:short)'  =>  look
git branch --no-merged  =>  look
git tag --sort=-v:refname  =>  look
git tag --contains HEAD  =>  look, read? HEAD
git rev-parse --abbrev-ref --symbolic-full-name @{u}  =>  look, read? @{u}
git rev-parse --git-dir  =>  look
git rev-list --all --count  =>  look
git rev-list --max-parents=0 HEAD  =>  look, read? HEAD
git ls-tree HEAD src/  =>  look, read? HEAD, read? src/
git ls-files --modified --deleted  =>  look
git blame -w -C src/a.ts  =>  look, read? src/a.ts
git blame --line-porcelain a.txt  =>  look, read? a.txt
git shortlog -sne --all  =>  look
git describe --always --long  =>  look
git cat-file -p HEAD:src/a.ts  =>  look, read? HEAD:src/a.ts
git grep -l foo  =>  look
git grep -c foo HEAD -- src  =>  look, read? HEAD, read? src
git reflog show --date=iso  =>  look
git stash list --date=relative  =>  look
git config --get-all remote.origin.fetch  =>  look
git remote get-url --all origin  =>  look
git merge-base --is-ancestor main HEAD  =>  look, read? main, read? HEAD
git name-rev --name-only HEAD  =>  look, read? HEAD
git for-each-ref --count=5 --sort=-creatordate refs/heads  =>  look
git submodule status --recursive  =>  unknown
git check-attr diff a.txt  =>  look, read? a.txt
git whatchanged -2  =>  look
git add .  =>  writes, read? .
git commit -am x  =>  writes
git push -u origin HEAD  =>  deletes network, read? origin
git pull  =>  writes network
git switch main  =>  writes deletes, write? main
git checkout -b x  =>  writes deletes
git rebase -i HEAD~3  =>  writes deletes, read? HEAD~3
git cherry-pick abc  =>  writes, read? abc
git revert HEAD  =>  writes, read? HEAD
git reset --soft HEAD~1  =>  writes deletes, read? HEAD~1
git worktree add wt main  =>  writes, write wt, read? main
git rm --cached a.txt  =>  deletes, delete a.txt
git mv a.txt c.txt  =>  writes deletes, delete a.txt, write c.txt
git tag -a v1 -m x  =>  writes
git branch -D x  =>  writes deletes
git branch x HEAD~1  =>  writes
git remote rename a b  =>  settings
git config core.autocrlf input  =>  settings
git gc  =>  deletes
git prune  =>  deletes
git fsck --lost-found  =>  unknown writes deletes code network settings, write? fsck, write? --lost-found
git notes add -m x  =>  unknown writes deletes code network settings, write? add, write? -m, write? x
git lfs pull  =>  unknown writes deletes code network settings, write? lfs, write? pull
git flow init  =>  unknown writes deletes code network settings, write? flow, write? init
git help log  =>  unknown writes deletes code network settings, write? help, write? log
git log --help  =>  unknown, write? --help
git mergetool  =>  code
git -P -p log  =>  code
git maintenance start  =>  deletes
git show HEAD:config/.env  =>  look, read? HEAD:config/.env
git log -p -- .env  =>  look, read? .env
git diff HEAD -- secrets.yml  =>  look, read? HEAD, read? secrets.yml
git log --unknown-flag  =>  unknown, write? --unknown-flag
git -C / status  =>  look, in /
git -C.. log  =>  look, in ..
git -c core.pager=x log  =>  refused
git -c user.x=1 -c core.sshCommand=x fetch  =>  refused writes network
git --work-tree /tmp status  =>  refused, read /tmp
git --namespace=x log  =>  refused, read x
git diff --output=/tmp/x  =>  writes, write /tmp/x
git log --output ../x  =>  writes, write ../x
git log --outpu=x  =>  refused, write? --outpu=x
git blame --contents /etc/passwd a.txt  =>  look, read /etc/passwd, read? a.txt
git blame -S ../x a.txt  =>  look, read ../x, read? a.txt
git grep -f /etc/passwd  =>  look, read /etc/passwd
git grep -Oless x  =>  refused starts
git ls-remote --exec=x o  =>  refused starts network, read? o
git fetch --upload-pack=x  =>  refused writes starts network
git clone --upload-pack x a  =>  refused writes starts network, read? a
git clone --template=/x a  =>  refused writes network, read? a
git clone -c core.pager=x a  =>  refused writes network, read? a
git init /tmp/x  =>  writes, write /tmp/x
git worktree add /tmp/x  =>  writes, write /tmp/x
git archive --output=/tmp/x HEAD  =>  writes, write /tmp/x, read? HEAD
git commit --template=../x  =>  writes, read ../x
git commit -F/etc/passwd  =>  writes, read /etc/passwd
git tag -F ../x v1  =>  writes, read ../x
git apply ../x.patch  =>  writes, read ../x.patch
git am ../x  =>  writes, read? ../x
git rebase -x x HEAD  =>  refused writes deletes starts, read? HEAD
git bisect run make  =>  refused, read? make
git submodule foreach 'rm x'  =>  refused, read? rm x
git config --system x.y z  =>  refused settings
git config diff.x.textconv ./x  =>  refused settings
git config --local filter.x.clean x  =>  refused settings
git config --file ../x a.b c  =>  refused writes settings, write ../x
git config --replace-all alias.x y  =>  refused settings
git config url.ext::x.insteadOf y  =>  refused settings
git remote set-url origin 'ext::sh -c x'  =>  refused settings, read? ext::sh -c x
git push 'ext::sh x'  =>  refused deletes network, read? ext::sh x
git submodule add ext::x y  =>  refused writes code network, read? ext::x, read? y
git shell -c x  =>  refused, write? -c, read? x, write? x
git upload-pack .  =>  refused, read? .
git http-backend  =>  refused
git remote-fd 1  =>  refused, read? 1
git credential approve  =>  refused, read? approve
git credential-cache get  =>  refused, read? get
git send-email --sendmail-cmd=x a  =>  refused starts network, read? a
git --version log  =>  unknown
git -v  =>  look
git log --graph=x  =>  unknown, write? --graph=x
git log 'ext::sh -c x'  =>  refused, read? ext::sh -c x
git config --get core.editor  =>  look
git config user.name x --unset  =>  settings
git config core.pager  =>  look
git clean -n ../x  =>  look, read? ../x
git log :/fix  =>  look, read? :/fix, read? fix
git log -- ':(exclude)../x'  =>  look, read? :(exclude)../x, read? ../x
git add :/  =>  writes, read? :/
git log --format='%h Great'  =>  look
git log --format=%+GS  =>  unknown, write? %+GS
git for-each-ref --format='%(signature)'  =>  unknown, write? %(signature)
git clone file:///etc/x y  =>  writes network, read? file:///etc/x, write y
git push ../other main  =>  deletes network, read? ../other
`

export const CODE = String.raw`
node --version  =>  look
npm ls --all --json  =>  look, unless 1
npm root -g  =>  look, unless 1
npm explain react  =>  look, unless 1
python3 --version  =>  look
pip show -f requests  =>  look
pip3 list --format=json  =>  look
ruby --version  =>  look
java -version  =>  look
gcc --version  =>  look
go version  =>  look
cmake --version  =>  look
make --version  =>  look
docker images  =>  look
docker ps -a --format '{{.Names}}'  =>  look
docker logs --since 10m web  =>  look
kubectl config get-contexts  =>  look
openssl version  =>  look
perl -pi -e 's/a/b/' a.txt  =>  code, write? a.txt
perl -ne 'print if /x/' a.txt  =>  code, write? a.txt
npm run build  =>  code, unless 1, read? build
npm i  =>  writes code network, unless 1
npm exec cowsay  =>  code network, unless 1, read? cowsay
npx prettier .  =>  code network, write? prettier, write? .
yarn  =>  code network
yarn build  =>  code network, write? build
pnpm -r build  =>  unknown code network, write? -r, write? build
bun test  =>  code network, write? test
deno run a.ts  =>  code network, write? run, write? a.ts
node a.js  =>  code, read a.js
node -pe 1  =>  code, read 1
node --eval 1  =>  code
python3 a.py  =>  code, read a.py
python3 -m pip install x  =>  code, write? install, write? x
python3 -m json.tool a.json  =>  code, write? a.json
pip install x  =>  writes code network, read? x
poetry install  =>  code network, write? install
uv run x  =>  code network, write? run, write? x
cargo build  =>  writes code, unless 4
cargo run  =>  writes code, unless 4
go test ./...  =>  writes code, write? ./...
go install ./...  =>  writes code network, read? ./...
make all  =>  code, read? all
cmake --build build  =>  writes code, write build
gradle build  =>  code, write? build
mvn test  =>  code, write? test
rake  =>  code
bundle install  =>  code, write? install
composer install  =>  code, write? install
dotnet build  =>  code, unless 1, write? build
swift build  =>  code, write? build
ruby a.rb  =>  code, write? a.rb
php a.php  =>  code, write? a.php
lua a.lua  =>  code, write? a.lua
bash a.sh  =>  code, read a.sh
sh -c 'ls'  =>  code
zsh -c ls  =>  code
docker run alpine  =>  code network
docker exec web ls  =>  code network
docker compose up  =>  unknown writes deletes code network settings, write? compose, write? up
docker rm web  =>  deletes code network, write? web
kubectl get pods  =>  network, read? pods
terraform plan  =>  code network, write? plan
aws s3 ls  =>  network, write? s3, write? ls
gh pr list  =>  network, write? pr, write? list
curl https://example.com  =>  network
wget https://example.com/x  =>  writes network
psql -c 'select 1'  =>  code network
sqlite3 a.db 'select 1'  =>  code, read? a.db
redis-cli keys '*'  =>  code network
vim a.txt  =>  code
nano a.txt  =>  code
gdb ./a.out  =>  code, write? ./a.out
strip a.out  =>  code, write? a.out
eslint --fix src  =>  writes code, unless 1, write? src
prettier --write src  =>  writes code, unless 1, write? src
black src  =>  writes, write? src
jest  =>  code, unless 1
pytest -x  =>  unknown code, write? -x
tsc -p .  =>  writes, read .
webpack  =>  code, unless 1
wget -O ../x https://example.com  =>  writes network, write ../x
wget -P.. https://example.com  =>  writes network, write ..
curl -o../x https://example.com  =>  writes network, write ../x
curl -T ../s https://example.com  =>  network, read ../s
curl -d @../s https://example.com  =>  network, read? ../s
curl --data-binary=@/etc/passwd https://example.com  =>  network, read? /etc/passwd
curl -F 'f=@../s' https://example.com  =>  network, read? ../s
node ../x.js  =>  code, read ../x.js
node --env-file=../.env a.js  =>  code, read ../.env, read a.js
python3 ../x.py  =>  code, read ../x.py
npm --prefix .. test  =>  unknown code, unless 1, read ..
make -C .. all  =>  code, in .., read? all
make -f../Makefile  =>  code, read ../Makefile
cargo build --manifest-path ../Cargo.toml  =>  writes code, unless 4, read ../Cargo.toml
cargo --config ../x build  =>  refused writes code starts, unless 4
go -C .. build  =>  unknown writes deletes code network settings, write? -C, write? .., write? build
tsc --outDir=../o  =>  writes, write ../o
eslint -o ../o .  =>  unknown code, unless 1, write? -o, write? ../o, write? .
pytest --junitxml=../o  =>  unknown code, write? --junitxml=../o
pytest --rootdir=..  =>  unknown code, write? --rootdir=..
vim -c ':!touch x' a.txt  =>  refused code
vim '+!touch x' a.txt  =>  refused code
ex -sc '!ls' a.txt  =>  refused code
sqlite3 a.db '.system ls'  =>  refused code, read? a.db
psql -c '\! ls'  =>  refused code network
mysql -e '\! ls'  =>  refused code network
gdb -ex 'shell ls' a.out  =>  refused code, write? a.out
lldb -o 'platform shell ls' a.out  =>  refused code, write? a.out
npm test --script-shell=./x  =>  refused code starts, unless 1
make SHELL=./x  =>  refused code
make --eval=x  =>  refused code starts
go test -exec=./x ./...  =>  refused writes code starts, write? ./...
go vet . -exec x  =>  refused writes code, write? ., write? -exec, write? xec, write? ec, write? c, write? x
cargo test -- --no-filter  =>  writes code, unless 4, write? --no-filter
cargo test -- --shell=x  =>  refused writes code, unless 4, write? --shell=x
npx eslint --rsh=./x .  =>  refused code network, write? eslint, write? --rsh=./x, write? .
npm run x -- --editor vi  =>  code, unless 1, read? x, read? --editor, read? vi
docker run -v ./a,target=/../..:/x alpine  =>  writes code network, write? ./a,target=/../..
docker run --mount type=bind,dst=/x,src=../y alpine  =>  writes code network, write? type=bind,,src=../y
node --version=x  =>  unknown code, write? --version=x
node --version a.js  =>  unknown code, read a.js
gem list -r  =>  unknown, write? -r
go vet -vettool ./x  =>  refused writes code starts
go build -toolexec=./x  =>  refused writes code starts
docker run -v /etc:/x alpine  =>  writes code network, write? /etc
docker run --mount type=bind,source=/,target=/h alpine  =>  writes code network, write? type=bind,source=/,
docker run --volume=..:/x alpine  =>  writes code network, write? ..
pip --python ./x list  =>  refused starts
gcc -wrapper ./x a.c  =>  refused code starts, write? a.c
gcc -fplugin=./x.so a.c  =>  refused code starts, write? a.c
npm uninstall x  =>  deletes code, unless 1, read? x
npm view x  =>  network, unless 1, read? x
npm publish  =>  code network, unless 1
npm pack --pack-destination ..  =>  writes code, unless 1, write ..
npm pkg get name  =>  look, unless 1
npm config get registry  =>  look, unless 1
npm config set script-shell ./x  =>  refused settings, unless 1, read? ./x
npm config set registry https://example.com  =>  network settings, unless 1, read? registry
npm config list  =>  unknown writes deletes code network settings, unless 1, write? list
npm run  =>  look, unless 1
npm run lint -- --fix  =>  code, unless 1, read? lint, read? --fix
npm test --node-options='-r ./x'  =>  code, unless 1
npm test --userconfig=../x  =>  code, unless 1, read ../x
npm -C .. run x  =>  unknown code, unless 1, read .., read? x
npm ls --frob  =>  unknown, unless 1, write? --frob
npm frob  =>  unknown writes deletes code network settings, unless 1, write? frob
gulp build  =>  code, unless 1, write? build
gulp --version  =>  look, unless 1
eslint --version  =>  look, unless 1
eslint --plugin ./x .  =>  code, unless 1, write? .
jest --frob  =>  unknown code, unless 1, write? --frob
conda install x  =>  code network, write? install, write? x
R --version  =>  look
Rscript a.R  =>  code, write? a.R
gem list  =>  look
gem install x  =>  code network, write? install, write? x
cargo --version  =>  look, unless 4
cargo locate-project  =>  look, unless 4
cargo metadata  =>  writes network, unless 4
cargo tree  =>  writes network, unless 4
cargo test -- --nocapture  =>  writes code, unless 4, write? --nocapture
rustc --version  =>  look, unless 4
rustc a.rs  =>  writes code, unless 4, write? a.rs
rustc --explain E0308  =>  look, unless 4
rustup show  =>  look, unless 4
rustup update  =>  unknown writes deletes code network settings, unless 4, write? update
go env GOPATH  =>  look
go env -w GOFLAGS=-x  =>  settings
go help build  =>  look
gofmt -l .  =>  look, read .
gofmt -w a.go  =>  writes, write a.go
docker container ls -a  =>  look
docker network inspect bridge  =>  look
docker system prune  =>  unknown writes deletes code network settings, write? system, write? prune
docker inspect web  =>  look
docker -v  =>  look
docker -H tcp://x ps  =>  unknown writes deletes code network settings, write? -H, write? ps
docker cp web:/etc/x .  =>  deletes code network, write? .
kubectl version --client  =>  look
kubectl version  =>  network
kubectl --kubeconfig k.yml config view  =>  code, read k.yml
helm version --short  =>  look
helm install x y  =>  code network, write? install, write? x, write? y
openssl engine ./x  =>  refused, read? ./x
python -V  =>  look
python3.12 --version  =>  look
python -c 'import os'  =>  code
python -m http.server  =>  code
python a.py --out=../x  =>  code, read a.py, write? --out=../x
pypy3 a.py  =>  code, read a.py
pip -V  =>  look
pip install -r ../r.txt  =>  writes code network, read? ../r.txt
pytest --version  =>  code
ruby -v  =>  look
ruby -v a.rb  =>  unknown code, write? a.rb
ruby -e 1  =>  code
perl --version  =>  look
php -v  =>  look
lua -v a.lua  =>  unknown code, write? a.lua
gcc -v  =>  look
gcc -v a.c  =>  unknown code, write? a.c
gcc -o ../a a.c  =>  unknown code, write? -o, write? ../a, write? a.c
javac A.java  =>  code, write? A.java
java -jar a.jar  =>  unknown code, write? -jar, write? ar, write? r, write? a.jar
make -n  =>  code
make -v  =>  look
make CC=gcc  =>  code, read? CC=gcc
ninja -v  =>  unknown code, write? -v
cmake -S . -B build  =>  writes code, read ., write build
mvn --version  =>  code
just --list  =>  unknown code, unless 1, write? --list
dotnet --version  =>  look, unless 1
bash --version  =>  look
bash -c ls  =>  code
bash -lc 'ls -la' x  =>  code, write? x
sh  =>  code
zsh -f a.zsh  =>  code, read a.zsh
node -v  =>  look
node -v a.js  =>  unknown code, read a.js
node --check a.js  =>  look, read a.js
node -c a.js -r ./p.js  =>  look, read a.js, write? -r, write? ./p.js
node -r ./p.js -c a.js  =>  code, read ./p.js, read a.js
node --require=../p.js a.js  =>  code, read ../p.js, read a.js
node -  =>  code
node --test  =>  code
node --test --test-reporter=./r.mjs  =>  code, read ./r.mjs
node --run build  =>  code
node --frob a.js  =>  unknown code, write? --frob, read a.js, write? a.js
node --watch a.js  =>  code, read a.js
node --inspect a.js  =>  code network, read a.js
npx --version  =>  code network
pnpm ls  =>  code network, write? ls
yarn --version  =>  code network
bun --version  =>  code network
tsc --version  =>  look
tsc --noEmit  =>  writes
tsc -v  =>  look
deno --help  =>  code network
curl -s -o out.html https://example.com  =>  writes network, write out.html
curl -K evil.cfg  =>  code network, read evil.cfg
curl file:///etc/passwd  =>  network, read? file:///etc/passwd
curl -b 'a=b' https://example.com  =>  network
wget -e use_askpass=./x https://example.com  =>  refused writes starts network
wget --use-askpass ./x https://example.com  =>  refused writes starts network
sqlite3 a.db '.load ./x.so'  =>  refused code, read? a.db
sqlite3 ../a.db 'select 1'  =>  code, read? ../a.db
psql -f ../a.sql  =>  code network, read ../a.sql
psql -c 'copy x to program '\''ls'\'''  =>  refused code network
vim -u ../x a.txt  =>  unknown code, write? -u, write? ../x, write? a.txt
emacs --eval '(x)' a.txt  =>  code
gdb -x ../cmds a.out  =>  code, read ../cmds, write? a.out
gdb -ex bt a.out  =>  code, write? a.out
npm ls --depth 0  =>  look, unless 1
npm list react  =>  look, unless 1
npm -v  =>  look, unless 1
node -p  =>  code
npm why left-pad  =>  look, unless 1
npm prefix  =>  look, unless 1
npm pkg get version  =>  look, unless 1
pip show numpy pandas  =>  look
pip check  =>  look
pip freeze --all  =>  look
pip list --outdated  =>  network
python --version  =>  look
pip --version  =>  look
go env GOROOT  =>  look
docker ps -q  =>  look
docker image ls  =>  look
docker inspect --format '{{.State.Status}}' web  =>  look
docker version  =>  look
docker logs web  =>  look
kubectl config view  =>  look
php --version  =>  look
perl -v  =>  look
java --version  =>  look
terraform --version  =>  code network
helm version  =>  look
node -p process.version  =>  code
node -e 'console.log(1)'  =>  code
npm outdated  =>  network, unless 1
npm audit  =>  network, unless 1
npm version patch  =>  writes code, unless 1, read? patch
npm cache clean  =>  unknown writes deletes code network settings, unless 1, write? clean
npm login  =>  code network, unless 1
npm dedupe  =>  writes code network, unless 1
pip download x  =>  writes code network, read? x
pip config set global.index-url x  =>  writes code network, read? set, read? global.index-url, read? x
python -i  =>  code
python -   =>  code
python3 -c pass  =>  code
python3 -m venv .venv  =>  code, write? .venv
python3 -m pytest -q  =>  code, write? -q
python manage.py migrate  =>  code, read manage.py, write? migrate
ruby -e 'puts 1'  =>  code
rake db:migrate  =>  code, write? db:migrate
bundle exec rspec  =>  code, write? exec, write? rspec
php artisan migrate  =>  code, write? artisan, write? migrate
composer require x  =>  code, write? require, write? x
cargo install x  =>  writes network, unless 4, read? x
cargo fmt  =>  writes code, unless 4
cargo clippy  =>  writes code, unless 4
rustfmt a.rs  =>  writes code, unless 4, write? a.rs
go mod tidy  =>  writes code network, read? tidy
go vet ./...  =>  writes code, write? ./...
go fmt ./...  =>  writes code, write? ./...
make -j4  =>  code
make clean  =>  code, read? clean
ninja  =>  code
bazel build //...  =>  code, write? build, write? //...
mvn -q package  =>  unknown code, write? -q, write? package
docker build -t x .  =>  deletes code network, write? .
docker pull alpine  =>  deletes code network, write? alpine
docker exec -it web sh  =>  code network
kubectl get secrets  =>  network, read? secrets
kubectl logs pod  =>  network, read? pod
helm upgrade x y  =>  code network, write? upgrade, write? x, write? y
terraform init  =>  code network, write? init
terraform show  =>  code network, write? show
perl -i -pe 's/x/y/' a.txt  =>  code, write? a.txt
curl -I https://example.com  =>  network
curl -X POST -d 'a=b' http://localhost  =>  network
wget -q https://example.com/a  =>  writes network
psql -l  =>  unknown code network, write? -l
mysql -e 'show tables'  =>  code network
sqlite3 a.db .tables  =>  code, read? a.db
redis-cli ping  =>  code network
vi a.txt  =>  code
code .  =>  code
jest --watch  =>  unknown code, unless 1, write? --watch
vitest run  =>  code, unless 1, write? run
eslint .  =>  code, unless 1, write? .
prettier --check .  =>  unknown code, unless 1, write? --check, write? .
tsc  =>  writes
ruff check .  =>  writes, write? check, write? .
black --check .  =>  unknown writes, write? --check, write? .
mypy src  =>  code, write? src
flake8  =>  code
pre-commit run  =>  code network, write? run
tox  =>  code
gofmt -w .  =>  writes, write .
curl -o /tmp/x https://example.com  =>  writes network, write /tmp/x
curl -K ../x  =>  code network, read ../x
curl --upload-file ../x https://example.com  =>  network, read ../x
wget -i ../urls  =>  writes network, read ../urls
wget --execute=x https://example.com  =>  refused writes starts network
make -f /tmp/x  =>  code, read /tmp/x
make SHELL=/bin/x  =>  refused code
make --eva=x  =>  refused code, write? --eva=x
npm --prefix=/tmp i  =>  unknown writes code network, unless 1, read /tmp
npm -C /tmp test  =>  unknown code, unless 1, read /tmp
npm run x --script-shell=y  =>  refused code starts, unless 1, read? x
node /tmp/x.js  =>  code, read /tmp/x.js
node -r ../x a.js  =>  code, read ../x, read a.js
node --cpu-prof-dir=/tmp a.js  =>  writes code, write /tmp, read a.js
python /tmp/x.py  =>  code, read /tmp/x.py
bash ../x.sh  =>  code, read ../x.sh
sh /tmp/x  =>  code, read /tmp/x
go build -o ../x  =>  writes code, write ../x
go run -exec x a.go  =>  refused writes code starts, write? a.go
cargo test --target-dir ../t  =>  writes code, unless 4, write ../t
tsc -p ..  =>  writes, read ..
pip install -t .. x  =>  writes code network, write .., read? x
pip install -r /tmp/r.txt  =>  writes code network, read? /tmp/r.txt
docker run -v /:/x alpine  =>  writes code network, write? /
docker run --volume /etc:/x alpine  =>  writes code network, write? /etc
docker build -f ../D .  =>  deletes code network, read ../D, write? .
gcc -B./x a.c  =>  unknown code, write? -B./x, write? ./x, write? a.c
psql -c '\!ls'  =>  refused code network
sqlite3 a.db '.shell ls'  =>  refused code, read? a.db
vim -c '!ls'  =>  refused code
gdb -ex '!ls'  =>  refused code
npm run x -- --frob  =>  code, unless 1, read? x, read? --frob
docker run --mount type=bind,src=.,dst=/x alpine  =>  writes code network, write? type=bind,src=.,
docker run -v .:/x alpine  =>  writes code network, write? .
curl -d 'path=/api/x' https://example.com  =>  network
curl -F 'f=<../s' https://example.com  =>  network, read? ../s
curl --data-urlencode name@../s https://example.com  =>  network, read? ../s
`

export const CHANGE = String.raw`
tar -tzf a.tgz  =>  look, read? a.tgz
unzip -l a.zip  =>  look, read? a.zip
gzip -l a.gz  =>  look, read? a.gz
mkdir -p src/new  =>  writes, write src/new
touch a.new  =>  writes, write a.new
mv a.txt b.txt  =>  writes deletes, delete a.txt, write b.txt
cp -R src copy  =>  writes, read src, write copy
rm -r build  =>  deletes, delete build
tar czf a.tgz src  =>  writes, write? czf, write? a.tgz, write? src
unzip a.zip  =>  writes, read? a.zip
gunzip a.gz  =>  writes deletes, write? a.gz
patch -p1 -i fix.patch  =>  writes, read fix.patch
tee out.txt  =>  writes, write out.txt
truncate -s0 a.txt  =>  writes, write a.txt
ln -s src link  =>  writes, read src, write link
chmod 755 run.sh  =>  writes settings, write run.sh
brew install jq  =>  code network settings, write? install, write? jq
apt-get install jq  =>  code network settings, write? install, write? jq
split -l 10 a.txt  =>  writes, read a.txt
mktemp  =>  writes
shred -u a.txt  =>  deletes, delete a.txt
tar -cf ../a.tar src  =>  writes, write? ../a.tar, write? src
tar xfC a.tar ..  =>  writes, write? xfC, write? a.tar, write? ..
tar -T ../l -cf a.tar  =>  unknown writes, read ../l, write? a.tar
tar --use-compress-program=./x -xf a.tar  =>  refused writes starts, write? a.tar
tar -I./x -xf a.tar  =>  refused writes starts, write? a.tar
unzip a.zip -d/tmp  =>  writes, write /tmp, read? a.zip
zip -r ../a.zip src  =>  writes, write ../a.zip, read? src
cp -r src ..  =>  writes, read src, write ..
cp --target-directory .. a.txt  =>  writes, write .., write a.txt
mv a.txt ../b  =>  writes deletes, delete a.txt, write ../b
ln -s ../../etc x  =>  writes, read ../../etc, write x
touch ../x  =>  writes, write ../x
rm -rf ../x  =>  deletes, delete ../x
rm -rf .git/hooks  =>  deletes, delete .git/hooks
chmod 777 ..  =>  writes settings, write ..
tee -a ../x  =>  writes, write ../x
install -m 755 a.sh ../bin  =>  writes, read a.sh, write ../bin
split --filter=./x a.txt  =>  refused writes starts, read a.txt
zip a.zip a.txt -T -TT ./x  =>  refused writes starts, write a.zip, read? a.txt, read? ./x
zip --unzip-command=./x -T a.zip  =>  refused writes starts, write a.zip
rmdir build  =>  deletes, delete build
sysctl -w a=b  =>  unknown settings, write? -w, read? a=b, write? a=b
umount mnt  =>  deletes settings, write? mnt
split a.txt ../part  =>  writes, read a.txt, write ../part
gzip -c a.txt  =>  look, read? a.txt
gzip a.txt  =>  writes deletes, write? a.txt
unzip -p a.zip a.txt  =>  look, read? a.zip
tar tvf a.tar  =>  look, read? a.tar
tar xzf a.tgz -C src  =>  writes, write? src, write? xzf, write? a.tgz
tar -cf host:a.tar src  =>  writes network, write? src
tar -tf a.tar --to-command=./x  =>  refused starts, read? a.tar
tar --direc=.. -xf a.tar  =>  refused writes, write? --direc=.., write? a.tar
tar frob  =>  writes, write? frob
zip -r out.zip src  =>  writes, write out.zip, read? src
patch --dry-run -i a.patch  =>  look, read a.patch
patch -d .. -i a.patch  =>  writes, write .., read a.patch
cp a.txt b.txt src  =>  writes, read a.txt, read b.txt, write src
mv a.txt policy.json  =>  writes deletes, delete a.txt, write policy.json
ln -s a.txt b.txt  =>  writes, read a.txt, write b.txt
rm -f a.txt  =>  deletes, delete a.txt
rm --help  =>  look
rm --version x  =>  unknown deletes, delete x
mkdir -m 700 x  =>  writes, write x
touch -r ../x y  =>  writes, read ../x, write y
chmod -R 777 .  =>  writes settings, write .
chmod +x a.sh  =>  writes settings, write a.sh
tee a.txt b.txt  =>  writes, write a.txt, write b.txt
truncate --reference=../x a.txt  =>  writes, read ../x, write a.txt
install --strip-program=./x -s a b  =>  refused writes starts, read a, write b
mktemp -p ../tmp  =>  writes, write ../tmp
tar -tvf a.tar.gz  =>  look, read? a.tar.gz
tar --list --file=a.tar  =>  look, read? a.tar
unzip -Z1 a.zip  =>  look, read? a.zip
gunzip -c a.gz  =>  look, read? a.gz
brew --version  =>  look
cp a.txt c.txt  =>  writes, read a.txt, write c.txt
mv a.txt src/  =>  writes deletes, delete a.txt, write src/
rm a.txt  =>  deletes, delete a.txt
rm -rf node_modules  =>  deletes, delete node_modules
mkdir x y z  =>  writes, write x, write y, write z
ln -sf a.txt c.txt  =>  writes, read a.txt, write c.txt
chmod u+w a.txt  =>  writes settings, write a.txt
chown dev a.txt  =>  writes settings, write a.txt
touch -d yesterday a.txt  =>  writes, write a.txt
tee -a a.txt  =>  writes, write a.txt
split -b 1m a.bin  =>  writes, read a.bin
xz -k a.txt  =>  writes deletes, write? a.txt
zip x.zip a.txt  =>  writes, write x.zip, read? a.txt
tar cf x.tar src  =>  writes, write? cf, write? x.tar, write? src
tar xf x.tar  =>  writes, write? xf, write? x.tar
patch a.txt a.patch  =>  writes, write a.txt, read a.patch
truncate -s 10 a.txt  =>  writes, write a.txt
tar czf - .ssh  =>  writes, write? czf, write? .ssh
tar -C / -xf a.tar  =>  writes, write? /, write? a.tar
tar xf a.tar --directory=/tmp  =>  writes, write? /tmp, write? xf, write? a.tar
tar cf /tmp/a.tar src  =>  writes, write? cf, write? /tmp/a.tar, write? src
tar -xf a.tar --to-command='sh -c x'  =>  refused writes starts, write? a.tar
tar -cf a.tar --checkpoint-action=exec=x src  =>  refused writes starts, write? a.tar, write? src
tar c --rsh-command=x -f h:x src  =>  refused writes starts network, write? c, write? src
unzip -o a.zip -d ..  =>  writes, write .., read? a.zip
cp a.txt /tmp  =>  writes, read a.txt, write /tmp
cp -t/tmp a.txt  =>  writes, write /tmp, write a.txt
mv -t .. a.txt  =>  writes, write .., write a.txt
rm -rf ..  =>  deletes, delete ..
rm -rf .git/index  =>  deletes, delete .git/index
mkdir /tmp/x  =>  writes, write /tmp/x
touch .git/hooks/x  =>  writes, write .git/hooks/x
ln -s /etc/passwd x  =>  writes, read /etc/passwd, write x
ln a.txt ../x  =>  writes, read a.txt, write ../x
chmod +x ../x  =>  writes settings, write ../x
chown x /etc  =>  writes settings, write /etc
tee .git/config  =>  writes, write .git/config
tee /etc/x  =>  writes, write /etc/x
split a.txt /tmp/x  =>  writes, read a.txt, write /tmp/x
patch -o ../x a.txt a.patch  =>  writes, write ../x, write a.txt, read a.patch
patch -d.. -p1 -i a.patch  =>  writes, write .., read a.patch
zip ../x a.txt  =>  writes, write ../x, read? a.txt
gzip ../x  =>  writes deletes, write? ../x
truncate -s0 /x  =>  writes, write /x
shred ../x  =>  deletes, delete ../x
install a.txt /usr/bin/x  =>  writes, read a.txt, write /usr/bin/x
tar  =>  writes
tar tf a.tar  =>  look, read? a.tar
tar tzvf a.tgz src  =>  look, read? a.tgz, read? src
tar tf a.tar -x  =>  writes, read? a.tar
tar tf host:a.tar  =>  network
tar tf a.tar --to-command=./x  =>  refused starts, read? a.tar
tar cfC policy.json src .  =>  writes, write? cfC, write? policy.json, write? src, write? .
tar -xf a.tar -C src  =>  writes, write? a.tar, write? src
gzip -l host:a.gz  =>  network
tar tQf a.tar  =>  writes, write? tQf, write? a.tar
`

export const NONE = String.raw`
ag --pager=./x y  =>  refused writes deletes code network settings, write? --pager=./x, write? y
frob  x -- --exec=y  =>  refused writes deletes code network settings, write? x, write? --, write? --exec=y
frob --proxycommand=x  =>  refused writes deletes code network settings, write? --proxycommand=x
frob --preload=x  =>  refused writes deletes code network settings, write? --preload=x
frob -l./y.so.1  =>  refused writes deletes code network settings, write? -l./y.so.1, write? ./y.so.1
ansible-playbook a.yml  =>  unknown writes deletes code network settings, write? a.yml
watchexec -e ts  =>  unknown writes deletes code network settings, write? -e, write? ts
frobnicate --all src  =>  unknown writes deletes code network settings, write? --all, write? src
dd if=/etc/passwd of=x  =>  unknown writes deletes code network settings, write? if=/etc/passwd, write? of=x
dd if=a of=../x  =>  unknown writes deletes code network settings, write? if=a, write? of=../x
frob ../x  =>  unknown writes deletes code network settings, write? ../x
frob --out=/tmp/x  =>  unknown writes deletes code network settings, write? --out=/tmp/x
frob -o/tmp/x  =>  unknown writes deletes code network settings, write? -o/tmp/x, write? /tmp/x
frob key=../x  =>  unknown writes deletes code network settings, write? key=../x
frob a:/etc/passwd  =>  unknown writes deletes code network settings, write? a:/etc/passwd
frob @/etc/passwd  =>  unknown writes deletes code network settings, write? @/etc/passwd
frob --rsh-command=x  =>  refused writes deletes code network settings, write? --rsh-command=x
frob --editor vi  =>  refused writes deletes code network settings, write? --editor, write? vi
frob --pager=less  =>  refused writes deletes code network settings, write? --pager=less
frob --preCommand=./x  =>  refused writes deletes code network settings, write? --preCommand=./x
socat - EXEC:./x  =>  refused writes deletes code network settings, write? EXEC:./x
cd  =>  unknown writes deletes code network settings
frob  =>  unknown writes deletes code network settings
frob --version  =>  unknown writes deletes code network settings, write? --version
frob x y  =>  unknown writes deletes code network settings, write? x, write? y
frob --no-exec x  =>  unknown writes deletes code network settings, write? --no-exec, write? x
frob -abc  =>  unknown writes deletes code network settings, write? -abc, write? bc, write? c
frob --out=x.txt  =>  unknown writes deletes code network settings, write? --out=x.txt
frob user@host:path  =>  unknown writes deletes code network settings
frob https://example.com/x  =>  unknown writes deletes code network settings
frob file:///etc/passwd  =>  unknown writes deletes code network settings, write? file:///etc/passwd
frob :!touch  =>  refused writes deletes code network settings, write? :!touch
frob '!touch x'  =>  refused writes deletes code network settings, write? !touch x
frob '\! touch x'  =>  refused writes deletes code network settings, write? \! touch x
frob '.shell touch x'  =>  refused writes deletes code network settings, write? .shell touch x
frob ./x.so  =>  refused writes deletes code network settings, write? ./x.so
frob ProxyCommand=x  =>  refused writes deletes code network settings, write? ProxyCommand=x
frob --preprocessor x  =>  refused writes deletes code network settings, write? --preprocessor, write? x
frob --my-cmd=x  =>  refused writes deletes code network settings, write? --my-cmd=x
frob --noCommand  =>  refused writes deletes code network settings, write? --noCommand
frob EXEC:ls  =>  refused writes deletes code network settings, write? EXEC:ls
./gradlew build  =>  unknown writes deletes code network settings, write? build
docker-compose up -d  =>  unknown writes deletes code network settings, write? up, write? -d
vagrant up  =>  unknown writes deletes code network settings, write? up
7z x a.7z  =>  unknown writes deletes code network settings, write? x, write? a.7z
rename s/a/b/ a.txt  =>  unknown writes deletes code network settings, write? s/a/b/, write? a.txt
convert a.png b.jpg  =>  unknown writes deletes code network settings, write? a.png, write? b.jpg
gpg --list-keys  =>  unknown writes deletes code network settings, write? --list-keys
service nginx restart  =>  unknown writes deletes code network settings, write? nginx, write? restart
at now  =>  unknown writes deletes code network settings, write? now
htop  =>  unknown writes deletes code network settings
screen  =>  unknown writes deletes code network settings
tmux new  =>  unknown writes deletes code network settings, write? new
unknowntool --help  =>  unknown writes deletes code network settings, write? --help
unknowntool check src  =>  unknown writes deletes code network settings, write? check, write? src
dd if=a of=.git/config  =>  unknown writes deletes code network settings, write? if=a, write? of=.git/config
unknowntool /etc/passwd  =>  unknown writes deletes code network settings, write? /etc/passwd
unknowntool --config=../x  =>  unknown writes deletes code network settings, write? --config=../x
unknowntool x=/etc/passwd  =>  unknown writes deletes code network settings, write? x=/etc/passwd
unknowntool --exec ls  =>  refused writes deletes code network settings, write? --exec, write? ls
unknowntool --post-hook=x  =>  refused writes deletes code network settings, write? --post-hook=x
unknowntool --ssh x  =>  refused writes deletes code network settings, write? --ssh, write? x
unknowntool .git/config  =>  unknown writes deletes code network settings, write? .git/config
. ./x  =>  unknown writes deletes code network settings, write? ./x
frob 'shell:x'  =>  refused writes deletes code network settings, write? shell:x
frob --skip-filter  =>  unknown writes deletes code network settings, write? --skip-filter
frob --without-plugin=x  =>  unknown writes deletes code network settings, write? --without-plugin=x
gzip -td a.gz  =>  writes deletes, read? a.gz
xz -t -d a.xz  =>  writes deletes, read? a.xz
gzip -lr a  =>  unknown, read? a
node --check --env-file=cfg a.js  =>  code, read cfg, read a.js
node --check --experimental-config-file=cfg a.js  =>  code, read cfg, read a.js
sed -i'.git/hooks/*' s/a/b/ a.txt  =>  writes, write .git/hooks/*, write a.txt
tar -x -f a.tar -C .git/hooks  =>  writes, write? a.tar, write? .git/hooks
xargs nice  =>  refused starts, starts nice
xargs find .  =>  refused starts, starts find
xargs rg foo  =>  refused starts, starts rg
xargs rg foo --  =>  unknown starts, starts rg
xargs sort -k 2 --  =>  unknown starts, starts sort
xargs grep foo  =>  unknown starts, starts grep
xargs git log  =>  unknown starts, starts git
git log -L1,1:.env  =>  unknown
git log -L1,1:a.txt  =>  look
grep -r --include=.env KEY .  =>  unknown, read .
grep -r --include='*.ts' KEY .  =>  look, read .
rg -g .env KEY  =>  unknown
rg -g '!.env' KEY  =>  unknown
curl -H @.env https://a.example  =>  network, read? .env
curl -F 'f=@"/etc/x";type=x' https://a.example  =>  network, read? "/etc/x";type=x, read? /etc/x
curl -w '%output{a}' https://a.example  =>  writes network
git shortlog --group=format:%GS  =>  unknown, write? format:%GS
ps -eo pid,environ  =>  unknown, write? pid,environ
ps -eo pid,comm  =>  look
pkill -l node  =>  unknown settings, write? -l, write? node
kill -l  =>  look
poetry --version  =>  unknown code network
xxd a.txt -ps  =>  writes, read a.txt, write -ps
file -p a.txt  =>  writes, read a.txt
git add --intent-to-add --dry-run a.txt  =>  writes, read? a.txt
diff a.txt b.txt  =>  look, read a.txt, read b.txt
diff --from-file=a.txt b.txt  =>  look, read a.txt, read b.txt
tree -Io pat out.html  =>  unknown, write? -Io, write? o, read pat, write? pat, read out.html, write? out.html
tree -L 2 -a  =>  look
ps -auxeww  =>  unknown, write? -auxeww, write? uxeww, write? xeww, write? eww
ps -ef  =>  look
npm --prefix sub --prefix .. ls  =>  unknown, unless 1, read sub, read ..
npm -C=.. ls  =>  unknown, unless 1, read? =..
git ls-files -o --exclude-per-directory=../x  =>  look, read ../x
git config --blob=HEAD:.pypirc --get pypi.username  =>  look, read? HEAD:.pypirc
git diff --no-index a.txt ':/secret.txt'  =>  look, read? a.txt, read? :/secret.txt, read? secret.txt
git for-each-ref --sort=signature  =>  unknown, write? signature
git apply --directory=../x a.patch  =>  writes, write ../x, read a.patch
tar -cf x.tar a.txt -g ../x  =>  writes, write? x.tar, write ../x, write? a.txt
`
