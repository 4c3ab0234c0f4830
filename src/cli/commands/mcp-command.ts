import { configuredDatabase, NO_CODE, projectCode } from "../../config.ts"
import { runHost } from "../../host/serving/run-host.ts"
import { strategiesIn } from "../../host/strategies.ts"
import { workspaceRoot } from "../../host/workspace/workspace-root.ts"
import type { RunStore } from "../../journal/run-store.ts"
import type { Person } from "../../protocol/api/team-api.ts"
import type { McpFlags } from "../flags/serve-flags.ts"
import { hostWishOf } from "../serving/host-wish.ts"
import { overStdio } from "../serving/over-stdio.ts"
import { UsageError } from "../terminal/failure.ts"

const HINT = "speaking MCP with standard input; a client's config starts this with: keelson mcp"

/** Serves runs to an MCP client. */
export async function mcpCommand(flags: McpFlags, version: string): Promise<number> {
  const workspaces = await Promise.all((flags.workspace ?? [undefined]).map((folder) => workspaceRoot(folder)))
  return overStdio({ debug: flags.debug, hint: HINT }, async ({ store, notify, ...streams }) => {
    const { onFault } = streams
    const whole = runHost([...new Set(workspaces)], hostWishOf(flags), {
      store,
      responder: undefined,
      attended: true,
      onFault,
      notify,
    })
    const person = await personHere(store)
    const host = (person && whole.as?.(person)) ?? whole
    const { startMcpServer } = await import("../../server/mcp/mcp-server.ts")
    return startMcpServer({ ...streams, host, version, strategies: await strategiesOf(workspaces[0]) })
  })
}

/** Whose token `KEELSON_TOKEN` is, where people share a database; it counts for this client alone. Throws `UsageError` for one that is nobody's. */
async function personHere(store: RunStore): Promise<Person | undefined> {
  const token = process.env.KEELSON_TOKEN
  if (configuredDatabase() === undefined || !token) return undefined
  const [{ PostgresStore }, { People }] = await Promise.all([
    import("../../journal/postgres/postgres-store.ts"),
    import("../../journal/postgres/people.ts"),
  ])
  if (!(store instanceof PostgresStore)) return undefined
  const person = await new People(store.connections).find(token)
  if (!person) throw new UsageError("KEELSON_TOKEN is nobody's token on this database; keelson token add gives one.")
  return person
}

/** Those of the first folder. A config that can't be read is told of when a run is asked for. */
async function strategiesOf(workspace = process.cwd()): Promise<string[]> {
  const code = await projectCode(workspace, process.env).catch(() => NO_CODE)
  return strategiesIn({ code }).map(({ name }) => name)
}
