/** How the numbers of one series are written, all alike. */
export type NumberStyle = {
  readonly decimals: number
  /** Too large or too small for digits alone. */
  readonly isPower: boolean
  /** Some of the values have more decimals than are shown. */
  readonly isRounded: boolean
}

/** More decimals come from dividing, not from what was written down. */
const MOST_DECIMALS = 4
/** Zeros at the end belong to amounts of money; more of them are a database's. */
const MONEY = 2

/** As many decimals for all as the longest of these cells has, whether it is a number or text: cents stay cents. */
export function styleOf(
  cells: readonly (string | number | null | undefined)[],
  values: readonly number[],
): NumberStyle {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const isPower = largest >= 1e15 || (largest > 0 && largest < 1e-6)
  const written = mostOf(cells.map((cell) => writtenDecimals(String(cell ?? ""))))
  // Sums of fractions end in ...0001 or ...9999.
  const clean = mostOf(values.map((value) => writtenDecimals(String(Number(value.toPrecision(12))))))
  if (written <= MOST_DECIMALS)
    return { decimals: Math.max(Math.min(MONEY, written), clean), isPower, isRounded: false }
  if (clean <= MOST_DECIMALS) return { decimals: clean, isPower, isRounded: false }
  const leading = largest >= 1 || largest === 0 ? 0 : Math.ceil(-Math.log10(largest))
  return { decimals: Math.min(12, 2 + leading), isPower, isRounded: true }
}

function mostOf(numbers: readonly number[]): number {
  return numbers.reduce((most, one) => Math.max(most, one), 0)
}

function writtenDecimals(text: string): number {
  const [, fraction = "", power = "0"] = /^[^.]*?(?:\.(\d+))?(?:e([-+]?\d+))?$/i.exec(text.trim()) ?? []
  return Math.max(0, fraction.length - Number(power))
}

/** A value as it is: `1,200.50`. */
export function numberText(value: number, { decimals, isPower }: NumberStyle): string {
  if (isPower && value !== 0) return value.toExponential(2)
  return withDecimals(value, decimals)
}

export function withDecimals(value: number, decimals: number, useGrouping = true): string {
  const text = value.toLocaleString("en", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping,
  })
  return /[1-9]/.test(text) ? text : text.replace("-", "")
}
