import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { DurableEvent, LoggedEvent } from "../../src/protocol/log/event.ts"
import type { KeyedModel } from "../../src/testing/keyed-model.ts"
import * as scenarios from "./phased-scenarios.ts"
import { type Played, play } from "./play.ts"
import { workedFused, workedLiteral } from "./worked-example.ts"

type EventOf<Type extends DurableEvent["type"]> = Extract<DurableEvent, { type: Type }>

function all<Type extends DurableEvent["type"]>(events: readonly LoggedEvent[], type: Type): EventOf<Type>[] {
  return events.flatMap(({ event }) => (event.type === type ? [event as EventOf<Type>] : []))
}

function asked(played: Played): readonly string[] {
  return (played.model as KeyedModel).asked
}

const states = (played: Played) => all(played.events, "state.changed").map(({ state }) => state)

describe("phased, from request to summary", () => {
  it("answers a simple request in two calls, analysis included", async () => {
    await using played = await play(scenarios.simpleFused)
    expect(asked(played)).toEqual(["analysis/try-1", "phase-1/round-1/judge/try-1"])
    expect(played.result).toMatchObject({
      outcome: "done",
      success: true,
      total_tasks: 2,
      phases_completed: 1,
      total_rounds: 1,
    })
    expect([...played.rung].sort()).toEqual(["a", "b"])
    expect(states(played)).toEqual(["INTAKE", "PLANNING", "EXECUTING", "DONE"])
  })

  it("uses what is valid of a fused answer and asks only for the rest", async () => {
    await using played = await play(scenarios.fusedMissing)
    expect(asked(played)).toEqual([
      "analysis/try-1",
      "phases/try-1",
      "phase-1/round-1/plan/try-1",
      "phase-1/round-1/judge/try-1",
      "phase-2/round-1/plan/try-1",
      "phase-2/round-1/judge/try-1",
      "closing-0/summarizer/try-1",
    ])
    expect(played.result.outcome).toBe("done")
  })

  it("takes phases for done that were done along with another one, if the gate has nothing against it", async () => {
    await using played = await play(scenarios.doneAlong)
    expect(asked(played)).toEqual(["analysis/try-1", "phase-1/round-1/judge/try-1"])
    expect(played.result).toMatchObject({ outcome: "done", phases_completed: 3, total_tasks: 2 })
    await using early = await play(scenarios.notDoneAlong)
    expect(early.rung).toEqual(["a", "b"])
    expect(early.result.message).not.toContain("Too early.")
  })

  it("asks the user what the analysis asks, with or without a flag", async () => {
    await using played = await play(scenarios.askedInOneField)
    expect(all(played.events, "clarification.asked")).toHaveLength(1)
    expect(played.result.outcome).toBe("done")
  })

  it("makes one call per box of the chart without fusion", async () => {
    await using played = await play(scenarios.literalDone)
    expect(asked(played)).toEqual([
      "analysis/try-1",
      "phases/try-1",
      "phase-1/round-1/plan/try-1",
      "phase-1/round-1/judge/try-1",
      "end-1/summarizer/try-1",
    ])
    expect(await readFile(join(played.folder, "note.txt"), "utf8")).toBe("hello\n")
    expect(played.result.files).toMatchObject([{ path: "note.txt", before: null }])
    expect(played.result.message).toContain("Everything is in order now.")
    expect(played.result.message).toContain("note.txt (new)")
  })

  it("names the question that it was not allowed to ask any more", async () => {
    await using played = await play(scenarios.askedTooOften)
    expect(all(played.events, "clarification.asked")).toHaveLength(2)
    expect(played.result).toMatchObject({ outcome: "done" })
    expect(played.result.facts).toContain("**Left open, since enough was asked:** Which colour?")
  })

  it("waits for a clarification and goes on with the answer", async () => {
    await using played = await play(scenarios.clarified)
    expect(states(played)).toEqual(["INTAKE", "WAITING", "INTAKE", "PLANNING", "EXECUTING", "DONE"])
    expect(all(played.events, "clarification.answered")).toEqual([
      { type: "clarification.answered", question: "analysis/clarification-1", answer: "The red one, today." },
    ])
    expect(played.result.outcome).toBe("done")
  })

  it("retries what failed, amended, with its dependents and without another plan", async () => {
    await using played = await play(scenarios.retried)
    expect(played.rung).toEqual(["a", "b", "b2", "c"])
    expect(asked(played)).not.toContain("phase-1/round-2/plan/try-1")
    const [first] = all(played.events, "judge.ruled")
    expect(first?.verdict).toMatchObject({ completed_tasks: [1], failed_tasks: [2, 3] })
    expect(first?.corrections).toEqual(["task 2 was judged done but had failed"])
    expect(played.result).toMatchObject({ outcome: "done", limits: { used: { iterations: 6 } } })
  })

  it("starts over when the judge says so", async () => {
    await using played = await play(scenarios.replanned)
    expect(played.rung).toEqual(["a", "b"])
    expect(played.result.outcome).toBe("done")
  })

  it("ends a phase by force and goes on with the others, also with those behind it", async () => {
    await using played = await play(scenarios.forced)
    expect(all(played.events, "stage.ended").filter(({ stage }) => !stage.includes("/"))).toMatchObject([
      { stage: "phase-1", status: "forced" },
      { stage: "phase-2", status: "done" },
      { stage: "phase-3", status: "done" },
    ])
    expect(played.result).toMatchObject({ outcome: "incomplete", reason: "Phase 1: not complete after 3 rounds" })
  })

  it("takes what it saw succeed for evidence where the judge names none that exists", async () => {
    await using played = await play(scenarios.seenForItself)
    expect(played.result).toMatchObject({ outcome: "done", phases_completed: 1, total_rounds: 1 })
    const [ruled] = all(played.events, "judge.ruled")
    expect(ruled?.verdict.evidence).toEqual([1, 2])
    expect(ruled?.corrections).toContain("the phase was called complete without evidence; task 1, 2 succeeded")
  })

  it("asks the judge again, once, where nothing of what was to be done succeeded", async () => {
    await using played = await play(scenarios.unproven)
    expect(played.rung).toEqual(["a", "b"])
    expect(played.result).toMatchObject({ outcome: "done", phases_completed: 1, total_rounds: 2 })
  })

  it("fails when the judge gives up on a failed task", async () => {
    await using played = await play(scenarios.givenUp)
    expect(played.result).toMatchObject({ outcome: "failed", reason: "Phase 1: task 1 failed: no bell at all" })
  })

  it("runs independent phases side by side and the rest after them", async () => {
    await using played = await play(scenarios.parallel)
    expect([...played.rung].slice(0, 2).sort()).toEqual(["p1", "p2"])
    expect(played.rung[2]).toBe("p3")
    expect(played.result).toMatchObject({ outcome: "done", phases_completed: 3 })
  })
})

describe("phased with a model that misbehaves", () => {
  it("repairs within the bound and runs nothing that was not planned", async () => {
    await using played = await play(scenarios.repaired)
    expect(played.rung).toEqual(["a"])
    expect(existsSync(join(played.folder, "stray"))).toBe(false)
    expect(all(played.events, "plan.rejected").map(({ control, issues }) => [control, issues[0]])).toEqual([
      ["request_analyser", "the reply was text; put it into a call of request_analyser"],
      ["request_analyser", "the reply was empty"],
      ["phase_planner", "run_in_terminal can't be called now, only phase_planner"],
      ["phase_planner", "phase dependencies form a circle: 1, 2"],
      ["plan_tool_call", "tasks: at most 8 tasks in one round: leave the rest for the next round"],
      ["plan_tool_call", expect.stringContaining("not valid JSON")],
      ["judge_tasks", "the reply was cut off by the length limit; answer in fewer words"],
      ["judge_tasks", expect.stringContaining("phase_completed")],
    ])
    expect(played.result.outcome).toBe("done")
  })

  it("ends with a truthful summary when a control never comes", async () => {
    await using played = await play(scenarios.controlFailed)
    expect(played.result.outcome).toBe("failed")
    expect(played.result.reason).toContain("can't answer in the form that plan_tool_call needs (6 tries)")
    expect(played.result.message).toContain("**Outcome:** failed")
  })

  it("stops at the iteration limit and makes one more call: the summary", async () => {
    await using played = await play(scenarios.iterationLimit)
    expect(played.result).toMatchObject({ outcome: "incomplete", summary_layer: "summarizer" })
    expect(played.result.limits.used.iterations).toBe(7)
    expect(asked(played).filter((key) => key.startsWith("end-1"))).toEqual(["end-1/summarizer/try-1"])
    expect(asked(played).at(-1)).toBe("end-1/summarizer/try-1")
    expect(all(played.events, "limit.reached")).toEqual([
      { type: "limit.reached", limit: "max_iterations", used: 7, allowed: 8 },
    ])
  })

  it("falls back on the judges' words, then on the log alone", async () => {
    await using played = await play(scenarios.summarizerFails)
    expect(played.result).toMatchObject({ outcome: "done", summary_layer: "stitched" })
    expect(played.result.message).toContain("The phase reached its goal.")
    await using plain = await play(scenarios.plainSummary)
    expect(plain.result).toMatchObject({ summary_layer: "plain" })
    expect(plain.result.message).toContain("I just can't fill in forms.")
    await using down = await play(scenarios.modelDown)
    expect(down.result).toMatchObject({ outcome: "failed", summary_layer: "composed" })
    expect(down.result.message).toContain("is the server running?")
    expect(down.result.message).toContain("Goal: Please put the house in order, everything.")
  })

  it("keeps what was done when the model dies, and goes on once it is back", async () => {
    await using played = await play(scenarios.modelDies)
    expect(played.result).toMatchObject({ outcome: "failed", summary_layer: "composed", total_tasks: 1 })
    expect(played.result.message).not.toContain("keelson")
  })
})

describe("phased and approvals", () => {
  it("waits for each approval while the rest goes on", async () => {
    await using played = await play(scenarios.approved)
    const order = played.events.map(({ event }) => event.type)
    expect(order.indexOf("task.ended")).toBeLessThan(order.indexOf("approval.answered"))
    expect(states(played)).toEqual(["INTAKE", "PLANNING", "EXECUTING", "WAITING", "EXECUTING", "DONE"])
    expect(played.result.files.map(({ path }) => path).sort()).toEqual(["a", "b"])
  })

  it("does not run what was denied, and takes the user's no for no violation", async () => {
    await using played = await play(scenarios.denied)
    expect(played.rung).toEqual([])
    expect(all(played.events, "task.ended")).toMatchObject([
      { tool: "ring", status: "refused", digest: "Not run: the user did not allow it: too loud." },
    ])
    expect(all(played.events, "violation.recorded")).toEqual([])
    expect(played.result.outcome).toBe("failed")
  })
})

describe("the worked example: 3 phases, 7 rounds, 20 tasks", () => {
  const COUNTS = { outcome: "done", phases_completed: 3, total_rounds: 7, total_tasks: 20 }

  it("takes 17 model calls literally", async () => {
    await using played = await play(workedLiteral)
    expect(played.result).toMatchObject({ ...COUNTS, usage: { calls: 17 }, limits: { used: { iterations: 22 } } })
    expect(all(played.events, "summary.made")[0]?.corrections).toEqual([])
  })

  it("takes 9 with fusion, counts the same iterations and leaves the same files", async () => {
    await using fused = await play(workedFused)
    await using literal = await play(workedLiteral)
    expect(fused.result).toMatchObject({ ...COUNTS, usage: { calls: 9 }, limits: { used: { iterations: 22 } } })
    const hashes = (played: Played) => played.result.files.map(({ path, after }) => [path, after]).sort()
    expect(hashes(fused)).toEqual(hashes(literal))
  })
})
