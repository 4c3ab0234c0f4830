import type { Config } from "../../config.ts"
import { homePath } from "../workspace/home-path.ts"
import { type DiscoveryPlace, discoverHere, flagsFor, keyOf, type ReadyEndpoint } from "./endpoint-discovery.ts"
import { onePerKey } from "./model-offers.ts"

/** Where a model was looked for, what was found instead, and the quickest ways to one. Nothing is picked silently. */
export async function explainNoModel(
  { places, environment }: Pick<Config, "places" | "environment">,
  surroundings?: DiscoveryPlace,
): Promise<string> {
  const statuses = await discoverHere(environment, surroundings)
  const found = onePerKey(statuses.filter((status) => status.kind === "ready"))
  const looked = `no model is configured. Looked at ${places.map(homePath).join(", ")}.`
  if (found.length === 0) return [`${looked} Neither is a key set nor a local server running.`, ...WAYS].join("\n")
  return [`${looked} But there is:`, ...columns(found.map((status) => offer(status, environment))), ...KEEP].join("\n")
}

const WAYS = [
  "The quickest ways:",
  '  with a key:      OPENAI_API_KEY=… keelson run --model openai:NAME "…"  (or another provider: keelson models)',
  '  a local server:  keelson run --model ollama:NAME "…"  (elsewhere: --base-url http://127.0.0.1:11434/v1)',
  "  without either:  keelson demo",
  "On a terminal, keelson model asks which and keeps it.",
]

const KEEP = [
  "Name the model with --model, or keep it with: keelson model PROVIDER:NAME",
  "What an endpoint can do is shown by keelson doctor --model …; a run without any model by keelson demo.",
]

function offer(status: ReadyEndpoint, environment: Config["environment"]): readonly [string, string] {
  const { isLocal, label, baseUrl, id } = status
  const what = isLocal ? `${label} at ${baseUrl}` : `${keyOf(id, environment)} for ${label}`
  return [what, `keelson run ${flagsFor(status)} "…"`]
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([what]) => what.length))
  return rows.map(([what, how]) => `  ${`${what}:`.padEnd(width + 1)}  ${how}`)
}
