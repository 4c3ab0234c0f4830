import { type Model, openAICompatible } from "keelson"
import { keyedModel } from "keelson/testing"

type Lines = Parameters<typeof keyedModel>[0]

/**
 * The model of the examples: a real one where you name it, else a script, so that each example runs as it is.
 *
 *   KEELSON_MODEL=qwen3:8b KEELSON_BASE_URL=http://127.0.0.1:11434/v1 node --conditions=keelson-source examples/01-run.ts
 */
export function exampleModel(script: Lines): Model {
  const { KEELSON_MODEL: name, KEELSON_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey } = process.env
  if (!name || !baseUrl) return keyedModel(script)
  return openAICompatible({ name, baseUrl, ...(apiKey ? { apiKey } : {}) })
}

/** A folder with one file, to work in. */
export async function exampleWorkspace(): Promise<string> {
  const { mkdtemp, writeFile } = await import("node:fs/promises")
  const folder = await mkdtemp("/tmp/keelson-example-")
  await writeFile(`${folder}/greeting.txt`, "Helo, world!\n")
  return folder
}
