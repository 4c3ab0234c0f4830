import type { TextChange } from "../../checkpoints/checkpoints.ts"
import type { CheckResult } from "./check-report.ts"

/** A result whose failures are all of tests that the run wrote itself: the request may want them to fail. */
export function withAdded(result: CheckResult, changes: readonly TextChange[]): CheckResult {
  const { compared } = result
  if (compared?.kind !== "own" || compared.failures.length === 0 || result.failures.length === 0) return result
  return compared.failures.every((name) => isAdded(name, changes)) ? { ...result, isAdded: true } : result
}

/** Its own words stand in a file as it is, and in none as it was. */
function isAdded(name: string, changes: readonly TextChange[]): boolean {
  const words = ownWords(name)
  const stands = (text: string | null) => text?.includes(words) ?? false
  return (
    words.length >= LEAST && changes.some(({ after }) => stands(after)) && !changes.some(({ before }) => stands(before))
  )
}

const LEAST = 5

/** `tests/test_sum.py TestSum.test_adds[1]` is declared as `test_adds`, `cart › adds` as `adds`. */
function ownWords(name: string): string {
  const [last = ""] = name
    .replace(/^\S+\.\w+ /, "")
    .split(/\s[>›]\s|::/)
    .slice(-1)
  return last
    .replace(/\[.*\]$/, "")
    .replace(/^(?:\w+\.)+(?=\w+$)/, "")
    .trim()
}
