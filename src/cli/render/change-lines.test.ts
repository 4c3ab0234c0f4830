import { expect, it } from "vitest"
import { changeLines } from "./change-lines.ts"

const place = { columns: 60, paint: (_format: string, text: string) => text, where: "shell" } as const

it("lists files with their lines, summed over rounds, and how to go on", () => {
  expect(changeLines("3\t1\tsrc/a.ts\n-\t-\tlogo.png\n1\t0\t说明.md\n2\t2\tsrc/a.ts\n", place)).toEqual([
    "  src/a.ts  +5 −3",
    "  logo.png  binary",
    "  说明.md   +1 −0",
    "See it: keelson diff · take it back: keelson undo",
  ])
  expect(changeLines("", place)).toEqual([])
})

it("stays within the width, and short", () => {
  const many = Array.from({ length: 30 }, (_, n) => `1\t1\t${"deep/".repeat(20)}${n}.ts`).join("\n")
  const lines = changeLines(many, place)
  expect(lines).toHaveLength(14)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60)
})
