import { posix } from "node:path"
import { globFits } from "../../text/glob.ts"
import { readPackage } from "../detection/package-json.ts"
import { packagesOf } from "../detection/workspace-checks.ts"
import type { Project } from "../project.ts"
import type { CodeLanguage } from "./languages.ts"

/** The folders that a project names as its parts, relative to it; patterns as they are written. */
type FindMembers = (project: Project) => Promise<readonly string[]>

const MEMBERS: Partial<Readonly<Record<CodeLanguage, FindMembers>>> = {
  rust: cargoMembers,
  go: goModules,
  node: nodePackages,
  java: async (project) => [...(await mavenModules(project)), ...(await gradleProjects(project))],
  dotnet: solutionProjects,
  elixir: async (project) =>
    listIn(await project.readText("mix.exs"), /apps_path:\s*"([^"]+)"/g).map((path) => `${path}/*`),
  // A folder with a CMakeLists.txt of its own is part of the one above.
  c: async (project) => ((await project.exists("CMakeLists.txt")) ? ["*"] : []),
}

/** The parts of a project in one language, as the project itself says. */
export async function membersOf(project: Project, language: CodeLanguage): Promise<readonly string[]> {
  return (await MEMBERS[language]?.(project)) ?? []
}

/** Whether a folder, relative to the project, is one of these parts. `*` goes through folders too: `packages/**` and `packages/*` are one. */
export function isAmong(members: readonly string[], folder: string): boolean {
  const excluded = members.filter((member) => member.startsWith("!")).map((member) => member.slice(1))
  const named = members.filter((member) => !member.startsWith("!"))
  return named.some((member) => fits(member, folder)) && !excluded.some((member) => fits(member, folder))
}

function fits(pattern: string, folder: string): boolean {
  const plain = posix.normalize(pattern.replace(/\\/g, "/")).replace(/\/$/, "")
  return globFits(plain.replace(/\*+/g, "*"), folder)
}

/** Cargo's members, without those that it excludes; path dependencies in the folder are members too. */
export async function cargoMembers(project: Project): Promise<string[]> {
  const text = (await project.readText("Cargo.toml")) ?? ""
  const section = /^\[workspace\][^\n]*\n((?:(?!^\[)[^\n]*\n?)*)/m.exec(text)?.[1]
  if (section === undefined) return []
  const list = (name: string) =>
    textsIn(new RegExp(`^\\s*${name}\\s*=\\s*\\[([^\\]]*)\\]`, "m").exec(withoutComments(section))?.[1] ?? "")
  const dependencies = listIn(text, /\bpath\s*=\s*"([^"]+)"/g).filter((path) => !path.endsWith(".rs"))
  return [...list("members"), ...dependencies, ...list("exclude").map((path) => `!${path}`)]
}

/** The modules of a go.work. */
export async function goModules(project: Project): Promise<string[]> {
  return goModulesIn((await project.readText("go.work")) ?? "")
}

export function goModulesIn(work: string): string[] {
  const text = work.replace(/\/\/.*$/gm, "")
  const blocks = listIn(text, /^use\s*\(([^)]*)\)/gm).flatMap((block) => block.split(/\s+/))
  const single = listIn(text, /^use\s+([^\s(]+)\s*$/gm)
  return [...blocks, ...single].filter((path) => path !== "").map((path) => posix.normalize(path.replace(/"/g, "")))
}

async function nodePackages(project: Project): Promise<string[]> {
  return (await packagesOf(project, await readPackage(project))).map(({ folder }) => folder)
}

async function mavenModules(project: Project, folder = "", depth = 0): Promise<string[]> {
  const text = (await project.readText(`${folder}pom.xml`)) ?? ""
  const own = listIn(text, /<module>\s*([^<\s]+)\s*<\/module>/g).map((module) => `${folder}${module}`)
  if (depth >= 3) return own
  const inner = await Promise.all(own.map((module) => mavenModules(project, `${module}/`, depth + 1)))
  return [...own, ...inner.flat()]
}

async function gradleProjects(project: Project): Promise<string[]> {
  const text = (await project.readText("settings.gradle")) ?? (await project.readText("settings.gradle.kts")) ?? ""
  const names = listIn(text, /^\s*include(?:Flat)?[\s(]([^\n]*(?:,\s*\n[^\n]*)*)/gm).flatMap(textsIn)
  return names.map((name) => name.replace(/^:/, "").replaceAll(":", "/"))
}

async function solutionProjects(project: Project): Promise<string[]> {
  const solution = (await project.list(".")).find((name) => /\.slnx?$/.test(name))
  const text = solution === undefined ? "" : ((await project.readText(solution)) ?? "")
  return listIn(text, /"([^"]+\.(?:cs|fs|vb)proj)"/g).map((path) => posix.dirname(path.replace(/\\/g, "/")))
}

function listIn(text: string | undefined, pattern: RegExp): string[] {
  return [...(text ?? "").matchAll(pattern)].map(([, found = ""]) => found)
}

function textsIn(list: string): string[] {
  return listIn(list, /["']([^"']+)["']/g)
}

function withoutComments(text: string): string {
  return text.replace(/#.*$/gm, "")
}
