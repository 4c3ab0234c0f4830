import { dirname, relative } from "node:path/posix"
import type { Check } from "../check.ts"
import { type Project, within } from "../project.ts"
import type { CodeLanguage } from "./languages.ts"
import { isAmong, membersOf } from "./members.ts"
import { runsParts } from "./runs-parts.ts"

/** What a project of a language is known by. */
const MANIFESTS: Partial<Readonly<Record<CodeLanguage, RegExp>>> = {
  node: /^(?:package\.json|deno\.jsonc?)$/,
  python:
    /^(?:pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|noxfile\.py|pytest\.ini|Pipfile|manage\.py|requirements[\w-]*\.txt)$/,
  rust: /^Cargo\.toml$/,
  go: /^go\.(?:mod|work)$/,
  java: /^(?:pom\.xml|(?:build|settings)\.gradle(?:\.kts)?)$/,
  c: /^CMakeLists\.txt$/,
  dotnet: /\.(?:slnx?|[cfv][sb]proj)$/,
  ruby: /^(?:Gemfile|Rakefile)$|\.gemspec$/,
  php: /^(?:composer\.json|phpunit\.xml(?:\.dist)?)$/,
  elixir: /^mix\.exs$/,
  swift: /^Package\.swift$/,
}

/** A project of more parts than this is not checked as a whole. */
const MANY = 20

/** The checks of one language in one folder. */
export type FindChecks = (project: Project, language: CodeLanguage) => Promise<readonly Check[]>

/** The checks of the project that a changed file belongs to: where they are run, and which folder they cover. */
export type NearestProject = {
  readonly at: string
  readonly covers: string
  readonly checks: readonly Check[]
  /** The project above that is too large to be checked as a whole, so that this part of it is. */
  readonly insteadOf?: string
}

/**
 * The nearest project around a file that has checks, below the root of the workspace; undefined where the root's own are the nearest.
 * A part of a project counts as that project, whose checks run all of its parts.
 */
export async function nearestProject(
  root: Project,
  path: string,
  language: CodeLanguage,
  find: FindChecks,
): Promise<NearestProject | undefined> {
  const folders = foldersAbove(path)
  const isNamed = await Promise.all(folders.map((folder) => hasManifest(root, folder, language)))
  const named = folders.filter((_, index) => isNamed[index])
  for (const folder of named.filter((candidate) => candidate !== ".")) {
    const checks = await find(within(root, folder), language)
    if (checks.length > 0) return asPart(root, { at: folder, covers: folder, checks }, named, language, find)
  }
  // Tests without a manifest of theirs count where the root has none that would find them.
  if (named.length > 0 || (await find(root, language)).length > 0) return undefined
  for (const folder of folders.filter((candidate) => candidate !== ".")) {
    const checks = await find(within(root, folder), language)
    if (checks.length > 0) return { at: folder, covers: folder, checks }
  }
  return undefined
}

/** The project itself, or the outermost one above that it is a part of; undefined where that is the root. */
async function asPart(
  root: Project,
  own: NearestProject,
  named: readonly string[],
  language: CodeLanguage,
  find: FindChecks,
): Promise<NearestProject | undefined> {
  for (const above of named.slice(named.indexOf(own.at) + 1).toReversed()) {
    const project = within(root, above)
    const part = relative(above, own.at)
    const members = await membersOf(project, language)
    if (!isAmong(members, part)) continue
    const checks = await find(project, language)
    if (!(await runsParts(project, language, checks))) continue
    if (members.length > MANY) return affected(project, { above, part, own }, language)
    return above === "." ? undefined : { at: above, covers: above, checks }
  }
  return own
}

type Part = { readonly above: string; readonly part: string; readonly own: NearestProject }

/** Only the changed part of a large project: by a choice of the project's own command, or by the commands of the part. */
async function affected(project: Project, { above, part, own }: Part, language: CodeLanguage): Promise<NearestProject> {
  const options = await partOptions(project, language, part)
  if (options === undefined) return { ...own, insteadOf: above }
  const checks = own.checks.map((check) => ({ ...check, command: options(check.command) }))
  return { at: above, covers: own.covers, checks, insteadOf: above }
}

async function partOptions(
  project: Project,
  language: CodeLanguage,
  part: string,
): Promise<((command: string) => string) | undefined> {
  if (language === "rust") {
    const name = /^\s*name\s*=\s*"([^"]+)"/m.exec((await project.readText(`${part}/Cargo.toml`)) ?? "")?.[1]
    return name === undefined ? undefined : (command) => `${command} -p ${name}`
  }
  if (language !== "java") return undefined
  if (await project.exists("pom.xml")) return (command) => `${command} -pl ${part} -am`
  return (command) => command.replace(/ test$/, ` :${part.replaceAll("/", ":")}:test`)
}

async function hasManifest(root: Project, folder: string, language: CodeLanguage): Promise<boolean> {
  const manifest = MANIFESTS[language]
  return manifest !== undefined && (await root.list(folder)).some((name) => manifest.test(name))
}

/** The folders around a file, the nearest first, `.` last. */
function foldersAbove(path: string): string[] {
  const folders: string[] = []
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) folders.push(folder)
  return [...folders, "."]
}
