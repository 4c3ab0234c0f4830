import { readdir, readFile } from "node:fs/promises"
import { join, relative, sep } from "node:path"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import type { Context, Hono } from "hono"
import { getMimeType } from "hono/utils/mime"
import type { ServerEnvironment } from "./access/access.ts"
import { notFound } from "./http/failure.ts"
import { isApi } from "./http/security-headers.ts"

/** The files of the built console by their paths; empty if it was not built. */
export type ConsoleFiles = ReadonlyMap<string, string>

/** Only what is found now is ever served, so that no path can lead anywhere else. */
export async function findConsoleFiles(folder: string | undefined): Promise<ConsoleFiles> {
  if (folder === undefined) return new Map()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(files.map((file) => [`/${relative(folder, file).split(sep).join("/")}`, file]))
}

/** The console's files; its start page for every other path, because the console has paths of its own. */
export function addConsole(app: Hono<ServerEnvironment>, files: ConsoleFiles, isFar: boolean): void {
  const serveFile = fileServer(isFar)
  app.get("/*", async (context) => {
    const { path } = context.req
    if (isApi(path)) throw notFound(`There is nothing at ${path}.`)
    const file = files.get(path)
    if (file !== undefined) return serveFile(context, file, path)
    // A missing script must not look like a page.
    if (/\.\w+$/.test(path)) throw notFound(`There is no file ${path}.`)
    const start = files.get("/index.html")
    return start === undefined ? context.html(NOT_BUILT) : serveFile(context, start, "/index.html")
  })
}

/** Compressed where it has a way to go: on one's own machine that would only take time. Each file is compressed once. */
function fileServer(isFar: boolean) {
  const compressed = new Map<string, Promise<Buffer>>()
  const squeezed = async (file: string): Promise<Buffer> => promisify(gzip)(await readFile(file))
  return async (context: Context, file: string, path: string): Promise<Response> => {
    // Files under /assets have a hash in their names.
    const caching = path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache"
    context.header("Content-Type", getMimeType(path) ?? "application/octet-stream")
    context.header("Cache-Control", caching)
    if (!isFar || !/\bgzip\b/.test(context.req.header("accept-encoding") ?? ""))
      return context.body(Uint8Array.from(await readFile(file)))
    const content = compressed.get(file) ?? squeezed(file)
    compressed.set(file, content)
    context.header("Content-Encoding", "gzip")
    context.header("Vary", "Accept-Encoding")
    return context.body(Uint8Array.from(await content))
  }
}

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>The console is not built</title>
<h1>The console is not built</h1>
<p>The API works, but the console's files are missing. Build them with <code>npm run build</code>, then start the server again.</p></html>`
