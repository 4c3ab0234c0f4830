import { dirname } from "node:path"
import type { Workspace } from "../tools/workspace.ts"
import type { Check, CheckKind } from "./check.ts"
import { goChecks, javaChecks, rustChecks } from "./detection/compiled-checks.ts"
import { makeChecks } from "./detection/make-checks.ts"
import { nodeChecks } from "./detection/node-checks.ts"
import { pythonChecks } from "./detection/python-checks.ts"
import { type Project, projectOf } from "./project.ts"

/** What is quick and points at the cause comes first. */
const ORDER: readonly CheckKind[] = ["types", "test", "lint", "build", "other"]

const LANGUAGES = [
  ["node", nodeChecks],
  ["python", pythonChecks],
  ["rust", rustChecks],
  ["go", goChecks],
  ["java", javaChecks],
] as const

/**
 * The checks that a project brings along, by its files: those of where one stands, or of the nearest folder above it that has any.
 * Nothing is run or installed to find them.
 */
export async function detectChecks(workspace: Workspace): Promise<Check[]> {
  for (let folder = workspace.stand; folder !== "."; folder = dirname(folder)) {
    const checks = await checksOf(projectOf(workspace, process.env.PATH, folder))
    if (checks.length > 0)
      return checks.map((check) => ({ ...check, command: `cd ${quoted(folder)} && ${check.command}` }))
  }
  return checksOf(projectOf(workspace, process.env.PATH))
}

function quoted(folder: string): string {
  return /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", "'\\''")}'`
}

/** As `detectChecks`, for any reader of a project. */
export async function checksOf(project: Project): Promise<Check[]> {
  const checks: Check[] = []
  for (const [language, find] of LANGUAGES) {
    const names = new Set(checks.map(({ name }) => name))
    for (const check of await find(project)) checks.push(named(check, language, names, checks))
  }
  if (!checks.some((check) => check.kind === "test")) checks.push(...(await makeChecks(project)))
  return checks.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
}

/** The first language has the plain names, `test`; the next ones say which they are, `test-python`; a second tool of one language says its own. */
function named(check: Check, language: string, earlier: ReadonlySet<string>, all: readonly Check[]): Check {
  if (earlier.has(check.name)) return { ...check, name: `${check.name}-${language}` }
  const isTaken = all.some(({ name }) => name === check.name)
  return isTaken ? { ...check, name: `${check.name}-${check.parser}` } : check
}
