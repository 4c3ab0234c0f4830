import type { Language } from "../../../protocol/log/environment.ts"
import { lineInMarkdown } from "../../../text/quoted-name.ts"
import { replaceHidden } from "../../../text/spelled-out.ts"
import { say, WORDS } from "../../../text/words/words.ts"

/**
 * How a run ended is for the engine to say. A line of the model's that reads like the engine's own says whose word it is; nothing
 * else of its prose is touched.
 */
export function inItsOwnWords(text: string, language: Language): string {
  return text
    .split("\n")
    .map((line) => (readsLikeOurs(line) ? marked(line, language) : line))
    .join("\n")
}

const [ENGLISH, CHINESE] = WORDS["facts.outcome"]
const OURS = new RegExp(`^(?:${ENGLISH}|${CHINESE})[:：]`, "i")
const LABEL = new RegExp(`${ENGLISH}|${CHINESE}`, "i")

/** By what a reader would see of it: without markup, and without what takes no room. */
function readsLikeOurs(line: string): boolean {
  const seen = replaceHidden(line, () => "")
    .replace(/&#(x?)([\da-f]{1,6});?/gi, (_all, hex: string, digits: string) =>
      characterAt(digits, hex === "" ? 10 : 16),
    )
    .replace(/<[^>]*>|[\\*_~`>#|+\-\s\d.()[\]]/g, "")
  return OURS.test(seen)
}

function characterAt(digits: string, base: number): string {
  const code = Number.parseInt(digits, base)
  return code <= 0x10ffff ? String.fromCodePoint(code) : ""
}

function marked(line: string, language: Language): string {
  const note = say(language, "facts.claimed")
  return LABEL.test(line) ? line.replace(LABEL, (label) => `${label} (${note})`) : `(${note}) ${lineInMarkdown(line)}`
}
