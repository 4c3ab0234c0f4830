/** At most so many characters, with an ellipsis where something is missing. */
export function clip(text: string, most: number): string {
  return text.length <= most ? text : `${headOf(text, most - 1)}…`
}

/** The first so many characters; never half of one that takes two. */
export function headOf(text: string, most: number): string {
  const isSplit = most > 0 && most < text.length && /[\uD800-\uDBFF]/.test(text.charAt(most - 1))
  return text.slice(0, isSplit ? most - 1 : most)
}
