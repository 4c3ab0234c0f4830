import type { Project } from "../project.ts"
import { type PackageManager, packageManagerOf } from "./package-manager.ts"
import type { Scripts } from "./script-text.ts"

/** What detection wants to know of a package.json. */
export type Package = {
  /** Where it is in its project; `.` for the root. */
  readonly folder: string
  readonly scripts: Scripts
  readonly manager: PackageManager
  /** Where its own packages are, as its `workspaces` say. */
  readonly workspaces: readonly string[]
  /** Whether a package is a dependency. */
  declares(name: string): boolean
  /** Whether there is a setting of this name, as `jest` or `eslintConfig`. */
  configures(name: string): boolean
}

/** An empty package where there is no package.json, or none that can be read. `folder`: with a slash at its end. */
export async function readPackage(project: Project, folder = ""): Promise<Package> {
  const found = parseObject(await project.readText(`${folder}package.json`)) ?? {}
  const dependencies = new Set(
    ["dependencies", "devDependencies", "optionalDependencies"].flatMap((key) => Object.keys(objectIn(found, key))),
  )
  const scripts = Object.entries(objectIn(found, "scripts")).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  )
  return {
    folder: folder.replace(/\/$/, "") || ".",
    scripts: Object.fromEntries(scripts),
    manager: await packageManagerOf(project, found.packageManager),
    workspaces: textsIn(found.workspaces) ?? textsIn(objectIn(found, "workspaces").packages) ?? [],
    declares: (name) => dependencies.has(name),
    configures: (name) => Object.hasOwn(found, name),
  }
}

function textsIn(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : undefined
}

function objectIn(parent: Record<string, unknown>, key: string): Record<string, unknown> {
  const value = parent[key]
  return isObject(value) ? value : {}
}

function parseObject(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""))
    return isObject(value) ? value : undefined
  } catch {
    // A package.json in the middle of an edit is as good as none: npm could not run a script of it either.
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
