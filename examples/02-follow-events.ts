// Follow a run as it happens: facts are in the log for ever, progress is only shown.
import { createAgent, react } from "keelson"
import { exampleModel, exampleWorkspace } from "./model.ts"

const agent = await createAgent({
  model: exampleModel({
    "turn-1/reply": { call: "read_file", input: { path: "greeting.txt" } },
    "turn-2/reply": { call: "task_done", input: { summary: "The file greets the world, with a typo." } },
  }),
  workspace: await exampleWorkspace(),
  strategy: react,
})

const run = await agent.start("What does greeting.txt say?")
run.onLive((progress) => {
  if (progress.type === "model.delta") process.stderr.write(progress.text)
})
for await (const { event } of run.events()) {
  if (event.type === "task.ended") console.log(`${event.tool}: ${event.status}`)
  if (event.type === "state.changed") console.log(`→ ${event.state}`)
}

const { usage } = await run.result
console.log(`${usage.calls} model calls`)
