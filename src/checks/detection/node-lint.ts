import type { Check } from "../check.ts"
import type { Project } from "../project.ts"
import type { Package } from "./package-json.ts"

/** ESLint in a project that has a config for it but no script. */
export function eslintCheck(project: Project, found: Package): Promise<Check | undefined> {
  const config = /^(eslint\.config\.[cm]?[jt]s|\.eslintrc(\.(c?js|json|ya?ml))?)$/
  return linterCheck(project, found, { tool: "eslint", package: "eslint", command: "eslint .", config })
}

/** Biome in a project that has a config for it but no script. */
export function biomeCheck(project: Project, found: Package): Promise<Check | undefined> {
  const config = /^\.?biome\.jsonc?$/
  return linterCheck(project, found, { tool: "biome", package: "@biomejs/biome", command: "biome check .", config })
}

type Linter = { readonly tool: string; readonly package: string; readonly command: string; readonly config: RegExp }

async function linterCheck(project: Project, found: Package, linter: Linter): Promise<Check | undefined> {
  const file = (await project.list(".")).find((name) => linter.config.test(name))
  const source = file ?? (found.configures(`${linter.tool}Config`) ? `package.json ${linter.tool}Config` : undefined)
  if (source === undefined) return undefined
  const isThere =
    found.declares(linter.package) || (await project.exists(`node_modules/${linter.package}/package.json`))
  if (!isThere && !(await project.hasProgram(linter.tool))) return undefined
  const command = isThere ? found.manager.program(linter.command) : linter.command
  return { name: "lint", kind: "lint", command, source, parser: linter.tool }
}
