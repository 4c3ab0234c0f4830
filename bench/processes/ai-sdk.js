// The smallest agent on the AI SDK: one tool, a loop, the answer on standard output. Usage: node ai-sdk.js BASE_URL REQUEST
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { generateText, isStepCount, tool } from "ai"
import { z } from "zod"

const [baseURL = "", prompt = ""] = process.argv.slice(2)
const { text } = await generateText({
  model: createOpenAICompatible({ name: "bench", baseURL }).chatModel("bench"),
  prompt,
  tools: {
    list_files: tool({
      description: "List files and folders.",
      inputSchema: z.object({ path: z.string().optional() }),
      execute: async ({ path = "." }) => (await (await import("node:fs/promises")).readdir(path)).join("\n"),
    }),
  },
  stopWhen: isStepCount(60),
})
process.stdout.write(`${text}\n`)
