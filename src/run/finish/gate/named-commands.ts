import type { TaskView } from "../../../view/run-view.ts"
import type { RunParts } from "../../core/run-parts.ts"

/** The commands that a request quotes and that have not run since the last change: a hint for the model, never a demand. */
export function namedCommandsNotRun({ request, tally: { view } }: RunParts): readonly string[] {
  const lastChange = view.tasks.findLastIndex(({ changes }) => changes.length > 0)
  const ran = view.tasks.slice(Math.max(0, lastChange)).filter(({ status }) => status === "done" || status === "failed")
  const known = [...ran.flatMap(commandsOf), ...view.checks.flatMap(({ command }) => parts(command))]
  return quotedCommands(request).filter((command) => !known.some((one) => isSame(one, command)))
}

/** In backticks, and beginning with a program that is usual in a request. */
function quotedCommands(request: string): readonly string[] {
  const quoted = [...request.matchAll(/`([^`\n]+)`/g)].map((match) => (match[1] ?? "").trim())
  return [...new Set(quoted.filter((text) => STARTS.test(text)))]
}

const PROGRAMS =
  "npm|npx|pnpm|yarn|bun|deno|node|make|just|cargo|go|python3?|pytest|pip|uv|tox|ruff|mvn|gradle|\\./gradlew|dotnet|bundle|rake|rspec|php|composer|tsc|eslint|vitest|jest|sh|bash"

const STARTS = new RegExp(`^(?:${PROGRAMS}|\\./\\S+)(?:\\s|$)`)

function commandsOf({ title }: TaskView): string[] {
  return parts(title)
}

/** A line may hold several whole commands. */
function parts(line: string): string[] {
  return line.split(/;|&&|\n/).map((command) => command.replace(/\s+/g, " ").trim())
}

/** Capitals and brackets of the request stand for something else each time. */
function isSame(ran: string, named: string): boolean {
  const pattern = named
    .split(/\s+/)
    .map((word) =>
      /^(?:[A-Z][A-Z_-]+|<.*>|\[.*\]|\{.*\})$/.test(word) ? "\\S+" : word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
    )
    .join(" ")
  return new RegExp(`^${pattern}$`).test(ran)
}
