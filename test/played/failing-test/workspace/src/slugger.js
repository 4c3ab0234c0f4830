/** The anchor that GitHub makes from a title, without regard to other headings. */
export function slugOf(title) {
  return title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replace(/ /g, "-")
}

/** Gives each heading of a document its anchor. */
export class Slugger {
  #counts = new Map()

  slug(title) {
    const base = slugOf(title)
    const count = this.#counts.get(base) ?? 0
    this.#counts.set(base, count + 1)
    return count === 0 ? base : `${base}-${count}`
  }
}
