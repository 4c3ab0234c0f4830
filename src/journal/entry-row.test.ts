import { describe, expect, it } from "vitest"
import { fromRow, saysTheSame, toRow } from "./entry-row.ts"
import type { LogRecord } from "./run-store.ts"
import { LogUnreadableError } from "./store-error.ts"

const step: LogRecord = { kind: "step", digest: "d1", value: { b: 1, a: undefined } }
const row = toRow({ key: "a", at: 5, record: step }, { seq: 1, lease: 2 })

describe("a row", () => {
  it("keeps an entry as JSON", () => {
    const expected = {
      seq: 1,
      key: "a",
      at: 5,
      lease: 2,
      version: 1,
      kind: "step",
      body: '{"digest":"d1","value":{"b":1}}',
    }
    expect(row).toEqual(expected)
    expect(fromRow(row)).toEqual({ seq: 1, key: "a", at: 5, lease: 2, record: { ...step, value: { b: 1 } } })
  })

  it("keeps a step without a value", () => {
    const record: LogRecord = { kind: "intent", digest: "d1", value: undefined }
    expect(fromRow(toRow({ key: "a", at: 5, record }, { seq: 1, lease: 2 })).record).toEqual(record)
  })

  it("says the same as a record that differs in the order of keys only", () => {
    expect(saysTheSame({ ...row, body: '{"value":{"b":1},"digest":"d1"}' }, step)).toBe(true)
    expect(saysTheSame(row, { ...step, value: { b: 2 } })).toBe(false)
    expect(saysTheSame(row, { ...step, kind: "intent" })).toBe(false)
  })

  it("says the same as an event that got a default since", () => {
    const event = { type: "stage.started", stage: "phase-1", kind: "phase", title: "One" } as const
    const old = { ...row, kind: "event", body: JSON.stringify(event) }
    expect(saysTheSame(old, { kind: "event", event: { ...event, iterations: 0 } })).toBe(true)
    expect(saysTheSame(old, { kind: "event", event: { ...event, iterations: 3 } })).toBe(false)
  })

  it("that is damaged or of a newer Keelson is refused", () => {
    expect(() => fromRow({ ...row, body: "{" })).toThrow(LogUnreadableError)
    expect(() => fromRow({ ...row, body: "{}" })).toThrow(/no digest/)
    expect(() => fromRow({ ...row, kind: "dream" })).toThrow(/newer Keelson: it has a "dream"/)
  })

  it("cannot hold a cycle", () => {
    const cycle: unknown[] = []
    cycle.push(cycle)
    expect(() => toRow({ key: "a", at: 5, record: { ...step, value: cycle } }, { seq: 1, lease: 2 })).toThrow(TypeError)
  })
})
