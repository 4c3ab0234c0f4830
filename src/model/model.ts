import type { Message, ToolCall } from "../protocol/message.ts"
import type { Usage } from "../protocol/usage.ts"

export type JsonSchema = { readonly [key: string]: unknown }

/** A tool as the model sees it. */
export type ToolSpec = { readonly name: string; readonly description: string; readonly schema: JsonSchema }

export type ToolChoice =
  | { readonly kind: "auto" }
  | { readonly kind: "none" }
  | { readonly kind: "named"; readonly name: string }

export type ModelRequest = {
  /** What the call is for: the step's key and the control asked. Rehearsals match on it; endpoints never see it. */
  readonly purpose: { readonly key: string; readonly control: string }
  readonly messages: readonly Message[]
  readonly tools: readonly ToolSpec[]
  readonly choice: ToolChoice
  readonly maxOutputTokens?: number
}

/** Why the model stopped; `length` means that its reply is cut off and must not be used as a whole. */
export type FinishReason = "stop" | "calls" | "length" | "refused" | "other"

export type ModelPart =
  | { readonly type: "text"; readonly delta: string }
  | { readonly type: "call"; readonly call: ToolCall }
  | { readonly type: "retry"; readonly reason: string; readonly waitMs: number }
  | { readonly type: "end"; readonly usage: Usage; readonly finish: FinishReason }

/**
 * One language model behind one endpoint.
 *
 * Contract: exactly one `end` part, last. Failures are thrown as `ModelError`; a stream that throws counts as no
 * answer at all. A `retry` part means that everything streamed before it is void.
 */
export interface Model {
  /** `provider:name`. */
  readonly id: string
  readonly contextWindow: number
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>
}

/** A whole reply, as it is recorded. */
export type ModelReply = {
  readonly text: string
  readonly calls: readonly ToolCall[]
  readonly usage: Usage
  readonly finish: FinishReason
}
