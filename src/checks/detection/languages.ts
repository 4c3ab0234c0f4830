import type { Check } from "../check.ts"
import type { CodeLanguage } from "../coverage/languages.ts"
import type { Project } from "../project.ts"
import { goChecks, javaChecks, rustChecks } from "./compiled-checks.ts"
import { cmakeChecks, dotnetChecks, swiftChecks } from "./native-checks.ts"
import { nodeChecks } from "./node-checks.ts"
import { pythonChecks } from "./python-checks.ts"
import { denoChecks, elixirChecks, phpChecks, rubyChecks } from "./scripted-checks.ts"

/** How the checks of each language are found; the first one that a project has gives its checks the plain names. */
export const LANGUAGES: readonly (readonly [language: CodeLanguage, find: (project: Project) => Promise<Check[]>])[] = [
  ["node", javascriptChecks],
  ["python", pythonChecks],
  ["rust", rustChecks],
  ["go", goChecks],
  ["java", javaChecks],
  ["c", cmakeChecks],
  ["dotnet", dotnetChecks],
  ["ruby", rubyChecks],
  ["php", phpChecks],
  ["elixir", elixirChecks],
  ["swift", swiftChecks],
]

/** A project of Deno may have a package.json for its editors. */
async function javascriptChecks(project: Project): Promise<Check[]> {
  const checks = await nodeChecks(project)
  return checks.some(({ kind }) => kind === "test") ? checks : [...(await denoChecks(project)), ...checks]
}
