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

type Said = Pick<ConfigFile, "model" | "base_url">

/** The strongest place that names an address. It is meant for the model of the same place, else for the one in use. */
export function endpointOf(model: string | undefined, places: readonly [Said, Said, Said, Said]): Endpoint | undefined {
  const place = places.find(({ base_url }) => base_url)
  if (!place?.base_url) return undefined
  const [, , project, user] = places
  const isTrusted = place !== project || project.base_url === user.base_url
  return { url: place.base_url, isTrusted, provider: providerOf(place.model ?? model ?? "") }
}
