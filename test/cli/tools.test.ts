import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { type Place, place } from "./keelson.ts"
import { LIST, story } from "./scripts.ts"

function userConfig(here: Place, config: object): void {
  mkdirSync(join(here.root, "config", "keelson"), { recursive: true })
  writeFileSync(join(here.root, "config", "keelson", "config.json"), JSON.stringify(config))
}

async function offered(here: Place, ...flags: string[]): Promise<string> {
  const server = await here.serve(story({ plans: [LIST] }))
  const end = await here.keelson("run", "look", ...flags, ...here.modelAt(server))
  expect(end.code).toBe(0)
  return JSON.stringify(server.requests.at(-1)?.body)
}

test("runs have the tools of code, unless groups are named by flag or config", async () => {
  const here = place()
  const plain = await offered(here)
  expect(plain).toContain("run_in_terminal")
  expect(plain).not.toContain("read_dataset")
  expect(await offered(here, "--tools", "code,data")).toContain("read_dataset")
  here.write("../config/keelson/config.json", '{ "tools": ["code", "memory"] }')
  expect(await offered(here)).toContain('"memory"')
  expect(await here.keelson("run", "x", "--tools", "spoons")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^keelson: --tools: .+\n$/),
  })
})

test("a resumed run has the tools that it was started with", async () => {
  const here = place({ "a.csv": "x\n1\n" })
  const query = { tasks: [{ id: 1, tool: "read_dataset", arguments: { path: "a.csv" }, depends_on: [] }] }
  const server = await here.serve(story({ plans: [query] }))
  const waiting = await here.keelson("run", "look", "--tools", "data", "--plan-only", ...here.modelAt(server))
  expect(waiting.code).toBe(3)
  await here.keelson("answer", "--always")
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain("a.csv")
  expect(JSON.stringify(server.requests.at(-1)?.body)).not.toContain("is not available")
})

test("keelson tools lists every group, and what is missing for it", async () => {
  const here = place()
  const plain = await here.keelson("tools")
  for (const name of ["run_in_terminal +execute", "query_data +read", "fetch_web_content +network", "memory +control"])
    expect(plain.stdout).toMatch(new RegExp(`^ +${name} `, "m"))
  expect(plain.stdout).toMatch(/web_search needs a provider.*\(searxng, brave or tavily\)/)
  userConfig(here, { search: { provider: "searxng", url: "http://127.0.0.1:9" } })
  const groups = JSON.parse((await here.keelson("tools", "--json")).stdout)
  const web = groups.find(({ group }: { group: string }) => group === "web")
  expect(web).toMatchObject({ inUse: false, lacks: null })
  expect(web.tools.map(({ name }: { name: string }) => name)).toEqual(["web_search", "fetch_web_content"])
})

test("a key that is named but not set is said before a run exists", async () => {
  const here = place()
  userConfig(here, { search: { provider: "brave", key_env: "NO_SUCH_KEY" } })
  expect((await here.keelson("tools")).stdout).toContain("the variable NO_SUCH_KEY of your config is not set")
  const end = await here.keelson(
    "run",
    "x",
    "--tools",
    "web",
    "--model",
    "openai-compatible:m",
    "--base-url",
    "http://models.invalid/v1",
  )
  expect(end).toMatchObject({
    code: 2,
    stderr: "keelson: search: the variable NO_SUCH_KEY of your config is not set.\n",
  })
})

test("keelson config shows what is in force and who said so, without secrets", async () => {
  const here = place()
  userConfig(here, {
    approve: "edits",
    limits: { max_iterations: 20 },
    mcp: { servers: { small: { command: "x", env: { A: "s3cret-value", B: `\${TOKEN}` } } } },
  })
  here.write("keelson.config.json", '{ "approve": "full", "limits": { "max_iterations": 9 }, "verify": "end" }')
  const { stdout } = await here.start(["config"], { KEELSON_MODEL: "openai:small", AGENT_MODE: "tool_driven" }).end
  expect(stdout).toMatch(/^model +environment +openai:small$/m)
  expect(stdout).toMatch(/^approve +user +edits$/m)
  expect(stdout).toMatch(/^limits\.max_iterations +project +9$/m)
  expect(stdout).toMatch(/^verify +project +end$/m)
  expect(stdout).toMatch(/^strategy +environment +todo$/m)
  expect(stdout).toMatch(/^network +default +false$/m)
  expect(stdout).not.toContain("s3cret-value")
  expect(stdout).toContain(`"B":"\${TOKEN}"`)
})

test("keelson init writes a config that can be read, once", async () => {
  const here = place()
  const file = join(here.workspace, "keelson.config.json")
  expect(await here.keelson("init")).toMatchObject({ code: 0, stdout: `${file}\n` })
  expect(existsSync(file)).toBe(true)
  expect((await here.keelson("config")).code).toBe(0)
  const before = readFileSync(file, "utf8")
  expect(await here.keelson("init")).toMatchObject({ code: 2, stderr: expect.stringContaining("there already") })
  expect(readFileSync(file, "utf8")).toBe(before)
})
