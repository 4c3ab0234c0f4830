import { withoutAnsi } from "@keelson/text/ansi.ts"

/** Lines of a page: few enough to be drawn at once. */
export const PAGE = 2000

export function pagesOf(lines: number): number {
  return Math.max(1, Math.ceil(lines / PAGE))
}

/** The page that a line stands on; both from where people count: lines from 0, pages from 1. */
export function pageOf(line: number): number {
  return Math.floor(line / PAGE) + 1
}

/** Numbers of the lines that have these words in them. */
export function matchesIn(lines: readonly string[], search: string): readonly number[] {
  if (search === "") return []
  const wanted = search.toLowerCase()
  return lines.flatMap((line, index) => (withoutAnsi(line).toLowerCase().includes(wanted) ? [index] : []))
}
