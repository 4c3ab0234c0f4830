import { type Config, configuredStateFolder, NO_CODE, projectCode, readConfig } from "../../config.ts"
import { discoverHere, keyOf, type ReadyEndpoint } from "../../host/model/endpoint-discovery.ts"
import { modelCatalog } from "../../host/model/model-catalog-file.ts"
import { resolveNamed } from "../../host/model/resolve-configured-model.ts"
import { workspaceRoot } from "../../host/workspace/workspace-root.ts"
import type { EndpointStatus } from "../../model/discovery/discover.ts"
import { knownNames } from "../../model/endpoints/price-table.ts"
import { messageOf } from "../../text/message-of.ts"
import { painter } from "../paint/paint.ts"
import { tableRows } from "../paint/table.ts"
import { onOneLine } from "../paint/text.ts"
import { print, printJson } from "../terminal/output.ts"

const MOST_NAMES = 4
const NOTHING = "nothing: set a key, paste one with keelson model, or start a local server; keelson demo needs neither"

export type ModelsFlags = { readonly json?: boolean; readonly refresh?: boolean; readonly from?: string }

/** What could be asked now, and what is missing for the rest; `--json` prints one array. */
export async function modelsCommand(flags: ModelsFlags): Promise<number> {
  if (flags.refresh || flags.from !== undefined)
    return (await import("../setup/refresh-models.ts")).refreshModels(flags)
  const [found, own, configured] = await Promise.all([discoverHere(process.env), ownModels(), configuredModel()])
  if (flags.json)
    printJson([
      ...(configured ? [{ kind: "configured", ...configured }] : []),
      ...own.map((id) => ({ kind: "own", id })),
      ...found,
    ])
  else print([...configuredTable(configured), ...ownTable(own), ...modelsTable(found, process.env)].join("\n"))
  return 0
}

/** The model that runs here have, and why it can't be asked where that is so. */
type Configured = { readonly id: string; readonly baseUrl?: string | undefined; readonly reason?: string }

async function configuredModel(): Promise<Configured | undefined> {
  const config = await readConfig({ workspace: await workspaceRoot() })
  if (config.model === undefined) return undefined
  try {
    const { id, baseUrl } = resolveNamed(config, config.model)
    return { id, baseUrl }
  } catch (error) {
    return { id: config.model, reason: messageOf(error) }
  }
}

function configuredTable(configured: Configured | undefined): string[] {
  if (!configured) return []
  const { id, baseUrl, reason } = configured
  const where = baseUrl === undefined ? "" : `; ${baseUrl}`
  const [row = ""] = tableRows([[onOneLine(id), reason ?? `usable${where}`]], columnsHere())
  return [painter(process.stdout)("bold", "Configured for this folder; keelson model changes it"), row, ""]
}

function columnsHere(): number {
  return process.stdout.columns ?? Number.POSITIVE_INFINITY
}

/** The ids of the models that this folder's code brings along. */
async function ownModels(): Promise<readonly string[]> {
  const { models } = await projectCode(process.cwd(), process.env).catch(() => NO_CODE)
  return models.map(({ id }) => id)
}

function ownTable(ids: readonly string[]): string[] {
  if (ids.length === 0) return []
  return [painter(process.stdout)("bold", "This project's own, as --model ID"), ...ids.map(onOneLine), ""]
}

/** Usable endpoints first, then what the others lack. */
export function modelsTable(found: readonly EndpointStatus[], environment: Config["environment"]): string[] {
  const paint = painter(process.stdout)
  const columns = columnsHere()
  const usable = found.filter((status) => status.kind === "ready")
  const rest = found.filter((status) => status.kind === "unavailable")
  const rows = tableRows(
    [
      ...usable.map((status) => [status.id, status.label, detail(status, environment)]),
      ...rest.map(({ id, label, reason, homePage }) => [id, label, `${reason} (${homePage})`]),
    ],
    columns,
  )
  return [
    paint("bold", "Usable now, as --model PROVIDER:NAME"),
    ...(usable.length === 0 ? [NOTHING] : rows.slice(0, usable.length)),
    "",
    paint("bold", "Not usable"),
    ...rows.slice(usable.length),
  ]
}

function detail(status: ReadyEndpoint, environment: Config["environment"]): string {
  if (status.isLocal) return `${namesText(status.models)}; ${status.baseUrl}`
  const known = namesOf(status.id)
  const names = known.length === 0 ? "" : `; ${known.slice(0, MOST_NAMES).join(", ")}, …`
  return `${keyOf(status.id, environment)} is set; ${status.baseUrl}${names}`
}

/** Names that its own list had when it was asked, else those that are known without asking. */
function namesOf(provider: string): readonly string[] {
  const told = Object.keys(modelCatalog({ stateFolder: configuredStateFolder() }))
  const own = told.filter((id) => id.startsWith(`${provider}:`)).map((id) => id.slice(provider.length + 1))
  return own.length > 0 ? own : knownNames(provider)
}

function namesText(models: readonly string[]): string {
  const more = models.length - MOST_NAMES
  return `${models.slice(0, MOST_NAMES).map(onOneLine).join(", ")}${more > 0 ? ` and ${more} more` : ""}`
}
