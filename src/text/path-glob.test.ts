import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { namePatterns, pathGlob } from "./path-glob.ts"

const SEED = Number(process.env.KEELSON_TEST_SEED ?? 20261118)

describe("a glob of paths", () => {
  it.each([
    ["*.ts", ["a.ts", "src/a.ts"], ["a.tsx", "src/a.ts.md"]],
    ["src/*.ts", ["src/a.ts"], ["a.ts", "src/deep/a.ts", "lib/src/a.ts"]],
    ["/src/*.ts", ["src/a.ts"], ["lib/src/a.ts"]],
    ["./src/**/*.ts", ["src/a.ts", "src/x/y/a.ts"], ["a.ts", "srcs/a.ts"]],
    ["**/*.{ts,tsx}", ["a.ts", "x/a.tsx"], ["a.js"]],
    ["{src,test}/**", ["src/a", "test/x/a"], ["src", "other/a"]],
    ["src/", ["src/a", "src/x/a"], ["src", "a/src/b"]],
    ["src", ["src", "src/a", "lib/src/a"], ["srcs/a"]],
    ["src/lib", ["src/lib", "src/lib/a/b"], ["lib/a", "src/library"]],
    ["**", ["a", "a/b"], []],
    ["a/**/b", ["a/b", "a/x/y/b"], ["a/b/c", "b"]],
    ["!*.ts", ["a.js", "x/a.md"], ["a.ts", "x/a.ts"]],
    ["file?.[ch]", ["file1.c", "x/fileX.h"], ["file.c", "file1.o"]],
    ["[!a]*.ts", ["b.ts"], ["a.ts"]],
    ["a{b", ["a{b"], ["ab"]],
    ["a[b", ["a[b"], ["ab"]],
    ["{a,{b,c}}.md", ["a.md", "b.md", "c.md"], ["d.md"]],
    ["\\*.md", ["*.md"], ["a.md"]],
    ["日本/*.md", ["日本/語.md"], ["日本.md"]],
  ])("%s", (pattern, fitting, others) => {
    const fits = pathGlob(pattern)
    for (const path of fitting) expect([path, fits(path)]).toEqual([path, true])
    for (const path of others) expect([path, fits(path)]).toEqual([path, false])
  })

  it("may start in the folder that is searched", () => {
    expect(pathGlob("deep/*", "src")("src/deep/a.ts")).toBe(true)
    expect(pathGlob("src/deep/*", "src")("src/deep/a.ts")).toBe(true)
    expect(pathGlob("deep/*", "src")("lib/deep/a.ts")).toBe(false)
  })

  it("takes no time, whatever the pattern", () => {
    const path = `${"a/".repeat(200)}${"a".repeat(200)}`
    expect(pathGlob(`${"**/".repeat(60)}b`)(path)).toBe(false)
    expect(pathGlob(`${"*a".repeat(60)}b`)(path)).toBe(false)
    expect(pathGlob("{a,b}".repeat(60))(path)).toBe(false)
  })

  it("fits what its own names are written out to", () => {
    const name = fc.string({
      unit: fc.constantFrom("a", "b", ".", "*", "[", "{", ",", "\\", "!", "é"),
      minLength: 1,
      maxLength: 6,
    })
    const parts = fc.array(name, { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(parts, (names) => {
        const path = names.join("/")
        const escaped = names.map((part) => part.replace(/[\\*?[{!]/g, "\\$&")).join("/")
        expect(pathGlob(`/${escaped}`)(path)).toBe(true)
        expect(pathGlob(`**/${escaped.split("/").at(-1)}`)(path)).toBe(true)
        expect(pathGlob("**/*")(path)).toBe(true)
      }),
      { seed: SEED },
    )
  })

  it("knows what names can fit, where that is simple", () => {
    expect(namePatterns("src/**/*.{ts,tsx}")).toEqual(["*.ts", "*.tsx"])
    expect(namePatterns("src/**")).toBeUndefined()
    expect(namePatterns("src")).toBeUndefined()
    expect(namePatterns("!*.ts")).toBeUndefined()
  })
})
