import { codePainter } from "./code-lines.ts"
import { drawTable, isTable } from "./markdown-table.ts"
import type { Paint, TextFormat } from "./paint.ts"
import { wordsOf as breakable, printable, widthOf } from "./text.ts"

/**
 * Markdown as a terminal shows it best: bold, code, links and headings in style, words kept whole, list items hanging under their text,
 * tables drawn for the width, code in colours. What it does not know stays as it is.
 */
export function markdownForTerminal(text: string, columns: number, paint: Paint): string {
  return blocksOf(printable(text).split("\n"))
    .flatMap((block) => drawBlock(block, columns, paint))
    .join("\n")
}

/** Lines that belong together: a block of code with its fences, a run of lines with bars, or one line. */
type Block = { readonly kind: "code" | "bars" | "line"; readonly lines: readonly string[] }

const BAR = /^\s*\|/
const FENCE = /^\s*(```|~~~)\s*(\S*)/

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    const block = blockAt(lines, at)
    blocks.push(block)
    at += block.lines.length
  }
  return blocks
}

function blockAt(lines: readonly string[], start: number): Block {
  const upTo = (end: number, more = 0) => lines.slice(start, end < 0 ? lines.length : end + more)
  const first = lines[start] ?? ""
  const fence = FENCE.exec(first)?.[1]
  if (fence !== undefined) {
    const closing = lines.findIndex((line, index) => index > start && line.trim() === fence)
    return { kind: "code", lines: upTo(closing, 1) }
  }
  if (!BAR.test(first)) return { kind: "line", lines: [first] }
  return { kind: "bars", lines: upTo(lines.findIndex((line, index) => index > start && !BAR.test(line))) }
}

function drawBlock({ kind, lines }: Block, columns: number, paint: Paint): readonly string[] {
  if (kind === "line") return [drawParagraph(lines[0] ?? "", columns, paint)]
  if (kind === "bars") return isTable(lines) ? drawTable(lines, columns, paint) : lines
  const language = FENCE.exec(lines[0] ?? "")?.[2]?.toLowerCase() ?? ""
  const isClosed = lines.length > 1 && FENCE.test(lines.at(-1) ?? "")
  const body = lines.slice(1, isClosed ? -1 : undefined)
  const draw = codePainter(language, paint)
  return body.map((line) => `  ${draw(line)}`)
}

function drawParagraph(line: string, columns: number, paint: Paint): string {
  if (/^-{3,}$/.test(line.trim())) return paint("dim", "─".repeat(Math.min(columns, 60)))
  const heading = /^#{1,6}\s+(.*)$/.exec(line)
  if (heading) return paint("bold", heading[1] ?? "")
  const [, indent = "", mark = ""] = /^(\s*)((?:[-*+>]|\d+[.)])\s+)?/.exec(line) ?? []
  const first = indent + mark.replace(/^[-*+]/, "•").replace(/^>/, "│")
  const body = line.slice(indent.length + mark.length)
  return wrap(wordsOf(body), columns - widthOf(first))
    .map(
      (words, index) =>
        (index === 0 || mark.startsWith(">") ? first : " ".repeat(widthOf(first))) + drawWords(words, paint),
    )
    .join("\n")
}

/** `[name](address)`; an address that nobody sees could be any. */
const LINK = /\[([^\]]+)\]\((\S+?)\)/g

type Word = { readonly text: string; readonly format: TextFormat }

/** Words with the style that they stand in; a space belongs to the word before it. */
function wordsOf(text: string): Word[] {
  const linked = text.replace(LINK, (_all, name: string, address: string) =>
    name === address ? address : `${name} (${address})`,
  )
  const pieces = linked.matchAll(/\*\*(.+?)\*\*|`([^`]+)`|((?:(?!\*\*.+?\*\*|`[^`]+`).)+)/gs)
  return [...pieces].flatMap(([, bold, code, plain]) => {
    const format: TextFormat = bold !== undefined ? "bold" : code !== undefined ? "cyan" : "none"
    return breakable(code ?? unescaped(bold ?? plain ?? "")).map((word) => ({ text: word, format }))
  })
}

/** Marks that were to be read as they are: as `lineInMarkdown` writes them, and nothing else that a backslash stands in. */
const ESCAPED = /(?:\\\*){2,}|(?:\\_){2,}|(?:\\~){2,}|\\<(?=[a-z/!?])/gi

function unescaped(text: string): string {
  return text.replace(ESCAPED, (marks) => marks.replaceAll("\\", ""))
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
  const last = words.length - 1
  return words.map(({ text, format }, index) => paint(format, index === last ? text.trimEnd() : text)).join("")
}
