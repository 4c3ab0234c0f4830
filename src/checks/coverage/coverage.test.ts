import { describe, expect, it } from "vitest"
import { memoryProject } from "../../../test/support/memory-project.fixture.ts"
import { checksOf } from "../detect-checks.ts"
import { uncovered } from "./uncovered.ts"

type Files = Record<string, string>

/** Commands by name, for a change of these files. */
async function commandsFor(files: Files, changed: readonly string[], programs: readonly string[] = []) {
  const checks = await checksOf(memoryProject(files, programs), changed)
  return Object.fromEntries(checks.map(({ name, command }) => [name, command]))
}

async function uncoveredBy(files: Files, changed: readonly string[]): Promise<string[]> {
  return uncovered(changed, await checksOf(memoryProject(files), changed))
}

const NODE_ROOT = { "package.json": '{ "scripts": { "test": "node --test web" } }' }

describe("a change below a project of another language", () => {
  const files = {
    ...NODE_ROOT,
    "backend/go.mod": "module x",
    "backend/add.go": "",
    "pylib/pyproject.toml": "[tool.pytest.ini_options]",
    "pylib/lib.py": "",
    "scripts/deploy.py": "",
  }

  it("is checked by the nearest project around it, first", async () => {
    expect(await commandsFor(files, ["backend/add.go", "pylib/lib.py"])).toEqual({
      "test-backend": "cd backend && go test -v ./...",
      "test-pylib": "cd pylib && python3 -m pytest -q",
      test: "npm run test",
      "lint-backend": "cd backend && go vet ./...",
    })
    expect(await commandsFor(files, ["web/a.js"])).toEqual({ test: "npm run test" })
  })

  it("is named where no check covers it; documents and data need none", async () => {
    const changed = ["backend/add.go", "web/a.js", "scripts/deploy.py", "deploy.sh", "README.md", "data.json"]
    expect(await uncoveredBy(files, changed)).toEqual(["scripts/deploy.py", "deploy.sh"])
  })

  it("is checked by tests without a manifest where the project has no others that find them", async () => {
    const tests = { ...NODE_ROOT, "pylib/lib.py": "", "pylib/test_lib.py": "" }
    expect(await commandsFor(tests, ["pylib/lib.py"], ["pytest"])).toEqual({
      "test-pylib": "cd pylib && python3 -m pytest -q",
      test: "npm run test",
    })
  })

  it("uses the virtual environment of the project above", async () => {
    const python = { "tools/a/pytest.ini": "", "tools/a/x.py": "", ".venv/bin/python": "", ".venv/bin/pytest": "" }
    expect(await commandsFor(python, ["tools/a/x.py"])).toEqual({
      "test-tools-a": "cd tools/a && ../../.venv/bin/python -m pytest -q",
    })
  })
})

describe("a workspace", () => {
  it("of cargo is checked with all members, and what is no member by itself", async () => {
    const files = {
      "Cargo.toml":
        '[package]\nname = "root"\n\n[workspace]\nmembers = [\n  "crates/*", # all\n]\nexclude = ["crates/old"]\n',
      "crates/util/Cargo.toml": '[package]\nname = "util"\n',
      "crates/old/Cargo.toml": '[package]\nname = "old"\n',
    }
    const all = { types: "cargo check --workspace", test: "cargo test --no-fail-fast --workspace" }
    expect(await commandsFor(files, ["crates/util/src/lib.rs"])).toEqual(all)
    expect(await commandsFor(files, ["crates/old/src/lib.rs"])).toEqual({
      "types-crates-old": "cd crates/old && cargo check",
      "test-crates-old": "cd crates/old && cargo test --no-fail-fast",
      ...all,
    })
  })

  it("of Go is checked with all modules of its go.work", async () => {
    const files = {
      "go.mod": "module a",
      "go.work": "go 1.22\n\nuse (\n\t.\n\t./b // second\n)\n",
      "b/go.mod": "module b",
      "c/go.mod": "module c",
    }
    const all = { test: "go test -v ./... ./b/...", lint: "go vet ./... ./b/..." }
    expect(await commandsFor(files, ["b/b.go"])).toEqual(all)
    expect((await commandsFor(files, ["c/c.go"]))["test-c"]).toBe("cd c && GOWORK=off go test -v ./...")
    expect(await commandsFor({ "go.work": "use ./b\n", "b/go.mod": "" }, [])).toEqual({
      test: "go test -v ./b/...",
      lint: "go vet ./b/...",
    })
  })

  it("of npm runs the packages' own tests where the root's do not", async () => {
    const inPackage = { "packages/a/package.json": '{ "scripts": { "test": "vitest run" } }' }
    const root = (test: string) => ({
      "package.json": JSON.stringify({ workspaces: ["packages/*"], scripts: { test } }),
      ...inPackage,
    })
    expect(await commandsFor(root("node --test tools"), ["packages/a/x.ts"])).toEqual({
      "test-packages-a": "cd packages/a && npm run test",
      test: "npm run test",
    })
    for (const script of ["npm test -ws", "turbo run test", "pnpm -r test", "lerna run test"]) {
      expect(await commandsFor(root(script), ["packages/a/x.ts"])).toEqual({ test: "npm run test" })
    }
  })

  it.each([
    ["pom.xml", { "pom.xml": "<modules><module>core</module></modules>", "core/pom.xml": "<parent/>" }],
    ["settings.gradle", { "settings.gradle": "include ':core', ':web'", "core/build.gradle": "" }],
    ["settings.gradle.kts", { "settings.gradle.kts": 'include("core")\n', "core/build.gradle.kts": "" }],
  ])("of Java is checked as a whole: %s", async (_, files) => {
    const commands = await commandsFor(files as unknown as Files, ["core/src/main/java/A.java"])
    expect(Object.keys(commands)).toEqual(["test"])
  })

  it("below the root is checked there", async () => {
    const files = { "java/pom.xml": "<module>core</module>", "java/core/pom.xml": "", ...NODE_ROOT }
    expect(await commandsFor(files, ["java/core/A.java"])).toEqual({
      "test-java": "cd java && mvn -o -B -ntp -fae test",
      test: "npm run test",
    })
  })
})

describe("a large workspace is checked by what was changed only", () => {
  const parts = Array.from({ length: 30 }, (_, index) => `p${index}`)

  it("of npm", async () => {
    const packages = parts.map((name) => [`packages/${name}/package.json`, '{ "scripts": { "test": "node --test" } }'])
    const files = { "package.json": '{ "workspaces": ["packages/*"] }', ...Object.fromEntries(packages) }
    expect(await commandsFor(files, [])).toEqual({ test: "npm run test --workspaces --if-present" })
    expect(await commandsFor(files, ["packages/p3/a.js"])).toEqual({
      "test-packages-p3": "cd packages/p3 && npm run test",
    })
  })

  it("of cargo, Maven and Gradle, by a choice of their own", async () => {
    const crates = parts.map((name) => [`${name}/Cargo.toml`, `[package]\nname = "x-${name}"\n`])
    const cargo = {
      "Cargo.toml": `[workspace]\nmembers = [${parts.map((name) => `"${name}"`).join(", ")}]\n`,
      ...Object.fromEntries(crates),
    }
    expect(await commandsFor(cargo, ["p2/src/a.rs"])).toEqual({
      "types-p2": "cargo check -p x-p2",
      "test-p2": "cargo test --no-fail-fast -p x-p2",
    })
  })
})

describe("what no check covers", () => {
  const go = { kind: "test", languages: ["go"] } as const

  it("goes by the nearest check of each kind, whether that one passed or not", () => {
    const root = { kind: "test", languages: ["rust"] } as const
    const nested = { ...root, covers: "tools" }
    expect(uncovered(["tools/a.rs", "a.rs"], [root, nested])).toEqual([])
    expect(uncovered(["tools/a.rs", "a.rs"], [root], [root, nested])).toEqual(["tools/a.rs"])
  })

  it("is nothing where a check may be about anything", () => {
    expect(uncovered(["a.rs", "b.py"], [{ kind: "test" }])).toEqual([])
    expect(uncovered(["a.rs", "b.py"], [{ kind: "test", languages: ["any"] }])).toEqual([])
    expect(uncovered(["a.rs", "a/b.py"], [{ kind: "test", covers: "a" }])).toEqual(["a.rs"])
  })

  it("is no C that another language builds", () => {
    expect(uncovered(["x.c", "x.js"], [go])).toEqual(["x.js"])
  })

  it("is everything where there is no check", () => {
    expect(uncovered(["a.py", "README.md"], [])).toEqual(["a.py"])
  })

  it("takes a script that starts another language's tests for that language too", async () => {
    const files = { "package.json": '{ "scripts": { "test": "vitest run && go test ./..." } }' }
    expect(await uncoveredBy(files, ["a.go", "a.ts", "a.rb"])).toEqual(["a.rb"])
    expect(await uncoveredBy({ "package.json": '{ "scripts": { "test": "./check.sh" } }' }, ["a.rb"])).toEqual([])
    expect(await uncoveredBy({ Makefile: "test:\n\tpytest\n" }, ["a.rb", "a.py"])).toEqual(["a.rb"])
  })
})
