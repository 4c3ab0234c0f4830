import { describe, expect, it } from "vitest"
import { describeEvent } from "../../src/cli/render/events/describe-event.ts"
import { EMPTY_SCREEN, foldScreen } from "../../src/cli/render/live/screen.ts"
import { reportLines } from "../../src/cli/render/shown-run.ts"
import type { DurableEvent } from "../../src/protocol/log/event.ts"
import { markdownReport } from "../../src/report/markdown-report.ts"
import { heard, type Lines, literal } from "../guards/front-door.ts"
import { complete, plan, ring, say, summary, unfinished } from "./lines.ts"
import { type Played, play } from "./play.ts"
import { thought } from "./rounds-scenarios.ts"

const PLAN = say("plan_tool_call", plan(ring("a")))

function played(lines: Lines, request = "Ring the bell."): Promise<Played> {
  return play({ ...literal({ "phase-1/round-1/plan/try-1": PLAN, ...lines }), request })
}

function rulings({ events }: Played): Extract<DurableEvent, { type: "judge.ruled" }>[] {
  return events.flatMap(({ event }) => (event.type === "judge.ruled" ? [event] : []))
}

/** What `keelson show` prints. */
function shownBy({ events, result }: Played): readonly string[] {
  const screen = events.reduce(foldScreen, EMPTY_SCREEN)
  return reportLines({ screen, result, events, columns: 100, paint: (_format, text) => text })
}

describe("what a judge says beside its ruling", () => {
  it("is asked for, and shown", async () => {
    const scenario = literal({
      "phase-1/round-1/plan/try-1": PLAN,
      "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1], { phase_completion_rate: 0.8 })),
      "end-1/summarizer/try-1": say("summarizer", summary("It was rung.", { quality_assessment: "very good" })),
    })
    const model = heard(scenario.model())
    await using run = await play({ ...scenario, model: () => model })
    const asked = JSON.stringify(model.requests.at(-1)?.tools)
    expect([asked.includes("phase_completion_rate"), asked.includes("quality_assessment")]).toEqual([true, true])
    const lines = run.events.map(({ event }) => describeEvent(event))
    expect(lines).toContain("phase 1, round 1 judged 80%: The phase reached its goal.")
    expect(lines).toContain("summary made (summarizer), quality: very good")
    expect(markdownReport(run.events)).toContain("80%: The phase reached its goal.")
    expect(markdownReport(run.events)).toContain("very good")
    expect(shownBy(run)).toContain("quality, as the model says: very good")
  })

  it("costs no call where an optional field has a wrong value", async () => {
    const wrong = {
      phase_completion_rate: "most of it",
      task_evaluation: "fine",
      failed_tasks: null,
      evidence: "task one",
      amended_tasks: "none",
      open: 3,
      failed_reason: null,
    }
    await using run = await played({ "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1], wrong)) })
    expect(run.result).toMatchObject({ outcome: "done", usage: { calls: 5 } })
    expect(rulings(run)[0]?.verdict).toMatchObject({ phase_completed: true, failed_tasks: [], open: [] })
    expect(rulings(run)[0]?.verdict.phase_completion_rate).toBeUndefined()
  })
})

describe("a blank user_summary", () => {
  it.each([
    ["Ring the bell.", "1 of 1 tasks of this round succeeded."],
    ["请敲一下钟。", "本轮 1 / 1 个任务成功。"],
  ])("of a judge is filled in: %s", async (request, words) => {
    const judged = say("judge_tasks", complete([1], { user_summary: "  " }))
    await using run = await played({ "phase-1/round-1/judge/try-1": judged }, request)
    expect(run.result).toMatchObject({ outcome: "done", usage: { calls: 5 } })
    expect(rulings(run)[0]?.verdict.user_summary).toBe(words)
  })

  it("of a thought fails no work that is done; the words for it come from the plain call", async () => {
    const lines = {
      "round-1/plan/try-1": say("plan_tool_call", { ...plan(ring("a")), complexity: "simple" }),
      "round-1/think/try-1": say("think", thought("", { task_completed: true })),
      "end-1/plain": "The bell rang.",
    }
    await using run = await play({ ...literal(lines, { strategy: "rounds" }), request: "Ring the bell." })
    expect(run.result).toMatchObject({ outcome: "done", summary: "The bell rang." })
  })
})

describe("a judge without a next_action", () => {
  it("has what failed tried again", async () => {
    const { next_action: _none, ...verdict } = unfinished({ amended_tasks: [{ task_id: 1, arguments: { name: "b" } }] })
    await using run = await played({
      "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(ring("a", { arguments: { name: "a", fails: true } }))),
      "phase-1/round-1/judge/try-1": say("judge_tasks", verdict),
      "phase-1/round-2/judge/try-1": say("judge_tasks", complete([1])),
    })
    expect(run.rung).toEqual(["a", "b"])
    expect(run.result.outcome).toBe("done")
  })

  it("goes on where nothing failed", async () => {
    const { next_action: _none, ...verdict } = unfinished()
    await using run = await played({
      "phase-1/round-1/judge/try-1": say("judge_tasks", verdict),
      "phase-1/round-2/plan/try-1": say("plan_tool_call", plan(ring("b"))),
      "phase-1/round-2/judge/try-1": say("judge_tasks", complete([2])),
    })
    expect(run.rung).toEqual(["a", "b"])
    expect(run.result.outcome).toBe("done")
  })
})

describe("a structured request", () => {
  const shown = async (request: string) => {
    await using run = await played({ "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])) }, request)
    return { compression: run.result.figures.compression, report: shownBy(run).join("\n") }
  }

  it("that is shorter says by how much", async () => {
    const { compression, report } = await shown(
      "Please, if it is no trouble to you, put the house in order. ".repeat(9),
    )
    expect(compression).toBeLessThan(0.5)
    expect(report).toMatch(/structured request \d\d% of the raw one's tokens/)
  })

  it("that got longer is not called compressed", async () => {
    const { compression, report } = await shown("Tidy up.")
    expect(compression).toBeNull()
    expect(report).not.toContain("structured request")
  })
})
