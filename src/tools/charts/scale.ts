import type { Language } from "../../protocol/log/environment.ts"
import { withDecimals } from "./numbers.ts"

/** An axis from `low` to `high` with round steps, so that all values lie on it. */
export type Scale = {
  readonly low: number
  readonly high: number
  readonly ticks: readonly number[]
  text(value: number): string
}

const STEPS = [1, 2, 2.5, 5, 10]
/** An axis begins at zero unless the values would share less than this part of it. */
const LEAST_SHARE = 0.25

/** `fromZero`: bars are as long as their values only if they begin there; `if it fits`: lines need not, where they would lie flat. */
type ScaleOptions = {
  readonly fromZero?: boolean | "if it fits"
  readonly ticks?: number
  readonly language?: Language
}

export function scaleOf(
  values: readonly number[],
  { fromZero = false, ticks = 6, language = "en" }: ScaleOptions = {},
): Scale {
  const [least, most] = withZero(extent(values), fromZero)
  const span = most - least || Math.abs(most) || 1
  const power = 10 ** Math.floor(Math.log10(span / ticks))
  const isWhole = values.every(Number.isSafeInteger)
  const fits = (one: number) => one * power * ticks >= span && (!isWhole || Number.isInteger(one * power))
  const rough = (STEPS.find(fits) ?? 10) * power
  const step = isWhole ? Math.max(1, rough) : rough
  const first = Math.floor(least / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(most / step - 1e-9))
  const marks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
  return { low: first * step, high: last * step, ticks: marks, text: textOf(marks, step, language) }
}

/** Where points stand from left to right: it ends where they end, and years have no comma. */
export function placeScaleOf(places: readonly number[], language: Language): Scale {
  const [least, most] = extent(places)
  if (least === most) {
    const aside = Math.max(1, Math.abs(least) / 10)
    const text = (value: number) => (Math.abs(value) < 1e6 ? String(value) : textOf([value], value, language)(value))
    return { low: least - aside, high: least + aside, ticks: [least], text }
  }
  const isWhole = places.every(Number.isSafeInteger)
  const scale = scaleOf(places, { ticks: isWhole && most - least <= 15 ? 15 : 8, language })
  const isPlain = isWhole && Math.max(Math.abs(least), Math.abs(most)) < 10_000
  return isPlain ? { ...scale, text: (value) => withDecimals(value, 0, false) } : scale
}

function extent(values: readonly number[]): [least: number, most: number] {
  return [
    values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
  ]
}

function withZero([least, most]: [number, number], fromZero: boolean | "if it fits"): [number, number] {
  const far = Math.max(Math.abs(least), Math.abs(most))
  const isFlat = most > least && most - least < LEAST_SHARE * far
  return fromZero === true || (fromZero === "if it fits" && !isFlat)
    ? [Math.min(0, least), Math.max(0, most)]
    : [least, most]
}

const UNITS = {
  en: [
    [1e9, 1e9, "B"],
    [1e6, 1e6, "M"],
  ],
  zh: [
    [1e8, 1e8, "亿"],
    [1e6, 1e4, "万"],
  ],
} as const

/** All marks of an axis in one unit and with as many decimals: `0.5M, 1.0M`. */
function textOf(marks: readonly number[], step: number, language: Language): (value: number) => string {
  const largest = marks.reduce((most, mark) => Math.max(most, Math.abs(mark)), 0)
  if (largest >= 1e15 || (largest > 0 && largest < 1e-6)) return (value) => (value === 0 ? "0" : value.toExponential(2))
  const [, unit, sign] = UNITS[language].find(([from]) => largest >= from) ?? [0, 1, ""]
  const size = Math.abs(step) / unit
  const decimals =
    [...Array(12).keys()].find((places) => Math.abs(Number(size.toFixed(places)) / size - 1) < 1e-9) ?? 12
  return (value) => (value === 0 ? "0" : `${withDecimals(value / unit, decimals)}${sign}`)
}
