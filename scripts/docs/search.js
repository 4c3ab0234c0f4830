// The search: every word has to be there, pages of this language and titles come first, and the best part of a page is where one lands.
// The index is a script, so that it works from a folder; it is loaded when somebody begins to search.
const input = document.querySelector("#search")
const list = document.querySelector("#found")
const { up, zh, nothing } = document.body.dataset
const MOST_FOUND = 12
let loading

input.addEventListener("focus", load)
input.addEventListener("input", async () => {
  await load()
  show(input.value)
})

function load() {
  loading ??= new Promise((resolve) => {
    const script = document.createElement("script")
    script.src = `${up}/search-index.js`
    script.onload = resolve
    document.head.append(script)
  })
  return loading
}

function show(query) {
  const words = wordsOf(query.toLowerCase())
  const found =
    words.length === 0 ? [] : window.PAGES.map((page) => scored(page, words)).filter(({ score }) => score > 0)
  const best = found.sort((one, other) => other.score - one.score).slice(0, MOST_FOUND)
  list.replaceChildren(...best.map((one) => entry(one, words)))
  if (best.length === 0 && words.length > 0) list.append(element("li", nothing))
}

/** Chinese has no gaps between words. */
function wordsOf(query) {
  const typed = query.split(/\s+/).filter(Boolean)
  return typed.flatMap((word) => (/\p{Script=Han}{3}/u.test(word) ? segmentsOf(word) : [word]))
}

function segmentsOf(word) {
  const segmenter = new Intl.Segmenter("zh", { granularity: "word" })
  return [...segmenter.segment(word)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))
}

function scored(page, words) {
  const title = page.title.toLowerCase()
  const parts = page.parts.map((part) => ({ part, counts: words.map((word) => count(part, word)) }))
  const isThere = (word, index) => title.includes(word) || parts.some(({ counts }) => counts[index] > 0)
  if (!words.every(isThere)) return { score: 0 }
  const sums = parts.map(({ part, counts }) => ({ part, sum: counts.reduce((sum, each) => sum + each, 0) }))
  const [best] = sums.toSorted((one, other) => other.sum - one.sum)
  const inTitle = words.filter((word) => title.includes(word)).length * 25
  const own = String(page.zh) === zh ? 100 : 1
  return { page, part: best.part, score: own + (inTitle + best.sum) / (page.isRecord ? 10 : 1) }
}

/** A heading counts more than a mention. */
function count({ head, text }, word) {
  const times = Math.min(text.toLowerCase().split(word).length - 1, 10)
  return (head.toLowerCase().includes(word) ? 15 : 0) + times
}

function entry({ page, part }, words) {
  const line = document.createElement("li")
  const link = element("a", part.head === "" || part.head === page.title ? page.title : `${page.title} › ${part.head}`)
  link.href = `${up}/${page.url}${part.id === "" ? "" : `#${part.id}`}`
  line.append(link, excerpt(part.text, words))
  return line
}

/** The place where the first of the words stands, with all of them marked. */
function excerpt(text, words) {
  const first = Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0), text.length)
  const from = first === text.length ? 0 : Math.max(first - 40, 0)
  const small = element("small", from > 0 ? "…" : "")
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "i")
  const pieces = text.slice(from, from + 120).split(pattern)
  small.append(...pieces.map((piece, index) => (index % 2 === 1 ? element("mark", piece) : piece)), "…")
  return small
}

function element(name, text) {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

/** `/` leads to the search, the arrows through what is found, Enter to the first, Esc back. */
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== input) {
    event.preventDefault()
    input.focus()
  }
  const links = [...list.querySelectorAll("a")]
  const at = links.indexOf(document.activeElement)
  if (document.activeElement !== input && at < 0) return
  if (event.key === "Enter" && at < 0) links[0]?.click()
  if (event.key === "Escape") leave()
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || links.length === 0) return
  event.preventDefault()
  const target = links[at + step] ?? (at + step < 0 ? input : links.at(-1))
  target.focus()
})

document.addEventListener("click", ({ target }) => {
  if (!list.contains(target) && target !== input) list.replaceChildren()
  else if (target.closest("a")) leave()
})

function leave() {
  input.value = ""
  list.replaceChildren()
  input.focus()
  input.blur()
}
