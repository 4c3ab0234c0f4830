import { expect, it } from "vitest"
import * as key from "./key.ts"

const TASK = "phase-2/round-1/task-3"

it("is built from the outside in", () => {
  expect(key.keyIn("", "intake")).toBe("intake")
  expect(key.keyIn("phase-2/round-1", key.numbered("task", 3))).toBe(TASK)
  expect(key.factKey(TASK, "task.ended")).toBe(`${TASK}#task.ended`)
})

it("tells its place, its names and what is around it, with or without a fact", () => {
  for (const one of [TASK, key.factKey(TASK, "task.ended")]) {
    expect(key.placeOf(one)).toBe(TASK)
    expect(key.namesOf(one)).toEqual(["phase-2", "round-1", "task-3"])
    expect(key.nameOf(one)).toBe("task-3")
    expect(key.parentOf(one)).toBe("phase-2/round-1")
  }
  expect(key.parentOf("intake")).toBe("")
  expect(key.namesOf("")).toEqual([])
})

it("knows a fact of its own kind only", () => {
  expect(key.isFact("question-1#answered", "answered")).toBe(true)
  expect(key.isFact("question-1#asked", "answered")).toBe(false)
})

it("is within what is around it, and in nothing that only begins alike", () => {
  expect(key.isWithin(TASK, "phase-2")).toBe(true)
  expect(key.isWithin(TASK, "")).toBe(true)
  expect(key.isWithin("phase-21/round-1", "phase-2")).toBe(false)
  expect(key.isWithin("phase-2", "phase-2")).toBe(false)
})

it("has numbers and ids by kind", () => {
  expect(key.idIn(TASK, "phase")).toBe("2")
  expect(key.idIn("item-a-b/try-2/turn-1", "item")).toBe("a-b")
  expect(key.idIn(TASK, "step")).toBeUndefined()
  expect(key.numberOf(TASK)).toBe(3)
  expect(key.numberOf("analysis")).toBe(0)
  expect(key.withNumber("phase-2/round-12", 3)).toBe("phase-2/round-3")
})

it("finds the nearest known place", () => {
  const known = new Set(["phase-1", "phase-1/round-2"])
  const nearest = (one: string) => key.nearestOf(one, (place) => known.has(place))
  expect(nearest("phase-1/round-2/judge/try-1#model.called")).toBe("phase-1/round-2")
  expect(nearest("phase-1/round-2")).toBe("phase-1")
  expect(nearest("analysis/try-1")).toBe("")
})

it("has a short form", () => {
  expect(key.shortKey(TASK)).toBe("p2r1t3")
})

it("tells ends and tries", () => {
  expect(key.endedKey("phase-1", 1)).toBe("phase-1#stage.ended")
  expect(key.endedKey("phase-1", 2)).toBe("phase-1/epoch-2#stage.ended")
  expect([key.isOfEnd(`${key.endPlace(2)}/summarizer/try-1`), key.isOfEnd("phase-1/end")]).toEqual([true, false])
  expect(key.stageOfCall(`${key.tryKey("phase-1/plan", 2)}#model.called`)).toBe("phase-1")
  expect(key.stageOfCall("turn-1/reply#model.called")).toBe("turn-1")
})
