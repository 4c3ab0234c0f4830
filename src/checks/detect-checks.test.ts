import { describe, expect, it } from "vitest"
import { makeFixture } from "../tools/fixture.ts"
import { checksOf, detectChecks } from "./detect-checks.ts"
import { memoryProject } from "./memory-project.fixture.ts"

type Files = Record<string, string>

/** Commands by name, as most tests want to see them. */
async function commandsOf(files: Files, programs: readonly string[] = []): Promise<Record<string, string>> {
  const checks = await checksOf(memoryProject(files, programs))
  return Object.fromEntries(checks.map(({ name, command }) => [name, command]))
}

function packageJson(content: unknown, more: Files = {}): Files {
  return { "package.json": JSON.stringify(content), ...more }
}

function testScript(script: string, more: Files = {}): Files {
  return packageJson({ scripts: { test: script } }, more)
}

describe("scripts of a package.json", () => {
  it("become checks that say where they come from", async () => {
    const scripts = {
      test: "vitest run",
      typecheck: "tsc --noEmit",
      lint: "eslint .",
      build: "vite build",
      dev: "vite",
    }
    expect(await checksOf(memoryProject(packageJson({ scripts })))).toEqual([
      {
        name: "types",
        kind: "types",
        command: "npm run typecheck",
        source: "package.json scripts.typecheck",
        parser: "tsc",
      },
      { name: "test", kind: "test", command: "npm run test", source: "package.json scripts.test", parser: "vitest" },
      { name: "lint", kind: "lint", command: "npm run lint", source: "package.json scripts.lint", parser: "eslint" },
    ])
  })

  it.each(["type-check", "check:types", "tsc"])("know types by the name %s", async (name) => {
    expect(await commandsOf(packageJson({ scripts: { [name]: "tsc" } }))).toEqual({ types: `npm run ${name}` })
  })

  it("take `check` for types only if a type checker is behind it", async () => {
    expect(await commandsOf(packageJson({ scripts: { check: "svelte-check" } }))).toEqual({ types: "npm run check" })
    expect(await commandsOf(packageJson({ scripts: { check: "echo fine" } }))).toEqual({})
  })

  it("are built only if nothing else checks types", async () => {
    expect(await commandsOf(packageJson({ scripts: { build: "vite build" } }))).toEqual({ build: "npm run build" })
    expect(await commandsOf(packageJson({ scripts: { build: "tsc", types: "tsc --noEmit" } }))).toEqual({
      types: "npm run types",
    })
    expect(await commandsOf(packageJson({ scripts: { build: "docker build ." } }))).toEqual({})
  })

  it("don't count where npm only holds their place", async () => {
    expect(await commandsOf(testScript('echo "Error: no test specified" && exit 1'))).toEqual({})
    expect(await commandsOf(testScript(""))).toEqual({})
  })

  it("are read through the scripts that they call", async () => {
    const scripts = { test: "npm run lint && npm run unit", lint: "eslint .", unit: "NODE_ENV=test npx jest --ci" }
    const [check] = await checksOf(
      memoryProject(packageJson({ scripts: { test: "npm run unit", unit: scripts.unit } })),
    )
    expect(check?.parser).toBe("jest")
    const both = await checksOf(memoryProject(packageJson({ scripts })))
    expect(both.map(({ name, parser }) => [name, parser])).toEqual([
      ["test", "auto"],
      ["lint", "eslint"],
    ])
  })

  it("that call each other come to an end", async () => {
    const scripts = { test: "npm run again", again: "npm run test" }
    expect(await commandsOf(packageJson({ scripts }))).toEqual({ test: "npm run test" })
  })

  it("of a package.json that can't be read are none", async () => {
    expect(await commandsOf({ "package.json": '{ "scripts": { "test"' })).toEqual({})
    expect(await commandsOf({ "package.json": '{ "scripts": { "test": 3 }, "packageManager": 4 }' })).toEqual({})
  })
})

describe("a script that would not come to an end, or would do more than check", () => {
  it.each([
    ["vitest", "npm run test -- --run"],
    ["cross-env TZ=UTC vitest --coverage", "npm run test -- --run"],
    ["vitest run", "npm run test"],
    ["vitest --run --coverage", "npm run test"],
    ["react-scripts test", "npm run test"],
    ["ng test", "npm run test -- --watch=false"],
    ["jest --watchAll=false", "npm run test"],
  ])("%s is kept from watching", async (script, command) => {
    expect(await commandsOf(testScript(script))).toEqual({ test: command })
  })

  it.each([
    "jest --watch",
    "jest --watchAll",
    "vitest watch",
    "vitest --ui",
    "mocha -w",
    "nodemon test.js",
    "node --test --watch",
  ])("%s is not taken", async (script) => {
    expect(await commandsOf(testScript(script))).toEqual({})
  })

  it("is replaced by another script or by its tool", async () => {
    const scripts = { test: "jest --watch", "test:ci": "jest --ci" }
    expect(await commandsOf(packageJson({ scripts }))).toEqual({ test: "npm run test:ci" })
    const watching = packageJson({ scripts: { test: "jest --watch" }, devDependencies: { jest: "30" } })
    expect(await commandsOf(watching)).toEqual({ test: "npx --no-install jest" })
  })

  it("is not taken if it repairs what it finds", async () => {
    const project = packageJson({ scripts: { lint: "eslint . --fix" }, devDependencies: { eslint: "9" } })
    expect(await commandsOf(project)).toEqual({})
    expect(await commandsOf({ ...project, "eslint.config.js": "" })).toEqual({ lint: "npx --no-install eslint ." })
  })

  it.each([
    "keelson run 'make it work'",
    "npx keelson@latest demo",
    "node --conditions=source ./bin/keelson.js run x",
    "eslint . && npm run agent",
  ])("%s is not taken, for it starts us again", async (test) => {
    expect(await commandsOf(packageJson({ scripts: { test, agent: "CI=1 keelson run" } }))).toEqual({})
  })

  it.each(["docker compose run tests", "npm ci && jest", "firebase deploy"])("%s is not taken", async (script) => {
    expect(await commandsOf(testScript(script))).toEqual({})
  })

  it.each(["jest --ci packages/keelson", "vitest run test/deploy docker"])(
    "is not seen in arguments: %s",
    async (script) => {
      expect(await commandsOf(testScript(script))).toEqual({ test: "npm run test" })
    },
  )
})

describe("the package manager", () => {
  const ALL = ["pnpm", "yarn", "bun"]

  it.each([
    ["package-lock.json", "npm run test -- --run"],
    ["pnpm-lock.yaml", "pnpm run test --run"],
    ["yarn.lock", "yarn run test --run"],
    ["bun.lock", "bun run test --run"],
    ["bun.lockb", "bun run test --run"],
  ])("is the one of %s", async (file, command) => {
    expect(await commandsOf(testScript("vitest", { [file]: "" }), ALL)).toEqual({ test: command })
  })

  it("is rather the one that package.json names", async () => {
    const project = packageJson(
      { packageManager: "pnpm@10.1.0", devDependencies: { vitest: "5" } },
      { "yarn.lock": "" },
    )
    expect(await commandsOf(project, ALL)).toEqual({ test: "pnpm exec vitest run" })
  })

  it("is npm where the machine has no other", async () => {
    expect(await commandsOf(testScript("jest", { "yarn.lock": "" }))).toEqual({ test: "npm run test" })
  })
})

describe("tools without a script", () => {
  it.each([
    [{ devDependencies: { vitest: "5" } }, {}, "npx --no-install vitest run"],
    [{}, { "vitest.config.ts": "" }, "npx --no-install vitest run"],
    [{ dependencies: { "react-scripts": "5" } }, {}, "npx --no-install react-scripts test"],
    [{ jest: {} }, {}, "npx --no-install jest"],
    [{}, { ".mocharc.yml": "" }, "npx --no-install mocha"],
    [{}, { "test/sum.js": 'import { test } from "node:test"' }, "node --test"],
    [{}, { "src/sum.test.mjs": "const { test } = require('node:test')" }, "node --test"],
  ])("test by config, dependency or import: %j %j", async (content, files, command) => {
    expect(await commandsOf(packageJson(content, files as Files))).toEqual({ test: command })
  })

  it("test also where there is no package.json", async () => {
    expect(await commandsOf({ "sum.test.ts": 'import test from "node:test"' })).toEqual({ test: "node --test" })
    expect(await commandsOf({ "sum.test.ts": 'import test from "elsewhere"' })).toEqual({})
  })

  it("check types by tsconfig.json", async () => {
    const typescript = packageJson({ devDependencies: { typescript: "7" } }, { "tsconfig.json": "{}" })
    expect(await commandsOf(typescript)).toEqual({ types: "npx --no-install tsc --noEmit" })
    expect(await commandsOf(packageJson({}, { "tsconfig.json": "{}" }))).toEqual({})
    expect(await commandsOf({ "tsconfig.json": "{}" }, ["tsc"])).toEqual({ types: "tsc --noEmit" })
  })

  it("check the projects that an empty tsconfig.json refers to", async () => {
    const settings = '{ "files": [], // none\n "references": [{ "path": "./tsconfig.app.json" }] }'
    const project = packageJson({ devDependencies: { typescript: "5" } }, { "tsconfig.json": settings })
    expect(await commandsOf(project)).toEqual({ types: "npx --no-install tsc -b --noEmit" })
  })

  it("don't check types a second time", async () => {
    const scripts = { test: "npm run compile && node --test", compile: "tsc" }
    const project = packageJson({ scripts, devDependencies: { typescript: "7" } }, { "tsconfig.json": "{}" })
    expect(await commandsOf(project)).toEqual({ test: "npm run test" })
  })

  it("lint by config, each under its own name", async () => {
    const devDependencies = { "@biomejs/biome": "2", eslint: "9" }
    expect(await commandsOf(packageJson({ devDependencies }, { "biome.json": "{}", ".eslintrc.cjs": "" }))).toEqual({
      lint: "npx --no-install biome check .",
      "lint-eslint": "npx --no-install eslint .",
    })
    expect(await commandsOf(packageJson({ devDependencies }))).toEqual({})
  })
})

describe("Python", () => {
  const PYTEST = { test: "python3 -m pytest -q" }

  it.each([
    [{ "pytest.ini": "" }],
    [{ "pyproject.toml": "[tool.pytest.ini_options]\naddopts = ''" }],
    [{ "pyproject.toml": '[dependency-groups]\ndev = ["pytest>=8"]' }],
    [{ "setup.cfg": "[tool:pytest]" }],
    [{ "tests/conftest.py": "" }],
  ])("is tested by pytest where it is configured: %j", async (files) => {
    expect(await commandsOf(files as Files)).toEqual(PYTEST)
  })

  it.each(["test_sum.py", "tests/test_sum.py", "tests/unit/test_sum.py", "tests/sum_test.py"])(
    "is tested by what is installed where %s exists",
    async (file) => {
      expect(await commandsOf({ [file]: "" }, ["pytest"])).toEqual(PYTEST)
      expect((await commandsOf({ [file]: "" })).test).toMatch(/^python3 -m unittest discover/)
    },
  )

  it("starts unittest where the tests can be imported", async () => {
    expect(await commandsOf({ "test_sum.py": "" })).toEqual({ test: "python3 -m unittest discover" })
    expect(await commandsOf({ "tests/test_sum.py": "" })).toEqual({ test: "python3 -m unittest discover -s tests" })
    const inPackage = { "tests/__init__.py": "", "tests/test_sum.py": "" }
    expect(await commandsOf(inPackage)).toEqual({ test: "python3 -m unittest discover -s tests -t ." })
  })

  it("uses the project's own environment", async () => {
    const environment = { ".venv/bin/python": "", ".venv/bin/pytest": "", ".venv/bin/ruff": "" }
    expect(await commandsOf({ ...environment, "tests/test_a.py": "", "ruff.toml": "" }, ["pytest", "ruff"])).toEqual({
      test: ".venv/bin/python -m pytest -q",
      lint: ".venv/bin/ruff check .",
    })
  })

  it("is tested by Django's own command unless pytest is configured", async () => {
    const django = { "manage.py": "from django.core.management import execute_from_command_line", "shop/tests.py": "" }
    expect(await commandsOf(django, ["pytest"])).toEqual({ test: "python3 manage.py test --noinput" })
    expect(await commandsOf({ ...django, "pytest.ini": "" })).toEqual(PYTEST)
  })

  it("is linted by ruff where it is configured, and not tested without tests", async () => {
    expect(await commandsOf({ "pyproject.toml": "[tool.ruff]\nline-length = 100" })).toEqual({ lint: "ruff check ." })
    expect(await commandsOf({ "pyproject.toml": "[project]\nname = 'x'", "app.py": "" }, ["pytest"])).toEqual({})
  })
})

describe("other languages", () => {
  it.each([
    [{ "Cargo.toml": "" }, { types: "cargo check", test: "cargo test" }],
    [{ "go.mod": "" }, { test: "go test ./...", lint: "go vet ./..." }],
    [{ "pom.xml": "" }, { test: "mvn -o -B -ntp test" }],
    [{ "pom.xml": "", mvnw: "" }, { test: "./mvnw -o -B -ntp test" }],
    [{ "build.gradle": "" }, { test: "gradle --offline --no-daemon --console=plain test" }],
    [{ "build.gradle.kts": "", gradlew: "" }, { test: "./gradlew --offline --no-daemon --console=plain test" }],
    [{ Makefile: "test: build\n\tpytest" }, { test: "make test" }],
    [{ makefile: ".PHONY: all check\ncheck:\n\t./check.sh" }, { test: "make check" }],
  ])("%j", async (files, commands) => {
    expect(await commandsOf(files as unknown as Files)).toEqual(commands)
  })

  it("in one project have different names, types first", async () => {
    const files = { ...testScript("jest"), "pytest.ini": "", "Cargo.toml": "", Makefile: "test:\n\techo" }
    expect(Object.entries(await commandsOf(files))).toEqual([
      ["types", "cargo check"],
      ["test", "npm run test"],
      ["test-python", "python3 -m pytest -q"],
      ["test-rust", "cargo test"],
    ])
  })

  it("take no makefile without such a target, or one that starts us", async () => {
    expect(await commandsOf({ Makefile: "test := 1\ntests:\n\techo\nall:\n\techo" })).toEqual({})
    expect(await commandsOf({ Makefile: "test:\n\t@keelson run x\n" })).toEqual({})
  })

  it("know nothing of an empty folder", async () => {
    expect(await commandsOf({})).toEqual({})
  })
})

describe("a workspace on disk", () => {
  it("is looked at by its root only", async () => {
    await using fixture = await makeFixture({
      "package.json": '{ "scripts": { "test": "node --test" } }',
      "packages/a/package.json": '{ "scripts": { "lint": "eslint ." } }',
      "packages/a/pytest.ini": "",
    })
    const checks = await detectChecks(fixture.workspace)
    expect(checks.map(({ command }) => command)).toEqual(["npm run test"])
  })

  it("is not read through a link that leaves it", async () => {
    const { symlink, writeFile } = await import("node:fs/promises")
    await using fixture = await makeFixture()
    await writeFile(`${fixture.outside}/package.json`, '{ "scripts": { "test": "jest" } }')
    await symlink(`${fixture.outside}/package.json`, fixture.path("package.json"))
    expect(await detectChecks(fixture.workspace)).toEqual([])
  })
})

describe("a project of many packages", () => {
  const packages = (
    scripts: Readonly<Record<string, string>>,
    other: Readonly<Record<string, string>> = {},
  ): Files => ({
    "packages/a/package.json": JSON.stringify({ scripts }),
    "packages/b/package.json": JSON.stringify({ scripts: other }),
    "packages/README.md": "",
  })

  it("is checked with its packages' scripts where it has none of its own", async () => {
    const files = packageJson({ workspaces: ["packages/*"] }, packages({ test: "node --test", lint: "eslint ." }))
    expect(await checksOf(memoryProject(files))).toEqual([
      {
        name: "test",
        kind: "test",
        command: "npm run test --workspaces --if-present",
        source: "workspaces scripts.test",
        parser: "node-test",
      },
      expect.objectContaining({ name: "lint", command: "npm run lint --workspaces --if-present" }),
    ])
  })

  it("has the last word on how it is checked", async () => {
    const root = { workspaces: { packages: ["packages/a", "packages/b"] }, scripts: { test: "node --test packages" } }
    expect(await commandsOf(packageJson(root, packages({ test: "vitest" })))).toEqual({ test: "npm run test" })
  })

  it("is not checked by a script that one of them has for something else", async () => {
    const files = packages({ test: "node --test" }, { test: "vitest --watch" })
    expect(await commandsOf(packageJson({ workspaces: ["packages/*"] }, files))).toEqual({})
  })

  it("may be pnpm's", async () => {
    const workspace = "packages:\n  # ours\n  - 'packages/*'\n"
    const files = packageJson({}, { "pnpm-workspace.yaml": workspace, "pnpm-lock.yaml": "" })
    expect(await commandsOf({ ...files, ...packages({ test: "vitest run" }) }, ["pnpm"])).toEqual({
      test: "pnpm -r --if-present run test",
    })
  })
})
