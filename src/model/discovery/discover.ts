import type { KnownEndpoint } from "../endpoints/endpoint.ts"
import { ENDPOINTS } from "../endpoints/endpoints.ts"
import { askServer } from "../http/ask-server.ts"
import { findBaseUrl, type ModelVariables, missingKey } from "../resolve-model.ts"
import { ModelError } from "../seam/model-error.ts"

/** One endpoint and whether it could be used now. `models` is empty where it was not asked for them. */
export type EndpointStatus = {
  readonly id: string
  readonly label: string
  readonly isLocal: boolean
  readonly homePage: string
} & (
  | { readonly kind: "ready"; readonly baseUrl: string; readonly models: readonly string[] }
  | { readonly kind: "unavailable"; readonly reason: string }
)

/** Where to look. */
export type DiscoverySettings = {
  readonly env: ModelVariables
  /** Ports of local servers that do not listen where they usually do, by endpoint. */
  readonly ports?: Readonly<Record<string, number>> | undefined
  readonly timeoutMs?: number | undefined
}

/** Looks at keys and at the usual ports of this machine, all at once; asks nobody on the internet. */
export function discoverEndpoints(settings: DiscoverySettings): Promise<EndpointStatus[]> {
  return Promise.all(ENDPOINTS.map((endpoint) => discover(endpoint, settings)))
}

async function discover(endpoint: KnownEndpoint, settings: DiscoverySettings): Promise<EndpointStatus> {
  const { id, label, homePage, port } = endpoint
  const isLocal = port !== undefined
  const found = isLocal ? await askLocal(endpoint, port, settings) : readKeys(endpoint, settings.env)
  return { id, label, homePage, isLocal, ...found }
}

type Found =
  | { readonly kind: "ready"; readonly baseUrl: string; readonly models: readonly string[] }
  | { readonly kind: "unavailable"; readonly reason: string }

function readKeys(endpoint: KnownEndpoint, env: ModelVariables): Found {
  const missing = missingKey(endpoint, env)
  if (missing) return { kind: "unavailable", reason: missing }
  const baseUrl = findBaseUrl(endpoint, env)
  return baseUrl ? { kind: "ready", baseUrl, models: [] } : { kind: "unavailable", reason: missingAddress(endpoint) }
}

function missingAddress({ id }: KnownEndpoint): string {
  if (id === "azure") return "AZURE_RESOURCE_NAME is not set"
  return id === "bedrock" ? "AWS_REGION is not set" : "needs a base URL"
}

/** Where it was told to be, else at its usual ports. */
async function askLocal(endpoint: KnownEndpoint, usualPort: number, settings: DiscoverySettings): Promise<Found> {
  const told = settings.ports?.[endpoint.id]
  const found = await askAt(endpoint, told ?? usualPort, settings)
  if (found.kind === "ready" || told !== undefined || endpoint.laterPort === undefined) return found
  const later = await askAt(endpoint, endpoint.laterPort, settings)
  return later.kind === "ready" ? later : found
}

async function askAt(endpoint: KnownEndpoint, port: number, settings: DiscoverySettings): Promise<Found> {
  const baseUrl = `http://127.0.0.1:${port}/v1`
  try {
    const answer = await askServer(`${baseUrl}/models`, AbortSignal.timeout(settings.timeoutMs ?? 300), {
      headers: keyHeader(endpoint, settings.env),
    })
    if (answer.body === undefined)
      return { kind: "unavailable", reason: `answers ${answer.status} at 127.0.0.1:${port}` }
    const models = readModels(answer.body)
    if (models.length === 0) return { kind: "unavailable", reason: `has no model loaded at 127.0.0.1:${port}` }
    return { kind: "ready", baseUrl, models }
  } catch (error) {
    const reason = error instanceof ModelError ? error.message : `${silence(error)} at 127.0.0.1:${port}`
    return { kind: "unavailable", reason }
  }
}

function silence(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "does not answer in time"
  return error instanceof SyntaxError ? "something else answers" : "nothing listens"
}

function keyHeader({ extras = [] }: KnownEndpoint, env: ModelVariables): Record<string, string> {
  const key = extras.map((name) => env[name]).find(Boolean)
  return key ? { authorization: `Bearer ${key}` } : {}
}

/** Every server here lists its models in OpenAI's form; embedding models can't be asked. */
function readModels(body: unknown): string[] {
  const data = (body as { data?: unknown } | null)?.data
  if (!Array.isArray(data)) return []
  const names = data.map((entry: { id?: unknown } | null) => entry?.id)
  return names.filter((name): name is string => typeof name === "string" && !/embed/i.test(name))
}
