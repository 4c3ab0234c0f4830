#!/bin/bash
# hidden test of report: run in the finished workspace
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
# same_files: prints each original file that was changed or deleted, and each new file
# (not below .git, __pycache__, node_modules or another top folder that starts with a dot)
same_files() { node - "$W" <<'NODE_END'
const { createHash } = require("node:crypto"), fs = require("node:fs"), path = require("node:path")
const root = process.argv[2]
const want = {
    "costs.csv": "6a1aa08e1ef0bd1d240addbd0af5d6666cb4f4fc00f035060ec11b703ddb71e9",
    "notes/2024-03-05-kickoff.md": "0e8a7b82469605ddf024c60ad893aac80372e7bef0ae4a43fef25586e25193fb",
    "notes/2024-03-19.md": "d62c9512fc1235c0d0a74155fcc360fed838692340a6233d5f8f73c5282d1a58",
    "notes/2024-04-02.md": "2fa91f07b9e5222ddcd1d207dff909dafa54149a65331ec85b874b26445d6b6d",
    "notes/2024-04-16.md": "0e31e531087e9483f066fe90ee91f4a0d2532ca100bc5a9e7c99b48e996b7d46",
    "notes/2024-04-30.md": "9c54d7ae4839041e614e7ef99aca95125d0ce92631826b757f181ebc327a9380",
    "notes/2024-05-14.md": "da88db2cac7dd4efbeba50fd9cdc2df0104c1633ce36e48535c83d12b14c3be7",
}
const have = {}
const walk = (folder) => {
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) {
      if (![".git", "__pycache__", "node_modules"].includes(entry.name) && !(folder === "" && entry.name.startsWith("."))) walk(file)
    } else have[file] = createHash("sha256").update(fs.readFileSync(path.join(root, file))).digest("hex")
  }
}
walk("")
for (const file of [...new Set([...Object.keys(want), ...Object.keys(have)])].sort()) {
  if (!(file in have)) console.log("deleted", file)
  else if (!(file in want)) console.log("new", file)
  else if (want[file] !== have[file]) console.log("changed", file)
}
NODE_END
}
same_files | grep -v -x 'new summary.md' > "$T/others"
[ -s "$T/others" ] && { bad "something other than summary.md was changed:"; cat "$T/others"; }
[ -f summary.md ] || { bad "summary.md is missing"; finish; }
python3 - "$W/summary.md" > "$T/out" <<'CHECK_END' || { bad "summary.md is not right:"; cat "$T/out"; }
import re, sys
from decimal import Decimal
text = open(sys.argv[1], encoding="utf-8").read()
failed = 0
def wrong(why):
    global failed
    failed += 1
    print("-", why)
sections, order = {}, []
for line in text.splitlines():
    m = re.match(r"^##\s+(.*?)\s*#*$", line)
    if m:
        order.append(m[1].lower().strip(" *:")); sections[order[-1]] = []
    elif order: sections[order[-1]].append(line)
for name in ("decisions", "open points", "costs"):
    if name not in sections: wrong(f"no section ## {name}"); sections[name] = []
def items(lines):
    found = []
    for line in lines:
        if re.match(r"^\s{0,3}([-*+]|\d+[.)])\s+", line): found.append(re.sub(r"^\s*([-*+]|\d+[.)])\s+(\[ \]\s+)?", "", line))
        elif line.strip() and found and line[:1] in " \t": found[-1] += " " + line.strip()
    return found
def has(line, *patterns): return all(re.search(p, line, re.I) for p in patterns)
# decisions
decisions = items(sections["decisions"])
expected = [
    ("Kessler", ["Kessler"], "2024-03-05", "Tom Brandt"),
    ("closed for two weeks", ["clos", "two weeks|2 weeks|two-week|fortnight"], "2024-03-19", "Luc Perrin"),
    ("RFID", ["RFID"], "2024-04-02", "Sofia Rossi"),
    ("opening on 10 June", ["10 June|June 10|2024-06-10", "open"], "2024-04-16", "Ines Albrecht"),
    ("shelves of Bibliotek Plus", ["Bibliotek Plus"], "2024-04-30", "Tom Brandt"),
    ("Saturday", ["Saturday"], "2024-05-14", "Ines Albrecht"),
]
known = []
for name, words, date, owner in expected:
    hits = [d for d in decisions if has(d, *words)]
    known += hits
    if not hits: wrong(f"decision missing: {name}")
    elif not any(date in d and owner in d for d in hits): wrong(f"decision {name}: {date} and {owner} expected: {hits[0]}")
undo = r"instead|no longer|not |replac|revers|cancel|drop|\boff\b|\bno\b|moved|postpon|formerly|originally|rather than|supersed|after"
for d in decisions:
    for word in ("Nordreol", r"\b3 June|June 3\b|2024-06-03", "self-service"):
        if has(d, word) and not has(d, undo): wrong(f"a reversed decision: {d}")
    if d not in known: print("  (a further decision:", d + ")")
# open points
points = items(sections["open points"])
expected = [
    ("2024-05-17", "newspaper|notice", "Luc Perrin"), ("2024-05-21", "label", "Sofia Rossi"), ("2024-05-24", "certificate", "Tom Brandt"),
    ("2024-05-27", "sign", "Sofia Rossi"), ("2024-05-31", "key", "Luc Perrin"), ("2024-06-05", "speech", "Ines Albrecht"), ("no date", "bicycle|bike", "Tom Brandt"),
]
dates = []
for p in points:
    m = re.match(r"[*_`(]*(\d{4}-\d\d-\d\d|no date)\b", p, re.I)
    if not m: wrong(f"an open point does not begin with a date or 'no date': {p}")
    dates.append(m[1].lower() if m else "?")
    if has(p, r"invitation|floor plan|inventory|heating|self-service|second offer|wording of"): wrong(f"not open any more: {p}")
    if not any(has(p, w) for _, w, _ in expected): print("  (a further open point:", p + ")")
key = [("9999" if d == "no date" else d) for d in dates]
if key != sorted(key): wrong(f"open points not in order: {dates}")
for date, word, owner in expected:
    if not any(dates[i] == date and has(p, word) and owner in p for i, p in enumerate(points)): wrong(f"open point missing or not as expected: {date}, {word}, {owner}")
# costs
rows = [[c.strip(" *`") for c in line.strip().strip("|").split("|")] for line in sections["costs"] if line.strip().startswith("|")]
rows = [r for r in rows if not all(re.fullmatch(r":?-+:?", c) for c in r)]
want = [["Building", "7480.00", "4363.14", "-3116.86", "2"], ["IT", "5400.00", "4904.57", "-495.43", "1"], ["Moving", "5300.00", "2183.65", "-3116.35", "1"],
        ["Print", "570.00", "504.12", "-65.88", "1"], ["Shelves", "12000.00", "5662.50", "-6337.50", "1"], ["total", "30750.00", "17617.98", "-13132.02", "6"]]
def clean(cell): return re.sub(r"(?<=\d)[, '’\u00a0\u202f](?=\d{3})", "", cell.replace("−", "-"))
if not rows or [c.lower() for c in rows[0]] != ["category", "planned", "actual", "difference", "unpaid"]: wrong(f"head of the table: {rows[:1]}")
got = [[clean(c) for c in r] for r in rows[1:]]
if [[r[0].lower(), *r[1:]] for r in got] != [[r[0].lower(), *r[1:]] for r in want]:
    for r in want:
        if [r[0].lower(), *r[1:]] not in [[g[0].lower(), *g[1:]] for g in got]: wrong(f"table: no line {r}")
    wrong(f"the table is {got}")
sys.exit(1 if failed else 0)
CHECK_END
grep '^  (' "$T/out" | sed 's/^  /NOTE: /'
finish
