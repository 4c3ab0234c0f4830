import type { Language } from "../../protocol/environment.ts"
import { say } from "../../text/words.ts"

/** As many as somebody reads. */
const MOST = 50

/** The end of a list; a long one begins with how much of it is left out. */
export function newestLines(language: Language, lines: readonly string[]): readonly string[] {
  const left = lines.length - MOST
  return left <= 0 ? lines : [`- ${say(language, "report.earlier", left)}`, ...lines.slice(left)]
}
