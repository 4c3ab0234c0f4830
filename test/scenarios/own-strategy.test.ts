import { expect, it } from "vitest"
import { describeEvent } from "../../src/cli/render/events/describe-event.ts"
import { EMPTY_SCREEN, foldScreen } from "../../src/cli/render/live/screen.ts"
import { drawTree } from "../../src/cli/render/live/tree.ts"
import { markdownReport } from "../../src/report/markdown-report.ts"
import { progressLine } from "../../src/server/observing/progress-line.ts"
import { viewOf } from "../../src/view/run-view.ts"
import { SKIM } from "./own-scenarios.ts"
import { play } from "./play.ts"

it("says in the log what its own stages are and what it noted, once", async () => {
  await using played = await play(SKIM)
  const { opens, stages, notes } = viewOf(played.events)
  expect(opens).toEqual(["look"])
  expect(stages).toMatchObject([
    { id: "look", kind: "look", words: { en: "Look", zh: "查看" }, isRepeated: false, status: "done" },
  ])
  expect(notes).toEqual([
    { stage: "look", kind: "picked", title: "a.txt, b.txt", data: { files: ["a.txt", "b.txt"], most: 5 } },
  ])
})

it("is shown by its own words on the screen, in plain lines, to who waits, and in the report", async () => {
  await using played = await play(SKIM)
  const screen = played.events.reduce(foldScreen, EMPTY_SCREEN)
  const tree = drawTree(screen, { now: 0, elapsedMs: 0, rows: 40, columns: 80, paint: (_format, text) => text })
  expect(tree.join("\n")).toMatch(/Look: the files {2}done/)
  expect(tree.join("\n")).toContain("picked  a.txt, b.txt")

  expect(played.events.map(({ event }) => describeEvent(event))).toEqual(
    expect.arrayContaining(["look started: the files", "note picked: a.txt, b.txt"]),
  )
  expect(played.events.flatMap(({ event }) => progressLine(event, "zh") ?? [])).toContain("picked: a.txt, b.txt")
  const report = markdownReport(played.events)
  expect(report).toContain("- **Look: the files** (done)")
  expect(report).toContain("- note: picked – a.txt, b.txt")
})
