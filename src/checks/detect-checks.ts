import { dirname } from "node:path"
import type { Workspace } from "../tools/workspace/workspace.ts"
import type { Check, CheckKind } from "./check.ts"
import { type CodeLanguage, languageOf } from "./coverage/languages.ts"
import { type NearestProject, nearestProject } from "./coverage/nearest-project.ts"
import { LANGUAGES } from "./detection/languages.ts"
import { wholeProjectChecks } from "./detection/whole-project.ts"
import { type FormerFile, formerProject } from "./former-project.ts"
import { type Project, projectOf, within } from "./project.ts"

/** What is quick and points at the cause comes first. */
const ORDER: readonly CheckKind[] = ["types", "test", "lint", "build", "other"]

/** Enough for a change across a monorepo; one that touches more is not told apart any more. */
const MOST_PROJECTS = 12

/**
 * The checks that a project brings along, by its files: those of where one stands, or of the nearest folder above it that has any, and
 * before them those of the nearest project around each changed file, where these don't cover it. Nothing is run or installed to find
 * them.
 */
export async function detectChecks(workspace: Workspace, changedFiles: readonly string[] = []): Promise<Check[]> {
  return checksOf(projectOf(workspace, process.env.PATH), changedFiles, workspace.stand)
}

/** As `detectChecks`, for the project as it was before these changes. */
export async function detectFormerChecks(
  workspace: Workspace,
  changes: readonly FormerFile[],
  changedFiles: readonly string[],
): Promise<Check[]> {
  return checksOf(formerProject(projectOf(workspace, process.env.PATH), changes), changedFiles, workspace.stand)
}

/** As `detectChecks`, for any reader of a project. */
export async function checksOf(root: Project, changedFiles: readonly string[] = [], stand = "."): Promise<Check[]> {
  const { folder, checks } = await ownChecks(root, stand)
  const nearest = await nearestProjects(root, changedFiles)
  const others = nearest.filter(({ at, covers }) => at !== folder || covers !== folder)
  const wholes = new Set(nearest.map(({ insteadOf }) => insteadOf))
  // The parts of a large project that were changed are checked in its place.
  const own = wholes.has(folder)
    ? checks.filter(
        ({ languages = [] }) => !nearest.some((near) => near.insteadOf === folder && languages.includes(near.language)),
      )
    : checks
  const placed = [
    ...others.flatMap((near) => near.checks.map((check) => inFolder(named(check, near.covers), near))),
    ...own.map((check) => inFolder(check, { at: folder, covers: folder })),
  ]
  return uniqueNames(placed).sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
}

/** Those of the folder where one stands, or of the nearest above it that has any. */
async function ownChecks(root: Project, stand: string): Promise<{ folder: string; checks: readonly Check[] }> {
  for (let folder = stand; folder !== "."; folder = dirname(folder)) {
    const checks = await checksIn(within(root, folder))
    if (checks.length > 0) return { folder, checks }
  }
  return { folder: ".", checks: await checksIn(root) }
}

async function checksIn(project: Project): Promise<Check[]> {
  const checks: Check[] = []
  for (const [language] of LANGUAGES) {
    const names = new Set(checks.map(({ name }) => name))
    for (const check of await languageChecks(project, language)) checks.push(byLanguage(check, language, names, checks))
  }
  return checks.some((check) => check.kind === "test") ? checks : [...checks, ...(await wholeProjectChecks(project))]
}

/** What a detector says nothing else of is about its own language. */
async function languageChecks(project: Project, language: CodeLanguage): Promise<Check[]> {
  const find = LANGUAGES.find(([name]) => name === language)?.[1]
  const checks = (await find?.(project)) ?? []
  return checks.map((check) => (check.languages ? check : { ...check, languages: [language] }))
}

type Near = NearestProject & { readonly language: CodeLanguage }

async function nearestProjects(root: Project, changedFiles: readonly string[]): Promise<Near[]> {
  const found = new Map<string, Near>()
  const seen = new Set<string>()
  for (const path of changedFiles) {
    const language = languageOf(path)
    const place = `${language} ${dirname(path)}`
    if (language === undefined || path.startsWith("..") || seen.has(place)) continue
    seen.add(place)
    const near = await nearestProject(root, path, language, languageChecks)
    if (near !== undefined) found.set(`${language} ${near.covers}`, { ...near, language })
    if (found.size >= MOST_PROJECTS) break
  }
  return [...found.values()]
}

/** The first language has the plain names, `test`; the next ones say which they are, `test-python`; a second tool of one language says its own. */
function byLanguage(check: Check, language: string, earlier: ReadonlySet<string>, all: readonly Check[]): Check {
  if (earlier.has(check.name)) return { ...check, name: `${check.name}-${language}` }
  const isTaken = all.some(({ name }) => name === check.name)
  return isTaken ? { ...check, name: `${check.name}-${check.parser}` } : check
}

const LONGEST_NAME = 32

/** `test-backend` for the tests in `backend`. */
function named(check: Check, folder: string): Check {
  const place = folder.replace(/[^\w]+/g, "-").replace(/^-|-$/g, "")
  return { ...check, name: `${check.name}-${place}`.slice(0, LONGEST_NAME) }
}

function inFolder(check: Check, { at, covers }: Pick<NearestProject, "at" | "covers">): Check {
  const command = at === "." ? check.command : `cd ${quoted(at)} && ${check.command}`
  const source = at === "." ? check.source : `${at}/${check.source}`
  return { ...check, command, source, ...(covers === "." ? {} : { covers }) }
}

/** Two folders may shorten to one name, and two languages may lie in one folder. */
function uniqueNames(checks: readonly Check[]): Check[] {
  const times = new Map<string, number>()
  return checks.map((check) => {
    const time = (times.get(check.name) ?? 0) + 1
    times.set(check.name, time)
    return time === 1 ? check : { ...check, name: `${check.name}-${time}` }
  })
}

function quoted(folder: string): string {
  return /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", "'\\''")}'`
}
