import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../journal/memory-store.ts"
import type { ModelRequest } from "../../model/model.ts"
import type { PhasePlan } from "../../protocol/control.ts"
import { Environment } from "../../protocol/environment.ts"
import { Limits } from "../../protocol/limits.ts"
import type { Message } from "../../protocol/message.ts"
import { offeredNames } from "../../run/life/engine-tools.ts"
import { startRun } from "../../run/life/orchestrator.ts"
import type { ScriptLine } from "../../testing/script-line.ts"
import { ScriptedModel } from "../../testing/scripted-model.ts"
import { systemClock } from "../../tools/clock.ts"
import { applyPatch } from "../../tools/code/apply-patch.ts"
import { editFile } from "../../tools/code/edit-file.ts"
import { listFiles } from "../../tools/code/list-files.ts"
import { readFile } from "../../tools/code/read-file.ts"
import { runInTerminal } from "../../tools/code/run-in-terminal.ts"
import { searchCode } from "../../tools/code/search-code.ts"
import { writeFile } from "../../tools/code/write-file.ts"
import { makeFixture } from "../../tools/fixture.ts"
import { Secrets } from "../../tools/secrets.ts"
import { phased } from "./phased.ts"
import { startPhase } from "./prompts.ts"

/* What the model reads in a small run, word for word and with its price: growth is to be seen in review. */

/** These and no others: what tools come to the project makes no difference here. */
const TOOLS = [listFiles, readFile, searchCode, editFile, writeFile, applyPatch, runInTerminal]

const ANALYSIS = {
  core_goal: "Rename the greeting from hello to welcome",
  requirements: ["greet.ts exports welcome instead of hello", "all callers use the new name"],
  constraints: ["no other behaviour changes"],
  complexity: "medium",
  estimated_phases: 1,
  task_type: "coding",
}
const PHASES = {
  phases: [{ id: 1, name: "Rename", goal: "the new name is everywhere", estimated_rounds: 1, dependencies: [] }],
  execution_strategy: "sequential",
}
const PLAN = {
  tasks: [
    { tool: "read_file", arguments: { path: "greet.ts" } },
    { tool: "edit_file", arguments: { path: "greet.ts", old_text: "hello", new_text: "welcome" }, depends_on: [1] },
    { tool: "search_code", arguments: { pattern: "hello" }, depends_on: [2] },
  ],
  reasoning: "one file",
}
const VERDICT = {
  completed_tasks: [1, 2, 3],
  phase_completed: true,
  evidence: [2, 3],
  user_summary: "greet.ts now exports welcome; nothing else used hello.",
  next_action: "end_phase",
}
const SUMMARY = { final_summary: "The greeting is now welcome.", phases_completed: 1, total_tasks_executed: 3 }

const say = (call: string, input: object): ScriptLine => ({ call, input })

const LITERAL = [
  say("request_analyser", ANALYSIS),
  say("phase_planner", PHASES),
  say("plan_tool_call", PLAN),
  say("judge_tasks", VERDICT),
  say("summarizer", SUMMARY),
]
const FUSED = [
  say("request_analyser", ANALYSIS),
  say("advance", { phase_planner: PHASES, plan_tool_call: PLAN }),
  say("advance", { judge_tasks: VERDICT, summarizer: SUMMARY }),
]

/** The requests of a run in a workspace with one file, on a day that never changes. */
async function requestsOf(fuse: boolean, lines: readonly ScriptLine[]): Promise<readonly ModelRequest[]> {
  await using fixture = await makeFixture({ "greet.ts": 'export const hello = "hi"\n' })
  const model = new ScriptedModel(lines)
  const environment = Environment.parse({
    date: "2026-11-15",
    platform: "linux",
    workspace: "/projects/yours",
    instructions: "",
    language: "en",
    model: model.id,
    price: null,
    tools: offeredNames(TOOLS),
    approve: "full",
    limits: Limits.parse({}),
    settings: { fuse },
  })
  const setup = {
    store: new MemoryStore(),
    clock: systemClock,
    workspace: fixture.workspace,
    strategy: phased,
    model,
    tools: TOOLS,
    secrets: new Secrets(new Map()),
    passVariables: [],
  }
  const request = "Could you please rename hello to welcome in greet.ts? And wherever it is used. Thanks a lot!"
  const result = await (await startRun(setup, { request, environment })).carryOut()
  expect(result.outcome).toBe("done")
  model.assertFinished()
  return model.requests
}

function tokensOf(value: unknown): number {
  return countTokens(typeof value === "string" ? value : JSON.stringify(value))
}

function render(requests: readonly ModelRequest[]): string {
  const lists = new Map<string, string>()
  const seen = new Set<string>()
  return requests
    .flatMap((request, index) => [...head(request, index + 1, lists), ...fresh(request.messages, seen)])
    .join("\n\n")
}

function head(
  { purpose, messages, tools, choice }: ModelRequest,
  number: number,
  lists: Map<string, string>,
): string[] {
  const list = JSON.stringify(tools, null, 1)
  const known = lists.get(list)
  if (!known) lists.set(list, `list ${lists.size + 1}`)
  const total = tokensOf(messages) + tokensOf(tools)
  const forced = choice.kind === "named" ? choice.name : choice.kind
  const title = `# Request ${number}: ${purpose.control} (${total} tokens, forced: ${forced}, tools: ${lists.get(list)})`
  return known
    ? [title]
    : [title, `## Tools, ${lists.get(list)} (${tokensOf(tools)} tokens)\n\n\`\`\`json\n${list}\n\`\`\``]
}

/** Messages that no request before had. */
function fresh(messages: readonly Message[], seen: Set<string>): string[] {
  return messages.flatMap((message) => {
    const text = JSON.stringify(message)
    if (seen.has(text)) return []
    seen.add(text)
    const calls =
      message.role === "assistant" ? message.calls.map(({ name, arguments: input }) => `${name} ${input}`) : []
    return [
      `## ${message.role} (${tokensOf(message)} tokens)\n\n${[message.text, ...calls].filter(Boolean).join("\n")}`,
    ]
  })
}

describe("what the model reads", () => {
  it("in a literal run", async () => {
    await expect(render(await requestsOf(false, LITERAL))).toMatchFileSnapshot("./__snapshots__/literal-run.txt")
  })

  it("in a fused run", async () => {
    await expect(render(await requestsOf(true, FUSED))).toMatchFileSnapshot("./__snapshots__/fused-run.txt")
  })

  it("stays small: the system prompt within 250 tokens, the first prompt of the execution within 1,300", async () => {
    const requests = await requestsOf(true, FUSED)
    const [system] = requests[0]?.messages ?? []
    const first = requests[1]
    expect(tokensOf(system?.text ?? "")).toBeLessThanOrEqual(250)
    expect(tokensOf(first?.messages) + tokensOf(first?.tools)).toBeLessThanOrEqual(2200)
  })
})

describe("startPhase", () => {
  it("says what was done before, in plan order, then what is to do now", () => {
    const phase = (id: number) => ({ id, name: `P${id}`, goal: `g${id}`, estimated_rounds: 2, dependencies: [] })
    const plan: PhasePlan = { phases: [phase(4), phase(7)], execution_strategy: "sequential" }
    expect(startPhase(phase(7), plan, [{ name: "P4", summary: "all done", isDone: true }])).toBe(
      "Done in P4: all done\nPhase 2 of 2: P7. Goal: g7. At most 4 rounds.",
    )
  })
})
