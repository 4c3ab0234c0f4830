import { execFileSync, spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { builtinModules } from "node:module"
import { join, resolve } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { EXTRAS } from "../../src/extras/extras.ts"
import { place } from "../cli/keelson.ts"
import { direct } from "../cli/scripts.ts"
import { ENTER, onTerminal } from "../cli/terminal.ts"
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
  it("says so in a sentence, whichever tool or provider it is", () => {
    const said = firstUse()
    for (const [who, extra] of [
      ["query_data: failed", "data"],
      ["pdf: failed", "pdf"],
      ["pptx: failed", "slides"],
    ])
      expect(said).toMatch(
        new RegExp(`^${who}: The extra "${extra}" is not installed; .* Only the user can install it`, "m"),
      )
    expect(said).toMatch(/^fetch_web_content: done: .*text only: The extra "pages" is not installed/m)
    expect(said).toMatch(/^mistral: The extra "mistral" is not installed; it brings the provider mistral/m)
  })

  it("takes no package that lies in the workspace, where a run could have put it", () => {
    const planted = join(packed.project, "node_modules", "@duckdb", "node-api")
    mkdirSync(planted, { recursive: true })
    writeFileSync(join(planted, "package.json"), '{"name":"@duckdb/node-api","main":"index.js"}')
    writeFileSync(
      join(planted, "index.js"),
      `require("node:fs").writeFileSync(${JSON.stringify(join(packed.project, "loaded"))}, "")`,
    )
    const said = firstUse(packed.project)
    rmSync(planted, { recursive: true })
    expect(said).toMatch(/^query_data: failed: The extra "data" is installed only in the workspace itself/m)
    expect(existsSync(join(packed.project, "loaded"))).toBe(false)
  })

  it("is told with its command before a run where nobody can be asked", async () => {
    const project = here()
    const server = await project.serve(direct("Hello."))
    const { code, stdout, stderr } = await project.keelson(
      "run",
      "greet",
      "--tools",
      "code,data",
      ...project.modelAt(server),
    )
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("Hello.") })
    expect(stderr).toContain(
      "the extra data is not installed; it brings datasets and SQL (DuckDB). Install it with: keelson install data",
    )
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
  it("says what went wrong, and leaves nothing half installed", async () => {
    const project = here()
    const offline = await project.start(["install", "pages"], NO_REGISTRY).end
    expect(offline).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/keelson: npm could not install it: .*ECONNREFUSED/),
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
    expect(loaded.bytes, loaded.text).toBeLessThan(950_000)
    expect(loaded.files, loaded.text).toBeLessThan(18)
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

function firstUse(workspace = ""): string {
  cpSync("test/packed/first-use.mjs", join(packed.project, "first-use.mjs"))
  const env = { ...process.env, KEELSON_STATE: join(packed.project, "state") }
  const words = ["first-use.mjs", ...(workspace ? [workspace] : [])]
  return spawnSync(process.execPath, words, { cwd: packed.project, encoding: "utf8", env }).stdout
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
