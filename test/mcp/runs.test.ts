import { existsSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { openCheckpoints } from "../../src/checkpoints/checkpoints.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { McpServers } from "../../src/mcp/mcp-servers.ts"
import { type OpenedServers, openServers } from "../../src/mcp/open-servers.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { eventsOf, literal } from "../guards/front-door.ts"
import { complete, plan, say, task } from "../scenarios/lines.ts"

/* Whole runs with the tools of a server that is a program. */

const PROGRAM = fileURLToPath(new URL("fixture/stdio-server.ts", import.meta.url))

let folder: string
let servers: OpenedServers
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "keelson-mcp-runs-"))
  const small = { command: process.execPath, args: [PROGRAM, "good"] }
  const short = { ...small, timeout_s: 1, tools: ["hang"] }
  const reading = { ...small, access: { echo: "read" } }
  servers = await openServers(McpServers.parse({ small: reading, short }), { workspace: folder, variables: {} })
})
afterAll(async () => {
  await servers.close()
  for (const path of [folder, `${folder}-checkpoints`]) await rm(path, { recursive: true, force: true })
})

/** One round with these calls, one after the other. */
async function run(...calls: readonly (readonly [tool: string, input: Record<string, unknown>])[]) {
  const tasks = calls.map(([tool, input], index) => task(tool, input, { id: index + 1 }))
  const { model } = literal({
    "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(...tasks)),
    "phase-1/round-1/judge/try-1": say("judge_tasks", complete(calls.map((_, index) => index + 1))),
  })
  const store = new MemoryStore()
  const agent = await createAgent({
    ...{ model: model(), store, workspace: folder, tools: [...codingTools, ...servers.tools], approve: "full" },
    ...{ checkpoints: openCheckpoints(`${folder}-checkpoints`), literal: true },
    ...{ secrets: {}, checks: {} },
  })
  const result = await agent.run("Do it.")
  return { agent, result, tasks: await eventsOf(store, "task.ended") }
}

describe("what a server's tool changes in the workspace", () => {
  it.each(["put", "download", "peek"])("is the run's, whatever the tool says of itself: %s", async (tool) => {
    const path = `${tool}.txt`
    const { agent, result } = await run([`small__${tool}`, { path }])
    expect(result.files).toMatchObject([{ path, before: null }])
    expect(result.facts).toContain(`${path} (new)`)
    expect(await agent.diff(result.run_id)).toContain("+put")
    await agent.undo(result.run_id)
    expect(existsSync(join(folder, path))).toBe(false)
  })
})

describe("a tool that does not behave", () => {
  it("is stopped at its time limit, and the others go on", async () => {
    const { tasks } = await run(["short__hang", {}], ["small__echo", { words: "hello" }])
    const ended = Object.fromEntries(tasks.map(({ tool, status, digest }) => [tool, `${status}: ${digest}`]))
    expect(ended).toEqual({
      small__echo: "done: echo: hello",
      short__hang: expect.stringContaining("failed: Stopped after 1 s, its time limit."),
    })
  })

  it("that says too much is cut, with a word", async () => {
    const { result, tasks } = await run(["small__flood", { megabytes: 3 }], ["small__echo", { words: "hello" }])
    const flood = tasks.find(({ tool }) => tool === "small__flood")
    expect(flood).toMatchObject({ status: "done", digest: expect.stringMatching(/left out: a result has at most/) })
    expect(result.outcome).toBe("done")
  })

  it("that says more than can be taken is ended, with a word, and is there again for the next", async () => {
    const { tasks } = await run(["small__flood", { megabytes: 12 }])
    expect(tasks[0]).toMatchObject({
      status: "failed",
      digest: expect.stringMatching(/MCP server "small": it sent more than 10 MB/),
    })
    expect((await run(["small__echo", { words: "again" }])).tasks[0]?.digest).toBe("echo: again")
  })
})
