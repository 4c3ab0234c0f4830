import type { Check } from "../check.ts"
import type { Project } from "../project.ts"
import type { Package } from "./package-json.ts"

/** The type checker of a TypeScript project that has no script for it. */
export async function typescriptCheck(project: Project, found: Package): Promise<Check | undefined> {
  const settings = await project.readText("tsconfig.json")
  if (settings === undefined) return undefined
  const start = await starter(project, found)
  if (start === undefined) return undefined
  return {
    name: "types",
    kind: "types",
    command: `${start}${isOnlyReferences(settings) ? " -b" : ""} --noEmit`,
    source: "tsconfig.json",
    parser: "tsc",
  }
}

async function starter(project: Project, found: Package): Promise<string | undefined> {
  if (found.declares("vue-tsc")) return found.manager.program("vue-tsc")
  if (found.declares("typescript") || (await project.exists("node_modules/typescript/package.json"))) {
    return found.manager.program("tsc")
  }
  return (await project.hasProgram("tsc")) ? "tsc" : undefined
}

/** A root that only refers to other projects would check no file at all. */
function isOnlyReferences(settings: string): boolean {
  return /"references"\s*:\s*\[\s*\{/.test(settings) && /"files"\s*:\s*\[\s*\]/.test(settings)
}
