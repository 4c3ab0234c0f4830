// Mastra's agent with two tools. Usage: node mastra.js BASE_URL REQUEST [STEPS]
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { Agent } from "@mastra/core/agent"
import { createTool } from "@mastra/core/tools"
import { z } from "zod"
import { DESCRIPTIONS, INSTRUCTIONS, readFile, writeFile } from "./shared-tools.js"

const [baseURL, request, steps] = process.argv.slice(2)
const agent = new Agent({
  id: "bench",
  name: "bench",
  instructions: INSTRUCTIONS,
  model: createOpenAICompatible({ name: "bench", baseURL }).chatModel("bench"),
  tools: {
    read_file: createTool({
      id: "read_file",
      description: DESCRIPTIONS.read_file,
      inputSchema: z.object({ path: z.string() }),
      execute: readFile,
    }),
    write_file: createTool({
      id: "write_file",
      description: DESCRIPTIONS.write_file,
      inputSchema: z.object({ path: z.string(), content: z.string() }),
      execute: writeFile,
    }),
  },
})
const { text } = await agent.generate(request, steps ? { maxSteps: Number(steps) } : {})
process.stdout.write(`${text}\n`)
