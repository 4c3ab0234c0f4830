// Chinese pages carry the hash of the English text that they were made from, on their first line: <!-- of: HASH -->.
// `node scripts/docs/twins.js` names those that lag behind; `npm run docs -- --mark NAME` renews a mark once the page was gone through.
import { createHash } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { allPages, chineseOf, englishOf, isChinese, ROOT, textOf } from "./pages.js"

const MARK = /^<!-- of: (\w+) -->\n/
/** Tables that a script writes are written in both languages: they don't make a page stale. */
const GENERATED = /<!-- (\w+)[^>]*-->\n[\s\S]*?<!-- (?:end of |\/)\1 -->/g

/** What a twin has to name. */
export function hashOf(text) {
  return createHash("sha256").update(text.replace(GENERATED, "")).digest("hex").slice(0, 12)
}

/** The Chinese pages whose English has changed since, or that bear no mark. */
export function laggingPages() {
  return allPages()
    .filter(isChinese)
    .filter((page) => MARK.exec(textOf(page))?.[1] !== hashOf(textOf(englishOf(page))))
}

/** One sentence for each. */
export function lagWords(pages = laggingPages()) {
  return pages.map(
    (page) =>
      `${page} lags behind ${englishOf(page)}: bring it up to date, then npm run docs -- --mark ${englishOf(page)}`,
  )
}

/** Renews the marks of pages by any name of theirs: `models`, `docs/models.md`, `docs/models.zh.md`; `all` means every one. */
export function mark(names) {
  const pages = allPages().filter(isChinese)
  const isMeant = (page) => names.some((name) => name === "all" || namesOf(page).includes(name))
  const meant = pages.filter(isMeant)
  for (const page of meant) {
    const rest = textOf(page).replace(MARK, "")
    writeFileSync(join(ROOT, page), `<!-- of: ${hashOf(textOf(englishOf(page)))} -->\n${rest}`)
  }
  return meant
}

function namesOf(page) {
  const english = englishOf(page)
  return [page, english, english.replace(/^docs\//, ""), english.replace(/^docs\/|\.md$/g, "")]
}

/** English pages that have no Chinese, of those that should: how-tos and reference. */
export function missingTwins() {
  const english = allPages().filter((page) => page.startsWith("docs/") && !isChinese(page))
  return english.filter((page) => !ENGLISH_ONLY.test(page) && chineseOf(page) === undefined)
}

/** What only those who work on Keelson read, and what is generated. */
const ENGLISH_ONLY = /^docs\/(decisions|reference|bench|recordings)\/|^docs\/figures\.md$/

if (import.meta.main) for (const words of lagWords()) console.warn(`docs: ${words}`)
