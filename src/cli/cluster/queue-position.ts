import { configuredDatabase } from "../../config.ts"
import { languageHere } from "../../host/user-language.ts"
import type { RunStore } from "../../journal/run-store.ts"
import type { QueueStanding } from "../../protocol/api/team-api.ts"
import { say } from "../../text/words/words.ts"

/** Where runs of a cluster stand that wait for a worker; none do on one machine, where nothing of it is loaded. */
export async function queuePosition(
  store: RunStore,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, QueueStanding>> {
  if (configuredDatabase() === undefined || runIds.length === 0) return new Map()
  const [{ PostgresStore }, { standingsOf }] = await Promise.all([
    import("../../journal/postgres/postgres-store.ts"),
    import("../../queue/queue-order.ts"),
  ])
  if (!(store instanceof PostgresStore)) return new Map()
  // Before the first server or worker there is no queue.
  return standingsOf(store.connections, runIds).catch(() => new Map())
}

/** Why a run is not under way, in a sentence. */
export function queueWord({ place, reason }: QueueStanding): string {
  return say(languageHere(), `queue.${reason}`, place)
}
