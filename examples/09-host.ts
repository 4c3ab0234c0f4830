// What `keelson run` would do, from a program: the config decides on model, tools, sandbox, checks and limits.
import { writeFile } from "node:fs/promises"
import { openHost } from "keelson/host"
import { exampleModel, exampleWorkspace } from "./model.ts"

const workspace = await exampleWorkspace()
await writeFile(
  `${workspace}/keelson.config.json`,
  JSON.stringify({ strategy: "react", limits: { max_iterations: 6 } }),
)

const host = await openHost({ store: `${workspace}-state` })
const { strategy, limits, tools } = await host.config({ workspace })
console.log(`${strategy}, at most ${limits.max_iterations} turns, tools: ${tools.join(", ")}`)

// Without `model` the config names one, as on the command line.
const model = exampleModel({
  "turn-1/reply": { call: "read_file", input: { path: "greeting.txt" } },
  "turn-2/reply": { call: "task_done", input: { summary: "The greeting has a typo: Helo." } },
})
const run = await host.start("Is the greeting spelled right?", { workspace, model })
const { outcome, summary } = await run.result
console.log(`${outcome}: ${summary}`)
await host.close()
