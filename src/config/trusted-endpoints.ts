import { join } from "node:path"
import { z } from "zod"
import { IN_MEMORY } from "../journal/state-folder.ts"
import { readPrivateJson, writePrivateJson } from "./private-file.ts"

/* Model servers that a workspace names and the user said yes to: for that folder, and for that address as it was written. */

/** When the user said yes, by the folder's real path and the address. */
const AllowedEndpoints = z.record(z.string(), z.record(z.string(), z.string()))
type AllowedEndpoints = z.infer<typeof AllowedEndpoints>

/** Every address that was allowed. A file that can't be read counts as none: then the user is asked again. */
export function allowedEndpoints(stateFolder: string): AllowedEndpoints {
  if (stateFolder === IN_MEMORY) return {}
  const parsed = AllowedEndpoints.safeParse(readPrivateJson(fileIn(stateFolder)))
  return parsed.success ? parsed.data : {}
}

/** Whether the user said yes to this address in this folder. */
export function isEndpointAllowed(stateFolder: string, workspace: string, url: string): boolean {
  const folders = allowedEndpoints(stateFolder)
  return Object.hasOwn(folders, workspace) && Object.hasOwn(folders[workspace] ?? {}, url)
}

/** Remembers the yes; a state that keeps nothing forgets it with the process. */
export function allowEndpoint(stateFolder: string, workspace: string, url: string): void {
  if (stateFolder === IN_MEMORY) return
  const folders = allowedEndpoints(stateFolder)
  const allowed = { ...folders[workspace], [url]: new Date().toISOString() }
  writePrivateJson(fileIn(stateFolder), { ...folders, [workspace]: allowed })
}

/** Takes every yes of this folder back; `false` if there was none. */
export function forgetEndpoints(stateFolder: string, workspace: string): boolean {
  const { [workspace]: gone, ...others } = allowedEndpoints(stateFolder)
  if (gone) writePrivateJson(fileIn(stateFolder), others)
  return gone !== undefined
}

function fileIn(stateFolder: string): string {
  return join(stateFolder, "trusted-endpoints.json")
}
