import type { Paint, TextFormat } from "./paint.ts"
import { printable, widthOf } from "./text.ts"

/**
 * Markdown as a terminal shows it best: bold and code in style, words kept whole, list items hanging under their text.
 * Code blocks, tables and everything it does not know stay as they are.
 */
export function markdownForTerminal(text: string, columns: number, paint: Paint): string {
  let isCode = false
  return printable(text)
    .split("\n")
    .map((line) => {
      if (/^\s*(```|~~~)/.test(line)) isCode = !isCode
      return isCode || /^\s*(```|~~~|\|)/.test(line) ? line : drawParagraph(line, columns, paint)
    })
    .join("\n")
}

function drawParagraph(line: string, columns: number, paint: Paint): string {
  if (/^-{3,}$/.test(line.trim())) return paint("dim", "─".repeat(Math.min(columns, 60)))
  const heading = /^#{1,6}\s+(.*)$/.exec(line)
  if (heading) return paint("bold", heading[1] ?? "")
  const [, indent = "", mark = ""] = /^(\s*)((?:[-*+]|\d+[.)])\s+)?/.exec(line) ?? []
  const first = indent + mark.replace(/^[-*+]/, "•")
  const body = line.slice(indent.length + mark.length)
  return wrap(wordsOf(body), columns - widthOf(first))
    .map((words, index) => (index === 0 ? first : " ".repeat(widthOf(first))) + drawWords(words, paint))
    .join("\n")
}

type Word = { readonly text: string; readonly format: TextFormat }

/** Words with the style that they stand in; a space belongs to the word before it. */
function wordsOf(text: string): Word[] {
  const pieces = text.matchAll(/\*\*(.+?)\*\*|`([^`]+)`|((?:(?!\*\*.+?\*\*|`[^`]+`).)+)/gs)
  return [...pieces].flatMap(([, bold, code, plain]) => {
    const format: TextFormat = bold !== undefined ? "bold" : code !== undefined ? "cyan" : "none"
    return (bold ?? code ?? plain ?? "").split(/(?<= )/).map((word) => ({ text: word, format }))
  })
}

/** Lines of words within so many columns; a word longer than a line gets one of its own. */
function wrap(words: readonly Word[], columns: number): Word[][] {
  const lines: Word[][] = [[]]
  let width = 0
  for (const word of words) {
    if (width > 0 && width + widthOf(word.text.trimEnd()) > columns) {
      lines.push([])
      width = 0
    }
    lines.at(-1)?.push(word)
    width += widthOf(word.text)
  }
  return lines
}

function drawWords(words: readonly Word[], paint: Paint): string {
  return words.map(({ text, format }) => paint(format, text)).join("")
}
