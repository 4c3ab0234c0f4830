import type { Config } from "../../config.ts"
import { type DiscoverySettings, discoverEndpoints, type EndpointStatus } from "../../model/discovery/discover.ts"
import { findEndpoint } from "../../model/endpoints/endpoints.ts"

/** An endpoint that could be used now. */
export type ReadyEndpoint = Extract<EndpointStatus, { kind: "ready" }>

/** Keys of the environment and servers of this machine, within a third of a second; servers may listen where they are told to. */
export function discoverHere(
  environment: Config["environment"],
  { ports, timeoutMs }: DiscoveryPlace = {},
): Promise<EndpointStatus[]> {
  return discoverEndpoints({ env: environment, ports: { ...ports, ...portsOf(environment) }, timeoutMs })
}

/** Where servers are if not at the usual ports, and how long they may take. */
export type DiscoveryPlace = Omit<DiscoverySettings, "env">

/** The flags that lead to a model there. */
export function flagsFor({ id, baseUrl, models }: ReadyEndpoint): string {
  const model = `--model ${id}:${models[0] ?? "NAME"}`
  const isUsual = findEndpoint(id)?.port === undefined || findEndpoint(id)?.baseUrl === baseUrl
  return isUsual ? model : `${model} --base-url ${baseUrl}`
}

/** The variable that holds an endpoint's key, or its variables. */
export function keyOf(id: string, environment: Config["environment"]): string {
  const keys = findEndpoint(id)?.keys ?? []
  return (keys.find((set) => set.every((name) => environment[name])) ?? []).join(" and ")
}

/** Ollama and llama.cpp have variables of their own for it. */
function portsOf({ OLLAMA_HOST = "", LLAMA_ARG_PORT = "" }: Config["environment"]): Record<string, number> {
  const ollama = /^(?:https?:\/\/)?(?:127\.0\.0\.1|0\.0\.0\.0|localhost)?:(\d+)\/?$/.exec(OLLAMA_HOST)?.[1]
  return {
    ...(ollama ? { ollama: Number(ollama) } : {}),
    ...(/^\d+$/.test(LLAMA_ARG_PORT) ? { llamacpp: Number(LLAMA_ARG_PORT) } : {}),
  }
}
