import type { Changes } from "../../protocol/control.ts"

/** Whether the request wants something to be changed: what the model said of it, else by its form. */
export function wantsChange(request: string, said: Changes | undefined): boolean {
  return (said ?? (isQuestion(request) ? "none" : "unsure")) !== "none"
}

/** A plain question: words for "wants a change" are wrong more often than the form of a question is. */
function isQuestion(request: string): boolean {
  const text = request.trim()
  return /[?？]["'”」)）]*$/u.test(text) || ASKS.test(text)
}

const ASKS = /^(?:what|why|how|explain|who|where|when|which)\b|^(?:什么|为什么|怎么|如何|解释|请解释|谁|哪)/iu
