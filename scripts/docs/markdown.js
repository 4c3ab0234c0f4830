// Markdown as HTML, by the library that the documents' tools use too, with ids on headings as code hosts give them.
import { micromark } from "micromark"
import { gfm, gfmHtml } from "micromark-extension-gfm"

const HEADING = /<h([1-6])>([\s\S]*?)<\/h\1>/g

/** A page as HTML; `link` says what becomes of each address in it. */
export function htmlOf(text, link = (address) => address) {
  const html = micromark(text, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    // Comments alone are let through below; everything else that looks like a tag is shown as it is written.
    allowDangerousHtml: false,
  })
  const slugs = slugger()
  return html
    .replace(/&lt;!--[\s\S]*?--&gt;/g, "")
    .replace(HEADING, (_, level, inner) => `<h${level} id="${slugs(plain(inner))}">${inner}</h${level}>`)
    .replace(/ (href|src)="([^"]*)"/g, (_, name, address) => ` ${name}="${escaped(link(unescaped(address)))}"`)
    .replace(/<table>[\s\S]*?<\/table>/g, (table) => `<div class="wide">${table}</div>`)
}

/** The ids of a page's headings. */
export function anchorsOf(text) {
  const slugs = slugger()
  return new Set([...micromarkHeadings(text)].map((inner) => slugs(plain(inner))))
}

/** What links and pictures of a page lead to. */
export function addressesOf(text) {
  const found = []
  htmlOf(text, (address) => {
    found.push(address)
    return address
  })
  return found
}

/** The text of a page without its marks, for the search. */
export function plainText(text) {
  return plain(htmlOf(text)).replace(/\s+/g, " ").trim()
}

function* micromarkHeadings(text) {
  const html = micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
  for (const [, , inner] of html.matchAll(HEADING)) yield inner
}

/** Letters of any script, digits, hyphens and underscores; the second of the same name is numbered. */
function slugger() {
  const seen = new Map()
  return (words) => {
    const slug = words
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\-_ ]/gu, "")
      .replaceAll(" ", "-")
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}

function plain(html) {
  return unescaped(html.replace(/<[^>]*>/g, ""))
}

function unescaped(text) {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&")
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")
}
