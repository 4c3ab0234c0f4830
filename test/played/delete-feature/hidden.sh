#!/bin/bash
# hidden test of delete-feature: run in the finished workspace
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
old_changelog() {
  cat > "$1/CHANGELOG.md" <<'ORIGINAL_FILE_END'
# Changelog

## 5.1.0
- `ics --alarm DAYS` puts an alarm into the calendar.

## 5.0.0
- Invoices count missed work days.

## 4.2.0
- New command `ics`: the work days as a calendar file.
ORIGINAL_FILE_END
}
# the feature is gone
[ -e src/ics.js ] && bad "src/ics.js is still there"
[ -e docs/calendar.md ] && bad "docs/calendar.md is still there"
grep -r -n -i -E '\bics\b|calendar|alarm|foldLine|\bcompact\b|VEVENT' src bin docs README.md package.json > "$T/left" && { bad "left of the feature:"; cat "$T/left"; }
grep -r -n -i -E 'toCalendar|foldLine|\bcompact\b|VEVENT|VALARM|src/ics' test > "$T/left" && { bad "left in the tests:"; cat "$T/left"; }
# what stays
for f in README.md docs/invoices.md src/index.js src/book.js src/days.js src/text.js src/invoices.js src/waiting.js bin/plotbook.js; do [ -f $f ] || bad "$f is gone"; done
for name in 'checks and counts' 'aligns columns' 'prints money' 'has rent and fees' 'has the longest waiting first' 'prints how it is used'; do
  grep -r -q -F "$name" test || bad "a test of something else is gone: $name"
done
for text in 'plotbook FILE list' 'plotbook FILE waiting' 'plotbook FILE invoices' '## Work days' '## Invoices' 'waitingList'; do grep -q -F "$text" README.md || bad "README.md has lost: $text"; done
for text in rentPerMetre missedFee requiredWorkDays; do grep -q $text docs/invoices.md || bad "docs/invoices.md has lost $text"; done
node -e 'const s=require("./package.json").scripts;process.exit(s.test==="node --test"&&s.invoices?0:1)' || bad "package.json has lost scripts"
copy behaviour
cat > "$T/behaviour/hidden-check.mjs" <<'CHECK_END'
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { checkBook } from "./src/book.js"
import * as days from "./src/days.js"
import * as lib from "./src/index.js"
import * as text from "./src/text.js"
let failed = 0
function check(name, fn) { try { fn() } catch (error) { failed++; console.log(`- ${name}: ${error.message.split("\n").slice(0, 8).join(" | ")}`) } }
const year = new Date().getFullYear()
const data = {
  club: "Am Bach", calendarDomain: "bach.example",
  plots: [{ number: 1, metres: 200, member: "Krall" }, { number: 2, metres: 310 }, { number: 3, metres: 180, member: "Joshi" }],
  waiting: [{ name: "Perrin", since: "2023-02-01" }, { name: "Rossi", since: "2021-05-01", renewed: "2023-04-20" }, { name: "Brandt", since: "2020-01-01" }],
  workDays: [{ date: `${year}-03-16`, task: "Hedges", present: ["Krall", "Joshi"] }, { date: `${year}-04-20`, task: "Pipes", present: ["Krall"] }, { date: "2019-09-14", task: "Roof", present: ["Krall"] }],
}
writeFileSync("hidden.json", JSON.stringify(data))
const run = (...args) => { const r = spawnSync(process.execPath, ["bin/plotbook.js", ...args], { encoding: "utf8" }); return r }
const out = (...args) => { const r = run("hidden.json", ...args); assert.equal(r.status, 0, r.stderr); return r.stdout }
check("exports of index.js", () => assert.deepEqual(Object.keys(lib).sort(), ["invoices", "openBook", "waitingList"]))
check("exports of days.js", () => assert.deepEqual(Object.keys(days).sort(), ["addDays", "daysBetween", "isDay"]))
check("exports of text.js", () => assert.deepEqual(Object.keys(text).sort(), ["columns", "money"]))
check("defaults", () => assert.deepEqual(checkBook({}), { club: "Allotment club", rentPerMetre: 45, missedFee: 2500, requiredWorkDays: 3, plots: [], waiting: [], workDays: [] }))
check("wrong days are still refused", () => assert.throws(() => checkBook({ workDays: [{ date: "2024-02-30" }] }), RangeError))
check("waiting list", () => assert.deepEqual(lib.waitingList(checkBook(data), "2024-05-01").map(({ name, ends }) => [name, ends]), [["Rossi", "2025-04-19"], ["Perrin", "2025-01-31"]]))
check("list", () => assert.equal(out("list"), "1  200 m2  Krall   2/3\n2  310 m2  (free)\n3  180 m2  Joshi   1/3\n"))
check("invoices", () => assert.equal(out("invoices", "--year", String(year)), "1  Krall  90.00  25.00  115.00\n3  Joshi  81.00  50.00  131.00\n"))
check("invoices of this year", () => assert.equal(out("invoices"), out("invoices", "--year", String(year))))
check("waiting", () => assert.equal(run("hidden.json", "waiting").status, 0))
for (const args of [["ics"], ["ics", "--alarm", "1"], ["list", "--alarm", "1"], ["dance"], [], ["list", "more"]]) check(`plotbook FILE ${args.join(" ")}`, () => {
  const r = run("hidden.json", ...args)
  assert.equal(r.status, 2, `exit ${r.status}`)
  assert.match(r.stderr, /^usage: plotbook FILE list\n {7}plotbook FILE waiting\n {7}plotbook FILE invoices \[--year Y\]\n$/)
  assert.equal(r.stdout, "")
})
process.exit(failed ? 1 : 0)
CHECK_END
quiet behaviour node hidden-check.mjs || { bad "the rest does not work as before:"; cat "$T/out"; }
copy suite
quiet suite node --test || { bad "the finished test suite is not green:"; red; }
mkdir -p "$T/orig"; old_changelog "$T/orig"
python3 - "$T/orig/CHANGELOG.md" CHANGELOG.md 2>&1 <<'PYTHON_END' || BAD=1
import re, sys
old, new = (open(f).read() for f in sys.argv[1:])
if old[old.index("## 5.1.0"):].strip() not in new: sys.exit("NOT RIGHT: the old entries of CHANGELOG.md were changed")
head = new[:new.index("## 5.1.0")]
if not re.search(r"^## \[?Unreleased", head, re.M | re.I) or not re.search(r"ics|calendar", head, re.I): sys.exit("NOT RIGHT: CHANGELOG.md: no entry under Unreleased")
PYTHON_END
finish
