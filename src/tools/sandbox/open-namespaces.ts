import { lstatSync, mkdirSync, openSync } from "node:fs"
import { withoutLoaders } from "../process/loader-variables.ts"
import { startProgram } from "../process/start-program.ts"
import type { Mount } from "./mount.ts"
import { type Namespaces, pointsBelow, TEMPORARY } from "./shared-space.ts"

/** A file system in memory must not be a way to use it up. */
export const TEMPORARY_BYTES = 1 << 30

/** Joined by `nsenter`, and closed before anything of the command's runs. */
export const NAMESPACE_DESCRIPTORS = { user: 5, mounts: 6, network: 7 } as const

const PATIENCE_MS = 10_000

/**
 * Makes a user namespace, a mount namespace and a network, opens them, and lets go of the process that they were made for. `folder`: one of
 * the engine's own, over which /tmp is mounted in there.
 */
export async function openNamespaces(
  bwrap: string,
  folder: string,
  mounts: readonly Mount[],
): Promise<Namespaces | undefined> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { points, ways } = pointsBelow(mounts)
  const made = [...ways, ...points].flatMap((path) => placeFlags(path, `${folder}${path.slice(TEMPORARY.length)}`))
  const size = ["--perms", "1777", "--size", String(TEMPORARY_BYTES), "--tmpfs", folder]
  const all = ["--unshare-user", "--unshare-net", "--die-with-parent", "--cap-drop", "ALL", "--dev-bind", "/", "/"]
  const { child, exited } = startProgram(
    bwrap,
    [...all, ...size, ...made, "--info-fd", "3", "--", "/bin/sh", "-c", "echo ready; read _"],
    { stdio: ["pipe", "pipe", "ignore", "pipe"], env: withoutLoaders(process.env).outside, timeout: PATIENCE_MS },
  )
  if (!child?.stdout || !child.stdio[3]) return undefined
  child.stdin?.on("error", () => {})
  const [info] = await Promise.all([textOf(child.stdio[3] as NodeJS.ReadableStream), lineOf(child.stdout)])
  try {
    return { ...opened(info), temporary: folder, points: new Set([...points, ...ways]) }
  } finally {
    child.kill("SIGKILL")
    await exited.catch(() => {})
  }
}

/** What is mounted there later must find a place that no command can have prepared. */
function placeFlags(path: string, place: string): string[] {
  const isFile = lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false
  return isFile ? ["--ro-bind", "/dev/null", place] : ["--dir", place]
}

function opened(info: string): Pick<Namespaces, "user" | "mounts" | "network"> {
  const { "child-pid": id } = JSON.parse(info) as { readonly "child-pid": number }
  const open = (name: string) => openSync(`/proc/${id}/ns/${name}`, "r")
  return { user: open("user"), mounts: open("mnt"), network: open("net") }
}

/** Who joins: the arguments before the command, which is the sandbox that goes in there. */
export function joining(nsenter: string, { temporary, network }: { temporary: boolean; network: boolean }): string[] {
  const { user, mounts, network: net } = NAMESPACE_DESCRIPTORS
  const at = (descriptor: number) => `/proc/self/fd/${descriptor}`
  const close = `exec "$@" ${[user, mounts, net].map((descriptor) => `${descriptor}<&-`).join(" ")}`
  return [
    nsenter,
    "--preserve-credentials",
    `--user=${at(user)}`,
    ...(temporary ? [`--mount=${at(mounts)}`] : []),
    ...(network ? [`--net=${at(net)}`] : []),
    ...["--", "/bin/sh", "-c", close, "sh"],
  ]
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ""
  for await (const chunk of stream) text += String(chunk)
  return text
}

/** The first line, or nothing where it ends without one. */
async function lineOf(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const chunk of stream) return String(chunk)
  return ""
}
