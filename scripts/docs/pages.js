// Which pages there are, and which of them are the Chinese of which.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const ROOT = fileURLToPath(new URL("../..", import.meta.url))

/** Pages outside of docs/ that belong to the site. */
const AT_THE_ROOT = [
  "README.md",
  "README.zh-CN.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "GLOSSARY.md",
  "CHANGELOG.md",
]

/** Every page, by its path in the repository. */
export function allPages() {
  const inDocs = readdirSync(join(ROOT, "docs"), { recursive: true })
    .map((path) => join("docs", path.toString()))
    .filter((path) => path.endsWith(".md"))
  return [...AT_THE_ROOT, ...inDocs.sort()]
}

const texts = new Map()

/** Read once: titles are asked for by every page. */
export function textOf(page) {
  if (!texts.has(page)) texts.set(page, readFileSync(join(ROOT, page), "utf8"))
  return texts.get(page)
}

export function isChinese(page) {
  return page.endsWith(".zh.md") || page === "README.zh-CN.md"
}

/** The English of a Chinese page. */
export function englishOf(page) {
  return page === "README.zh-CN.md" ? "README.md" : page.replace(/\.zh\.md$/, ".md")
}

/** The Chinese of an English page, if there is one. */
export function chineseOf(page) {
  const twin = page === "README.md" ? "README.zh-CN.md" : page.replace(/\.md$/, ".zh.md")
  return existsSync(join(ROOT, twin)) ? twin : undefined
}

/** Where a link of a page leads, as a path in the repository. */
export function targetOf(page, link) {
  return join(dirname(page), decodeURI(link))
}
