import { describe, expect, it } from "vitest"
import { Journal } from "../../journal/journal.ts"
import { MemoryStore } from "../../journal/memory-store.ts"
import { Environment } from "../../protocol/log/environment.ts"
import { shortKey } from "../../protocol/log/key.ts"
import { Limits } from "../../protocol/log/limits.ts"
import { engineTools } from "../lifecycle/engine-tools.ts"
import { findArtifact, openArtifact, parseRange, type Shelf } from "./artifact.ts"

const LINES = Array.from({ length: 500 }, (_, index) => (index === 249 ? "the needle" : `line ${index + 1}`))

const MODEL = { id: "m", contextWindow: 1000 } as Shelf["model"]

async function shelf(): Promise<Shelf> {
  const store = new MemoryStore()
  const header = { workspace: "/w", title: "t", strategy: "react", model: "m", state: "INTAKE" } as const
  const owner = { pid: 1, host: "h", startedAt: "0" }
  const made = { id: "run", ...header, created_at: 0, updated_at: 0 }
  const journal = await Journal.open(store, await store.createRun(made, { owner, entries: [] }))
  const outcome = { id: 3, tool: "dump", status: "done", text: LINES.join("\n"), digest: "short", changes: [] }
  const step = (key: string, value: unknown) => ({ key, record: { kind: "step", digest: "digest", value } }) as const
  await journal.write([step("phase-1/round-2/task-3", outcome), step("phase-1/round-2/plan", { text: 1 })])
  return { journal, request: "the raw request", environment: environment(), model: MODEL }
}

function environment(): Environment {
  return Environment.parse({
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
}

describe("artifacts", () => {
  it.each([
    ["phase-1/round-2/task-3", "p1r2t3"],
    ["turn-12/task-1", "t12t1"],
    ["plan-2/step-3/turn-1/task-10", "p2s3t1t10"],
    ["odd", "odd"],
  ])("%s is %s", (key, id) => expect(shortKey(key)).toBe(id))

  it("are found in the log by id or key; the request is one too; other records are none", async () => {
    const here = await shelf()
    expect(findArtifact(here, "p1r2t3")).toBe(LINES.join("\n"))
    expect(findArtifact(here, "phase-1/round-2/task-3")).toBe(LINES.join("\n"))
    expect(findArtifact(here, "request")).toBe("the raw request")
    expect(findArtifact(here, "p1r2plan")).toBeUndefined()
  })

  it.each([
    ["p1r2t3", { id: "p1r2t3" }],
    ["p1r2t3:10-90", { id: "p1r2t3", lines: "10-90" }],
    [" p1r2t3: 7 ", { id: "p1r2t3", lines: "7" }],
    ["p1r2t3:/a b:c/", { id: "p1r2t3", pattern: "a b:c" }],
    ["request:needle", { id: "request", pattern: "needle" }],
  ])("the range %s", (text, range) => expect(parseRange(text)).toEqual(range))

  it("open at a range, at a pattern, and say where to read on", async () => {
    const here = await shelf()
    expect(openArtifact(here, { id: "p1r2t3", lines: "10-12" })).toBe(
      "line 10\nline 11\nline 12\n[p1r2t3: lines 10-12 of 500.]",
    )
    expect(openArtifact(here, { id: "p1r2t3", lines: "7" })).toBe("line 7\n[p1r2t3: lines 7-7 of 500.]")
    expect(openArtifact(here, { id: "p1r2t3", lines: "/need/" })).toBe(
      "250: the needle\n[p1r2t3: 1 of 1 matching lines, 500 lines in all]",
    )
    expect(openArtifact(here, { id: "p1r2t3", pattern: "nothing" })).toBe(
      "[p1r2t3: none of its 500 lines fits nothing]",
    )
    expect(openArtifact(here, { id: "p1r2t3" })).toMatch(
      /line 10\n.*\[p1r2t3: lines 1-\d+ of 500\. Read on at line \d+\.\]$/s,
    )
    expect(openArtifact(here, { id: "request" })).toBe("the raw request")
  })

  it("say what is wrong with an id, a range or a pattern", async () => {
    const here = await shelf()
    expect(() => openArtifact(here, { id: "p9r9t9" })).toThrow('There is no result "p9r9t9"')
    expect(() => openArtifact(here, { id: "p1r2t3", lines: "900-950" })).toThrow('"p1r2t3" has only 500 lines.')
    expect(() => openArtifact(here, { id: "p1r2t3", pattern: "(" })).toThrow("can't be used")
  })

  it("are offered as a tool that reads and may run again", async () => {
    const [tool] = engineTools(await shelf())
    expect(tool).toMatchObject({ name: "read_artifact", access: "read", repeat: "safe" })
    expect(tool?.title?.({ id: "p1r2t3", lines: "1-2" })).toBe("Open p1r2t3 (lines 1-2)")
  })
})
