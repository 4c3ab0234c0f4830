import type { Hono } from "hono"
import type { ModelsReply, SettingsReply } from "../../protocol/api/api.ts"
import type { ServerEnvironment } from "../access/access.ts"
import { describeApi } from "../openapi/openapi.ts"
import type { RunHost } from "../runs/run-host.ts"
import type { Services } from "../services.ts"

const NO_MODELS: ModelsReply = { usable: [], missing: [] }

/** What the server is and can do. */
export function addAboutRoutes(app: Hono<ServerEnvironment>, { host, version }: Services): void {
  app.get("/api/health", (context) => context.json({ ok: true, version }))
  app.get("/api/settings", async (context) =>
    context.json({ version, ...(await host.settings()), offers: offersOf(host) }),
  )
  app.get("/api/models", async (context) => context.json((await host.models?.()) ?? NO_MODELS))
  app.get("/api/openapi.json", (context) => context.json(describeApi(version)))
}

/** Whoever carries runs out elsewhere has neither the folders of this machine nor its demo. */
function offersOf({ demo, copies, owner, handOver }: RunHost): SettingsReply["offers"] {
  return [
    ...(demo && !handOver ? (["demo"] as const) : []),
    ...(copies && !handOver ? (["compare"] as const) : []),
    ...(owner ? (["owner"] as const) : []),
  ]
}
