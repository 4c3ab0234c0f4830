import type { Price } from "../protocol/environment.ts"

/** The month whose prices these are. Written from memory: check the provider's page, and put your own under `prices`. */
export const PRICES_AS_OF = "2026-01"

/** Oldest models first. List prices in US dollars per million tokens: prompt, completion and, where there is one, cached prompt. */
type Row = readonly [prompt: number, completion: number, cached?: number]

/* Prices by size of prompt are given for the smallest; batch, night and contract prices are not here. */
const ROWS: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  openai: {
    o3: [2, 8, 0.5],
    "o4-mini": [1.1, 4.4, 0.275],
    "gpt-4o": [2.5, 10, 1.25],
    "gpt-4o-mini": [0.15, 0.6, 0.075],
    "gpt-4.1": [2, 8, 0.5],
    "gpt-4.1-mini": [0.4, 1.6, 0.1],
    "gpt-4.1-nano": [0.1, 0.4, 0.025],
    "gpt-5": [1.25, 10, 0.125],
    "gpt-5-mini": [0.25, 2, 0.025],
    "gpt-5-nano": [0.05, 0.4, 0.005],
    "gpt-5.1": [1.25, 10, 0.125],
    "gpt-5.2": [1.75, 14, 0.175],
  },
  anthropic: {
    "claude-3-5-haiku": [0.8, 4, 0.08],
    "claude-opus-4-1": [15, 75, 1.5],
    "claude-opus-4-5": [5, 25, 0.5],
    "claude-sonnet-4": [3, 15, 0.3],
    "claude-sonnet-4-5": [3, 15, 0.3],
    "claude-haiku-4-5": [1, 5, 0.1],
  },
  google: {
    "gemini-2.5-pro": [1.25, 10, 0.125],
    "gemini-2.5-flash": [0.3, 2.5, 0.03],
    "gemini-2.5-flash-lite": [0.1, 0.4, 0.01],
    "gemini-3-pro": [2, 12, 0.2],
    "gemini-3-flash": [0.5, 3, 0.05],
  },
  mistral: { "mistral-large-2512": [0.5, 1.5], "mistral-medium-2508": [0.4, 2], "codestral-2508": [0.3, 0.9] },
  deepseek: { "deepseek-chat": [0.28, 0.42, 0.028], "deepseek-reasoner": [0.28, 0.42, 0.028] },
  kimi: { "kimi-k2-0905": [0.6, 2.5, 0.15], "kimi-k2-thinking": [0.6, 2.5, 0.15] },
  minimax: { "MiniMax-M2": [0.3, 1.2] },
  xai: {
    "grok-4": [3, 15, 0.75],
    "grok-4-fast-reasoning": [0.2, 0.5, 0.05],
    "grok-4-fast-non-reasoning": [0.2, 0.5, 0.05],
    "grok-code-fast-1": [0.2, 1.5, 0.02],
  },
  groq: {
    "openai/gpt-oss-120b": [0.15, 0.6],
    "openai/gpt-oss-20b": [0.075, 0.3],
    "llama-3.3-70b-versatile": [0.59, 0.79],
    "llama-3.1-8b-instant": [0.05, 0.08],
  },
}

/** Endpoints whose names others use with the same list. */
const SAME_LIST: Readonly<Record<string, string>> = { "openai-chat": "openai", azure: "openai" }
const OWN_HARDWARE: ReadonlySet<string> = new Set(["ollama", "llamacpp", "lmstudio"])
/** A dated or preview name costs what the plain one does; another version does not. */
const SUFFIX = /(-\d{4}-\d{2}-\d{2}|-\d{8}|-\d{4}|-preview|-latest)$/

/** Names that this provider's models are known to have, the newest first; there are others. */
export function knownNames(provider: string): readonly string[] {
  return Object.keys(ROWS[SAME_LIST[provider] ?? provider] ?? {}).reverse()
}

/** The list price of `provider:name`; `null` where it is not known. A model on one's own machine costs nothing. */
export function knownPrice(modelId: string): Price | null {
  const colon = modelId.indexOf(":")
  const provider = modelId.slice(0, Math.max(colon, 0))
  const name = modelId.slice(colon + 1)
  if (OWN_HARDWARE.has(provider)) return /cloud/.test(name) ? null : { prompt: 0, completion: 0 }
  const list = ROWS[SAME_LIST[provider] ?? provider] ?? {}
  const row = list[name] ?? list[name.replace(SUFFIX, "")]
  if (!row) return null
  const [prompt, completion, cached] = row
  return cached === undefined ? { prompt, completion } : { prompt, completion, cached }
}
