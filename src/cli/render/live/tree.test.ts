import { expect, test, vi } from "vitest"
import type { DurableEvent } from "../../../protocol/log/event.ts"
import { widthOf } from "../../paint/text.ts"
import { EMPTY_SCREEN, foldLive, foldScreen, type Screen } from "./screen.ts"
import { drawTree } from "./tree.ts"

function screenOf(events: readonly DurableEvent[]): Screen {
  return events.reduce(
    (screen, event, index) => foldScreen(screen, { seq: index + 1, key: `k${index}`, at: 1000 * (index + 1), event }),
    EMPTY_SCREEN,
  )
}

function draw(screen: Screen, size: { rows?: number; columns?: number } = {}): readonly string[] {
  return drawTree(screen, {
    now: 9000,
    elapsedMs: 9000,
    rows: 40,
    columns: 100,
    ...size,
    paint: (_format, text) => text,
  })
}

const phase = (id: number, name: string) => ({ id, name, goal: "g", estimated_rounds: 2, dependencies: [] })
const started = (stage: string, kind: "phase" | "round" | "closing", title: string): DurableEvent => ({
  type: "stage.started",
  stage,
  kind,
  title,
  iterations: kind === "round" ? 3 : 0,
})
const ended = (stage: string): DurableEvent => ({
  type: "stage.ended",
  stage,
  status: "done",
  summary: `${stage} 完成`,
})
const task = (key: string, id: number): DurableEvent[] => [
  { type: "task.started", task: key, id, tool: "read_file", title: `Read file-${id}.md` },
  { type: "task.ended", task: key, id, tool: "read_file", status: "done", ms: 12, digest: "text", changes: [] },
]

const OPENING: readonly DurableEvent[] = [
  { type: "state.changed", state: "EXECUTING" },
  { type: "phases.planned", phases: [phase(1, "look"), phase(2, "写报告")], execution_strategy: "sequential" },
  started("phase-1", "phase", "look"),
  started("phase-1/round-1", "round", "Round 1"),
  ...task("phase-1/round-1/task-1", 1),
]

test("shows stages, tasks, what is planned, and what a running task prints", () => {
  const planned = { id: 3, tool: "write_file", arguments: {}, depends_on: [], why: "the report" }
  const screen = screenOf([
    ...OPENING,
    { type: "plan.made", stage: "phase-1/round-1", tasks: [planned], reasoning: "" },
    { type: "task.started", task: "phase-1/round-1/task-2", id: 2, tool: "run_in_terminal", title: "Run npm test" },
  ])
  const live = foldLive(screen, {
    type: "tool.progress",
    key: "phase-1/round-1/task-2",
    text: "one\ntwo \u001b[1mhalf\u001b[0m\n\n",
  })
  expect(draw(live)).toEqual([
    "● EXECUTING  0:09",
    "├─ ● phase 1  look  running",
    "│  └─ ● Round 1  running  5.0 s",
    "│     ├─ ✓ 1 read_file  Read file-1.md  done  12 ms",
    "│     ├─ ● 2 run_in_terminal  Run npm test  running  1.0 s",
    "│     └─ ○ 3 write_file  the report  planned",
    "└─ ○ phase 2  写报告  planned",
    "● 2 Run npm test  1.0 s  two half",
    "iterations 4 · calls 0 · context 0 · tokens 0 + 0",
  ])
})

test("says why the model is asked again, until it answers", () => {
  const retried = foldLive(screenOf(OPENING), { type: "model.retried", key: "k", reason: "Status 429.", wait_ms: 2000 })
  expect(draw(retried).at(-2)).toBe("! retry in 2.0 s: Status 429.")
  const usage = { prompt: 1000, completion: 10, cached: 500 }
  const answered = foldScreen(retried, {
    seq: 99,
    key: "k",
    at: 9000,
    event: {
      type: "model.called",
      control: "judge_tasks",
      rung: "named",
      attempt: 1,
      usage,
      cost: null,
      ms: 5,
      repeated: 0,
    },
  })
  expect(draw(answered).at(-1)).toBe(
    "iterations 4 · calls 1 · context 1.0k · tokens 1.0k + 10 · 50% cached · cost unknown",
  )
})

test("shows what runs in the background until it ends, with the last of its output", () => {
  const key = "phase-1/round-1/task-2"
  const command = "npm run dev"
  const events: readonly DurableEvent[] = [
    ...OPENING,
    { type: "process.started", process: "p1", task: key, command },
    { type: "task.started", task: key, id: 2, tool: "run_in_terminal", title: `Run ${command}` },
    { type: "task.ended", task: key, id: 2, tool: "run_in_terminal", status: "done", ms: 5, digest: "p1", changes: [] },
  ]
  const live = foldLive(screenOf(events), { type: "tool.progress", key, text: "ready\nserved GET /\n" })
  expect(draw(live).find((line) => line.includes("p1"))).toMatch(/^○ p1 npm run dev {2}.* served GET \/$/)
  const over = screenOf([
    ...events,
    { type: "process.ended", process: "p1", task: key, how: "stopped", code: null, ms: 4000 },
  ])
  expect(draw(over).join("\n")).not.toContain("○ p1")
})

test("a run that ended leaves nothing running", () => {
  const screen = screenOf([
    ...OPENING,
    { type: "run.ended", outcome: { status: "cancelled", reason: "interrupted" }, message: "m" },
    { type: "state.changed", state: "CANCELLED" },
  ])
  expect(draw(screen).join("\n")).not.toContain("running")
  expect(draw(screen)[0]).toBe("✗ CANCELLED  0:09")
})

test("never exceeds the terminal, whatever its size, and keeps its first and last line", () => {
  const rounds = Array.from({ length: 12 }, (_, index) => `phase-1/round-${index + 1}`)
  const screen = screenOf([
    ...OPENING.slice(0, 3),
    ...rounds.flatMap((stage, index) => [
      started(stage, "round", `Round ${index + 1}`),
      ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((id) => task(`${stage}/task-${id}`, id)),
      ...(index === 11 ? [] : [ended(stage)]),
    ]),
  ])
  for (let rows = 4; rows < 150; rows += 3) {
    for (const columns of [20, 47, 120]) {
      const lines = draw(screen, { rows, columns })
      expect(lines.length).toBeLessThanOrEqual(rows)
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns)
      expect(lines[0]).toContain("EXECUTING")
      expect(lines.at(-1)).toContain("iterations")
    }
  }
  expect(draw(screen, { rows: 12 }).join("\n")).toMatch(/… 9 earlier rounds/)
})

test("says which check runs, instead of waiting for a model that was not asked", () => {
  const folded = screenOf(OPENING)
  const screen = { ...folded, view: { ...folded.view, startedAt: 1 } }
  const key = "phase-1/round-1/verify-round/unit tests"
  const checking = foldLive(screen, { type: "tool.progress", key, check: "unit tests", text: "$ npm test\n" })
  expect(draw(checking).join("\n")).toContain("running the check unit tests")
  expect(draw(checking).join("\n")).not.toContain("waiting for the model")
  const event: DurableEvent = {
    type: "check.ended",
    stage: "phase-1/round-1",
    name: "unit tests",
    command: "npm test",
    status: "passed",
    ms: 12,
    failing: [],
  }
  expect(draw(foldScreen(checking, { seq: 99, key: "k", at: 9000, event })).join("\n")).not.toContain(
    "running the check",
  )
})

test("shows what is missing and the stage that works on it, why a part goes on, and a control that could not be had", () => {
  const ruled: DurableEvent = {
    type: "gate.ruled",
    attempt: 0,
    missing: ["2: the report"],
    suggestions: [],
    refused: [],
    changes: "made",
    checks: ["types"],
    verified: false,
    notes: [],
    findings: [],
    settled: [],
    except: [],
    withdrawn: [],
    on: "",
    next: "mend",
  }
  const working = screenOf([
    ...OPENING,
    { type: "stage.extended", stage: "phase-1", why: "it brought something new", left: 40 },
    { type: "control.missed", control: "judge_tasks", stage: "", reason: "no valid judge_tasks" },
  ])
  const text = draw(working).join("\n")
  expect(text).toContain("goes on beyond its estimate: it brought something new")
  expect(text).toContain('! this model can\'t fill in the form "judge tasks"; going on without it')
  const closing = screenOf([...OPENING, ended("phase-1"), ruled, started("closing-1", "closing", "Closing 1")])
  expect(draw(closing).join("\n")).toMatch(/● Closing 1 +running/)
  expect(draw(closing)).toContain("missing  2: the report; types")
})

test("shows what the model says in words as it comes, and nothing of answers in a fixed shape", () => {
  const screen = screenOf([{ type: "state.changed", state: "EXECUTING" }, started("turn-1", "round", "Turn 1")])
  const delta = (key: string, text: string) => ({ type: "model.delta", key, text }) as const
  const talking = [
    delta("turn-1/reply", "The build fails because "),
    delta("turn-1/reply", "修复 is\nmissing."),
  ].reduce(foldLive, foldLive(screen, delta("phase-1/round-1/plan/try-1", '{"tasks": [')))
  const lines = draw(talking, { columns: 24 })
  expect(lines).toEqual(expect.arrayContaining(["  The build fails", "  because 修复 is", "  missing."]))
  expect(lines.join("\n")).not.toContain("tasks")
  for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(24)
  const styled = foldLive(screen, delta("turn-1/reply", "It **adds** `a`:\n- once"))
  expect(draw(styled)).toEqual(expect.arrayContaining(["  It adds a:", "  • once"]))
})

test("speaks the language of the person at this machine", () => {
  vi.stubEnv("LC_ALL", "zh_CN.UTF-8")
  const missed = { type: "control.missed", control: "judge_tasks", stage: "", reason: "" } as const
  const text = draw(screenOf([...OPENING, missed])).join("\n")
  expect(text).toContain("此模型无法填写表单“judge tasks”")
  expect(text).toMatch(/阶段 1 .*进行中/)
  expect(text).toContain("第 1 轮")
  expect(text).toMatch(/迭代 \d+.* · 调用 \d+/)
  expect(text).not.toMatch(/running|planned|iterations|calls/)
})
