import { join } from "node:path"
import { ownStateFolder } from "../../extras/own-folder.ts"
import type { PathRules } from "../workspace/path-rules.ts"
import type { OwnFiles } from "./own-files.ts"
import type { Sharing } from "./shared-space.ts"
import type { FolderView } from "./view/folder-view.ts"

/** What a confined command may touch. */
export type SandboxPlace = {
  /** Absolute; where the command starts. */
  readonly cwd: string
  /** Absolute folders and files that may be written; everything else is read-only. */
  readonly writable: readonly string[]
  /** False: not even this machine's own addresses can be reached. */
  readonly network: boolean
  /** True: some domains can be reached by a proxy, so that packages may be downloaded. */
  readonly byProxy?: boolean
  /** What the user says of single paths, as it was said. */
  readonly paths?: PathRules | undefined
  /** Stands in the place of the folder that it is a view of. */
  readonly view?: FolderView | undefined
  /** What it has in common with the other commands of its run; without it everything is its own. */
  readonly shared?: Sharing | undefined
}

export const BUBBLEWRAP = "bubblewrap"

/** Where a confined command's sandbox reads its filter. */
export const FILTER_DESCRIPTOR = 3

/** The first of those that are handed to the sandbox as they are. */
export const FIRST_DESCRIPTOR = 5

/** What goes along with one confined command. */
export type Attendance = {
  /** Given to the wrapped command at descriptor 3. */
  readonly filter?: Uint8Array
  /** Open descriptors of this process, given to it from number 5 on. */
  readonly descriptors?: readonly number[]
  /** After the command: takes back what it may not leave behind, and says so, a sentence each. `own`: what is not the command's. */
  leave(own?: OwnFiles): Promise<readonly string[]>
}

/** Runs commands so that they can change the workspace and little else. */
export interface Sandbox {
  /** As it is recorded in the log: `bubblewrap`, `seatbelt`. */
  readonly name: string
  /** What it can't do on this machine, if anything. */
  readonly gap?: string
  /** True: where it leaves no network, a descriptor that is handed in is still a way out, so that a proxy can let some domains through. */
  readonly byDomain?: boolean
  /** The argument vector that runs the command confined. */
  wrap(command: readonly string[], place: SandboxPlace): Promise<readonly string[]>
  /** Called with the place that the command was wrapped for, right before it is started. */
  attend?(place: SandboxPlace): Promise<Attendance>
}

/** A sandbox that was seen to work, or what to install to have one, in a sentence. */
export type SandboxSearch = { readonly sandbox: Sandbox } | { readonly missing: string }

/** How a sandbox is set up beside what it hides. */
export type SandboxOptions = {
  /** Where the copies of repositories are kept that commands work in; below the state folder unless told otherwise. */
  readonly shadows?: string
}

/** Looks for this platform's sandbox and tries it out. Commands won't see the hidden places, nor the usual ones for secrets. */
export async function findSandbox(
  hidden: readonly string[] = [],
  { shadows = join(ownStateFolder(), "git") }: SandboxOptions = {},
): Promise<SandboxSearch> {
  if (process.platform === "linux") return (await import("./bubblewrap.ts")).findBubblewrap(hidden, shadows)
  if (process.platform === "darwin") return (await import("./seatbelt.ts")).findSeatbelt(hidden)
  return { missing: `There is no sandbox for ${process.platform}; run Keelson on Linux (or in WSL 2) or on macOS.` }
}
