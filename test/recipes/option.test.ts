import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { limitsWith } from "../../src/options/declared/limits.ts"
import { entriesOf } from "../../src/options/option.ts"
import { RUN_OPTIONS } from "../../src/options/run-options.ts"
import { schemaOf } from "../../src/options/schema.ts"
import { type Shape, valuesOf } from "../../src/options/shape.ts"
import { jsonLines, place } from "../cli/keelson.ts"
import { connected } from "../cli/mcp-client.ts"
import { story, WRITE_NOTE } from "../cli/scripts.ts"
import { casesOf } from "../sample.ts"
import { sampledCopy } from "./compiled-copies.ts"
import { SourceCopy } from "./source-copy.ts"

/** All that is written for a new option. */
const PACE = `
  /** How much care is taken. */
  pace: {
    shape: { kind: "choice", values: ["slow", "brisk"] },
    default: "brisk",
    strictest: ["slow", "brisk"],
    project: "stricter",
    isRecorded: true,
    flags: [{ name: "pace <pace>", help: "how much care is taken", on: STARTING }],
    variable: "KEELSON_PACE",
    http: true,
    mcp: "how much care is taken",
    form: { label: ["Pace", "节奏"], values: { slow: ["Slow", "慢"], brisk: ["Brisk", "快"] } },
    docs: { meaning: "how much care is taken: {values}" },
  },
  /** Whether words are weighed. */
  weigh_words: {
    shape: { kind: "switch" },
    default: false,
    project: "wins",
    isRecorded: true,
    flags: [{ name: "weigh-words", help: "whether words are weighed", on: STARTING, means: true }],
    docs: { meaning: "whether words are weighed" },
  },`

/** A limit likewise. */
const SIGHS = `
  max_sighs: count(7, "sighs", { flag: { name: "max-sighs <n>", help: "most sighs" } }),`

/** What the compiler must take: the engine reads them, the library is given them. */
const USES = `
import type { AgentOptions } from "./agent.ts"
import type { Environment } from "./protocol/log/environment.ts"
export const given: Partial<AgentOptions> = { pace: "slow", weighWords: true, limits: { max_sighs: 3 } }
export const read = ({ pace, weigh_words, limits }: Environment): ["slow" | "brisk", boolean, number] => [pace, weigh_words, limits.max_sighs]
`

describe("an option that is declared in one place", () => {
  const copy = new SourceCopy()
  copy.insert("src/options/declared/permissions.ts", "export const PERMISSION_OPTIONS = {", PACE)
  copy.insert("src/options/declared/limits.ts", "export const LIMITS = {", SIGHS)
  afterAll(() => copy[Symbol.dispose]())
  const here = (files: Readonly<Record<string, string>> = {}) => place(files, copy.main)
  const environmentOf = (event: unknown) => (event as { environment: Record<string, unknown> }).environment

  it.each(sampledCopy("option"))("has its type wherever it is used", async () => {
    copy.write("src/uses.ts", USES)
    copy.write(
      "tsconfig.json",
      copy.text("tsconfig.json").replace(/"include": .*/, '"include": ["src"], "exclude": ["**/*.test.ts"]'),
    )
    await copy.node(join(copy.root, "../node_modules/typescript/bin/tsc"), "-p", "tsconfig.json")
  })

  it("is a flag of the commands that start runs", async () => {
    for (const command of casesOf({ sample: ["run", "chat"], more: ["compare"] })) {
      const { stdout } = await here().keelson(command, "--help")
      expect(stdout).toMatch(/--pace <pace> +how much care is taken \(default: brisk\)/)
      expect(stdout).toContain('"slow", "brisk"')
      expect(stdout).toContain("--weigh-words")
      expect(stdout).toMatch(/--max-sighs <n> +most sighs \(default: 7\)/)
    }
    expect(await here().keelson("run", "x", "--pace", "mad")).toMatchObject({ code: 2 })
  })

  it("is a key of the config, with an origin, and by its rule in a workspace", async () => {
    const there = here({ "keelson.config.json": '{ "pace": "slow", "limits": { "max_sighs": 2 } }' })
    const { stdout } = await there.keelson("config", "--json")
    expect(JSON.parse(stdout)).toEqual(
      expect.arrayContaining([
        { key: "pace", value: "slow", from: "project" },
        { key: "weigh_words", value: false, from: "default" },
        { key: "limits.max_sighs", value: 2, from: "project" },
      ]),
    )
    there.write("keelson.config.json", '{ "pace": "mad" }')
    const wrong = await there.keelson("config")
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("keelson.config.json: pace: ") })
    const byVariable = await here().start(["config"], { KEELSON_PACE: "mad" }).end
    expect(byVariable).toMatchObject({ code: 2, stderr: expect.stringContaining("KEELSON_PACE: ") })
  })

  it("is recorded with the run, from a flag as from a variable", async () => {
    const there = here()
    const model = await there.serve(story({ plans: [WRITE_NOTE] }))
    const words = ["run", "Write a note", "--json", "--approve", "full", "--weigh-words", "--max-sighs", "4"]
    const { stdout } = await there.start([...words, ...there.modelAt(model)], { KEELSON_PACE: "slow" }).end
    expect(environmentOf(jsonLines(stdout).find(({ type }) => type === "run.started"))).toMatchObject({
      pace: "slow",
      weigh_words: true,
      limits: { max_sighs: 4 },
    })
  })

  it("is a field of requests, of the settings that forms start from, and of the description", async () => {
    const there = here()
    const model = await there.serve(story({ plans: [WRITE_NOTE] }))
    const running = there.start(["serve", "--port", "0", "--no-token", ...there.modelAt(model)])
    await running.hears("stdout", "\n")
    const ask = async (path: string, body?: object) => {
      const json = { "content-type": "application/json" }
      const sent = body ? { method: "POST", headers: json, body: JSON.stringify(body) } : {}
      const reply = await fetch(new URL(path, running.stdout.split("\n")[0]), sent)
      return { status: reply.status, body: JSON.parse(await reply.text()) }
    }
    const { body } = await ask("/api/runs", { request: "Write a note", pace: "slow", limits: { max_sighs: 1 } })
    const log = await ask(`/api/runs/${body.run_id}/log`)
    const settings = await ask("/api/settings")
    const description = await ask("/api/openapi.json")
    const wrong = await ask("/api/runs", { request: "Write a note", pace: "mad" })
    const notForRequests = await ask("/api/runs", { request: "Write a note", weigh_words: true })
    running.process.kill("SIGTERM")
    await running.end
    expect(environmentOf(log.body.events[0].event)).toMatchObject({ pace: "slow", limits: { max_sighs: 1 } })
    expect(settings.body).toMatchObject({ options: { pace: "brisk" } })
    expect(description.body.components.schemas.StartRequest.properties).toHaveProperty("pace")
    expect([wrong.status, notForRequests.status]).toEqual([400, 400])
  })

  it("is an input of the tool that starts runs over MCP", async () => {
    await using mcp = await connected(here())
    const { tools } = await mcp.client.listTools()
    const start = tools.find(({ name }) => name === "run_task")
    expect(start?.inputSchema.properties?.pace).toMatchObject({
      enum: ["slow", "brisk"],
      description: "how much care is taken",
    })
  })

  it("is asked for by the form of the console, and sent where it differs", async () => {
    copy.write(
      "ask-form.ts",
      `import { ASKED_OPTIONS, initialWish, requestOf } from "./console/src/components/start/wish.ts"
       const settings = { workspace: "/w", strategies: [], options: { pace: "slow" }, limits: {} } as never
       const wish = initialWish(settings)
       const changed = { ...wish, options: { ...wish.options, pace: "brisk" } }
       const labels = ASKED_OPTIONS.map(({ form }) => form.label[0])
       console.log(JSON.stringify([labels, requestOf("x", wish, settings), requestOf("x", changed, settings)]))`,
    )
    const [labels, unchanged, changed] = JSON.parse(await copy.node("ask-form.ts"))
    expect(labels).toContain("Pace")
    expect(unchanged).not.toHaveProperty("pace")
    expect(changed).toMatchObject({ pace: "brisk" })
  })

  it("stands in the tables of the docs", async () => {
    await copy.node("scripts/option-tables.js")
    const page = copy.text("docs/configuration.md")
    expect(page).toContain(
      "| `pace` | `brisk` | how much care is taken: `slow`, `brisk` | only stricter | `--pace` | yes |",
    )
    expect(page).toContain("| `max_sighs` | 7 | sighs | `--max-sighs` |")
  })
})

/** How many values can be put in an order; a list of domains stands between none and all of them. */
function strictnessesOf(shape: Shape): number {
  return shape.kind === "switch" || shape.kind === "domains" ? 2 : valuesOf(shape).length
}

describe("every option that is declared", () => {
  it.each(entriesOf(RUN_OPTIONS))("%s has a value that fits", (_, { shape, default: unsaid, strictest, project }) => {
    if (unsaid !== undefined) expect(schemaOf(shape).safeParse(unsaid).success).toBe(true)
    if (project === "stricter") expect(strictest?.length).toBe(strictnessesOf(shape))
  })

  it.each(entriesOf(RUN_OPTIONS))("%s can be said where it is declared to be", (_, option) => {
    const { shape, form } = option
    // Help can't show what it knows nothing of, and a variable is a text.
    if (shape.kind === "own") expect(option.flags).toBeUndefined()
    if (option.variable) expect(["choice", "text", "url"]).toContain(shape.kind)
    // What clients and forms say reaches a run as a request does.
    if (option.mcp || form) expect(option.http).toBe(true)
    const words = [form?.label, form?.hint, form?.withoutPlan, ...Object.values(form?.values ?? {})]
    for (const said of words) expect(said?.[1]).not.toBe(said?.[0] ?? null)
  })

  it.each(["run", "serve"] as const)("has its flags in the help of %s, and so do limits", async (command) => {
    const { stdout } = await place().keelson(command, "--help")
    const all = entriesOf(RUN_OPTIONS).flatMap(([, option]) => option.flags ?? [])
    // What only servers know is nothing for whoever runs something here.
    const flags = all.filter(({ on }) => on.includes(command) || (command === "run" && !on.includes("serve")))
    const limits = command === "run" ? limitsWith(({ flag }) => flag).flatMap(([, { flag }]) => flag ?? []) : []
    const names = [...flags, ...limits].map(({ name }) => name)
    expect(names.filter((name) => !stdout.includes(name.replace(/^\w, /, "--").replace(/^(?!--)/, "--")))).toEqual([])
  })
})
