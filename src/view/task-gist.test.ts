import { expect, it } from "vitest"
import { gistOfTask } from "./task-gist.ts"

const DIFF = "--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-old\n+new"
const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join("\n")

it("shows an edit by its lines, a command by its end, and what was read by its beginning", () => {
  expect(gistOfTask({ status: "done", digest: "Edited a.ts.", diff: DIFF })).toEqual({
    kind: "diff",
    lines: ["@@ -1 +1 @@", "-old", "+new"],
    more: 0,
  })
  const ran = gistOfTask({ status: "done", digest: `Exit code 0, 1.0 s.\n${lines(20)}` })
  expect(ran).toEqual({
    kind: "output",
    lines: ["Exit code 0, 1.0 s.", "line 17", "line 18", "line 19", "line 20"],
    more: 16,
  })
  const read = gistOfTask({ status: "done", digest: lines(5) })
  expect(read).toEqual({ kind: "excerpt", lines: ["line 1", "line 2", "line 3"], more: 2 })
})

it("shows more of what failed, and nothing of what gave nothing", () => {
  const failed = gistOfTask({ status: "failed", digest: `Exit code 1.\n${lines(30)}` })
  expect([failed?.lines.length, failed?.lines.at(-1), failed?.more]).toEqual([12, "line 30", 19])
  expect(gistOfTask({ status: "failed", digest: "no such file" })?.kind).toBe("output")
  expect(gistOfTask({ status: "done", digest: " \n" })).toBeNull()
})

it("names the files of a patch of several", () => {
  const patch = `${DIFF}\n${DIFF.replaceAll("a.ts", "b.ts")}`
  const gist = gistOfTask({ status: "done", digest: "Patched.", diff: patch })
  expect(gist?.lines.filter((line) => line.startsWith("+++"))).toEqual(["+++ b/a.ts", "+++ b/b.ts"])
})
