import { addDays, daysBetween } from "./days.js"

/** The waiting list, the longest waiting first; an application ends after two years unless it is renewed. */
export function waitingList(book, today) {
  return book.waiting
    .map(({ name, since, renewed = since }) => ({ name, days: daysBetween(since, today), ends: addDays(renewed, 730) }))
    .filter(({ ends }) => ends >= today)
    .sort((a, b) => b.days - a.days)
}
