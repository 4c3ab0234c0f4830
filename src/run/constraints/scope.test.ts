import { describe, expect, it } from "vitest"
import { cpuMsOf } from "../../../test/support/cpu-time.ts"
import { pathsOutside } from "./scope.ts"

describe("pathsOutside", () => {
  it.each<[string, string, boolean]>([
    ["src/a.ts", "src/a.ts", true],
    ["src/a.ts", "src", true],
    ["src/a.ts", "src/", true],
    ["src/a.ts", "./src/**", true],
    ["src/deep/a.ts", "src/**/*.ts", true],
    ["src/a.ts", "src/**/*.ts", true],
    ["src/a.ts", "**/*.ts", true],
    ["a.ts", "**/*.ts", true],
    ["a.ts", "*.ts", true],
    ["src/a.ts", "*.ts", false],
    ["src/a.tsx", "src/*.ts", false],
    ["src/a.js", "src/*.{ts,js}", true],
    ["src/ab.ts", "src/a?.ts", true],
    ["src/a.ts", "src/a?.ts", false],
    ["srcs/a.ts", "src", false],
    ["lib/src/a.ts", "src/**", false],
    ["anything", "**", true],
    ["anything", ".", true],
    ["a+b.ts", "a+b.ts", true],
    ["aab.ts", "a+b.ts", false],
    ["x.ts", "x{.ts", false],
    ["src/a/b/c.ts", "src/**/b/*.ts", true],
    ["src/x.test.ts", "src/*.test.*", true],
    ["abcabd", "a*bd", true],
    ["a.ts", "{b,{a,c}}.ts", true],
    ["文档/说明.md", "文档/*.md", true],
    ["docs/a*.md", "docs/a\\*.md", true],
    ["docs/ab.md", "docs/a\\*.md", false],
    ["𠀀.md", "?.md", true],
  ])("%s in %s: %s", (path, glob, isInside) => {
    expect(pathsOutside([path], [glob])).toEqual(isInside ? [] : [path])
  })

  it("takes no time over patterns that are made to take some", async () => {
    const ms = await cpuMsOf(() => {
      expect(pathsOutside([`${"a/".repeat(200)}b`], [`${"**/".repeat(200)}c`])).toHaveLength(1)
      expect(pathsOutside(["a".repeat(5000)], [`${"*a".repeat(500)}b`])).toHaveLength(1)
      expect(pathsOutside(["x"], ["{a,b}".repeat(40)])).toHaveLength(1)
    })
    expect(ms).toBeLessThan(1000)
  })

  it("asks for one glob that fits, and for none where there is none", () => {
    expect(pathsOutside(["a", "b", "c"], ["a", "b"])).toEqual(["c"])
    expect(pathsOutside(["a"], [])).toEqual([])
  })
})
