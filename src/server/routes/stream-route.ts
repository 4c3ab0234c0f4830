import type { Hono } from "hono"
import { EventsQuery } from "../../protocol/api.ts"
import type { ServerEnvironment } from "../access.ts"
import { ApiFailure } from "../failure.ts"
import { readQuery } from "../read-input.ts"
import type { Services } from "../services.ts"

const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  // Written as it comes, by this server and by proxies.
  "Transfer-Encoding": "chunked",
  "X-Accel-Buffering": "no",
}

/** The events of a run as they come. */
export function addStreamRoute(app: Hono<ServerEnvironment>, { catalog, feeds }: Services): void {
  app.get("/api/runs/:id/events", async (context) => {
    const { id } = await catalog.header(context.req.param("id"))
    const { after = 0 } = readQuery(context, EventsQuery)
    const last = lastEventId(context.req.header("last-event-id")) ?? after
    // Nobody would ever read it.
    if (context.req.method === "HEAD") return new Response(null, { headers: HEADERS })
    const viewer = await feeds.view(id, last, () => context.env?.outgoing?.destroy())
    // The connection may have gone while the log was read; then nobody would cancel the stream.
    if (context.env?.outgoing?.destroyed) viewer.close()
    return new Response(viewer.stream(), { headers: HEADERS })
  })
}

/** What a browser sends by itself when it reconnects; it is newer than what the address says. */
function lastEventId(header: string | undefined): number | undefined {
  if (header === undefined || header === "") return undefined
  if (/^\d{1,15}$/.test(header)) return Number(header)
  throw new ApiFailure(400, "bad_request", "Last-Event-ID: expected the number of an event.")
}
