/** How many letters are too many, missing, wrong or swapped between two words. */
export function slips(one: string, other: string): number {
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let index = 1; index <= one.length; index++) {
    const next = nextRow(one, other, index, row, before)
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}

/** The least slips from the first `index` letters of one word to each beginning of the other. */
function nextRow(
  one: string,
  other: string,
  index: number,
  row: readonly number[],
  before: readonly number[],
): readonly number[] {
  const next = [index]
  for (let column = 1; column <= other.length; column++) {
    const changed = at(row, column - 1) + (one[index - 1] === other[column - 1] ? 0 : 1)
    const isSwapped = one[index - 1] === other[column - 2] && one[index - 2] === other[column - 1]
    const swapped = isSwapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY
    next.push(Math.min(at(row, column) + 1, at(next, column - 1) + 1, changed, swapped))
  }
  return next
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
