import { createAgent, defineTool, openStore, resolveModel } from "keelson"
import { runModel } from "keelson/ai"
import { openHost } from "keelson/host"
import type { LoggedEvent } from "keelson/protocol"
import { startServer } from "keelson/server"
import { ScriptedModel } from "keelson/testing"
import { z } from "zod"

/* An app that uses every entry point with its own zod; it is type-checked, not run. */

const weather = defineTool({
  name: "weather",
  description: "The weather of a town.",
  input: z.object({ town: z.string(), days: z.number().int().optional() }),
  access: "read",
  repeat: "safe",
  execute: async ({ town, days = 1 }) => `${town.toUpperCase()}: ${days.toFixed()} sunny days`,
})

export async function ask(words: string): Promise<string> {
  const model = resolveModel({ model: "openai-compatible:any", baseUrl: "http://127.0.0.1:1/v1", env: {} })
  const agent = await createAgent({ model, tools: [weather], workspace: ".", store: await openStore(":memory:") })
  return (await agent.run(words)).message
}

export function kindOf(event: LoggedEvent): string {
  return event.event.type
}

export async function hosted(words: string): Promise<string> {
  const host = await openHost({ store: ":memory:" })
  const run = await host.start(words, { model: "ollama:qwen3", approve: "edits" })
  return (await run.result).message
}

export const published = { runModel, startServer, ScriptedModel }
