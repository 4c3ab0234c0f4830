import type { EndpointTraits } from "../seam/model.ts"
import type { KnownEndpoint, ModelRule } from "./endpoint.ts"
import { GATEWAY_ENDPOINTS } from "./gateway-endpoints.ts"
import { HOSTED_ENDPOINTS } from "./hosted-endpoints.ts"
import { LOCAL_ENDPOINTS } from "./local-endpoints.ts"

/** Every endpoint that has a name here. */
export const ENDPOINTS: readonly KnownEndpoint[] = [...HOSTED_ENDPOINTS, ...GATEWAY_ENDPOINTS, ...LOCAL_ENDPOINTS]

/** By the word before the colon. */
export function findEndpoint(id: string): KnownEndpoint | undefined {
  return ENDPOINTS.find((endpoint) => endpoint.id === id)
}

/** What the table says of one model at one endpoint. */
export type KnownModel = Pick<ModelRule, "thinkingOff" | "cacheHints"> & {
  readonly contextWindow: number
  /** Nobody told the window, and nothing in the name does. */
  readonly isWindowGuessed: boolean
  readonly traits: EndpointTraits
}

/** Never fails: an unknown model gets what holds for its endpoint. */
export function describeModel(endpoint: KnownEndpoint, name: string): KnownModel {
  const rules = (endpoint.rules ?? []).filter(({ match }) => match.test(name))
  const first = <Field extends keyof ModelRule>(field: Field) =>
    rules.find((rule) => rule[field] !== undefined)?.[field]
  const thinkingOff = first("thinkingOff") ?? endpoint.thinkingOff
  const cacheHints = first("cacheHints")
  return {
    contextWindow: first("contextWindow") ?? endpoint.contextWindow,
    isWindowGuessed: first("contextWindow") === undefined && endpoint.isWindowGuessed === true,
    traits: {
      rungs: first("rungs") ?? endpoint.rungs,
      thinking: first("thinking") ?? "free",
      ...((first("isBoundBySchema") ?? endpoint.isBoundBySchema) ? { isBoundBySchema: true } : {}),
    },
    ...(thinkingOff ? { thinkingOff } : {}),
    ...(cacheHints ? { cacheHints } : {}),
  }
}

/** The endpoint behind an address that somebody calls merely compatible: what is known of it holds there too. */
export function endpointAt(baseUrl: string): KnownEndpoint | undefined {
  const host = hostOf(baseUrl)
  return ENDPOINTS.find(
    (endpoint) => isChat(endpoint) && endpoint.baseUrl !== null && hostOf(endpoint.baseUrl) === host,
  )
}

/** Ports that other programs use as well prove nothing; DeepSeek's own package only adds to the same protocol. */
function isChat({ package: name, port }: KnownEndpoint): boolean {
  if (port === 8080 || port === 8000 || port === 30_000) return false
  return name === "openai-compatible" || name === "deepseek"
}

function hostOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  return new URL(address).host.replace(/^localhost(?=:|$)/, "127.0.0.1")
}
