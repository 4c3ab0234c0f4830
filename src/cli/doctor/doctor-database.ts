import { SCHEMA_VERSION } from "../../journal/postgres/schema.ts"
import { KeelsonError } from "../../protocol/log/keelson-error.ts"
import { clusterFigures } from "../../queue/figures.ts"
import { plural } from "../../text/words/units.ts"
import { openCluster } from "../cluster/cluster.ts"
import { notify } from "../terminal/long-running.ts"
import type { DoctorFinding } from "./doctor-checks.ts"

/** A round trip above this is felt in every step. */
const SLOW_MS = 20
const ROUNDS = 10

/** Whether servers and workers could use the database, and how it stands. Brings it to the current schema as they would. */
export async function inspectDatabase(address: string): Promise<DoctorFinding[]> {
  try {
    return await look(address)
  } catch (error) {
    if (!(error instanceof KeelsonError)) throw error
    return [{ check: "database", level: "fail", text: error.message }]
  }
}

async function look(address: string): Promise<DoctorFinding[]> {
  const cluster = await openCluster(address, { notify, onFault: () => {} })
  try {
    const { connections } = cluster.store
    const [about] = await connections.query(
      "SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int / 10000 AS major",
    )
    const began = performance.now()
    for (let round = 0; round < ROUNDS; round++) await connections.query("SELECT 1")
    const ms = (performance.now() - began) / ROUNDS
    const [durable] = await connections.query("SHOW synchronous_commit")
    const figures = await clusterFigures(cluster.store, cluster.queue)
    const isDurable = durable?.synchronous_commit !== "off"
    return [
      { check: "database", ...versionFinding(String(about?.version), Number(about?.major), connections.place) },
      {
        check: "round trip",
        level: ms > SLOW_MS ? "warn" : "ok",
        text: `${ms.toFixed(1)} ms`,
        ...(ms > SLOW_MS ? { advice: "Each step of a run waits for one: put workers nearer" } : {}),
      },
      {
        check: "commits",
        level: isDurable ? "ok" : "fail",
        text: isDurable ? "outlive a crash of the server" : "synchronous_commit is off",
        ...(isDurable ? {} : { advice: "A crash of the server would let runs do things twice: turn it on" }),
      },
      {
        check: "queue",
        level: figures.queued > 0 && figures.active === 0 && figures.oldestMs > 10_000 ? "warn" : "ok",
        text: `${plural(figures.queued, "run")} waiting, ${figures.active} under way; servers and workers connected: ${figures.processes}`,
      },
    ]
  } finally {
    await cluster.close()
  }
}

/** What was tried, oldest and newest. */
const OLDEST = 14
const NEWEST = 18

function versionFinding(version: string, major: number, place: string): Omit<DoctorFinding, "check"> {
  const text = `PostgreSQL ${version} at ${place}, schema ${SCHEMA_VERSION}`
  if (major < OLDEST) return { level: "fail", text, advice: `Keelson needs PostgreSQL ${OLDEST} or later` }
  if (major > NEWEST)
    return { level: "warn", text, advice: `Newer than what Keelson was tried on (${OLDEST} to ${NEWEST})` }
  return { level: "ok", text }
}
