import { spawn } from "node:child_process"
import { join } from "node:path"
import { findProgram, trustedPath } from "../../programs/find-program.ts"
import { textIn } from "./refs.ts"
import { UnfitRepository } from "./unfit.ts"

/** One setting; git knows them by `section.key` or `section.subsection.key`, the outer two in lower case. */
export type Setting = { readonly name: string; readonly value: string | undefined }

const CONFIG_BYTES = 1 << 20
const READ_MS = 10_000

/** What a repository may need that this code knows of; another one may store refs or objects in a way of its own. */
const KNOWN_EXTENSIONS =
  /^extensions\.(objectformat|worktreeconfig|partialclone|noop|preciousobjects|relativeworktrees)$/

/** Credentials, what leads to them, and what would be wrong in a copy of the repository. */
const LEFT_OUT =
  /^(credential\.|http\.|extensions\.|core\.(repositoryformatversion|worktree|fsmonitor|splitindex|bare|askpass)$|gc\.auto$|maintenance\.)|token|passw|secret/
const CREDENTIAL = /(:\/\/)[^/@\s]*@/g

/** What makes git run a program, or read its orders somewhere else. */
const ORDERS =
  /^(core\.(fsmonitor|hookspath|sshcommand|editor|pager|askpass|gitproxy|alternaterefscommand|worktree)$|alias\.|filter\.|include(if)?\.|credential\.|gpg\.|pager\.|sequence\.editor$|diff\.external$|diff\..*\.(command|textconv)$|merge\..*\.driver$|remote\..*\.(uploadpack|receivepack|vcs|proxy)$|submodule\..*\.update$|url\.)/

/** The settings of a repository, with those of the working tree where it has its own. */
export async function readSettings(own: string, common: string): Promise<readonly Setting[]> {
  const shared = await settingsIn(join(common, "config"))
  const isSplit = shared.some(({ name, value }) => name === "extensions.worktreeconfig" && value !== "false")
  return isSplit ? [...shared, ...(await settingsIn(join(own, "config.worktree")))] : shared
}

/** `sha1`, or what the repository says. Throws where it is of a kind that can't be copied. */
export function objectFormatOf(settings: readonly Setting[]): string {
  const unknown = settings.find(({ name }) => name.startsWith("extensions.") && !KNOWN_EXTENSIONS.test(name))
  if (unknown) throw new UnfitRepository(`it uses ${unknown.name}, which Keelson does not know`)
  const format = settings.find(({ name }) => name === "extensions.objectformat")?.value ?? "sha1"
  if (format !== "sha1" && format !== "sha256") throw new UnfitRepository(`it stores objects by ${format}`)
  return format
}

/** Settings for git that works on the repository on behalf of the engine. */
export function plainConfig(format: string): string {
  return asText([...formatSettings(format), ...UNMOVED, ...QUIET])
}

/** Settings for git in commands: those of the repository without credentials. Only confined processes ever read them. */
export function offeredConfig(format: string, settings: readonly Setting[], isBare: boolean): string {
  const taken = settings.filter(({ name }) => !LEFT_OUT.test(name) || name === "extensions.partialclone")
  const clean = taken.map(({ name, value }) => ({ name, value: value?.replace(CREDENTIAL, "$1") }))
  return asText([...formatSettings(format), { name: "core.bare", value: String(isBare) }, ...clean, ...QUIET])
}

/** Names of settings by which git would run something, or take orders from somewhere else. */
export function ordersAmong(settings: readonly Setting[]): string[] {
  return [...new Set(settings.map(({ name }) => name).filter((name) => ORDERS.test(name)))]
}

const UNMOVED: readonly Setting[] = [
  { name: "core.bare", value: "false" },
  { name: "core.hookspath", value: "/dev/null" },
  { name: "core.fsmonitor", value: "false" },
]

const QUIET: readonly Setting[] = [
  { name: "gc.auto", value: "0" },
  { name: "maintenance.auto", value: "false" },
]

function formatSettings(format: string): Setting[] {
  const version = { name: "core.repositoryformatversion", value: "1" }
  return format === "sha1" ? [version] : [version, { name: "extensions.objectformat", value: format }]
}

function asText(settings: readonly Setting[]): string {
  return settings.map(lines).join("")
}

function lines({ name, value }: Setting): string {
  const [first, last] = [name.indexOf("."), name.lastIndexOf(".")]
  const [section, inner, key] = [name.slice(0, first), name.slice(first + 1, last), name.slice(last + 1)]
  const head = first === last ? `[${section}]` : `[${section} "${inner.replace(/["\\]/g, "\\$&")}"]`
  if (value === undefined) return `${head}\n\t${key}\n`
  const quoted = value.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t")
  return `${head}\n\t${key} = "${quoted}"\n`
}

/** Git parses the text; it is given no repository, and reads nothing that the text names. */
async function settingsIn(path: string): Promise<Setting[]> {
  const text = textIn(path, CONFIG_BYTES)
  const program = findProgram("git")
  if (program === undefined) throw new UnfitRepository("git is not installed outside of the workspace")
  const child = spawn(program, ["config", "--file", "-", "--no-includes", "--list", "-z"], {
    cwd: "/",
    env: { PATH: trustedPath(), HOME: "/", LC_ALL: "C", GIT_CONFIG_NOSYSTEM: "1", GIT_CEILING_DIRECTORIES: "/" },
    stdio: ["pipe", "pipe", "ignore"],
    timeout: READ_MS,
  })
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.once("error", () => resolve(null))
  child.once("close", resolve)
  const said: Buffer[] = []
  child.stdout?.on("data", (chunk: Buffer) => said.push(chunk))
  child.stdin?.on("error", () => {})
  child.stdin?.end(text)
  if ((await promise) !== 0) throw new UnfitRepository("git can't read its config")
  return Buffer.concat(said).toString("utf8").split("\0").slice(0, -1).map(setting)
}

function setting(text: string): Setting {
  const end = text.indexOf("\n")
  return end < 0 ? { name: text, value: undefined } : { name: text.slice(0, end), value: text.slice(end + 1) }
}
