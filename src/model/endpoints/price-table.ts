import type { Price } from "../../protocol/log/environment.ts"
import { AS_OF, PRICE_ROWS } from "./built-in-models.ts"

/** The month whose list prices are built in. Written from memory: check the provider's page, and put your own under `prices`. */
export const PRICES_AS_OF = AS_OF

/** Endpoints whose names others use with the same list. */
const SAME_LIST: Readonly<Record<string, string>> = { "openai-chat": "openai", azure: "openai" }
const OWN_HARDWARE: ReadonlySet<string> = new Set(["ollama", "llamacpp", "lmstudio"])
/** A dated or preview name costs what the plain one does; another version does not. */
const SUFFIX = /(-\d{4}-\d{2}-\d{2}|-\d{8}|-\d{4}|-preview|-latest)$/

/** Names that this provider's models are known to have, the newest first; there are others. */
export function knownNames(provider: string): readonly string[] {
  return Object.keys(PRICE_ROWS[SAME_LIST[provider] ?? provider] ?? {}).reverse()
}

/** The list price of `provider:name`; `null` where it is not known. A model on one's own machine costs nothing. */
export function knownPrice(modelId: string): Price | null {
  const colon = modelId.indexOf(":")
  const provider = modelId.slice(0, Math.max(colon, 0))
  const name = modelId.slice(colon + 1)
  if (OWN_HARDWARE.has(provider)) return /cloud/.test(name) ? null : { prompt: 0, completion: 0 }
  const list = PRICE_ROWS[SAME_LIST[provider] ?? provider] ?? {}
  const row = list[name] ?? list[name.replace(SUFFIX, "")]
  if (!row) return null
  const [prompt, completion, cached] = row
  return cached === undefined ? { prompt, completion } : { prompt, completion, cached }
}
