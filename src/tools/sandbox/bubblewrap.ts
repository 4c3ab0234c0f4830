import type { Writable } from "node:stream"
import { withoutLoaders } from "../process/loader-variables.ts"
import { startProgram, whyNotStarted } from "../process/start-program.ts"
import { findProgram } from "../programs/find-program.ts"
import { distrust } from "../programs/untrusted-places.ts"
import { ToolFailure } from "../tool.ts"
import { realRules } from "../workspace/path-rules.ts"
import { callFilter } from "./call-filter.ts"
import type { Confine } from "./git/cell.ts"
import type { GitOffer } from "./git/offer.ts"
import { watchPlants, workspaceOf } from "./guarded-names.ts"
import { hiddenPlaces } from "./home/hidden-places.ts"
import { installation } from "./install-hint.ts"
import { isKernelAtLeast, limitArguments, MAX_PROCESSES } from "./kernel.ts"
import type { Mount } from "./mount.ts"
import { mountArguments, mountsFor } from "./mounts.ts"
import { joining, openNamespaces } from "./open-namespaces.ts"
import {
  type Attendance,
  BUBBLEWRAP,
  FILTER_DESCRIPTOR,
  type Sandbox,
  type SandboxPlace,
  type SandboxSearch,
} from "./sandbox.ts"
import { type Namespaces, withSharedTemporary } from "./shared-space.ts"
import { placesIn } from "./workspace-places.ts"

/** How a sandbox is put together here; what a machine can't do is left out. */
type Make = { readonly outer: boolean; readonly filter: Uint8Array | undefined }

/** The programs that a sandbox is made of, by absolute path. */
type Programs = Readonly<Record<"bwrap" | "prlimit" | "unshare" | "setpriv", string>> & {
  /** Without it commands have nothing in common. */
  readonly nsenter: string | undefined
}

const UNLIMITED = "their number is not limited: that needs a newer Linux, or another user than root"
const UNFILTERED = "their system calls are not filtered: this kernel or processor can't"

const PROBE_MS = 5000

/** Numbers below this one are not given out again. */
const RESERVED_PROCESS_IDS = 300
const LIMIT_IDS = 'echo "$0" > /proc/sys/kernel/pid_max && exec "$@"'

/**
 * Separate process, IPC and host-name namespaces; no capabilities, no controlling terminal; killed with its parent. Control groups stay as they are seen outside,
 * read-only: seen from a namespace of their own their mounts begin above it, and Java can't start where it asks for its limits.
 */
const NAMESPACES_OF_ITS_OWN = ["--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-uts"]
const ISOLATION = [...NAMESPACES_OF_ITS_OWN, "--cap-drop", "ALL", "--new-session", "--die-with-parent"]

/** Linux: bubblewrap, tried out with a command that does nothing. */
export async function findBubblewrap(hidden: readonly string[], shadows: string): Promise<SandboxSearch> {
  const programs = locate()
  if ("missing" in programs) return programs
  let problem: string | undefined
  for (const make of makes()) {
    const sandbox = bubblewrap(make, [...hidden, shadows], shadows)
    problem = await probe(sandbox)
    if (problem === undefined) return { sandbox }
  }
  return { missing: `bubblewrap does not work here: ${problem}.${adviceFor(problem)}` }
}

function bubblewrap(make: Make, hidden: readonly string[], shadows: string): Sandbox {
  const { filter } = make
  const offers = new WeakMap<SandboxPlace, GitOffer>()
  const joined = new WeakMap<SandboxPlace, Namespaces>()
  const confine = async (command: readonly string[], place: SandboxPlace, mounts: readonly Mount[]) => {
    const programs = found()
    const own = await mountsFor(place, hidden, mounts)
    const common = await namespacesFor(place, programs, own, shadows)
    if (common) joined.set(place, common)
    const files = mountArguments(common && place.shared?.temporary ? withSharedTemporary(own, common) : own)
    const filtered = filter ? ["--seccomp", String(FILTER_DESCRIPTOR)] : []
    const net = network(place, common)
    const confined = [programs.bwrap, ...ISOLATION, ...net, ...files, ...filtered, "--chdir", place.cwd]
    const way = common && place.shared && programs.nsenter ? joining(programs.nsenter, place.shared) : []
    const limited = [programs.prlimit, ...limitArguments(), "--", ...command]
    return [...outer(make, programs), ...way, ...confined, "--", ...limited]
  }
  /** For git on the engine's behalf: nothing of the workspace, only what is mounted. */
  const alone: Confine = async (command, mounts) => ({ command: await confine(command, NOWHERE, mounts), filter })
  const gaps = [...(limitsProcesses(make) ? [] : [UNLIMITED]), ...(filter ? [] : [UNFILTERED])]
  return {
    name: BUBBLEWRAP,
    byDomain: true,
    ...(gaps.length > 0 ? { gap: gaps.join("; ") } : {}),
    async wrap(command, place) {
      const root = workspaceOf(place)
      for (const folder of [...place.writable, ...realRules(place.paths, root).allowWrite]) distrust(folder)
      if (root === undefined) return confine(command, place, [])
      const { repositories: entries } = await placesIn(root)
      if (place.view) {
        const { gitOfItsOwn } = await import("./git/of-its-own.ts")
        const git = await gitOfItsOwn({ root, entries, concealed: hiddenPlaces(hidden), place: place.view.scratch })
        return place.view.enter(await confine(command, place, git), place.cwd)
      }
      // A sandbox that is only tried out at a start needs none of it.
      const { offerGit } = await import("./git/offer.ts")
      const offer = await offerGit({ root, entries, concealed: hiddenPlaces(hidden), shadows, confine: alone })
      offers.set(place, offer)
      return confine(afterLook(command, offer.expected), place, offer.mounts)
    },
    async attend(place) {
      // What is done to a view goes with it.
      const isPassing = place.view !== undefined || workspaceOf(place) === undefined
      const leave = isPassing ? async () => [] : await watch(place, offers.get(place))
      const common = joined.get(place)
      const descriptors = common ? [common.user, common.mounts, common.network] : []
      return { leave, descriptors, ...(filter ? { filter } : {}) }
    },
  }
}

/** What a command may not leave behind, and what git takes over of it. */
async function watch(place: SandboxPlace, offer: GitOffer | undefined): Promise<Attendance["leave"]> {
  const { watchSettings } = await import("./settings-guard.ts")
  const [plants, settings] = [await watchPlants(place), await watchSettings(place)]
  return async (own) => [
    ...(offer?.notes ?? []),
    ...((await offer?.leave()) ?? []),
    ...(await Promise.all([plants(), settings(own)])).flat(),
  ]
}

/** What bubblewrap says where a user may not make namespaces. */
const NAMESPACES = /namespace|uid map|gid map|setting up uid|Operation not permitted|unshare/i

/** How to put it right, where the complaint tells. */
function adviceFor(problem = ""): string {
  if (!/^(bwrap|unshare):/.test(problem) || !NAMESPACES.test(problem)) return ""
  return (
    " Allow this user to make user namespaces: kernel.unprivileged_userns_clone=1, user.max_user_namespaces above 0, " +
    "on Ubuntu also kernel.apparmor_restrict_unprivileged_userns=0, and in Docker --security-opt seccomp=unconfined."
  )
}

const NOWHERE: SandboxPlace = { cwd: "/", writable: [], network: false }

const EXCHANGED = "keelson: a repository was moved while this command was started; nothing was run. Try it again."

/** Before the command, and where nothing can be exchanged any more: are the mounts those that were asked for? */
function afterLook(command: readonly string[], expected: ReadonlyMap<string, string>): readonly string[] {
  if (expected.size === 0) return command
  const paths = [...expected.keys()].map(quoted).join(" ")
  const look = `[ "$(stat -c %d:%i -- ${paths})" = ${quoted([...expected.values()].join("\n"))} ]`
  // Git writes no index for the sake of `git status` alone: each of them would be something to take over.
  const script = `${look} || { echo ${quoted(EXCHANGED)} >&2; exit 125; }; export GIT_OPTIONAL_LOCKS=0; exec "$@"`
  return ["/bin/sh", "-c", script, "sh", ...command]
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}

/** Looked up anew for each command, which costs nothing: a folder may have become a workspace since the last one. */
function locate(): Programs | { readonly missing: string } {
  const bwrap = findProgram("bwrap")
  if (!bwrap) return { missing: `bubblewrap is not installed; install it: ${installation("bubblewrap")}.` }
  const [prlimit, unshare, setpriv] = ["prlimit", "unshare", "setpriv"].map(findProgram)
  if (!prlimit || !unshare || !setpriv) {
    return { missing: `prlimit, unshare or setpriv is not installed; install it: ${installation("util-linux")}.` }
  }
  return { bwrap, prlimit, unshare, setpriv, nsenter: findProgram("nsenter") }
}

function found(): Programs {
  const programs = locate()
  if ("missing" in programs) throw new ToolFailure(`Commands can't be confined any more: ${programs.missing}`)
  return programs
}

/** The system's own limit on processes does not count for root. */
function limitsProcesses(make: Make): boolean {
  return isRoot() ? make.outer : isKernelAtLeast(5, 14)
}

/** The machine's network, or the one that was joined. */
function network(place: SandboxPlace, common: Namespaces | undefined): string[] {
  return place.network || (common && place.shared?.network) ? [] : ["--unshare-net"]
}

async function namespacesFor(
  { shared }: SandboxPlace,
  { bwrap, nsenter }: Programs,
  mounts: readonly Mount[],
  shadows: string,
): Promise<Namespaces | undefined> {
  if (!shared || !nsenter || !(shared.temporary || shared.network)) return undefined
  return shared.space.namespaces(() => openNamespaces(bwrap, `${shadows}-tmp`, mounts))
}

/** What to try, best first. On kernels before 6.14 root's number of processes is the whole machine's: hands off. */
function makes(): Make[] {
  const outers = isRoot() && isKernelAtLeast(6, 14) ? [true, false] : [false]
  const filter = callFilter()
  const filters = filter ? [filter, undefined] : [undefined]
  return outers.flatMap((outer) => filters.map((one) => ({ outer, filter: one })))
}

/** Root gets its limit from a process namespace of few numbers. */
function outer(make: Make, { unshare, setpriv }: Programs): string[] {
  if (!make.outer) return []
  const numbers = String(RESERVED_PROCESS_IDS + MAX_PROCESSES)
  const namespace = [unshare, "--pid", "--fork", "--kill-child", "--mount-proc"]
  return [setpriv, "--pdeathsig", "KILL", ...namespace, "/bin/sh", "-c", LIMIT_IDS, numbers]
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** What went wrong, or nothing. */
async function probe(sandbox: Sandbox): Promise<string | undefined> {
  const place = { cwd: "/", writable: [], network: false }
  const [program = "", ...args] = await sandbox.wrap(["true"], place)
  const { filter = "" } = (await sandbox.attend?.(place)) ?? {}
  const { child, ended } = startProgram(program, args, {
    timeout: PROBE_MS,
    env: withoutLoaders(process.env).outside,
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  })
  let said = ""
  child?.stderr?.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8")
  })
  sendFilter(child?.stdio?.[FILTER_DESCRIPTOR] as Writable | null | undefined, filter)
  return ended.then(
    ({ code }) => (code === 0 ? undefined : said.trim().split("\n").at(-1) || `exit code ${code}`),
    whyNotStarted,
  )
}

function sendFilter(pipe: Writable | null | undefined, filter: Uint8Array | string): void {
  // A sandbox that does not start reads nothing; its exit code tells why.
  pipe?.on("error", () => {})
  pipe?.end(filter)
}
