const WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7]

function checkDigit(digits) {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return 11 - (sum % 11)
}

/** Whether the text is an international tracking number such as RR473124829DE. */
export function isTrackingNumber(text) {
  const match = /^([A-Z]{2})(\d{8})(\d)([A-Z]{2})$/.exec(text.replace(/ /g, ""))
  return match !== null && checkDigit(match[2]) === Number(match[3])
}
