const DAY_MS = 86_400_000
/** Days from Excel's day 0 to 1970. */
const DAYS_TO_1970 = 25_569
const DAYS_1904 = 1462

/** A moment as a cell shows it: what it is, and how SQL writes it. */
export type SheetMoment = { readonly kind: "date" | "timestamp" | "time"; readonly text: string }

/** Whether a number format shows dates or times. Ids below 164 are Excel's own. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined)
    return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58 && id !== 48 && id !== 49)
  const shown = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "").split(";")[0] ?? ""
  return /[ymdhs]/i.test(shown) && !/^general$/i.test(shown)
}

/** Excel counts days; what is less than one is a time of day. */
export function toMoment(serial: number, startsIn1904: boolean): SheetMoment | undefined {
  if (serial >= 0 && serial < 1) return { kind: "time", text: isoOf(serial * DAY_MS).slice(11, 19) }
  const days = startsIn1904 ? serial + DAYS_1904 : serial
  // Excel has a 29 February 1900, which never was; before it all days are one off.
  const real = days < 60 && !startsIn1904 ? days + 1 : days
  const ms = Math.round((real - DAYS_TO_1970) * DAY_MS)
  if (!(Math.abs(ms) < 8.64e15)) return undefined
  const iso = isoOf(ms)
  return Number.isInteger(serial)
    ? { kind: "date", text: iso.slice(0, 10) }
    : { kind: "timestamp", text: iso.slice(0, 23).replace("T", " ") }
}

/** To the second where it is that close: days as fractions are never exact. */
function isoOf(ms: number): string {
  const second = Math.round(ms / 1000) * 1000
  return new Date(Math.abs(second - ms) <= 2 ? second : ms).toISOString()
}
