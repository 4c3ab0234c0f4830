import type { Config, Endpoint } from "./config.ts"
import type { ConfigFile } from "./schema.ts"

const COMPATIBLE = "openai-compatible"

/** The word before the colon; a name alone is some compatible server's. */
export function providerOf(model: string): string {
  return /^([^:]*):/.exec(model)?.[1] ?? COMPATIBLE
}

/** What was said about this model's address: a base URL holds for the models of one provider, whatever they are asked. */
export function endpointFor({ endpoint }: Pick<Config, "endpoint">, model: string): Endpoint | undefined {
  return endpoint?.provider === providerOf(model) ? endpoint : undefined
}

/** The address that only the workspace names, if a model in use would be asked there and the user has not allowed it. */
export function strangersEndpoint(
  config: Pick<Config, "endpoint" | "model" | "models" | "fallback">,
): Endpoint | undefined {
  const { endpoint, model, models, fallback } = config
  if (endpoint === undefined || endpoint.isAllowed) return undefined
  const inUse = [model, ...Object.values(models), fallback].filter((name) => name !== undefined)
  return inUse.some((name) => endpointFor(config, name)) ? endpoint : undefined
}

/** An address as one line that can't pretend to be another: as it is on the wire, and with its host where a name stands before it. */
export function shownAddress(url: string): string {
  const { href, host, username, password } = new URL(url)
  return username === "" && password === "" ? href : `${href} (host ${host})`
}

type Said = Pick<ConfigFile, "model" | "base_url">

/** The strongest place that names an address. It is meant for the model of the same place, else for the one in use. */
export function endpointOf(
  model: string | undefined,
  places: readonly [Said, Said, Said, Said],
  isAllowed: (url: string) => boolean,
): Endpoint | undefined {
  const place = places.find(({ base_url }) => base_url)
  if (!place?.base_url) return undefined
  const [, , project, user] = places
  const isTrusted = place !== project || project.base_url === user.base_url
  const { base_url: url } = place
  return { url, isTrusted, isAllowed: isTrusted || isAllowed(url), provider: providerOf(place.model ?? model ?? "") }
}
