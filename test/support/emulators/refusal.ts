import { type StatusReply, status } from "../../../src/testing/server-reply.ts"
import type { AskedChoice } from "./mind.ts"

/** Why an endpoint does not even ask its model. */
export type Refusal =
  | { readonly kind: "key"; readonly isMissing: boolean }
  | { readonly kind: "model"; readonly model: string }
  | { readonly kind: "rate"; readonly retryAfter: number }
  | { readonly kind: "down" }
  | { readonly kind: "stream" }
  | { readonly kind: "tools"; readonly model: string }
  | { readonly kind: "schema" }
  | { readonly kind: "system"; readonly model: string }
  | { readonly kind: "alternation"; readonly status: 400 | 500 }
  | { readonly kind: "userAfterTool" }
  | { readonly kind: "severalCalls" }
  | { readonly kind: "prefill" }
  | { readonly kind: "unanswered"; readonly callId: string }
  | { readonly kind: "orphan"; readonly callId: string }
  | { readonly kind: "arguments"; readonly text: string }
  | { readonly kind: "echo"; readonly index: number; readonly isMissing: boolean; readonly callId: string }
  | { readonly kind: "choice"; readonly choice: AskedChoice }
  | { readonly kind: "thinking"; readonly choice: AskedChoice }
  | { readonly kind: "overflow"; readonly tokens: number; readonly limit: number }

type RefusalOf<Kind extends Refusal["kind"]> = Extract<Refusal, { readonly kind: Kind }>

/** What an endpoint says; `body` replaces its usual error shape. */
export type SaidRefusal = {
  readonly status: number
  readonly message: string
  readonly type?: string
  readonly code?: string | null
  readonly param?: string
  readonly extra?: object
  readonly body?: object
}

/** An endpoint's own words for every refusal. */
export type RefusalWords = { readonly [Kind in Refusal["kind"]]: (refusal: RefusalOf<Kind>) => SaidRefusal }

/** The refusal as an HTTP reply; `shape` makes the endpoint's error body. */
export function refuseWith(words: RefusalWords, shape: (said: SaidRefusal) => object, refusal: Refusal): StatusReply {
  const word = words[refusal.kind] as (refusal: Refusal) => SaidRefusal
  const said = word(refusal)
  const body = said.body ?? shape(said)
  return status(said.status, refusal.kind === "rate" ? { body, retryAfter: refusal.retryAfter } : { body })
}
