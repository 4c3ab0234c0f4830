import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { MemoryStore } from "../../journal/memory-store.ts"
import type { ModelRequest } from "../../model/model.ts"
import { Environment } from "../../protocol/environment.ts"
import { Limits } from "../../protocol/limits.ts"
import type { Message } from "../../protocol/message.ts"
import { RULESET } from "../../run/ground/rules.ts"
import { startRun } from "../../run/life/orchestrator.ts"
import type { ScriptLine } from "../../testing/script-line.ts"
import { ScriptedModel } from "../../testing/scripted-model.ts"
import { systemClock } from "../../tools/clock.ts"
import { makeFixture } from "../../tools/fixture.ts"
import { Secrets } from "../../tools/secrets.ts"
import { defineTool } from "../../tools/tool.ts"
import { replan, startStep } from "./prompts.ts"
import { stepwise } from "./stepwise.ts"

/* What the model reads in a small run, word for word and with its price: growth is to be seen in review. */

/** Two of its own, so that what other tools say of themselves makes no difference here. */
const TOOLS = ["look", "rename"].map((name) =>
  defineTool({
    name,
    description: `To ${name}.`,
    input: z.object({ word: z.string() }),
    access: "read",
    repeat: "safe",
    execute: async ({ word }) => `${name}: ${word}`,
  }),
)

const STEPS = [
  { id: 1, description: "Find the greeting", dependencies: [], tools: ["look"], done_when: "its file is known" },
  { id: 2, description: "Rename it", dependencies: [1], tools: ["rename"], done_when: "greet.ts says welcome" },
]
const SUMMARY = {
  final_summary: "The greeting is now welcome.",
  phases_completed: 0,
  total_tasks_executed: 2,
  nothing_to_change: "these tools only look",
}

const LINES: readonly ScriptLine[] = [
  { call: "plan_steps", input: { steps: STEPS, complexity: "simple", task_type: "coding" } },
  { call: "look", input: { word: "hello" } },
  '{"control":"step_done","result":"greet.ts exports hello; nothing else uses it"}',
  { call: "rename", input: { word: "welcome" } },
  "The name is new now.",
  '{"control":"replan","reason":"the caller is generated"}',
  {
    call: "plan_steps",
    input: { steps: [{ ...STEPS[1], id: 3, description: "Say that the generator needs it too" }] },
  },
  "STEP_DONE: the generator is named in the answer",
  { call: "summarizer", input: SUMMARY },
]

/** The requests of a run in an empty workspace, on a day that never changes. */
async function requests(): Promise<readonly ModelRequest[]> {
  await using fixture = await makeFixture({})
  const model = new ScriptedModel(LINES)
  const environment = Environment.parse({
    date: "2026-11-15",
    platform: "linux",
    workspace: "/projects/yours",
    instructions: "",
    language: "en",
    model: model.id,
    price: null,
    tools: TOOLS.map(({ name }) => name),
    approve: "full",
    limits: Limits.parse({}),
    settings: {},
    ruleset: RULESET,
  })
  const setup = {
    store: new MemoryStore(),
    clock: systemClock,
    workspace: fixture.workspace,
    strategy: stepwise,
    model,
    tools: TOOLS,
    secrets: new Secrets(new Map()),
    passVariables: [],
  }
  const result = await (await startRun(setup, { request: "Please rename hello to welcome.", environment })).carryOut()
  expect(result.outcome).toBe("done")
  model.assertFinished()
  return model.requests
}

function tokensOf(value: unknown): number {
  return countTokens(typeof value === "string" ? value : JSON.stringify(value))
}

function render(all: readonly ModelRequest[]): string {
  const [first] = all
  const seen = new Set<string>()
  const list = `## Tools of every request (${tokensOf(first?.tools)} tokens)\n\n\`\`\`json\n${JSON.stringify(first?.tools, null, 1)}\n\`\`\``
  return [list, ...all.flatMap((request, index) => [head(request, index + 1), ...fresh(request.messages, seen)])].join(
    "\n\n",
  )
}

function head({ purpose, messages, tools, choice }: ModelRequest, number: number): string {
  const forced = choice.kind === "named" ? choice.name : choice.kind
  return `# Request ${number}: ${purpose.key} (${tokensOf(messages) + tokensOf(tools)} tokens, forced: ${forced})`
}

/** Messages that no request before had. */
function fresh(messages: readonly Message[], seen: Set<string>): string[] {
  return messages.flatMap((message) => {
    const text = JSON.stringify(message)
    if (seen.has(text)) return []
    seen.add(text)
    const made =
      message.role === "assistant" ? message.calls.map(({ name, arguments: input }) => `${name} ${input}`) : []
    return [`## ${message.role} (${tokensOf(message)} tokens)\n\n${[message.text, ...made].filter(Boolean).join("\n")}`]
  })
}

describe("what the model reads", () => {
  it("in a run with two steps and another plan", async () => {
    await expect(render(await requests())).toMatchFileSnapshot("./__snapshots__/run.txt")
  })

  it("stays small: a step's first message within 160 tokens, the controls within 480", async () => {
    const all = await requests()
    expect(tokensOf(all[1]?.messages.at(-1)?.text ?? "")).toBeLessThanOrEqual(160)
    const controls = all[0]?.tools.filter(({ name }) => name === "plan_steps" || name === "summarizer")
    expect(tokensOf(controls)).toBeLessThanOrEqual(480)
  })
})

describe("startStep", () => {
  const step = {
    id: 4,
    description: "Write it down",
    dependencies: [],
    tools: ["a", "b"],
    done_when: "it stands there",
  }

  it("says what was left out, what is allowed, what was done, what is to do", () => {
    const text = startStep({
      step,
      earlier: [{ id: 2, summary: "found" }],
      dropped: ["polish"],
      rules: "Commands may only read.",
      calls: 8,
    })
    expect(text.split("\n").slice(0, 6)).toEqual([
      "The plan was too long and was cut. Left out: polish",
      "Commands may only read.",
      "Done in step 2: found",
      "Now step 4: Write it down",
      "Done when: it stands there",
      "Expected tools: a, b. At most 8 tool calls.",
    ])
  })

  it("says nothing of what is not there", () => {
    expect(startStep({ step, earlier: [], dropped: [], rules: "", calls: 1 })).toMatch(/^Now step 4/)
  })
})

describe("replan", () => {
  it("has no numbers to keep clear of where nothing is done", () => {
    expect(replan({ done: [], reason: "step 1 failed: no network", most: 5 })).toBe(
      "The plan can't go on: step 1 failed: no network\nDue: plan_steps for what is left, another way, with at most 5 steps.",
    )
  })
})
