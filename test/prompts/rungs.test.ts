import { describe, expect, it } from "vitest"
import type { Model, ModelRequest } from "../../src/model/seam/model.ts"
import { ModelError } from "../../src/model/seam/model-error.ts"
import { phased } from "../../src/strategies/phased/phased.ts"
import type { Scenario } from "../scenarios/play.ts"
import { greeting } from "./greeting.ts"
import { requestsOf } from "./record.ts"

/** An endpoint that is said to know named calls and takes none. */
function refusesNames(scenario: Scenario): Scenario {
  return {
    ...scenario,
    model: () => {
      const model = scenario.model()
      const stream: Model["stream"] = (request, signal) => {
        if (request.choice.kind === "named") throw new ModelError("unsupported", "tool_choice is not supported")
        return model.stream(request, signal)
      }
      return { ...model, traits: { rungs: ["named", "schema"], thinking: "free" }, stream }
    },
  }
}

const newsOf = ({ messages }: ModelRequest) => messages.at(-1)?.text ?? ""

describe("a question that goes down the ladder", () => {
  it("asks for nothing along with the answer where there is no room for it", async () => {
    const requests = await requestsOf(refusesNames(greeting(phased)))
    const judged = requests.filter(({ purpose }) => purpose.control === "judge_tasks")
    const [named, schema] = judged
    expect([named?.choice.kind, schema?.format?.name]).toEqual(["named", "judge_tasks"])
    expect(named && newsOf(named)).toMatch(/Due: judge_tasks\. If .* add plan_tool_call/)
    expect(schema && newsOf(schema)).toMatch(/Due: judge_tasks\.$/)
  })
})

describe("the beginning of a prompt on the rung schema", () => {
  it("is that of the request before, guide and all", async () => {
    const requests = await requestsOf(greeting(phased, { rung: "schema" }))
    const [, ...working] = requests
    expect(new Set(working.map(({ messages }) => messages[0]?.text)).size).toBe(1)
    const phase = working.filter(({ purpose }) => purpose.key.startsWith("phase-"))
    expect(phase.length).toBeGreaterThan(2)
    for (const [index, { messages }] of phase.entries()) {
      const before = phase[index - 1]?.messages ?? []
      expect(messages.slice(0, before.length)).toEqual(before)
    }
  })
})
