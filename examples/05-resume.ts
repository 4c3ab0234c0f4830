// A limit ends a run with a report; with a higher one it goes on where it was. Nothing is asked or done twice.
import { createAgent, openStore, react } from "keelson"
import { exampleModel, exampleWorkspace } from "./model.ts"

const workspace = await exampleWorkspace()
const agent = await createAgent({
  model: exampleModel({
    "turn-1/reply": { call: "list_files", input: {} },
    "turn-2/reply": { call: "read_file", input: { path: "greeting.txt" } },
    "end-1/summarizer/try-1": { call: "task_done", input: { summary: "Looked around; the greeting was read." } },
    "turn-3/reply": { call: "task_done", input: { summary: "The greeting has a typo: Helo." } },
  }),
  workspace,
  strategy: react,
  store: await openStore(`${workspace}-state`),
  limits: { max_iterations: 2 },
})

const first = await agent.run("Is the greeting spelled right?")
console.log(`${first.outcome}: ${first.reason}`)

const resumed = await agent.resume(first.run_id, { limits: { max_iterations: 10 } })
const second = await resumed.result
console.log(`${second.outcome}, ${second.usage.calls} model calls in all`)
