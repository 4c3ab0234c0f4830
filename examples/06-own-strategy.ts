// A strategy of your own, with a stage of its own kind and a fact of its own: see `strategies/skim.ts`.
import { createAgent } from "keelson"
import { exampleModel, exampleWorkspace } from "./model.ts"
import { skim } from "./strategies/skim.ts"

const model = exampleModel({
  "look/pick/try-1": { call: "pick_files", input: { files: ["greeting.txt"] } },
  "end-1/answer/try-1": { call: "answer", input: { text: "It greets the world, with a typo." } },
})
const agent = await createAgent({ model, workspace: await exampleWorkspace(), strategy: skim })
const run = await agent.start("What does greeting.txt say?")
run.onEvent(({ event }) => {
  if (event.type === "note.made") console.log(`${event.kind}: ${event.title}`)
})
const result = await run.result
console.log(`${result.outcome}: ${result.message.split("\n")[0]} (${result.usage.calls} calls)`)
