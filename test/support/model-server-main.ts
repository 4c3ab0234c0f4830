import { startModelServer } from "../../src/testing/model-server.ts"
import { SCENARIOS } from "./model-scenarios.ts"

/* Usage: node model-server-main.ts SCENARIO [ENVELOPE]. Prints {"url":…} once it listens; runs until it is killed. */
const [name = "", envelope = "envelope"] = process.argv.slice(2)
const scenario = SCENARIOS[name]
if (scenario) {
  const server = await startModelServer({ script: scenario(envelope) })
  process.stdout.write(`${JSON.stringify({ url: server.url })}\n`)
} else {
  process.stderr.write(`Unknown scenario "${name}"; there are: ${Object.keys(SCENARIOS).join(", ")}.\n`)
  process.exitCode = 2
}
