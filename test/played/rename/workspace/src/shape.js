function indexOf(table, column) {
  const index = table.columns.indexOf(column)
  if (index === -1) throw new RangeError(`no column ${column}`)
  return index
}

/** Only some columns, in the order in which they are named. */
export function shapePick(table, { columns }) {
  const indexes = columns.map((column) => indexOf(table, column))
  return { columns: [...columns], rows: table.rows.map((row) => indexes.map((index) => row[index])) }
}

/** The rows in the order of a column. */
export function shapeSort(table, { column, numeric = false }) {
  const index = indexOf(table, column)
  const compare = numeric ? (a, b) => a[index] - b[index] : (a, b) => (a[index] < b[index] ? -1 : a[index] > b[index] ? 1 : 0)
  return { columns: table.columns, rows: [...table.rows].sort(compare) }
}
