// Strategies of your own in which the model calls tools until it is done: `strategies/react.ts` is the plain loop,
// `strategies/todo.ts` adds a list that the model keeps. Both use `keelson/strategy` alone.
import { createAgent, type Model } from "keelson"
import type { AnyStrategy } from "keelson/strategy"
import { exampleModel, exampleWorkspace } from "./model.ts"
import { ownReact } from "./strategies/react.ts"
import { ownTodo } from "./strategies/todo.ts"

const correct = { call: "write_file", input: { path: "greeting.txt", content: "Hello, world!\n" } }
const item = (status: string) => ({
  call: "todo_write",
  input: { todos: [{ id: "1", content: "Correct the spelling", status }] },
})

async function run(strategy: AnyStrategy, model: Model): Promise<void> {
  const agent = await createAgent({ model, strategy, workspace: await exampleWorkspace(), approve: "full" })
  const { outcome, summary } = await agent.run("Correct the spelling in greeting.txt.")
  console.log(`${strategy.name}: ${outcome}: ${summary}`)
}

await run(
  ownReact,
  exampleModel({
    "turn-1/reply": { call: "read_file", input: { path: "greeting.txt" } },
    "turn-2/reply": correct,
    "turn-3/reply": { call: "task_done", input: { summary: "Corrected the spelling in greeting.txt." } },
  }),
)
await run(
  ownTodo,
  exampleModel({
    "turn-1/reply": { call: "read_file", input: { path: "greeting.txt" } },
    "turn-2/reply": item("in_progress"),
    "turn-3/reply": correct,
    "turn-4/reply": item("completed"),
    "turn-5/reply": "Corrected the spelling; nothing is open. [ANALYSIS_COMPLETE]",
  }),
)
