/** A call that the model made. `arguments` is the JSON text exactly as it came, valid or not. */
export type ToolCall = { readonly id: string; readonly name: string; readonly arguments: string }

/** One message of a transcript. A `tool` message answers exactly one call of the assistant message before it. */
export type Message =
  | { readonly role: "system"; readonly text: string }
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly role: "tool"; readonly callId: string; readonly name: string; readonly text: string }
