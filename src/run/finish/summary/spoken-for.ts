import { classifyCommand } from "../../../tools/shell/shell.ts"
import type { RunView, TaskView } from "../../../view/run-view.ts"

/**
 * Whether a command that failed is no news at the end: the checks of the project that it ran are told by how they came out last, and a look at
 * red tests before something was changed is how one works. A command that does anything else speaks for itself.
 */
export function isSpokenFor({ title, key, status }: TaskView, { checks, tasks }: RunView): boolean {
  if (status !== "failed" || !COMMAND.test(title) || title.endsWith("…")) return false
  const parts = partsOf(title).filter((part) => !isAside(part))
  if (parts.length === 0) return false
  const known = checks.filter((check) => check.status !== "broken").map(({ command }) => plain(command))
  if (parts.every((part) => known.includes(part))) return true
  const at = tasks.findIndex((task) => task.key === key)
  const isBefore = tasks.slice(at + 1).some(({ changes }) => changes.length > 0)
  return isBefore && parts.every((part) => known.includes(part) || TESTS.test(part))
}

/** As calls are titled that run a command line. */
const COMMAND = /^Run /

/** What a command line is made of, without where its output goes. */
function partsOf(title: string): string[] {
  const line = title.replace(COMMAND, "").replace(/\d?>(?:&\d|\s*\/dev\/null)/g, "")
  return line.split(/;|&&|\|\||\n/).map((part) => plain(part.split("|")[0] ?? ""))
}

/** By one name for what is one: npm runs these scripts by their own names too. */
function plain(command: string): string {
  return command
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(npm|pnpm|yarn) (test|t)\b/, "$1 run test")
}

/** What comes along and tells nothing by its failing. */
function isAside(part: string): boolean {
  return part === "" || /^(?:cd|true|set|export|echo)\b/.test(part) || classifyCommand(part) === "reading"
}

/** Programs that run tests, and nothing but tests as they are called here. */
const TESTS =
  /^(?:npx (?:--no-install )?)?(?:(?:npm|pnpm|yarn) run test|node (?:--\S+ )*--test|vitest|jest|mocha|ava|tap|pytest|python3? -m (?:pytest|unittest)|go test|cargo test|mvn test|gradle test|\.\/gradlew test|dotnet test|rspec|bundle exec rspec|deno test|bun test|make (?:test|check)|tox|phpunit)\b/
