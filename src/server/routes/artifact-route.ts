import type { Hono } from "hono"
import { ArtifactQuery } from "../../protocol/api/api.ts"
import { LINE_COUNT_HEADER } from "../../protocol/api/line-count-header.ts"
import { readArtifact } from "../../run/lifecycle/lookup/read-artifacts.ts"
import { isKeptCall } from "../../run/model-call/kept-call.ts"
import type { ServerEnvironment } from "../access/access.ts"
import { notFound } from "../http/failure.ts"
import { readQuery } from "../http/read-input.ts"
import type { Services } from "../services.ts"

/** Types that a browser may show; everything else is bytes to be saved. */
const SHOWN = ["image/png", "image/jpeg", "image/gif", "image/webp"]

/** Results in full, and files that tasks made. Whatever is in them, nothing of it can run. */
export function addArtifactRoute(app: Hono<ServerEnvironment>, { host, catalog }: Services): void {
  app.get("/api/runs/:id/artifacts/:artifact{.+}", async (context) => {
    const { id } = await catalog.header(context.req.param("id"))
    const artifact = context.req.param("artifact")
    const { lines } = readQuery(context, ArtifactQuery)
    const text = await readArtifact(host.store, id, artifact)
    if (text !== undefined) return asText(host.redact(pick(text, lines)), artifact, text.split("\n").length)
    const blob = isKeptCall(artifact) ? undefined : await host.store.loadBlob(id, artifact)
    if (blob) return asFile(blob, artifact)
    throw notFound(`Run ${id} has no artifact "${artifact}".`)
  })
}

/** Lines `10-90`, counted from 1. */
function pick(text: string, range: string | undefined): string {
  if (range === undefined) return text
  const [first = 1, last = first] = range.split("-").map(Number)
  return text
    .split("\n")
    .slice(Math.max(0, first - 1), last)
    .join("\n")
}

function asText(text: string, name: string, lineCount: number): Response {
  return new Response(text, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      [LINE_COUNT_HEADER]: String(lineCount),
      "Content-Disposition": `inline; filename="${fileName(name)}.txt"`,
    },
  })
}

function asFile({ mime, data }: { readonly mime: string; readonly data: Uint8Array }, name: string): Response {
  const isShown = SHOWN.includes(mime)
  return new Response(Uint8Array.from(data), {
    headers: {
      "Content-Type": isShown ? mime : "application/octet-stream",
      "Content-Disposition": `${isShown ? "inline" : "attachment"}; filename="${fileName(name)}"`,
    },
  })
}

/** Nothing that a header or a file system could misunderstand. */
function fileName(name: string): string {
  return name.replace(/[^\w.-]+/g, "-").slice(0, 100)
}
