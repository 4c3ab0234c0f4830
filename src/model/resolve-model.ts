import { KeelsonError, type WayOut } from "../protocol/log/keelson-error.ts"
import { ModelPlace } from "./adapter/model-place.ts"
import { sdkModel } from "./adapter/sdk-model.ts"
import type { KnownEndpoint } from "./endpoints/endpoint.ts"
import { ENDPOINTS, endpointAt, findEndpoint } from "./endpoints/endpoints.ts"
import { PACKAGES } from "./endpoints/packages.ts"
import { useProxy } from "./http/proxy.ts"
import type { Timeouts } from "./http/timeouts.ts"
import type { Model } from "./seam/model.ts"

/** The variables that keys and addresses are read from; never the process's own. */
export type ModelVariables = Readonly<Record<string, string | undefined>>

/** Which model, where, and with which keys. */
export type ModelSpec = {
  /** `provider:name`; a name alone means `openai-compatible`. */
  readonly model: string
  readonly baseUrl?: string | undefined
  readonly env: ModelVariables
  /** `false`: the base URL is a stranger's, and no key is sent to it. */
  readonly isTrusted?: boolean | undefined
  readonly contextWindow?: number | undefined
  /** What was told of the model's window: weaker than your own word, stronger than the built-in table. */
  readonly toldWindow?: number | undefined
  readonly timeouts?: Partial<Timeouts> | undefined
  readonly retries?: number | undefined
}

/** A model that can't be had as it was asked for; the message is one line that says what to do. */
export class ModelSetupError extends KeelsonError {
  override name = "ModelSetupError"
  constructor(message: string, wayOut?: WayOut) {
    super("bad_model", "refused", message, wayOut)
  }
}

const COMPATIBLE = "openai-compatible"

/** The model that a spec names, without asking it. Throws `ModelSetupError`. */
export function resolveModel(spec: ModelSpec): Model {
  const { endpoint, name } = readName(spec.model)
  const baseUrl = baseUrlOf(endpoint, spec)
  const keys = spec.isTrusted === false ? {} : keysOf(endpoint, spec)
  const { load, optionsKey, options, hasThinkTags, ...style } = PACKAGES[endpoint.package]
  const row = knownAt(endpoint, baseUrl)
  const { contextWindow: givenWindow, toldWindow } = spec
  const place = new ModelPlace({ row, name, baseUrl, key: Object.values(keys)[0], givenWindow, toldWindow })
  return sdkModel({
    place,
    id: `${endpoint.id}:${name}`,
    endpoint: {
      ...{ name, baseUrl, keyVariables: keyVariables(endpoint), hint: row.hint },
      models: () => place.models,
    },
    load: async () => {
      useProxy(spec.env)
      return load({ name, baseUrl, keys, contextWindow: place.contextWindow })
    },
    hasThinkTags,
    options: { key: optionsKey, always: options },
    style,
    timeouts: spec.timeouts,
    retries: spec.retries,
  })
}

/** What must be in the environment for an endpoint: `undefined` if it is there, else what is missing, in words. */
export function missingKey({ keys }: KnownEndpoint, env: ModelVariables): string | undefined {
  if (keys.length === 0 || keys.some((set) => set.every((name) => env[name]))) return undefined
  return `${keys.map((set) => set.join(" and ")).join(" or ")} is not set`
}

/** The address that an endpoint is asked at; `undefined` if it must be given. */
export function findBaseUrl(endpoint: KnownEndpoint, env: ModelVariables): string | undefined {
  const [named] = (endpoint.baseUrlVariables ?? []).map((variable) => env[variable]).filter(Boolean)
  return named ?? endpoint.baseUrl ?? composedBaseUrl(endpoint, env)
}

function readName(model: string): { endpoint: KnownEndpoint; name: string } {
  const colon = model.indexOf(":")
  const provider = colon < 0 ? COMPATIBLE : model.slice(0, colon)
  const name = model.slice(colon + 1)
  const endpoint = findEndpoint(provider)
  if (!endpoint) {
    const known = ENDPOINTS.map(({ id }) => id).join(", ")
    throw new ModelSetupError(`there is no provider "${provider}" (in "${model}"); there are: ${known}.`)
  }
  if (name.trim() === "") throw new ModelSetupError(`"${model}" names no model; write ${provider}:NAME.`)
  return { endpoint, name }
}

function baseUrlOf(endpoint: KnownEndpoint, { baseUrl, env, model }: ModelSpec): string {
  const found = baseUrl || findBaseUrl(endpoint, env)
  if (!found) {
    const message = `no base URL for the model ${model}: ${wayToBaseUrl(endpoint)}`
    throw new ModelSetupError(message, { remedy: "base_url" })
  }
  if (!/^https?:\/\//.test(found) || !URL.canParse(found)) {
    throw new ModelSetupError(`the base URL "${found}" for the model ${model} is no http or https URL.`)
  }
  return found.replace(/\/+$/, "")
}

function wayToBaseUrl({ id, baseUrlVariables = [] }: KnownEndpoint): string {
  if (id === "azure") return "set AZURE_RESOURCE_NAME, or base_url to https://RESOURCE.openai.azure.com/openai."
  if (id === "bedrock") return "set AWS_REGION, for example to us-east-1."
  return `set ${["base_url", ...baseUrlVariables].join(" or ")}, for example http://127.0.0.1:8080/v1.`
}

function composedBaseUrl({ id }: KnownEndpoint, env: ModelVariables): string | undefined {
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION
  if (id === "bedrock" && region) return `https://bedrock-runtime.${region}.amazonaws.com`
  if (id === "azure" && env.AZURE_RESOURCE_NAME) return `https://${env.AZURE_RESOURCE_NAME}.openai.azure.com/openai`
  return undefined
}

/** A server at an address of its own may need no key: then it is the server that says so. */
function keysOf(endpoint: KnownEndpoint, { baseUrl, env, model }: ModelSpec): Record<string, string> {
  const missing = missingKey(endpoint, env)
  if (missing && !baseUrl) {
    throw new ModelSetupError(`no key for the model ${model}: ${missing}. Get one at ${endpoint.homePage}.`)
  }
  const complete = endpoint.keys.find((set) => set.every((name) => env[name])) ?? []
  const names = [...complete, ...(endpoint.extras ?? [])]
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
}

function keyVariables({ keys, extras = [] }: KnownEndpoint): string[] {
  return keys.length > 0 ? keys.map((set) => set.join(" and ")) : [...extras]
}

/** What is known of an endpoint by its address holds whatever it is called. */
function knownAt(endpoint: KnownEndpoint, baseUrl: string): KnownEndpoint {
  if (endpoint.id !== COMPATIBLE) return endpoint
  const found = endpointAt(baseUrl)
  if (!found) return endpoint
  return found.package === "deepseek" ? { ...found, thinkingOff: { body: { thinking: { type: "disabled" } } } } : found
}
