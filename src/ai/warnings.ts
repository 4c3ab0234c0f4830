import type { LanguageModelV4CallOptions, SharedV4Warning } from "@ai-sdk/provider"
import type { RunModelSettings } from "./run-model.ts"

/** Settings of models that a run has no use for: whoever gives one is told. */
const TASTE = [
  ...["temperature", "topP", "topK", "presencePenalty", "frequencyPenalty"],
  ...["seed", "stopSequences", "maxOutputTokens"],
] as const

/** What of a call is passed over. */
export function warningsOf({ agent }: RunModelSettings, options: LanguageModelV4CallOptions): SharedV4Warning[] {
  const given = options as Readonly<Record<string, unknown>>
  const passedOver = TASTE.filter((name) => given[name] !== undefined)
  const { tools = [], prompt, responseFormat } = options
  return [
    ...passedOver.map((feature) => unsupported(feature, "A run has settings of its own.")),
    ...(tools.length > 0 ? [unsupported("tools", "A run has the tools of its agent; give them to createAgent.")] : []),
    ...(prompt.some(({ role }) => role === "system") ? [unsupported("system messages", OWN_INSTRUCTIONS)] : []),
    ...(responseFormat?.type === "json" && typeof agent !== "function"
      ? [
          unsupported(
            "responseFormat",
            "Give `agent` as a function, which makes an agent with the wish's answerSchema.",
          ),
        ]
      : []),
  ]
}

const OWN_INSTRUCTIONS = "A run has its own instructions and those of the workspace; give more to createAgent."

function unsupported(feature: string, details: string): SharedV4Warning {
  return { type: "unsupported", feature, details }
}
