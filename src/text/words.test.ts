import { describe, expect, it } from "vitest"
import { languageOf, say } from "./words.ts"

describe("words", () => {
  it("are filled in order", () => {
    expect(say("en", "limit.max_iterations", 7, 8)).toBe("the iteration limit was reached (7 of 8 used)")
    expect(say("zh", "limit.max_iterations", 7, 8)).toBe("达到迭代上限（已用 7 / 8）")
    expect(say("en", "waiting.plan")).toBe("This is the plan. Nothing of it has run: ")
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
