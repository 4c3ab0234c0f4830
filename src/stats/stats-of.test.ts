import { describe, expect, it } from "vitest"
import { MemoryStore } from "../journal/memory-store.ts"
import type { DurableEvent } from "../protocol/log/event.ts"
import type { RunHeader } from "../protocol/log/run.ts"
import { statsOf, weekOf } from "./stats-of.ts"

const header = (id: string, more: Partial<RunHeader> = {}): RunHeader => ({
  id,
  workspace: "/w",
  title: id,
  strategy: "phased",
  model: "a:b",
  state: "DONE",
  created_at: Date.UTC(2026, 10, 19),
  updated_at: 0,
  ...more,
})

const called = (cost: number | null): DurableEvent =>
  ({
    type: "model.called",
    stage: "",
    control: "turn",
    model: "a:b",
    usage: { prompt: 100, completion: 10, cached: 0 },
    cost,
    repeated: 0,
    ms: 1,
  }) as unknown as DurableEvent

const ended = (status: "done" | "failed", verified = true): DurableEvent =>
  ({
    type: "run.ended",
    outcome: status === "done" ? { status, verified } : { status, reason: "x" },
    message: "",
  }) as unknown as DurableEvent

const logs = (runs: Readonly<Record<string, readonly DurableEvent[]>>) => ({
  load: async (id: string) =>
    (runs[id] ?? []).map((event, index) => ({
      seq: index + 1,
      key: `${index}`,
      at: index,
      lease: 1,
      record: { kind: "event" as const, event },
    })),
})

describe("figures of runs", () => {
  it("are shares of everything and means of runs, by model, strategy and week", async () => {
    const runs = { a: [called(1), called(1), ended("done")], b: [called(2), ended("failed")] }
    const stats = await statsOf(logs(runs), [header("a"), header("b", { model: "c:d" })])
    expect(stats.all).toMatchObject({
      runs: 2,
      completion: 0.5,
      calls: 1.5,
      tokens: 165,
      cost: 4,
      cost_per_done: 4,
      verified: 1,
    })
    expect(stats.groups.map(({ by, name, runs }) => [by, name, runs])).toEqual([
      ["model", "a:b", 1],
      ["model", "c:d", 1],
      ["strategy", "phased", 2],
      ["week", "2026-W47", 2],
    ])
    expect(stats.targets.find(({ figure }) => figure === "completion")).toMatchObject({ value: 0.5, met: false })
    expect(stats.targets.find(({ figure }) => figure === "repeats")).toMatchObject({ value: null, met: null })
  })

  it("know no cost where one price is unknown", async () => {
    const runs = { a: [called(null), ended("done")], b: [called(2), ended("done")] }
    const { all } = await statsOf(logs(runs), [header("a"), header("b")])
    expect(all).toMatchObject({ cost: null, cost_per_done: null })
  })

  it("go on where one log can't be read, and name it", async () => {
    const store = new MemoryStore()
    const { unreadable, all } = await statsOf(store, [header("gone")])
    expect({ unreadable, runs: all.runs }).toMatchObject({ unreadable: [{ id: "gone" }], runs: 0 })
  })
})

describe("a week", () => {
  it.each([
    [Date.UTC(2026, 0, 1), "2026-W01"],
    [Date.UTC(2027, 0, 3), "2026-W53"],
    [Date.UTC(2027, 0, 4), "2027-W01"],
  ])("%d is in %s", (at, week) => expect(weekOf(at)).toBe(week))
})
