import { type Agent, createAgent } from "../../src/agent.ts"
import { openStore } from "../../src/journal/open-store.ts"
import type { RunStore } from "../../src/journal/run-store.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls } from "../../src/testing/script-line.ts"
import { codingTools } from "../../src/tools/code/index.ts"

/** An agent that applies one patch and is done; what it did is on disk. */
export async function patchingAgent(
  workspace: string,
  state: string,
  patch: string,
): Promise<{ agent: Agent; store: RunStore }> {
  const store = await openStore(state)
  const agent = await createAgent({
    model: keyedModel({
      "turn-1/reply": calls([{ call: "apply_patch", input: { patch } }]),
      "turn-2/reply": "It is applied.",
    }),
    workspace,
    store,
    strategy: react,
    tools: [...codingTools],
    approve: "full",
    secrets: {},
  })
  return { agent, store }
}
