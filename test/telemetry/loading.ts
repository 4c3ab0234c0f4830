import { registerHooks } from "node:module"

/* A run as a process of its own, which prints all that it loaded. */

const loaded: string[] = []
registerHooks({
  load: (url, context, next) => {
    loaded.push(url)
    return next(url, context)
  },
})
const { createAgent } = await import("../../src/agent.ts")
const { react } = await import("../../src/strategies/react/react.ts")
const { keyedModel } = await import("../../src/testing/keyed-model.ts")
const model = keyedModel({ "turn-1/reply": "It is four.", "turn-2/reply": "It is four, as I said." })
const agent = await createAgent({ model, workspace: process.argv[2] ?? ".", strategy: react, onNotice: () => {} })
const { outcome } = await agent.run("What is two and two?")
console.log(JSON.stringify({ outcome, loaded }))
