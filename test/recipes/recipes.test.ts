import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, it } from "vitest"
import { sampledCopy } from "./compiled-copies.ts"
import { filesOf, RECIPES, type Recipe } from "./recipes.ts"

const run = promisify(execFile)
const ROOT = resolve(".")

/** The sources with one of everything added by its recipe. */
const copy = mkdtempSync(join(tmpdir(), "keelson-recipes-"))
const project = join(copy, "project")

beforeAll(() => {
  for (const name of ["package.json", "tsconfig.json", "src", "console/src", "console/tsconfig.json"]) {
    cpSync(join(ROOT, name), join(copy, name), { recursive: true, filter: (path) => !/\.test\.ts$/.test(path) })
  }
  writeFileSync(
    join(copy, "tsconfig.json"),
    readFileSync(join(copy, "tsconfig.json"), "utf8").replace(/"include": .*/, '"include": ["src"]'),
  )
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"))
  mkdirSync(project)
  for (const recipe of Object.values(RECIPES)) follow(recipe)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function follow({ made = {}, added = {} }: Recipe): void {
  for (const [path, text] of Object.entries(made)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
  for (const [path, additions] of Object.entries(added)) {
    let text = readFileSync(join(copy, path), "utf8")
    for (const [before, more] of additions) {
      expect(text, path).toContain(before)
      text = text.replace(before, () => `${more}${before}`)
    }
    writeFileSync(join(copy, path), text)
  }
}

async function keelson(...words: string[]): Promise<string> {
  const { PATH = "", HOME = "" } = process.env
  const env = {
    PATH,
    HOME,
    KEELSON_STATE: join(copy, "state"),
    XDG_CONFIG_HOME: join(copy, "config"),
    WINDMILL_API_KEY: "k",
    // Sources are compiled once, not at each start.
    NODE_COMPILE_CACHE: join(copy, "compiled"),
  }
  const main = join(copy, "src/cli/main.ts")
  const running = run(process.execPath, ["--conditions=keelson-source", main, ...words], { cwd: project, env })
  running.child.stdin?.end()
  const { stdout, stderr } = await running
  return `${stdout}\n${stderr}`
}

it("each touches the files that CONTRIBUTING names, and no other", () => {
  const rows = readFileSync("CONTRIBUTING.md", "utf8").matchAll(/^\| \*\*an? (\w+)\*\* \| ([^|]+) \|/gm)
  const named = Object.fromEntries([...rows].map(([, name = "", cell = ""]) => [name, pathsIn(cell)]))
  for (const [name, recipe] of Object.entries(RECIPES)) {
    const touched = filesOf(recipe)
    expect(named[name], name).toHaveLength(touched.length)
    for (const pattern of named[name] ?? []) expect(touched, name).toContainEqual(expect.stringMatching(pattern))
  }
})

/** `NAME`, `GROUP` and the like stand for a name of one's own. */
function pathsIn(cell: string): RegExp[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(
    ([, path = ""]) => new RegExp(`^${path.replace(/[A-Z]{4,}/g, "[\\w-]+")}$`),
  )
}

/** What the compiler has to say. */
async function compiled(folder: string): Promise<string> {
  const { stdout } = await run(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder]).catch((error) => error)
  return stdout
}

it.each(sampledCopy("recipes"))("they compile, the console too", async () => {
  expect(await compiled(copy)).toBe("")
  expect(await compiled(join(copy, "console"))).toBe("")
})

it("a tool, a strategy and an event are there without more", async () => {
  expect(await keelson("run", "--help")).toContain("breeze")
  expect(await keelson("tools")).toContain("feel_wind")
  const told = await keelson(
    "run",
    // A window that nobody told counts as small: then a run has the few usual tools, and what the request names.
    "how is the wind? Use feel_wind.",
    "--strategy",
    "breeze",
    "--model",
    "openai-compatible:none",
    "--base-url",
    "http://models.invalid/v1",
    "--context-window",
    "8192",
    "--no-sandbox",
  )
  expect(told).toContain("from the west")
  expect(told).toMatch(/\] from the west$/m)
})

it("a strategy's controls can have a model in the config", async () => {
  writeFileSync(join(project, "keelson.config.json"), JSON.stringify({ models: { gust: "windmill:m" } }))
  expect(await keelson("config")).toContain("models.gust")
  rmSync(join(project, "keelson.config.json"))
})

it("a provider is listed with its key", async () => {
  expect(await keelson("models")).toMatch(/^windmill +Windmill +WINDMILL_API_KEY is set/m)
})

it("a command is listed and called", async () => {
  expect(await keelson("--help")).toMatch(/^ +wind +say which way the wind blows/m)
  expect(await keelson("wind")).toContain("from the west")
})

it("a parser reads the output of its tool", async () => {
  const script = `
    import { toolOf } from "./src/checks/detection/tool-of-command.ts"
    import { readOutput } from "./src/checks/read-output.ts"
    console.log(JSON.stringify(readOutput(toolOf("gusts --all"), "3 calm\\n1 strong\\ntoo strong: tower")))`
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: copy })
  expect(JSON.parse(stdout)).toMatchObject({ failures: [{ name: "tower" }], counts: { passed: 3, failed: 1 } })
})
