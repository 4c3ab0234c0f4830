import type { Hono } from "hono"
import { SessionRequest } from "../../protocol/api/api.ts"
import { type AccessRules, refuseIfEmpty, type ServerEnvironment } from "../access/access.ts"
import { ApiFailure, notFound } from "../http/failure.ts"
import type { RateLimit } from "../http/rate-limit.ts"
import { readBody } from "../http/read-input.ts"

/** How a page gets the token: with the code of its address, once. Whoever has neither may have a new address told to the owner. */
export function addSessionRoutes(app: Hono<ServerEnvironment>, rules: AccessRules, failures: RateLimit): void {
  const { token, codes, announce } = rules
  app.post("/api/session", async (context) => {
    const { code } = await readBody(context, SessionRequest)
    if (token !== null && codes.redeem(code)) return context.json({ token })
    refuseIfEmpty(failures, context)
    throw new ApiFailure(401, "unauthorized", "This code was used before, is too old, or was never given out.", {
      hint: "Open a new address, or sign in with the token.",
    })
  })
  app.post("/api/session/address", (context) => {
    if (announce === undefined) throw notFound("This server has nobody to tell a new address to.")
    refuseIfEmpty(failures, context)
    announce()
    return context.json({ told: true })
  })
}
