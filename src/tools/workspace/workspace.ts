import { realpathSync } from "node:fs"
import { lstat, realpath, stat } from "node:fs/promises"
import { dirname, join, relative, resolve, sep } from "node:path"
import { KeelsonError } from "../../protocol/log/keelson-error.ts"
import { distrust } from "../programs/untrusted-places.ts"
import { isGitInternal, isSecretFile } from "../secrets/secret-files.ts"
import { ToolFailure } from "../tool.ts"
import { isNamedBy, type PathRules } from "./path-rules.ts"

/** What a path is wanted for; some files may be read but not written. */
export type PathUse = "read" | "write"

type Denied = Pick<PathRules, "deny_read" | "deny_write">
const NOTHING_DENIED: Denied = { deny_read: [], deny_write: [] }

/** The folder that was named as workspace cannot be one. */
export class WorkspaceError extends KeelsonError {
  override name = "WorkspaceError"
  constructor(message: string) {
    super("bad_workspace", "refused", message)
  }
}

/** Opens a folder as workspace; throws `WorkspaceError` where there is none. `stand`: where in it commands start. */
export async function openWorkspace(folder: string, stand = "."): Promise<Workspace> {
  const given = resolve(folder)
  const root = await realpath(given).catch(() => undefined)
  if (root === undefined) throw new WorkspaceError(`Workspace "${given}" does not exist; name an existing folder.`)
  if (!(await stat(root)).isDirectory()) {
    throw new WorkspaceError(`Workspace "${given}" is not a folder; name the folder that holds it.`)
  }
  distrust(root)
  const workspace = new Workspace(root, given, stand)
  if (!contains(root, resolve(root, stand))) {
    throw new WorkspaceError(`"${stand}" is outside the workspace "${given}"; name a folder in it.`)
  }
  return workspace
}

/**
 * The folder that a run may touch. Every path from a model goes through `resolve` right before its use, because links
 * may have been made since.
 */
export class Workspace {
  /** Absolute, without symbolic links. */
  readonly root: string
  /** The root as the user spelled it: models repeat what they saw in the request. */
  private readonly given: string

  /** Where commands start unless they say otherwise: a path in it, `.` for the root. */
  readonly stand: string

  /** What the user denies; nothing beyond the usual unless told otherwise. */
  private readonly denied: Denied

  /** Use `openWorkspace`, which checks the folder. */
  constructor(root: string, given: string = root, stand = ".", denied: Denied = NOTHING_DENIED) {
    this.root = root
    this.given = given
    this.stand = stand
    this.denied = denied
  }

  /** The same folder, with these paths out of reach as well. */
  denying({ deny_read, deny_write }: Denied): Workspace {
    return new Workspace(this.root, this.given, this.stand, { deny_read, deny_write })
  }

  /** True for what may not be shown: files that may hold secrets, and what the user denies. The path is relative to the root. */
  isHidden(path: string): boolean {
    return isSecretFile(path) || this.isDenied([join(this.root, path)], "read")
  }

  /** False once somebody removed it under a run. */
  isThere(): Promise<boolean> {
    return stat(this.root).then(
      (found) => found.isDirectory(),
      () => false,
    )
  }

  /** The path relative to the root, without `.` and `..`, as written: looks at no file. Throws `ToolFailure` outside the root. */
  normalise(path: string): string {
    if (!isUsable(path)) {
      throw new ToolFailure(`Path ${JSON.stringify(path)} is not valid; give a path relative to the workspace.`)
    }
    const named = resolve(this.root, path)
    const inside = contains(this.given, named) ? join(this.root, relative(this.given, named)) : named
    if (!contains(this.root, inside)) throw outside(path)
    return this.relative(inside)
  }

  /** The real absolute path of a file or folder, existing or not. Throws `ToolFailure` for what a run may not touch. */
  async resolve(path: string, use: PathUse = "read"): Promise<string> {
    const named = join(this.root, this.normalise(path))
    const real = await this.followLinks(path, named)
    if (!contains(this.root, real)) {
      throw new ToolFailure(
        `Path "${path}" leads through a symbolic link out of the workspace; use a path that stays inside it.`,
      )
    }
    for (const spelling of [named, real]) refuseProtected(path, this.relative(spelling), use)
    if (this.isDenied([named, real], use)) {
      throw new ToolFailure(`"${path}" is off limits by the user's settings; work without it or ask the user.`)
    }
    await refuseSpecial(path, real)
    return real
  }

  /** As `normalise`, and the same for all names of a file: links are followed as far as anything is there. Who may touch it says `resolve`. */
  identify(path: string): string {
    const named = join(this.root, this.normalise(path))
    for (let existing = named; existing !== dirname(existing); existing = dirname(existing)) {
      const real = realPathOf(existing)
      if (real !== undefined) return this.relative(join(real, relative(existing, named)))
    }
    return this.relative(named)
  }

  /** The inverse of `resolve`: with forward slashes, `.` for the root itself. */
  relative(absolute: string): string {
    return relative(this.root, absolute).split(sep).join("/") || "."
  }

  private isDenied(paths: readonly string[], use: PathUse): boolean {
    const { deny_read, deny_write } = this.denied
    return isNamedBy(use === "write" ? [...deny_read, ...deny_write] : deny_read, this.root, paths)
  }

  /** Links are followed in the part of the path that exists; the rest is appended as it is. */
  private async followLinks(path: string, named: string): Promise<string> {
    let existing = named
    while (!(await isThere(path, existing))) existing = dirname(existing)
    const real = await realpath(existing).catch(() => {
      throw new ToolFailure(`Path "${path}" leads through a broken symbolic link; use a path without it.`)
    })
    return join(real, relative(existing, named))
  }
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

/** No shell is there to expand `~`; control characters would garble lists and logs. */
function isUsable(path: string): boolean {
  return path.trim() !== "" && !/^~(\/|$)/.test(path) && !/\p{Cc}/u.test(path)
}

function contains(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

function outside(path: string): ToolFailure {
  return new ToolFailure(`Path "${path}" is outside the workspace; use a path relative to the workspace root.`)
}

async function isThere(path: string, candidate: string): Promise<boolean> {
  try {
    await lstat(candidate)
    return true
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === "ENOENT") return false
    if (code === "ENOTDIR") throw new ToolFailure(`Path "${path}" goes through a file as if it were a folder.`)
    throw new ToolFailure(`Path "${path}" cannot be used (${code}).`)
  }
}

function refuseProtected(path: string, spelling: string, use: PathUse): void {
  if (isSecretFile(spelling)) {
    throw new ToolFailure(`File "${path}" may hold secrets and is off limits; work without it or ask the user.`)
  }
  if (use === "write" && isGitInternal(spelling)) {
    throw new ToolFailure(`Path "${path}" belongs to git's own files; change it with git commands instead.`)
  }
}

async function refuseSpecial(path: string, real: string): Promise<void> {
  const found = await lstat(real).catch(() => undefined)
  if (found === undefined || found.isFile() || found.isDirectory()) return
  throw new ToolFailure(`"${path}" is a device, pipe or socket; only regular files and folders can be used.`)
}
