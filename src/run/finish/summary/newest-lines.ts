import type { Language } from "../../../protocol/log/environment.ts"
import { say } from "../../../text/words/words.ts"

/** As many as somebody reads. */
const MOST = 50

/** The end of a list; a long one begins with how much of it is left out, and what stands there several times in a row is told once. */
export function newestLines(language: Language, lines: readonly string[]): readonly string[] {
  const groups = grouped(lines)
  const left = groups.slice(0, -MOST).reduce((sum, { times }) => sum + times, 0)
  const newest = groups.slice(-MOST).map(({ line, times }) => (times > 1 ? `${line} ×${times}` : line))
  return left === 0 ? newest : [`- ${say(language, "report.earlier", left)}`, ...newest]
}

function grouped(lines: readonly string[]): { readonly line: string; times: number }[] {
  const groups: { readonly line: string; times: number }[] = []
  for (const line of lines) {
    const last = groups.at(-1)
    if (last?.line === line) last.times++
    else groups.push({ line, times: 1 })
  }
  return groups
}
