import { join } from "node:path"
import { findWorkPlace } from "../../host/workspace/workspace-root.ts"
import type { RunStore } from "../../journal/run-store.ts"
import type { RunHeader } from "../../protocol/log/run.ts"

/** The runs of the project that one stands in, newest first, and those that were started in this very folder as a workspace of its own. */
export async function runsHere(store: RunStore): Promise<readonly RunHeader[]> {
  const { root, stand } = await findWorkPlace()
  const workspaces = stand === "." ? [root] : [root, join(root, stand)]
  const runs = await Promise.all(workspaces.map((workspace) => store.listRuns({ workspace })))
  return runs.flat().sort((one, other) => other.created_at - one.created_at)
}
