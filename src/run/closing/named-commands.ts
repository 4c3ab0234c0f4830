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
  /(?<![\w`])(?:npm (?:test|start|run [\w:.-]+)|pnpm (?:test|run [\w:.-]+)|yarn (?:test|build|run [\w:.-]+)|cargo (?:test|build|check|clippy)|go (?:test|build|vet)(?: \S+)?|make (?:test|check|build|all)|pytest|tsc --noEmit|(?:sh|bash|node|python3?) (?:\.?[\w-]+\/)*[\w-]+\.(?:sh|m?[jt]s|py))(?![\w-])/g

/** Those of them that the request wants to see succeed: "run X", "X must pass", "until X works". */
export function demandedCommands(request: string): readonly string[] {
  return namedCommands(request).filter((command) => {
    const at = request.indexOf(command)
    const before = request.slice(Math.max(0, at - 24), at)
    const after = request.slice(at + command.length, at + command.length + 40)
    return ORDERED.test(before) || DEMANDED.test(after)
  })
}

const ORDERED = /(?:\brun|\bexecute|\bmake(?: sure(?: that)?)?|\buntil|运行|执行|确保)\s*`?$/i
const DEMANDED =
  /^`?\s*(?:(?:must|should|has to|needs to|to)\s+(?:pass|succeed|work|be green|exit)|(?:passes|succeeds|works|is green)\b|(?:必须|要|应)?(?:通过|成功))/i
