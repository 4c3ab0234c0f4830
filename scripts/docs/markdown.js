// Markdown as HTML, by the library that the documents' tools use too, with ids on headings as code hosts give them.
import { micromark } from "micromark"
import { gfm, gfmHtml } from "micromark-extension-gfm"
import { highlighterFor } from "../../src/text/highlight.ts"

const LINK = / (href|src)="([^"]*)"/g
const CODE = /<pre><code class="language-(\w+)">([\s\S]*?)<\/code><\/pre>/g
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
    .replace(
      CODE,
      (_, language, code) => `<pre><code class="language-${language}">${coloured(code, language)}</code></pre>`,
    )
    .replace(/<table>[\s\S]*?<\/table>/g, (table) => `<div class="wide">${table}</div>`)
}

/** As the console colours it, by the name that a file of the language would have. */
function coloured(code, language) {
  const pieces = highlighterFor(`x.${language}`)
  const piece = ({ text, kind }) => (kind === "" ? escaped(text) : `<span class="${kind}">${escaped(text)}</span>`)
  return unescaped(code)
    .split("\n")
    .map((line) => pieces(line).map(piece).join(""))
    .join("\n")
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

/** A page's headings in order: level, id and words. */
export function headingsOf(text) {
  return [...render(text).matchAll(/<h([1-6]) id="([^"]*)">([\s\S]*?)<\/h\1>/g)].map(([, level, id, html]) => ({
    level: Number(level),
    id,
    html: html.replace(/<\/?a\b[^>]*>/g, ""),
  }))
}

/** The text of a page without its marks, for the search, heading by heading. */
export function partsOf(text) {
  const [before, ...sections] = render(text).split(/(?=<h[1-6] id=")/)
  return [before, ...sections].flatMap((html) => {
    const [, id = "", head = ""] = /^<h[1-6] id="([^"]*)">([\s\S]*?)<\/h[1-6]>/.exec(html) ?? []
    const words = plain(html.replace(/^<h[1-6][\s\S]*?<\/h[1-6]>/, ""))
      .replace(/\s+/g, " ")
      .trim()
    return words === "" && head === "" ? [] : [{ id, head: plain(head), text: words }]
  })
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
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}
