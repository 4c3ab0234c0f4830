import { UsageError } from "./failure.ts"
import { readNamedFile } from "./files.ts"

/** A JSON Schema from a file. Throws `UsageError` for what is none. */
export async function readSchema(path: string): Promise<Readonly<Record<string, unknown>>> {
  const schema = parsed(await readNamedFile("--schema", path), path)
  const { answerInput } = await import("../../run/finish/summary/answer-input.ts")
  try {
    answerInput(schema)
  } catch (error) {
    throw new UsageError(`--schema: "${path}" is no JSON Schema that can be checked: ${(error as Error).message}`)
  }
  return schema
}

function parsed(text: string, path: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch (error) {
    throw new UsageError(`--schema: "${path}" is not valid JSON: ${(error as Error).message}`)
  }
  throw new UsageError(`--schema: "${path}" must hold an object: a JSON Schema.`)
}
