import { describe, expect, it } from "vitest"
import { memoryProject } from "../../test/support/memory-project.fixture.ts"
import { makeFixture } from "../../test/support/tool-fixture.ts"
import { checksOf, detectChecks } from "./detect-checks.ts"

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
        languages: ["node"],
      },
      expect.objectContaining({ name: "test", source: "package.json scripts.test", parser: "vitest" }),
      expect.objectContaining({ name: "lint", source: "package.json scripts.lint", parser: "eslint" }),
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
    expect(both.map(({ name, parser }) => [name, parser])).toEqual([["test", "auto"]])
  })

  it("don't count twice where npm runs one before or after another", async () => {
    const scripts = { test: "tap", posttest: "npm run check", check: "npm run lint -- --quiet", lint: "eslint ." }
    expect(await commandsOf(packageJson({ scripts }))).toEqual({ test: "npm run test" })
    const apart = { test: "tap", lint: "eslint ." }
    expect(Object.keys(await commandsOf(packageJson({ scripts: apart })))).toEqual(["test", "lint"])
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
    [{ "Cargo.toml": "" }, { types: "cargo check", test: "cargo test --no-fail-fast" }],
    [{ "go.mod": "" }, { test: "go test -v ./...", lint: "go vet ./..." }],
    [{ "pom.xml": "" }, { test: "mvn -o -B -ntp -fae test" }],
    [{ "pom.xml": "", mvnw: "" }, { test: "./mvnw -o -B -ntp -fae test" }],
    [{ "build.gradle": "" }, { test: "gradle --offline --no-daemon --console=plain --continue test" }],
    [
      { "build.gradle.kts": "", gradlew: "" },
      { test: "./gradlew --offline --no-daemon --console=plain --continue test" },
    ],
    [{ Makefile: "test: build\n\tpytest" }, { test: "make test" }],
    [{ makefile: ".PHONY: all check\ncheck:\n\t./check.sh" }, { test: "make check" }],
    [
      { "settings.gradle.kts": "", gradlew: "" },
      { test: "./gradlew --offline --no-daemon --console=plain --continue test" },
    ],
    [{ "build/CMakeCache.txt": "", "CMakeLists.txt": "project(x)" }, { build: "cmake --build build" }],
    [
      { "out/CMakeCache.txt": "", "CMakeLists.txt": "enable_testing()" },
      { test: "cmake --build out && ctest --test-dir out --output-on-failure" },
    ],
    [{ "x.sln": "" }, { test: "dotnet test --no-restore --nologo" }],
    [{ "tests/x/x.csproj": "" }, { test: "dotnet test tests/x/x.csproj --no-restore --nologo" }],
    [{ "a.sln": "", "b.sln": "" }, { test: "dotnet test a.sln --no-restore --nologo" }],
    [{ "Package.swift": "", "Tests/a/a.swift": "" }, { test: "swift test --skip-update" }],
    [{ "Package.swift": "" }, { build: "swift build --skip-update" }],
    [{ ".rspec": "" }, { test: "rspec" }],
    [{ "spec/models/a_spec.rb": "" }, { test: "rspec" }],
    [{ Rakefile: "Rake::TestTask.new" }, { test: "rake test" }],
    [
      { Rakefile: 'desc "Run specs"\ntask "spec" do\n  ruby "test/test.rb"\nend', "test/test_w.rb": "" },
      { test: "rake spec" },
    ],
    [{ Rakefile: "task :spec do\n  ruby 'spec/all.rb'\nend", "spec/a_spec.rb": "" }, { test: "rake spec" }],
    [{ Rakefile: "RSpec::Core::RakeTask.new(:spec)", "spec/a_spec.rb": "" }, { test: "rspec" }],
    [{ "bin/rails": "", "test/models/a_test.rb": "" }, { test: "bin/rails test" }],
    [{ "phpunit.xml.dist": "" }, { test: "phpunit" }],
    [{ "composer.json": '{ "require-dev": { "phpunit/phpunit": "^10" } }' }, { test: "vendor/bin/phpunit" }],
    [{ "composer.json": '{ "require-dev": { "pestphp/pest": "^2" } }' }, { test: "vendor/bin/pest" }],
    [{ "mix.exs": "" }, { test: "mix test" }],
    [{ "deno.json": "{}" }, { test: "deno test --cached-only" }],
    [{ "deno.jsonc": '{ "tasks": { "test": "deno test -A" } }' }, { test: "deno task test" }],
    [{ "MODULE.bazel": "" }, { test: "bazel --batch test //... --keep_going --test_output=errors --noshow_progress" }],
    [{ justfile: "default:\n  echo\n\ntest *args:\n  cargo nextest run\n" }, { test: "just test" }],
    [{ justfile: "test := 'x'\n" }, {}],
    [{ "noxfile.py": "@nox.session\ndef tests(session):\n" }, { test: "nox -R -s tests" }],
    [{ "tox.ini": "[testenv]\ncommands = x" }, { test: "tox run -e py --skip-pkg-install" }],
    [{ "runtests.py": "" }, { test: "python3 runtests.py" }],
    [
      { "tests/runtests.py": "", "tests/test_sqlite.py": "", "venv/bin/python": "" },
      { test: "cd tests && ../venv/bin/python runtests.py" },
    ],
  ])("%j", async (files, commands) => {
    expect(await commandsOf(files as unknown as Files)).toEqual(commands)
  })

  it("are started by what the machine has for that", async () => {
    expect(await commandsOf({ ".rspec": "", Gemfile: "" }, ["bundle"])).toEqual({ test: "bundle exec rspec" })
    const composer = { "composer.json": '{ "scripts": { "test": "phpunit" } }' }
    expect(await commandsOf(composer, ["composer"])).toEqual({ test: "composer run-script --no-interaction test" })
    const dumped = { "composer.json": '{ "require-dev": { "phpunit/phpunit": "^9" } }', "vendor/autoload.php": "" }
    expect(await commandsOf(dumped, ["phpunit"])).toEqual({ test: "phpunit" })
    const whole = { ...dumped, "vendor/bin/phpunit": "" }
    expect(await commandsOf(whole, ["phpunit"])).toEqual({ test: "vendor/bin/phpunit" })
    const locked = { "uv.lock": "", "pytest.ini": "" }
    expect(await commandsOf(locked, ["uv"])).toEqual({ test: "uv run --frozen --offline python -m pytest -q" })
    expect(await commandsOf(locked)).toEqual({ test: "python3 -m pytest -q" })
    const hatch = { "pyproject.toml": '[tool.hatch.envs.default.scripts]\ntest = "pytest"\n' }
    expect(await commandsOf(hatch, ["hatch"])).toEqual({ test: "hatch run test" })
  })

  it("build C in a temporary folder where nobody configured one", async () => {
    const { test } = await commandsOf({ "CMakeLists.txt": "include(CTest)" })
    expect(test).toBe(
      `B=$(mktemp -d) && trap 'rm -rf "$B"' EXIT && cmake -S . -B "$B" && cmake --build "$B" && ctest --test-dir "$B" --output-on-failure`,
    )
  })

  it("in one project have different names, types first", async () => {
    const files = { ...testScript("jest"), "pytest.ini": "", "Cargo.toml": "", Makefile: "test:\n\techo" }
    expect(Object.entries(await commandsOf(files))).toEqual([
      ["types", "cargo check"],
      ["test", "npm run test"],
      ["test-python", "python3 -m pytest -q"],
      ["test-rust", "cargo test --no-fail-fast"],
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
        languages: ["node"],
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
      test: "pnpm -r --no-bail --if-present run test",
    })
    // npm knows nothing of pnpm's workspaces: where pnpm is missing that is what the check says.
    expect(await commandsOf({ ...files, ...packages({ test: "vitest run" }) })).toEqual({
      test: "pnpm -r --no-bail --if-present run test",
    })
  })
})
