import { clip } from "../../text/clip.ts"

/** Longer cells lose their end. */
const LONGEST_CELL = 200

/** Rows under their heads, as Markdown; a cell is one line. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`
  return [line(heads), `|${heads.map(() => "---|").join("")}`, ...rows.map(line)].join("\n")
}

function cell(text: string): string {
  const flat = text.replace(/\s*\r?\n\s*/g, " ↵ ").replaceAll("|", "\\|")
  return clip(flat, LONGEST_CELL)
}
