export { openBook } from "./book.js"
export { toCalendar } from "./ics.js"
export { invoices } from "./invoices.js"
export { waitingList } from "./waiting.js"
