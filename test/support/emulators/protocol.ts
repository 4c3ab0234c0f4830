import type { IncomingHttpHeaders } from "node:http"
import type { StatusReply } from "../../../src/testing/server-reply.ts"
import type { Json } from "./json.ts"
import type { HeardRequest, ProtocolName } from "./mind.ts"
import type { Breakpoints } from "./prompt-cache.ts"
import type { Refusal } from "./refusal.ts"
import type { Reply } from "./reply.ts"

/** A request as it came; `at` is milliseconds since 1970. */
export type EmulatorRequest = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Json
  readonly at: number
}

/** A request for an answer, normalised. */
export type ReadRequest = {
  /** `thinking` is false here; the quirks decide unless the request says it. */
  readonly asked: HeardRequest
  /** What the request says about thinking, if anything. */
  readonly thinkingSaid?: boolean
  /** The way of thinking asked for excludes forcing on this endpoint. */
  readonly strictThinking?: boolean
  readonly breakpoints?: Breakpoints
}

/** One server-sent event; text goes out as it is. */
export type ServerSentEvent = { readonly event?: string; readonly data: object | string }

/** A streamed answer; without a proper ending the closing events are not sent. */
export type ReplyEvents = { readonly body: Iterable<ServerSentEvent>; readonly closing: Iterable<ServerSentEvent> }

/** What an endpoint offers, for those who look around before they ask. */
export type Offer = {
  readonly model: string
  readonly contextSize: number
  readonly hasTools: boolean
  readonly isLoaded: boolean
  /** Models are loaded when they are first asked; what is said goes by the one that is meant. */
  readonly loadsLate: boolean
}

/** One endpoint's way to say everything. */
export interface Protocol {
  readonly name: ProtocolName
  /** Where the provider package wants its base URL to end. */
  readonly basePath: "/v1" | "/v1beta"
  /** `undefined`: this path asks no model. */
  read(request: EmulatorRequest): ReadRequest | undefined
  keyOf(request: EmulatorRequest): string | undefined
  callId(n: number, index: number): string
  whole(reply: Reply): object
  events(reply: Reply): ReplyEvents
  /** What is told while the prompt is read, if the request asks for it; `undefined`: nothing. */
  reading?(reply: Reply, read: number): ServerSentEvent | undefined
  refuse(refusal: Refusal): StatusReply
  /** Lists of models and the like; `undefined`: no such path. */
  discover(path: string, offer: Offer): object | undefined
}
