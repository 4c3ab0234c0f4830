import type { Hono } from "hono"
import { DiffQuery, UndoRequest } from "../../protocol/api/api.ts"
import type { ServerEnvironment } from "../access/access.ts"
import { redactedJson } from "../http/frames.ts"
import { readBody, readQuery } from "../http/read-input.ts"
import type { Services } from "../services.ts"

/** What a run changed, and how to take it back. */
export function addUndoRoutes(app: Hono<ServerEnvironment>, { catalog, desk, host }: Services): void {
  app.post("/api/runs/:id/undo", async (context) => {
    const { id } = await catalog.header(context.req.param("id"))
    const undone = await desk.undo(id, await readBody(context, UndoRequest))
    return new Response(redactedJson(undone, host.redact), { headers: { "Content-Type": "application/json" } })
  })

  app.get("/api/runs/:id/diff", async (context) => {
    const { id } = await catalog.header(context.req.param("id"))
    return context.text(host.redact(await desk.diff(id, readQuery(context, DiffQuery))))
  })
}
