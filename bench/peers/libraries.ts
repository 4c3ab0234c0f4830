import { repositoryPath } from "../support/processes.ts"
import type { Contender, Place } from "./contender.ts"

const OWN = repositoryPath("bench/peers/programs/keelson.js")

/** Scripts of a few lines each, with the same two tools, and limits as each library sets them by itself. */
export const LIBRARIES: readonly Contender[] = [
  library("AI SDK", "ai-sdk.js", ["ai@7.0.169", "@ai-sdk/openai-compatible@3.0.90", "zod@4"]),
  library("LangGraph", "langgraph.js", [
    "@langchain/langgraph@1.4.18",
    "langchain@1",
    "@langchain/core@1",
    "@langchain/openai@1.6.0",
    "zod@4",
  ]),
  library("OpenAI Agents", "openai-agents.js", ["@openai/agents@0.20.0", "openai@6", "zod@4"]),
  library("Mastra", "mastra.js", ["@mastra/core@1.71.0", "@ai-sdk/openai-compatible@3.0.90", "zod@4"]),
  {
    name: "Keelson (library)",
    kind: "library",
    ours: true,
    packages: [],
    start: (place, request, steps) => script(OWN, place, request, steps),
    resume: (place) => script(OWN, place, "--resume"),
    read: (_, name) => ({ name: "read_text", arguments: { path: name } }),
  },
]

function library(name: string, file: string, packages: readonly string[]): Contender {
  return {
    name,
    kind: "library",
    ours: false,
    packages,
    start: (place, request, steps) => script(`${place.packages}/${file}`, place, request, steps),
    read: (_, path) => ({ name: "read_file", arguments: { path } }),
  }
}

function script(path: string, { url }: Place, request: string, steps?: number) {
  const words = [url, request, ...(steps === undefined ? [] : [String(steps)])]
  return { command: [process.execPath, path, ...words] as [string, ...string[]] }
}
