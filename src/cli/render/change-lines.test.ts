import { expect, it } from "vitest"
import { changeLines } from "./change-lines.ts"

function all(...given: Parameters<typeof changeLines>): readonly string[] {
  const { files, hint } = changeLines(...given)
  return hint === "" ? files : [...files, hint]
}

const place = { columns: 60, paint: (_format: string, text: string) => text, where: "shell" } as const

it("lists files with their lines, summed over rounds, and how to go on", () => {
  expect(all("3\t1\tsrc/a.ts\n-\t-\tlogo.png\n1\t0\t说明.md\n2\t2\tsrc/a.ts\n", place)).toEqual([
    "  src/a.ts  +5 −3",
    "  logo.png  binary",
    "  说明.md   +1 −0",
    "See it: keelson diff · take it back: keelson undo",
  ])
  expect(all("", place)).toEqual([])
})

it("names files that run later first, all of them, and says so", () => {
  const many = Array.from({ length: 30 }, (_, n) => `1\t1\t${n}.ts`)
  const lines = all([...many, "2\t0\t.github/workflows/ci.yml", '1\t0\t".vscode/\\342.json"'].join("\n"), {
    ...place,
    columns: 80,
  })
  expect(lines.slice(0, 3)).toEqual([
    "  .github/workflows/ci.yml  +2 −0  runs later: CI",
    "  .vscode/\\342.json         +1 −0  runs later: editor",
    "  0.ts                      +1 −1",
  ])
  const hooks = Array.from({ length: 20 }, (_, n) => `1\t1\t${"deep/".repeat(20)}${n}/.husky/x`).join("\n")
  const marked = all(hooks, place)
  expect(marked.filter((line) => line.endsWith("runs later: git hook"))).toHaveLength(20)
  expect(Math.max(...marked.map((line) => line.length))).toBeLessThanOrEqual(60)
})

it("stays within the width, and short", () => {
  const many = Array.from({ length: 30 }, (_, n) => `1\t1\t${"deep/".repeat(20)}${n}.ts`).join("\n")
  const lines = all(many, place)
  expect(lines).toHaveLength(14)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60)
})

it("says what is new and what is gone, and whether every file is counted", () => {
  const files = [
    { path: "a.ts", before: null, after: "1" },
    { path: "b.ts", before: "1", after: null },
    { path: "c.ts", before: "1", after: "2" },
  ]
  const counts = "1\t0\ta.ts\n0\t1\tb.ts\n2\t1\tc.ts\n"
  expect(changeLines(counts, { ...place, files })).toMatchObject({
    files: ["  a.ts  +1 −0  new", "  b.ts  +0 −1  deleted", "  c.ts  +2 −1"],
    isWhole: true,
  })
  expect(changeLines("1\t0\ta.ts\n", { ...place, files }).isWhole).toBe(false)
})
