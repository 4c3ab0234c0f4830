import { describe, expect, it } from "vitest"
import type { LogEntry } from "../journal/run-store.ts"
import type { Message } from "../protocol/message.ts"
import { promptTokens, tokenRatio } from "./context-size.ts"

function called(prompt: number, estimated: number | undefined, seq: number): LogEntry {
  const usage = { prompt, completion: 0, cached: 0 }
  const about = { control: "c", rung: "named", attempt: 1, cost: null, ms: 0, repeated: 0 } as const
  const event = { type: "model.called" as const, ...about, usage, ...(estimated === undefined ? {} : { estimated }) }
  return { seq, key: `k${seq}`, at: 0, lease: 1, record: { kind: "event", event } }
}

const ratioOf = (...calls: [number, number | undefined][]) =>
  tokenRatio({ journal: { entries: calls.map(([real, estimated], seq) => called(real, estimated, seq)) } as never })

describe("tokenRatio", () => {
  it("is what the endpoint counted over what was estimated, in the newest calls", () => {
    expect(ratioOf()).toBe(1)
    expect(ratioOf([1200, 1000], [2400, 2000])).toBeCloseTo(1.2)
    expect(ratioOf([5000, 1000], ...Array.from({ length: 8 }, () => [1100, 1000] as [number, number]))).toBeCloseTo(1.1)
  })

  it("believes neither old logs nor small prompts nor wild figures", () => {
    expect(ratioOf([900, undefined], [400, 100], [0, 5000])).toBe(1)
    expect(ratioOf([90_000, 1000])).toBe(1.6)
    expect(ratioOf([1, 1000])).toBe(1 / 1.6)
  })
})

describe("promptTokens", () => {
  it("counts calls and what is echoed to the provider as well", () => {
    const text = "x".repeat(400)
    const plain: Message = { role: "assistant", text: "", calls: [] }
    const full: Message = {
      role: "assistant",
      text,
      calls: [{ id: "a", name: "", arguments: text }],
      opaque: [{ text }],
    }
    expect(promptTokens([full], []) - promptTokens([plain], [])).toBe(300)
  })
})
