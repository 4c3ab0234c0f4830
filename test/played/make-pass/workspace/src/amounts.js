const AMOUNT = /^(-)?(\d{1,3}(?:[ '.,]\d{3})*|\d+)(?:([.,])(\d{1,2}))?$/

/** Cents from texts such as "12", "1.234,50", "1,234.5" or "-0.99". */
export function parseAmount(text) {
  const match = AMOUNT.exec(text.trim())
  if (!match) throw new SyntaxError(`not an amount: ${text}`)
  const [, minus, whole, , decimals = ""] = match
  const units = Number(whole.replace(/[ '.,]/g, ""))
  const cents = units * 100 + Number(decimals)
  return minus ? -cents : cents
}

export function formatAmount(cents) {
  const digits = String(Math.abs(cents)).padStart(3, "0")
  const units = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",")
  return `${cents < 0 ? "-" : ""}${units}.${digits.slice(-2)}`
}
