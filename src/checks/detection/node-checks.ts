import type { Check, CheckKind } from "../check.ts"
import { ANY } from "../coverage/languages.ts"
import type { Project } from "../project.ts"
import { biomeCheck, eslintCheck } from "./node-lint.ts"
import { nodeRunnerCheck } from "./node-runners.ts"
import { typescriptCheck } from "./node-types.ts"
import { type Package, readPackage } from "./package-json.ts"
import {
  commandsOf,
  isPlaceholder,
  reachesOut,
  rewrites,
  scriptsRunBy,
  startsKeelson,
  watches,
  withoutLaunchers,
} from "./script-text.ts"
import { languagesOf, parserFor, toolOf } from "./tool-of-command.ts"
import { packagesOf, workspaceCheck } from "./workspace-checks.ts"

const SCRIPT_NAMES = {
  types: ["typecheck", "type-check", "check:types", "check-types", "types:check", "types", "tsc"],
  test: ["test", "test:ci", "test:run", "test:unit"],
  lint: ["lint", "lint:check", "lint:ci", "check:lint", "eslint", "biome"],
  build: ["build"],
} as const

/** The checks of a JavaScript or TypeScript project: its scripts first, then its tools as their config files tell. */
export async function nodeChecks(project: Project): Promise<Check[]> {
  const found = await readPackage(project)
  const packages = await packagesOf(project, found)
  const scripts = [
    typesScript(found) ?? packagesCheck(found, packages, "types"),
    scriptCheck(found, "test") ?? packagesCheck(found, packages, "test"),
    scriptCheck(found, "lint") ?? packagesCheck(found, packages, "lint"),
  ].filter((check) => check !== undefined)
  const kinds = new Set<CheckKind>(scripts.map((check) => check.kind))
  const others = [
    kinds.has("types") || runsTypescript(found, scripts) ? undefined : await typescriptCheck(project, found),
    kinds.has("test") ? undefined : await nodeRunnerCheck(project, found),
    kinds.has("lint") ? undefined : await biomeCheck(project, found),
    kinds.has("lint") ? undefined : await eslintCheck(project, found),
  ].filter((check) => check !== undefined)
  const checks = [...scripts.filter((check) => !isRunByAnother(found, check, scripts)), ...others]
  const build =
    checks.some((check) => check.kind === "types") || runsTypescript(found, checks)
      ? undefined
      : scriptCheck(found, "build")
  return build === undefined ? checks : [...checks, build]
}

/** What `npm test` runs by `posttest` is not run, nor counted, a second time. */
function isRunByAnother({ scripts }: Package, check: Check, others: readonly Check[]): boolean {
  const nameOf = ({ source }: Check) => source.replace("package.json scripts.", "")
  return others.some((other) => other !== check && scriptsRunBy(nameOf(other), scripts).has(nameOf(check)))
}

function packagesCheck(found: Package, packages: readonly Package[], kind: keyof typeof SCRIPT_NAMES) {
  return workspaceCheck(found, packages, kind, SCRIPT_NAMES[kind], isUsable)
}

/** `check` is a name for anything; it counts where a type checker is behind it. */
function typesScript(found: Package): Check | undefined {
  const script = scriptCheck(found, "types")
  if (script !== undefined) return script
  const commands = commandsOf(found.scripts.check ?? "", found.scripts)
  const checksTypes = commands.some((command) =>
    /^(tsc|vue-tsc|svelte-check|astro check)\b/.test(withoutLaunchers(command)),
  )
  return checksTypes ? scriptCheck(found, "types", ["check"]) : undefined
}

function scriptCheck(
  found: Package,
  kind: keyof typeof SCRIPT_NAMES,
  names: readonly string[] = SCRIPT_NAMES[kind],
): Check | undefined {
  const name = names.find((candidate) => isUsable(found, candidate))
  if (name === undefined) return undefined
  const script = found.scripts[name] ?? ""
  const commands = commandsOf(script, found.scripts)
  return {
    name: kind,
    kind,
    command: found.manager.script(name, argumentsToEnd(script)),
    source: `package.json scripts.${name}`,
    parser: parserFor(commands),
    ...coverage(commands),
  }
}

/** A script of a package is about JavaScript, and about whatever else it starts. */
function coverage(commands: readonly string[]): Pick<Check, "languages"> {
  const languages = languagesOf(commands)
  return { languages: languages === undefined ? [ANY] : [...new Set(["node", ...languages])] }
}

function isUsable({ scripts }: Package, name: string): boolean {
  const script = scripts[name]
  if (script === undefined || isPlaceholder(script)) return false
  const commands = commandsOf(script, scripts)
  return ![watches, rewrites, startsKeelson, reachesOut].some((isWrong) => isWrong(commands))
}

/** What keeps the last command of a script from waiting for changes; it is the one that gets further arguments. */
function argumentsToEnd(script: string): string | undefined {
  const last = withoutLaunchers(commandsOf(script, {}).at(-1) ?? "")
  if (/^vitest(?!\s+(run|bench|list|related)\b)(?!.*\s--run\b)/.test(last)) return "--run"
  return /^ng test(?!.*--watch)/.test(last) ? "--watch=false" : undefined
}

function runsTypescript(found: Package, checks: readonly Check[]): boolean {
  const scripts = checks.map((check) => found.scripts[check.source.replace("package.json scripts.", "")] ?? "")
  return scripts.some((script) => commandsOf(script, found.scripts).some((command) => toolOf(command) === "tsc"))
}
