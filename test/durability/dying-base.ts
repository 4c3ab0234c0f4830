import { createAgent } from "../../src/agent.ts"
import { openCheckpoints } from "../../src/checkpoints/checkpoints.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { findSandbox } from "../../src/tools/sandbox/sandbox.ts"
import { script, writing } from "../scenarios/undo-place.ts"

/* Changes something that a check is red about, says so once that check runs on the base, and waits there to be killed. */

const [root = "", shadows = "", confined = "", mark = ""] = process.argv.slice(2)

const search = confined === "yes" ? await findSandbox([], { shadows: `${shadows}-git` }) : { missing: "" }
const agent = await createAgent({
  model: keyedModel(script([[writing("made", "x\n")]])),
  store: new MemoryStore(),
  workspace: root,
  strategy: react,
  tools: codingTools,
  approve: "full",
  secrets: {},
  verify: "end",
  sandbox: "sandbox" in search ? search.sandbox : null,
  checkpoints: openCheckpoints(shadows),
  checks: { test: `test -e made && exit 1; echo x > left; echo on the base; sleep ${mark}` },
})
const run = await agent.start("Do it.")
run.onLive((event) => {
  if (event.type === "tool.progress" && event.text.includes("on the base\n")) process.stdout.write("on the base\n")
})
await run.result
