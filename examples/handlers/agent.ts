// The agent behind the handlers: yours has a model, a workspace and a store of its own.
import { type Agent, createAgent, react } from "keelson"
import { exampleModel, exampleWorkspace } from "../model.ts"

export async function exampleAgent(): Promise<Agent> {
  return createAgent({
    model: exampleModel({
      "turn-1/reply": {
        call: "edit_file",
        input: { path: "greeting.txt", old_text: "Helo", new_text: "Hello" },
      },
      "turn-2/reply": { call: "task_done", input: { summary: "Corrected the spelling in greeting.txt." } },
    }),
    workspace: await exampleWorkspace(),
    strategy: react,
    approve: "edits",
  })
}
