import { describe, expect, it } from "vitest"
import { longRun } from "../../test/console/logs/long-run.ts"
import { Teller } from "../../test/console/logs/teller.ts"
import { type FeedEntry, type FeedSection, feedOf } from "./feed.ts"
import { EMPTY_PICTURE, pictureAfter } from "./picture.ts"

const read = (path: string) => ({ tool: "read_file", title: `Read ${path}`, input: { path }, ms: 5, digest: "text" })

/** Each entry in a word or two. */
function told(sections: readonly FeedSection[]): readonly (readonly string[])[] {
  return sections.map(({ part, entries }) => [...(part ? [part.title] : []), ...entries.map(inWords)])
}

function inWords(entry: FeedEntry): string {
  switch (entry.kind) {
    case "round":
      return `${entry.round.stage.id}: ${entry.round.tasks.map(({ title }) => title).join(", ")}`
    case "moment":
      return `${entry.moment.kind} ${entry.moment.text}`.trim()
    case "attempt":
      return `attempt ${entry.call.failure?.status}`
    case "check":
      return `check ${entry.check.name}`
    default:
      return entry.kind
  }
}

function feedIn(teller: Teller): readonly (readonly string[])[] {
  return told(feedOf(pictureAfter(EMPTY_PICTURE, teller.events)))
}

function failed(teller: Teller, key: string, n: number, status: number): Teller {
  return teller.tell(`${key}/failed-${n}`, {
    type: "model.failed",
    control: "reply",
    n,
    kind: "busy",
    status,
    reason: "overloaded",
    ms: 20,
    wait_ms: 500,
  })
}

describe("the story of a run", () => {
  it("is empty before anything was told", () => {
    expect(feedOf(EMPTY_PICTURE)).toEqual([])
  })

  it("has what was asked, each turn with its tasks, what was said on the way, and the end", () => {
    const teller = new Teller(0).begin({ request: "Read", strategy: "react" })
    teller
      .stage("turn-1", "turn", "Turn 1")
      .work("turn-1", [read("a")])
      .endStage("turn-1", "continued", "")
    teller.pass(10).tell("word-1", { type: "word.added", number: 1, text: "Hurry.", by: "user" })
    teller
      .pass(10)
      .stage("turn-2", "turn", "Turn 2")
      .work("turn-2", [read("b"), read("c")])
    teller.endStage("turn-2", "done", "Read.").end({ status: "done", verified: false }, "Read.")
    expect(feedIn(teller)).toEqual([["request"], ["turn-1: Read a", "word Hurry.", "turn-2: Read b, Read c"], ["end"]])
  })

  it("has an attempt at a call where it failed: in its round, or where there is none in the run", () => {
    const teller = new Teller(0).begin({ request: "Read" })
    failed(failed(teller, "analysis/try-1", 1, 503).pass(5), "analysis/try-1", 2, 429).pass(5)
    failed(teller.stage("turn-1", "turn", "Turn 1"), "turn-1/reply", 1, 500)
    const sections = feedOf(pictureAfter(EMPTY_PICTURE, teller.events))
    expect(told(sections)).toEqual([["request"], ["attempt 503", "attempt 429", "turn-1: "]])
    const rounds = sections.flatMap(({ entries }) =>
      entries.flatMap((one) => (one.kind === "round" ? [one.round] : [])),
    )
    expect(rounds.map(({ calls }) => calls.map(({ failure }) => failure?.status))).toEqual([[500]])
  })

  it("goes by the parts that were worked on, as they followed each other", () => {
    const teller = new Teller(0).begin({ request: "Build" })
    for (const phase of [1, 2]) {
      teller.pass(1).stage(`phase-${phase}`, "phase", `Part ${phase}`)
      for (const round of [1, 2]) {
        const id = `phase-${phase}/round-${round}`
        teller
          .pass(1)
          .stage(id, "round", `Round ${round}`)
          .work(id, [read(`${phase}${round}`)])
        teller.check(id, "test", "npm test", round === 1 ? ["red"] : [])
      }
    }
    teller.pass(1).stage("phase-3", "phase", "Part 3")
    expect(feedIn(teller)).toEqual([
      ["request"],
      ["Part 1", "phase-1/round-1: Read 11", "phase-1/round-2: Read 12"],
      ["Part 2", "phase-2/round-1: Read 21", "phase-2/round-2: Read 22"],
      ["phase-3: "],
    ])
  })

  it("keeps what is still asked out of it, and has it once it was answered", () => {
    const teller = new Teller(0).begin({ request: "Build" })
    teller.tell("ask", { type: "clarification.asked", question: "ask", questions: ["Which?"] })
    expect(feedIn(teller)).toEqual([["request"]])
    teller.pass(5).tell("ask", { type: "clarification.answered", question: "ask", answer: "Both." })
    expect(feedIn(teller)).toEqual([["request"], ["question Which?", "answer Both."]])
  })

  it("ends where the run ended, and has behind it what was taken back since", () => {
    const teller = new Teller(0).begin({ request: "Build" }).end({ status: "done", verified: false }, "Built.")
    teller.pass(5).tell("undo-1", {
      type: "undo.made",
      stages: [],
      tree_before: "a",
      tree_after: "b",
      changes: [],
      undoes: null,
    })
    expect(feedIn(teller)).toEqual([["request"], ["end", "undo"]])
  })

  it("folds a thousand turns by fifty, and is quick about it", () => {
    const picture = pictureAfter(EMPTY_PICTURE, longRun(12_000).events)
    const sections = feedOf(picture)
    const turns = picture.view.stages.length
    expect(sections.length).toBe(2 + Math.ceil(turns / 50))
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
  })
})
