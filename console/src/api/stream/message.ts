import type { StreamState } from "@keelson/protocol/api/api.ts"
import type { LiveEvent, LoggedEvent } from "@keelson/protocol/log/event.ts"

/** How the line to the server is. `over`: the server has said everything that there is for now. */
export type Line = "connecting" | "open" | "lost" | "over"

/** Why a run can't be followed, in a form that goes from a worker to a page. */
export type Refusal = {
  readonly code: string
  readonly message: string
  readonly hint: string
  readonly status: number
}

/** What a follower of a run hears. */
export type StreamMessage =
  | { readonly kind: "fact"; readonly logged: LoggedEvent }
  | { readonly kind: "live"; readonly event: LiveEvent }
  /** Whether somebody carries the run out, and where it is. */
  | { readonly kind: "state"; readonly state: StreamState }
  | { readonly kind: "line"; readonly line: Line }
  /** The server won't let this page follow the run, and asking again would not help. */
  | { readonly kind: "refused"; readonly refusal: Refusal }

/** Which run is followed, from after which event on, and as whom. */
export type Wish = {
  readonly run: string
  readonly after: number
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** What a page says to the worker; each of its followers has a number. */
export type ToWorker =
  | { readonly kind: "follow"; readonly follower: number; readonly wish: Wish }
  | { readonly kind: "leave"; readonly follower: number }

/** What the worker says to a page. */
export type FromWorker = { readonly follower: number; readonly message: StreamMessage }
