// Keelson's library with two tools and a log on disk. Usage: node keelson.js BASE_URL REQUEST|--resume [STEPS]
import { createAgent, defineTool, openAICompatible, openStore, react } from "keelson"
import { z } from "zod"
import { DESCRIPTIONS, readFile, writeFile } from "./shared-tools.js"

const [baseUrl, request, steps] = process.argv.slice(2)
const agent = await createAgent({
  model: openAICompatible({ name: "bench", baseUrl }),
  store: await openStore(".keelson"),
  workspace: ".",
  strategy: react,
  tools: [
    defineTool({
      name: "read_text",
      description: DESCRIPTIONS.read_file,
      input: z.object({ path: z.string() }),
      access: "read",
      repeat: "safe",
      execute: readFile,
    }),
    defineTool({
      name: "write_text",
      description: DESCRIPTIONS.write_file,
      input: z.object({ path: z.string(), content: z.string() }),
      access: "write",
      repeat: "safe",
      execute: writeFile,
    }),
  ],
  ...(steps ? { limits: { max_iterations: Number(steps), max_model_calls: Number(steps) } } : {}),
})
const [last] = request === "--resume" ? await agent.runs() : []
const run = last ? await agent.resume(last.id) : await agent.start(request)
const { message, outcome } = await run.result
process.stdout.write(`${message}\n`)
process.exitCode = outcome === "done" ? 0 : 4
