/** Elements whose content is not text for people. */
const SKIPPED = new Set(["script", "style", "noscript", "template", "svg", "head", "iframe", "textarea", "select"])
const BREAKING = /^\/?(p|div|br|li|ul|ol|tr|table|h[1-6]|section|article|header|footer|pre|blockquote|hr|dl|dt|dd)$/

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }

/** The bare text of a page, in one pass whatever the page looks like: for pages that are too much for a real reader. */
export function plainHtml(html: string): string {
  const lower = html.toLowerCase()
  const parts: string[] = []
  let place = 0
  while (place < html.length) {
    const open = html.indexOf("<", place)
    parts.push(html.slice(place, open === -1 ? html.length : open))
    if (open === -1) break
    const { next, shown } = skipTag(lower, open)
    parts.push(shown)
    place = next
  }
  return decodeEntities(parts.join(""))
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n[ \n]*/g, "\n")
    .trim()
}

/** The text within a bit of HTML, as search results have it, on one line. */
export function inlineText(html: string): string {
  return plainHtml(html).replace(/\s+/g, " ")
}

/** Where to go on, and what is seen of the tag: mostly nothing. */
function skipTag(lower: string, open: number): { readonly next: number; readonly shown: string } {
  if (lower.startsWith("<!--", open)) return { next: after(lower, "-->", open + 4), shown: "" }
  const name = /^\/?[a-z][a-z0-9]*/.exec(lower.slice(open + 1, open + 20))?.[0]
  // A "<" that starts no tag was left unescaped.
  if (name === undefined && lower[open + 1] !== "!") return { next: open + 1, shown: "<" }
  const end = after(lower, ">", open)
  if (name === undefined || !SKIPPED.has(name)) return { next: end, shown: BREAKING.test(name ?? "") ? "\n" : "" }
  return { next: after(lower, ">", after(lower, `</${name}`, end)), shown: "\n" }
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found === -1 ? text.length : found + mark.length
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,8}));/gi, (found, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? found
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ""
  })
}
