/** So much of the end is looked at, and all of it must be one piece over and over; nobody writes a page like that on purpose. */
const LOOKED_AT = 3000
const LONGEST_PIECE = 250
/** How often it is looked at, in characters. */
const EVERY = 500

/** Notices a reply that says the same over and over: small models do so until something stops them. */
export class Repetition {
  #end = ""
  #unseen = 0

  /** Whether what has come ends in nothing but one piece, repeated. */
  hears(words: string): boolean {
    this.#end += words
    this.#unseen += words.length
    if (this.#unseen < EVERY || this.#end.length < LOOKED_AT) return false
    this.#unseen = 0
    this.#end = this.#end.slice(-LOOKED_AT)
    return periodOf(this.#end) <= LONGEST_PIECE
  }
}

/** The length of the shortest piece that, repeated, makes the whole text. */
function periodOf(text: string): number {
  // Of each beginning, the longest end that is also its beginning.
  const borders = new Uint16Array(text.length)
  for (let at = 1, border = 0; at < text.length; at++) {
    while (border > 0 && text[at] !== text[border]) border = borders[border - 1] ?? 0
    if (text[at] === text[border]) border++
    borders[at] = border
  }
  return text.length - (borders.at(-1) ?? 0)
}
