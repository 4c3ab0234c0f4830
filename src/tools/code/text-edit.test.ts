import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cpuMsOf } from "../../testing/cpu-time.ts"
import { applyEdit } from "./text-edit.ts"

const edit = (text: string, oldText: string, newText: string, replaceAll = false) =>
  applyEdit("a.ts", text, { oldText, newText, replaceAll })

describe("applyEdit", () => {
  it("replaces one passage, and takes the new text literally", () => {
    expect(edit("a\nb\nc\n", "b", "$& $1 \\n")).toEqual({ text: "a\n$& $1 \\n\nc\n", lines: [2] })
    expect(edit("f(x) + [1]*2", "(x) + [1]*", "!")).toEqual({ text: "f!2", lines: [1] })
    expect(edit("a\nb", "a\n", "")).toEqual({ text: "b", lines: [1] })
  })

  it("replaces all on request and names their lines", () => {
    expect(edit("x\ny\nx\nx", "x", "z", true)).toEqual({ text: "z\ny\nz\nz", lines: [1, 3, 4] })
    expect(edit("aaaa", "aa", "b", true)).toEqual({ text: "bb", lines: [1, 1] })
  })

  it("keeps CRLF, whichever line ends the edit comes with", () => {
    expect(edit("a\r\nb\r\nc\r\n", "a\nb", "1\n2\n3").text).toBe("1\r\n2\r\n3\r\nc\r\n")
    expect(edit("a\r\nb\r\nc\r\n", "a\r\nb", "1\r\n2").text).toBe("1\r\n2\r\nc\r\n")
    expect(edit("a\nb\n", "a\r\nb", "1\n2").text).toBe("1\n2\n")
    expect(edit("a\r\nb\nc\r\nd\r\n", "c\nd", "x\ny").text).toBe("a\r\nb\nx\r\ny\r\n")
  })

  it("refuses an empty passage and an edit without effect", () => {
    expect(() => edit("a", "", "b")).toThrow("old_text is empty")
    expect(() => edit("a", "a", "a")).toThrow("nothing would change")
  })

  it("names the lines of an ambiguous passage, overlapping ones too", () => {
    expect(() => edit("x = 1\n\nx = 1\n", "x = 1", "y")).toThrow(
      'old_text is 2 times in "a.ts", at lines 1, 3; add lines around it to make it unique, or set replace_all.',
    )
    expect(() => edit("aaa", "aa", "b")).toThrow("2 times")
  })

  it("shows the nearest passage with line numbers", () => {
    const text = "import a\n\nfunction add(a, b) {\n  return a + b\n}\n"
    expect(() => edit(text, "function add(x, b) {\n  return x + b", "")).toThrow(
      'old_text is not in "a.ts"; the nearest match:\n3| function add(a, b) {\n4|   return a + b',
    )
    expect(() => edit(text, "function add(a, b) {\n\treturn a + b", "")).toThrow(
      "only white space differs:\n3| function",
    )
    expect(() => edit(text, "class Zebra extends Horse", "")).toThrow("nor anything like it")
    expect(() => edit("", "a", "b")).toThrow("nor anything like it")
  })

  it("stays quick in large files", async () => {
    const text = Array.from({ length: 50_000 }, (_, index) => `const value${index} = compute(${index}, options)`).join(
      "\n",
    )
    const wanted = Array.from({ length: 50 }, (_, index) => `const other${index} = compute(${index}, settings)`).join(
      "\n",
    )
    const ms = await cpuMsOf(() => expect(() => edit(text, wanted, "")).toThrow("not in"))
    expect(ms).toBeLessThan(5000)
  })

  it("undoes itself: replacing a marker and back gives the text", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r\n", "$", "(", "\\") })
    fc.assert(
      fc.property(text, text, (before, after) => {
        const whole = `${before}@@${after}`
        const there = edit(whole, "@@", "##").text
        expect(there).toBe(`${before}##${after}`)
        expect(edit(there, "##", "@@").text).toBe(whole)
      }),
    )
  })
})
