import { describe, expect, it } from "vitest"
import type { JsonSchema } from "../../src/model/seam/model.ts"
import type { AnyStrategy } from "../../src/run/strategy.ts"
import { phased } from "../../src/strategies/phased/phased.ts"
import { tasks } from "../../src/strategies/tasks/tasks.ts"
import { greeting } from "./greeting.ts"
import { requestsOf } from "./record.ts"

/** The schema that a decoder is given where this is asked for. */
async function decoderSchemaOf(strategy: AnyStrategy, key: string): Promise<JsonSchema> {
  const requests = await requestsOf(greeting(strategy, { rung: "schema" }))
  return requests.find(({ purpose }) => purpose.key === `${key}/try-1`)?.format?.schema ?? {}
}

/** What stands at a path of property names; `*` goes into the items of a list. */
function at(schema: JsonSchema, path: string): JsonSchema {
  return path.split(".").reduce<JsonSchema>((node, name) => {
    const next = name === "*" ? node.items : (node.properties as Record<string, unknown> | undefined)?.[name]
    return (next ?? {}) as JsonSchema
  }, schema)
}

describe("bounds stay on the wire where a decoder keeps them", () => {
  it.each([
    ["analysis", "request_analyser.core_goal", { type: "string", minLength: 1, maxLength: 400 }],
    ["analysis", "request_analyser.estimated_phases", { type: "integer", minimum: 1, maximum: 5 }],
    ["phases", "phase_planner.phases.*.id", { type: "integer", minimum: 1, maximum: 999 }],
    ["phases", "phase_planner.phases.*.name", { type: "string", minLength: 1, maxLength: 80 }],
    ["phases", "phase_planner.phases.*.dependencies.*", { type: "integer", minimum: 1, maximum: 999 }],
    ["phase-1/round-1/judge", "judge_tasks.evidence.*", { type: "integer", minimum: 1, maximum: 999 }],
    ["phase-1/round-1/judge", "judge_tasks.phase_completion_rate", { type: "number", minimum: 0, maximum: 1 }],
  ])("%s: %s", async (key, path, bounds) => {
    expect(at(await decoderSchemaOf(phased, key), path)).toEqual(bounds)
  })

  it("a list of phases has one to five", async () => {
    const { phases } = at(await decoderSchemaOf(phased, "phases"), "phase_planner").properties as Record<
      string,
      JsonSchema
    >
    expect(phases).toMatchObject({ minItems: 1, maxItems: 5 })
  })

  it("the first list of items has three to five, which say what they are", async () => {
    const list = at(await decoderSchemaOf(tasks, "plan"), "todos")
    expect(list).toMatchObject({ minItems: 3, maxItems: 5, items: { required: ["id", "content", "status"] } })
  })

  it("each kind of task is whole: a decoder that takes one of several looks at nothing beside them", async () => {
    const { anyOf } = at(await decoderSchemaOf(phased, "phase-1/round-1/plan"), "plan_tool_call.tasks.*")
    for (const variant of anyOf as JsonSchema[]) {
      expect(variant).toMatchObject({ type: "object", required: ["tool", "arguments"] })
      expect(at(variant, "depends_on.*")).toEqual({ type: "integer", minimum: 1 })
    }
  })
})
