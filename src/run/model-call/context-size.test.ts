import { describe, expect, it } from "vitest"
import type { LogEntry } from "../../journal/run-store.ts"
import type { Message } from "../../protocol/log/message.ts"
import { promptMargin, promptTokens, tokenRatio } from "./context-size.ts"

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

describe("promptMargin", () => {
  const marginOf = (...ratios: number[]) =>
    promptMargin(ratios.map((ratio, seq) => called(Math.round(1000 * ratio), 1000, seq)))
  const steady = (ratio: number, calls = 6) => Array.from({ length: calls }, (_, n) => ratio * (1 + 0.01 * n))

  it("is twice the estimate as long as nobody knows better", () => {
    expect(marginOf()).toBe(2)
    expect(marginOf(...steady(1, 5))).toBe(2)
    expect(marginOf(1, 1.5, 1, 1, 1, 1)).toBe(2)
    expect(promptMargin([1, 2, 3, 4, 5, 6].map((seq) => called(90, 90, seq)))).toBe(2)
  })

  it("follows an endpoint that counts steadily, with room to spare, and never below the estimate", () => {
    expect(marginOf(...steady(1))).toBeCloseTo(1.25 * 1.05)
    expect(marginOf(9, ...steady(1))).toBeCloseTo(1.25 * 1.05)
    expect(marginOf(...steady(0.5))).toBe(1)
    expect(marginOf(...steady(1.9))).toBeGreaterThan(2)
  })

  it("believes at once who counts more than twice", () => {
    expect(marginOf(1, 2.4)).toBeCloseTo(3)
    expect(marginOf(...steady(3))).toBeGreaterThan(3.7)
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
