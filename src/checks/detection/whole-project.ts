import type { Check } from "../check.ts"
import type { Project } from "../project.ts"
import { makeChecks } from "./make-checks.ts"
import { commandsOf, startsKeelson, watches } from "./script-text.ts"
import { languagesOf, parserFor } from "./tool-of-command.ts"

/** Targets of tools that build a project of any language, for one whose tests are found in no other way. */
export async function wholeProjectChecks(project: Project): Promise<Check[]> {
  for (const find of [bazelChecks, makeChecks, justChecks]) {
    const checks = await find(project)
    if (checks.length > 0) return checks
  }
  return []
}

/** All tests of a Bazel workspace. Without a server, which would go on in the background. */
async function bazelChecks(project: Project): Promise<Check[]> {
  const source = (await project.list(".")).find((name) => /^(?:MODULE\.bazel|WORKSPACE(?:\.bazel)?)$/.test(name))
  if (source === undefined) return []
  const program = (await project.hasProgram("bazelisk")) ? "bazelisk" : "bazel"
  const command = `${program} --batch test //... --keep_going --test_output=errors --noshow_progress`
  return [{ name: "test", kind: "test", command, source, parser: "bazel" }]
}

/** The `test` or `check` recipe of a justfile. */
async function justChecks(project: Project): Promise<Check[]> {
  for (const source of ["justfile", "Justfile", ".justfile"]) {
    const text = await project.readText(source)
    if (text === undefined) continue
    const name = ["test", "check"].find((recipe) => new RegExp(`^@?${recipe}\\b[^\\n:=]*:(?!=)`, "m").test(text))
    if (name === undefined) return []
    const [, recipe = ""] = new RegExp(`^@?${name}\\b[^\\n]*\\n((?:[ \\t]+[^\\n]*\\n?|\\n)*)`, "m").exec(text) ?? []
    const commands = commandsOf(recipe.replace(/^[ \t]+@?/gm, ""), {})
    if (startsKeelson(commands) || watches(commands)) return []
    const languages = languagesOf(commands)
    return [
      {
        name: "test",
        kind: "test",
        command: `just ${name}`,
        source: `${source} ${name}`,
        parser: parserFor(commands),
        ...(languages === undefined || languages.length === 0 ? {} : { languages }),
      },
    ]
  }
  return []
}
