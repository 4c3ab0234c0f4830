// A model that does a piece of work by what it is shown: to see what a strategy makes of good and bad ones.
import { createAgent, react, rounds } from "keelson"
import { PERSONAS, type Solver, simulatedModel } from "keelson/testing"
import { exampleWorkspace } from "./model.ts"

const read = { tool: "read_file", arguments: { path: "greeting.txt" } }
const write = { tool: "write_file", arguments: { path: "greeting.txt", content: "Hello, world!\n" } }

const solver: Solver = {
  goal: "The spelling in greeting.txt is right",
  complexity: "simple",
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

for (const strategy of [react, rounds])
  for (const name of ["faultless", "mute"]) {
    const model = simulatedModel({ solver, persona: PERSONAS.get(name) ?? { name }, seed: 1 })
    const agent = await createAgent({ model, strategy, workspace: await exampleWorkspace(), approve: "full" })
    const { outcome } = await agent.run("Correct the spelling in greeting.txt.")
    console.log(`${strategy.name}, ${name}: ${outcome} in ${model.spent.calls} calls`)
  }
