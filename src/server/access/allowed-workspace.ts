import { realpath } from "node:fs/promises"
import { ApiFailure } from "../http/failure.ts"
import type { RunCatalog } from "../runs/run-catalog.ts"
import type { RunHost } from "../runs/run-host.ts"

/** The folder without links, the first one if none is named: one that leads out of those that were given is refused. */
export async function allowedWorkspace(
  { host, catalog }: { readonly host: RunHost; readonly catalog: RunCatalog },
  given: string | undefined,
): Promise<string> {
  const [first] = host.workspaces
  if (given === undefined && first !== undefined) return first
  const folder = await realpath(given ?? "").catch(() => undefined)
  if (folder !== undefined && catalog.covers(folder)) return folder
  throw new ApiFailure(403, "forbidden_workspace", `Runs may not be started in ${given}.`, {
    hint: `Allowed: ${host.workspaces.join(", ")}. Whoever starts the server gives more with --workspace.`,
  })
}
