// The AI SDK's own agent loop with two tools. Usage: node ai-sdk.js BASE_URL REQUEST [STEPS]
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { isStepCount, ToolLoopAgent, tool } from "ai"
import { z } from "zod"
import { DESCRIPTIONS, INSTRUCTIONS, readFile, writeFile } from "./shared-tools.js"

const [baseURL, prompt, steps] = process.argv.slice(2)
const agent = new ToolLoopAgent({
  model: createOpenAICompatible({ name: "bench", baseURL }).chatModel("bench"),
  instructions: INSTRUCTIONS,
  tools: {
    read_file: tool({
      description: DESCRIPTIONS.read_file,
      inputSchema: z.object({ path: z.string() }),
      execute: readFile,
    }),
    write_file: tool({
      description: DESCRIPTIONS.write_file,
      inputSchema: z.object({ path: z.string(), content: z.string() }),
      execute: writeFile,
    }),
  },
  ...(steps ? { stopWhen: isStepCount(Number(steps)) } : {}),
})
process.stdout.write(`${(await agent.generate({ prompt })).text}\n`)
