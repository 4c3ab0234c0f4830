import { parseAmount } from "./amounts.js"
import { fiscalYear, weekOfFiscalYear } from "./calendar.js"

/** A line of the till journal: day | till | amount | text */
export function parseBooking(line) {
  const fields = line.split("|").map((field) => field.trim())
  if (fields.length !== 4) throw new SyntaxError(`not a booking: ${line}`)
  const [day, till, amount, text] = fields
  return {
    day,
    till: Number(till),
    cents: parseAmount(amount),
    text,
    period: `${fiscalYear(day)}-W${String(weekOfFiscalYear(day)).padStart(2, "0")}`,
  }
}
