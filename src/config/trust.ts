import { join } from "node:path"
import { z } from "zod"
import { IN_MEMORY } from "../journal/state-folder.ts"
import { ConfigError } from "./config-error.ts"
import { readPrivateJson, writePrivateJson } from "./private-file.ts"
import type { Stranger } from "./strangers.ts"

/** Whether what a workspace brings along may be run. `changed` names what is not as it was when the user trusted it. */
export type TrustState =
  | { readonly kind: "nothing" | "trusted" | "new" }
  | { readonly kind: "changed"; readonly names: readonly string[] }

/** A folder by its real path, and the hashes of what the user looked at. */
const TrustedFolders = z.record(z.string(), z.object({ files: z.record(z.string(), z.string()), at: z.string() }))
type TrustedFolders = z.infer<typeof TrustedFolders>

/** Every folder that was trusted, with when that was. */
export function trustedFolders(stateFolder: string): TrustedFolders {
  if (stateFolder === IN_MEMORY) return {}
  const parsed = TrustedFolders.safeParse(readPrivateJson(fileIn(stateFolder)))
  return parsed.success ? parsed.data : {}
}

/** By the folder's real path and the hashes of everything in it that would be run. */
export function trustState(stateFolder: string, workspace: string, strangers: readonly Stranger[]): TrustState {
  if (strangers.length === 0) return { kind: "nothing" }
  const known = Object.entries(trustedFolders(stateFolder)).find(([folder]) => folder === workspace)?.[1].files
  if (!known) return { kind: "new" }
  const changed = strangers.filter(({ name, hash }) => known[name] !== hash).map(({ name }) => name)
  return changed.length === 0 ? { kind: "trusted" } : { kind: "changed", names: changed }
}

/** Trusts what is there now, and nothing that comes later. */
export function trustFolder(stateFolder: string, workspace: string, strangers: readonly Stranger[]): void {
  if (stateFolder === IN_MEMORY)
    throw new ConfigError("KEELSON_STATE keeps nothing (:memory:), so trust can't be kept either.")
  const files = Object.fromEntries(strangers.map(({ name, hash }) => [name, hash]))
  const folders = { ...trustedFolders(stateFolder), [workspace]: { files, at: new Date().toISOString() } }
  writePrivateJson(fileIn(stateFolder), folders)
}

/** `false` if the folder was not trusted anyway. */
export function distrustFolder(stateFolder: string, workspace: string): boolean {
  const { [workspace]: gone, ...others } = trustedFolders(stateFolder)
  if (gone) writePrivateJson(fileIn(stateFolder), others)
  return gone !== undefined
}

function fileIn(stateFolder: string): string {
  return join(stateFolder, "trust.json")
}
