import type { EndpointTraits, Rung } from "../../src/model/seam/model.ts"
import type { AnyStrategy } from "../../src/run/strategy.ts"
import { PERSONAS, type Solver, simulatedModel } from "../../src/testing/simulated/index.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import type { Scenario } from "../scenarios/play.ts"

const read = { tool: "read_file", arguments: { path: "greeting.txt" } }
const write = { tool: "write_file", arguments: { path: "greeting.txt", content: "Hello, world!\n" } }

/** Two parts, so that every strategy has something to plan. */
const solver: Solver = {
  goal: "The spelling in greeting.txt is right",
  complexity: "medium",
  changes: "files",
  parts: [
    { title: "Read", goal: "Know what greeting.txt says", proof: read },
    { title: "Correct", goal: "Correct the spelling", proof: read },
  ],
  next(seen) {
    if (seen.changedAt("greeting.txt") >= 0) return []
    return seen.has("Helo") ? [{ ...write, part: 1 }] : [{ ...read, part: 0 }]
  },
  answer: () => "Corrected the spelling in greeting.txt.",
}

/** An endpoint that knows one way to ask. */
export function only(rung: Rung): EndpointTraits {
  return { rungs: [rung], thinking: "free" }
}

type Manner = {
  readonly rung?: Rung
  readonly complexity?: Solver["complexity"]
  readonly contextWindow?: number
  readonly options?: Scenario["options"]
}

/** A small job with the coding tools, for a model that knows what it is shown. */
export function greeting(
  strategy: AnyStrategy,
  { rung = "named", complexity = "medium", contextWindow = 128_000, options }: Manner = {},
): Scenario {
  const persona = PERSONAS.get("faultless") ?? { name: "faultless" }
  return {
    name: `${strategy.name}, on the rung ${rung}`,
    request: "Correct the spelling in greeting.txt.",
    files: { "greeting.txt": "Helo, world!\n" },
    model: () =>
      Object.assign(simulatedModel({ solver: { ...solver, complexity }, persona, seed: 1, contextWindow }), {
        traits: only(rung),
      }),
    options: { strategy, tools: codingTools, ...options },
  }
}
