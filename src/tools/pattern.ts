import { runInNewContext } from "node:vm"
import { ToolFailure } from "./tool.ts"

const PATTERN_MS = 2000

/** Whether a text fits a pattern. In a realm of its own, since only there a pattern that never ends can be stopped. */
export function fitsPattern(text: string, pattern: string): boolean {
  try {
    const place = { text, pattern: new RegExp(pattern, "m") }
    return runInNewContext("pattern.test(text)", place, { timeout: PATTERN_MS }) === true
  } catch (error) {
    throw new ToolFailure(`The pattern ${pattern} can't be used: ${(error as Error).message}`)
  }
}
