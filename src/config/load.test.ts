import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { homedir, tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { camelCase, entriesOf } from "../options/option.ts"
import { RUN_OPTIONS } from "../options/run-options.ts"
import type { Config, Flags } from "./config.ts"
import { fileServers, loadConfig } from "./load.ts"
import { saidByFlags } from "./said.ts"
import { strangersIn } from "./strangers.ts"
import { trustFolder } from "./trust.ts"

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** A workspace and a user with these files. */
function situation(user: object, project: object) {
  const root = mkdtempSync(join(tmpdir(), "keelson-config-"))
  folders.push(root)
  mkdirSync(join(root, "config", "keelson"), { recursive: true })
  mkdirSync(join(root, "work"))
  writeFileSync(join(root, "config", "keelson", "config.json"), JSON.stringify(user))
  writeFileSync(join(root, "work", "keelson.config.json"), JSON.stringify(project))
  const environment = { XDG_CONFIG_HOME: join(root, "config"), KEELSON_STATE: join(root, "state") }
  return { root, workspace: join(root, "work"), environment }
}

function load(user: object, project: object, flags: Partial<Flags> = {}): Config {
  const { workspace, environment } = situation(user, project)
  return loadConfig({ workspace, ...flags }, environment)
}

const STRICTER = entriesOf(RUN_OPTIONS).filter(([, { project }]) => project === "stricter")

const ALLOW = { tool: "*", decision: "allow" } as const
const DENY = { tool: "ring", decision: "deny" } as const

describe("a project's file", () => {
  it("may add rules that hold back, and none that allow", () => {
    expect(load({ rules: [ALLOW] }, { rules: [DENY] }).rules).toEqual([ALLOW, DENY])
    expect(load({}, { rules: [ALLOW, DENY] }).rules).toEqual([DENY])
  })

  it.each(STRICTER)("may have %s stricter, never looser", (name, { strictest = [] }) => {
    for (const [place, strict] of strictest.entries())
      for (const loose of strictest.slice(place)) {
        expect(load({ [name]: strict }, { [name]: loose })).toMatchObject({ [camelCase(name)]: strict })
        expect(load({ [name]: loose }, { [name]: strict })).toMatchObject({ [camelCase(name)]: strict })
      }
  })

  it("may lower limits, also those that are by default, and raise none", () => {
    expect(load({}, { limits: { max_iterations: 5, max_cost: 2 } }).limits).toEqual({ max_iterations: 5, max_cost: 2 })
    expect(load({ limits: { max_iterations: 500 } }, { limits: { max_iterations: 400 } }).limits).toEqual({
      max_iterations: 400,
    })
    expect(load({ limits: { max_cost: 1 } }, { limits: { max_iterations: 100_000, max_cost: null } })).toMatchObject({
      limits: { max_cost: 1 },
      notices: [expect.stringContaining("raises the limit max_iterations"), expect.stringContaining("limit max_cost")],
    })
  })

  it("may ask for a review, and not call it off", () => {
    expect(load({}, { review: true }).review).toBe(true)
    expect(load({ review: true }, { review: false }).review).toBe(true)
    expect(load({}, {}).review).toBe(false)
  })

  it("says nothing about where searches and keys go, or what may be reached", () => {
    const config = load({}, { search: { provider: "searxng", url: "http://10.0.0.1" }, allow_hosts: ["10.0.0.1"] })
    expect(config).toMatchObject({ search: undefined, allowHosts: [] })
    expect(config.notices).toHaveLength(2)
  })

  it("says nothing about secrets and variables, and takes the user's grants away with a server of its own", () => {
    const grants = { secrets_for: { mail__send: ["MAIL_TOKEN"] }, pass_variables: ["DATABASE_URL"] }
    const own = { secretsFor: grants.secrets_for, passVariables: grants.pass_variables }
    expect(load(grants, {})).toMatchObject(own)
    const refused = load({}, grants)
    expect(refused).toMatchObject({ secretsFor: {}, passVariables: [] })
    expect(refused.notices).toHaveLength(2)
    const stranger = { model: "openai-compatible:x", base_url: "http://stranger.example/v1" }
    expect(load(grants, stranger)).toMatchObject({ ...own, secretsFor: {} })
    expect(load(grants, stranger, { baseUrl: "http://mine.example/v1" })).toMatchObject(own)
  })

  it("may leave out tools that the user has, and add none; a flag overrides both", () => {
    expect(load({ tools: ["code", "web"] }, { tools: ["code", "data"] })).toMatchObject({
      tools: ["code"],
      areToolsSaid: true,
      notices: [expect.stringContaining("asks for the tools data; only you can switch them on: --tools code,web,data")],
    })
    expect(load({}, { tools: ["web", "memory"] }).tools).toEqual(["code"])
    expect(load({}, { tools: ["code"] })).toMatchObject({ tools: ["code"], areToolsSaid: true, notices: [] })
    expect(load({}, { tools: ["data"] }, saidByFlags({ tools: "code, memory,code" })).tools).toEqual(["code", "memory"])
    expect(() => load({}, {}, saidByFlags({ tools: "spoons" }))).toThrow(/^--tools: /)
  })
})

describe("MCP servers", () => {
  const server = { command: "server", args: ["run.js"] }

  it("of the user start at home, whatever the workspace calls its own", () => {
    const config = load({ mcp: { servers: { a: server } } }, { mcp: { servers: { a: { command: "other" } } } })
    expect(config.mcp).toEqual({ a: { ...server, env: {}, cwd: homedir() } })
  })

  it("of the workspace count once it is trusted, until a file they are started with changes", () => {
    const { root, workspace, environment } = situation({}, { mcp: { servers: { a: server } } })
    const now = () => loadConfig({ workspace }, environment)
    writeFileSync(join(workspace, "run.js"), "one")
    expect(now().mcp).toEqual({})
    trustFolder(join(root, "state"), workspace, strangersIn(workspace, fileServers(workspace)))
    expect(Object.keys(now().mcp)).toEqual(["a"])
    writeFileSync(join(workspace, "run.js"), "two")
    expect(now()).toMatchObject({ mcp: {}, notices: [expect.stringMatching(/^run\.js changed since you trusted/)] })
  })
})
