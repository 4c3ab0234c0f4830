import { describe, expect, it } from "vitest"
import { EN } from "../../console/src/words/en.ts"
import { ZH } from "../../console/src/words/zh.ts"

const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

describe("the console's words", () => {
  it("are the same in both languages: keys, and the values they take", () => {
    expect(Object.keys(ZH)).toEqual(Object.keys(EN))
    const holesOf = (words: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(words).map(([key, text]) => [key, holes(text)]))
    expect(holesOf(ZH)).toEqual(holesOf(EN))
  })

  it("leave nothing untranslated", () => {
    const same = Object.entries(EN).flatMap(([key, text]) => (ZH[key as keyof typeof EN] === text ? [key] : []))
    expect(same).toEqual(["graph.count"])
    expect(Object.values(ZH).filter((text) => text.trim() === "")).toEqual([])
  })
})
