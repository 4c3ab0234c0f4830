const DAY = 86_400_000
const SATURDAY = 6

function toDay(text) {
  const time = Date.parse(`${text}T00:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(time)) throw new RangeError(`not a day: ${text}`)
  return time / DAY
}

function weekday(day) {
  return new Date(day * DAY).getUTCDay()
}

/** The day (a number) on which a fiscal year ends. */
function lastDay(year) {
  const endOfJanuary = Date.UTC(year + 1, 0, 31) / DAY
  return endOfJanuary - ((weekday(endOfJanuary) - SATURDAY + 7) % 7)
}

function firstDay(year) {
  return lastDay(year - 1) + 1
}

export function fiscalYear(text) {
  const day = toDay(text)
  const year = new Date(day * DAY).getUTCFullYear()
  return day < firstDay(year) ? year - 1 : year
}

export function weeksInFiscalYear(year) {
  return (lastDay(year) - lastDay(year - 1)) / 7
}

export function weekOfFiscalYear(text) {
  const day = toDay(text)
  return Math.floor((day - firstDay(fiscalYear(text))) / 7) + 1
}
