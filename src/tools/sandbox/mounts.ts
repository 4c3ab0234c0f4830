import { type RealRules, realRules } from "../workspace/path-rules.ts"
import { engineMounts } from "./engine-mounts.ts"
import { workspaceOf } from "./guarded-names.ts"
import { exposed, hiddenPlaces } from "./home/hidden-places.ts"
import { viewHomes } from "./home/home-mounts.ts"
import { between, cover, coverFile, emptyFolder, type Mount, readOnly, writable } from "./mount.ts"
import { TEMPORARY_BYTES } from "./open-namespaces.ts"
import { existing, isWithin } from "./paths.ts"
import type { SandboxPlace } from "./sandbox.ts"
import { throughView } from "./view/folder-view.ts"
import { placesIn } from "./workspace-places.ts"

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
 * What a command's file system is made of: everything read-only, the writable places not, home folders, secrets and services hidden,
 * temporary folders private, and what else is mounted.
 */
export async function mountsFor(
  place: SandboxPlace,
  hidden: readonly string[],
  others: readonly Mount[] = [],
): Promise<readonly Mount[]> {
  const root = workspaceOf(place)
  const rules = realRules(place.paths, root)
  const written = [...place.writable, ...rules.allowWrite]
  const services = existing(SERVICES)
  const machine = existing(MACHINE.map((name) => `/proc/${name}`))
  const temporaryFolders = existing(TEMPORARY)
  const kept = existing(place.network ? [...PROGRAMS, NAME_SERVICE] : PROGRAMS)
  const gone = [...temporaryFolders, ...services]
  const downloads = place.network || place.byProxy === true
  const homes = await viewHomes({ root, network: downloads, writable: written, rules, hidden: gone })
  const concealed = hiddenPlaces(hidden)
  const seen = exposed(concealed, homes.hidden, [...homes.shown, ...rules.allowRead, ...written])
  const allowed = rules.allowRead.filter((path) => !existing(hidden).some((own) => isWithin(own, path)))
  const open: Mount[] = [
    { path: "/", flags: ["--ro-bind", "/", "/"] },
    { path: "/dev", flags: ["--dev", "/dev"] },
    { path: "/proc", flags: ["--proc", "/proc"] },
    ...[...temporaryFolders, "/dev/shm"].map(temporary),
    ...services.map(emptyFolder),
    ...[...machine, ...kept].map(readOnly),
    ...homes.mounts,
    ...(await Promise.all(seen.map(cover))),
    ...pinned(seen, written),
    ...homes.settings,
    ...allowed.map(readOnly),
    ...written.map(writable),
    ...(root === undefined ? [] : await workspaceMounts(place, root, { concealed, rules })),
    ...others,
  ]
  const mounts = [...open.filter(({ path }) => !isDenied(path, rules, root)), ...(await deniedMounts(rules, written))]
  const { view } = place
  return view ? mounts.map((mount) => ({ ...mount, flags: throughView(mount.flags, view) })) : mounts
}

/** Bubblewrap's arguments for them. Outer places come before inner ones, so that the innermost rule wins. */
export function mountArguments(mounts: readonly Mount[]): string[] {
  const outerFirst = mounts.toSorted((a, b) => depth(a.path) - depth(b.path))
  // Last, for mounts inside an empty folder need a place that can still be made.
  const seals = outerFirst.filter(({ sealed }) => sealed).flatMap(({ path }) => ["--remount-ro", path])
  return [...outerFirst.flatMap(({ flags }) => flags), ...seals]
}

/** A denial wins over whatever lies in it, but for the workspace: without that there would be nothing to run in. */
function isDenied(path: string, { denyRead }: RealRules, root = "/"): boolean {
  return denyRead.some((denied) => isWithin(denied, path) && !isWithin(denied, root))
}

/** What the user denies. Nothing has to be read-only where nothing can be written. */
async function deniedMounts({ denyRead, denyWrite }: RealRules, written: readonly string[]): Promise<Mount[]> {
  const guarded = denyWrite.filter((path) => written.some((place) => isWithin(place, path)))
  return [
    ...pinned([...denyRead, ...guarded], written),
    ...(await Promise.all(denyRead.map(cover))),
    ...guarded.map(readOnly),
  ]
}

/** The folders on the way to these: one that is mounted can't be moved out of the way, to be open to the next command. */
function pinned(paths: readonly string[], written: readonly string[]): Mount[] {
  const ways = paths.flatMap((path) =>
    written.filter((place) => place !== path && isWithin(place, path)).flatMap((place) => between(place, path)),
  )
  return [...new Set(ways)].map(writable)
}

/** What the workspace has that a command may write, may only read, and may not even read. */
async function workspaceMounts(
  place: SandboxPlace,
  root: string,
  { concealed, rules }: { readonly concealed: readonly string[]; readonly rules: RealRules },
): Promise<Mount[]> {
  const { settingsMounts } = await import("./settings-guard.ts")
  // As late as can be: a command beside this one may move a secret at any time.
  const { secrets, settings, unreadable } = await placesIn(root)
  // What is hidden stays hidden: a mount inside would show it again.
  const isShown = (path: string) => !concealed.some((hidden) => isWithin(hidden, path))
  const kept = [...(await settingsMounts(place, root, settings, isShown)), ...(await engineMounts(root))]
  const masked = secrets.filter((path) => !rules.unmasked.includes(path))
  const laidDown = place.view?.secrets ?? []
  return [...kept, ...[...masked, ...laidDown].map(coverFile), ...unreadable.map(emptyFolder)]
}

function depth(path: string): number {
  return path === "/" ? 0 : path.split("/").length
}

function temporary(path: string): Mount {
  return { path, flags: ["--perms", "1777", "--size", String(TEMPORARY_BYTES), "--tmpfs", path] }
}
