import { describe, expect, it } from "vitest"
import { modelRequest } from "../../../test/support/model-requests.ts"
import type { JsonSchema, ModelRequest } from "../../model/seam/model.ts"
import { readReply } from "../../model/seam/read-reply.ts"
import type { Message } from "../../protocol/log/message.ts"
import { PERSONAS } from "./personas.ts"
import { type SimulatedOptions, simulatedModel } from "./simulated-model.ts"
import type { Solver } from "./solver.ts"

/** Knows the greeting by reading it, and then changes it. */
const solver: Solver = {
  goal: "The greeting is right",
  complexity: "simple",
  changes: "files",
  parts: [
    { title: "Read", goal: "Know the greeting", proof: { tool: "list_files", arguments: {} } },
    { title: "Write", goal: "Correct the greeting", proof: { tool: "list_files", arguments: {} } },
  ],
  next(seen) {
    if (seen.changedAt("greeting.txt") >= 0) return []
    if (!seen.has("Helo")) return [{ tool: "read_file", arguments: { path: "greeting.txt" }, part: 0 }]
    return [{ tool: "write_file", arguments: { path: "greeting.txt", content: "Hello" }, part: 1 }]
  },
  answer: (seen) => (seen.changedAt("greeting.txt") >= 0 ? "Corrected." : "Nothing is done yet."),
}

const persona = (name: string) => PERSONAS.get(name) ?? { name }

function model(name = "faultless", options: Partial<SimulatedOptions> = {}) {
  return simulatedModel({ solver, persona: persona(name), seed: 1, ...options })
}

async function ask(request: Partial<ModelRequest>, asked = model()) {
  return readReply(asked, modelRequest(request), new AbortController().signal)
}

/** What a named control is answered with. */
async function answered(schema: JsonSchema, messages: readonly Message[], asked = model()): Promise<unknown> {
  const tools = [{ name: "some_control", description: "", schema }]
  const { calls } = await ask({ messages, tools, choice: { kind: "named", name: "some_control" } }, asked)
  return JSON.parse(calls[0]?.arguments ?? "")
}

const WORK = ["list_files", "read_file", "write_file"].map((name) => ({ name, description: "", schema: {} }))
const told = (...texts: readonly string[]): Message[] => texts.map((text) => ({ role: "user", text }))
const READ = told("Correct the greeting.", "Task 1 read_file greeting.txt: done\n```\nHelo\n```")
const WRITTEN = told(
  "Correct the greeting.",
  "Task 2 write_file greeting.txt: done\n```\nWrote greeting.txt (1 line, replaced).\n```",
)

const string = { type: "string" }
const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
})

describe("what it knows", () => {
  it("is what it was told, and nothing of the disk", async () => {
    const next = async (messages: readonly Message[]) =>
      (await ask({ messages, tools: WORK })).calls.map(({ name }) => name)
    expect(await next(told("Correct the greeting."))).toEqual(["read_file"])
    expect(await next(READ)).toEqual(["write_file"])
    expect(await ask({ messages: WRITTEN, tools: WORK })).toMatchObject({ text: "Corrected.", calls: [] })
  })

  it("is not what it said itself", async () => {
    const claim: Message = { role: "assistant", text: "Wrote greeting.txt (1 line).", calls: [] }
    const { calls } = await ask({ messages: [...READ, claim, ...told("Go on.")], tools: WORK })
    expect(calls.map(({ name }) => name)).toEqual(["write_file"])
  })
})

describe("a control that nobody foresaw", () => {
  it("is answered by its schema", async () => {
    const schema = object({
      status: { type: "string", enum: ["done", "continue", "replan", "blocked"] },
      result: string,
      missing: { type: "array", items: string },
    })
    expect(await answered(schema, READ)).toMatchObject({ status: "continue", missing: ["Correct the greeting"] })
    expect(await answered(schema, WRITTEN)).toMatchObject({ status: "done", missing: [] })
  })

  it("may want more of an item than a word", async () => {
    const items = object({ requirement: string, number: { type: "integer" } })
    const schema = object({ missing: { type: "array", items } })
    expect(await answered(schema, READ)).toEqual({ missing: [{ requirement: "Correct the greeting", number: 1 }] })
  })

  it("brings the parts that are due, and those that make sense where nobody says which", async () => {
    const tasks = { type: "array", items: object({ tool: string, arguments: { type: "object" } }) }
    const parts = {
      ruling: object({ all_done: { type: "boolean" } }),
      planning: object({ tasks }),
      summarising: object({ summary: string }),
    }
    const plan = { tasks: [{ tool: "write_file", arguments: { path: "greeting.txt", content: "Hello" } }] }
    const due = "Due: ruling. If it is not done, add planning. If it is, add summarising."
    for (const ask of [due, "Go on."]) {
      expect(await answered(object(parts, []), [...READ, ...told(ask)])).toEqual({
        ruling: { all_done: false },
        planning: plan,
      })
      expect(await answered(object(parts, []), [...WRITTEN, ...told(ask)])).toEqual({
        ruling: { all_done: true },
        summarising: { summary: "Corrected." },
      })
    }
  })

  it("is answered in text where nothing can be forced", async () => {
    const schema = object({ finished: { type: "boolean" } })
    const request = told(`Answer with one JSON object. Its JSON schema:\n${JSON.stringify(schema)}`)
    expect((await ask({ messages: [...WRITTEN, ...request], choice: { kind: "none" } })).text).toBe('{"finished":true}')
  })
})

describe("personas", () => {
  const RULING = object({
    phase_completed: { type: "boolean" },
    evidence: { type: "array", items: { type: "integer" } },
  })

  it.each([
    ["faultless", { phase_completed: true, evidence: [2] }],
    ["no-evidence", { phase_completed: true }],
    ["miscounts", { phase_completed: true, evidence: [102] }],
    ["never-done", { phase_completed: false, evidence: [2] }],
  ])("%s judges a round", async (name, expected) => {
    expect(await answered(RULING, WRITTEN, model(name))).toEqual(expected)
  })

  it("claims success at once, works when it is sent back, and claims again", async () => {
    const liar = model("claims-at-once")
    const claim: Message = { role: "assistant", text: "Nothing is done yet.", calls: [] }
    const sentBack = [...READ, claim, ...told("This is not done.")]
    expect(await answered(RULING, READ, liar)).toMatchObject({ phase_completed: true })
    expect((await ask({ messages: READ, tools: WORK }, liar)).calls).toEqual([])
    expect((await ask({ messages: sentBack, tools: WORK }, liar)).calls).toHaveLength(1)
  })

  it("have the same luck with the same seed", async () => {
    const replies = async (seed: number) => {
      const weak = model("weak", { seed })
      const keys = Array.from({ length: 20 }, (_, index) => `turn-${index}`)
      const said = await Promise.allSettled(
        keys.map((key) => ask({ messages: READ, tools: WORK, purpose: { key, control: "turn" } }, weak)),
      )
      return said.map((one) => (one.status === "fulfilled" ? one.value.calls.map((call) => call.arguments) : "fault"))
    }
    expect(await replies(1)).toEqual(await replies(1))
    expect(await replies(1)).not.toEqual(await replies(2))
  })
})

describe("what it costs", () => {
  it("counts the beginning that an earlier prompt had as cached", async () => {
    const asked = model()
    const first = await ask({ messages: READ.slice(0, 1), tools: WORK }, asked)
    const second = await ask({ messages: READ, tools: WORK }, asked)
    expect(first.usage.cached).toBe(0)
    expect(second.usage.cached).toBe(first.usage.prompt)
    expect(asked.spent).toMatchObject({ calls: 2, prompt: first.usage.prompt + second.usage.prompt })
  })

  it("refuses a prompt that its window does not hold", async () => {
    const messages = told("long ".repeat(10_000))
    await expect(ask({ messages }, model("window-8k"))).rejects.toMatchObject({ kind: "overflow" })
  })
})
