import { describe, expect, it } from "vitest"
import type { DurableEvent, LoggedEvent } from "../protocol/log/event.ts"
import { htmlReport } from "./html-report.ts"
import { markdownReport } from "./markdown-report.ts"
import { reportContent } from "./report-content.ts"

const at = (seq: number, event: object): LoggedEvent => ({
  seq,
  key: `k${seq}`,
  at: seq * 1000,
  event: event as DurableEvent,
})
const ended = (id: number, more: object = {}) =>
  at(id + 1, {
    type: "task.ended",
    task: `phase-1/round-1/task-${id}`,
    id,
    tool: "run_code",
    status: "done",
    ms: 5,
    digest: "",
    changes: [{ path: "a`b.ts", before: null, after: "1" }],
    ...more,
  })

const RUN: readonly LoggedEvent[] = [
  at(1, {
    type: "run.started",
    request: "Do it.\nWell.",
    strategy: "phased",
    environment: { language: "zh", model: "a|b" },
  }),
  ended(1),
  at(9, {
    type: "run.ended",
    outcome: { status: "incomplete", limit: "max_cost", reason: "too\ndear" },
    message: "Half of it.",
  }),
]

describe("a report's content", () => {
  it("has whole results and pictures as far as they fit, and no other files", async () => {
    const png = { id: "p", name: "p.png", mime: "image/png", size: 3 }
    const svg = { id: "s", name: "s.svg", mime: "image/svg+xml", size: 3 }
    const events = [ended(1, { artifacts: [png, svg] }), ended(2), ended(3, { status: "skipped" })]
    const asked: string[] = []
    const source = {
      diff: async () => "the diff",
      artifact: async (id: string) => {
        asked.push(id)
        return id === "p1r1t2" ? "x".repeat(100_001) : "all of it"
      },
      image: async () => new Uint8Array([1, 2, 3]),
    }
    expect(await reportContent({ id: "r", events }, source, 7)).toEqual({
      run_id: "r",
      made_at: 7,
      events,
      diff: "the diff",
      artifacts: { p1r1t1: "all of it" },
      images: { p: "data:image/png;base64,AQID" },
    })
    expect(asked).toEqual(["p1r1t1", "p1r1t2"])
  })
})

describe("a report as HTML", () => {
  it("has one script that may run, and data that can't end its block", () => {
    const content = { run_id: "r", made_at: 0, events: [], diff: "</script><b>", artifacts: {}, images: {} }
    const html = htmlReport(content, { script: 'go("</script>")', style: "" }, "<i>")
    expect(html).toContain("<title>&lt;i&gt;</title>")
    expect(html.match(/<\/script>/g)).toHaveLength(2)
    expect(html).toContain("script-src 'sha256-")
    const [, data = ""] = /id="report">(.*?)<\/script>/s.exec(html) ?? []
    expect(JSON.parse(data)).toEqual(content)
  })
})

describe("a report as Markdown", () => {
  it("says what was asked, what came out and what happened, in the run's language", () => {
    const text = markdownReport(RUN)
    expect(text).toMatch(
      /^# Do it\.\n\n## 需求\n\n> Do it\.\n> Well\.\n\n## 结果\n\nincomplete: too dear\n\n## 总结\n\nHalf of it\.\n/,
    )
    expect(text).toContain("| 模型 | a\\|b |")
    expect(text).toContain("- `` a`b.ts ``")
  })

  it("says what was taken back since", () => {
    const changes = [{ path: "a`b.ts", before: "1", after: null }]
    const undo = { type: "undo.made", stages: [], tree_before: "", tree_after: "", changes, undoes: null }
    expect(markdownReport([...RUN, at(10, undo)])).toContain("incomplete: too dear; 其改动之后已全部撤销\n")
  })

  it("lists what is missing and what was refused", () => {
    const lacking = { missing: ["the\nindex"], refused: ["publish it"] }
    const outcome = { status: "incomplete", limit: "missing", reason: "the index", ...lacking }
    const text = markdownReport([...RUN.slice(0, 2), at(9, { type: "run.ended", outcome, message: "Half of it." })])
    expect(text).toContain("## 缺少\n\n- the index\n\n## 被拒绝\n\n- publish it\n")
  })
})
