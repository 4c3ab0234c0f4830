import { lstat, realpath, stat } from "node:fs/promises"
import { dirname, isAbsolute, join } from "node:path"
import { hiddenPlaces } from "./hidden-places.ts"
import type { SandboxPlace } from "./sandbox.ts"

/** One place of the sandbox's file system, and the arguments that make it. */
type Mount = { readonly path: string; readonly flags: readonly string[]; readonly sealed?: true }

/** A file system in memory must not be a way to use it up. */
const TEMPORARY_BYTES = 1 << 30

/** Sockets of services live here, and read-only mounts don't keep anybody from connecting. */
const SERVICES = ["/run", "/var/run"]
const TEMPORARY = ["/tmp", "/var/tmp"]

/** Programs that some systems keep among the services. */
const PROGRAMS = ["/run/current-system", "/run/opengl-driver"]
/** Settings of the whole machine. Root could change them, even without any power of root's. */
const MACHINE = ["acpi", "asound", "bus", "driver", "fs", "irq", "mtrr", "scsi", "sys", "sysrq-trigger"]
/** How names are looked up; of use only with a network. */
const NAME_SERVICE = "/run/systemd/resolve"

/**
 * Bubblewrap's arguments for the file system: everything read-only, the writable places not, secrets and services hidden,
 * temporary folders private. Outer places come before inner ones, so that the innermost rule wins.
 */
export async function mountArguments(place: SandboxPlace, hidden: readonly string[]): Promise<string[]> {
  const services = await existing(SERVICES)
  const covered = await Promise.all((await hiddenPlaces(hidden)).map(cover))
  const protectedFiles = await Promise.all(place.writable.map(gitMounts))
  const machine = await existing(MACHINE.map((name) => `/proc/${name}`))
  const temporaryFolders = await existing(TEMPORARY)
  const programs = await programsWithin([...temporaryFolders, ...services])
  const kept = await existing(place.network ? [...PROGRAMS, NAME_SERVICE] : PROGRAMS)
  const mounts: Mount[] = [
    { path: "/", flags: ["--ro-bind", "/", "/"] },
    { path: "/dev", flags: ["--dev", "/dev"] },
    { path: "/proc", flags: ["--proc", "/proc"] },
    ...[...temporaryFolders, "/dev/shm"].map(temporary),
    ...services.map(emptyFolder),
    ...[...machine, ...programs, ...kept].map(readOnly),
    ...covered,
    ...place.writable.map(writable),
    ...protectedFiles.flat(),
  ]
  const outerFirst = mounts.toSorted((a, b) => depth(a.path) - depth(b.path))
  // Last, for mounts inside an empty folder need a place that can still be made.
  const seals = outerFirst.filter(({ sealed }) => sealed).flatMap(({ path }) => ["--remount-ro", path])
  return [...outerFirst.flatMap(({ flags }) => flags), ...seals]
}

function depth(path: string): number {
  return path === "/" ? 0 : path.split("/").length
}

async function existing(paths: readonly string[]): Promise<string[]> {
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => undefined)))
  return [...new Set(real.filter((path) => path !== undefined))]
}

/** Programs that would disappear with the folders they are in: our own Node, and what somebody wants found by the search path. */
async function programsWithin(folders: readonly string[]): Promise<string[]> {
  const searched = (process.env.PATH ?? "").split(":").filter(isAbsolute).map(installedIn)
  const found = await existing([dirname(process.execPath), ...searched])
  return found.filter((path) => folders.some((folder) => path.startsWith(`${folder}/`)))
}

/** The programs of npm's packages are links into the packages. */
function installedIn(folder: string): string {
  return folder.endsWith("/node_modules/.bin") ? dirname(folder) : folder
}

function temporary(path: string): Mount {
  return { path, flags: ["--perms", "1777", "--size", String(TEMPORARY_BYTES), "--tmpfs", path] }
}

function readOnly(path: string): Mount {
  return { path, flags: ["--ro-bind", path, path] }
}

function writable(path: string): Mount {
  return { path, flags: ["--bind", path, path] }
}

/** A folder is empty inside the sandbox; a file or a socket is a device that can't be opened. */
async function cover(path: string): Promise<Mount> {
  const isFolder = (await stat(path)).isDirectory()
  return isFolder ? emptyFolder(path) : { path, flags: ["--ro-bind", "/dev/null", path] }
}

function emptyFolder(path: string): Mount {
  return { path, flags: ["--tmpfs", path], sealed: true }
}

/**
 * What git runs on the user's behalf outside of the sandbox can't be changed inside. `.git` itself is mounted as well, for
 * a mounted folder can't be moved out of the way.
 */
async function gitMounts(root: string): Promise<Mount[]> {
  const path = join(root, ".git")
  const found = await lstat(path).catch(() => undefined)
  if (found?.isFile()) return [readOnly(path)]
  if (!found?.isDirectory()) return []
  const parts = await existing([join(path, "hooks"), join(path, "config")])
  const inside = parts.filter((part) => part.startsWith(`${path}/`))
  const hooks = join(path, "hooks")
  const isMissing = (await lstat(hooks).catch(() => undefined)) === undefined
  return [writable(path), ...inside.map(readOnly), ...(isMissing ? [emptyFolder(hooks)] : [])]
}
