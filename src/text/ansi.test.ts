import { describe, expect, it } from "vitest"
import { styledLines, withoutAnsi } from "./ansi.ts"

const ESC = "\u001b"

describe("a terminal's output", () => {
  it("has its colours, over lines, until they are taken back", () => {
    expect(styledLines(`a${ESC}[1;31mb\nc${ESC}[39md${ESC}[0me`)).toEqual([
      [
        { text: "a", looks: [] },
        { text: "b", looks: ["bold", "fg-1"] },
      ],
      [
        { text: "c", looks: ["bold", "fg-1"] },
        { text: "d", looks: ["bold"] },
        { text: "e", looks: [] },
      ],
    ])
  })

  it("may use more than sixteen", () => {
    expect(styledLines(`${ESC}[38;5;196mx${ESC}[48;2;1;2;3my${ESC}[38;5;9mz${ESC}[97mw`)).toEqual([
      [
        { text: "x", looks: [], color: "rgb(255 0 0)" },
        { text: "y", looks: [], color: "rgb(255 0 0)", background: "rgb(1 2 3)" },
        { text: "z", looks: ["fg-9"], background: "rgb(1 2 3)" },
        { text: "w", looks: ["fg-15"], background: "rgb(1 2 3)" },
      ],
    ])
  })

  it("shows what a line became, and nothing of what moves a cursor", () => {
    expect(styledLines(`10%\r50%\r100%\r\n${ESC}[2K${ESC}]0;title\u0007ok`)).toEqual([
      [{ text: "100%", looks: [] }],
      [{ text: "ok", looks: [] }],
    ])
    expect(withoutAnsi(`${ESC}[1mbold${ESC}[0m`)).toBe("bold")
  })
})
