#!/bin/bash
# hidden test of failing-test: run in the finished workspace
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
    "ISSUE.md": "a9b9f74b2b30729b1402c293e4eec2729b9044751cc853d3d119c0000f8204a9",
    "README.md": "7e6a1c55236fc7c6960d912d65eac828f456f4dca770358db691b18ac89d9c91",
    "bin/mdcontents.js": "61b6b68723c450cb875af3f8567565511aaff2ff48a394fd2356b21f271cc643",
    "package.json": "9bb015b79a48216e51f0d9d1f16ca39d65a6e8b8d7c30cfd135fee73a8f36d9c",
    "src/contents.js": "7936406873341d5603b94bfa327d9a96c52a2cd9614617576a7280c174d61aa1",
    "src/headings.js": "b2ccb680b843199df33943bfdf685d3bcf21b19c45a6b1d1ade2d0ff0ddd9b1b",
    "src/index.js": "cf76ff539b982547e6699ecbe1bdcf56b8e93721b1fe86cd88b2adfd87adad3c",
    "src/slugger.js": "07ab4c94c2b6ee20feb33289f568d79d6025312d5990694a7cbcdb01cee51a25",
    "test/contents.test.js": "60be5a2029dd5d97397b66b2442aba43e4bc266e5f3a8365dec096c84347bdab",
    "test/headings.test.js": "f14443fec3b80ccdad007ea3015dc0ec97a20085fb41293dde133c3d0d3bd576",
    "test/slugger.test.js": "b9d564bebce38cd62ec4807f37b03c937f184b0ab1ee985fc576f5000bcca4f3",
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
original_tests() {
  mkdir -p "$1/test"
  cat > "$1/test/slugger.test.js" <<'ORIGINAL_FILE_END'
import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { Slugger, slugOf } from "../src/index.js"

describe("slugOf", () => {
  it("lowers and joins", () => assert.equal(slugOf("From JavaScript"), "from-javascript"))
  it("drops punctuation", () => assert.equal(slugOf("What's new (v2.0)?"), "whats-new-v20"))
  it("keeps letters of all scripts", () => assert.equal(slugOf("Größe & 長さ"), "größe--長さ"))
})

describe("Slugger", () => {
  it("gives the plain slug first", () => {
    assert.equal(new Slugger().slug("Fixes"), "fixes")
  })

  it("numbers titles that come again", () => {
    const slugger = new Slugger()
    assert.deepEqual(["Fixes", "Other", "Fixes", "fixes!"].map((title) => slugger.slug(title)), [
      "fixes",
      "other",
      "fixes-1",
      "fixes-2",
    ])
  })
})
ORIGINAL_FILE_END
  mkdir -p "$1/test"
  cat > "$1/test/headings.test.js" <<'ORIGINAL_FILE_END'
import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { headings } from "../src/index.js"

describe("headings", () => {
  it("finds level, title and slug", () => {
    assert.deepEqual(headings("# One\ntext\n### Three ###\n"), [
      { level: 1, title: "One", slug: "one" },
      { level: 3, title: "Three", slug: "three" },
    ])
  })

  it("skips code", () => {
    assert.deepEqual(headings("```sh\n# comment\n```\n# Real\n").map(({ title }) => title), ["Real"])
  })

  it("takes the Markdown out of titles", () => {
    const [{ title, slug }] = headings("## The `run` command, see [docs](x.md)")
    assert.equal(title, "The run command, see docs")
    assert.equal(slug, "the-run-command-see-docs")
  })

  it("needs a space after the marks", () => {
    assert.deepEqual(headings("#hashtag"), [])
  })
})
ORIGINAL_FILE_END
  mkdir -p "$1/test"
  cat > "$1/test/contents.test.js" <<'ORIGINAL_FILE_END'
import assert from "node:assert/strict"
import { describe, it } from "node:test"
import { contents } from "../src/index.js"

describe("contents", () => {
  const text = "# Guide\n## Setup\n### Linux\n## Use [beta]\n"

  it("makes a nested list", () => {
    assert.equal(contents(text), "- [Guide](#guide)\n  - [Setup](#setup)\n    - [Linux](#linux)\n  - [Use \\[beta\\]](#use-beta)")
  })

  it("takes only some levels", () => {
    assert.equal(contents(text, { from: 2, to: 2 }), "- [Setup](#setup)\n- [Use \\[beta\\]](#use-beta)")
  })

  it("of nothing", () => assert.equal(contents("no headings"), ""))
})
ORIGINAL_FILE_END
}
fixed_source() {
  mkdir -p "$1/src"
  cat > "$1/src/slugger.js" <<'ORIGINAL_FILE_END'
/** The anchor that GitHub makes from a title, without regard to other headings. */
export function slugOf(title) {
  return title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replace(/ /g, "-")
}

/** Gives each heading of a document its anchor. */
export class Slugger {
  #counts = new Map()

  slug(title) {
    const base = slugOf(title)
    let slug = base
    let count = this.#counts.get(base) ?? 0
    while (this.#counts.has(slug)) slug = `${base}-${++count}`
    this.#counts.set(base, count)
    if (slug !== base) this.#counts.set(slug, 0)
    return slug
  }
}
ORIGINAL_FILE_END
}

same_files | grep -v -E '^(new|changed) test/' > "$T/others"
[ -s "$T/others" ] && { bad "something other than tests was changed:"; cat "$T/others"; }
# the original tests are all still there
mkdir -p "$T/orig"; original_tests "$T/orig"
grep -h -o -E '\bit\("[^"]+"' "$T"/orig/test/*.js | sort | uniq -c > "$T/names"
while read -r count name; do
  [ "$(grep -r -h -F -o "$name" test | wc -l)" -ge "$count" ] || bad "an original test is gone: $name"
done < "$T/names"
copy now
quiet now node --test --test-reporter=tap && bad "no test fails"
grep -E '^ *not ok ' "$T/out" > "$T/red"
grep -q -E '# (TODO|SKIP)' "$T/red" && bad "the failing test is marked as todo or skipped"
grep -q -E 'ERR_TEST_FAILURE|ERR_ASSERTION|AssertionError' "$T/out" || bad "no assertion fails"
grep -q -E 'SyntaxError|ERR_MODULE_NOT_FOUND|ReferenceError' "$T/out" && { bad "the test does not run:"; red; }
copy fixed; fixed_source "$T/fixed"
quiet fixed node --test --test-reporter=tap || { bad "the suite is not green with a right fix:"; red; }
copy behaviour; original_tests "$T/behaviour"
quiet behaviour node --test test/slugger.test.js test/headings.test.js test/contents.test.js || { bad "original tests fail:"; red; }
grep -r -q 'fixes-1-1' test || note "only the first example of ISSUE.md is covered"
finish
