import { describe, expect, it } from "vitest"
import { languageOf, say, WORDS, type Word } from "./words.ts"

const NAMES = Object.keys(WORDS) as Word[]
const gaps = (text: string) => text.split("{}").length - 1

describe("words", () => {
  it("are all said in both languages, with as many gaps", () => {
    for (const name of NAMES) {
      const [english, chinese] = WORDS[name]
      expect(english.trim(), name).not.toBe("")
      expect(chinese, name).toMatch(/\p{Script=Han}/u)
      expect(gaps(chinese), name).toBe(gaps(english))
    }
  })

  it("are filled in order", () => {
    expect(say("en", "limit.max_iterations", 7, 8)).toBe("the iteration limit was reached (7 of 8 used)")
    expect(say("zh", "limit.max_iterations", 7, 8)).toBe("达到迭代上限（已用 7 / 8）")
    expect(say("en", "waiting.how")).toBe("Answer with: ")
    expect(say("en", "waiting.how", "$& {}")).toBe("Answer with: $& {}")
  })
})

describe("languageOf", () => {
  it.each([
    ["Fix the login", "en"],
    ["修复登录", "zh"],
    ["把 auth 模块改成 JWT", "zh"],
    ["rename 登录 to login everywhere please", "en"],
    ["", "en"],
  ] as const)("%s is %s", (text, language) => {
    expect(languageOf(text)).toBe(language)
  })
})
