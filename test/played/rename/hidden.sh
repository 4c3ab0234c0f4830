#!/bin/bash
# hidden test of rename: run in the finished workspace
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
example() {
  mkdir -p "$1/examples"
  cat > "$1/examples/orders.pipeline.json" <<'ORIGINAL_FILE_END'
[
  ["load:table", { "separator": ";" }],
  ["shape:sort", { "column": "amount", "numeric": true }],
  ["shape:pick", { "columns": ["amount", "customer"] }]
]
ORIGINAL_FILE_END
  mkdir -p "$1/test"
  cat > "$1/test/pipeline.test.js" <<'ORIGINAL_FILE_END'
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { describe, it } from "node:test"
import { runPipeline } from "../src/index.js"

describe("runPipeline", () => {
  it("runs the example", () => {
    const steps = JSON.parse(readFileSync(new URL("../examples/orders.pipeline.json", import.meta.url)))
    assert.deepEqual(runPipeline("customer;amount\nKrall;20\nJoshi;3\n", steps), {
      columns: ["amount", "customer"],
      rows: [["3", "Joshi"], ["20", "Krall"]],
    })
  })

  it("takes lines", () => {
    assert.deepEqual(runPipeline("b\na", [["load:lines"], ["shape:sort", { column: "line" }]]).rows, [["a"], ["b"]])
  })

  it("refuses unknown steps", () => {
    for (const name of ["load:nothing", "save:table", "load", "constructor:name"]) {
      assert.throws(() => runPipeline("a", [[name]]), /unknown step/)
    }
  })
})
ORIGINAL_FILE_END
}
old_changelog() {
  cat > "$1/CHANGELOG.md" <<'ORIGINAL_FILE_END'
# Changelog

## 1.6.2
- `preloadTable` notices files that were changed within the same second.

## 1.6.0
- `preloadTable`: `loadTable` with a cache folder.

## 1.4.0
- Pipelines, with the steps `load:*` and `shape:*`.

## 1.1.0
- `loadTable` has the option `separator`.
ORIGINAL_FILE_END
}

copy behaviour; example "$T/behaviour"
cat > "$T/behaviour/hidden-check.mjs" <<'CHECK_END'
import assert from "node:assert/strict"
import { execFileSync, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import * as lib from "./src/index.js"
let failed = 0
async function check(name, fn) { try { await fn() } catch (error) { failed++; console.log(`- ${name}: ${(error.stderr?.toString() || error.message).split("\n").filter(Boolean).slice(0, 8).join(" | ")}`) } }
const run = (code, ...flags) => spawnSync(process.execPath, [...flags, "--input-type=module", "-e", code], { encoding: "utf8" })
const strict = (code) => { const r = run(code, "--throw-deprecation"); assert.equal(r.status, 0, r.stderr); return r.stdout }
const table = { columns: ["a", "b"], rows: [["1", "2"]] }
await check("exports", () => assert.deepEqual(Object.keys(lib).sort(), ["loadLines", "loadTable", "preloadTable", "readTable", "runPipeline", "shapePick", "shapeSort"]))
await check("readTable", () => {
  assert.deepEqual(lib.readTable("a,b\n1,2\n"), table)
  assert.deepEqual(lib.readTable("a;b\n1;2\n", { separator: ";" }), table)
  assert.throws(() => lib.readTable("a,b\n1,2,3"), RangeError)
  assert.equal(lib.readTable.name, "readTable")
})
await check("readTable without a warning", () => strict('import { readTable } from "./src/index.js"; readTable("a\\n1")'))
await check("the alias", () => {
  assert.deepEqual(lib.loadTable("a,b\n1,2\n"), table)
  assert.deepEqual(lib.loadTable("a;b\n1;2\n", { separator: ";" }), table)
  assert.throws(() => lib.loadTable("a,b\n1,2,3"), RangeError)
})
await check("one warning for two calls", () => {
  const r = run('import { loadTable } from "./src/index.js"; loadTable("a\\n1"); loadTable("a\\n2"); setTimeout(() => loadTable("a\\n3"), 20)')
  assert.equal(r.status, 0, r.stderr)
  assert.equal((r.stderr.match(/DeprecationWarning/g) ?? []).length, 1, `stderr: ${r.stderr}`)
  assert.match(r.stderr, /TABLEKIT001/)
  assert.match(r.stderr, /readTable/, "the warning does not name readTable")
})
await check("no warning by import alone", () => strict('import { loadTable } from "./src/index.js"; if (typeof loadTable !== "function") throw 1'))
await check("saved pipelines, without a warning", () => {
  const out = strict('import { runPipeline as r } from "./src/index.js"; console.log(JSON.stringify([r("a;b\\n1;2\\n", [["load:table", { separator: ";" }]]), r("b,a\\n2,1", [["load:table"], ["shape:pick", { columns: ["a"] }]]), r("x", [["load:lines"]])]))')
  assert.deepEqual(JSON.parse(out), [table, { columns: ["a"], rows: [["1"]] }, { columns: ["line"], rows: [["x"]] }])
})
await check("unknown steps", () => { for (const name of ["load:nothing", "save:table", "load", "constructor:name", "shape:table"]) assert.throws(() => lib.runPipeline("a", [[name]]), /unknown step/, name) })
await check("the program, without a warning", () => {
  writeFileSync("hidden.csv", "customer;amount\nKrall;20\nJoshi;3\n")
  const call = (...args) => execFileSync(process.execPath, ["--throw-deprecation", "bin/tablekit.js", ...args], { encoding: "utf8", stdio: "pipe" })
  assert.equal(call("hidden.csv", "examples/orders.pipeline.json"), "amount\tcustomer\n3\tJoshi\n20\tKrall\n")
  assert.equal(call("hidden.csv"), "customer;amount\nKrall;20\nJoshi;3\n")
})
await check("cache without a warning", () => {
  writeFileSync("hidden2.csv", "a,b\n1,2\n")
  assert.equal(strict('import { preloadTable as p } from "./src/index.js"; console.log(JSON.stringify(await p("hidden2.csv", { folder: "hidden-cache" })))').trim(), JSON.stringify(table))
})
await check("an old cache folder", async () => {
  const text = "a,b\n1,2\n"
  mkdirSync("hidden-old", { recursive: true })
  writeFileSync("hidden3.csv", text)
  const hash = createHash("sha256").update("{}").update(text).digest("hex")
  writeFileSync("hidden-old/hidden3.csv.json", JSON.stringify({ maker: "loadTable/1", hash, table: { columns: ["from"], rows: [["cache"]] } }))
  assert.deepEqual((await lib.preloadTable("hidden3.csv", { folder: "hidden-old" })).rows, [["cache"]], "an entry that an older version saved is not used")
})
await check("a new cache entry is used, too", async () => {
  const saved = "hidden-cache/hidden2.csv.json", entry = JSON.parse(readFileSync(saved, "utf8"))
  entry.table.rows = [["x", "y"]]
  writeFileSync(saved, JSON.stringify(entry))
  assert.deepEqual((await lib.preloadTable("hidden2.csv", { folder: "hidden-cache" })).rows, [["x", "y"]])
})
process.exit(failed ? 1 : 0)
CHECK_END
quiet behaviour node --no-deprecation hidden-check.mjs || { bad "the behaviour is not right:"; cat "$T/out"; }
quiet behaviour node --test test/pipeline.test.js || { bad "the original test/pipeline.test.js fails:"; red; }
copy suite
quiet suite node --test || { bad "the finished test suite is not green:"; red; }
# without the alias the suite must be red
copy mutant
cat >> "$T/mutant/src/index.js" <<'MUTANT_END'
MUTANT_END
python3 - "$T/mutant/src/index.js" <<'PYTHON_END'
import re, sys
s = open(sys.argv[1]).read()
s = re.sub(r"\bloadTable\b\s*,?", "", s, count=0)
s = re.sub(r",(\s*})", r"\1", s)
s = re.sub(r"export\s*{\s*}\s*from\s*\"[^\"]*\";?", "", s)
open(sys.argv[1], "w").write(s)
PYTHON_END
quiet mutant node --test && bad "the finished tests also pass without the alias: no test covers it"
for f in bin/tablekit.js src/cache.js test/cache.test.js; do
  sed -E 's#loadTable/1##g; s#(^|[[:space:]])//.*##; s#^[[:space:]]*/?\*.*##' $f | grep -n -w loadTable | sed "s#^#$f:#" > "$T/left"
  [ -s "$T/left" ] && { bad "the old name is still used:"; cat "$T/left"; }
done
grep -q -w readTable src/index.d.ts && grep -q -w loadTable src/index.d.ts && grep -q '@deprecated' src/index.d.ts || bad "src/index.d.ts: readTable, loadTable and @deprecated expected"
grep -r -q '@deprecated' src --include=*.js || bad "no @deprecated in the JSDoc"
for f in README.md docs/guide.md; do
  grep -q -w readTable $f || bad "$f does not mention readTable"
  grep -n -w loadTable $f | grep -v -i -E 'deprecat|alias|old name|former|renamed|instead' | sed "s#^#$f:#" > "$T/left"
  [ -s "$T/left" ] && { bad "the old name is still in the docs:"; cat "$T/left"; }
done
grep -r -l 'prereadTable\|preReadTable' . --include=*.js --include=*.ts --include=*.md > "$T/left" && { bad "preloadTable was renamed, too:"; cat "$T/left"; }
mkdir -p "$T/orig"; old_changelog "$T/orig"
python3 - "$T/orig/CHANGELOG.md" CHANGELOG.md 2>&1 <<'PYTHON_END' || BAD=1
import re, sys
old, new = (open(f).read() for f in sys.argv[1:])
history = old[old.index("## 1.6.2"):].strip()
if history not in new: sys.exit("NOT RIGHT: the old entries of CHANGELOG.md were changed")
head = new[:new.index("## 1.6.2")]
if not re.search(r"^## \[?Unreleased", head, re.M | re.I) or "readTable" not in head or "loadTable" not in head: sys.exit("NOT RIGHT: CHANGELOG.md: no entry under Unreleased that names both")
PYTHON_END
finish
