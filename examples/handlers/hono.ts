// Runs over HTTP with hono: POST /runs { "request": … } answers with lines of JSON while the run goes on.
import { Hono } from "hono"
import type { Agent } from "keelson"
import { requestIn, runLines } from "./run-lines.ts"

export function honoApp(agent: Agent): Hono {
  return new Hono().post("/runs", async (context) => {
    const asked = requestIn(await context.req.json().catch(() => null))
    if ("error" in asked) return context.json(asked, 400)
    const lines = await runLines(agent, asked.request, context.req.raw.signal)
    return context.body(lines, 200, { "content-type": "application/x-ndjson" })
  })
}
