import { clip } from "../../../text/clip.ts"
import { ToolFailure } from "../../tool.ts"

const LONGEST = 600

/** What DuckDB said no with. */
export class SqlError extends Error {
  constructor(message: string) {
    super(message)
    this.name = "SqlError"
  }
}

/** DuckDB's complaint for a model, with a hint at what would work. */
export function sqlFailure(error: SqlError, hint: string): ToolFailure {
  return new ToolFailure(`${causeOf(error.message)}\n${hint}`)
}

/** What is wrong, without advice on settings that nobody can change here. */
export function causeOf(message: string): string {
  if (/^Out of Memory Error|bad_alloc|failed to allocate|allocation fail/i.test(message)) {
    return "The query needs more memory than it may use. Filter or aggregate earlier, or select fewer columns."
  }
  if (message.startsWith("Permission Error")) {
    const file = /Cannot access (?:file|directory) (".*?")/.exec(message)?.[1] ?? "That"
    return `${file} can't be read from SQL: only the tables that "files" names can.`
  }
  const [what = "", ...rest] = message
    .replace(/^Failed to extract statements: /, "")
    .split(/\n\s*\n|\nPossible (?:fixes|Solution)/)
  const place = rest.find((part) => part.startsWith("LINE ")) ?? ""
  return clip(`${what}${place && `\n${place}`}`, LONGEST)
}
