import { PassThrough } from "node:stream"
import { describe, expect, it } from "vitest"
import { completed, completionAt } from "./completion.ts"
import { editLine } from "./edit-line.ts"
import { textOf } from "./edited-text.ts"
import { drawText } from "./editor-lines.ts"

const COMPLETIONS = {
  commands: ["/diff", "/undo", "/runs", "/resume"],
  files: (begun: string) => ["src/main.ts", "src/made.ts", "notes.txt"].filter((path) => path.includes(begun)),
}

/** Types into an editor, key by key, and tells what came of it. */
async function typed(keys: readonly string[], history: readonly string[] = []): Promise<string | undefined> {
  const input = new PassThrough()
  const output = Object.assign(new PassThrough(), { columns: 40, rows: 20 })
  output.resume()
  const terminal = { input, output, paint: (_style: string, text: string) => text }
  const text = editLine(terminal, {
    history,
    completions: COMPLETIONS,
    words: { leave: "leave?", more: (left) => `${left} more` },
  })
  for (const key of keys) input.write(key)
  return text
}

const ENTER = "\r"
const PASTE = (text: string) => `\x1b[200~${text}\x1b[201~`

describe("the editor", () => {
  it("takes pasted lines as they are, and sends nothing of them by itself", async () => {
    expect(await typed([PASTE("one\ntwo\r\nthree"), ENTER])).toBe("one\ntwo\nthree")
  })

  it.each([
    ["Ctrl-J", "\n"],
    ["Alt-Enter", "\x1b\r"],
    ["Shift-Enter", "\x1b[13;2u"],
    ["a backslash", `\\${ENTER}`],
  ])("makes a new line by %s", async (_name, key) => {
    expect(await typed(["a", key, "b", ENTER])).toBe("a\nb")
  })

  it("moves and cuts by characters and words, whatever they are made of", async () => {
    expect(await typed(["fix the tset", "\x17", "test", ENTER])).toBe("fix the test")
    expect(await typed(["修复👩‍👩‍👧", "\x7f", "\x7f", "好", ENTER])).toBe("修好")
    expect(await typed(["two", "\x01", "one ", "\x05", "!", ENTER])).toBe("one two!")
    expect(await typed(["one two", "\x1bb", "x", "\x0b", ENTER])).toBe("one x")
  })

  it("goes through what was typed before, and back to what is being typed", async () => {
    expect(await typed(["\x1b[A", ENTER], ["first", "second"])).toBe("second")
    expect(await typed(["\x1b[A", "\x1b[A", ENTER], ["first", "second"])).toBe("first")
    expect(await typed(["new", "\x1b[A", "\x1b[B", "er", ENTER], ["first"])).toBe("newer")
  })

  it("is cleared by Ctrl-C, and left by a second one, or by Ctrl-D", async () => {
    expect(await typed(["nonsense", "\x03", "sense", ENTER])).toBe("sense")
    expect(await typed(["nonsense", "\x03", "\x03", "\x03"])).toBeUndefined()
    expect(await typed(["\x04"])).toBeUndefined()
  })

  it("completes commands and files by Tab", async () => {
    expect(await typed(["/di", "\t", ENTER])).toBe("/diff ")
    expect(await typed(["look at @src/mai", "\t", ENTER])).toBe("look at @src/main.ts ")
    expect(completionAt(textOf("/r"), COMPLETIONS)?.choices).toEqual(["/runs", "/resume"])
    expect(completionAt(textOf("a/r"), COMPLETIONS)).toBeUndefined()
    const begun = textOf("@src/m")
    expect(completed(begun, completionAt(begun, COMPLETIONS) ?? { from: 0, choices: [] }).text).toBe("@src/ma")
  })

  it("is drawn within the width, with the cursor where it is", () => {
    expect(drawText({ text: "abcdef", at: 2 }, 4, 9)).toEqual({ lines: ["abcd", "ef"], row: 0, column: 2 })
    expect(drawText(textOf("abcd"), 4, 9)).toEqual({ lines: ["abcd", ""], row: 1, column: 0 })
    expect(drawText(textOf("修复修复修"), 4, 9)).toEqual({ lines: ["修复", "修复", "修"], row: 2, column: 2 })
    expect(drawText(textOf(Array.from({ length: 30 }, (_, n) => n).join("\n")), 10, 5)).toMatchObject({ row: 4 })
  })
})
