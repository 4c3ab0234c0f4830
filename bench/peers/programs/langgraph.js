// LangChain's agent on LangGraph with two tools. Usage: node langgraph.js BASE_URL REQUEST [STEPS]
import { ChatOpenAI } from "@langchain/openai"
import { createAgent, tool } from "langchain"
import { z } from "zod"
import { DESCRIPTIONS, INSTRUCTIONS, readFile, writeFile } from "./shared-tools.js"

const [baseURL, request, steps] = process.argv.slice(2)
const agent = createAgent({
  model: new ChatOpenAI({ model: "bench", apiKey: "none", configuration: { baseURL } }),
  systemPrompt: INSTRUCTIONS,
  tools: [
    tool(readFile, {
      name: "read_file",
      description: DESCRIPTIONS.read_file,
      schema: z.object({ path: z.string() }),
    }),
    tool(writeFile, {
      name: "write_file",
      description: DESCRIPTIONS.write_file,
      schema: z.object({ path: z.string(), content: z.string() }),
    }),
  ],
})
const limit = steps ? { recursionLimit: 3 * Number(steps) } : {}
const { messages } = await agent.invoke({ messages: [{ role: "user", content: request }] }, limit)
process.stdout.write(`${messages.at(-1).text}\n`)
