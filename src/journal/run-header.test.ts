import { expect, it } from "vitest"
import type { RunHeader } from "../protocol/log/run.ts"
import { foldHeader } from "./run-header.ts"
import type { LogRecord } from "./run-store.ts"

const header: RunHeader = {
  id: "run-1",
  workspace: "/projects/one",
  title: "Tidy up",
  strategy: "phased",
  model: "test-model",
  state: "INTAKE",
  created_at: 100,
  updated_at: 100,
}
const planning: LogRecord = { kind: "event", event: { type: "state.changed", state: "PLANNING" } }
const step: LogRecord = { kind: "step", digest: "d1", value: { type: "state.changed", state: "DONE" } }

it("takes its state from state.changed alone", () => {
  expect(foldHeader(header, { at: 120, record: planning })).toEqual({ ...header, state: "PLANNING", updated_at: 120 })
  expect(foldHeader(header, { at: 120, record: step })).toEqual({ ...header, updated_at: 120 })
})

it("is archived, and back again, by word of the log", () => {
  const archived = (is: boolean): LogRecord => ({ kind: "event", event: { type: "run.archived", archived: is } })
  const away = foldHeader(header, { at: 100, record: archived(true) })
  expect(away).toEqual({ ...header, archived: true })
  expect(foldHeader(away, { at: 100, record: archived(false) })).toEqual(header)
})

it("never goes back in time", () => {
  expect(foldHeader(header, { at: 90, record: step })).toEqual(header)
})
