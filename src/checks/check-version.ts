import { systemClock } from "../tools/clock.ts"
import { readContent } from "../tools/code/file-content.ts"
import { contentHash } from "../tools/content-hash.ts"
import { runCommand } from "../tools/process/run-command.ts"
import { type ToolContext, ToolFailure } from "../tools/tool.ts"
import type { Workspace } from "../tools/workspace/workspace.ts"
import type { Check } from "./check.ts"
import { LOCK_FILE_NAMES } from "./detection/package-manager.ts"

const TIME_LIMIT_MS = 10_000
const LONGEST = 100

/** Answers that were given in this process: a tool is not asked again before each check. */
const known = new WeakMap<Workspace, Map<string, Promise<string>>>()

/** The version of what stands behind a check, for the key of a cache; empty where it is unknown. */
export async function checkVersion(check: Check, context: ToolContext): Promise<string> {
  const question = versionCommand(check.command)
  if (question === undefined) return ""
  const answer = await answerTo(question, context)
  return question === "node --version" ? [answer, await lockHash(context.workspace)].filter(Boolean).join(" ") : answer
}

const VERSION_COMMANDS: readonly (readonly [pattern: RegExp, command: string])[] = [
  [/^(?:npm|npx|pnpm|yarn|bun|node)\s/, "node --version"],
  [/^(\S*python[\d.]*) -m unittest\b/, "$1 --version"],
  [/^(\S*python[\d.]*) -m ([\w.]+)/, "$1 -m $2 --version"],
  [/^go\s/, "go version"],
  [/^(?:bundle exec )?(?:rspec|rake|ruby|bin\/rails)\s*/, "ruby --version"],
  [/^(?:vendor\/bin\/\w+|phpunit|composer)(?:\s|$)/, "php --version"],
  [/\bcmake --build\b/, "cmake --version"],
  [/^(cargo|mvn|gradle|make|tsc|eslint|biome|pytest|\S*\/?ruff|deno|mix|dotnet|swift|just)(?:\s|$)/, "$1 --version"],
]

/** A wrapper such as `./gradlew` has its version in the workspace, and of a program that we don't know none is asked. */
function versionCommand(command: string): string | undefined {
  for (const [pattern, question] of VERSION_COMMANDS) {
    const found = pattern.exec(command.replace(/^cd \S+ && /, "").replace(/^(?:\w+=\S+ )+/, ""))
    if (found !== null) return question.replace("$1", () => found[1] ?? "").replace("$2", () => found[2] ?? "")
  }
  return undefined
}

function answerTo(question: string, context: ToolContext): Promise<string> {
  const answers = known.get(context.workspace) ?? new Map<string, Promise<string>>()
  known.set(context.workspace, answers)
  const before = answers.get(question)
  if (before !== undefined) return before
  const answer = askTool(question, context)
  answers.set(question, answer)
  // An abort is no answer.
  answer.catch(() => answers.delete(question))
  return answer
}

async function askTool(question: string, context: ToolContext): Promise<string> {
  const signal = AbortSignal.any([context.signal, (context.clock ?? systemClock).timeout(TIME_LIMIT_MS)])
  try {
    const { exitCode, output } = await runCommand({ ...context, signal, report: () => {} }, { command: question })
    return exitCode === 0 ? (output.split("\n")[0] ?? "").trim().slice(0, LONGEST) : ""
  } catch (error) {
    if (error instanceof ToolFailure) return ""
    throw error
  }
}

/** Which versions of packages are meant to be there. */
async function lockHash(workspace: Workspace): Promise<string> {
  for (const name of LOCK_FILE_NAMES) {
    const { bytes } = await readContent(workspace, name, "read").catch(() => ({ bytes: null }))
    if (bytes !== null) return contentHash(bytes).slice(0, 16)
  }
  return ""
}
