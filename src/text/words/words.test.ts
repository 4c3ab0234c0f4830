import { describe, expect, it } from "vitest"
import { languageOf } from "./language-of.ts"
import { say } from "./words.ts"

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
    ["修复 src/server.ts 的 bug", "zh"],
    ["更新 package.json", "zh"],
    ["解释 src/strategies/phased/rounds.ts", "zh"],
    ["用 TypeScript 重写 utils.py", "zh"],
    ["给 README.md 加上 TODO", "zh"],
    ["运行 `npm run build` 并修复", "zh"],
  ] as const)("%s is %s", (text, language) => {
    expect(languageOf(text)).toBe(language)
  })
})
