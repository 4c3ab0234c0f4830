import { describe, expect, it } from "vitest"
import { codeSpan, fence } from "./fence.ts"
import { escapedJson, lineInMarkdown, nameInMarkdown, quotedName } from "./quoted-name.ts"
import { spelledOut } from "./spelled-out.ts"

const HIDDEN = [
  0x00, 0x07, 0x0b, 0x0d, 0x1b, 0x7f, 0x85, 0x9b, 0xa0, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x1680, 0x17b4, 0x180e,
  0x2003, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x202f, 0x2060, 0x2066, 0x2069,
  0x206f, 0x2800, 0x3164, 0xd800, 0xdfff, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0x1d159, 0x1d173, 0xe0001, 0xe0041,
  0xe007f, 0xe0100,
]
const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, "0")

describe("spelled out", () => {
  it.each(HIDDEN.map((code) => [hex(code), code] as const))("U+%s", (name, code) => {
    expect(spelledOut(`a${String.fromCodePoint(code)}b`)).toBe(`a<U+${name}>b`)
  })

  it.each(["tab\tand\nline", "日本語　の文", "naïve Ünïcödé", "שלום עולם", "مرحبا", "❤️ 🎉 😀", "e\u0301", "हिन्दी"])(
    "%s stays as it is",
    (text) => expect(spelledOut(text)).toBe(text),
  )

  it("a selector behind a letter is no picture's", () => {
    expect(spelledOut("a\ufe0f❤\ufe0f\ufe0f")).toBe("a<U+FE0F>❤\ufe0f<U+FE0F>")
  })
})

describe("a fence", () => {
  it.each(["plain", "```\nx", "a ````` b", ""])("is longer than any in %j", (text) => {
    const [first = "", ...rest] = fence(text).split("\n")
    expect(rest.at(-1)).toBe(first)
    expect(text).not.toContain(first)
  })

  it("of code on a line too", () => {
    expect(codeSpan("a")).toBe("`a`")
    expect(codeSpan("`a`")).toBe("`` `a` ``")
  })
})

describe("a name", () => {
  it.each(["a.txt", "src/app.test.ts", "日本語.md", "café", "@scope/x", "my-file_1"])("%s is left as it is", (name) => {
    expect([quotedName(name), nameInMarkdown(name)]).toEqual([name, name])
  })

  it.each([
    ["my file.txt", "my file.txt", "`my file.txt`"],
    ["app/[slug].tsx", "app/[slug].tsx", "`app/[slug].tsx`"],
    ["__init__.py", "__init__.py", "`__init__.py`"],
    ["a\nb", '"a\\nb"', '`"a\\nb"`'],
    ["a\u202eb", '"a\\u202eb"', '`"a\\u202eb"`'],
    ['a"b', '"a\\"b"', '`"a\\"b"`'],
    ["x`, y", "x`, y", "`` x`, y ``"],
    ["", '""', '`""`'],
  ])("%j", (name, quoted, marked) => {
    expect([quotedName(name), nameInMarkdown(name)]).toEqual([quoted, marked])
    expect(quoted.startsWith('"') ? JSON.parse(quoted) : quoted).toBe(name)
  })

  it("words of others stay on their line", () => {
    expect(lineInMarkdown("a\n\n- **Outcome:** done <br> <b>x</b>\u001b[1m")).toBe(
      "a - \\*\\*Outcome:\\*\\* done \\<br> \\<b>x\\</b><U+001B>[1m",
    )
  })
})

it("JSON hides nothing and means the same", () => {
  const value = { text: HIDDEN.map((code) => String.fromCodePoint(code)).join("|") }
  const json = escapedJson(JSON.stringify(value, null, 2))
  expect(JSON.parse(json)).toEqual(value)
  expect(json).toMatch(/^[\n -~]*$/)
})
