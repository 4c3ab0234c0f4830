import { describe, expect, it } from "vitest"
import { type CommandKind, classifyCommand } from "./shell.ts"

const READING = `ls
ls -la src
cat package.json
cat a.txt b.txt | head -n 20
grep -rn "TODO" src
grep -rn 'a|b;c>d' src
rg --files | wc -l
rg "foo(bar)" src && echo found
head -5 a.txt; tail -5 a.txt
sed -n 1,20p src/a.ts
sed -n '10,20p' src/a.ts
sed -n '/start/,/end/p' a.txt
awk '{ print $2 }' a.txt
awk -F, 'NR > 1 { sum[$2] += $3 } END { for (region in sum) print region, sum[region] }' data/sales.csv | sort
find . -name '*.ts' -type f
find src -name "*.ts" | sort | uniq -c
sort -u a.txt
wc -l < a.txt
cat a.txt 2>/dev/null
ls missing 2>&1 | head
ls > /dev/null
git status
git status --short
git log --oneline -5
git log --oneline -- src
git diff HEAD~1
git show HEAD
git blame a.ts
git branch --show-current
git branch -a
git tag
git remote -v
git stash list
git --version
npm ls
node --version
python3 --version
cd src && ls
pwd
echo hello world
printf '%s' x
diff a.txt b.txt
jq '.name' package.json
du -sh src
stat a.txt
date +%s
test -f a.txt && echo yes || echo no
ls \\
  src`

const WRITING = `rm a.txt
rm -rf .
ls && rm a.txt
ls; rm a.txt
ls | tee out.txt
echo hi > a.txt
echo hi >> a.txt
echo hi >| a.txt
echo hi 1> a.txt
cat a 2> err.txt
cat a &> all.txt
cat a >& all.txt
mv a b
cp a b
mkdir x
touch x
chmod +x a
ln -s a b
dd if=a of=b
sed -i s/a/b/ a.txt
sed -n -i 1p a.txt
sed -ni 1p a.txt
sed --in-place s/a/b/ a.txt
find . -name x -delete
ls
rm a`

const UNKNOWN = `
sudo ls
npm test
npm run build
npm install
npx tsc
npx --yes cowsay
node script.js
node -e "x"
python3 a.py
bash -c "ls"
sh a.sh
./script.sh
/bin/ls
eval ls
exec ls
env ls
env
printenv
command ls
time ls
xargs rm
ls | xargs cat
ls | sh
find . -exec cat {} +
find . -execdir cat x ;
find . -fprint out
find . -ok cat x
awk '{print > "x"}' a
awk 1 a
perl -pe 1 a
FOO=bar ls
PATH=. ls
ls $(pwd)
ls \`pwd\`
cat $HOME/x
cat "$HOME/x"
cat <(ls)
cat << EOF
(ls)
{ ls; }
ls &
ls & rm x
sort -o out a
sort -uo out a
sort --output=out a
sort --compress-program=x a
sort *
uniq a b
tree -o x
date -s 2020
rg --pre cat x
rg --pre=cat x
sed -n 'w out' a
sed 's/a/b/e' a
sed '1e ls' a
sed -f script a
awk -f script a
awk 'BEGIN { system("rm a") }'
awk '{ print $1 > "out" }' a
awk '{ printf "};" > "out" }' a
awk '{ print | "sh" }' a
awk '{ "rm a" | getline }' a
awk '{ while ((getline line < "/etc/passwd") > 0) n++ }' a
awk 'BEGIN { ARGV[1] = "/etc/passwd"; ARGC = 2 } { print }'
awk 'BEGIN { print ENVIRON["KEY"] }'
awk 'BEGIN { f = "sys" "tem"; @f("rm a") }'
awk -i inplace '{ print }' a
awk -F , 'BEGIN { system("rm a") }' a
awk -v x=1 '{ print }' a
awk , 'BEGIN { system("rm a") }'
awk '{ print }' /etc/passwd
awk "{ print $1 }" a
git commit -m x
git checkout .
git push
git -c alias.x='!ls' x
git -C .. log
git branch new
git branch -D old
git tag v1
git remote add x y
git stash
git stash pop
git config --list
git diff --output=x
git diff -o x
git log --ext-diff
git grep -O x
git fetch
git reset --hard
cat /etc/passwd
cat ~/.ssh/id_rsa
cat ../secret
cat a/../../x
cat .env
cat config/server.pem
grep --file=/etc/passwd x
cd
cd -
cd ..
curl example.com
wget x
make
cargo test
pip install x
docker ps
ssh host
vi a
less a
watch ls
! ls
if true; then ls; fi
for x in a; do ls; done
ls {a,b}
cat a 'unclosed
constructor
toString x
"ls"
\\ls`

const table = (kind: CommandKind, lines: string): [string, CommandKind][] =>
  lines.split(kind === "unknown" ? /\n(?=.)/ : /(?<!\\)\n(?=.)/).map((line) => [line, kind])

describe("classifyCommand", () => {
  it.each([...table("reading", READING), ...table("unknown", UNKNOWN)])("%j is %s", (line, kind) => {
    expect(classifyCommand(line)).toBe(kind)
  })

  it.each(table("writing", WRITING).filter(([line]) => line !== "ls" && line !== "rm a"))("%j is %s", (line, kind) => {
    expect(classifyCommand(line)).toBe(kind)
  })

  it("takes a new line for the end of a command", () => {
    expect(classifyCommand("ls\nrm a")).toBe("writing")
    expect(classifyCommand("")).toBe("unknown")
  })
})
