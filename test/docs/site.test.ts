import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { canBrowse, openBrowser, visit } from "../console/browser.ts"

/* The scripts are plain JavaScript, which the type checker does not look at. */
const load = (name: string) => import(`../../scripts/docs/${name}.js`)

describe("the site", () => {
  const folder = mkdtempSync(join(tmpdir(), "keelson-site-"))
  const page = (path: string) => readFileSync(join(folder, path), "utf8")
  beforeAll(async () => (await load("site")).buildSite(folder))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("has every page in both languages, each leading to the other and to its neighbours", () => {
    expect(page("docs/checks.html")).toContain('<a class="other" href="../docs/checks.zh.html">中文</a>')
    expect(page("docs/checks.zh.html")).toContain('<a class="other" href="../docs/checks.html">English</a>')
    expect(page("docs/checks.zh.html")).toContain('<a href="../docs/undo.zh.html">撤销</a>')
    expect(page("index.zh.html")).toContain('<html lang="zh-CN">')
    expect(page("docs/models.html")).toContain('<h2 id="small-models">Small models</h2>')
    expect(page("docs/models.zh.html")).toContain('<h2 id="小模型">')
  })

  it("leads to sources where the repository is, and has its pictures beside it", () => {
    expect(page("docs/library.html")).toMatch(/href="https:\/\/[^"]+\/blob\/main\/examples\/01-run\.ts"/)
    expect(readFileSync(join(folder, "docs/run.svg"), "utf8")).toContain("<svg")
    expect(page("ARCHITECTURE.html")).toContain('src="./docs/architecture.svg"')
  })

  it("colours code, and lists what is in the page", () => {
    expect(page("docs/tutorial/4-your-own-tool.html")).toContain('<span class="comment">// approval goes by this')
    expect(page("docs/models.html")).toContain('<li><a href="#small-models">Small models</a></li>')
  })

  it.runIf(canBrowse)("is searched in a browser, from the folder alone, in both languages and by keys", async () => {
    await using browser = await openBrowser()
    const { page: shown, errors } = await visit(browser, pathToFileURL(join(folder, "docs/checks.html")).href)
    const results = shown.locator("#found a")
    const search = async (words: string) => {
      await shown.locator("#search").press("Escape")
      await shown.keyboard.press("/")
      await shown.locator("#search:focus").fill(words)
      await shown.locator("#found li").first().waitFor()
    }
    await search("bubblewrap network")
    expect(await results.first().textContent()).toContain("sandbox")
    await search("small models")
    await shown.keyboard.press("Enter")
    await shown.waitForURL(/docs\/models\.html#small-models$/)
    await search("xyzzy")
    expect(await shown.locator("#found").textContent()).toBe("Nothing found.")
    await shown.locator("header .other").click()
    await search("影子仓库")
    await shown.keyboard.press("ArrowDown")
    await shown.keyboard.press("Enter")
    await shown.waitForURL(/docs\/undo\.zh\.html/)
    // Words that stand apart in the text are typed without a gap.
    await search("撤销检查")
    expect(await results.first().textContent()).toMatch(/\p{Script=Han}/u)
    expect(errors).toEqual([])
  })
})

it("every link and every heading that is linked to is there", async () => {
  const { brokenLinks } = await load("links")
  expect(brokenLinks()).toEqual([])
})

it("a heading's anchor is the one that code hosts give it", async () => {
  const { anchorsOf } = await load("markdown")
  const text = "# What `a_b` does, and why\n## 小模型\n## Same\n## Same\n"
  expect([...anchorsOf(text)]).toEqual(["what-a_b-does-and-why", "小模型", "same", "same-1"])
})

it("a twin goes by the words of its English page, not by tables that a script writes", async () => {
  const { hashOf } = await load("twins")
  const text = (table: string, words: string) => `# A\n<!-- options -->\n${table}\n<!-- end of options -->\n${words}\n`
  expect(hashOf(text("one", "same"))).toBe(hashOf(text("two", "same")))
  expect(hashOf(text("one", "same"))).not.toBe(hashOf(text("one", "other")))
})

it("the reference has a page for each door, with comments and declarations", async () => {
  const { entryPoints, symbolsOf } = await load("symbols")
  const names = entryPoints().map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(["keelson", "keelson/strategy", "keelson/testing"]))
  const all = symbolsOf(entryPoints()[0].file)
  const defineTool = all.find(({ name }: { name: string }) => name === "defineTool")
  expect(defineTool).toMatchObject({ kinds: ["function"], file: "src/tools/tool.ts", comment: expect.any(String) })
  expect(defineTool.code).toMatch(/^export function defineTool</)
  const store = all.find(({ name }: { name: string }) => name === "RunNotFoundError")
  expect(store.code).not.toContain("super(")
})
