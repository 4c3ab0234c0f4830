import type { ThinkingOff } from "../adapter/sdk-model.ts"
import type { EndpointTraits, Rung, TranscriptShape } from "../seam/model.ts"
import type { CacheHints } from "./cache-hints.ts"
import type { PackageName } from "./packages.ts"

/** What holds for the models whose name matches. Of several rules the first that says something counts. */
export type ModelRule = {
  readonly match: RegExp
  /** Tokens of prompt that fit; rather too few than too many. */
  readonly contextWindow?: number
  readonly rungs?: readonly Rung[]
  readonly thinking?: EndpointTraits["thinking"]
  readonly thinkingOff?: ThinkingOff
  readonly cacheHints?: CacheHints
  readonly isBoundBySchema?: boolean
}

/** One place where models can be asked, as far as it is known without asking. */
export type KnownEndpoint = {
  /** What stands before the colon in `provider:name`. */
  readonly id: string
  readonly label: string
  readonly package: PackageName
  /** `null`: it must be given. */
  readonly baseUrl: string | null
  /** Variables that replace the base URL, strongest first. */
  readonly baseUrlVariables?: readonly string[]
  /** Sets of variables, one of which must be complete; empty: no key needed. */
  readonly keys: readonly (readonly string[])[]
  /** Further variables that are passed on with the key. */
  readonly extras?: readonly string[]
  /** Where to get a key, or the server. */
  readonly homePage: string
  /** One sentence that helps those whose key or address is refused. */
  readonly hint?: string
  readonly rungs: readonly Rung[]
  readonly contextWindow: number
  /** It serves the models of anybody: where no rule names the model, its window is a guess. */
  readonly isWindowGuessed?: true
  /** See `EndpointTraits`. */
  readonly isBoundBySchema?: boolean
  /** It takes a temperature, whatever the model. */
  readonly takesTemperature?: boolean
  /** The package's own fields by which one call at most is allowed. */
  readonly oneCall?: Readonly<Record<string, boolean>>
  readonly thinkingOff?: ThinkingOff
  readonly shape?: TranscriptShape
  /** It tells how much of the prompt it has read, if these fields ask for it. */
  readonly promptProgress?: Readonly<Record<string, boolean>>
  readonly rules?: readonly ModelRule[]
  /** Present for servers on this machine: where they usually listen. */
  readonly port?: number
  /** Where they listen in versions to come, or in older ones. */
  readonly laterPort?: number
}

/** Everything works: a named choice is honoured. */
export const ALL_RUNGS: readonly Rung[] = ["named", "required", "schema", "text"]

/** What local servers take, or ignore. */
export const LOCAL_SAMPLING = { takesTemperature: true, oneCall: { parallel_tool_calls: false } } as const

/** For packages that know each model's own word for it. */
export const REASONING_NONE: ThinkingOff = { reasoning: "none" }

/** Chat templates with a switch, as vLLM, SGLang and llama.cpp pass it on. */
export const TEMPLATE_SWITCH: ThinkingOff = { body: { chat_template_kwargs: { enable_thinking: false } } }

/** DeepSeek's, Moonshot's and Zhipu's own field. */
export const THINKING_DISABLED: ThinkingOff = { body: { thinking: { type: "disabled" } } }
