import type { Check } from "../check.ts"
import type { Project } from "../project.ts"
import { commandsOf, startsKeelson, watches } from "./script-text.ts"
import { languagesOf, parserFor } from "./tool-of-command.ts"

/** The `test` or `check` target of a makefile. */
export async function makeChecks(project: Project): Promise<Check[]> {
  for (const source of ["GNUmakefile", "makefile", "Makefile"]) {
    const text = await project.readText(source)
    if (text === undefined) continue
    const target = ["test", "check"].find((name) => isTarget(text, name))
    if (target === undefined) return []
    const commands = commandsOf(recipeOf(text, target), {})
    if (startsKeelson(commands) || watches(commands)) return []
    return [
      {
        name: "test",
        kind: "test",
        command: `make ${target}`,
        source: `${source} ${target}`,
        parser: parserFor(commands),
        ...about(languagesOf(commands)),
      },
    ]
  }
  return []
}

/** A recipe of tools that we don't know may be about anything. */
function about(languages: readonly string[] | undefined): Pick<Check, "languages"> {
  return languages === undefined || languages.length === 0 ? {} : { languages }
}

function isTarget(text: string, name: string): boolean {
  return new RegExp(`^(?:[\\w.-]+[ \\t]+)*${name}(?:[ \\t]+[\\w.-]+)*[ \\t]*::?(?!=)`, "m").test(text)
}

/** The indented lines under a target, without make's own marks. */
function recipeOf(text: string, name: string): string {
  const lines = text.split("\n")
  const start = lines.findIndex((line) => isTarget(line, name))
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => line.trim() !== "" && !line.startsWith("\t"))
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .map((line) => line.trim().replace(/^[@+-]+/, ""))
    .join("\n")
}
