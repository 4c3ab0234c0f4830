#!/bin/bash
# hidden test of empty: run in the finished workspace
unset NODE_TEST_CONTEXT NODE_OPTIONS MAKEFLAGS MAKELEVEL PYTHONPATH; export PYTHONDONTWRITEBYTECODE=1
W=$PWD; T=$(mktemp -d); trap 'rm -rf "$T"' EXIT; BAD=0
bad() { echo "NOT RIGHT: $*"; BAD=1; }
note() { echo "NOTE: $*"; }
# copy NAME: a copy of the finished workspace (without .git) as $T/NAME
copy() { mkdir -p "$T/$1"; cp -a "$W/." "$T/$1/"; rm -rf "$T/$1/.git"; find "$T/$1" -name __pycache__ -type d -prune -exec rm -rf {} +; }
# quiet FOLDER COMMAND...: run it there, output to $T/out, with a time limit
quiet() { local d=$1; shift; (cd "$T/$d" && timeout ${LIMIT:-90} "$@") > "$T/out" 2>&1 < /dev/null; }
red() { grep -E '^ *not ok|^(FAIL|ERROR): |^[A-Za-z]*Error' "$T/out" | head -15 | grep . || tail -15 "$T/out"; }
finish() { [ $BAD = 0 ] && echo "RIGHT"; exit $BAD; }
[ -f csvgroup.js ] || { bad "csvgroup.js is missing"; finish; }
copy behaviour
cat > "$T/check.py" <<'CHECK_END'
import os, subprocess, sys
os.chdir(sys.argv[1])
failed = 0
def run(args, text=None):
    r = subprocess.run(["node", "csvgroup.js", *args], input=(text or "").encode(), capture_output=True, timeout=20)
    return r.returncode, r.stdout.decode(), r.stderr.decode()
def show(name, why):
    global failed
    failed += 1
    print(f"- {name}: {why}")
def good(name, text, want, by="team", total="amount", args=()):
    code, out, err = run(["--by", by, "--sum", total, *args], text)
    if (code, out) != (0, want): show(name, f"exit {code}, stdout {out!r} instead of {want!r}; stderr {err[:200]!r}")
def wrong(name, code_wanted, args, text, *words):
    code, out, err = run(args, text)
    if code != code_wanted: show(name, f"exit {code} instead of {code_wanted}; stderr {err[:200]!r}")
    elif out: show(name, f"stdout is not empty: {out[:200]!r}")
    elif not err.strip(): show(name, "no message on stderr")
    elif "\n    at " in err: show(name, f"a stack trace on stderr: {err[:300]!r}")
    else:
        for word in words:
            if word not in err: show(name, f"stderr does not name {word!r}: {err[:200]!r}")
H = "team,amount\n"
good("simple", H + "a,1\nb,2.5\na,3\n", "team,count,sum\na,2,4.00\nb,1,2.50\n")
good("equal sums by name", H + "b,1\na,1\nB,1\nä,1\n", "team,count,sum\nB,1,1.00\na,1,1.00\nb,1,1.00\nä,1,1.00\n")
good("numbers sorted as numbers", H + "a,9\nb,10\nc,-3\nd,100\n", "team,count,sum\nd,1,100.00\nb,1,10.00\na,1,9.00\nc,1,-3.00\n")
good("exact", H + "a,0.1\n" * 10, "team,count,sum\na,10,1.00\n")
good("exact in the large", H + "a,900000000000.01\na,0.01\n" + "b,1234567.89\n" * 1000, "team,count,sum\na,2,900000000000.02\nb,1000,1234567890.00\n")
good("exact order", H + "a,0.1\na,0.2\nb,0.3\n", "team,count,sum\na,2,0.30\nb,1,0.30\n")
good("negative cents", H + "a,-0.05\nb,-1.5\nc,0.04\n", "team,count,sum\nc,1,0.04\na,1,-0.05\nb,1,-1.50\n")
good("empty cells", H + "a,\na,\n,5\n", "team,count,sum\n,1,5.00\na,2,0.00\n")
good("no records", H, "team,count,sum\n")
good("no line end at the end", "team,amount\na,1", "team,count,sum\na,1,1.00\n")
good("CRLF", "team,amount\r\na,1\r\nb,2\r\n", "team,count,sum\nb,1,2.00\na,1,1.00\n")
good("CRLF and quoted", 'team,amount\r\n"a",1\r\nb,"2"\r\n', "team,count,sum\nb,1,2.00\na,1,1.00\n")
good("BOM", "\ufeffteam,amount\na,1\n", "team,count,sum\na,1,1.00\n")
good("BOM and quoted header", '\ufeff"team",amount\na,1\n', "team,count,sum\na,1,1.00\n")
good("blank lines", "\nteam,amount\n\na,1\n\n\nb,2\n\n", "team,count,sum\nb,1,2.00\na,1,1.00\n")
good("comma in a quoted field", H + '"x, y",1\n"x, y",2\n', 'team,count,sum\n"x, y",2,3.00\n')
good("quote in a quoted field", H + '"say ""hi""",1\n', 'team,count,sum\n"say ""hi""",1,1.00\n')
good("line break in a quoted field", H + '"two\nlines",1\nz,0\n', 'team,count,sum\n"two\nlines",1,1.00\nz,1,0.00\n')
good("blank line in a quoted field", H + '"two\n\nlines",1\n', 'team,count,sum\n"two\n\nlines",1,1.00\n')
good("needless quotes go", H + '"plain",1\n"with space",2\n', "team,count,sum\nwith space,1,2.00\nplain,1,1.00\n")
good("quoted header with a comma", '"team, or so",amount\na,1\n', '"team, or so",count,sum\na,1,1.00\n', by="team, or so")
good("other columns, other order", "id,amount,x,team\n1,2,y,a\n2,3,\"y,y\",a\n", "team,count,sum\na,2,5.00\n")
good("strange names", H + "__proto__,1\nconstructor,2\ntoString,3\n", "team,count,sum\ntoString,1,3.00\nconstructor,1,2.00\n__proto__,1,1.00\n")
good("by and sum the same", "n\n1\n2\n2\n", "n,count,sum\n2,2,4.00\n1,1,1.00\n", by="n", total="n")
open("hidden input.csv", "w").write(H + "a,1\n")
good("a file", None, "team,count,sum\na,1,1.00\n", args=["hidden input.csv"])
code, out, err = run(["hidden input.csv", "--sum", "amount", "--by", "team"])
if out != "team,count,sum\na,1,1.00\n": show("file first, options in the other order", f"exit {code}, {out!r} {err[:200]!r}")
B = ["--by", "team", "--sum", "amount"]
wrong("unknown by-column", 1, ["--by", "division", "--sum", "amount"], H + "a,1\n", "division")
wrong("unknown sum-column", 1, ["--by", "team", "--sum", "price"], H + "a,1\n", "price")
wrong("too few fields", 1, B, H + "a,1\nb,2\nc\n", "3")
wrong("too many fields", 1, B, H + "a,1\nb,2,3\n", "2")
wrong("not a number, after a quoted line break and a blank line", 1, B, H + '"a\nb\nc\nd",1\n\n\nb,7x\n', "2")
for cell in ("1.234", "1e3", ".5", "5.", "+5", " 5", "0x10", "--1", "1,5", "-"):
    wrong(f"cell {cell!r}", 1, B, H + f'a,1\nb,1\nb,1\nb,"{cell}"\n', "4")
wrong("missing file", 1, [*B, "no-such-file.csv"], None, "no-such-file.csv")
wrong("no options", 2, [], H, "csvgroup.js")
wrong("no --sum", 2, ["--by", "team"], H)
wrong("no value", 2, ["--sum", "amount", "--by"], H)
wrong("unknown option", 2, [*B, "--what"], H)
wrong("two files", 2, [*B, "a.csv", "b.csv"], H)
sys.exit(1 if failed else 0)
CHECK_END
quiet behaviour python3 "$T/check.py" "$T/behaviour" || { bad "the behaviour is not right:"; cat "$T/out"; }
if [ -f package.json ]; then
  node -e 'const p=JSON.parse(require("fs").readFileSync("package.json"));process.exit(/node\s+--test/.test(p.scripts?.test??"")&&!Object.keys({...p.dependencies,...p.devDependencies}).length?0:1)' || bad "package.json: no test script with node --test, or dependencies"
else bad "package.json is missing, so npm test does nothing"; fi
TEST=$(node -p 'JSON.parse(require("fs").readFileSync("package.json")).scripts.test' 2>/dev/null || echo "node --test")
copy suite
quiet suite bash -c "$TEST --test-reporter=tap" || quiet suite bash -c "$TEST" || { bad "the finished test suite is not green:"; red; }
n=$(grep -E '^(#|ℹ) pass ' "$T/out" | grep -o -E '[0-9]+'); [ "${n:-0}" -ge 5 ] || bad "fewer than 5 green tests (${n:-0})"
copy mutant; : > "$T/mutant/csvgroup.js"
quiet mutant bash -c "$TEST" && bad "the tests also pass with an empty csvgroup.js"
{ [ -f README.md ] && grep -q -e '--by' README.md && grep -q -e '--sum' README.md; } || bad "README.md is missing or has no usage"
[ -d node_modules ] && bad "there is a node_modules folder"
finish
