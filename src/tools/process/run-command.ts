import { existsSync } from "node:fs"
import { stat } from "node:fs/promises"
import { systemClock } from "../clock.ts"
import { terminalEnvironment } from "../code/terminal-environment.ts"
import { HeadAndTail } from "../code/text/head-and-tail.ts"
import type { NetworkAccess } from "../network/network-access.ts"
import type { OwnFiles } from "../sandbox/own-files.ts"
import type { Attendance, Sandbox, SandboxPlace } from "../sandbox/sandbox.ts"
import type { Sharing } from "../sandbox/shared-space.ts"
import type { FolderView } from "../sandbox/view/folder-view.ts"
import { type ToolContext, ToolFailure } from "../tool.ts"
import { LiveOutput } from "./live-output.ts"
import { withoutLoaders } from "./loader-variables.ts"
import { type GroupEnd, type GroupRequest, runProcessGroup } from "./process-group.ts"

/** A command as a tool wants it run. */
export type CommandOptions = {
  /** A text goes to the shell; a list is run as it is. */
  readonly command: string | readonly string[]
  /** On top of what every command sees. */
  readonly env?: Readonly<Record<string, string>>
  /** Relative to the workspace, which it can't leave. */
  readonly cwd?: string
  /** Whether the sandbox leaves the network on, or what of it can be reached; as the context has it unless told otherwise. */
  readonly network?: boolean | NetworkAccess
  /** What the command reads; without it, nothing. */
  readonly stdin?: string
  /** More output than this loses its middle. */
  readonly maxOutputBytes?: number
  /** What the run's own tools write while it goes on is not its doing. */
  readonly ownFiles?: () => OwnFiles
  /** It goes on while others run: without a sandbox, too, it ends with this process. */
  readonly isGuarded?: boolean
  /** Absolute paths outside the workspace that the sandbox leaves writable. */
  readonly writable?: readonly string[]
  /** Another state of the workspace, which the command sees in its place. */
  readonly view?: FolderView | undefined
}

/** How a command ended. */
export type CommandResult = {
  readonly exitCode: number | null
  /** What killed it, where it did not exit by itself. */
  readonly signal: string | null
  /** Standard output and error in their order, without terminal codes, and the notes. */
  readonly output: string
  /** What the sandbox says of it. */
  readonly notes: readonly string[]
  readonly truncated: boolean
  readonly ms: number
  /** The domains that it reached and was kept from, where it had some of the network. */
  readonly network?: { readonly reached: readonly string[]; readonly refused: readonly string[] }
  /** Stopped by a signal whose reason is a time-out; the output is what there was until then. */
  readonly timedOut: boolean
}

export const OUTPUT_LIMIT = 1_000_000
const SHELL = existsSync("/bin/bash") ? "/bin/bash" : "/bin/sh"

/**
 * Runs a command in the workspace, in the sandbox if the run has one. Nothing that it starts outlives it. Limits come by
 * the context's signal: a time-out ends the command and is told in the result, any other abort is thrown as it is.
 */
export async function runCommand(context: ToolContext, options: CommandOptions): Promise<CommandResult> {
  const { signal, clock = systemClock } = context
  signal.throwIfAborted()
  const folder = await workingFolder(context, options.cwd)
  const output = new HeadAndTail(options.maxOutputBytes ?? OUTPUT_LIMIT)
  const live = new LiveOutput((text) => context.report(text))
  const started = clock.elapsed()
  const { end, notes, network } = await start(context, options, folder, (chunk) => {
    output.add(chunk)
    live.add(chunk)
    context.onOutput?.(chunk)
  })
  if (signal.aborted && !isTimeout(signal.reason)) throw signal.reason
  return {
    exitCode: end.code,
    signal: end.signal,
    output: [output.text().trimEnd(), ...notes].filter(Boolean).join("\n"),
    notes,
    truncated: output.isCut,
    ms: Math.round(clock.elapsed() - started),
    ...(network ? { network } : {}),
    timedOut: signal.aborted,
  }
}

type Ended = { readonly end: GroupEnd; readonly notes: readonly string[] } & Pick<CommandResult, "network">

async function start(
  context: ToolContext,
  options: CommandOptions,
  folder: string,
  onOutput: (chunk: Buffer) => void,
): Promise<Ended> {
  const command = typeof options.command === "string" ? [SHELL, "-c", options.command] : options.command
  const surroundings = { isConfined: Boolean(context.sandbox), passed: context.passVariables ?? [] }
  const environment = { ...terminalEnvironment(process.env, surroundings), ...options.env }
  const plain = { command, folder, environment, input: options.stdin, signal: context.signal, onOutput }
  const network = options.network ?? context.network ?? false
  const place = {
    cwd: folder,
    writable: [context.workspace.root, ...(options.writable ?? [])],
    paths: context.paths,
    view: options.view,
    // What is done on a view stays there.
    shared: options.view ? undefined : sharingOf(context, options, network),
  }
  try {
    const unconfined = { ...plain, isGuarded: options.isGuarded }
    if (!context.sandbox) return { end: await runProcessGroup(seen(unconfined, options.view)), notes: [] }
    if (typeof network === "boolean") return await confined(plain, context.sandbox, { ...place, network }, options)
    return await proxied(plain, context.sandbox, { ...place, network: false, byProxy: true }, network)
  } catch (error) {
    if (context.signal.aborted || error instanceof ToolFailure) throw error
    throw new ToolFailure(`The command could not be started: ${(error as Error).message}`)
  }
}

function seen(request: GroupRequest, view: FolderView | undefined): GroupRequest {
  return view ? { ...request, command: view.enter(request.command, request.folder) } : request
}

/**
 * What it has in common with the run's other commands. With more of the network than they have it stands alone: through it they would have that too. What
 * is mounted for one command only must not lie where others can write.
 */
function sharingOf(
  { background, sandbox, shared }: ToolContext,
  { writable = [] }: CommandOptions,
  network: boolean | NetworkAccess,
): Sharing | undefined {
  if (!sandbox) return undefined
  if (!background) return network === false ? shared : undefined
  const sharing = background.sharing({ network: network === false || isStanding(network) })
  return writable.length > 0 ? { ...sharing, temporary: false } : sharing
}

function isStanding(network: boolean | NetworkAccess): boolean {
  return typeof network === "object" && network.isStanding === true
}

/** The network by domain: the sandbox has none, and the command is given a way to a proxy of ours. */
async function proxied(
  request: GroupRequest,
  sandbox: Sandbox,
  place: SandboxPlace,
  access: NetworkAccess,
): Promise<Ended> {
  if (!sandbox.byDomain) throw new ToolFailure(`${sandbox.name} can't confine the network to some domains.`)
  const { withProxy } = await import("../network/with-proxy.ts")
  const { request: served, end, traffic } = withProxy(request, access)
  const ended = await confined(served, sandbox, place, {}, end)
  const { reached, refused } = traffic
  return { ...ended, notes: [...ended.notes, ...traffic.notes], network: { reached, refused } }
}

/** Whatever becomes of the command, what it may not leave behind is taken back. */
async function confined(
  request: GroupRequest,
  sandbox: Sandbox,
  place: SandboxPlace,
  { ownFiles }: Pick<CommandOptions, "ownFiles">,
  until: (running: Promise<GroupEnd>) => Promise<GroupEnd> = (running) => running,
): Promise<Ended> {
  const { outside, inside } = withoutLoaders(request.environment)
  const words = inside.length > 0 ? ["/usr/bin/env", ...inside, ...request.command] : request.command
  const command = await sandbox.wrap(words, place)
  const attendance: Attendance = (await sandbox.attend?.(place)) ?? { leave: async () => [] }
  const { filter, descriptors } = attendance
  const running = runProcessGroup({ ...request, command, environment: outside, filter, descriptors })
  const leave = () => attendance.leave(ownFiles?.())
  const end = await until(running).catch(async (error) => {
    await leave()
    throw error
  })
  return { end, notes: await leave() }
}

async function workingFolder({ workspace }: ToolContext, path = workspace.stand): Promise<string> {
  const folder = await workspace.resolve(path)
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (isFolder) return folder
  throw new ToolFailure(`There is no folder "${path}" to run the command in; name one that exists.`)
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === "TimeoutError"
}
