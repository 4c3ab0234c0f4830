import { describe, expect, it } from "vitest"
import type { PlanStep } from "../../protocol/log/control.ts"
import { constraintsFor } from "../../run/constraints/constraints.ts"
import { toolBreaches } from "./confine.ts"
import { changeText, deadlockOf, deadlockText } from "./deadlock.ts"
import { cutSteps, type Ends, needsOf, stepIssues, withoutDone } from "./plan-graph.ts"

function step(id: number, dependencies: number[] = [], tools: string[] = ["read_file"]): PlanStep {
  return { id, description: `part ${id}`, dependencies, tools, done_when: "it is done" }
}

const ends = (...list: [number, "done" | "failed" | "blocked" | "incomplete"][]): Ends =>
  new Map(list.map(([id, status]) => [id, { status, summary: `why ${id}` }]))

describe("stepIssues", () => {
  it.each<[string, PlanStep[], number[], string[]]>([
    ["a plan that is right", [step(1), step(2, [1])], [], []],
    ["a number twice", [step(1), step(1)], [], ["step ids must be unique"]],
    ["an unknown need", [step(1, [7])], [], ["step 1 depends on 7, which does not exist"]],
    ["a circle", [step(1, [2]), step(2, [1]), step(3)], [], ["step dependencies form a circle: 1, 2"]],
    ["a need that is done", [step(5, [1, 2])], [1, 2], []],
    [
      "the number of a step that is done",
      [step(1)],
      [1, 4],
      ["step 1 is done already: leave it out, or give a new step an id from 5 on"],
    ],
  ])("%s", (_name, steps, done, issues) => {
    expect(stepIssues(steps, done)).toEqual(issues)
  })
})

describe("withoutDone", () => {
  it("leaves out what is said again of what is done, and never all of a plan", () => {
    const other = { ...step(1), description: "something else" }
    expect(withoutDone([step(1), step(2, [1])], [step(1)])).toEqual([step(2, [1])])
    expect(withoutDone([other, step(2, [1])], [step(1)])).toEqual([other, step(2, [1])])
    expect(withoutDone([step(1)], [step(1)])).toEqual([step(1)])
  })
})

describe("cutSteps", () => {
  it("keeps needs that are done already, and drops whole ends of the graph", () => {
    const { steps, dropped } = cutSteps([step(5, [6]), step(6, [1]), step(7, [5])], 2)
    expect(steps).toEqual([step(5, [6]), step(6, [1])])
    expect(dropped.map(({ id }) => id)).toEqual([7])
  })
})

describe("needsOf", () => {
  it("has everything a step stands on, once and in plan order", () => {
    const steps = [step(3, [1]), step(1), step(2, [1]), step(4, [2, 3]), step(5)]
    expect(needsOf(steps, 4).map(({ id }) => id)).toEqual([3, 1, 2])
    expect(needsOf(steps, 5)).toEqual([])
  })
})

describe("deadlockOf", () => {
  it("is none where all that is not done has failed", () => {
    expect(deadlockOf([step(1), step(2)], ends([1, "done"], [2, "failed"]), "en")).toBeUndefined()
  })

  it("takes the one step that frees the most", () => {
    const steps = [step(1), step(2), step(3, [1]), step(4, [2]), step(5, [4])]
    const deadlock = deadlockOf(steps, ends([1, "failed"], [2, "incomplete"]), "en")
    expect(deadlock).toMatchObject({ change: [2], frees: [4, 5] })
    expect(deadlock && changeText(deadlock, "en")).toBe("finish step 2, which frees step 4, 5")
  })

  it("takes several where one alone frees nothing", () => {
    const deadlock = deadlockOf([step(1), step(2), step(3, [1, 2])], ends([1, "failed"], [2, "blocked"]), "en")
    expect(deadlock).toMatchObject({ change: [2], frees: [2] })
    const both = deadlockOf([step(1), step(2), step(3, [1, 2])], ends([1, "failed"], [2, "failed"]), "en")
    expect(both).toMatchObject({ change: [1, 2], frees: [3] })
    expect(both && deadlockText(both, "en")).toBe(
      "step 3 waits for step 1, 2 (step 1 failed: why 1; step 2 failed: why 2). The smallest change that would free it: finish step 1, 2, which frees step 3",
    )
  })
})

describe("toolBreaches", () => {
  const tools = ["read_file", "write_file", "run_in_terminal"]
  const research = constraintsFor(
    { taskType: "research" },
    tools.map((name) => ({ name })),
    { enforce: true, research: { allow: [], forbid: [], late: ["write_file"] } },
  )

  it("lets a step have what its kind of task allows at its place", () => {
    expect(toolBreaches(research, [step(1), step(2, [1], ["write_file"])])).toEqual([])
    expect(toolBreaches(research, [step(1, [], ["read_file", "write_file"])])).toEqual([])
  })

  it("names what it can't have, and what it can", () => {
    const [early, allowed] = toolBreaches(research, [step(1, [], ["write_file"]), step(2, [1])])
    expect(early).toBe("step 1: write_file is not allowed before the last phase of a research task")
    expect(allowed).toMatch(/^Allowed: read_file, run_in_terminal/)
  })
})
