/** A call that the model made. `arguments` is the JSON text exactly as it came, valid or not. */
export type ToolCall = {
  readonly id: string
  readonly name: string
  readonly arguments: string
  /** The provider's own note on the call (a signature), echoed verbatim. */
  readonly opaque?: unknown
}

/** A part of a reply that only its provider understands: reasoning, redacted or signed. Echoed verbatim to the same model. */
export type OpaquePart = { readonly text: string; readonly metadata?: unknown }

/** A picture that goes with a message; its text says where it belongs. */
export type PicturePart = { readonly name: string; readonly mime: string; readonly data: Uint8Array }

/** One message of a transcript. A `tool` message answers exactly one call of the assistant message before it. */
export type Message =
  | { readonly role: "system"; readonly text: string }
  | { readonly role: "user"; readonly text: string; readonly pictures?: readonly PicturePart[] | undefined }
  | {
      readonly role: "assistant"
      readonly text: string
      readonly calls: readonly ToolCall[]
      readonly opaque?: readonly OpaquePart[]
    }
  | {
      readonly role: "tool"
      readonly callId: string
      readonly name: string
      readonly text: string
      readonly pictures?: readonly PicturePart[] | undefined
    }
