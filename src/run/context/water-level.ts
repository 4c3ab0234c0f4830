/**
 * The size down to which the largest of these are cut, so that all of them fit into `room` and none is over `most`: what is smaller
 * stays as it is, and what is cut is cut alike.
 */
export function waterLevel(sizes: readonly number[], room: number, most: number): number {
  const rising = sizes.map((size) => Math.min(size, most)).toSorted((one, other) => one - other)
  let left = room
  for (const [index, size] of rising.entries()) {
    const share = Math.floor(left / (rising.length - index))
    if (size > share) return share
    left -= size
  }
  return most
}
