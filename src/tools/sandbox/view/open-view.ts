import { chmod, lstat, mkdir, readdir, rm, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { startProgram } from "../../process/start-program.ts"
import { findProgram } from "../../programs/find-program.ts"
import { isSecretFile } from "../../secrets/secret-files.ts"
import { copyFolder, rewritePaths } from "./copy-folder.ts"
import { boundView, type FolderView, type Mounting, mountedView } from "./folder-view.ts"
import { openScratch } from "./scratch.ts"

/** What the other state of a folder is. */
export type ViewRequest = {
  readonly root: string
  /** Whether bubblewrap confines what runs in it; else it may be mounted without. */
  readonly isBubblewrapped: boolean
  /** Puts the files that differ into an empty folder; returns the paths that are not there in the other state. */
  layDown(folder: string): Promise<readonly string[]>
  /** More of what is not there. */
  readonly without: readonly string[]
  /** Only for tests: ways that are not to be had. */
  readonly refuse?: readonly ViewWay[]
  readonly signal: AbortSignal
}

/** How the view is had: over the folder, as a copy at its path, or as a copy somewhere else. */
export type ViewWay = "overlay" | "bound copy" | "copy elsewhere"

/** Another state of a folder, as long as it is open. */
export type OpenView = AsyncDisposable & {
  readonly way: ViewWay
  /** Where commands run. */
  readonly root: string
  /** Absent where the root is another folder anyway. */
  readonly view?: FolderView
}

const PROBE_MS = 10_000

/** The best way that works on this machine; `undefined` where none does. The folder itself is not touched. */
export async function openView(request: ViewRequest): Promise<OpenView | undefined> {
  const scratch = await openScratch()
  try {
    const { folder } = scratch
    const close = { [Symbol.asyncDispose]: () => scratch.close() }
    const isWanted = (way: ViewWay) => !request.refuse?.includes(way)
    const overlay = isWanted("overlay") ? await overlaid(request, folder) : undefined
    if (overlay) return { way: "overlay", root: request.root, view: overlay, ...close }
    const bound = isWanted("bound copy") ? await boundCopy(request, folder) : undefined
    if (bound) return { way: "bound copy", root: request.root, view: bound, ...close }
    const copy = isWanted("copy elsewhere") ? await copyElsewhere(request, folder) : undefined
    if (copy) return { way: "copy elsewhere", root: copy, ...close }
  } catch (error) {
    await scratch.close()
    throw error
  }
  await scratch.close()
  return undefined
}

async function overlaid(request: ViewRequest, scratch: string): Promise<FolderView | undefined> {
  const { root, isBubblewrapped } = request
  // Mount takes these for something else.
  if (/[,:\\"]/.test(root)) return undefined
  const mountings = mountingsFor("overlay", isBubblewrapped)
  if (mountings.length === 0 || !(await isOwn(root))) return undefined
  const secrets = await prepare(request, scratch)
  return firstThatWorks(request, { scratch, secrets }, mountings)
}

/** In a namespace of its own a user has one group: files of another one, or of somebody else, can't be written there. */
async function isOwn(root: string): Promise<boolean> {
  const [user, group] = [process.getuid?.(), process.getgid?.()]
  if (user === 0) return true
  const names = await readdir(root)
  const found = await Promise.all(["", ...names].map((name) => lstat(join(root, name)).catch(() => undefined)))
  return found.every((one) => one === undefined || (one.uid === user && one.gid === group))
}

type Prepared = { readonly scratch: string; readonly secrets: readonly string[] }

async function firstThatWorks(
  { root, isBubblewrapped, signal }: ViewRequest,
  { scratch, secrets }: Prepared,
  mountings: readonly Mounting[],
): Promise<FolderView | undefined> {
  const at = isBubblewrapped ? join(scratch, "merged") : undefined
  for (const mounting of mountings) {
    const view = mountedView(mounting, { root, scratch, at, secrets })
    if (await succeeds(view.enter(["true"], root), signal)) return view
  }
  return undefined
}

/** Returns the files among what is laid down that may hold secrets. */
async function prepare({ root, layDown, without }: ViewRequest, scratch: string): Promise<readonly string[]> {
  for (const name of ["upper", "work", "merged", "tmp"]) await mkdir(join(scratch, name))
  await chmod(join(scratch, "tmp"), 0o1777)
  const upper = join(scratch, "upper")
  const gone = [...(await layDown(upper)), ...without]
  const secrets = await secretsIn(upper, root)
  await likeThere(root, upper, gone)
  await writeFile(join(scratch, "gone"), gone.map((path) => `./${path}\0`).join(""))
  return secrets
}

async function secretsIn(folder: string, root: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && isSecretFile(entry.name))
  return files.map((entry) => join(root, entry.parentPath.slice(folder.length), entry.name))
}

/**
 * Folders above what differs, with the permissions that they have. Those above what goes are made as well: a folder that belongs to
 * somebody else could not be taken over where its first entry goes.
 */
async function likeThere(root: string, upper: string, gone: readonly string[]): Promise<void> {
  for (const path of gone) {
    const folder = dirname(path.replace(/\/$/, ""))
    const there = await lstat(join(root, folder)).catch(() => undefined)
    // A folder on the way may have to become a file.
    if (there?.isDirectory()) await mkdir(join(upper, folder), { recursive: true }).catch(() => {})
  }
  const entries = await readdir(upper, { recursive: true, withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
  for (const folder of [...folders, upper]) {
    const there = await lstat(join(root, folder.slice(upper.length))).catch(() => undefined)
    if (there?.isDirectory()) await chmod(folder, there.mode & 0o7777)
  }
}

async function boundCopy(request: ViewRequest, scratch: string): Promise<FolderView | undefined> {
  const { root, isBubblewrapped } = request
  const mountings = mountingsFor("bind", false)
  if (!isBubblewrapped && mountings.length === 0) return undefined
  const copied = await copyInto(request, scratch, "upper")
  if (copied === undefined) return undefined
  const { copy, secrets } = copied
  if (isBubblewrapped) return boundView(root, copy, { scratch, secrets })
  await writeFile(join(scratch, "gone"), "")
  await mkdir(join(scratch, "tmp"), { recursive: true })
  return firstThatWorks(request, { scratch, secrets }, mountings)
}

/** What was compiled at the other path is left out, and texts that name that path name this one. */
async function copyElsewhere(request: ViewRequest, scratch: string): Promise<string | undefined> {
  const copied = await copyInto(request, scratch, join("copy", basename(request.root)), { compiled: false })
  if (copied !== undefined) await rewritePaths(copied.copy, request.root)
  return copied?.copy
}

async function copyInto(
  { root, layDown, without, signal }: ViewRequest,
  scratch: string,
  name: string,
  { compiled = true } = {},
): Promise<{ readonly copy: string; readonly secrets: readonly string[] } | undefined> {
  const [copy, laid] = [join(scratch, name), join(scratch, "laid")]
  for (const folder of [copy, laid]) await rm(folder, { recursive: true, force: true })
  await mkdir(dirname(copy), { recursive: true })
  if (!(await copyFolder(root, copy, { compiled, signal }))) return undefined
  await mkdir(laid)
  for (const path of [...(await layDown(laid)), ...without]) {
    await rm(join(copy, path), { recursive: true, force: true })
  }
  await copyFolder(laid, copy, { compiled: true, signal, isFresh: true })
  const secrets = await secretsIn(laid, root)
  await rm(laid, { recursive: true, force: true })
  return { copy, secrets }
}

/** Root needs no namespace of users, and where it has no power to mount it may have some in one. */
function mountingsFor(kind: Mounting["kind"], isBubblewrapped: boolean): Mounting[] {
  if (process.platform !== "linux") return []
  const [unshare, setpriv] = ["unshare", "setpriv"].map(findProgram)
  if (!unshare || !setpriv) return []
  // What nobody confines ends with its namespace of processes, and that with us.
  const alive = isBubblewrapped ? [] : [setpriv, "--pdeathsig", "KILL"]
  const own = isBubblewrapped ? [] : ["--pid", "--fork", "--kill-child", "--mount-proc"]
  const drop = [setpriv, "--ambient-caps=-all", "--inh-caps=-all", "--"]
  const plain: Mounting = { namespace: [...alive, unshare, "--mount", ...own, "--"], kind, options: "", drop: [] }
  const users = ["--user", "--map-current-user", "--keep-caps", "--mount"]
  const options = kind === "overlay" ? ",userxattr" : ""
  const ofUser: Mounting = { namespace: [...alive, unshare, ...users, ...own, "--"], kind, options, drop }
  return process.getuid?.() === 0 ? [plain, ofUser] : [ofUser]
}

async function succeeds([program = "", ...words]: readonly string[], signal: AbortSignal): Promise<boolean> {
  const { ended } = startProgram(program, words, { stdio: "ignore", timeout: PROBE_MS, killSignal: "SIGKILL", signal })
  return ended.then(
    ({ code }) => code === 0,
    () => {
      signal.throwIfAborted()
      return false
    },
  )
}
