/** A number that a measure came to. Only ratios and counts mean anything on another machine; absolutes are for orientation. */
export type Figure = {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly kind: "ratio" | "count" | "absolute"
  /** What the project promises, if anything. */
  readonly target?: Target
}

export type Target = { readonly is: "at most" | "at least" | "exactly"; readonly value: number }

/** Bars of one unit side by side; `ours` are drawn in colour. */
export type Chart = {
  readonly file: string
  readonly title: string
  readonly unit: string
  readonly bars: readonly { readonly label: string; readonly value: number; readonly ours: boolean }[]
  /** A line across the bars. */
  readonly limit?: { readonly label: string; readonly value: number }
}

export type Report = { readonly figures: readonly Figure[]; readonly charts: readonly Chart[] }

export function ratio(name: string, value: number, target?: Target): Figure {
  return { name, value, unit: "×", kind: "ratio", ...(target ? { target } : {}) }
}

export function count(name: string, value: number, unit: string, target?: Target): Figure {
  return { name, value, unit, kind: "count", ...(target ? { target } : {}) }
}

export function absolute(name: string, value: number, unit: string, target?: Target): Figure {
  return { name, value, unit, kind: "absolute", ...(target ? { target } : {}) }
}

export const atMost = (value: number): Target => ({ is: "at most", value })
export const atLeast = (value: number): Target => ({ is: "at least", value })
export const exactly = (value: number): Target => ({ is: "exactly", value })

/** `undefined` where there is no target. */
export function isMet({ value, target }: Figure): boolean | undefined {
  switch (target?.is) {
    case undefined:
      return undefined
    case "at most":
      return value <= target.value
    case "at least":
      return value >= target.value
    case "exactly":
      return value === target.value
  }
}
