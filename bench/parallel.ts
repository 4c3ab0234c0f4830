import { setTimeout as pause } from "node:timers/promises"
import { createAgent, defineTool, openStore, phased } from "keelson"
import { z } from "zod"
import { keyedModel } from "../src/testing/keyed-model.ts"
import { median } from "./support/median.ts"
import { absolute, atMost, type Report, ratio } from "./support/report.ts"
import { temporary } from "./support/temporary.ts"

const RUNS = 3

type Task = { readonly seconds: number; readonly needs: readonly number[] }

/** Eight that wait for nothing, and four of which the middle ones wait for the first, and the last for both. */
const EIGHT: readonly Task[] = Array.from({ length: 8 }, () => ({ seconds: 1, needs: [] }))
const DIAMOND: readonly Task[] = [
  { seconds: 0.5, needs: [] },
  { seconds: 1, needs: [1] },
  { seconds: 0.5, needs: [1] },
  { seconds: 0.5, needs: [2, 3] },
]

/** A whole run, its log on disk, against the longest chain of its tasks. */
export async function parallel(): Promise<Report> {
  const eight = await timeOf(EIGHT)
  const diamond = await timeOf(DIAMOND)
  return {
    figures: [
      ratio("parallel tasks: 8 × 1 s / the longest chain", eight / longestChain(EIGHT), atMost(1.1)),
      ratio("parallel tasks: a diamond / its longest chain", diamond / longestChain(DIAMOND), atMost(1.1)),
      absolute("parallel tasks: 8 × 1 s", eight, "s"),
    ],
    charts: [],
  }
}

/** Seconds; the median of a few runs. */
async function timeOf(tasks: readonly Task[]): Promise<number> {
  await using folder = await temporary()
  const store = await openStore(folder.path)
  const agent = await createAgent({
    model: modelFor(tasks),
    workspace: folder.path,
    store,
    strategy: phased,
    tools: [wait],
    approve: "full",
    secrets: {},
    literal: true,
  })
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const started = performance.now()
    const { outcome, reason } = await agent.run("Wait for all of it.")
    if (outcome !== "done") throw new Error(`The run ended ${outcome}: ${reason}`)
    times.push((performance.now() - started) / 1000)
  }
  await store.close()
  return median(times)
}

function longestChain(tasks: readonly Task[]): number {
  const ends: number[] = []
  for (const { seconds, needs } of tasks) ends.push(seconds + Math.max(0, ...needs.map((need) => ends[need - 1] ?? 0)))
  return Math.max(...ends)
}

const wait = defineTool({
  name: "wait",
  description: "Wait.",
  input: z.object({ seconds: z.number() }),
  access: "read",
  repeat: "safe",
  async execute({ seconds }, { signal }) {
    await pause(seconds * 1000, undefined, { signal })
    return `waited ${seconds} s`
  },
})

function modelFor(tasks: readonly Task[]) {
  const planned = tasks.map(({ seconds, needs }, index) => ({
    id: index + 1,
    tool: wait.name,
    arguments: { seconds },
    depends_on: needs,
  }))
  const say = (call: string, input: object) => ({ call, input })
  const phase = { id: 1, name: "Wait", goal: "everything has waited", estimated_rounds: 1, dependencies: [] }
  return keyedModel({
    "analysis/try-1": say("request_analyser", {
      core_goal: "Wait for all of it",
      requirements: ["all of it has waited"],
      complexity: "medium",
      estimated_phases: 1,
    }),
    "phases/try-1": say("phase_planner", { phases: [phase], execution_strategy: "sequential" }),
    "phase-1/round-1/plan/try-1": say("plan_tool_call", { tasks: planned, reasoning: "side by side" }),
    "phase-1/round-1/judge/try-1": say("judge_tasks", {
      completed_tasks: planned.map(({ id }) => id),
      phase_completed: true,
      evidence: planned.map(({ id }) => id),
      user_summary: "Everything has waited long enough.",
      next_action: "end_phase",
    }),
    "end-1/summarizer/try-1": say("summarizer", {
      final_summary: "Everything has waited.",
      phases_completed: 1,
      total_tasks_executed: tasks.length,
    }),
  })
}
