import { readFileSync } from "node:fs"
import { isDay } from "./days.js"

const DEFAULTS = {
  club: "Allotment club",
  rentPerMetre: 45,
  missedFee: 2500,
  requiredWorkDays: 3,
  calendarDomain: "plotbook.invalid",
}

/** Check a book and fill in what is not set. */
export function checkBook(data) {
  const book = { ...DEFAULTS, plots: [], waiting: [], workDays: [], ...data }
  for (const { date } of book.workDays) if (!isDay(date)) throw new RangeError(`not a day: ${date}`)
  for (const { since } of book.waiting) if (!isDay(since)) throw new RangeError(`not a day: ${since}`)
  return book
}

export function openBook(file) {
  return checkBook(JSON.parse(readFileSync(file, "utf8")))
}
