import type { Language } from "../../protocol/environment.ts"
import type { CommandRisk } from "../../protocol/event.ts"
import { say } from "../../text/words.ts"

/** What to look at in a command line; no line where nothing of it is known to be special. */
export function risksLine(language: Language, risks: readonly CommandRisk[] = []): string[] {
  const named = risks.map((risk) => say(language, `risk.${risk}`))
  return named.length === 0 ? [] : [say(language, "risk.label", named.join(", "))]
}
