#!/bin/bash
# hidden test of make-pass: run in the finished workspace
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
original_tests() {
  mkdir -p "$1/test"
  cat > "$1/test/calendar.test.js" <<'ORIGINAL_FILE_END'
import assert from "node:assert/strict"
import { test } from "node:test"
import { fiscalYear, weekOfFiscalYear, weeksInFiscalYear } from "../src/index.js"

test("the fiscal year of a day", () => {
  assert.equal(fiscalYear("2022-06-15"), 2022)
  assert.equal(fiscalYear("2023-01-28"), 2022)
  assert.equal(fiscalYear("2023-01-29"), 2023)
})

test("week 53 of 2023 ends on 3 February 2024", () => {
  assert.equal(fiscalYear("2024-02-03"), 2023)
  assert.equal(weekOfFiscalYear("2024-02-03"), 53)
  assert.equal(fiscalYear("2024-02-04"), 2024)
  assert.equal(weekOfFiscalYear("2024-02-04"), 1)
})

test("most years have 52 weeks", () => {
  assert.equal(weeksInFiscalYear(2021), 52)
  assert.equal(weeksInFiscalYear(2022), 52)
})

test("weeks begin on Sunday", () => {
  assert.equal(weekOfFiscalYear("2023-02-04"), 1)
  assert.equal(weekOfFiscalYear("2023-02-05"), 2)
})

test("what is not a day", () => {
  assert.throws(() => fiscalYear("2024-2-3"), RangeError)
  assert.throws(() => fiscalYear("2024-13-01"), RangeError)
})
ORIGINAL_FILE_END
  mkdir -p "$1/test"
  cat > "$1/test/amounts.test.js" <<'ORIGINAL_FILE_END'
import assert from "node:assert/strict"
import { test } from "node:test"
import { formatAmount, parseAmount } from "../src/index.js"

test("amounts with two decimals", () => {
  assert.equal(parseAmount("12.34"), 1234)
  assert.equal(parseAmount("-0,99"), -99)
  assert.equal(parseAmount("1.234,50"), 123450)
  assert.equal(parseAmount("1'234'567.05"), 123456705)
})

test("amounts without decimals", () => {
  assert.equal(parseAmount("12"), 1200)
  assert.equal(parseAmount("1,234"), 123400)
  assert.equal(parseAmount("0"), 0)
})

test("amounts with one decimal", () => {
  assert.equal(parseAmount("1,234.5"), 123450)
  assert.equal(parseAmount("0.5"), 50)
})

test("what is not an amount", () => {
  for (const text of ["", "abc", "1.", "1.2.3", "12.345,6,7"]) assert.throws(() => parseAmount(text), SyntaxError, text)
})

test("printing amounts", () => {
  assert.equal(formatAmount(123456705), "1,234,567.05")
  assert.equal(formatAmount(-5), "-0.05")
})
ORIGINAL_FILE_END
  mkdir -p "$1/test"
  cat > "$1/test/allocate.test.js" <<'ORIGINAL_FILE_END'
import assert from "node:assert/strict"
import { test } from "node:test"
import { allocate } from "../src/index.js"

test("even shares", () => {
  assert.deepEqual(allocate(900, [1, 1, 1]), [300, 300, 300])
  assert.deepEqual(allocate(1000, [1, 1, 1]), [334, 333, 333])
})

test("the largest fraction first", () => {
  assert.deepEqual(allocate(100, [1, 2, 4]), [14, 29, 57])
  assert.deepEqual(allocate(5, [3, 7, 0]), [2, 3, 0])
})

test("refunds are split like charges", () => {
  assert.deepEqual(allocate(-1000, [1, 1, 1]), [-334, -333, -333])
  assert.deepEqual(allocate(-100, [1, 2, 4]), [-14, -29, -57])
})

test("bad shares", () => {
  assert.throws(() => allocate(100, [0, 0]), RangeError)
  assert.throws(() => allocate(100, [2, -1]), RangeError)
  assert.throws(() => allocate(1.5, [1]), TypeError)
})
ORIGINAL_FILE_END
  mkdir -p "$1/test"
  cat > "$1/test/journal.test.js" <<'ORIGINAL_FILE_END'
import assert from "node:assert/strict"
import { test } from "node:test"
import { parseBooking } from "../src/index.js"

test("a booking", () => {
  assert.deepEqual(parseBooking("2023-02-06 | 3 | 1,299.00 | coffee machine"), {
    day: "2023-02-06",
    till: 3,
    cents: 129900,
    text: "coffee machine",
    period: "2023-W02",
  })
})

test("a broken line", () => {
  assert.throws(() => parseBooking("2023-02-06 | 3 | 1,299.00"), SyntaxError)
})
ORIGINAL_FILE_END
  mkdir -p "$1/docs"
  cat > "$1/docs/calendar.md" <<'ORIGINAL_FILE_END'
# The retail calendar

Our fiscal years are made of whole weeks, from Sunday to Saturday.

- A fiscal year ends on the Saturday that is closest to 31 January, no matter
  whether that Saturday lies in January or in February. The next one begins on
  the day after.
- It bears the number of the calendar year in which it begins.
- So most years have 52 weeks, and every five or six years there is one of 53.

Weeks are counted from 1.
ORIGINAL_FILE_END
}

mkdir -p "$T/orig"; original_tests "$T/orig"
for f in test/calendar.test.js test/amounts.test.js test/allocate.test.js test/journal.test.js docs/calendar.md; do
  cmp -s "$T/orig/$f" "$f" || bad "$f was changed or deleted"
done
node -e 'process.exit(require("./package.json").scripts.test==="node --test"?0:1)' || bad "the test script in package.json was changed"
copy suite
quiet suite node --test || { bad "the finished test suite is not green:"; red; }
copy behaviour; original_tests "$T/behaviour"
quiet behaviour node --test test/calendar.test.js test/amounts.test.js test/allocate.test.js test/journal.test.js || { bad "the original tests are not green:"; grep -E '^ *not ok' "$T/out"; }

# the calendar, computed another way
python3 - > "$T/behaviour/hidden-days.json" <<'PYTHON_END'
import datetime, json
def end(year):
    near = [datetime.date(year + 1, 1, 31) + datetime.timedelta(n) for n in range(-3, 4)]
    return next(d for d in near if d.weekday() == 5)
days, weeks = {}, {}
for y in range(1990, 2061):
    first, last = end(y - 1) + datetime.timedelta(1), end(y)
    weeks[y] = ((last - first).days + 1) // 7
    for d in (first, first + datetime.timedelta(6), first + datetime.timedelta(7), last - datetime.timedelta(6), last, datetime.date(y, 2, 7), datetime.date(y, 7, 4), datetime.date(y, 12, 31)):
        days[d.isoformat()] = [y, (d - first).days // 7 + 1]
print(json.dumps({"days": days, "weeks": weeks}))
PYTHON_END
cat > "$T/behaviour/hidden-check.mjs" <<'CHECK_END'
import { readFileSync } from "node:fs"
import * as lib from "./src/index.js"
let failed = 0
function check(name, got, want) {
  if (JSON.stringify(got) !== JSON.stringify(want) && failed++ < 25) console.log(`- ${name}: ${JSON.stringify(got)} instead of ${JSON.stringify(want)}`)
}
const { days, weeks } = JSON.parse(readFileSync("hidden-days.json", "utf8"))
for (const [day, [year, week]] of Object.entries(days)) check(day, [lib.fiscalYear(day), lib.weekOfFiscalYear(day)], [year, week])
for (const [year, count] of Object.entries(weeks)) check(`weeks of ${year}`, lib.weeksInFiscalYear(Number(year)), count)
for (const [text, cents] of [["0.5", 50], ["-1,5", -150], ["7", 700], ["7.05", 705], ["7.50", 750], ["-0.05", -5], ["1.234,5", 123450], ["1,234", 123400], ["12 000.1", 1200010]]) check(text, lib.parseAmount(text), cents)
for (const shares of [[1, 1, 1], [1, 2, 4], [5], [0, 3, 0, 4], [1, 1, 1, 1, 1, 1, 1]]) {
  const total = shares.reduce((a, b) => a + b)
  for (let cents = -300; cents <= 300; cents++) {
    const parts = lib.allocate(cents, shares), mirror = lib.allocate(-cents, shares)
    check(`allocate(${cents}, [${shares}]) in sum`, parts.reduce((a, b) => a + b, 0), cents)
    check(`allocate(${cents}, [${shares}]) mirrored`, parts.map((n) => n + 0), mirror.map((n) => 0 - n + 0))
    parts.forEach((part, i) => check(`allocate(${cents}, [${shares}])[${i}] is near`, Math.abs(part - (cents * shares[i]) / total) < 1, true))
  }
}
check("booking", lib.parseBooking("2024-02-03 | 1 | -3.5 | refund").period, "2023-W53")
if (failed) console.log(`- ${failed} in all`)
process.exit(failed ? 1 : 0)
CHECK_END
quiet behaviour node hidden-check.mjs || { bad "the behaviour is not right:"; cat "$T/out"; }
finish
