import type { Alignment, Span } from "../document.ts"

/** A paragraph of a slide's text box. */
export type Line = {
  readonly spans: readonly Span[]
  readonly size: number
  /** How far it is indented. */
  readonly level: number
  /** What stands before it: nothing, a point, a number, or the room of one, for a further paragraph of an item. */
  readonly bullet: "none" | "point" | "blank" | number
  readonly isQuote?: boolean
  /** Stays with what follows. */
  readonly isHeading?: boolean
}

/** What a slide shows, from top to bottom. */
export type Piece =
  | { readonly kind: "text"; readonly lines: readonly Line[] }
  | { readonly kind: "code"; readonly text: string }
  | {
      readonly kind: "table"
      readonly align: readonly Alignment[]
      readonly rows: readonly (readonly (readonly Span[])[])[]
    }
  | { readonly kind: "image"; readonly path: string; readonly alt: string }

export type PlacedPiece = Piece & { readonly y: number; readonly height: number }

export type Slide =
  | { readonly kind: "title"; readonly title: string; readonly subtitle: string }
  | { readonly kind: "content"; readonly title: string; readonly pieces: readonly PlacedPiece[] }
