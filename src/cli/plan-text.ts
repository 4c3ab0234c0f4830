import { UsageError } from "./failure.ts"

/** A plan as somebody wrote it. Throws `UsageError` for what is no JSON; whether it can be used, the run tells. */
export function readPlan(text: string, place: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${place}: not valid JSON: ${(error as Error).message.replace(/\s+/g, " ")}`)
  }
}
