import { describe, expect, it } from "vitest"
import { markdownForTerminal } from "./markdown.ts"
import type { Paint } from "./paint.ts"
import { widthOf } from "./text.ts"

const marked: Paint = (format, text) => (format === "none" ? text : `<${format}>${text}</${format}>`)
const plain: Paint = (_format, text) => text

describe("Markdown in a terminal", () => {
  it("shows headings, bold, code and lists in style", () => {
    expect(markdownForTerminal("# Done\n\n- **Cause:** a `g` was missing\n1. one", 80, marked)).toBe(
      "<bold>Done</bold>\n\n• <bold>Cause:</bold> a <cyan>g</cyan> was missing\n1. one",
    )
  })

  it("keeps words whole and hangs the rest of an item under its text", () => {
    expect(markdownForTerminal("- only the first gap became a hyphen", 16, plain)).toBe(
      "• only the first\n  gap became a\n  hyphen",
    )
  })

  it("shows code in colours without its fences, and changes nothing in it", () => {
    const code = "```js\nconst a = `**x**` // a long line that is not wrapped at all\n```\nafter"
    expect(markdownForTerminal(code, 20, marked)).toBe(
      "  <cyan>const</cyan> a = <green>`**x**`</green> <dim>// a long line that is not wrapped at all</dim>\nafter",
    )
    expect(markdownForTerminal(code, 20, plain)).toContain(
      "const a = `**x**` // a long line that is not wrapped at all",
    )
    expect(markdownForTerminal("```diff\n-a\n+b\n c", 20, marked)).toBe("  <red>-a</red>\n  <green>+b</green>\n   c")
  })

  it("shows marks that were to be read as they are without the backslashes before them, and other backslashes as they stand", () => {
    expect(markdownForTerminal("- its value becomes \\*\\*\\* where \\<value> is", 80, plain)).toBe(
      "• its value becomes *** where <value> is",
    )
    const kept = "grep 'a\\*b\\|c' C:\\_x `\\*\\*`"
    expect(markdownForTerminal(kept, 80, plain)).toBe(kept.replaceAll("`", ""))
  })

  it("draws tables for the width, and rules, and says where links lead", () => {
    const table = "| name | **what** |\n|---|:-:|\n| 名字 | a cell with more words than fit |\n| b | c |"
    const drawn = markdownForTerminal(table, 22, plain).split("\n")
    expect(drawn.slice(0, 3)).toEqual(["name  what", "────  ────────────────", "名字  a cell with more"])
    for (const line of drawn) expect(widthOf(line)).toBeLessThanOrEqual(22)
    expect(markdownForTerminal("| no | table |", 5, plain)).toBe("| no | table |")
    expect(markdownForTerminal("---", 4, marked)).toBe("<dim>────</dim>")
    expect(markdownForTerminal("see [docs](https://x.test/a)", 80, plain)).toBe("see docs (https://x.test/a)")
  })

  it("loses no word, passes no escape on, and keeps to the width", () => {
    const text = "认证系统 **重构完成** and every `word` of this sentence\u001b[31m is still here"
    const drawn = markdownForTerminal(text, 24, plain)
    expect(drawn.replace(/\s+/g, " ")).toBe("认证系统 重构完成 and every word of this sentence is still here")
    for (const line of drawn.split("\n")) expect(widthOf(line.trimEnd())).toBeLessThanOrEqual(24)
  })
})
