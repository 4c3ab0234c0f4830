import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { describe, expect, it, test } from "vitest"
import { estimateTokens } from "./tokens.ts"

test.each([
  ["", 0],
  ["a", 1],
  ["a".repeat(400), 100],
  ["1".repeat(400), 240],
  ["语".repeat(400), 300],
  ["ж".repeat(400), 200],
  ["🙂".repeat(4), 6],
])("%s", (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens)
})

describe("against a real tokenizer", () => {
  const code = "export function add(first: number, second: number): number {\n  return first + second\n}\n"
  const prose = "The run ended before a summary could be written by the model. What the log shows is below. "
  const chinese =
    "运行在模型写出总结之前结束。以下内容来自日志：达到迭代上限（已用 30 / 30），请修复失败的测试，不要改动其他文件。"
  const mixed = "请把 src/run/context/conversation.ts 中的 fold 方法改成纯函数，然后运行 npm test 确认全部通过。"
  const json =
    '{"name":"zod","version":"4.6.7","files":["**/*.js","**/*.d.ts"],"exports":{".":{"types":"./index.d.ts"}}}'
  it.each([code, prose, chinese, mixed, json])("%s", (text) => {
    const ratio = estimateTokens(text.repeat(5)) / countTokens(text.repeat(5))
    expect(ratio).toBeGreaterThan(0.8)
    expect(ratio).toBeLessThan(1.25)
  })
})
