// Markdown as HTML, by the library that the documents' tools use too, with ids on headings as code hosts give them.
import { micromark } from "micromark"
import { gfm, gfmHtml } from "micromark-extension-gfm"

const LINK = / (href|src)="([^"]*)"/g
const HEADING = /<h([1-6])>([\s\S]*?)<\/h\1>/g

/** A text is rendered once, whoever needs it: for the site, its links, its headings, the search. */
const rendered = new Map()

/** The HTML of a page with its links as they are written; nothing but Markdown makes a tag. */
function render(text) {
  if (!rendered.has(text))
    rendered.set(text, withIds(micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })))
  return rendered.get(text)
}

function withIds(html) {
  const slugs = slugger()
  return html
    .replace(/&lt;!--[\s\S]*?--&gt;/g, "")
    .replace(HEADING, (_, level, inner) => `<h${level} id="${slugs(plain(inner))}">${inner}</h${level}>`)
    .replace(/<table>[\s\S]*?<\/table>/g, (table) => `<div class="wide">${table}</div>`)
}

/** A page as HTML; `link` says what becomes of each address in it. */
export function htmlOf(text, link) {
  return render(text).replace(LINK, (_, name, address) => ` ${name}="${escaped(link(unescaped(address)))}"`)
}

/** The ids of a page's headings. */
export function anchorsOf(text) {
  return new Set([...render(text).matchAll(/<h[1-6] id="([^"]*)">/g)].map(([, id]) => id))
}

/** What links and pictures of a page lead to. */
export function addressesOf(text) {
  return [...render(text).matchAll(LINK)].map(([, , address]) => unescaped(address))
}

/** The text of a page without its marks, for the search. */
export function plainText(text) {
  return plain(render(text)).replace(/\s+/g, " ").trim()
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
