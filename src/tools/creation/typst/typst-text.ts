import type { TextSpan } from "../document.ts"

/**
 * A text as a Typst string. Texts never enter the markup: within a string nothing but the quote and the backslash has a meaning,
 * so no text can become code.
 */
export function typstString(text: string): string {
  const safe = text.replace(/[\p{Cc}--[\n\t]]|\p{Cs}/gv, "")
  return `"${safe.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t")}"`
}

/** Runs of text as one expression. */
export function typstSpans(spans: readonly TextSpan[]): string {
  const parts = spans.filter(({ text }) => text !== "").map(typstSpan)
  return parts.length === 0 ? '""' : parts.length === 1 ? `${parts[0]}` : `{ ${parts.join("; ")} }`
}

function typstSpan({ text, bold, italic, strike, code, href }: TextSpan): string {
  if (text === "\n") return "linebreak()"
  const string = typstString(text)
  let expression = code ? `raw(${string})` : string
  if (bold) expression = `strong(${expression})`
  if (italic) expression = `emph(${expression})`
  if (strike) expression = `strike(${expression})`
  return href ? `link(${typstString(href)}, ${expression})` : expression
}
