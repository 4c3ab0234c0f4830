import { execFile } from "node:child_process"
import { access, constants } from "node:fs/promises"
import { isAbsolute, join } from "node:path"
import { isKernelAtLeast, limitArguments, MAX_PROCESSES } from "./kernel.ts"
import { mountArguments } from "./mounts.ts"
import type { Sandbox, SandboxPlace, SandboxSearch } from "./sandbox.ts"

/** Where the programs that a sandbox is made of stand, and what goes before them. */
type Programs = { readonly bwrap: string; readonly prlimit: string; readonly outer: readonly string[] }

const UNLIMITED = "their number is not limited: that needs a newer Linux, or another user than root"

const PROBE_MS = 5000

/** Numbers below this one are not given out again. */
const RESERVED_PROCESS_IDS = 300
const LIMIT_IDS = 'echo "$0" > /proc/sys/kernel/pid_max && exec "$@"'

/** Own processes, network, message queues and host name; no power; no terminal; no life without us. */
const ISOLATION = ["--unshare-all", "--unshare-user", "--cap-drop", "ALL", "--new-session", "--die-with-parent"]

/** Linux: bubblewrap, tried out with a command that does nothing. */
export async function findBubblewrap(hidden: readonly string[]): Promise<SandboxSearch> {
  const names = ["bwrap", "prlimit", "unshare", "setpriv"]
  const [bwrap, prlimit, unshare, setpriv] = await Promise.all(names.map(findProgram))
  if (!bwrap) return { missing: `bubblewrap is not installed; install it: ${await installation("bubblewrap")}.` }
  if (!prlimit || !unshare || !setpriv) {
    return { missing: `prlimit, unshare or setpriv is not installed; install it: ${await installation("util-linux")}.` }
  }
  let problem: string | undefined
  for (const outer of outerLimits(unshare, setpriv)) {
    const sandbox = bubblewrap({ bwrap, prlimit, outer }, hidden)
    problem = await probe(sandbox)
    if (problem === undefined) return { sandbox }
  }
  return { missing: `bubblewrap does not work here (${problem}); allow this user to make user namespaces.` }
}

function bubblewrap({ bwrap, prlimit, outer }: Programs, hidden: readonly string[]): Sandbox {
  return {
    name: "bubblewrap",
    ...(limitsProcesses(outer) ? {} : { gap: UNLIMITED }),
    async wrap(command, place) {
      const mounts = await mountArguments(place, hidden)
      const confined = [bwrap, ...ISOLATION, ...network(place), ...mounts, "--chdir", place.cwd, "--"]
      return [...outer, ...confined, prlimit, ...limitArguments(), "--", ...command]
    },
  }
}

/** The system's own limit on processes does not count for root. */
function limitsProcesses(outer: readonly string[]): boolean {
  return isRoot() ? outer.length > 0 : isKernelAtLeast(5, 14)
}

function network(place: SandboxPlace): string[] {
  return place.network ? ["--share-net"] : []
}

/**
 * What to try as the outermost program, best first. Root gets its limit from a process namespace of few numbers; on older
 * kernels that number is the whole machine's: hands off.
 */
function outerLimits(unshare: string, setpriv: string): (readonly string[])[] {
  if (!isRoot() || !isKernelAtLeast(6, 14)) return [[]]
  const numbers = String(RESERVED_PROCESS_IDS + MAX_PROCESSES)
  const namespace = [unshare, "--pid", "--fork", "--kill-child", "--mount-proc"]
  return [[setpriv, "--pdeathsig", "KILL", ...namespace, "/bin/sh", "-c", LIMIT_IDS, numbers], []]
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** What went wrong, or nothing. */
async function probe(sandbox: Sandbox): Promise<string | undefined> {
  const [program = "", ...args] = await sandbox.wrap(["true"], { cwd: "/", writable: [], network: false })
  return new Promise((resolve) => {
    execFile(program, args, { timeout: PROBE_MS }, (error, _, said) =>
      resolve(error ? said.trim().split("\n").at(-1) || error.message : undefined),
    )
  })
}

/** Relative folders of the path are left out: they could be the workspace's own. */
async function findProgram(name: string): Promise<string | undefined> {
  const folders = (process.env.PATH ?? "").split(":").filter(isAbsolute)
  for (const path of folders.map((folder) => join(folder, name))) if (await isProgram(path)) return path
  return undefined
}

function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

const INSTALLERS: readonly (readonly [string, string])[] = [
  ["apt-get", "sudo apt-get install"],
  ["dnf", "sudo dnf install"],
  ["pacman", "sudo pacman -S"],
  ["zypper", "sudo zypper install"],
  ["apk", "sudo apk add"],
]

/** The command that installs a package on this system. */
async function installation(name: string): Promise<string> {
  for (const [program, command] of INSTALLERS) if (await findProgram(program)) return `${command} ${name}`
  return `the package ${name}`
}
