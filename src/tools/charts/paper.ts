/** A part of the paper that something is drawn on. */
export type Area = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** Colours that people tell apart who see few (Okabe and Ito), on white paper. */
const COLOURS = [
  "#0072b2",
  "#e69f00",
  "#009e73",
  "#cc79a7",
  "#d55e00",
  "#56b4e9",
  "#8c6d31",
  "#6b6ecf",
  "#b5a500",
  "#7b4173",
  "#637939",
  "#777777",
]

export function colourOf(index: number): string {
  return COLOURS[index % COLOURS.length] ?? "#777777"
}
