import { configuredDatabase } from "../../config.ts"
import { isDatabaseAddress } from "../../journal/open-store.ts"
import type { PostgresStore } from "../../journal/postgres/postgres-store.ts"
import type { RunQueue } from "../../queue/run-queue.ts"
import type { ServerLog } from "../serving/server-log.ts"
import { UsageError } from "../terminal/failure.ts"

/** What the processes of a cluster share. */
export type Cluster = { readonly store: PostgresStore; readonly queue: RunQueue; close(): Promise<void> }

/** `--database`: its address; `true` for the one of the environment. */
export type DatabaseFlag = { readonly database?: string | boolean }

/** Opens log and queue of the database that is named. Nothing of it is loaded elsewhere. */
export async function openCluster(
  address: string,
  { notify, onFault }: Pick<ServerLog, "notify" | "onFault">,
): Promise<Cluster> {
  const { PostgresStore } = await import("../../journal/postgres/postgres-store.ts")
  const { RunQueue } = await import("../../queue/run-queue.ts")
  let isSaid = false
  const store = await PostgresStore.open(address, {}, () => {
    if (!isSaid) notify("the database does not answer; waiting for it …")
    isSaid = true
  })
  store.connections.onOutage((isAway) =>
    notify(isAway ? "the database does not answer; runs wait for it …" : "the database answers again"),
  )
  try {
    const queue = await RunQueue.open(store, onFault)
    const close = async () => {
      await queue.close()
      await store.close()
    }
    return { store, queue, close }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Throws `UsageError` for an address that is none, and for a password that everybody could read. */
export function databaseAddress({ database }: DatabaseFlag): string | undefined {
  if (typeof database === "string" && passwordIn(database))
    throw new UsageError(
      "--database would show the password to everybody on this machine (ps); put the address into KEELSON_DATABASE, or the password into PGPASSWORD or ~/.pgpass.",
    )
  const address = typeof database === "string" ? database : configuredDatabase()
  if (database === true && address === undefined)
    throw new UsageError("--database needs an address, or KEELSON_DATABASE.")
  if (address !== undefined && !isDatabaseAddress(address))
    throw new UsageError("a database is named like postgres://user@host/name.")
  return address
}

function passwordIn(address: string): boolean {
  return /^\w+:\/\/[^/@]*:[^/@]+@/.test(address) || /[?&]password=/.test(address)
}
