const DAY = 86_400_000

export function isDay(text) {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
}

/** The day that is some days later. */
export function addDays(day, count) {
  return new Date(Date.parse(day) + count * DAY).toISOString().slice(0, 10)
}

/** 2024-05-01 as 20240501 */
export function compact(day) {
  return day.replaceAll("-", "")
}

/** How many days are between two days. */
export function daysBetween(from, to) {
  return (Date.parse(to) - Date.parse(from)) / DAY
}
