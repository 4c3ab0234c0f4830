import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { resolveModel } from "../../src/model/resolve-model.ts"
import { startEmulator } from "../support/emulators/emulator.ts"
import type { EmulatedThought, HeardRequest } from "../support/emulators/mind.ts"

const ROUNDS = 10

const PLAN = { tasks: [{ tool: "read_file", arguments: { path: "note.txt" } }] }
const PHASES = {
  phases: [{ id: 1, name: "Look", goal: "look often", estimated_rounds: 9 }],
  execution_strategy: "sequential",
}
const ANALYSIS = {
  core_goal: "Look ten times",
  requirements: ["ten looks"],
  complexity: "medium",
  estimated_phases: 1,
  changes: "none",
}

/** Ten rounds of looking; the judge brings each next plan along. */
function mind({ messages }: HeardRequest): EmulatedThought {
  if (messages.at(-1)?.text.includes("Due: request_analyser"))
    return { calls: [{ name: "advance", input: { request_analyser: ANALYSIS } }] }
  const replies = messages.filter(({ role }) => role === "assistant").length
  if (replies === 0) return { calls: [{ name: "advance", input: { phase_planner: PHASES, plan_tool_call: PLAN } }] }
  const isLast = replies - 1 === ROUNDS
  const judge_tasks = {
    completed_tasks: [],
    phase_completed: isLast,
    evidence: isLast ? [1] : [],
    user_summary: "One more look was taken.",
    next_action: isLast ? "end_phase" : "continue_phase",
  }
  const along = isLast
    ? { summarizer: { final_summary: "Ten looks.", phases_completed: 1, total_tasks_executed: ROUNDS } }
    : { plan_tool_call: PLAN }
  return { calls: [{ name: "advance", input: { judge_tasks, ...along } }] }
}

it("in a ten-round phase each request starts, byte for byte, with the whole of the one before", async () => {
  const workspace = await mkdtemp(join(tmpdir(), "keelson-prefix-"))
  await writeFile(join(workspace, "note.txt"), "a note\n")
  const emulator = await startEmulator("openaiChat", { mind })
  const model = resolveModel({
    model: "openai-chat:emulated",
    baseUrl: emulator.url,
    env: { OPENAI_API_KEY: "key-for-tests" },
  })
  const limits = { max_iterations: 40 }
  // Ten looks at one file are a loop to reflection, and here only a way to ten rounds.
  const settings = { reflection: "off" }
  const agent = await createAgent({ model, workspace, approve: "full", secrets: {}, limits, settings })
  const result = await agent.run("Look ten times, please.")
  await emulator.close()
  await rm(workspace, { recursive: true, force: true })

  expect(result).toMatchObject({ outcome: "done", total_rounds: ROUNDS })
  const bodies = emulator.requests.map(
    ({ body }) => body as { messages: unknown[]; tools: unknown; tool_choice: unknown },
  )
  const inPhase = bodies.slice(2)
  expect(inPhase).toHaveLength(ROUNDS)
  for (const [index, body] of inPhase.entries()) {
    const before = inPhase[index - 1]
    if (!before) continue
    const bytes = JSON.stringify(before.messages).slice(0, -1)
    expect(JSON.stringify(body.messages).startsWith(bytes), `request ${index + 1}`).toBe(true)
    expect(JSON.stringify([body.tools, body.tool_choice])).toBe(JSON.stringify([before.tools, before.tool_choice]))
  }
})
