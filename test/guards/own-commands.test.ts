import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { McpServers } from "../../src/mcp/mcp-servers.ts"
import { openServers } from "../../src/mcp/open-servers.ts"
import type { ApprovalRule } from "../../src/protocol/log/approval.ts"
import { replayPolicies } from "../../src/run/replay/replay-policies.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { type AnyTool, defineTool, type ToolContext } from "../../src/tools/tool.ts"
import { scoped } from "../scenarios/checkpoint-scenarios.ts"
import { analysis, complete, plan, say, task } from "../scenarios/lines.ts"
import { play, REQUEST, type Scenario, setStage } from "../scenarios/play.ts"
import { entriesOf, eventsOf, heard, literal } from "./front-door.ts"

/** A user's tool that runs commands, by a name and with arguments that nothing in the engine knows. */
function remote(ran: string[]): AnyTool {
  return defineTool({
    name: "on_host",
    description: "Run a line on a host.",
    input: z.object({ line: z.string(), host: z.string() }),
    access: "execute",
    repeat: "never",
    subject: ({ line }) => ({ kind: "command", command: line }),
    async execute({ line }) {
      ran.push(line)
      return `ran ${line}`
    },
  })
}

/** One that says nothing of itself, though its arguments do. */
function silent(ran: string[]): AnyTool {
  const { subject: _subject, ...rest } = remote(ran)
  const input = z.object({ command: z.string() })
  return { ...rest, input, execute: async ({ command }) => `ran ${ran.push(command)}` } as AnyTool
}

async function run(tool: AnyTool, input: Record<string, unknown>, options: Scenario["options"], more: object = {}) {
  const scenario = literal(
    {
      "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(task(tool.name, input))),
      "phase-1/round-1/plan/try-2": say("plan_tool_call", plan(task("list_files", {}))),
      "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
      ...more,
    },
    { approve: "full", tools: [tool, ...codingTools], ...options },
  )
  const model = heard(scenario.model())
  const store = new MemoryStore()
  await using stage = await setStage(scenario)
  const result = await (await stage.agent(store, model)).run(REQUEST)
  return { result, store, model }
}

const line = (text: string) => ({ line: text, host: "prod" })
const rule = (decision: ApprovalRule["decision"], match: string, tool = "run_in_terminal"): ApprovalRule[] => [
  { tool, match, decision },
]

describe("a user's tool that says that it runs commands", () => {
  it("is held to what is denied to commands, however the line hides it", async () => {
    const ran: string[] = []
    const { store } = await run(remote(ran), line("cd x && sudo git push -f"), { rules: rule("deny", "git push*") })
    expect(ran).toEqual([])
    expect(await eventsOf(store, "violation.recorded")).toMatchObject([{ tool: "on_host" }])
  })

  it("is asked about where commands are, with the line and its risks; the answer can be kept for this very line", async () => {
    const { result } = await run(remote([]), line("rm -rf x"), { approve: "edits" })
    const kept = { tool: "on_host", match: "rm -rf x", decision: "allow" }
    expect(result.questions).toMatchObject([{ tool: "on_host", command: "rm -rf x", rule: kept }])
  })

  it("gets nothing of what the terminal is allowed: its lines may run anywhere", async () => {
    const ran: string[] = []
    const allowed = { approve: "ask", rules: rule("allow", "ls*") } as const
    expect((await run(remote(ran), line("ls"), allowed)).result.outcome).toBe("waiting")
    const { store } = await run(remote(ran), line("ls"), { approve: "read-only" })
    expect(await eventsOf(store, "violation.recorded")).toMatchObject([{ tool: "on_host" }])
    expect(ran).toEqual([])
    await run(remote(ran), line("ls -l"), { approve: "ask", rules: rule("allow", "ls*", "on_host") })
    expect(ran).toEqual(["ls -l"])
  })

  it("can still be held back by its other arguments", async () => {
    const ran: string[] = []
    await run(remote(ran), line("ls"), { rules: rule("deny", '*"host":"prod"*', "on_host") })
    expect(ran).toEqual([])
  })

  it("is open to every kind of task, as all that runs and tests is", async () => {
    const ran: string[] = []
    const research = { "analysis/try-1": say("request_analyser", analysis({ task_type: "research" })) }
    const { store } = await run(remote(ran), line("npm test"), {}, research)
    expect(ran).toEqual(["npm test"])
    expect(replayPolicies(await entriesOf(store)).violations).toMatchObject({ added: [], dropped: [] })
  })
})

it("other rules are held against what it said by the log alone", async () => {
  const ran: string[] = []
  const model = () =>
    keyedModel({
      "turn-1/reply": { call: "on_host", input: line("npm install") },
      "turn-2/reply": { call: "task_done", input: { summary: "Done." } },
    })
  const constraints = { research: { allow: [], forbid: ["on_host"], late: [] } }
  const options = { strategy: react, constraints, tools: [remote(ran), ...codingTools] }
  await using played = await play({ name: "held", model, options, request: "Investigate the market trends." })
  expect(ran).toEqual([])
  const entries = await entriesOf(played.store)
  expect(replayPolicies(entries).violations).toMatchObject({ added: [], dropped: [] })
  const { added, dropped } = replayPolicies(entries, { task_type: "coding" }).violations
  expect([added.length, dropped.map(({ tool }) => tool)]).toEqual([0, ["on_host"]])
})

it("what it changes outside the scope is put down to it, live and by the log alone", async () => {
  const tool = remote([])
  const writer = {
    ...tool,
    execute: async (_input: unknown, { workspace }: ToolContext) => {
      writeFileSync(join(workspace.root, "src/a.ts"), "bad\n")
      return "ran"
    },
  } as AnyTool
  const model = () =>
    keyedModel({
      "turn-1/reply": { call: "on_host", input: line("make") },
      "turn-2/reply": { call: "task_done", input: { summary: "Done." } },
    })
  const { files, options } = scoped
  const played = async (scope: string[]) => {
    const scenario = { name: "outside", files, model, options: { ...options, scope, tools: [writer, ...codingTools] } }
    await using run = await play(scenario as Scenario)
    return entriesOf(run.store)
  }
  const { recorded, added } = replayPolicies(await played(["docs/**"])).violations
  expect([recorded.map(({ tool: name }) => name), added]).toEqual([["on_host"], []])
  const other = replayPolicies(await played(["src/**"]), { scope: ["docs/**"] }).violations
  expect(other.added.map(({ tool: name }) => name)).toEqual(["on_host"])
})

it("a tool that says nothing, may do anything and takes a command is held to the same", async () => {
  const ran: string[] = []
  await run(silent(ran), { command: "git push" }, { rules: rule("deny", "git push*") })
  expect(ran).toEqual([])
})

it("a server's tool that takes commands is held to the same", async () => {
  const program = fileURLToPath(new URL("../mcp/fixture/stdio-server.ts", import.meta.url))
  const servers = McpServers.parse({ far: { command: process.execPath, args: [program, "shell"], tools: ["shell"] } })
  const open = await openServers(servers, { workspace: import.meta.dirname, variables: {} })
  try {
    const [tool] = open.tools as [AnyTool]
    const { store } = await run(tool, { command: "git push" }, { rules: rule("deny", "git push*") })
    expect(await eventsOf(store, "violation.recorded")).toMatchObject([{ tool: "far__shell" }])
    const { store: other } = await run(tool, { command: "npm install" }, { approve: "read-only" })
    expect((await eventsOf(other, "task.ended"))[0]).toMatchObject({ status: "refused" })
  } finally {
    await open.close()
  }
})
