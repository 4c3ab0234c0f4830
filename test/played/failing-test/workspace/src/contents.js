import { headings } from "./headings.js"

/** The table of contents as a Markdown list. */
export function contents(text, { from = 1, to = 6 } = {}) {
  const chosen = headings(text).filter(({ level }) => level >= from && level <= to)
  const top = Math.min(...chosen.map(({ level }) => level))
  return chosen
    .map(({ level, title, slug }) => `${"  ".repeat(level - top)}- [${title.replace(/[[\]]/g, "\\$&")}](#${slug})`)
    .join("\n")
}
