export { fiscalYear, weekOfFiscalYear, weeksInFiscalYear } from "./calendar.js"
export { formatAmount, parseAmount } from "./amounts.js"
export { allocate } from "./allocate.js"
export { parseBooking } from "./journal.js"
