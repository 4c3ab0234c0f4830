import type { RehearsalLine } from "./rehearsal-file.ts"

const NEIGHBOURS = 3

/** A run asked for something that its rehearsal does not hold: the code or the request changed since it was recorded. */
export class RehearsalMismatchError extends Error {
  override name = "RehearsalMismatchError"

  constructor(purpose: { key: string; control: string }, lines: readonly RehearsalLine[]) {
    const { key, control } = purpose
    const controls = lines.filter((line) => line.key === key).map((line) => line.control)
    const found = controls.length > 0 ? `control ${controls.join(", ")} there` : "nothing there"
    const next = neighbours(key, lines)
    super(
      `Asked for control ${control} at key "${key}", the rehearsal has ${found}; ` +
        `recorded keys next to it: ${next.join(", ") || "none"}; record it again.`,
    )
  }
}

function neighbours(key: string, lines: readonly RehearsalLine[]): string[] {
  const keys = [...new Set(lines.map((line) => line.key))].filter((other) => other !== key)
  return keys.sort((a, b) => commonPrefix(key, b) - commonPrefix(key, a)).slice(0, NEIGHBOURS)
}

function commonPrefix(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}
