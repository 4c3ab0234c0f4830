import { expect, it } from "vitest"
import type { DurableEvent } from "../../protocol/log/event.ts"
import { EMPTY_RUN } from "../../view/run-view.ts"
import { personLine } from "./person-lines.ts"

const line = (event: object) => personLine(event as DurableEvent, EMPTY_RUN)

it("says nothing of a stage of which the model said nothing, and ends no line with a colon", () => {
  const thought = { type: "thought.made", stage: "closing-1", task_completed: false }
  expect(line({ ...thought, user_summary: " " })).toBe("")
  expect(line({ ...thought, user_summary: "Looked again." })).toBe("closing 1: Looked again.")
  expect(line({ type: "stage.started", stage: "step-1", kind: "step", title: "" })).toBe("step")
})

it("tells a step once: shortly with its plan, in full where it begins", () => {
  const long = `Find where the surcharge is computed, ${"and read what it rests on ".repeat(5)}`.trim()
  const steps = (...all: string[]) => ({ type: "steps.planned", steps: all.map((description) => ({ description })) })
  expect(line(steps(long))).toBe("1 step planned")
  const planned = line(steps(long, "Write a test"))
  expect(planned).toMatch(/^2 steps planned: Find where the surcharge .{1,40}…; Write a test$/)
  expect(line({ type: "stage.started", stage: "step-1", kind: "step", title: long })).toBe(`step: ${long}`)
})
