import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { InMemoryLearned } from "../../src/model/learned/learned.ts"
import type { LoggedEvent } from "../../src/protocol/log/event.ts"
import { oneOf, someOf } from "../sample.ts"
import type { EmulatorKind } from "../support/emulators/kinds.ts"
import type { Quirks } from "../support/emulators/quirks.ts"
import { PROVIDERS, runAgainst } from "./endpoint-run.ts"

const KINDS = Object.keys(PROVIDERS) as EmulatorKind[]
/** Wide enough for the longest word and its number. */
const CELL = 15
const NAME = 18

/** What endpoints are known to do; each is tried on some kinds (on each in `npm run test:all`), and each run asks for every control. */
const QUIRKS: Readonly<Record<string, Quirks>> = {
  none: {},
  "named refused": { namedRefused: true },
  "named ignored": { namedIgnored: true, strays: "prose" },
  "ignored, strays": { namedIgnored: true, requiredIgnored: true, strays: "other" },
  "forcing refused": { namedRefused: true, requiredRefused: true },
  "text before call": { textBeforeCall: true },
  "several calls": { severalCalls: true },
  "schema wins": { namedRefused: true, requiredRefused: true, schemaWins: true },
  "only text works": { namedRefused: true, requiredRefused: true, schemaRefused: true },
  "all ignored": { namedIgnored: true, requiredIgnored: true, schemaIgnored: true },
  thinking: { thinkingOn: true },
  "no system role": { systemRefused: true },
  "turns strict, 400": { strictAlternation: 400 },
  "turns strict, 500": { strictAlternation: 500 },
  "system counts": { systemCounts: 500, strictAlternation: 500 },
  "thinking stays": { thinkingOn: true, thinkingFixed: true },
  "no tools": { noTools: true },
  "tools refused": { toolsRefused: true },
  "fenced JSON": { jsonStyle: "fenced", namedIgnored: true, requiredIgnored: true, schemaIgnored: true },
  "JSON in prose": { jsonStyle: "prose", namedIgnored: true, requiredIgnored: true, schemaIgnored: true },
  "no usage": { noUsage: true },
  "broken JSON": { jsonStyle: "broken" },
  "single quotes": { jsonStyle: "singleQuoted", namedIgnored: true, requiredIgnored: true, schemaIgnored: true },
  "cut JSON": { jsonStyle: "cut" },
  empty: { empty: true },
  refusal: { refusal: true },
}

/** Where no valid answer ever comes; what is not strict JSON may be read, but never as a plan for tools. */
const HOPELESS = ["broken JSON", "single quotes", "cut JSON", "empty", "refusal"]

function callsByControl(events: readonly LoggedEvent[]): Map<string, number> {
  const calls = new Map<string, number>()
  for (const { event } of events) {
    if (event.type === "model.called") calls.set(event.control, (calls.get(event.control) ?? 0) + 1)
  }
  return calls
}

const toolsRun = (events: readonly LoggedEvent[]) =>
  events.flatMap(({ event }) => (event.type === "task.started" ? [event.tool] : []))

describe("every control on every endpoint, whatever its quirks", () => {
  it("ends in the typed value or in a truthful summary, within the bound, and runs nothing that was not planned", async () => {
    const known = writtenCells()
    const rows: string[] = ["".padEnd(NAME) + KINDS.map((kind) => kind.slice(0, 11).padEnd(CELL)).join("")]
    for (const [name, quirks] of Object.entries(QUIRKS)) {
      const tried = someOf(name, 2, KINDS)
      // What is not tried stays as it is written.
      const cells = await Promise.all(
        KINDS.map((kind, index) => {
          const written = known.get(name)?.[index]
          return written === undefined || tried.includes(kind) ? cell(kind, name, quirks) : written
        }),
      )
      rows.push(
        name.padEnd(NAME) +
          cells
            .map((text) => text.padEnd(CELL))
            .join("")
            .trimEnd(),
      )
    }
    await expect(`${rows.map((row) => row.trimEnd()).join("\n")}\n`).toMatchFileSnapshot("matrix.txt")
  })
})

function writtenCells(): ReadonlyMap<string, readonly string[]> {
  const lines = readFileSync(new URL("matrix.txt", import.meta.url), "utf8").split("\n")
  const cellsIn = (line: string) =>
    KINDS.map((_, index) => line.slice(NAME + index * CELL, NAME + (index + 1) * CELL).trim())
  return new Map(lines.map((line) => [line.slice(0, NAME).trim(), cellsIn(line)]))
}

async function cell(kind: EmulatorKind, name: string, quirks: Quirks): Promise<string> {
  const { result, events } = await runAgainst(kind, { quirks })
  const where = `${name} on ${kind}`
  expect(result.message.trim(), where).not.toBe("")
  for (const [control, calls] of callsByControl(events)) expect(calls, `${control}: ${where}`).toBeLessThanOrEqual(6)
  expect(
    toolsRun(events).filter((tool) => tool !== "read_file"),
    where,
  ).toEqual([])
  if (!HOPELESS.includes(name)) expect(result.outcome, `${where}: ${result.reason}`).toBe("done")
  if (result.outcome !== "done") {
    expect(["failed", "incomplete"], where).toContain(result.outcome)
    expect(result.message, where).toContain(`**Outcome:** ${result.outcome}`)
  }
  // Without the plan that was asked for, a claim in prose is an end only with the deed beside it: none.
  const isMissed = events.some(({ event }) => event.type === "control.missed")
  if (HOPELESS.includes(name) && !isMissed) expect(result.outcome, where).toBe("done")
  if (HOPELESS.includes(name) && isMissed && result.outcome === "done")
    expect(result.message, where).toContain("nothing was changed")
  return `${result.outcome} ${result.usage.calls}`
}

describe("the same run", () => {
  /** The story without how it was obtained: tries, rungs, usage and times. */
  const story = (events: readonly LoggedEvent[]) =>
    events
      .filter(
        ({ event }) => event.type !== "model.called" && event.type !== "plan.rejected" && event.type !== "run.ended",
      )
      .map(({ key, event }) => ({ key, type: event.type }))

  it("gives the same events on every endpoint, rungs aside", async () => {
    const [first, ...others] = await Promise.all(KINDS.map(async (kind) => story((await runAgainst(kind)).events)))
    for (const other of others) expect(other).toEqual(first)
  })

  it.each([
    "named refused",
    "named ignored",
    "forcing refused",
    "only text works",
    "all ignored",
    "thinking",
    "no tools",
    "no system role",
    "turns strict, 400",
    "system counts",
    "thinking stays",
  ])("makes no failing call the second time: %s", async (name) => {
    const quirks = QUIRKS[name] ?? {}
    for (const kind of oneOf(`${name} again`, KINDS)) {
      const memory = new InMemoryLearned()
      await runAgainst(kind, { quirks, memory })
      const again = await runAgainst(kind, { quirks, memory })
      expect(again.result, `${name} on ${kind}`).toMatchObject({ outcome: "done", usage: { calls: 5 } })
      expect(again.requests.length, `${name} on ${kind}`).toBe(5)
    }
  })
})
