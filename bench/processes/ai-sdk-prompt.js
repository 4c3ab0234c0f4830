// The smallest conversation on the AI SDK, as far as its first prompt. Usage: node ai-sdk-prompt.js BASE_URL
import { createInterface } from "node:readline"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { generateText, isStepCount, tool } from "ai"
import { z } from "zod"

const [baseURL = ""] = process.argv.slice(2)
const settings = {
  model: createOpenAICompatible({ name: "bench", baseURL }).chatModel("bench"),
  tools: {
    list_files: tool({
      description: "List files and folders.",
      inputSchema: z.object({ path: z.string().optional() }),
      execute: async ({ path = "." }) => (await (await import("node:fs/promises")).readdir(path)).join("\n"),
    }),
  },
  stopWhen: isStepCount(60),
}
const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: "› " })
lines.prompt()
for await (const prompt of lines) {
  process.stdout.write(`${(await generateText({ ...settings, prompt })).text}\n`)
  lines.prompt()
}
