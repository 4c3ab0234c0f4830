import { readFile } from "node:fs/promises"
import type { Hono } from "hono"
import { loggedEvent } from "../../journal/journal.ts"
import { ReportQuery } from "../../protocol/api/api.ts"
import { htmlReport } from "../../report/html-report.ts"
import { markdownReport } from "../../report/markdown-report.ts"
import { type ReportContent, reportContent } from "../../report/report-content.ts"
import { readArtifacts } from "../../run/lifecycle/lookup/read-artifacts.ts"
import type { ServerEnvironment } from "../access/access.ts"
import type { ConsoleFiles } from "../console-files.ts"
import { notFound } from "../http/failure.ts"
import { redactedJson } from "../http/frames.ts"
import { readQuery } from "../http/read-input.ts"
import type { Services } from "../services.ts"

/** A run as one file that needs no server. */
export function addReportRoute(app: Hono<ServerEnvironment>, services: Services, files: ConsoleFiles): void {
  const { host, catalog } = services
  app.get("/api/runs/:id/report", async (context) => {
    const { id } = await catalog.header(context.req.param("id"))
    const { form } = readQuery(context, ReportQuery)
    const events = (await host.store.load(id)).flatMap((entry) => loggedEvent(entry) ?? [])
    if (form === "md") return context.text(host.redact(markdownReport(events)))
    const content = await contentOf(services, id, events)
    return context.html(htmlReport(content, await assetsIn(files), `Keelson ${id}`))
  })
}

async function contentOf(
  { host, desk }: Services,
  id: string,
  events: ReportContent["events"],
): Promise<ReportContent> {
  const texts = readArtifacts(host.store, id)
  const source = {
    // A run whose checkpoints are gone still has its report.
    diff: () => desk.diff(id, {}).catch(() => ""),
    artifact: async (artifact: string) => (await texts).get(artifact),
    image: async (file: { readonly id: string }) => (await host.store.loadBlob(id, file.id))?.data,
  }
  const content = await reportContent({ id, events }, source, Date.now())
  return JSON.parse(redactedJson(content, (text) => host.redact(text))) as ReportContent
}

async function assetsIn(files: ConsoleFiles): Promise<{ readonly script: string; readonly style: string }> {
  const read = (name: string) => {
    const file = files.get(`/report/${name}`)
    if (file === undefined) throw notFound("The console is not built, and with it what reports are made of.")
    return readFile(file, "utf8")
  }
  return { script: await read("report.js"), style: await read("report.css") }
}
