import type { ModelReply } from "./model.ts"

/** Whether thoughts used the whole reply up: it was cut off before anything was said. */
export function isLostInThought({ finish, text, calls, opaque = [] }: ModelReply): boolean {
  return finish === "length" && text.trim() === "" && calls.length === 0 && opaque.length > 0
}
