function splitRow(line, separator) {
  const cells = []
  let cell = ""
  let quoted = false
  for (let i = 0; i < line.length; i++) {
    if (quoted) {
      if (line[i] !== '"') cell += line[i]
      else if (line[i + 1] === '"') cell += line[++i]
      else quoted = false
    } else if (line[i] === '"' && cell === "") quoted = true
    else if (line.startsWith(separator, i)) {
      cells.push(cell)
      cell = ""
      i += separator.length - 1
    } else cell += line[i]
  }
  cells.push(cell)
  return cells
}

/**
 * A table from CSV text; the first line has the names of the columns.
 * @param {string} text
 * @param {{ separator?: string }} [options]
 */
export function loadTable(text, { separator = "," } = {}) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "")
  if (lines.length === 0) throw new RangeError("loadTable: no header line")
  const [columns, ...rows] = lines.map((line) => splitRow(line, separator))
  rows.forEach((row, index) => {
    if (row.length > columns.length) throw new RangeError(`loadTable: row ${index + 1} is too long`)
    while (row.length < columns.length) row.push("")
  })
  return { columns, rows }
}

/** A table with one column, the lines of the text. */
export function loadLines(text) {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === "") lines.pop()
  return { columns: ["line"], rows: lines.map((line) => [line]) }
}
