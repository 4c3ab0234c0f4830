import type { Offer } from "../protocol.ts"
import type { RefusalWords, SaidRefusal } from "../refusal.ts"

/** What tells one chat completions endpoint from another. */
export type Flavour = {
  readonly words: RefusalWords
  readonly shape: (said: SaidRefusal) => object
  /** Where reasoning goes in a message; Mistral puts it among the content parts. */
  readonly reasoningField: "reasoning_content" | "reasoning" | "content"
  /** A refusal has a field of its own; else it is an empty answer with `content_filter`. */
  readonly hasRefusalField: boolean
  /** Whether cached tokens are among the figures. */
  readonly reportsCache: boolean
  /** Figures come in the last chunk without being asked for. */
  readonly alwaysUsage: boolean
  /** A call comes in one chunk, arguments and all. */
  readonly wholeCalls: boolean
  /** Whether `return_progress` is known. */
  readonly tellsReading?: boolean
  readonly callId: (n: number, index: number) => string
  /** Paths other than `/v1/models`, which all have. */
  readonly paths?: (offer: Offer) => Readonly<Record<string, object>>
  /** What an entry of `/v1/models` says besides the id. */
  readonly entry?: (offer: Offer) => object
}
