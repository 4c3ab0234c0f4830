/** Where two texts have nothing in common, a difference would take for ever, and help nobody. */
const LONGEST_MS = 1000

/** The names of both sides, as they are to stand in the head of the difference. */
export type Sides = { readonly from: string; readonly to: string; readonly longestMs?: number }

/** A unified diff of two texts; `undefined` where it takes too long. */
export async function textDiff(before: string, after: string, sides: Sides): Promise<string | undefined> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff")
  const options = { context: 3, timeout: sides.longestMs ?? LONGEST_MS, headerOptions: FILE_HEADERS_ONLY }
  return createTwoFilesPatch(sides.from, sides.to, before, after, undefined, undefined, options)
}
