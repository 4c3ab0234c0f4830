import type { Config } from "../../config.ts"
import { findEndpoint } from "../../model/endpoints/endpoints.ts"
import { discoverHere, keyOf, type ReadyEndpoint } from "./endpoint-discovery.ts"

/** A model with the address that it needs beside its name. */
export type ChosenModel = { readonly model: string; readonly baseUrl?: string | undefined }

/** What is there to be chosen: a model of a local server by its name, or a provider whose key is set. */
export type ModelOffer =
  | {
      readonly kind: "local"
      readonly name: string
      readonly server: string
      readonly place: string
      readonly chosen: ChosenModel
    }
  | { readonly kind: "key"; readonly provider: string; readonly label: string; readonly variable: string }

/** More names of one server would push everything else off the screen. */
const MOST_OF_ONE = 12

/** Local models first: they cost nothing and are there. */
export async function modelOffers(environment: Config["environment"]): Promise<readonly ModelOffer[]> {
  const ready = (await discoverHere(environment)).filter((status) => status.kind === "ready")
  const local = ready.filter(({ isLocal }) => isLocal).flatMap(localOffers)
  const keys = onePerKey(ready.filter(({ isLocal }) => !isLocal)).map(
    ({ id, label }): ModelOffer => ({ kind: "key", provider: id, label, variable: keyOf(id, environment) }),
  )
  return [...local, ...keys]
}

/** OpenAI's key opens two of its interfaces. */
export function onePerKey(found: readonly ReadyEndpoint[]): ReadyEndpoint[] {
  return found.filter(({ id, baseUrl }) => found.find((other) => other.baseUrl === baseUrl)?.id === id)
}

function localOffers({ id, label, baseUrl, models }: ReadyEndpoint): ModelOffer[] {
  const address = findEndpoint(id)?.baseUrl === baseUrl ? {} : { baseUrl }
  const place = new URL(baseUrl).host
  return models.slice(0, MOST_OF_ONE).map((name) => ({
    kind: "local",
    ...{ name, place, server: label },
    chosen: { model: `${id}:${name}`, ...address },
  }))
}
