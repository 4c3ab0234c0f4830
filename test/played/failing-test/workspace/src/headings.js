import { Slugger } from "./slugger.js"

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$/
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** The text of a title without the Markdown in it. */
export function plain(title) {
  return title
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/(\*\*|__|\*|`)(.+?)\1/g, "$2")
}

/** The headings of a Markdown text: [{ level, title, slug }] */
export function headings(text) {
  const slugger = new Slugger()
  const found = []
  let fence
  for (const line of text.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
      continue
    }
    if (mark !== undefined) {
      fence = mark
      continue
    }
    const match = HEADING.exec(line)
    if (!match) continue
    const title = plain(match[2] ?? "")
    found.push({ level: match[1].length, title, slug: slugger.slug(title) })
  }
  return found
}
