// A run that has a question waits for days if need be; the answer may come from another process.
import { createAgent, openStore, react } from "keelson"
import { exampleModel, exampleWorkspace } from "./model.ts"

const workspace = await exampleWorkspace()
const agent = await createAgent({
  model: exampleModel({
    "turn-1/reply": { call: "run_in_terminal", input: { command: "echo 'Hello, world!' > greeting.txt" } },
    "turn-2/reply": { call: "task_done", input: { summary: "The greeting is corrected." } },
  }),
  workspace,
  strategy: react,
  store: await openStore(`${workspace}-state`),
  approve: "edits",
})

const waiting = await agent.run("Correct the greeting with a command.")
console.log(waiting.outcome)
for (const question of waiting.questions) {
  if (question.kind === "approval") console.log(`May it run ${question.tool}? ${question.summary}`)
}

await agent.answer(waiting.run_id, { kind: "approval", decision: "allow" })
const run = await agent.resume(waiting.run_id)
console.log((await run.result).outcome)
