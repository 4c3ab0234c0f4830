import type { Remedy, WayOut } from "../../protocol/log/keelson-error.ts"

/** How the remedies that the engine names are had from here, in words that hold for HTTP, MCP and chats alike. */
const HINTS: Readonly<Partial<Record<Remedy, string>>> = {
  resume: "It can be resumed as it is.",
  ask_again: "Resumed, it asks again.",
  cancel: "Wait for it, or cancel it.",
  approval: "Answer with a decision.",
  words: "Answer with text.",
}

/** The hint that goes with an error, none where the surface shows the way itself; and the run that is in the way. */
export function wayOutHere(wayOut: WayOut | undefined): { readonly hint?: string; readonly runId?: string } {
  const hint = wayOut && HINTS[wayOut.remedy]
  const { runId } = wayOut ?? {}
  return { ...(hint === undefined ? {} : { hint }), ...(runId === undefined ? {} : { runId }) }
}
