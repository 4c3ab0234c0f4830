import { setTimeout } from "node:timers/promises"
import type { Hono } from "hono"
import type { ServerEnvironment } from "../access/access.ts"
import { type Metric, metricsText } from "../observing/metrics.ts"
import type { Services } from "../services.ts"

/** Who asks whether a server is ready does not wait longer. */
const READY_MS = 2000

/** For whoever watches over the process: does it live, can it work, how does it stand. */
export function addPulseRoutes(app: Hono<ServerEnvironment>, { host, catalog }: Services): void {
  app.get("/healthz", (context) => context.text("ok\n"))

  app.get("/readyz", async (context) => {
    const answer = host.store.listRuns({ limit: 1 }).then(
      () => true,
      () => false,
    )
    const isReady = await Promise.race([answer, setTimeout(READY_MS, false)])
    return context.text(isReady ? "ready\n" : "the store does not answer\n", isReady ? 200 : 503)
  })

  app.get("/metrics", async (context) => {
    const metrics = (await host.metrics?.()) ?? [runsByState(await catalog.states())]
    return context.text(metricsText(metrics), 200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" })
  })
}

/** The one figure that every server has. */
export function runsByState(states: Readonly<Record<string, number>>): Metric {
  const samples = Object.entries(states).map(([state, value]) => ({ labels: { state }, value }))
  return { name: "keelson_runs", help: "Runs by state.", kind: "gauge", samples }
}
