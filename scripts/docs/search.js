// The search: every word has to be there, pages of this language and titles come first. The index is a script, so that it works from a folder.
const input = document.querySelector("#search")
const list = document.querySelector("#found")
const { up, zh } = document.body.dataset

input.addEventListener("input", () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  const found =
    words.length === 0 ? [] : window.PAGES.map((page) => scored(page, words)).filter(({ score }) => score > 0)
  const best = found.sort((one, other) => other.score - one.score).slice(0, 12)
  list.replaceChildren(...best.map(({ page }) => entry(page, words[0])))
})

function scored(page, words) {
  const [title, text] = [page.title.toLowerCase(), page.text.toLowerCase()]
  const counts = words.map((word) => (title.includes(word) ? 50 : 0) + Math.min(text.split(word).length - 1, 20))
  const own = String(page.zh) === zh ? 100 : 0
  return { page, score: counts.every(Boolean) ? own + counts.reduce((sum, count) => sum + count, 0) : 0 }
}

function entry(page, word) {
  const [line, link, part] = ["li", "a", "small"].map((name) => document.createElement(name))
  link.href = `${up}/${page.url}`
  link.textContent = page.title
  const at = Math.max(page.text.toLowerCase().indexOf(word) - 40, 0)
  part.textContent = `…${page.text.slice(at, at + 120)}…`
  line.append(link, part)
  return line
}
