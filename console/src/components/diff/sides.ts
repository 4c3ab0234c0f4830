import type { DiffLine } from "@keelson/text/unified-diff.ts"

/** Two lines beside each other: what was there, and what is there. */
export type Pair = { readonly left: DiffLine | null; readonly right: DiffLine | null }

/** Lines that went stand beside those that came in their place. */
export function sidesOf(lines: readonly DiffLine[]): readonly Pair[] {
  const pairs: Pair[] = []
  let dropped: DiffLine[] = []
  let added: DiffLine[] = []
  const flush = () => {
    for (let at = 0; at < Math.max(dropped.length, added.length); at++)
      pairs.push({ left: dropped[at] ?? null, right: added[at] ?? null })
    dropped = []
    added = []
  }
  for (const line of lines) {
    if (line.kind === "drop" && added.length === 0) dropped.push(line)
    else if (line.kind === "add") added.push(line)
    else {
      flush()
      if (line.kind === "drop") dropped.push(line)
      else pairs.push({ left: line, right: line })
    }
  }
  flush()
  return pairs
}
