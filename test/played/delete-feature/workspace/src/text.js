/** Columns that are as wide as their widest cell. */
export function columns(rows) {
  const widths = rows[0]?.map((_, index) => Math.max(...rows.map((row) => String(row[index]).length))) ?? []
  return rows.map((row) => row.map((cell, index) => String(cell).padEnd(widths[index])).join("  ").trimEnd())
}

/** Cents as 12.34 */
export function money(cents) {
  return (cents / 100).toFixed(2)
}

/** Fold a line after 75 bytes, without cutting a character. */
export function foldLine(line) {
  let result = ""
  let bytes = 0
  for (const char of line) {
    const size = Buffer.byteLength(char)
    if (bytes + size > 75) {
      result += "\r\n "
      bytes = 1
    }
    result += char
    bytes += size
  }
  return result
}
