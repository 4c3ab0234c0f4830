import type { MissingPart } from "../../journal/run-store.ts"
import { plural } from "../../text/words/units.ts"

const NAMED = 3

/** What was taken away from a store behind its back; empty where nothing was. */
export function missingLogWarning(parts: readonly MissingPart[]): string {
  if (parts.length === 0) return ""
  const gone = parts.filter(({ kept }) => kept === 0).map(({ runId }) => runId)
  const cut = parts
    .filter(({ kept }) => kept > 0)
    .map(({ runId, kept, written }) => `${runId} ends with entry ${kept} of ${written}`)
  const words = [
    ...(gone.length === 0 ? [] : [`${plural(gone.length, "run")} gone: ${named(gone)}`]),
    ...(cut.length === 0 ? [] : [`${plural(cut.length, "log")} cut: ${named(cut)}`]),
  ]
  return `the store of runs was cut, emptied or rolled back. ${words.join("; ")}. \`keelson runs --prune\` forgets it.`
}

function named(names: readonly string[]): string {
  const rest = names.length - NAMED
  return [...names.slice(-NAMED), ...(rest > 0 ? [`and ${rest} more`] : [])].join(", ")
}
