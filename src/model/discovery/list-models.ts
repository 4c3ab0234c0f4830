import type { KnownEndpoint } from "../endpoints/endpoint.ts"
import type { CatalogModel, ModelCatalog } from "../endpoints/model-catalog.ts"
import { readFault } from "../faults/fault.ts"
import { askServer } from "../http/ask-server.ts"
import type { ModelVariables } from "../resolve-model.ts"

/** What one endpoint said to the question which models it has. */
export type ListedModels =
  | { readonly kind: "listed"; readonly models: ModelCatalog }
  | { readonly kind: "refused"; readonly status: number }
  | { readonly kind: "silent"; readonly reason: string }

const TOKENS_PER_PRICE = 1_000_000

/** Azure's and Bedrock's lists are not those of what can be asked; the chat door of OpenAI has the same as the other. */
const WITHOUT_LIST: ReadonlySet<string> = new Set(["azure", "bedrock", "openai-chat"])

/** Whether an endpoint is known to tell. */
export function hasList({ id }: Pick<KnownEndpoint, "id">): boolean {
  return !WITHOUT_LIST.has(id)
}

/** Asks an endpoint for its models, with the key that it wants; windows and prices come along where it tells them. */
export async function listModels(
  endpoint: KnownEndpoint,
  baseUrl: string,
  { env, signal }: { readonly env: ModelVariables; readonly signal: AbortSignal },
): Promise<ListedModels> {
  const address = addressOf(endpoint, baseUrl)
  try {
    const { status, body } = await askServer(address, signal, {
      headers: headersFor(endpoint, env),
    })
    if (body === undefined) return { kind: "refused", status }
    return { kind: "listed", models: readList(endpoint.id, body) }
  } catch (error) {
    return {
      kind: "silent",
      reason: error instanceof SyntaxError ? "what it answers is no list" : whySilent(address, error),
    }
  }
}

/** Why nothing came from an address; what is said of a failed fetch hides the reason. */
export function whySilent(address: string, error: unknown): string {
  return URL.canParse(address) ? `no answer: ${readFault(error, 0).message}` : `${address} is no address`
}

function addressOf({ package: name }: KnownEndpoint, baseUrl: string): string {
  const pages = { anthropic: "?limit=1000", google: "?pageSize=1000" }[name as string] ?? ""
  return `${baseUrl.replace(/\/$/, "")}/models${pages}`
}

function headersFor({ package: name, keys, extras = [] }: KnownEndpoint, env: ModelVariables): Record<string, string> {
  const key = [...keys.flat(), ...extras].map((variable) => env[variable]).find(Boolean)
  if (!key) return {}
  if (name === "anthropic") return { "x-api-key": key, "anthropic-version": "2023-06-01" }
  return name === "google" ? { "x-goog-api-key": key } : { authorization: `Bearer ${key}` }
}

type Entry = Readonly<Record<string, unknown>>

/** OpenAI's form has `data`, Google's has `models`; what can't be asked in words is left out. */
function readList(provider: string, body: unknown): ModelCatalog {
  const { data, models } = (body ?? {}) as { data?: unknown; models?: unknown }
  const entries = Array.isArray(data) ? data : Array.isArray(models) ? models : []
  const told = entries.flatMap((entry: Entry | null) => {
    const name = nameOf(entry ?? {})
    return name === undefined ? [] : [[`${provider}:${name}`, toldOf(entry ?? {})] as const]
  })
  return Object.fromEntries(told)
}

function nameOf({ id, name }: Entry): string | undefined {
  const said = typeof id === "string" ? id : name
  if (typeof said !== "string" || !/^\S+$/.test(said) || /embed|whisper|tts|moderation/i.test(said)) return undefined
  return said.replace(/^models\//, "")
}

/** Everybody has another word for the window. */
function toldOf(entry: Entry): CatalogModel {
  const words = ["context_length", "context_window", "max_context_length", "max_model_len", "inputTokenLimit"]
  const window = words.map((word) => entry[word]).find((value) => Number.isInteger(value) && Number(value) > 0)
  const price = priceOf(entry.pricing)
  return { ...(window ? { context_window: Number(window) } : {}), ...(price ? { price } : {}) }
}

/** As OpenRouter tells it: US dollars for one token, as text. */
function priceOf(pricing: unknown): CatalogModel["price"] {
  const { prompt, completion, input_cache_read } = (pricing ?? {}) as Entry
  const [first, second, third] = [prompt, completion, input_cache_read].map(perMillion)
  if (first === undefined || second === undefined) return undefined
  return { prompt: first, completion: second, ...(third === undefined ? {} : { cached: third }) }
}

function perMillion(value: unknown): number | undefined {
  const price = typeof value === "string" || typeof value === "number" ? Number(value) : Number.NaN
  if (!Number.isFinite(price) || price < 0) return undefined
  return Math.round(price * TOKENS_PER_PRICE * 1e6) / 1e6
}
