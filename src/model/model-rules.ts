import type { ModelRule } from "./endpoint.ts"

/*
 * Windows and habits of models as known in January 2026, written from memory and rather too small than too large. Which
 * Claude models refuse forcing is from @ai-sdk/anthropic 4.0.102. None of it was checked against the endpoints.
 */

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
]
