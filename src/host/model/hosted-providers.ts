import { ENDPOINTS, findEndpoint } from "../../model/endpoints/endpoints.ts"

/** A provider whose models can be asked once one key is there. */
export type HostedProvider = {
  readonly id: string
  readonly label: string
  readonly homePage: string
  readonly variable: string
}

/** Those that a key can be pasted for; OpenAI's key opens two of its interfaces, of which one is enough. */
export function hostedProviders(): readonly HostedProvider[] {
  return ENDPOINTS.filter(
    ({ port, keys, baseUrl, id }) => isSimple(keys) && !port && baseUrl && id !== "openai-chat",
  ).map(({ id, label, homePage }) => ({ id, label, homePage, variable: keyVariable(id) }))
}

/** One variable is all that it takes. */
function isSimple(keys: readonly (readonly string[])[]): boolean {
  return keys.some((set) => set.length === 1)
}

function keyVariable(provider: string): string {
  return findEndpoint(provider)?.keys.find((set) => set.length === 1)?.[0] ?? ""
}
