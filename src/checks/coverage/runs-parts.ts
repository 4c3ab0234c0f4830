import type { Check } from "../check.ts"
import { readPackage } from "../detection/package-json.ts"
import { commandsOf } from "../detection/script-text.ts"
import type { Project } from "../project.ts"
import type { CodeLanguage } from "./languages.ts"

const RUNS_PACKAGES =
  /(?:^|\s)(?:-ws|--workspaces|-r|--recursive|-F|--filter)(?:[\s=]|$)|^(?:npx |pnpm |yarn |bun(?:x)? )?(?:turbo|nx|lerna|moon|rush|lage|wireit)\b|workspaces foreach/

/** Whether the tests of a project run those of its parts too. All tool chains do that but npm's: a script does what it says. */
export async function runsParts(project: Project, language: CodeLanguage, checks: readonly Check[]): Promise<boolean> {
  const test = checks.find(({ kind }) => kind === "test")
  if (test === undefined || language !== "node") return test !== undefined
  const [, script] = /^package\.json scripts\.(.+)$/.exec(test.source) ?? []
  if (script === undefined) return true
  const { scripts } = await readPackage(project)
  return commandsOf(scripts[script] ?? "", scripts).some((command) => RUNS_PACKAGES.test(command))
}
