import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import type { ServerScript } from "../../src/testing/index.ts"
import { call } from "../../src/testing/server-reply.ts"
import { place } from "./keelson.ts"
import { story, WRITE_NOTE } from "./scripts.ts"

/** Whatever strategy asks: a story for phases, two turns for a plain loop. */
function both(): ServerScript {
  const phases = story({ plans: [WRITE_NOTE] })
  let turns = 0
  return (body, ...rest) => {
    const isLoop = body.tools?.some((tool) => tool.function.name === "task_done") ?? false
    if (!isLoop) return typeof phases === "function" ? phases(body, ...rest) : call("never", {})
    turns += 1
    return turns === 1
      ? call("write_file", { path: "note.md", content: "hello\n" })
      : call("task_done", { summary: "The loop wrote it." })
  }
}

const CHECKED = {
  "README.md": "A small project.\n",
  "keelson.config.json": JSON.stringify({ checks: { test: "grep hello note.md" } }),
}

test("the same request under two strategies, side by side, each in its own copy", async () => {
  const here = place(CHECKED)
  const server = await here.serve(both())
  const words = ["compare", "write a note", "--strategies", "phased,react", "--approve", "full", "--quiet"]
  const end = await here.keelson(...words, ...here.modelAt(server))
  expect(end.code).toBe(0)
  const rows = end.stdout.split("\n").map((line) => line.split(/\s{2,}/))
  expect(rows[0]).toEqual(["", "phased", "react"])
  expect(rows).toContainEqual(["outcome", "done, verified", "done, verified"])
  expect(rows).toContainEqual(["model calls", "3", "2"])
  expect(rows).toContainEqual(["checks passed", "1 of 1", "1 of 1"])
  expect(existsSync(join(here.workspace, "note.md"))).toBe(false)
})

test("as JSON with every figure, and the copies kept where they are asked for", async () => {
  const here = place(CHECKED)
  const server = await here.serve(both())
  const words = ["compare", "write a note", "--strategies", "react,phased", "--approve", "full", "--json", "--keep"]
  const { code, stdout, stderr } = await here.keelson(...words, ...here.modelAt(server))
  const [loop, phased] = JSON.parse(stdout)
  expect(code).toBe(0)
  expect(loop).toMatchObject({ strategy: "react", outcome: "done", calls: 2, checks_passed: 1, files: ["note.md"] })
  expect(phased).toMatchObject({ strategy: "phased", calls: 3, alarms: 0, deviation: 0 })
  for (const figure of ["prompt_tokens", "completion_tokens", "cached_tokens", "time_ms", "rounds"])
    expect(phased[figure], figure).toEqual(expect.any(Number))
  const folder = /the copies are in (.+)$/m.exec(stderr)?.[1] ?? ""
  expect(readFileSync(join(folder, "react", "project", "note.md"), "utf8")).toBe("hello\n")
  rmSync(folder, { recursive: true })
})

test("says so where strategies stopped at a question that nobody is there to answer", async () => {
  const here = place(CHECKED)
  const server = await here.serve(both())
  const words = ["compare", "write a note", "--strategies", "react,phased", "--approve", "ask", "--quiet"]
  const end = await here.keelson(...words, ...here.modelAt(server))
  expect(end.code).toBe(3)
  expect(end.stderr).toContain("react, phased stopped at a question")
})

test("Ctrl-C ends the whole comparison, and shows what there is", async () => {
  const here = place(CHECKED)
  const server = await here.serve([{ kind: "hang" }])
  const words = ["compare", "write a note", "--strategies", "react,todo", "--approve", "full"]
  const comparing = here.start([...words, ...here.modelAt(server)])
  await expect.poll(() => server.requests.length).toBe(1)
  comparing.process.kill("SIGINT")
  const end = await comparing.end
  expect(end.code).toBe(130)
  expect(end.stdout.split("\n").map((line) => line.split(/\s{2,}/))).toContainEqual(["outcome", "cancelled"])
  expect(server.requests).toHaveLength(1)
})

test.each([
  ["phased", "name at least two"],
  ["phased,nonsense", 'there is no strategy "nonsense"'],
])("--strategies %s is refused before anything is copied", async (names, why) => {
  const here = place()
  const end = await here.keelson("compare", "x", "--strategies", names)
  expect(end).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(why) })
})
