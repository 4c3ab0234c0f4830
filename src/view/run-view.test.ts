import { describe, expect, it } from "vitest"
import { Environment } from "../protocol/log/environment.ts"
import type { DurableEvent, LoggedEvent } from "../protocol/log/event.ts"
import { Limits } from "../protocol/log/limits.ts"
import { EMPTY_RUN, foldRun, viewOf } from "./run-view.ts"

const ENVIRONMENT = Environment.parse({
  date: "2026-11-15",
  platform: "linux",
  workspace: "/w",
  instructions: "",
  language: "en",
  model: "m",
  price: null,
  tools: [],
  approve: "full",
  limits: Limits.parse({}),
  settings: {},
})

/** Events as the log has them, one a second. */
function logged(...events: readonly DurableEvent[]): LoggedEvent[] {
  return events.map((event, index) => ({ seq: index + 1, key: `k${index}`, at: (index + 1) * 1000, event }))
}

const started: DurableEvent = { type: "run.started", request: "Do it.", strategy: "phased", environment: ENVIRONMENT }
const stage = (id: string, kind: "phase" | "round", iterations = 0): DurableEvent => ({
  type: "stage.started",
  stage: id,
  kind,
  title: id,
  iterations,
})
const ended = (id: string, status: "done" | "forced" | "unproven" | "continued"): DurableEvent => ({
  type: "stage.ended",
  stage: id,
  status,
  summary: `${id} is ${status}`,
})
const taskStarted = (task: string): DurableEvent => ({
  type: "task.started",
  task,
  id: 1,
  tool: "ring",
  title: "the bell",
})
const taskEnded = (task: string): DurableEvent => ({
  type: "task.ended",
  task,
  id: 1,
  tool: "ring",
  status: "done",
  ms: 5,
  digest: "rang",
  changes: [{ path: "a", before: null, after: "1" }],
})
const called = (cost: number | null): DurableEvent => ({
  type: "model.called",
  control: "c",
  rung: "named",
  attempt: 1,
  usage: { prompt: 100, completion: 10, cached: 50 },
  cost,
  ms: 1,
  repeated: 40,
})
const asked = (question: string, tool: string): DurableEvent => ({
  type: "approval.asked",
  question,
  tool,
  summary: "s",
  detail: "d",
})
const answered = (question: string, decision: "allow" | "allow_always" | "deny"): DurableEvent => ({
  type: "approval.answered",
  question,
  decision,
  reason: "",
})

describe("the picture of a run", () => {
  it("begins with the request, and every event leaves its time", () => {
    expect(viewOf([])).toEqual(EMPTY_RUN)
    expect(viewOf(logged(started, { type: "state.changed", state: "PLANNING" }))).toEqual({
      ...EMPTY_RUN,
      request: "Do it.",
      strategy: "phased",
      environment: ENVIRONMENT,
      epoch: 1,
      state: "PLANNING",
      startedAt: 1000,
      updatedAt: 2000,
    })
  })

  it("has stages that start, end and count iterations", () => {
    const view = viewOf(
      logged(stage("phase-1", "phase"), stage("phase-1/round-1", "round", 3), ended("phase-1/round-1", "continued")),
    )
    expect(view.iterations).toBe(3)
    expect(view.stages).toEqual([
      {
        id: "phase-1",
        kind: "phase",
        isRepeated: false,
        title: "phase-1",
        status: "running",
        summary: "",
        startedAt: 1000,
        endedAt: null,
      },
      {
        id: "phase-1/round-1",
        kind: "round",
        isRepeated: true,
        title: "phase-1/round-1",
        status: "continued",
        summary: "phase-1/round-1 is continued",
        startedAt: 2000,
        endedAt: 3000,
      },
    ])
  })

  it("has tasks once, started or not, again or not", () => {
    const view = viewOf(
      logged(taskStarted("t1"), taskStarted("t2"), taskEnded("t1"), taskEnded("t3"), taskStarted("t2")),
    )
    expect(view.tasks.map(({ key, status, title, startedAt }) => [key, status, title, startedAt])).toEqual([
      ["t1", "done", "the bell", 1000],
      ["t3", "done", "ring", 4000],
      ["t2", "running", "the bell", 5000],
    ])
    expect(view.tasks[0]).toMatchObject({ ms: 5, digest: "rang", changes: [{ path: "a", before: null, after: "1" }] })
  })

  it("adds up what calls cost, and says so when one is not known", () => {
    const view = viewOf(logged(called(0.5), called(0.25)))
    expect(view.usage).toEqual({ prompt: 200, completion: 20, cached: 100, calls: 2, cost: 0.75, repeated: 80 })
    expect(viewOf(logged(called(0.5), called(null), called(1))).usage.cost).toBeNull()
  })

  it("has the questions that are open, and drops those that an answer for good made needless", () => {
    const events = logged(
      asked("q1", "ring"),
      asked("q2", "write"),
      asked("q3", "ring"),
      answered("q2", "deny"),
      answered("q1", "allow_always"),
    )
    expect(viewOf(events.slice(0, 4)).questions.map(({ id }) => id)).toEqual(["q1", "q3"])
    expect(viewOf(events)).toMatchObject({ questions: [], allowedTools: ["ring"] })
  })
})

describe("a resumed run", () => {
  const before = logged(
    started,
    stage("phase-1", "phase"),
    stage("phase-1/round-1", "round", 3),
    ended("phase-1/round-1", "unproven"),
    ended("phase-1", "forced"),
    stage("phase-2", "phase"),
    ended("phase-2", "done"),
    { type: "limit.reached", limit: "max_iterations", used: 3, allowed: 4 },
    { type: "cancel.requested", by: "user", reason: "enough" },
    { type: "summary.made", layer: "composed", text: "So far.", highlights: [], corrections: [] },
    { type: "run.ended", outcome: { status: "cancelled", reason: "enough" }, message: "So far." },
    { type: "state.changed", state: "CANCELLED" },
  )

  it("shows its end until then", () => {
    expect(viewOf(before)).toMatchObject({
      state: "CANCELLED",
      cancelled: "enough",
      message: "So far.",
      outcome: { status: "cancelled", reason: "enough" },
      summary: { layer: "composed", text: "So far.", highlights: [], quality: null },
      limits: [{ limit: "max_iterations", used: 3, allowed: 4 }],
    })
  })

  it("has no end any more, its undone phases are open again, its rounds are history", () => {
    const resumed = {
      seq: 13,
      key: "k13",
      at: 99_000,
      event: { type: "run.resumed", epoch: 2, environment: ENVIRONMENT },
    } as const
    const view = foldRun(viewOf(before), resumed)
    expect(view).toMatchObject({
      epoch: 2,
      cancelled: null,
      message: "",
      outcome: null,
      summary: null,
      limits: [],
      iterations: 3,
    })
    expect(view.stages.map(({ id, status, endedAt }) => [id, status, endedAt])).toEqual([
      ["phase-1", "running", null],
      ["phase-1/round-1", "unproven", 4000],
      ["phase-2", "done", 7000],
    ])
  })
})
