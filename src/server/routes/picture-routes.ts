import type { Hono } from "hono"
import { loggedEvent } from "../../journal/journal.ts"
import { OpeningQuery, PartQuery, PictureQuery } from "../../protocol/api/api.ts"
import { briefOf, partOf } from "../../view/brief.ts"
import type { ServerEnvironment } from "../access/access.ts"
import { redactedJson } from "../http/frames.ts"
import { readQuery } from "../http/read-input.ts"
import type { Services } from "../services.ts"
import { logLines, openingLines } from "../streams/log-lines.ts"

/** Entries that a page takes and folds in a moment. */
const FEW = 4000

/** Runs as pages show them: folded here, where there is too much of them for a page. */
export function addPictureRoutes(app: Hono<ServerEnvironment>, { host, catalog, pictures }: Services): void {
  const json = (value: unknown) =>
    new Response(redactedJson(value, host.redact), { headers: { "Content-Type": "application/json" } })

  app.get("/api/runs/:id/opening", async (context) => {
    const { id } = await catalog.header(context.req.param("id"))
    const { after } = readQuery(context, OpeningQuery)
    const lastSeq = await host.store.lastSeq(id)
    if (lastSeq - after > FEW) {
      return openingLines(
        lastSeq,
        async (onRead) => ({ picture: briefOf(await pictures.newest(id, onRead)) }),
        host.redact,
      )
    }
    const entries = await host.store.load(id, after)
    return logLines(
      entries.flatMap((entry) => loggedEvent(entry) ?? []),
      host.redact,
    )
  })

  app.get("/api/runs/:id/picture", async (context) => {
    const { id } = await catalog.header(context.req.param("id"))
    const { at } = readQuery(context, PictureQuery)
    return json(briefOf(await pictures.at(id, at)))
  })

  app.get("/api/runs/:id/part", async (context) => {
    const { id } = await catalog.header(context.req.param("id"))
    const { stage } = readQuery(context, PartQuery)
    return json(partOf(await pictures.newest(id), stage))
  })
}
