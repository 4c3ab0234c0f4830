import { runInNewContext } from "node:vm"
import { ToolFailure } from "./tool.ts"

const PATTERN_MS = 2000

/** Whether a text fits a pattern, with or without slashes around it. In a realm of its own, since only there a pattern that never ends can be stopped. */
export function fitsPattern(text: string, pattern: string): boolean {
  try {
    const [, inner = pattern, flags = ""] = /^\/(.+)\/([is]*)$/s.exec(pattern) ?? []
    const place = { text, pattern: new RegExp(inner, `m${flags}`) }
    return runInNewContext("pattern.test(text)", place, { timeout: PATTERN_MS }) === true
  } catch (error) {
    throw new ToolFailure(`The pattern ${pattern} can't be used: ${(error as Error).message}`)
  }
}
