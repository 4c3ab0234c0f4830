/** The commands that a request names: in backticks, or plainly one of the usual programs with what it is to do. */
export function namedCommands(request: string): readonly string[] {
  const quoted = [...request.matchAll(/`([^`\n]+)`/g)].map((match) => (match[1] ?? "").trim()).filter(startsAProgram)
  const plain = request.match(PLAIN) ?? []
  return [...new Set([...quoted, ...plain.map((command) => command.trim())])]
}

const PROGRAMS =
  "npm|npx|pnpm|yarn|bun|deno|node|make|just|cargo|go|python3?|pytest|pip|uv|tox|ruff|mvn|gradle|\\./gradlew|dotnet|bundle|rake|rspec|php|composer|tsc|eslint|vitest|jest|sh|bash"

const STARTS = new RegExp(`^(?:${PROGRAMS}|\\./\\S+)(?:\\s|$)`)

function startsAProgram(text: string): boolean {
  return STARTS.test(text)
}

/** Only pairs that nobody writes by chance: "make it" and "go on" are words. */
const PLAIN =
  /(?<![\w`])(?:npm (?:test|start|run [\w:.-]+)|pnpm (?:test|run [\w:.-]+)|yarn (?:test|build|run [\w:.-]+)|cargo (?:test|build|check|clippy)|go (?:test|build|vet)(?: \S+)?|make (?:test|check|build|all)|pytest|tsc --noEmit)(?![\w-])/g
