import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type Config, endpointFor, type Flags, loadConfig, readConfig, saidByFlags } from "./config.ts"

let root = ""
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "keelson-config-"))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, content: object): void {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(content))
}
const user = (content: object) => write("config/keelson/config.json", content)
const project = (content: object) => write("keelson.config.json", content)

function load(environment: Config["environment"] = {}, flags: Partial<Flags> = {}): Config {
  return loadConfig(
    { workspace: root, ...flags },
    { XDG_CONFIG_HOME: join(root, "config"), HOME: root, ...environment },
  )
}

test("user file, project file, environment and flags, in rising order", () => {
  user({ model: "user" })
  expect(load().model).toBe("user")
  project({ model: "project" })
  expect(load().model).toBe("project")
  expect(load({ KEELSON_MODEL: "environment" }).model).toBe("environment")
  expect(load({ KEELSON_MODEL: "environment" }, { model: "flag" }).model).toBe("flag")
})

test("a strategy has other names, and variables for it come after flags and before files", () => {
  project({ strategy: "task_driven" })
  expect(load().strategy).toBe("tasks")
  expect(load({ AGENT_MODE: "TOOL-DRIVEN" }).strategy).toBe("todo")
  expect(load({ AGENT_MODE: "tool_driven", KEELSON_STRATEGY: "react" }).strategy).toBe("react")
  expect(load({ KEELSON_STRATEGY: "react" }, { strategy: "plan_execute_think" }).strategy).toBe("rounds")
})

test("without anything: phased, ask, no model", () => {
  expect(load()).toMatchObject({
    model: undefined,
    endpoint: undefined,
    strategy: "auto",
    approve: "ask",
    limits: {},
  })
})

test.each([
  [undefined, "full", "ask"],
  [undefined, "read-only", "read-only"],
  ["full", "edits", "edits"],
  ["edits", "full", "edits"],
])("a user's %s and a project's %s make %s: a project only tightens", (own, theirs, expected) => {
  user(own ? { approve: own } : {})
  project({ approve: theirs })
  expect(load().approve).toBe(expected)
  expect(load({ KEELSON_APPROVE: "full" }).approve).toBe("full")
})

test.each([
  [{}, {}, "ask", "edits"],
  [{}, { approve: "full" }, "ask", "edits"],
  [{}, { approve: "ask" }, "ask", "ask"],
  [{ approve: "ask" }, {}, "ask", "ask"],
  [{ approve: "full" }, {}, "full", "full"],
])("a user's %j and a project's %j make %s, and %s in a sandbox", (own, theirs, open, confined) => {
  user(own)
  project(theirs)
  expect(load()).toMatchObject({ approve: open, approveConfined: confined })
})

test("only the user turns the sandbox off", () => {
  expect(load().sandbox).toBe("auto")
  project({ sandbox: "off" })
  expect(load().sandbox).toBe("auto")
  user({ sandbox: "off" })
  expect(load().sandbox).toBe("off")
  project({ sandbox: "auto" })
  expect(load().sandbox).toBe("auto")
  expect(load({}, saidByFlags({ sandbox: false })).sandbox).toBe("off")
})

test("only the user lets commands use the network", () => {
  expect(load().network).toBe(false)
  project({ network: true })
  expect(load().network).toBe(false)
  user({ network: true })
  expect(load().network).toBe(true)
  project({ network: false })
  expect(load().network).toBe(false)
  expect(load({}, { network: true }).network).toBe(true)
})

test("a project lowers the user's limits, never raises them", () => {
  user({ limits: { max_iterations: 10, max_model_calls: 20 } })
  project({ limits: { max_iterations: 50, max_model_calls: 5, max_time_ms: 1000 } })
  expect(load().limits).toEqual({ max_iterations: 10, max_model_calls: 5, max_time_ms: 1000 })
  expect(load({}, { limits: { max_iterations: 99 } }).limits.max_iterations).toBe(99)
})

test("an address that only the project names is not trusted", () => {
  project({ base_url: "https://elsewhere.example/v1" })
  expect(load()).toMatchObject({
    endpoint: { url: "https://elsewhere.example/v1", isTrusted: false, isAllowed: false },
  })
  expect(load().notices).toEqual([expect.stringContaining("nothing is sent there")])
  const allowed = load({}, { allowedUrl: "https://elsewhere.example/v1" })
  expect(allowed).toMatchObject({ endpoint: { isTrusted: false, isAllowed: true } })
  expect(allowed.notices).toEqual([expect.stringContaining("without your key")])
  user({ base_url: "https://elsewhere.example/v1" })
  expect(load()).toMatchObject({ endpoint: { isTrusted: true }, notices: [] })
  expect(load({}, { baseUrl: "http://127.0.0.1:1/v1" })).toMatchObject({ endpoint: { isTrusted: true } })
})

test("an address holds for the provider that it was said for, and for no other's key", () => {
  user({ model: "ollama:a", base_url: "http://box:11434/v1" })
  const config = load({}, { model: "anthropic:c" })
  expect(endpointFor(config, "anthropic:c")).toBeUndefined()
  expect(endpointFor(config, "ollama:b")).toMatchObject({ url: "http://box:11434/v1" })
  const given = load({}, { model: "anthropic:c", baseUrl: "http://gate/v1" })
  expect(endpointFor(given, "anthropic:c")).toMatchObject({ url: "http://gate/v1" })
  expect(endpointFor(load({ KEELSON_BASE_URL: "http://gate/v1" }, { model: "plain" }), "other")).toBeDefined()
})

test("the address of a provider's own variable is left to the provider", () => {
  expect(load({ OPENAI_API_KEY: "k", OPENAI_BASE_URL: "http://gate/v1" }).endpoint).toBeUndefined()
})

test("models by control and a fallback; a project's win one by one", () => {
  user({ models: { judge_tasks: "a:a", turn: "a:t" }, fallback: "a:f" })
  project({ models: { judge_tasks: "b:b" } })
  expect(load()).toMatchObject({ models: { judge_tasks: "b:b", turn: "a:t" }, fallback: "a:f" })
})

test.each([
  [
    { limits: { max_iterations: "many" } },
    "keelson.config.json: limits.max_iterations: expected number, received string",
  ],
  [{ limits: { max_iteration: 3 } }, 'keelson.config.json: limits: Unrecognized key: "max_iteration"'],
  [{ prices: { m: { prompt: 1 } } }, "keelson.config.json: prices.m.completion: expected number, received undefined"],
  [{ base_url: "here" }, "keelson.config.json: base_url: expected an http or https URL"],
  [[], "keelson.config.json: expected object, received array"],
])("%j is refused with its place", (content, message) => {
  project(content)
  expect(load).toThrow(message)
})

test.each([
  ["keelson.config.json", project],
  ["config/keelson/config.json", user],
])("a model for what nobody asks for is refused with its place, %s", async (place, say) => {
  const environment = { XDG_CONFIG_HOME: join(root, "config"), HOME: root }
  const read = () => readConfig({ workspace: root }, environment)
  say({ models: { judge_tasks: "a:b", turn: "a:c" } })
  expect(await read()).toMatchObject({ models: { judge_tasks: "a:b", turn: "a:c" } })
  say({ models: { judge: "a:b" } })
  await expect(read()).rejects.toThrow(`${place}: models: there is no control "judge"; there are: `)
})

test("the environment is checked too, by name", () => {
  expect(() => load({ KEELSON_APPROVE: "yolo" })).toThrow(/^KEELSON_APPROVE: /)
  expect(() => load({ KEELSON_BASE_URL: "here" })).toThrow(/^KEELSON_BASE_URL: /)
})

test("code of the workspace is named, not run", () => {
  writeFileSync(join(root, "keelson.config.ts"), "throw new Error('run')")
  expect(load().notices).toEqual([
    expect.stringMatching(/^keelson\.config\.ts is code of this workspace and is not run/),
  ])
})
