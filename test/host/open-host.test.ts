import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, vi } from "vitest"
import { type HostOptions, openHost, SetupError } from "../../src/host/index.ts"
import { startServer } from "../../src/server/index.ts"
import { keyedModel, type ServerScript } from "../../src/testing/index.ts"
import { place } from "../cli/keelson.ts"
import { asked, LIST, story, WRITE_NOTE } from "../cli/scripts.ts"

/** A folder with its own state and user config, and a host in it; `serve` gives the wish that leads to a model. */
async function hostIn(files: Readonly<Record<string, string>> = {}, options: HostOptions = {}, own: object = {}) {
  const there = place({ "README.md": "A small project.\n", ...files })
  there.write("../config/keelson/config.json", JSON.stringify(own))
  for (const [name, value] of Object.entries(there.environment)) vi.stubEnv(name, value)
  const notices: string[] = []
  const host = await openHost({ notify: (notice) => notices.push(notice), ...options })
  const serve = async (script: ServerScript) => {
    const server = await there.serve(script)
    const wish = { workspace: there.workspace, model: "openai-compatible:scripted", baseUrl: server.url }
    return { server, wish }
  }
  return { there, host, notices, serve }
}

/** What the user's own config says; the project's file has something to say, too. */
const OWN = { strategy: "rounds", tools: ["code", "memory"], approve: "edits" }
const PROJECT = { "keelson.config.json": JSON.stringify({ limits: { max_iterations: 7 } }) }

describe("from a config to an agent", () => {
  it("strategy, tools, limits and policy are those of the config", async () => {
    const { there, host, serve } = await hostIn(PROJECT, {}, OWN)
    const { server, wish } = await serve(story({ plans: [WRITE_NOTE] }))
    const agent = await host.agent({ ...wish, strategy: "phased" })
    const run = await agent.start("write a note")
    const [first] = await logOf(run.id, host)
    const result = await run.result
    expect(result).toMatchObject({ outcome: "done", summary: "The note is written." })
    expect(readFileSync(join(there.workspace, "note.md"), "utf8")).toBe("hello\n")
    expect(first).toMatchObject({
      type: "run.started",
      environment: { endpoint: server.url, approve: "edits", limits: { max_iterations: 7 } },
    })
    expect((first as { environment: { tools: string[] } }).environment.tools).toContain("memory")
    expect(asked(server.requests)).toEqual(["request_analyser", "phase_planner", "judge_tasks"])
    await host.close()
  })

  it("a wish is stronger than the config, and the config is told", async () => {
    const { there, host } = await hostIn(PROJECT, {}, OWN)
    const config = await host.config({ workspace: there.workspace, strategy: "react" })
    expect(config).toMatchObject({ strategy: "react", tools: ["code", "memory"], limits: { max_iterations: 7 } })
    await host.close()
  })

  it("what the config asks for and can't be had is refused before anything starts", async () => {
    const { there, host } = await hostIn()
    const wish = { workspace: there.workspace, model: keyedModel({}) }
    await expect(host.agent({ ...wish, limits: { max_cost: 1 } })).rejects.toThrow(SetupError)
    await expect(host.agent({ ...wish, strategy: "no-such" })).rejects.toMatchObject({ kind: "refused" })
    await expect(host.agent({ workspace: there.workspace })).rejects.toThrow(/no model is configured/)
    expect(await host.store.listRuns()).toEqual([])
    await host.close()
  })

  it("a model server that only the workspace names is asked about, and refused where nobody can be", async () => {
    const files = {
      "keelson.config.json": JSON.stringify({ model: "openai-compatible:x", base_url: "http://example.test/v1" }),
    }
    const silent = await hostIn(files)
    await expect(silent.host.agent({ workspace: silent.there.workspace })).rejects.toMatchObject({
      code: "untrusted_endpoint",
    })
    await silent.host.close()
    const consent = vi.fn(async () => true)
    const asking = await hostIn(files, { consent })
    await asking.host.agent({ workspace: asking.there.workspace })
    expect(consent.mock.calls).toMatchObject([[{ url: "http://example.test/v1" }]])
    await asking.host.close()
  })
})

describe("a host", () => {
  it("starts a run with the tools that its request calls for", async () => {
    const { host, notices, serve } = await hostIn({ "sales.csv": "month,sum\n1,2\n" })
    const { wish } = await serve(story({ plans: [LIST] }))
    const run = await host.start("what is the average in sales.csv?", wish)
    const [first] = await logOf(run.id, host)
    await run.result
    expect((first as { environment: { tools: string[] } }).environment.tools).toContain("query_data")
    expect(notices).toContainEqual(expect.stringContaining("tools for this request: code, data"))
    await host.close()
  })

  it("takes a run up again that a limit ended, as its log has it", async () => {
    const { host, serve } = await hostIn()
    const { wish } = await serve(story({ plans: [LIST, LIST] }))
    const run = await host.start("look", { ...wish, limits: { max_model_calls: 1 } })
    expect(await run.result).toMatchObject({ outcome: "incomplete" })
    const { agent, options } = await host.reopen(run.id, { limits: { max_model_calls: 20 } })
    const resumed = await (await agent.resume(run.id, options)).result
    expect(resumed).toMatchObject({ run_id: run.id, outcome: "done" })
    await host.close()
  })

  it("serves its folders over HTTP, with the same config", async () => {
    const { there, host, serve } = await hostIn()
    const { wish } = await serve(story({ plans: [LIST] }))
    const { model, baseUrl } = wish
    const serving = host.serving([there.workspace], { said: { model, baseUrl } })
    const server = await startServer({ host: serving, version: "1", port: 0, token: null, onFault: () => {} })
    const settings = await (await fetch(new URL("/api/settings", server.url))).json()
    expect(settings).toMatchObject({ workspace: there.workspace, model: "openai-compatible:scripted" })
    await server.close()
    await host.close()
  })

  it("closes its own store, and leaves yours open", async () => {
    const { host } = await hostIn()
    await host.close()
    await expect(host.store.listRuns()).rejects.toThrow()
    const mine = await hostIn()
    const second = await openHost({ store: mine.host.store })
    await second.close()
    expect(await mine.host.store.listRuns()).toEqual([])
    await mine.host.close()
  })
})

async function logOf(id: string, { store }: Awaited<ReturnType<typeof openHost>>): Promise<unknown[]> {
  const entries = await store.load(id)
  return entries.flatMap(({ record }) => (record.kind === "event" ? [record.event] : []))
}
