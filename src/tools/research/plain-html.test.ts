import { expect, it } from "vitest"
import { inlineText, plainHtml } from "./plain-html.ts"

it("keeps the text of a page and nothing of its code", () => {
  const html = `<!doctype html><head><title>T</title></head><body><!-- no --><script>if (a < b) {}</script>
    <h1>Head</h1><p>One &amp; <b>two</b>&nbsp;&#20013;&#x6587; 1 < 2</p><style>p{}</style><ul><li>a<li>b</ul>`
  expect(plainHtml(html)).toBe("Head\nOne & two 中文 1 < 2\na\nb")
})

it.each(["<script>never closed", "<!-- never closed", "<p", "<script", "&#xffffff; &#0; &unknown;", ""])(
  "survives %j",
  (html) => {
    expect(plainHtml(html)).not.toMatch(/never|script/)
  },
)

it("takes one pass over a page that is made to be slow", () => {
  expect(plainHtml("<script".repeat(300_000))).toBe("")
  expect(plainHtml("<!--".repeat(500_000))).toBe("")
  expect(plainHtml("<".repeat(2_000_000))).toHaveLength(2_000_000)
})

it("puts a bit of HTML on one line", () => {
  expect(inlineText("a <strong>b</strong><br>\n c")).toBe("a b c")
})
