import { type Config, NO_CODE, projectCode } from "../config.ts"
import type { EndpointStatus } from "../model/discover.ts"
import { discoverHere, keyOf, type ReadyEndpoint } from "./discovery.ts"
import { print, printJson } from "./output.ts"
import { painter } from "./render/paint.ts"
import { tableRows } from "./render/table.ts"
import { onOneLine } from "./render/text.ts"

const MOST_NAMES = 4
const NOTHING = "nothing: set a key or start a local server; keelson demo shows a run without either"

/** What could be asked now, and what is missing for the rest; `--json` prints one array. */
export async function modelsCommand(flags: { json?: boolean }): Promise<number> {
  const [found, own] = await Promise.all([discoverHere(process.env), ownModels()])
  if (flags.json) printJson([...own.map((id) => ({ kind: "own", id })), ...found])
  else print([...ownTable(own), ...modelsTable(found, process.env)].join("\n"))
  return 0
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
  const columns = process.stdout.columns ?? Number.POSITIVE_INFINITY
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
  if (!status.isLocal) return `${keyOf(status.id, environment)} is set; ${status.baseUrl}`
  const names = status.models.slice(0, MOST_NAMES).map(onOneLine).join(", ")
  const more = status.models.length - MOST_NAMES
  return `${names}${more > 0 ? ` and ${more} more` : ""}; ${status.baseUrl}`
}
