import type { ModelRule } from "./endpoint.ts"

/*
 * Everything that is said of models without having asked anybody, in one place: windows, prices, habits of thinking. It was written from
 * memory in the month below, rather too small than too large, and not checked against the endpoints. Which Claude models refuse
 * forcing is from @ai-sdk/anthropic 4.0.102. What `keelson models --refresh` was told counts before it, and what a user says before both.
 */

/** The month whose prices, windows and habits these are. */
export const AS_OF = "2026-01"

/** List prices in US dollars per million tokens: prompt, completion and, where there is one, cached prompt. */
export type PriceRow = readonly [prompt: number, completion: number, cached?: number]

/** By provider, the oldest models first. Prices by size of prompt are given for the smallest; batch, night and contract prices are not here. */
export const PRICE_ROWS: Readonly<Record<string, Readonly<Record<string, PriceRow>>>> = {
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

/** Tokens of prompt that a provider's models take, where no rule below says otherwise. */
export const WINDOWS = {
  openai: 128_000,
  anthropic: 200_000,
  google: 1_000_000,
  mistral: 131_072,
  deepseek: 128_000,
  qwen: 131_072,
  minimax: 200_000,
  kimi: 131_072,
  xai: 131_072,
  groq: 131_072,
  /** Behind gateways, and at any other address: nobody knows. */
  others: 128_000,
} as const

/** Models that only their makers serve: behind whatever address, the name tells the window. */
export const NAMED_WINDOWS: readonly ModelRule[] = [
  { match: /(^|\/)gpt-4\.1/i, contextWindow: 1_000_000 },
  { match: /(^|\/)gpt-[56]/i, contextWindow: 272_000 },
  { match: /(^|\/)gpt-4(o|-turbo)/i, contextWindow: 128_000 },
  { match: /(^|\/)gpt-4(-0\d+)?$/i, contextWindow: 8192 },
  { match: /(^|\/)gpt-3\.5/i, contextWindow: 16_385 },
  { match: /(^|\/)o[134](-|$)/i, contextWindow: 200_000 },
  { match: /claude/i, contextWindow: 200_000 },
  { match: /gemini/i, contextWindow: 1_000_000, isBoundBySchema: true },
  { match: /grok-(4|code)/i, contextWindow: 256_000 },
  { match: /moonshot-v1-8k/i, contextWindow: 8192 },
  { match: /moonshot-v1-32k/i, contextWindow: 32_768 },
]

/** Claude models that always think and refuse a forced tool. */
export const UNFORCEABLE_CLAUDE: ModelRule = {
  match: /claude-(opus-5-5|sonnet-5-5|fable-5-[12])/,
  rungs: ["schema", "text"],
  thinking: "fixed",
}

/** OpenAI's own, also behind Azure where the deployment is named after the model. */
export const OPENAI_RULES: readonly ModelRule[] = [
  { match: /^gpt-4\.1/, contextWindow: 1_000_000 },
  { match: /^gpt-[56]/, contextWindow: 272_000 },
  { match: /^o[134]/, contextWindow: 200_000 },
]

/** The current ones think unless told otherwise, and refuse forcing while they do; so do Qwen's and Kimi's. */
export const DEEPSEEK_RULES: readonly ModelRule[] = [
  { match: /reasoner|-r1/, thinking: "fixed" },
  { match: /deepseek-(v4|flash|pro)/, thinking: "switchable" },
]

/** Hybrids think by default; the names say which do not. */
export const QWEN_RULES: readonly ModelRule[] = [
  { match: /^qwq|thinking/, thinking: "fixed" },
  { match: /^qwen3-max/, contextWindow: 262_144 },
  { match: /instruct|coder|^qwen2|^qwen-(max|turbo)/, thinking: "free" },
  { match: /^qwen/, thinking: "switchable" },
]

/** Moonshot's own. */
export const KIMI_RULES: readonly ModelRule[] = [
  { match: /^moonshot-v1-8k/, contextWindow: 8192 },
  { match: /^moonshot-v1-32k/, contextWindow: 32_768 },
  { match: /^moonshot-v1/, contextWindow: 131_072 },
  { match: /k2-thinking/, thinking: "fixed", contextWindow: 262_144 },
  { match: /k2(-\d{4}|-turbo|-instruct|$)/, thinking: "free", contextWindow: 262_144 },
  { match: /^kimi/, thinking: "switchable", contextWindow: 262_144 },
]

/** Behind OpenRouter and Bedrock the maker is part of the name. */
export const FAMILY_RULES: readonly ModelRule[] = [
  UNFORCEABLE_CLAUDE,
  ...DEEPSEEK_RULES,
  { match: /kimi-k2\.|qwen3(?!.*(instruct|coder))/, thinking: "switchable" },
  { match: /claude/, contextWindow: 200_000 },
  { match: /gemini/, isBoundBySchema: true },
]

/** Gemma behind Google's door takes no forcing. */
export const GOOGLE_RULES: readonly ModelRule[] = [{ match: /gemma/, contextWindow: 32_768, rungs: ["schema", "text"] }]

/** Mistral's own. */
export const MISTRAL_RULES: readonly ModelRule[] = [{ match: /magistral/, contextWindow: 40_000 }]

/** xAI's own. */
export const XAI_RULES: readonly ModelRule[] = [{ match: /grok-(4|code)/, contextWindow: 256_000 }]

/** Amazon's own, beside those of others. */
export const BEDROCK_RULES: readonly ModelRule[] = [...FAMILY_RULES, { match: /nova/, contextWindow: 300_000 }]
