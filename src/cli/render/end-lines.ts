import { markdownForTerminal } from "../paint/markdown.ts"
import { painter } from "../paint/paint.ts"
import { printable } from "../paint/text.ts"
import type { ToldEnd } from "./message.ts"

/** The engine's facts without their Markdown: drawn on a terminal, plain lines in a file. */
export function plainFacts(facts: string, stream: NodeJS.WriteStream): string {
  return stream.isTTY ? markdownForTerminal(facts, stream.columns || 80, painter(stream)) : undrawnFacts(facts)
}

/** As they stand in a file. */
export function undrawnFacts(facts: string): string {
  const drawn = markdownForTerminal(facts, Number.POSITIVE_INFINITY, (_format, text) => text)
  return drawn.replace(/^(\s*)• /gm, "$1")
}

/** A whole end: how it came out, the answer, what else is known, and how to go on. */
export function endLines({ head, answer, rest, next }: ToldEnd, stream: NodeJS.WriteStream): string {
  const facts = [rest, next].filter((part) => part !== "").map((part) => plainFacts(part, stream))
  const said = stream.isTTY ? markdownForTerminal(answer, stream.columns || 80, painter(stream)) : printable(answer)
  return [head === "" ? "" : plainFacts(head, stream), said, facts.join("\n")]
    .filter((part) => part !== "")
    .join("\n\n")
}
