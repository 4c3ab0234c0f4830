// The OpenAI Agents SDK with two tools. Usage: node openai-agents.js BASE_URL REQUEST [STEPS]
import { Agent, OpenAIChatCompletionsModel, run, setTracingDisabled, tool } from "@openai/agents"
import OpenAI from "openai"
import { z } from "zod"
import { DESCRIPTIONS, INSTRUCTIONS, readFile, writeFile } from "./shared-tools.js"

const [baseURL, request, steps] = process.argv.slice(2)
setTracingDisabled(true)
const agent = new Agent({
  name: "bench",
  instructions: INSTRUCTIONS,
  model: new OpenAIChatCompletionsModel(new OpenAI({ baseURL, apiKey: "none" }), "bench"),
  tools: [
    tool({
      name: "read_file",
      description: DESCRIPTIONS.read_file,
      parameters: z.object({ path: z.string() }),
      execute: readFile,
    }),
    tool({
      name: "write_file",
      description: DESCRIPTIONS.write_file,
      parameters: z.object({ path: z.string(), content: z.string() }),
      execute: writeFile,
    }),
  ],
})
const { finalOutput } = await run(agent, request, steps ? { maxTurns: Number(steps) } : {})
process.stdout.write(`${finalOutput}\n`)
