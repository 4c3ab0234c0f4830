import { lstat, readdir, realpath } from "node:fs/promises"
import { homedir } from "node:os"
import { dirname, join, relative, sep } from "node:path"
import { quotedName } from "../text/quoted-name.ts"
import { isGitInternal, isSecretFile } from "../tools/secrets/secret-files.ts"
import { isThere } from "../tools/workspace/is-there.ts"
import { NotPlainFile, readPlainFile } from "../tools/workspace/plain-file.ts"
import type { Workspace } from "../tools/workspace/workspace.ts"

/** What a folder tells those who work in it; the second name where there is no file of the first. */
const NAMES = ["AGENTS.md", "CLAUDE.md"] as const
/** More folders than any repository has on the way down. */
const MOST_FOLDERS = 40
/** More than any model is shown of it. */
const MOST_BYTES = 1_000_000

/** Is told, in a sentence each, which files were not read and why. */
type Notify = (notice: string) => void

type Part = { readonly name: string; readonly text: string }

/**
 * The instructions for a workspace: of `own` files (the user's), of its repository and of each folder from there down to where one stands. The nearest
 * come last, since they count most. All of it goes to the model, so a link may lead to any plain file of the repository but to none that
 * may hold secrets.
 */
export async function readInstructions(
  { root, stand }: Pick<Workspace, "root" | "stand">,
  own: readonly string[] = [],
  notify: Notify = () => {},
): Promise<string> {
  const folders = foldersDownTo(join(root, stand))
  const parts = await Promise.all([
    ...own.map((path) => readPart(path, path.replace(homedir(), "~"), [dirname(path)], notify)),
    ...folders.map((folder) => partOf(folder, folders, relative(root, folder), notify)),
  ])
  const there = parts.filter((part) => part !== undefined)
  const [only] = there
  if (there.length === 1 && only?.name === NAMES[0]) return only.text
  return there.map(({ name, text }) => `# ${name}\n${text}`).join("\n\n")
}

/** From the repository's root down to a folder; the folder alone where there is no repository. */
function foldersDownTo(lowest: string): string[] {
  const folders = [lowest]
  for (let folder = lowest; folders.length <= MOST_FOLDERS; folder = dirname(folder)) {
    if (folder !== lowest) folders.unshift(folder)
    if (isThere(join(folder, ".git"))) return folders
    if (dirname(folder) === folder) break
  }
  return [lowest]
}

async function partOf(
  folder: string,
  folders: readonly string[],
  shown: string,
  notify: Notify,
): Promise<Part | undefined> {
  for (const name of NAMES) {
    const part = await readPart(join(folder, name), join(shown, name), folders, notify)
    if (part) return part
  }
  return undefined
}

/** `folders`: from the one that the file has to stay in down to where one stands. */
async function readPart(
  path: string,
  name: string,
  folders: readonly string[],
  notify: Notify,
): Promise<Part | undefined> {
  if (!isThere(path)) return undefined
  try {
    const [real, top] = await Promise.all([realpath(path), realpath(folders[0] ?? dirname(path))])
    const why = await refusal(real, top, folders)
    if (why === undefined) {
      const text = (await readPlainFile(real, { maxBytes: MOST_BYTES })).toString("utf8").trim()
      return text === "" ? undefined : { name, text }
    }
    notify(`${quotedName(name)} is not read: ${why}.`)
  } catch (error) {
    notify(`${quotedName(name)} is not read: ${whyNot(error)}.`)
  }
  return undefined
}

async function refusal(real: string, top: string, folders: readonly string[]): Promise<string | undefined> {
  if (!real.startsWith(top.endsWith(sep) ? top : top + sep)) return "it is a link that leads out of the repository"
  const leads = quotedName(relative(top, real))
  if (isSecretFile(real)) return `it is a link to ${leads}, which may hold secrets`
  if (isGitInternal(relative(top, real))) return `it is a link to ${leads}, one of git's own files`
  const secret = await sameSecret(real, folders)
  return secret && `it is the same file as ${quotedName(secret)}, which may hold secrets`
}

/** The secret file beside it, or in a folder above, that this is another name of. Hard links don't say what else they are called. */
async function sameSecret(path: string, folders: readonly string[]): Promise<string | undefined> {
  const file = await lstat(path, { bigint: true })
  if (file.nlink < 2n) return undefined
  for (const folder of new Set([...folders, dirname(path)])) {
    for (const name of (await readdir(folder)).filter(isSecretFile)) {
      const other = await lstat(join(folder, name), { bigint: true }).catch(() => undefined)
      if (other?.dev === file.dev && other.ino === file.ino) return name
    }
  }
  return undefined
}

function whyNot(error: unknown): string {
  if (error instanceof NotPlainFile && error.code === "EFBIG") return `it has more than ${MOST_BYTES} bytes`
  if (error instanceof NotPlainFile) return "it is no plain file"
  const { code, message } = error as NodeJS.ErrnoException
  return code === "ENOENT" || code === "ELOOP" ? "it is a link that leads nowhere" : (code ?? message)
}
