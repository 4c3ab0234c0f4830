import type { Hono } from "hono"
import { ReplayRequest } from "../../protocol/api/replay-api.ts"
import { recordedPolicy, replayPolicies } from "../../run/replay/replay-policies.ts"
import { replayReply } from "../../run/replay/replay-rows.ts"
import { readReplaySettings } from "../../run/replay/replay-settings.ts"
import type { ServerEnvironment } from "../access/access.ts"
import { redactedJson } from "../http/frames.ts"
import { readBody } from "../http/read-input.ts"
import type { Services } from "../services.ts"

/** A stored run under other guards; asks no model and changes nothing. */
export function addReplayRoute(app: Hono<ServerEnvironment>, { host, catalog }: Services): void {
  app.post("/api/runs/:id/replay", async (context) => {
    const { set } = await readBody(context, ReplayRequest)
    const { id } = await catalog.header(context.req.param("id"))
    const entries = await host.store.load(id)
    const reply = replayReply(replayPolicies(entries, readReplaySettings(recordedPolicy(entries), set)))
    return new Response(
      redactedJson(reply, (text) => host.redact(text)),
      { headers: { "Content-Type": "application/json" } },
    )
  })
}
