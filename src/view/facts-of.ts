import type { RunView } from "./run-view.ts"

/** Stands between what a run says of itself and what the engine knows of it. */
export const FACTS_RULE = "\n\n---\n"
/** Stands between how a run ended and what it says of itself. */
export const HEAD_RULE = "\n\n---\n\n"

/** What an end's message is made of: how it came out, what the run says of itself, and the other facts. */
export type EndMessage = { readonly head: string; readonly text: string; readonly rest: string }

/** In the order in which it is read; without a head the text begins. */
export function endMessage({ head, text, rest }: EndMessage): string {
  return `${head === "" ? "" : `${head}${HEAD_RULE}`}${text}${FACTS_RULE}${rest}`
}

/** The engine's own parts of an end's message, told from the summary by their place and not by their look; empty before the end. */
export function endFactsOf(message: string, summary: string): Omit<EndMessage, "text"> {
  const body = `${summary}${FACTS_RULE}`
  if (message.startsWith(body)) return { head: "", rest: message.slice(body.length) }
  const at = message.indexOf(HEAD_RULE)
  const begin = at + HEAD_RULE.length
  if (at < 0 || !message.startsWith(body, begin)) return { head: "", rest: "" }
  return { head: message.slice(0, at), rest: message.slice(begin + body.length) }
}

/** Both of them as one list. */
export function factsOf({ message, summary }: Pick<RunView, "message" | "summary">): string {
  const { head, rest } = endFactsOf(message, summary?.text ?? "")
  return [head, rest].filter((part) => part !== "").join("\n")
}
