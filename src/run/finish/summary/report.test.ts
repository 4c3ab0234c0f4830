import { describe, expect, it } from "vitest"
import { Environment, type Language } from "../../../protocol/log/environment.ts"
import type { FileChange, TaskStatus } from "../../../protocol/log/event.ts"
import { Limits } from "../../../protocol/log/limits.ts"
import type { Outcome } from "../../../protocol/log/outcome.ts"
import { EMPTY_RUN, type RunView, type TaskView } from "../../../view/run-view.ts"
import { limitReason } from "./limit-reason.ts"
import { filesOf } from "./of-view.ts"
import { composedReport, countsOf, factsBlock, stitchedSummary } from "./report.ts"
import { waitingReport } from "./waiting-report.ts"

function environment(language: Language): Environment {
  return Environment.parse({
    date: "2026-11-15",
    platform: "linux",
    workspace: "/w",
    instructions: "",
    language,
    model: "m",
    price: null,
    tools: [],
    approve: "full",
    limits: Limits.parse({}),
    settings: {},
  })
}

function task(key: string, status: TaskStatus, part: Partial<TaskView> = {}): TaskView {
  const id = Number(key.split("-").at(-1))
  return {
    key,
    id,
    number: id,
    tool: "ring",
    title: key,
    status,
    ms: 0,
    digest: "why\nmore",
    changes: [],
    startedAt: 0,
    ...part,
  }
}

const change = (path: string, before: string | null, after: string | null): FileChange => ({ path, before, after })

const stage = (id: string, kind: string, status: "done" | "forced" | "running", summary: string) =>
  ({
    id,
    kind,
    isRepeated: kind === "round",
    title: `Title of ${id}`,
    status,
    summary,
    startedAt: 0,
    endedAt: null,
  }) as const

function view(part: Partial<RunView> = {}, language: Language = "en"): RunView {
  return { ...EMPTY_RUN, request: "Put it in order.\nPlease.", environment: environment(language), ...part }
}

const WORKED: Partial<RunView> = {
  get changes() {
    return CHANGED
  },
  usage: { ...EMPTY_RUN.usage, calls: 5 },
  stages: [
    stage("phase-1", "phase", "done", "All of it."),
    stage("phase-1/round-1", "round", "done", "x"),
    stage("phase-2", "phase", "forced", "Half of it."),
    stage("phase-2/round-1", "round", "done", "x"),
  ],
  tasks: [
    task("phase-1/round-1/task-1", "done", { changes: [change("b.txt", "1", "2"), change("a.txt", null, "1")] }),
    task("phase-1/round-1/task-2", "failed", { digest: "the bell is broken\ndetails" }),
    task("phase-2/round-1/task-1", "skipped"),
    task("phase-2/round-1/task-2", "unknown", { changes: [change("a.txt", "1", null), change("b.txt", "2", "1")] }),
    task("phase-2/round-1/task-3", "refused"),
    task("phase-2/round-1/task-4", "done", { changes: [change("c.txt", "1", "9"), change("d.txt", "1", null)] }),
  ],
}

/** As the fold has it: each file once, from its first state to its last. */
const CHANGED = [
  change("b.txt", "1", "1"),
  change("a.txt", null, null),
  change("c.txt", "1", "9"),
  change("d.txt", "1", null),
]

describe("countsOf and filesOf", () => {
  it("count what ran and what came of it", () => {
    expect(countsOf(view(WORKED))).toEqual({ phases: 1, tasks: 4, failed: 1, rounds: 2 })
  })

  it("net the files: first state to last, and none that ended as it began", () => {
    expect(filesOf(view(WORKED))).toEqual([change("c.txt", "1", "9"), change("d.txt", "1", null)])
  })
})

describe("factsBlock", () => {
  const INCOMPLETE: Outcome = { status: "incomplete", limit: "max_cost", reason: "too dear" }

  it.each<Language>(["en", "zh"])("says everything, in %s", (language) => {
    expect(factsBlock(view(WORKED, language), INCOMPLETE)).toMatchSnapshot()
  })

  it("says that nothing was checked", () => {
    const changes = [{ path: "a.txt", before: null, after: "x" }]
    const facts = factsBlock(view({ changes }), { status: "done", verified: false })
    const answered = factsBlock(view(), { status: "done", verified: false })
    expect(answered).toMatch(/^- \*\*Outcome:\*\* done$/m)
    expect(facts).toContain("unverified")
  })
})

describe("summaries without a model", () => {
  it("stitch together the newest that each phase's judge said", () => {
    const summaries = [
      { stage: "phase-1/round-1", text: "begun" },
      { stage: "phase-1/round-2", text: "finished" },
      { stage: "phase-2/round-1", text: "half" },
    ]
    expect(stitchedSummary(view({ ...WORKED, summaries }))).toBe(
      "What was achieved so far:\n- **Title of phase-1:** finished\n- **Title of phase-2:** half",
    )
    expect(stitchedSummary(view(WORKED))).toBe("")
  })

  it("compose a report from the log alone, however little there is", () => {
    expect(composedReport(view(WORKED)).split("\n").slice(2)).toEqual([
      "Goal: Put it in order.",
      "- Title of phase-1 (done): All of it.",
      "- Title of phase-2 (ended by force at its limit): Half of it.",
    ])
    expect(composedReport(view({ tasks: [task("turn-1/task-1", "done", { title: "the bell" })] }))).toContain(
      "- ring the bell (done)",
    )
    expect(composedReport(view())).toContain("No step was finished.")
    const many = Array.from({ length: 1234 }, (_, index) => task(`turn-1/task-${index + 1}`, "done"))
    const lines = composedReport(view({ tasks: many }))
      .split("\n")
      .slice(3)
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([
      51,
      "- 1184 earlier ones are in the log.",
      "- ring turn-1/task-1234 (done)",
    ])
    const again = Array.from({ length: 18 }, (_, index) =>
      task(`turn-${index + 1}/task-1`, "done", { title: "the bell" }),
    )
    expect(
      composedReport(view({ tasks: again }))
        .split("\n")
        .slice(3),
    ).toEqual(["- ring the bell (done) ×18"])
    expect(composedReport(EMPTY_RUN)).not.toBe("")
    expect(composedReport(view({}, "zh"))).toContain("没有完成任何步骤")
  })
})

describe("waitingReport", () => {
  it("shows a command once, as a command line, with what to look at in it", () => {
    const question = {
      kind: "approval",
      id: "a",
      tool: "run_in_terminal",
      summary: "Run rm -rf build \\ dist",
      detail: JSON.stringify({ command: "rm -rf build \\\n  dist", timeout_s: 5 }),
      command: "rm -rf build \\\n  dist",
      risks: ["unconfined", "deletes"],
    } as const
    expect(waitingReport(view(), [question]).split("\n")).toEqual([
      "The run needs your approval: run_in_terminal",
      "```",
      "$ rm -rf build \\",
      "    dist",
      "timeout_s: 5",
      "```",
      "Look twice: runs outside the sandbox, deletes whole folders",
    ])
  })

  it("asks all that is open", () => {
    const approval = {
      kind: "approval",
      id: "a",
      tool: "ring",
      summary: "the bell",
      detail: '{ "name": "x" }',
    } as const
    const words = { kind: "clarification", id: "c", questions: ["Which?", "When?"] } as const
    expect(waitingReport(view(), [words, approval])).toBe(
      [
        "The run needs answers before it can go on:",
        "1. Which?",
        "2. When?",
        "",
        "The run needs your approval: ring the bell",
        "```",
        "name: x",
        "```",
      ].join("\n"),
    )
  })

  it("is never empty", () => {
    expect(waitingReport(view(), [])).toBe("The run has not ended.")
    expect(waitingReport(view({}, "zh"), [])).toBe("运行尚未结束。")
  })
})

describe("limitReason", () => {
  it("rounds money, and speaks the user's language", () => {
    expect(limitReason("en", "max_cost", 0.123456, 0.2)).toBe("the cost limit would be passed (0.1235 of 0.2 USD used)")
    expect(limitReason("zh", "max_model_calls", 3, 4)).toBe("达到模型调用上限：1 / 4 次留给总结")
  })
})

describe("the write scope", () => {
  const scope = ["src/**", "docs"]

  it.each([
    ["en", "- **Allowed to change:** `src/**`, `docs`"],
    ["zh", "- **允许改动的范围:** `src/**`, `docs`"],
  ] as const)("is among the facts where there is one (%s)", (language, line) => {
    const confined = view({ environment: { ...environment(language), scope } }, language)
    expect(factsBlock(confined, { status: "done", verified: false })).toContain(line)
    expect(factsBlock(view({}, language), { status: "done", verified: false })).not.toContain("docs")
  })
})

describe("why a run was cancelled", () => {
  it.each([
    ["interrupted", "已取消: 被中断"],
    ["cancelled by the user", "已取消: 由用户取消"],
    ["我改主意了", "已取消: 我改主意了"],
  ])("is said in the user's language where the engine says it: %s", (reason, line) => {
    expect(factsBlock(view({}, "zh"), { status: "cancelled", reason })).toContain(line)
  })
})
