/** Tool output is data: fenced, with a fence that the output can't close. */
export function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map((run) => run[0].length))
  const bars = "`".repeat(longest + 1)
  return `${bars}\n${text}\n${bars}`
}
