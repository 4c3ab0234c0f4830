import type { JsonSchema, ToolSpec } from "../../../src/model/seam/model.ts"
import type { ReplyEnding, ServerUsage, StatusReply } from "../../../src/testing/server-reply.ts"
import type { Json } from "./json.ts"

/** The family of wire formats that a request came in. */
export type ProtocolName = "chat" | "responses" | "anthropic" | "google"

/** What the client let the model choose; `{ name }` names the one tool that must be called. */
export type AskedChoice = "auto" | "none" | "required" | { readonly name: string }

/** A call in the transcript; `arguments` is JSON text as it came back, `signature` the endpoint's own mark on it. */
export type WishedCall = {
  readonly id: string
  readonly name: string
  readonly arguments: string
  readonly signature?: string
}

/** Reasoning that the client sent back. */
export type AskedReasoning = { readonly text: string; readonly signature?: string }

/** One message of the transcript, whichever protocol it came in. */
export type AskedMessage =
  | { readonly role: "system" | "user"; readonly text: string }
  | {
      readonly role: "assistant"
      readonly text: string
      readonly calls: readonly WishedCall[]
      readonly reasoning: readonly AskedReasoning[]
    }
  | { readonly role: "tool"; readonly callId: string; readonly text: string }

/** A request in one shape for all endpoints: what the model is asked, after the endpoint's quirks. */
export type HeardRequest = {
  readonly protocol: ProtocolName
  readonly model: string
  readonly messages: readonly AskedMessage[]
  readonly tools: readonly ToolSpec[]
  /** What the endpoint holds the model to. */
  readonly choice: AskedChoice
  /** What the client sent, honoured or not. */
  readonly wanted: AskedChoice
  /** The reply must be JSON of this schema; few protocols carry its name. */
  readonly format?: { readonly name?: string; readonly schema: JsonSchema }
  readonly thinking: boolean
  /** False: the client allows one call at most. */
  readonly parallel: boolean
  readonly stream: boolean
  readonly maxTokens?: number
  /** The body as it was sent. */
  readonly body: Json
}

/** Why the model stopped, in no endpoint's words. */
export type Finish = "stop" | "calls" | "length" | "refused"

/** A call that the model makes; `input` as text goes out as it is. */
export type ThoughtCall = { readonly name: string; readonly input: object | string }

/** What the model says; what is left out is derived. */
export type Utterance = {
  readonly text?: string
  readonly calls?: readonly ThoughtCall[]
  /** Sent only where the model thinks; a thinking model without it gets a stock sentence. */
  readonly reasoning?: string
  readonly finish?: Finish
  /** `null` sends no figures. */
  readonly usage?: ServerUsage
  readonly ending?: ReplyEnding
  readonly msBetweenChunks?: number
}

/** What goes wrong instead of an answer. */
export type EmulatedFault = StatusReply | { readonly kind: "hang" }

/** The model's answer to one request, or the endpoint's failure to give one. */
export type EmulatedThought = Utterance | { readonly fault: EmulatedFault }

/** Decides what a model would answer; the emulator turns it into an endpoint's protocol. A throw is told with 400. */
export type Mind = (asked: HeardRequest) => EmulatedThought | Promise<EmulatedThought>
