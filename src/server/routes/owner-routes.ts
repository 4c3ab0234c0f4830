import type { Hono } from "hono"
import { ConfigRequest, KeyRequest, PruneRequest } from "../../protocol/api/owner-api.ts"
import type { AccessRules, ServerEnvironment } from "../access/access.ts"
import { ApiFailure, notFound } from "../http/failure.ts"
import { redactedJson } from "../http/frames.ts"
import { readBody } from "../http/read-input.ts"
import { type OwnersDesk, ownerRefusal, requireOwner } from "../runs/owner.ts"
import type { Services } from "../services.ts"

/** The user's own config, their keys, and what is kept on the disk. */
export function addOwnerRoutes(app: Hono<ServerEnvironment>, { host }: Services, access: AccessRules): void {
  const owner = (): OwnersDesk => {
    if (!host.owner) throw notFound("The settings of this server are those of the program that started it.")
    return host.owner
  }

  app.get("/api/config", async (context) => {
    const refusal = ownerRefusal(context, access)
    const reply = { ...(await owner().config()), ...(refusal ? { refusal } : {}) }
    context.header("content-type", "application/json")
    return context.body(redactedJson(reply, (text) => host.redact(text)))
  })

  app.post("/api/config", async (context) => {
    requireOwner(context, access)
    await owner().keep(await readBody(context, ConfigRequest))
    return context.json({ kept: true })
  })

  app.post("/api/keys", async (context) => {
    requireOwner(context, access)
    const { provider, key } = await readBody(context, KeyRequest)
    return context.json(await owner().keepKey(provider, key))
  })

  app.post("/api/prune", async (context) => {
    requireOwner(context, access)
    const wish = await readBody(context, PruneRequest)
    if (wish.keep === undefined && wish.older_than_ms === undefined)
      throw new ApiFailure(400, "bad_request", "body: say which runs shall go, with older_than_ms or keep.")
    const reply = await owner().prune(wish)
    context.header("content-type", "application/json")
    return context.body(redactedJson(reply, (text) => host.redact(text)))
  })
}
