import { readFileSync } from "node:fs"
import { type Config, readConfig } from "../../config.ts"
import { discoverHere } from "../../host/model/endpoint-discovery.ts"
import { modelCatalogFile, readModelCatalog, saveModelCatalog } from "../../host/model/model-catalog-file.ts"
import { workspaceRoot } from "../../host/workspace/workspace-root.ts"
import { hasList, type ListedModels, listModels, whySilent } from "../../model/discovery/list-models.ts"
import { findEndpoint } from "../../model/endpoints/endpoints.ts"
import { type ModelCatalog, ModelCatalogError, parseModelCatalog } from "../../model/endpoints/model-catalog.ts"
import { askServer } from "../../model/http/ask-server.ts"
import { useProxy } from "../../model/http/proxy.ts"
import { messageOf } from "../../text/message-of.ts"
import { plural } from "../../text/words/units.ts"
import { tableRows } from "../paint/table.ts"
import { onOneLine } from "../paint/text.ts"
import { UsageError } from "../terminal/failure.ts"
import { print, printJson } from "../terminal/output.ts"

const PATIENCE_MS = 15_000
const MOST_NAMES = 5

/** One source, what it told, or why not. */
type Asked = { readonly from: string; readonly told?: ModelCatalog; readonly reason?: string }

/** What became of it, against what was kept of the same source before. */
type Change = { readonly new: readonly string[]; readonly changed: readonly string[]; readonly gone: readonly string[] }

/** Asks every usable endpoint for its models, or takes a list from a file or an address, keeps it and says what is new. */
export async function refreshModels({ from, json }: { from?: string; json?: boolean }): Promise<number> {
  const config = await readConfig({ workspace: await workspaceRoot() })
  const path = modelCatalogFile(config)
  if (path === undefined) throw new UsageError("Nothing is kept in memory: KEELSON_STATE has to name a folder.")
  useProxy(config.environment)
  const before = readModelCatalog(path)
  const asked = from === undefined ? await askEverybody(config) : [await readList(from)]
  const heard = asked.filter(({ told }) => told !== undefined)
  const after = heard.reduce((all, { from: source, told = {} }) => ({ ...without(all, source), ...told }), before)
  if (heard.length > 0) saveModelCatalog(path, after, new Date().toISOString().slice(0, 10))
  const rows = asked.map((source) => ({ ...source, change: changeOf(before, source) }))
  if (json) printJson({ kept: heard.length > 0 ? path : null, sources: rows.map(asData) })
  else print([...tableRows(rows.map(shown), columnsHere()), ...closing(heard.length, path)].join("\n"))
  return heard.length > 0 ? 0 : 1
}

async function askEverybody({ environment }: Config): Promise<Asked[]> {
  const ready = (await discoverHere(environment)).filter((status) => status.kind === "ready")
  const asking = ready.map(async ({ id, baseUrl }): Promise<Asked> => {
    const endpoint = findEndpoint(id)
    if (!endpoint || !hasList(endpoint)) return { from: id, reason: "not asked: it has no list of its own; use --from" }
    const signal = AbortSignal.timeout(PATIENCE_MS)
    return { from: id, ...toldOr(await listModels(endpoint, baseUrl, { env: environment, signal })) }
  })
  return Promise.all(asking)
}

function toldOr(listed: ListedModels): Omit<Asked, "from"> {
  switch (listed.kind) {
    case "listed":
      return { told: listed.models }
    case "refused":
      return { reason: `answers ${listed.status}${listed.status === 401 ? ": the key is refused" : ""}` }
    case "silent":
      return { reason: listed.reason }
  }
}

/** A list that can't be used is a slip of whoever named it. */
async function readList(from: string): Promise<Asked> {
  try {
    return { from, told: parseModelCatalog(await readSource(from), from).models }
  } catch (error) {
    if (error instanceof ModelCatalogError) throw new UsageError(error.message)
    throw new UsageError(`${from} can't be read: ${whyUnread(from, error)}`)
  }
}

function whyUnread(from: string, error: unknown): string {
  if (error instanceof SyntaxError) return "it is no JSON."
  if (error instanceof StatusError || !isAddress(from)) return messageOf(error)
  return whySilent(from, error)
}

class StatusError extends Error {}

function isAddress(from: string): boolean {
  return /^https?:\/\//.test(from)
}

async function readSource(from: string): Promise<unknown> {
  if (!isAddress(from)) return JSON.parse(readFileSync(from, "utf8"))
  const { status, body } = await askServer(from, AbortSignal.timeout(PATIENCE_MS))
  if (body === undefined) throw new StatusError(`it answers ${status}.`)
  return body
}

/** An endpoint's own list replaces what it said before; a file only adds. */
function without(models: ModelCatalog, provider: string): ModelCatalog {
  return Object.fromEntries(Object.entries(models).filter(([id]) => !id.startsWith(`${provider}:`)))
}

function changeOf(before: ModelCatalog, { from, told = {} }: Asked): Change {
  const names = Object.keys(told)
  const isSame = (id: string) => JSON.stringify(before[id]) === JSON.stringify(told[id])
  return {
    new: names.filter((id) => !(id in before)),
    changed: names.filter((id) => id in before && !isSame(id)),
    gone: Object.keys(before).filter((id) => id.startsWith(`${from}:`) && !(id in told)),
  }
}

type Row = Asked & { readonly change: Change }

function shown({ from, told, reason, change }: Row): string[] {
  if (told === undefined) return [onOneLine(from), onOneLine(reason ?? "")]
  const ids = Object.keys(told)
  const known = Object.values(told)
  const windows = known.filter(({ context_window }) => context_window !== undefined).length
  const prices = known.filter(({ price }) => price !== undefined).length
  const parts = (["new", "changed", "gone"] as const).flatMap((kind) => named(kind, change[kind]))
  const news = parts.length === 0 ? "nothing new" : parts.join("; ")
  return [
    onOneLine(from),
    `${[plural(ids.length, "model"), plural(windows, "window"), plural(prices, "price")].join(", ")}; ${news}`,
  ]
}

function named(kind: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return []
  const more = ids.length - MOST_NAMES
  return [`${ids.length} ${kind}: ${ids.slice(0, MOST_NAMES).map(onOneLine).join(", ")}${more > 0 ? ", …" : ""}`]
}

function asData({ from, told, reason, change }: Row): object {
  return told === undefined ? { from, reason } : { from, models: Object.keys(told).length, ...change }
}

function closing(heard: number, path: string): string[] {
  if (heard > 0) return ["", `Kept in ${path}; what you say under "prices" and "model_settings" counts before it.`]
  return ["", "Nobody told anything: set a key, start a local server, or give a list with --from FILE or URL."]
}

function columnsHere(): number {
  return process.stdout.columns ?? Number.POSITIVE_INFINITY
}
