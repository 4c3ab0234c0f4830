import { readdir } from "node:fs/promises"
import { join } from "node:path"
import type { Check } from "../../checks/check.ts"
import type { VerifyMoment } from "../../protocol/log/environment.ts"
import { headOf } from "../../text/clip.ts"
import { quotedName } from "../../text/quoted-name.ts"
import type { Workspace } from "../../tools/workspace/workspace.ts"
import { type GitFacts, gitFacts } from "./git-facts.ts"

/** When the checks run: as the user set it, and as the strategy can. */
export type CheckMoments = {
  readonly verify: VerifyMoment
  /** The strategy works in rounds: the checks can run between them. */
  readonly hasRounds: boolean
}

/** About 300 tokens. */
const MOST_CHARACTERS = 1200
const MOST_NAMES = 40
const LIST_CHARACTERS = 450
const MOST_CHANGED = 8
const MOST_SCRIPTS = 14
const SCRIPT_CHARACTERS = 60

/** What the model is told of the folder before its first call, so that no round is spent on finding it out. */
export async function folderFacts(
  workspace: Workspace,
  checks: () => Promise<readonly Check[]>,
  moments: CheckMoments,
): Promise<string> {
  const names = await namesIn(workspace.root)
  if (names.length === 0) return "The folder is empty."
  const [git, found, scripts] = await Promise.all([gitFacts(workspace.root), checks(), scriptsOf(workspace, names)])
  const before = [...kindLine(names), `- Top of the tree: ${listed(names, MOST_NAMES, " ")}`]
  const after = [...(git ? [gitLine(git)] : []), ...checksLine(found, moments), ...scripts]
  const room = MOST_CHARACTERS - [...before, ...after].join("\n").length - HEADING.length - 2
  const within = await foldersWithin(workspace.root, names, room)
  return headOf([HEADING, ...before, ...within, ...after].join("\n"), MOST_CHARACTERS)
}

const HEADING = "The folder at the start:"

/** What stands in the folders, from the top down, as far as there is room: a path that is known need not be looked for. */
async function foldersWithin(root: string, names: readonly string[], room: number): Promise<string[]> {
  const queue = foldersOf("", names)
  const parts: string[] = []
  let left = room - "- In them: ".length
  for (let folder = queue.shift(); folder !== undefined && left > LEAST_ROOM; folder = queue.shift()) {
    const found = await namesIn(join(root, folder))
    queue.push(...foldersOf(folder, found))
    const part = `${quotedName(folder)} ${listed(found, MOST_IN_FOLDER, " ")}`
    if (found.length === 0 || part.length + 2 > left) continue
    parts.push(part)
    left -= part.length + 2
  }
  return parts.length === 0 ? [] : [`- In them: ${parts.join("; ")}`]
}

const LEAST_ROOM = 30
const MOST_IN_FOLDER = 16
const DEEPEST = 3

/** Those with something of the project's own in them. */
function foldersOf(folder: string, names: readonly string[]): string[] {
  if (folder.split("/").length > DEEPEST) return []
  return names.filter((name) => isFolder(name) && !OTHERS.test(name)).map((name) => `${folder}${name}`)
}

const OTHERS = /^(?:\..*|node_modules|vendor|third_party|dist|build|out|target|coverage|venv|__pycache__)\/$/

async function namesIn(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => [])
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
  const shown = names.filter((name) => name !== ".git" && name !== ".git/").sort()
  return [...shown.filter(isFolder), ...shown.filter((name) => !isFolder(name))]
}

function isFolder(name: string): boolean {
  return name.endsWith("/")
}

const KINDS: readonly (readonly [kind: string, files: RegExp])[] = [
  ["Node.js", /^package\.json$/],
  ["Deno", /^deno\.jsonc?$/],
  ["Python", /^(?:pyproject\.toml|setup\.py|setup\.cfg|requirements\.txt)$/],
  ["Rust", /^Cargo\.toml$/],
  ["Go", /^go\.(?:mod|work)$/],
  ["Java", /^(?:pom\.xml|build\.gradle(?:\.kts)?)$/],
  [".NET", /\.(?:sln|slnx|csproj|fsproj)$/],
  ["Ruby", /^(?:Gemfile|.+\.gemspec)$/],
  ["PHP", /^composer\.json$/],
  ["Elixir", /^mix\.exs$/],
  ["Swift", /^Package\.swift$/],
  ["CMake", /^CMakeLists\.txt$/],
  ["Bazel", /^(?:MODULE\.bazel|WORKSPACE)$/],
]

const MANAGERS: readonly (readonly [manager: string, file: string])[] = [
  ["pnpm", "pnpm-lock.yaml"],
  ["yarn", "yarn.lock"],
  ["bun", "bun.lock"],
  ["bun", "bun.lockb"],
  ["npm", "package-lock.json"],
  ["uv", "uv.lock"],
  ["poetry", "poetry.lock"],
]

function kindLine(names: readonly string[]): string[] {
  const kinds = KINDS.filter(([, files]) => names.some((name) => files.test(name))).map(([kind]) => kind)
  const managers = MANAGERS.filter(([, file]) => names.includes(file)).map(([manager]) => manager)
  if (kinds.length === 0) return []
  return [`- Project: ${[...kinds, ...managers.map((manager) => `package manager ${manager}`)].join(", ")}`]
}

function gitLine({ branch, changed }: GitFacts): string {
  const where = branch === undefined ? "no branch (detached HEAD)" : `branch ${quotedName(branch)}`
  if (changed === undefined) return `- Git: ${where}`
  if (changed.length === 0) return `- Git: ${where}, no tracked file changed`
  return `- Git: ${where}, changed and not committed: ${listed(changed, MOST_CHANGED, ", ")}`
}

async function scriptsOf(workspace: Workspace, names: readonly string[]): Promise<string[]> {
  if (!names.includes("package.json")) return []
  const [{ projectOf }, { readPackage }] = await Promise.all([
    import("../../checks/project.ts"),
    import("../../checks/detection/package-json.ts"),
  ])
  const { scripts } = await readPackage(projectOf(workspace))
  const lines = Object.entries(scripts).map(
    ([name, text]) => `${quotedName(name)} (${headOf(text.replace(/\s+/g, " "), SCRIPT_CHARACTERS)})`,
  )
  return lines.length === 0 ? [] : [`- Scripts: ${lines.slice(0, MOST_SCRIPTS).join(", ")}`]
}

function checksLine(checks: readonly Check[], { verify, hasRounds }: CheckMoments): string[] {
  if (verify === "off" || checks.length === 0) return []
  const commands = checks.map(({ name, command }) => `${quotedName(name)} (\`${command}\`)`).join(", ")
  const isDuring = hasRounds && verify !== "end"
  const when = isDuring
    ? `after each ${verify} that changes files, and again without your changes if one fails; you see the results`
    : "when you end the work and have changed files; you hear of them if your change broke one"
  return [`- Checks that Keelson runs by itself ${when}: ${commands}`]
}

function listed(names: readonly string[], most: number, between: string): string {
  const shown: string[] = []
  let characters = 0
  for (const name of names.slice(0, most).map(quotedName)) {
    characters += name.length + between.length
    if (characters > LIST_CHARACTERS) break
    shown.push(name)
  }
  return [...shown, ...(names.length > shown.length ? [`… (${names.length} in all)`] : [])].join(between)
}
