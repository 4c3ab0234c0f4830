// A small site of the pages: navigation, both languages, and a search that needs no server.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, extname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { addressesOf, headingsOf, htmlOf, partsOf } from "./markdown.js"
import { GROUPS, UNLISTED } from "./navigation.js"
import { allPages, chineseOf, englishOf, isChinese, ROOT, targetOf, textOf } from "./pages.js"

const HERE = fileURLToPath(new URL(".", import.meta.url))
const { homepage } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))
const SOURCES = homepage.replace(/#.*/, "")

const WORDS = {
  en: { search: "Search ( / )", other: "中文", rest: "More", menu: "Pages", nothing: "Nothing found." },
  zh: { search: "搜索（ / ）", other: "English", rest: "其他", menu: "目录", nothing: "没有找到。" },
}

/** Writes the site into a folder and says how many pages it has. */
export function buildSite(folder) {
  rmSync(folder, { recursive: true, force: true })
  const pages = allPages().filter((page) => existsSync(join(ROOT, page)))
  for (const page of pages) write(join(folder, fileOf(page)), wholePage(page, pages))
  for (const picture of picturesOf(pages)) copy(picture, folder)
  write(join(folder, "search-index.js"), `window.PAGES = ${JSON.stringify(pages.map(indexEntry))}\n`)
  for (const name of ["site.css", "search.js"]) cpSync(join(HERE, name), join(folder, name))
  return pages.length
}

/** `README.md` is the front page. */
function fileOf(page) {
  if (page === "README.md") return "index.html"
  return page === "README.zh-CN.md" ? "index.zh.html" : page.replace(/\.md$/, ".html")
}

function titleOf(page) {
  return /^# (.+)$/m.exec(textOf(page))?.[1].replaceAll("`", "") ?? page
}

/** Why something is as it is, and since when: found last. */
const RECORDS = /^docs\/decisions\/|^CHANGELOG\.md$/

function indexEntry(page) {
  return {
    url: fileOf(page),
    title: titleOf(page),
    zh: isChinese(page),
    isRecord: RECORDS.test(page),
    parts: partsOf(textOf(page)),
  }
}

function wholePage(page, pages) {
  const language = isChinese(page) ? "zh" : "en"
  const up = relative(dirname(fileOf(page)), ".") || "."
  const twin = isChinese(page) ? englishOf(page) : chineseOf(page)
  const words = WORDS[language]
  const other = twin ? `<a class="other" href="${up}/${fileOf(twin)}">${words.other}</a>` : ""
  return `<!doctype html>
<html lang="${language === "zh" ? "zh-CN" : "en"}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>${titleOf(page)} · Keelson</title>
<link rel="stylesheet" href="${up}/site.css">
</head>
<body data-up="${up}" data-zh="${language === "zh"}" data-nothing="${words.nothing}">
<header><a class="home" href="${up}/${language === "zh" ? "index.zh.html" : "index.html"}">Keelson</a><span>${other}<a class="menu" href="#pages">${words.menu}</a></span>
<input id="search" type="search" placeholder="${words.search}" aria-label="${words.search}" autocomplete="off"><ol id="found" aria-live="polite"></ol></header>
<main>${htmlOf(textOf(page), (address) => linkOf(page, address, up))}</main>
<nav id="pages" aria-label="${words.menu}">${navigation(page, pages, { up, language })}</nav>
<script src="${up}/search.js"></script>
</body>
</html>
`
}

function navigation(page, pages, { up, language }) {
  const listed = new Set(GROUPS.flatMap((group) => group.pages))
  const rest = pages.filter((one) => !isChinese(one) && !listed.has(one) && !UNLISTED.test(one))
  const groups = [...GROUPS, ...(rest.length > 0 ? [{ en: WORDS.en.rest, zh: WORDS.zh.rest, pages: rest }] : [])]
  const line = (english) => {
    const shown = language === "zh" ? (chineseOf(english) ?? english) : english
    const isHere = shown === page
    const current = isHere ? ' aria-current="page"' : ""
    return `<li><a href="${up}/${fileOf(shown)}"${current}>${titleOf(shown)}</a>${isHere ? contentsOf(page) : ""}</li>`
  }
  return groups
    .map((group) => {
      const there = group.pages.filter((one) => pages.includes(one))
      return `<h2>${group[language]}</h2><ul>${there.map(line).join("")}</ul>`
    })
    .join("\n")
}

/** Its sections; those of a long list would drown the pages. */
const MOST_SECTIONS = 15

function contentsOf(page) {
  const sections = headingsOf(textOf(page)).filter(({ level }) => level === 2)
  if (sections.length === 0 || sections.length > MOST_SECTIONS) return ""
  return `<ul>${sections.map(({ id, html }) => `<li><a href="#${id}">${html}</a></li>`).join("")}</ul>`
}

/** Pages lead to pages, pictures stand beside them, and sources are where the repository is. */
function linkOf(page, address, up) {
  if (/^[a-z][a-z+.-]*:|^#/i.test(address)) return address
  const [path, anchor] = address.split("#")
  const target = targetOf(page, path)
  const behind = anchor === undefined ? "" : `#${anchor}`
  if (target.endsWith(".md")) return `${up}/${fileOf(target)}${behind}`
  if (isPicture(target)) return `${up}/${target}`
  return `${SOURCES}/${statSync(join(ROOT, target)).isDirectory() ? "tree" : "blob"}/main/${target}${behind}`
}

function isPicture(path) {
  return [".svg", ".png"].includes(extname(path))
}

function picturesOf(pages) {
  const found = pages.flatMap((page) =>
    addressesOf(textOf(page))
      .filter((address) => !/^[a-z][a-z+.-]*:|^#/i.test(address))
      .map((address) => targetOf(page, address.split("#")[0])),
  )
  return new Set(
    found.filter((path) => isPicture(path) && existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isFile()),
  )
}

function copy(path, folder) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  cpSync(join(ROOT, path), join(folder, path))
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
