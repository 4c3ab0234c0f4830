// A tool of your own: a schema, a function, and a word about what a crash may do to it.
import { createAgent, defineTool, react } from "keelson"
import { z } from "zod"
import { exampleModel, exampleWorkspace } from "./model.ts"

const lookUpOrder = defineTool({
  name: "look_up_order",
  description: "Look up an order by its number.",
  input: z.object({ number: z.int() }),
  access: "read",
  repeat: "safe",
  async execute({ number }) {
    return `Order ${number}: shipped yesterday.`
  },
})

const agent = await createAgent({
  model: exampleModel({
    "turn-1/reply": { call: "look_up_order", input: { number: 42 } },
    "turn-2/reply": { call: "task_done", input: { summary: "Order 42 was shipped yesterday." } },
  }),
  workspace: await exampleWorkspace(),
  strategy: react,
  tools: [lookUpOrder],
})

const result = await agent.run("Where is order 42?")
console.log(result.message)
