import { mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { jsonLines, type Place, place } from "./keelson.ts"
import { connected } from "./mcp-client.ts"
import { serving } from "./serving.ts"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))

/** A project with models, a strategy, a kind of stage and a kind of note of its own; no server is asked for anything. */
const CODE = `
import { Conversation, separatePanel } from "keelson/strategy"
import { z } from "zod"

const usage = { prompt: 10, completion: 5, cached: 0 }
const model = (id) => ({
  id,
  contextWindow: 32_000,
  async *stream({ tools, purpose }) {
    yield { type: "call", call: { id: "1", name: tools[0].name, arguments: JSON.stringify({ verdict: purpose.control + " by " + id }) } }
    yield { type: "end", usage, finish: "calls" }
  },
})
export const config = { model: "own:main", models: { critique: "own:critic" } }
export const models = [model("own:main"), model("own:critic")]

const control = (name) => ({ name, version: 1, description: "Say it.", input: z.object({ verdict: z.string() }) })
const [critique, praise] = [control("critique"), control("praise")]
const probe = { kind: "probe", words: { en: "Probe", zh: "探查" } }
export const strategies = ["survey", "survey-twice"].map((name) => ({
  name, summary: "Looks around.", settings: z.looseObject({}), controls: ["critique", "praise"], stages: [probe],
  async run(run) {
    const conversation = new Conversation([{ role: "user", text: run.request }])
    const ask = (here, control) =>
      here.ask(control.name, { control, panel: separatePanel([control]), conversation, prompt: "Due." })
    await run.enter("EXECUTING")
    const { value } = await run.stage({ kind: probe, name: "probe-1", title: "the ground", iterations: 1 }, async (here) => {
      const [bad, good] = [await ask(here, critique), await ask(here, praise)]
      await here.note("found", { kind: "finding", title: bad.verdict, data: { depth: 3 } })
      return { status: "done", summary: good.verdict, value: bad.verdict + "; " + good.verdict }
    })
    run.summariseWith(async () => ({ layer: "closing", text: value, highlights: [] }))
    return { kind: "done" }
  },
}))
`
const SAID = "critique by own:critic; praise by own:main"

async function trusted(code = CODE): Promise<Place> {
  const here = place()
  here.write("keelson.config.ts", code)
  const modules = join(here.workspace, "node_modules")
  mkdirSync(modules)
  symlinkSync(ROOT, join(modules, "keelson"))
  symlinkSync(join(ROOT, "node_modules/zod"), join(modules, "zod"))
  await here.keelson("trust")
  return here
}

test("models, controls, stages and notes of a project's own: run, --json, show and report", async () => {
  const here = await trusted()
  const run = await here.keelson("run", "look", "--strategy", "survey")
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining(SAID) })
  expect(run.stderr).toContain("note finding: critique by own:critic")
  expect(run.stderr).toContain("probe: the ground")

  const { stdout } = await here.keelson("run", "look", "--strategy", "survey", "--json")
  const events = jsonLines(stdout)
  expect(events).toContainEqual(expect.objectContaining({ type: "note.made", kind: "finding", data: { depth: 3 } }))
  expect(events).toContainEqual(expect.objectContaining({ type: "stage.started", kind: "probe" }))

  expect((await here.keelson("show")).stdout).toMatch(
    /Probe: the ground {2}done[\s\S]+finding {2}critique by own:critic/,
  )
  expect((await here.keelson("report", "--md", "-o", "-")).stdout).toContain("- **Probe: the ground** (done)")
  expect((await here.keelson("models")).stdout).toMatch(
    /^Configured.+\nown:main +usable\n\nThis project's own.+\nown:main\nown:critic\n/,
  )
  expect(await here.keelson("run", "look", "--model", "own:nobody")).toMatchObject({ code: 2 })
})

test("compare knows the project's strategies", async () => {
  const here = await trusted()
  const compared = await here.keelson("compare", "look", "--strategies", "survey,survey-twice", "--quiet")
  expect(compared).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ +survey +survey-twice/) })
  const unknown = await here.keelson("compare", "look", "--strategies", "survey,nothing")
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringMatching(/no strategy "nothing".+survey-twice/) })
})

test("the server and MCP use them too", async () => {
  const here = await trusted()
  const { ask, running } = await serving(here, [])
  expect(await (await ask("/api/settings")).json()).toMatchObject({
    model: "own:main",
    strategies: expect.arrayContaining([expect.objectContaining({ name: "survey" })]),
  })
  const body = JSON.stringify({ request: "look", strategy: "survey" })
  const { run_id } = (await (await ask("/api/runs", { method: "POST", body })).json()) as { run_id: string }
  expect(await (await ask(`/api/runs/${run_id}/events`)).text()).toContain('"type":"note.made"')
  expect(await (await ask(`/api/runs/${run_id}`)).json()).toMatchObject({ result: { outcome: "done", summary: SAID } })
  running.process.kill("SIGTERM")
  await running.end

  await using mcp = await connected(here)
  const { tools } = await mcp.client.listTools()
  expect(JSON.stringify(tools)).toContain("survey-twice")
  expect(await mcp.call("run_task", { request: "look", strategy: "survey" })).toMatchObject({ outcome: "done" })
})

/** The project's code has a copy of the package of its own, and throws what that copy defines. */
const FALTERING = `
import { defineTool, ModelError, ToolFailure } from "keelson"
import { z } from "zod"

const replies = [
  () => { throw new ModelError("busy", "Too many requests.", { retryAfterMs: 1 }) },
  () => ({ name: "knock", arguments: {} }),
  ({ messages }) => ({ name: "task_done", arguments: { summary: "It said: " + messages.find(({ role }) => role === "tool").text, missing: [] } }),
]
export const config = { model: "own:main", strategy: "react" }
export const models = [{
  id: "own:main",
  contextWindow: 32_000,
  async *stream(request) {
    const { name, arguments: input } = (replies.length > 1 ? replies.shift() : replies[0])(request)
    yield { type: "call", call: { id: "1", name, arguments: JSON.stringify(input) } }
    yield { type: "end", usage: { prompt: 10, completion: 5, cached: 0 }, finish: "calls" }
  },
}]
export const tools = [defineTool({
  name: "knock", description: "Knock.", input: z.object({}), access: "read", repeat: "safe",
  execute: async () => { throw new ToolFailure("nobody is at home") },
})]
`

test("what a model and a tool of a project's own throw is understood: one is asked again, the other answered", async () => {
  const here = await trusted(FALTERING)
  const run = await here.keelson("run", "Is anybody at home?")
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("nobody is at home") })
  expect(run.stderr).toContain("Too many requests.")
  expect(run.stdout).not.toContain("internal")
})
