/** What everybody who has a plot has to pay for a year. */
export function invoices(book, year) {
  const days = book.workDays.filter(({ date }) => date.startsWith(`${year}-`))
  return book.plots
    .filter(({ member }) => member)
    .map(({ number, member, metres }) => {
      const rent = metres * book.rentPerMetre
      const came = days.filter(({ present = [] }) => present.includes(member)).length
      const fee = Math.max(0, book.requiredWorkDays - came) * book.missedFee
      return { number, member, rent, fee, total: rent + fee }
    })
}
