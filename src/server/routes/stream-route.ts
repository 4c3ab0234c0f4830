import type { Context, Hono } from "hono"
import { EventsQuery, ManyEventsQuery } from "../../protocol/api/api.ts"
import type { ServerEnvironment } from "../access/access.ts"
import { ApiFailure, toFailure } from "../http/failure.ts"
import { refusedFrame, runFrame } from "../http/frames.ts"
import { readLists, readQuery } from "../http/read-input.ts"
import type { Services } from "../services.ts"
import { mergedStreams, type NamedStream } from "../streams/merged-streams.ts"

const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  // Written as it comes, by this server and by proxies.
  "Transfer-Encoding": "chunked",
  "X-Accel-Buffering": "no",
}

/** The events of a run as they come; and those of many runs over one connection, of which a browser has only a few. */
export function addStreamRoute(app: Hono<ServerEnvironment>, { catalog, feeds }: Services): void {
  const streamOf = async (context: Context<ServerEnvironment>, runId: string, after: number) => {
    const { id } = await catalog.header(runId)
    const viewer = await feeds.view(id, after, () => context.env?.outgoing?.destroy())
    // The connection may have gone while the log was read; then nobody would cancel the stream.
    if (context.env?.outgoing?.destroyed) viewer.close()
    return viewer.stream()
  }

  app.get("/api/runs/:id/events", async (context) => {
    const { id } = await catalog.header(context.req.param("id"))
    const { after = 0 } = readQuery(context, EventsQuery)
    const last = lastEventId(context.req.header("last-event-id")) ?? after
    // Nobody would ever read it.
    if (context.req.method === "HEAD") return new Response(null, { headers: HEADERS })
    return new Response(await streamOf(context, id, last), { headers: HEADERS })
  })

  app.get("/api/events", async (context) => {
    const { run } = readLists(context, ManyEventsQuery)
    if (context.req.method === "HEAD") return new Response(null, { headers: HEADERS })
    const streams = run.map(async ({ id, after }): Promise<NamedStream> => {
      const stream = await streamOf(context, id, after).catch((error: unknown) => refusal(error))
      return { name: runFrame(id), stream }
    })
    return new Response(mergedStreams(await allOrNone(streams)), { headers: HEADERS })
  })
}

/** A run that can't be followed is no reason not to follow the others. What ails the server is: whoever asks again is heard. */
function refusal(error: unknown): ReadableStream<Uint8Array> {
  const failure = toFailure(error)
  if (failure.status >= 500) throw error
  return new ReadableStream({
    start(out) {
      out.enqueue(refusedFrame(failure))
      out.close()
    },
  })
}

/** Where one fails, nobody reads the others. */
async function allOrNone(opening: readonly Promise<NamedStream>[]): Promise<readonly NamedStream[]> {
  try {
    return await Promise.all(opening)
  } catch (error) {
    for (const opened of opening) void opened.then(({ stream }) => stream.cancel()).catch(() => {})
    throw error
  }
}

/** What a browser sends by itself when it reconnects; it is newer than what the address says. */
function lastEventId(header: string | undefined): number | undefined {
  if (header === undefined || header === "") return undefined
  if (/^\d{1,15}$/.test(header)) return Number(header)
  throw new ApiFailure(400, "bad_request", "Last-Event-ID: expected the number of an event.")
}
