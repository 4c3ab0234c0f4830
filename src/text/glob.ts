/* `*` is any text, `?` one character, a backslash takes what follows as it is. */

/** `among`: of `one`, which characters it may be; any where it is absent. */
export type Piece = {
  readonly kind: "any" | "one" | "character"
  readonly text: string
  among?(character: string): boolean
}

/** Whether the whole text fits. */
export function globFits(pattern: string, text: string): boolean {
  return fitsPieces(piecesOf(pattern), [...text])
}

/** Walks both once, so that no pattern takes long. */
export function fitsPieces(pieces: readonly Piece[], characters: readonly string[]): boolean {
  let [at, from] = [0, 0]
  let star: { at: number; from: number } | undefined
  while (from < characters.length) {
    const piece = pieces[at]
    if (piece?.kind === "any") star = { at: ++at, from }
    else if (piece && isIt(piece, characters[from] ?? "")) [at, from] = [at + 1, from + 1]
    else if (star) {
      star.from += 1
      ;[at, from] = [star.at, star.from]
    } else return false
  }
  return pieces.slice(at).every(({ kind }) => kind === "any")
}

function isIt(piece: Piece, character: string): boolean {
  return piece.kind === "one" ? (piece.among?.(character) ?? true) : piece.text === character
}

/** The one text that a pattern without wildcards fits; `undefined` for one with them. */
export function literalOf(pattern: string): string | undefined {
  const pieces = piecesOf(pattern)
  if (pieces.some(({ kind }) => kind !== "character")) return undefined
  return pieces.map(({ text }) => text).join("")
}

/** The pattern that fits this text and no other. */
export function escapeGlob(text: string): string {
  return text.replace(/[\\*?]/g, "\\$&")
}

/** A pattern piece by piece. */
export function piecesOf(pattern: string): Piece[] {
  return [...pattern.matchAll(/\\(.)|(.)/gsu)].map(([, escaped, plain = ""]): Piece => {
    if (escaped !== undefined) return { kind: "character", text: escaped }
    return { kind: plain === "*" ? "any" : plain === "?" ? "one" : "character", text: plain }
  })
}
