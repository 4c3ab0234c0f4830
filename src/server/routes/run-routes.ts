import type { Hono } from "hono"
import { loggedEvent } from "../../journal/journal.ts"
import { LogQuery, RunListQuery, StartRequest } from "../../protocol/api/api.ts"
import { conversationWith } from "../../run/lifecycle/lookup/conversation.ts"
import type { ServerEnvironment } from "../access/access.ts"
import { allowedWorkspace } from "../access/allowed-workspace.ts"
import { ApiFailure } from "../http/failure.ts"
import { redactedJson } from "../http/frames.ts"
import { askedOnce, REPEATED_HEADER } from "../http/idempotency.ts"
import { askedTrace, limitWords, readBody, readQuery } from "../http/read-input.ts"
import { RUN_HEADER } from "../observing/log-line.ts"
import type { Services } from "../services.ts"
import { logLines } from "../streams/log-lines.ts"

/** Runs: list, start, look at. */
export function addRunRoutes(app: Hono<ServerEnvironment>, services: Services): void {
  const { host, catalog, desk } = services
  const json = (value: unknown) => redactedJson(value, host.redact)

  app.get("/api/runs", async (context) => reply(json(await catalog.list(readQuery(context, RunListQuery)))))

  app.post("/api/runs", async (context) => {
    const body = await readBody(context, StartRequest, START_BODY)
    const { workspace, follows, attachments = [], ...wish } = body
    limitWords({ workspace, ...wish })
    const before = follows === undefined ? [] : await conversationWith(host.store, (await catalog.header(follows)).id)
    if (workspace !== undefined && wish.source !== undefined)
      throw new ApiFailure(400, "bad_request", "body: a run works in a folder or has a source, not both.")
    // Whoever names a folder means it, whatever the server begins with otherwise.
    const place = workspace === undefined ? {} : { source: "" }
    const isFromSource = wish.source !== undefined || (workspace === undefined && hasOnlySources(host))
    const folder = isFromSource ? "" : await allowedWorkspace(services, workspace)
    const run = await desk.start(
      { ...wish, ...place, workspace: folder },
      {
        conversation: before,
        ...askedOnce(context, services, body),
        trace: askedTrace(context),
        attachments: attachments.map(({ name, data }) => ({ name, data: Buffer.from(data, "base64") })),
      },
    )
    const heard = { [RUN_HEADER]: run.id, ...(run.isRepeated ? { [REPEATED_HEADER]: "true" } : {}) }
    return context.json({ run_id: run.id }, 201, heard)
  })

  app.get("/api/runs/:id", async (context) => reply(json(await catalog.find(context.req.param("id")))))

  app.get("/api/runs/:id/log", async (context) => {
    const { id } = await catalog.header(context.req.param("id"))
    const { from, at, limit } = readQuery(context, LogQuery)
    const entries = async () => host.store.load(id, Math.max(0, from - 1), limit)
    const events =
      at === undefined
        ? (await entries()).flatMap((entry) => loggedEvent(entry) ?? [])
        : await services.pictures.events(id, at, limit ?? MOST_AT_ONCE)
    const wantsLines = context.req.header("accept")?.includes("application/x-ndjson") ?? false
    return wantsLines ? logLines(events, host.redact) : reply(json({ events }))
  })
}

/** Bytes of a request with pictures. */
const START_BODY = 16 * 1024 * 1024

/** Events that are told from a place on, where nobody says how many. */
const MOST_AT_ONCE = 1000

function reply(json: string): Response {
  return new Response(json, { headers: { "Content-Type": "application/json" } })
}

function hasOnlySources({ workspaces, sources = [] }: Services["host"]): boolean {
  return workspaces.length === 0 && sources.length > 0
}
