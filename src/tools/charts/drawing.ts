/** Parts of a drawing, and what whoever reads it would notice. */
export type Drawing = { readonly parts: readonly string[]; readonly notes: readonly string[] }

const MOST_NAMED = 4

/** `"a", "b" and 3 more` */
export function someOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(", ")
  return names.length > MOST_NAMED ? `${shown} and ${names.length - MOST_NAMED} more` : shown
}

export function inQuotes(text: string): string {
  return `"${text}"`
}
