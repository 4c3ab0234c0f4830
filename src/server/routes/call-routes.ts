import type { Hono } from "hono"
import { listCalls, readCall } from "../../run/lifecycle/lookup/read-calls.ts"
import type { ServerEnvironment } from "../access/access.ts"
import { notFound } from "../http/failure.ts"
import { redactedJson } from "../http/frames.ts"
import type { Services } from "../services.ts"

/** What models were asked, and what they answered. */
export function addCallRoutes(app: Hono<ServerEnvironment>, { host, catalog }: Services): void {
  const reply = (value: unknown) =>
    new Response(
      redactedJson(value, (text) => host.redact(text)),
      { headers: { "Content-Type": "application/json" } },
    )

  app.get("/api/runs/:id/calls", async (context) => {
    const { id } = await catalog.header(context.req.param("id"))
    return reply({ calls: await listCalls(host.store, id) })
  })

  app.get("/api/runs/:id/calls/:n{.+}", async (context) => {
    const { id } = await catalog.header(context.req.param("id"))
    const named = context.req.param("n")
    const call = await readCall(host.store, id, /^\d+$/.test(named) ? Number(named) : named)
    if (call) return reply(call)
    throw notFound(`Run ${id} has no call ${named} of a model.`)
  })
}
