/** A text without the marker that says "done": people have no use for it. */
export function withoutMarker(text: string, marker: string | undefined): string {
  return marker === undefined ? text : text.replaceAll(marker, "").trim()
}

/** Whether a text says by its marker that the work is done. */
export function isMarked(text: string, marker: string | undefined): boolean {
  return marker !== undefined && text.includes(marker)
}
