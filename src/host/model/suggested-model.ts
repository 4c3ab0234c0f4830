import type { Config } from "../../config.ts"

/** Whose models have such names. */
const MAKERS: readonly (readonly [RegExp, string])[] = [
  [/^(gpt-(?!oss)|chatgpt|o\d)/i, "openai"],
  [/^claude/i, "anthropic"],
  [/^gemini/i, "google"],
  [/^(mistral|magistral|codestral|devstral|ministral)/i, "mistral"],
  [/^deepseek-(chat|reasoner)/i, "deepseek"],
  [/^grok/i, "xai"],
  [/^kimi/i, "kimi"],
  [/^minimax/i, "minimax"],
]

/** What is probably meant by a name that says neither its provider nor an address; `undefined` where nobody could tell. */
export function suggestedModel({ model = "", endpoint }: Pick<Config, "model" | "endpoint">): string | undefined {
  if (model.includes(":") || endpoint !== undefined) return undefined
  const provider = MAKERS.find(([pattern]) => pattern.test(model))?.[1]
  return provider === undefined ? undefined : `${provider}:${model}`
}
