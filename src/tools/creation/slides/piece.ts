import type { Alignment, TextSpan } from "../document.ts"

/** A paragraph of a slide's text box. */
export type SlideLine = {
  readonly spans: readonly TextSpan[]
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
export type SlidePiece =
  | { readonly kind: "text"; readonly lines: readonly SlideLine[] }
  | { readonly kind: "code"; readonly text: string }
  | {
      readonly kind: "table"
      readonly align: readonly Alignment[]
      readonly rows: readonly (readonly (readonly TextSpan[])[])[]
    }
  | { readonly kind: "image"; readonly path: string; readonly alt: string }

export type PlacedPiece = SlidePiece & { readonly y: number; readonly height: number }

export type Slide =
  | { readonly kind: "title"; readonly title: string; readonly subtitle: string }
  | { readonly kind: "content"; readonly title: string; readonly pieces: readonly PlacedPiece[] }
