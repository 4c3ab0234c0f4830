import { execFileSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { someOf } from "../sample.ts"
import { script, undoPlace, writing } from "./undo-place.ts"

/* Projects whose root's own checks do not see what was broken: the run is never called verified, and nothing right is refused. */

type Layout = {
  readonly needs: string
  readonly files: Readonly<Record<string, string>>
  readonly path: string
  readonly broken: string
  readonly right: string
  /** No check covers it, so that right and broken end alike. */
  readonly isUncovered?: true
}

const NODE_TEST = 'const { test } = require("node:test")\ntest("a", () => {})\n'
const PY =
  "import unittest\nfrom lib import add\n\nclass T(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(add(1, 2), 3)\n"
const GO_TEST =
  'package util\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n'
const RUST_TEST = "\n#[test]\nfn adds() {\n    assert_eq!(add(1, 2), 3);\n}\n"
const goAdd = (sign: string) => `package util\n\nfunc Add(a, b int) int { return a ${sign} b }\n`
const rustAdd = (sign: string) => `pub fn add(a: i32, b: i32) -> i32 {\n    a ${sign} b\n}\n${RUST_TEST}`
const pyAdd = (sign: string) => `def add(a, b):\n    return a ${sign} b\n`
const jsAdd = (sign: string) => `exports.add = (a, b) => a ${sign} b\n`
const crate = (name: string) => `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n`

const LAYOUTS: Readonly<Record<string, Layout>> = {
  "a root package with Python below": {
    needs: "python3",
    files: {
      "package.json": '{ "scripts": { "test": "node --test web/a.test.js" } }',
      "web/a.test.js": NODE_TEST,
      "pylib/pyproject.toml": '[project]\nname = "lib"\nversion = "1"\n',
      "pylib/test_lib.py": PY,
      "pylib/lib.py": pyAdd("+"),
    },
    path: "pylib/lib.py",
    broken: pyAdd("-"),
    right: pyAdd("+ 0 +"),
  },
  "a cargo workspace whose root is a package": {
    needs: "cargo",
    files: {
      "Cargo.toml": `${crate("top")}\n[workspace]\nmembers = ["crates/util"]\n`,
      "src/lib.rs": "pub fn one() -> i32 {\n    1\n}\n\n#[test]\nfn is_one() {\n    assert_eq!(one(), 1);\n}\n",
      "crates/util/Cargo.toml": crate("util"),
      "crates/util/src/lib.rs": rustAdd("+"),
    },
    path: "crates/util/src/lib.rs",
    broken: rustAdd("-"),
    right: rustAdd("+ 0 +"),
  },
  "a go.work with a second module": {
    needs: "go",
    files: {
      "go.mod": "module example.com/top\n\ngo 1.18\n",
      "go.work": "go 1.18\n\nuse (\n\t.\n\t./util\n)\n",
      "top.go": "package top\n",
      "top_test.go": 'package top\n\nimport "testing"\n\nfunc TestTop(t *testing.T) {}\n',
      "util/go.mod": "module example.com/util\n\ngo 1.18\n",
      "util/add_test.go": GO_TEST,
      "util/add.go": goAdd("+"),
    },
    path: "util/add.go",
    broken: goAdd("-"),
    right: goAdd("+ 0 +"),
  },
  "an npm workspace whose root tests one package only": {
    needs: "npm",
    files: {
      "package.json": '{ "workspaces": ["packages/*"], "scripts": { "test": "node --test packages/a/a.test.js" } }',
      "packages/a/package.json": '{ "name": "a", "version": "1.0.0", "scripts": { "test": "node --test" } }',
      "packages/a/a.test.js": NODE_TEST,
      "packages/b/package.json": '{ "name": "b", "version": "1.0.0", "scripts": { "test": "node --test" } }',
      "packages/b/b.test.js": `${NODE_TEST}test("adds", () => require("node:assert").equal(require("./b.js").add(1, 2), 3))\n`,
      "packages/b/b.js": jsAdd("+"),
    },
    path: "packages/b/b.js",
    broken: jsAdd("-"),
    right: jsAdd("+ 0 +"),
  },
  "a Python project with a script in another language that nothing tests": {
    needs: "python3",
    files: {
      "pyproject.toml": '[project]\nname = "lib"\nversion = "1"\n',
      "test_lib.py": PY,
      "lib.py": pyAdd("+"),
      "tools/deploy.js": jsAdd("+"),
    },
    path: "tools/deploy.js",
    broken: jsAdd("-"),
    right: jsAdd("+ 0 +"),
    isUncovered: true,
  },
}

describe.each(someOf("layouts", 2, Object.entries(LAYOUTS)))("%s", (_, layout) => {
  const { needs, files, path, broken, right, isUncovered } = layout

  it.skipIf(!has(needs))("is never called verified where it is broken", async () => {
    await using place = await undoPlace(files)
    const agent = await place.agent(script([[writing(path, broken)]]), { verify: "round" })
    const { outcome, verified, message } = await agent.run("Make the change.")
    expect({ outcome, verified }, message).toEqual({ outcome: isUncovered ? "done" : "failed", verified: false })
  })

  it.skipIf(!has(needs))("is verified where it is right and covered", async () => {
    await using place = await undoPlace(files)
    const agent = await place.agent(script([[writing(path, right)]]), { verify: "round" })
    const { outcome, verified, message } = await agent.run("Make the change.")
    expect({ outcome, verified }, message).toEqual({ outcome: "done", verified: !isUncovered })
  })
})

function has(program: string): boolean {
  try {
    execFileSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}
