import { markersIn } from "../secrets/secrets.ts"
import { type ToolContext, ToolFailure } from "../tool.ts"

/**
 * Where a file has a secret, the model is shown a placeholder; writing that back would put the placeholder in the secret's place
 * for good. A text of the file's own that looks like a placeholder is none. Binary files have no text.
 */
export function refuseLostSecret({ redact }: Pick<ToolContext, "redact">, path: string, before = "", after = ""): void {
  const added = moreThan(countMarkers(after), countMarkers(before))
  if (!redact || added.size === 0) return
  const hidden = moreThan(countMarkers(redact(before)), countMarkers(before))
  const [lost] = [...added].filter((marker) => hidden.has(marker))
  if (lost === undefined) return
  throw new ToolFailure(`"${path}" has a secret where you are shown ${lost}; this would overwrite it with that text.`)
}

function countMarkers(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const marker of markersIn(text)) counts.set(marker, (counts.get(marker) ?? 0) + 1)
  return counts
}

/** The markers that stand here more often than there. */
function moreThan(here: ReadonlyMap<string, number>, there: ReadonlyMap<string, number>): ReadonlySet<string> {
  const more = [...here].filter(([marker, count]) => count > (there.get(marker) ?? 0))
  return new Set(more.map(([marker]) => marker))
}
