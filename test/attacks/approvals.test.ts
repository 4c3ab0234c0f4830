import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { type Agent, type AgentOptions, createAgent } from "../../src/agent.ts"
import { toolName } from "../../src/mcp/mcp-tool.ts"
import type { RunResult } from "../../src/protocol/log/run.ts"
import { engineTools } from "../../src/run/lifecycle/engine-tools.ts"
import { react } from "../../src/strategies/react/react.ts"
import { rounds } from "../../src/strategies/rounds/rounds.ts"
import { SIGNALS } from "../../src/strategies/stepwise/signals.ts"
import { todo } from "../../src/strategies/todo/todo.ts"
import { type KeyedModel, keyedModel } from "../../src/testing/keyed-model.ts"
import { text } from "../../src/testing/server-reply.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { ENGINE_NAMES } from "../../src/tools/engine-names.ts"
import { type AnyTool, defineTool } from "../../src/tools/tool.ts"
import { Place } from "../cli/keelson.ts"
import { advance, plan, task } from "../scenarios/lines.ts"
import { ringer } from "../server/models.ts"
import { place } from "../server/place.ts"
import { PROJECTS } from "./home.ts"

const ALLOW = { kind: "approval", decision: "allow" } as const
const ALWAYS = { kind: "approval", decision: "allow_always" } as const
const folders: string[] = []
afterAll(() => folders.forEach((folder) => void rmSync(folder, { recursive: true, force: true })))

function folder(): string {
  const made = mkdtempSync(join(PROJECTS, "approvals-"))
  folders.push(made)
  return made
}

/** A tool that must not run unasked, of any name: it does not go through `defineTool`. */
function counted(name: string): { readonly tool: AnyTool; readonly ran: string[] } {
  const ran: string[] = []
  const tool: AnyTool = {
    name,
    description: "Does something.",
    input: z.object({}),
    access: "execute",
    repeat: "never",
    execute: async () => {
      ran.push(name)
      return "ran"
    },
  }
  return { tool, ran }
}

const thought = (task_completed: boolean) =>
  advance({ think: { user_summary: "Some of it was done.", task_completed, next_steps_preview: "the rest" } })

/** Each list of tasks is a round. */
function inRounds(...lists: readonly (readonly ReturnType<typeof task>[])[]): KeyedModel {
  return keyedModel(
    Object.fromEntries(
      lists.flatMap((tasks, index) => [
        [`round-${index + 1}/plan/try-1`, advance({ plan_tool_call: plan(...tasks) })],
        [`round-${index + 1}/think/try-1`, thought(index === lists.length - 1)],
      ]),
    ),
  )
}

const write = (content: string) => task("write_file", { path: "state", content })

function agentWith(options: Partial<AgentOptions> & Pick<AgentOptions, "model">): Promise<Agent> {
  return createAgent({ workspace: folder(), strategy: rounds, approve: "ask", secrets: {}, ...options })
}

const aboutOf = ({ questions }: RunResult) =>
  questions.map((question) => (question.kind === "approval" ? (question.about ?? "call") : question.kind))

/** Answers each question in turn and returns what was asked, up to the end or to the first that has no answer. */
async function answered(agent: Agent, answers: readonly (typeof ALLOW | typeof ALWAYS)[]): Promise<RunResult> {
  let result = await agent.run("Do what is to be done, please.")
  for (const answer of answers) {
    await agent.answer(result.run_id, answer)
    result = await (await agent.resume(result.run_id)).result
  }
  return result
}

describe("an answer that grants more than it says", () => {
  it("no more plans: a call still asks", async () => {
    const { tool, ran } = counted("deploy")
    const agent = await agentWith({ model: inRounds([task("deploy", {})]), tools: [tool], review: true })
    const first = await agent.run("Do it, please.")
    expect(aboutOf(first)).toEqual(["plan"])
    await agent.answer(first.run_id, ALWAYS)
    expect(aboutOf(await (await agent.resume(first.run_id)).result)).toEqual(["call"])
    expect(ran).toEqual([])
  })

  it("all checks: a call still asks, a check does not", async () => {
    const { tool, ran } = counted("deploy")
    const model = inRounds([write("one")], [write("two")], [task("deploy", {})])
    const agent = await agentWith({ model, tools: [tool, ...codingTools], approve: "edits", checks: { test: "true" } })
    const check = await agent.run("Do it, please.")
    expect(aboutOf(check)).toEqual(["check"])
    await agent.answer(check.run_id, ALWAYS)
    const call = await (await agent.resume(check.run_id)).result
    expect(aboutOf(call)).toEqual(["call"])
    expect(ran).toEqual([])
  })

  it("a tool: a check and another tool still ask", async () => {
    const { tool, ran } = counted("deploy")
    const model = inRounds(
      [task("deploy", {})],
      [task("deploy", {}), write("one")],
      [task("run_in_terminal", { command: "touch x" })],
    )
    const agent = await agentWith({ model, tools: [tool, ...codingTools], approve: "edits", checks: { test: "true" } })
    const check = await answered(agent, [ALWAYS])
    expect(aboutOf(check)).toEqual(["check"])
    await agent.answer(check.run_id, ALLOW)
    const next = await (await agent.resume(check.run_id)).result
    expect(next.questions).toMatchObject([{ tool: "run_in_terminal" }])
    expect(ran).toEqual(["deploy", "deploy"])
  })

  it("an exception: the next one asks again", async () => {
    const { tool, ran } = counted("deploy")
    const exception = task("request_exception", { tool: "deploy", reason: "it is noon", arguments: {} })
    const model = inRounds([exception], [exception])
    const constraints = { all: { forbid: ["deploy"] } }
    const agent = await agentWith({ model, tools: [tool], constraints, approve: "edits", attended: true })
    expect(aboutOf(await answered(agent, [ALWAYS]))).toEqual(["exception"])
    expect(ran).toEqual(["deploy"])
  })
})

describe("a tool that takes the engine's name", () => {
  const names = [...ENGINE_NAMES]

  it.each(names)("%s can't be defined, and no run starts with it", async (name) => {
    const { tool } = counted(name)
    expect(() => defineTool(tool)).toThrow(/engine's own/)
    const agent = await agentWith({ model: inRounds([]), tools: [tool] })
    await expect(agent.run("Do it.")).rejects.toThrow(/engine's own/)
    expect(await agent.runs()).toEqual([])
  })

  it.each(["Plan", "plan ", "plan\n", "pläne", "", "__proto__", "a".repeat(65)])(
    "%j is no name at all",
    async (name) => {
      const agent = await agentWith({ model: inRounds([]), tools: [counted(name).tool] })
      await expect(agent.run("Do it.")).rejects.toThrow(/must be snake_case/)
    },
  )

  it("two of a name are refused", async () => {
    const agent = await agentWith({ model: inRounds([]), tools: [counted("deploy").tool, counted("deploy").tool] })
    await expect(agent.run("Do it.")).rejects.toThrow(/Two tools of this run are called "deploy"/)
  })

  it.each(names)("a server's tool %s has its server's name before it", (name) => {
    expect(ENGINE_NAMES.has(toolName("plan", name))).toBe(false)
    expect(toolName("a".repeat(30), name)).toContain("__")
  })

  it("the list has every tool and control of the engine", () => {
    const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((path) => /^(run|strategies)\/.*(?<!test)\.ts$/.test(path))
      .map((path) => readFileSync(join("src", path), "utf8"))
    const found = sources.flatMap((text) =>
      [/name: "(\w+)",\s+version: \d/g, /ENVELOPE = "(\w+)"/g, /envelopePanel\("(\w+)"/g].flatMap((pattern) =>
        [...text.matchAll(pattern)].map(([, name = ""]) => name),
      ),
    )
    expect(found.length).toBeGreaterThan(8)
    const own = engineTools({} as Parameters<typeof engineTools>[0]).map(({ name }) => name)
    const all = [...found, ...own, ...SIGNALS]
    expect(all.filter((name) => !ENGINE_NAMES.has(name))).toEqual([])
  })
})

describe("a review that nobody would see", () => {
  it.each([react, todo, { ...rounds, plans: false, name: "own" }])(
    "library, $name: refused, nothing starts",
    async (strategy) => {
      const { tool, ran } = counted("deploy")
      const agent = await agentWith({ model: inRounds([task("deploy", {})]), tools: [tool], strategy, review: true })
      await expect(agent.run("Do it.")).rejects.toThrow(/makes no plan that could be looked at first/)
      expect(await agent.runs()).toEqual([])
      expect(ran).toEqual([])
    },
  )

  it("HTTP: refused with 400, nothing starts", async () => {
    await using there = await place({ model: ringer(), agent: { review: true } })
    const reply = await there.post("/api/runs", { request: "Ring the bell, please." })
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ error: { message: expect.stringMatching(/react makes no plan/) } })
    expect(await there.store.listRuns()).toEqual([])
    expect(there.faults).toEqual([])
  })

  it.each([
    ["run", ["--strategy", "react", "--review"]],
    ["run", ["--strategy", "todo", "--plan-only"]],
  ])("%s %j: refused with 2, nothing starts", async (command, flags) => {
    const there = new Place({}, PROJECTS)
    const server = await there.serve(() => text("hello"))
    const { code, stderr } = await there.keelson(command, "Do it.", ...flags, ...there.modelAt(server))
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/makes no plan that could be looked/),
    })
    expect((await there.keelson("runs", "--json")).stdout.trim()).toBe("[]")
    await there.clear()
  })

  it("the config: refused as the flag is", async () => {
    const there = new Place({ "keelson.config.json": '{ "review": true, "strategy": "react" }' }, PROJECTS)
    const server = await there.serve(() => text("hello"))
    const { code, stderr } = await there.keelson("run", "Do it.", ...there.modelAt(server))
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/makes no plan that could be looked/),
    })
    await there.clear()
  })
})
