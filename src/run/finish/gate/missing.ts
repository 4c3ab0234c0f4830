import { leadingNumber, sharesTerm } from "../../../view/request-terms.ts"
import type { RunParts } from "../../core/run-parts.ts"

/** What the model calls missing, sorted by whether the request asks for it. */
export type Sorted = {
  readonly missing: readonly string[]
  /** What nobody asked for: shown, never worked on. */
  readonly suggestions: readonly string[]
  /** What can't be done because a person or a rule refused it. */
  readonly refused: readonly string[]
}

/** The word that begins an item which was refused. */
export const REFUSED = "refused:"

/** What the run is to fulfil: the request, and its requirements where an analysis numbered them. */
export type WantedWork = { readonly request: string; readonly requirements: readonly string[] }

/** A model that looks for more to do finds it for ever; what counts is what was asked for. */
export function sortMissing(items: readonly string[], wanted: WantedWork): Sorted {
  const given = items.map((item) => item.trim()).filter((item) => item !== "")
  const refused = given.filter(isRefused)
  const open = given.filter((item) => !isRefused(item))
  return {
    missing: open.filter((item) => namesRequirement(item, wanted)),
    suggestions: open.filter((item) => !namesRequirement(item, wanted)),
    refused: refused.map((item) => item.slice(REFUSED.length).trim()),
  }
}

function isRefused(item: string): boolean {
  return item.trim().toLowerCase().startsWith(REFUSED)
}

/** By its number, or by a word that stands in the request as well. */
function namesRequirement(item: string, { request, requirements }: WantedWork): boolean {
  const number = leadingNumber(item)
  if (number >= 1 && number <= requirements.length) return true
  return sharesTerm(item, [request, ...requirements].join("\n"))
}

/** What this run is to fulfil. */
export function wantedWork({ request, tally: { view } }: RunParts): WantedWork {
  const said = view.words.map(({ text }) => text)
  return { request: [request, ...said].join("\n"), requirements: view.analysis?.requirements ?? [] }
}
