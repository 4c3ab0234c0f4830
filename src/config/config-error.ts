import type { z } from "zod"
import { KeelsonError } from "../protocol/log/keelson-error.ts"

/** What was configured can't be used; the message is one line with the place of what is wrong. */
export class ConfigError extends KeelsonError {
  override name = "ConfigError"
  constructor(message: string) {
    super("bad_config", "refused", message)
  }
}

/** The value in the schema's terms. Throws `ConfigError` that names the place and the first thing that is wrong. */
export function check<T>(schema: z.ZodType<T>, value: unknown, place: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.join(".")
  const problem = (issue?.message ?? "not valid").replace(/^Invalid (input|option): /, "")
  throw new ConfigError(`${place}: ${path ? `${path}: ` : ""}${problem}`)
}
