import { clip } from "../../text/clip.ts"
import { saidLines } from "./last-lines.ts"
import { flat } from "./reading.ts"
import { isSummary } from "./summary-lines.ts"

const LONGEST = 200
const MOST = 2_000

/** The masks in their order; each leaves what the next one needs. */
const MASKS: readonly (readonly [pattern: RegExp, mask: string])[] = [
  // Dates with names, then whatever is random: addresses, hashes, UUIDs.
  [
    /\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? +)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* +\d+/g,
    "#",
  ],
  [/\b0x[\da-f]+\b/gi, "#"],
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, "#"],
  [/\b(?=[a-f]*\d)[\da-f]{7,}\b/g, "#"],
  // Absolute paths lie outside the workspace: its own root was taken off.
  [/(?:file:\/\/)?(?<![\w.\])])(?:[A-Za-z]:\\|~?\/)(?:[\w.@+~%-]+[\\/])*[\w.@+~%-]+/g, "<path>"],
  // Durations and sizes, with their units: 900 ms may be 1.1 s the next time.
  [/\d+(?:[.,]\d+)*\s?(?:ns|µs|us|ms|s|secs?|seconds?|m|mins?|minutes?|h|[kKMG]i?B|bytes?)\b/g, "#"],
  [/\d+(?:[.,]\d+)*%?/g, "#"],
  [/#(?:[ :,]*#)+/g, "#"],
  [/(# [a-z]{3,}?)s\b/gi, "$1"],
]

/**
 * What a failed script printed, to be compared with the same script on other files: each line once, without what passed and the counts,
 * and with numbers, times and absolute paths masked. Files of the workspace keep their names, for they say what fails.
 */
export function maskedLines(lines: readonly string[]): string[] {
  const masked = saidLines(lines)
    .filter((line) => !isSummary(line))
    .map((line) => clip(mask(flat(line)), LONGEST))
  return [...new Set(masked)].filter((line) => /[\p{L}]/u.test(line)).slice(0, MOST)
}

function mask(line: string): string {
  return MASKS.reduce((text, [pattern, by]) => text.replace(pattern, by), line)
}
