import { execFileSync, spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { builtinModules } from "node:module"
import { join, resolve } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { EXTRA_NAMES, EXTRAS } from "../../src/extras/extras.ts"
import { type Place, place } from "../cli/keelson.ts"
import { direct } from "../cli/scripts.ts"
import { ENTER, onTerminal } from "../cli/terminal.ts"
import { oneOf } from "../sample.ts"
import { startRegistry } from "./registry.ts"
import { type Unpacked, unpack } from "./unpacked.ts"

/* The package as it is published, in a project of its own that has no extra. `npm run packed` does the same with the registry. */

let packed: Unpacked
beforeAll(() => {
  packed = unpack()
})
afterAll(() => rmSync(packed.project, { recursive: true, force: true }))

/** A place where the packed command line is started. */
const here = () => place(undefined, join(packed.package, "bin", "keelson.js"))
/** Nobody listens there. */
const NO_REGISTRY = { npm_config_registry: "http://127.0.0.1:9/", npm_config_fetch_retries: "0" }

describe("what is published", () => {
  it("has no fault that publint or arethetypeswrong know", () => {
    const lint =
      'import("./scripts/lint-package.js").then(async (m) => console.log(JSON.stringify(await m.lintPackage(process.argv[1]))))'
    const said = execFileSync(process.execPath, ["-e", lint, packed.tarball], { encoding: "utf8" })
    expect(JSON.parse(said)).toEqual([])
  })

  it("has the command line once, no maps, and nothing of developing", () => {
    const names = readdirSync(packed.package, { recursive: true }).map(String)
    expect(names.filter((name) => /\.map$|^dist\/cli|\.tsbuildinfo$|^src|^dist\/.*\.test\.js$/.test(name))).toEqual([])
    expect(names).toContain("dist/bundle/main.js")
    expect(packed.manifest).not.toHaveProperty("devDependencies")
    expect(packed.manifest).not.toHaveProperty("scripts")
    expect(JSON.stringify(packed.manifest.exports)).not.toContain("keelson-source")
  })

  it("has the licences of what is bundled, and what has changed", () => {
    const named = (part: string) =>
      readFileSync(join(packed.package, "dist", part, "LICENSES.txt"), "utf8").match(/[@\w/.-]+(?= \d+\.\d+\.\d)/g)
    const bundled = ["zod", "hono", "commander", "@ai-sdk/mistral", "get-east-asian-width"]
    expect(named("bundle")).toEqual(expect.arrayContaining(bundled))
    expect(named("console")).toEqual(expect.arrayContaining(["react", "react-markdown"]))
    expect(readdirSync(packed.package)).toContain("CHANGELOG.md")
  })

  it("names every package that its code imports, the extras as optional peers", () => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = packed.manifest
    const files = readdirSync(join(packed.package, "dist"), { recursive: true }).map(String)
    const imported = files
      .filter((name) => name.endsWith(".js") && !name.startsWith("console"))
      .flatMap((name) => importsOf(join(packed.package, "dist", name)))
    const unknown = imported.filter((name) => !(name in dependencies) && !(name in peerDependencies))
    expect([...new Set(unknown)]).toEqual([])
    const extras = Object.values(EXTRAS).flatMap((extra): readonly string[] => extra.packages)
    expect(extras.filter((name) => !peerDependenciesMeta[name]?.optional)).toEqual([])
    const pinned = Object.entries(dependencies).filter(([, range]) => !range.startsWith("^"))
    expect(pinned).toEqual([])
  })

  it("type-checks strictly in an app, declarations too", () => {
    cpSync("test/packed/app.ts", join(packed.project, "app.ts"))
    const compilerOptions = { strict: true, skipLibCheck: false, module: "nodenext", target: "es2024", noEmit: true }
    const config = { compilerOptions: { ...compilerOptions, types: ["node"] }, files: ["app.ts"] }
    writeFileSync(join(packed.project, "tsconfig.json"), JSON.stringify(config))
    writeFileSync(join(packed.project, "package.json"), JSON.stringify({ type: "module" }))
    const { stdout } = spawnSync(resolve("node_modules/.bin/tsc"), ["-p", packed.project], { encoding: "utf8" })
    // Runs in this folder would take it for a check of the project's.
    rmSync(join(packed.project, "tsconfig.json"))
    expect(stdout).toBe("")
  })
})

describe("what needs an extra that is not installed", () => {
  it("says in one sentence what to do, whichever tool or provider it is, by the library and over HTTP", () => {
    const said = firstUse()
    expect(said.map(({ extra, by }) => `${extra} ${by}`).toSorted()).toEqual(
      EXTRA_NAMES.flatMap((extra) =>
        (extra === "seatbelt" ? ["library"] : ["library", "http"]).map((by) => `${extra} ${by}`),
      ).toSorted(),
    )
    for (const { extra, works, said: words } of said) {
      expect(words).toContain(`The extra "${extra}", which brings `)
      expect(words).toContain(`, is not installed; "keelson install ${extra}" installs it.`)
      expect(works).toBe(false)
    }
  })

  it("says so of the driver of a database, which is a peer", () => {
    const opening =
      'import("keelson").then((it) => it.openStore("postgres://a:b@127.0.0.1:9/runs")).catch((error) => console.log(error.message))'
    const said = execFileSync(process.execPath, ["-e", opening], { cwd: packed.project, encoding: "utf8" })
    expect(said).toMatch(
      /^Cannot use the run store .*127\.0\.0\.1:9\/runs.*: the package pg is not installed\. Install it beside Keelson: npm install pg\n$/,
    )
    expect(said).not.toContain("a:b")
  })

  it("takes no package that lies in the workspace, where a run could have put it", () => {
    const planted = join(packed.project, "node_modules", "@duckdb", "node-api")
    mkdirSync(planted, { recursive: true })
    writeFileSync(join(planted, "package.json"), '{"name":"@duckdb/node-api","main":"index.js"}')
    writeFileSync(
      join(planted, "index.js"),
      `require("node:fs").writeFileSync(${JSON.stringify(join(packed.project, "loaded"))}, "")`,
    )
    const [{ said } = { said: "" }] = firstUse(["data", "--in", packed.project])
    rmSync(planted, { recursive: true })
    expect(said).toContain("is installed only in the workspace itself")
    expect(said).toContain('"keelson install data" installs it into Keelson\'s own folder.')
    expect(existsSync(join(packed.project, "loaded"))).toBe(false)
  })

  it("is told with its command before a run where nobody can be asked", async () => {
    const project = here()
    const server = await project.serve(direct("Hello."))
    const { code, stdout, stderr } = await project.keelson(
      "run",
      "greet",
      "--tools",
      "code,data,web,documents",
      ...project.modelAt(server),
    )
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("Hello.") })
    expect(stderr).toContain(
      "the extra data is not installed; it brings datasets and SQL (DuckDB). Install it with: keelson install data",
    )
    for (const extra of ["pdf", "slides", "pages"])
      expect(stderr).toContain(`Install it with: keelson install ${extra}\n`)
  })

  it("is offered once on a terminal; a no is kept, and a yes that fails holds nothing up", async () => {
    const project = here()
    const server = await project.serve(direct("Hello."))
    const words = (tools: string) => ["run", "greet", "--tools", tools, ...project.modelAt(server)]
    const question = "Install it now?"
    const refused = await onTerminal(project, words("code,data"), [{ when: question, type: `no${ENTER}` }])
    expect(refused.screen).toContain("@duckdb/node-api@")
    expect(refused.screen).toContain(join(project.root, "state", "extras"))
    expect(refused).toMatchObject({ code: 0, screen: expect.stringContaining("Hello.") })
    const again = await onTerminal(project, words("code,data"), [])
    expect(again.screen).not.toContain(question)
    expect(again.screen).toContain("keelson install data")
    const failed = await onTerminal(project, words("code,web"), [{ when: question, type: `yes${ENTER}` }], NO_REGISTRY)
    expect(failed.screen).toContain("npm could not install it")
    expect(failed).toMatchObject({ code: 0, screen: expect.stringContaining("Hello.") })
    expect(readdirSync(join(project.root, "state", "extras"))).toEqual(["declined.json"])
  })
})

describe("keelson install", () => {
  /** Small ones; `npm run packed` installs all of them from the real registry. */
  const SMALL = EXTRA_NAMES.filter((name) => name !== "data" && name !== "pdf")

  it.each(oneOf("an extra installed", SMALL))("installs %s as it is locked, and its first use works", async (extra) => {
    const project = here()
    await using registry = await startRegistry(packed.package, extra)
    const way = { npm_config_registry: registry.url, npm_config_cache: join(project.root, "npm") }
    await (extra in GROUPS ? agreeOnTerminal(project, extra, way) : installByName(project, extra, way))
    const uses = firstUse([extra], join(project.root, "state"))
    expect(uses.length).toBeGreaterThan(0)
    expect(uses.filter(({ works }) => !works)).toEqual([])
    const doctor = await project.keelson("doctor")
    expect(doctor.stdout).toMatch(
      new RegExp(`extra ${extra} .*(own folder|not needed)|providers .*for apps installed: ${extra}`),
    )
    const again = await project.keelson("install", extra)
    expect(again.stdout).toContain(`${extra} is there already`)
  })

  it("says what went wrong, and leaves nothing half installed", async () => {
    const project = here()
    const offline = await project.start(["install", "pages"], NO_REGISTRY).end
    expect(offline).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /keelson: npm could not install it: .*ECONNREFUSED.* Try again with: keelson install pages/s,
      ),
    })
    expect(readdirSync(join(project.root, "state", "extras"))).toEqual([])
    const without = await project.start(["install", "pages"], { PATH: "/nowhere" }).end
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining("npm is not on the path") })
    const unknown = await project.keelson("install", "left-pad")
    expect(unknown).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no extra "left-pad"; there are: data, '),
    })
  })

  it("lists what there is, as the doctor does", async () => {
    const project = here()
    const { stdout } = await project.keelson("install", "--json")
    const listed = JSON.parse(stdout) as { name: string; place: string; packages: string }[]
    expect(listed).toContainEqual(
      expect.objectContaining({
        name: "data",
        place: "nowhere",
        packages: expect.stringMatching(/^@duckdb\/node-api@\d/),
      }),
    )
    expect(listed).toContainEqual(expect.objectContaining({ name: "mistral", place: "bundled" }))
    const doctor = await project.keelson("doctor")
    expect(doctor.stdout).toMatch(
      /ok +extra pdf +PDF files \(Typst\): not installed\. Install it with: keelson install pdf/,
    )
    const named = listed.filter(({ place }) => place !== "bundled")
    for (const { name } of named) expect(doctor.stdout).toMatch(new RegExp(`extra ${name} `))
    expect(doctor.stdout).toMatch(/ok +providers +azure, .*xai: come along .*; for apps none is installed/)
    expect(listed.map(({ name }) => name)).toEqual(EXTRA_NAMES)
  })
})

describe("what a start loads", () => {
  /* Nothing here is a time. Whoever gets beyond a bound imports late what a plain run does without, see scripts/bundle.js. */
  it("is a dozen files and less than a megabyte for a run of the command line", async () => {
    const project = here()
    const server = await project.serve(direct("Hello."))
    const words = ["run", "greet", "--quiet", ...project.modelAt(server)]
    const { list, environment } = noting("run")
    expect(await project.start(words, environment).end).toMatchObject({ code: 0 })
    const loaded = list()
    expect(loaded.bytes, loaded.text).toBeLessThan(1_000_000)
    expect(loaded.files, loaded.text).toBeLessThan(20)
    expect(loaded.text).not.toMatch(/postgres|work-in-steps|work-through-list|run-check|server-|live-tree|undo/)
  })

  it("is a few files for a program that imports the library, and none of what it may never need", () => {
    const { list, environment } = noting("import")
    const env = { ...process.env, ...environment }
    execFileSync(process.execPath, ["--input-type=module", "-e", 'import "keelson"'], { cwd: packed.project, env })
    const loaded = list()
    expect(loaded.bytes, loaded.text).toBeLessThan(1_200_000)
    expect(loaded.files, loaded.text).toBeLessThan(13)
    expect(loaded.text).not.toMatch(/postgres|open-telemetry|work-in-|take-strategy|server\.js|testing\.js/)
  })
})

/** What a process with this environment loads of ours. */
function noting(name: string) {
  const note = join(packed.project, `${name}-loaded.txt`)
  const list = () => {
    const text = readFileSync(note, "utf8")
    const sizes = text.trim().split("\n").map(Number.parseFloat)
    return { text, files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
  }
  const NODE_OPTIONS = `--import=${resolve("test/packed/note-loaded.mjs")}`
  return { list, environment: { NODE_OPTIONS, NOTE_LOADED: note } }
}

/** The groups of tools that small extras are offered for. */
const GROUPS: Readonly<Record<string, string>> = { pages: "web", pictures: "pictures", slides: "documents" }

async function installByName(project: Place, extra: string, way: NodeJS.ProcessEnv): Promise<void> {
  const installed = await project.start(["install", extra], way).end
  expect(installed.stderr).toMatch(/^installing .* …\n$/)
  expect(installed).toMatchObject({ code: 0, stdout: expect.stringContaining(`${extra} is installed (`) })
}

/** Of documents PDF files are asked about first. */
async function agreeOnTerminal(project: Place, extra: string, way: NodeJS.ProcessEnv): Promise<void> {
  const server = await project.serve(direct("Hello."))
  const words = ["run", "greet", "--tools", `code,${GROUPS[extra]}`, ...project.modelAt(server)]
  const answers = extra === "slides" ? ["no", "yes"] : ["yes"]
  const keys = answers.map((answer) => ({ when: "Install it now?", type: `${answer}${ENTER}` }))
  const { code, screen } = await onTerminal(project, words, keys, way)
  expect(screen).toContain(`${extra} is installed (`)
  expect({ code, screen }).toMatchObject({ code: 0, screen: expect.stringContaining("Hello.") })
}

type FirstUse = { readonly extra: string; readonly by: string; readonly works: boolean; readonly said: string }

function firstUse(words: readonly string[] = [], state = join(packed.project, "state")): FirstUse[] {
  for (const name of ["first-use.mjs", "endpoint.mjs"]) cpSync(join("test/packed", name), join(packed.project, name))
  const options = { cwd: packed.project, encoding: "utf8" as const, env: { ...process.env, KEELSON_STATE: state } }
  const { stdout } = spawnSync(process.execPath, ["first-use.mjs", ...words], options)
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as FirstUse)
}

/** The packages that a file imports by name; of all that looks like it, what is one. */
function importsOf(file: string): string[] {
  const named = readFileSync(file, "utf8").matchAll(/\b(?:from|import)\s*\(?\s*["'`]([@a-z][\w@./-]*)["'`]/g)
  return [...named]
    .map(([, name = ""]) =>
      name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/"),
    )
    .filter((name) => !builtinModules.includes(name) && existsSync(join("node_modules", name, "package.json")))
}
