import { highlighterFor, isHighlighted, type Token } from "../../text/highlight.ts"
import type { Paint, TextFormat } from "./paint.ts"

const DIFF: Readonly<Record<string, TextFormat>> = { "+": "green", "-": "red", "@": "cyan" }

const FORMATS: Readonly<Record<Token["kind"], TextFormat>> = {
  comment: "dim",
  string: "green",
  number: "yellow",
  keyword: "cyan",
  "": "none",
}

const PLAIN: ReadonlySet<string> = new Set(["text", "txt", "plain", "console", "output", "log", "md", "markdown"])

/** Languages that are not called by how their files end. */
const ENDINGS: Readonly<Record<string, string>> = { python: "py", shell: "sh" }

/** Draws lines of a code block in colours; `diff` and `patch` by their first character. Nothing is added or taken away. */
export function codePainter(language: string, paint: Paint): (line: string) => string {
  if (language === "diff" || language === "patch") return (line) => paint(DIFF[line[0] ?? ""] ?? "none", line)
  if (PLAIN.has(language)) return (line) => line
  const path = `.${ENDINGS[language] ?? language}`
  // Most of what people paste looks like that, whatever it is called.
  const highlight = highlighterFor(isHighlighted(path) ? path : ".ts")
  return (line) =>
    highlight(line)
      .map(({ text, kind }) => paint(FORMATS[kind], text))
      .join("")
}
