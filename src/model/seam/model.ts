import type { Message, OpaquePart, ToolCall } from "../../protocol/log/message.ts"
import type { TraceHeaders } from "../../protocol/log/trace.ts"
import type { Usage } from "../../protocol/log/usage.ts"
import type { ServerKind } from "../servers/server-answer.ts"
import type { CallPatience } from "./call-patience.ts"
import type { ModelError } from "./model-error.ts"

/** A JSON Schema as it goes over the wire. */
export type JsonSchema = { readonly [key: string]: unknown }

/** A tool as the model sees it. */
export type ToolSpec = { readonly name: string; readonly description: string; readonly schema: JsonSchema }

/** What a model may or must call. */
export type ToolChoice =
  | { readonly kind: "auto" }
  | { readonly kind: "none" }
  /** Some tool of the list must be called. */
  | { readonly kind: "required" }
  | { readonly kind: "named"; readonly name: string }

/** Everything that one call of a model says. */
export type ModelRequest = {
  /** What the call is for: the step's key and the control asked. Rehearsals match on it; endpoints never see it. */
  readonly purpose: { readonly key: string; readonly control: string }
  readonly messages: readonly Message[]
  readonly tools: readonly ToolSpec[]
  readonly choice: ToolChoice
  /** The reply shall be JSON of this schema; then there are no tools. */
  readonly format?: { readonly name: string; readonly schema: JsonSchema }
  /** `off`: answer without thinking, where the endpoint can; it may forbid forcing otherwise. */
  readonly thinking?: "off"
  readonly maxOutputTokens?: number
  /** The likeliest answer is wanted, not a varied one; obeyed where the endpoint is known to take it. */
  readonly steady?: boolean
  /** How long the caller can wait for an endpoint that is overloaded or away; absent: about a minute. */
  readonly patience?: CallPatience
  /** One call at most is wanted; likewise. */
  readonly oneCall?: boolean
  /** The trace that the call belongs to: endpoints are told, nothing goes by it. */
  readonly trace?: TraceHeaders | undefined
  /** What this endpoint was found not to take; set by `withLearned`, obeyed by the wire. */
  readonly shape?: TranscriptShape
}

/** How a transcript must look beyond what every endpoint wants. */
export type TranscriptShape = {
  /** `false`: there is no system role; its text goes into the first user message. */
  readonly systemRole?: boolean | undefined
  /** `strict`: user and assistant take turns; no user message after a tool result. */
  readonly alternation?: "strict" | undefined
  /** `one`: a message has one call at most. */
  readonly callsAtOnce?: "one" | undefined
  /** `false`: it takes no pictures; a word stands for each. */
  readonly pictures?: false | undefined
}

/** Why the model stopped; `length` means that its reply is cut off and must not be used as a whole. */
export type FinishReason = "stop" | "calls" | "length" | "refused" | "other"

/** One piece of a reply as it comes; a reply ends with `end`. */
export type ModelPart =
  | { readonly type: "text"; readonly delta: string }
  | { readonly type: "call"; readonly call: ToolCall }
  /** Something of the provider's own (reasoning, a signature) that must come back to it unchanged. */
  | { readonly type: "opaque"; readonly part: OpaquePart }
  /** So many tokens of this attempt's reply have come, unseen ones included; an estimate, told now and then. `prompt`: what is read of it. */
  | { readonly type: "progress"; readonly tokens: number; readonly prompt?: PromptProgress | undefined }
  /** `error`: what came of the attempt before, where it failed. */
  | { readonly type: "retry"; readonly reason: string; readonly waitMs: number; readonly error?: ModelError }
  | { readonly type: "end"; readonly usage: Usage; readonly finish: FinishReason }

/** The reply begins anew. */
export type RetryPart = Extract<ModelPart, { type: "retry" }>

/** How many tokens of a prompt an endpoint has read so far. */
export type PromptProgress = { readonly read: number; readonly of: number }

/** A way to obtain a control, strongest first. */
export type Rung = "named" | "required" | "schema" | "text"

/** How an endpoint takes what we need of it. */
export type EndpointTraits = {
  /** The rungs that can work here, in the order to try them; never empty. */
  readonly rungs: readonly Rung[]
  /**
   * Thinking forbids forcing here; `switchable` means that it can be turned off for one call. `unwanted`: it leaves no room for
   * answers, and is turned off for all of them.
   */
  readonly thinking: "free" | "switchable" | "fixed" | "unwanted"
  /** Calls are decoded by the tool's schema: what it does not describe comes out empty. */
  readonly isBoundBySchema?: boolean | undefined
  /** Controls that could not be had here, and in how many runs. */
  readonly missed?: Readonly<Record<string, number>> | undefined
  /** How the model did the tiny jobs that it was tried with; absent: nobody tried. */
  readonly ability?: Ability | undefined
}

/** Shares of tiny jobs that came out right, from 0 to 1. */
export type Ability = { readonly plan: number; readonly edit: number; readonly judge: number }

/** What calls have shown of one model at one endpoint; it wins over the table. */
export type LearnedFact = TranscriptShape & {
  readonly rungs?: readonly Rung[] | undefined
  /** Whether `thinking: "off"` is accepted; `always`: and should be said whatever is asked. */
  readonly thinkingOff?: boolean | "always" | undefined
  readonly contextWindow?: number | undefined
  /** See `EndpointTraits`; empty: forgotten. */
  readonly missed?: Readonly<Record<string, number>> | undefined
  readonly ability?: Ability | undefined
  /** `text`: its chat template has no tools; calls go as text. */
  readonly toolForm?: "text" | undefined
  /** Whose server it is, by the name of its row. */
  readonly server?: ServerKind | undefined
  /** It was asked, and is none of the servers that have a row. */
  readonly isStranger?: boolean | undefined
}

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
  /** What is known of the endpoint; absent: a well-behaved one. May change as something is learned: read it when needed. */
  readonly traits?: EndpointTraits | undefined
  /** The window as the user has it: nothing that is learned changes that. */
  readonly givenWindow?: number | undefined
  /** Nobody told the window: it is a careful guess. */
  readonly isWindowAssumed?: boolean | undefined
  /** Another one that is asked in its place just now. */
  readonly standIn?: Model | undefined
  /** Where it is reached, without secrets. */
  readonly baseUrl?: string | undefined
  /** Remembers what was found out about this endpoint and model; absent: nothing is remembered. */
  readonly learn?: ((fact: LearnedFact) => Promise<void>) | undefined
  /**
   * Finds out what can be known before the first call, given what is remembered, and returns what is worth remembering. To be awaited
   * before a run is laid out; never throws. Asks once, and again only where a known server could not tell its window. Absent: nothing is to be found out.
   */
  readonly prepare?: ((remembered?: LearnedFact) => Promise<LearnedFact>) | undefined
  /** The model that answers a control, where several share the work; absent: this one answers all. */
  readonly forControl?: ((control: string) => Model) | undefined
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>
}

/** A whole reply, as it is recorded. */
export type ModelReply = {
  readonly text: string
  readonly calls: readonly ToolCall[]
  readonly opaque?: readonly OpaquePart[]
  readonly usage: Usage
  readonly finish: FinishReason
}
