import { keyLines } from "./key-lines.ts"

/** What a digest puts before the parts of a long result. */
const HEADINGS: ReadonlySet<string> = new Set(["Key lines:", "Head and tail:"])
/** How a command ended: said beside it anyway. */
const END = /^(?:Exit code \d+|Killed by \S+), [\d.]+ s\.$/
/** What was left out, and where the whole is. */
const NOTE = /^\[.*\]$/
const PASSED = /^(?:✔|✓|√|ok \d|PASS\b)/
/** A script's name and its command line, as package managers print them. */
const ECHO = /^[>$+] /
const NUMBER = /^\d+: /

/** The one line of a result that tells most of why it failed; how the command ended only where it printed nothing. */
export function tellingLine(digest: string): string {
  const lines = digest.split("\n").map((line) => line.trim())
  const isLong = HEADINGS.has(lines[0] ?? "")
  const ended = lines.find((line) => END.test(line))
  const said = lines
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !HEADINGS.has(line) && !END.test(line) && !NOTE.test(line))
    .map((line) => (isLong ? line.replace(NUMBER, "") : line))
  if (ended === undefined && !isLong) return said[0] ?? ""
  const open = said.filter((line) => !PASSED.test(line) && !ECHO.test(line))
  return keyLines(open)[0]?.text ?? open[0] ?? said[0] ?? ended ?? ""
}
