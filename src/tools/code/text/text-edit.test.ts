import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cpuMsOf } from "../../../../test/support/cpu-time.ts"
import { applyEdits, type TextEdit } from "./text-edit.ts"

const edit = (text: string, oldText: string, newText: string, replaceAll = false) =>
  applyEdits("a.ts", text, [{ oldText, newText, replaceAll }])

const SEED = Number(process.env.KEELSON_TEST_SEED ?? 20261118)

describe("an edit", () => {
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

describe("several edits", () => {
  const one = (oldText: string, newText: string, replaceAll = false): TextEdit => ({ oldText, newText, replaceAll })

  it("are made in order, each on what the one before left, and are named by their lines in the end", () => {
    const edits = [one("c", "C\nC2"), one("a\n", "first\na\n"), one("C2", "last")]
    expect(applyEdits("a.ts", "a\nb\nc\nd\n", edits)).toEqual({ text: "first\na\nb\nC\nlast\nd\n", lines: [1, 4, 5] })
  })

  it("name each one that can't be made, by its number", () => {
    const edits = [one("a", "b"), one("nowhere at all", "x"), one("", "y")]
    expect(() => applyEdits("a.ts", "a\nz\n", edits)).toThrow(
      [
        '2 of 3 edits can\'t be made, so "a.ts" stays as it was.',
        'Edit 2: old_text is not in "a.ts", nor anything like it; read the file again.',
        "Edit 3: old_text is empty; give the passage to replace, or use write_file.",
        "Fix these and send all edits again.",
      ].join("\n"),
    )
  })

  it("say where a passage was copied with the numbers of its lines", () => {
    expect(() => applyEdits("a.ts", "one\ntwo\n", [one("1| one\n2| two", "x")])).toThrow("without the numbers")
  })

  it("make the same text as one after the other, or none, and name lines that hold what came in", () => {
    const words = fc.array(fc.constantFrom("a", "b", "c", "a b", "", "\r\n", "d\n", "é"), { maxLength: 30 })
    const edits = fc.array(
      fc.record({
        oldText: fc.constantFrom("a", "b", "c", "\n", "a b", "d"),
        newText: fc.constantFrom("X", "Y\nZ", "a", ""),
        replaceAll: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(words, edits, (parts, wanted) => {
        const text = parts.join("\n")
        const alone = attempt(() => wanted.reduce((now, edit) => applyEdits("a", now, [edit]).text, text))
        const all = attempt(() => applyEdits("a", text, wanted))
        expect(all?.text).toBe(alone)
        const most = (all?.text ?? "").split("\n").length
        expect(all?.lines.every((line, index, lines) => line >= (lines[index - 1] ?? 1) && line <= most) ?? true).toBe(
          true,
        )
      }),
      { seed: SEED, numRuns: 500 },
    )
  })
})

function attempt<Value>(make: () => Value): Value | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
