import { describe, expect, it } from "vitest"
import { InMemoryLearned } from "../../src/model/learned/learned.ts"
import type { LoggedEvent } from "../../src/protocol/log/event.ts"
import type { EmulatedThought, HeardRequest, Mind } from "../support/emulators/mind.ts"
import { obedientMind } from "../support/emulators/obedient-mind.ts"
import type { EmulatorRequest } from "../support/emulators/protocol.ts"
import { answer, CONTROLS, runAgainst } from "./endpoint-run.ts"

const obedient = obedientMind(answer, { controls: CONTROLS })
const RAMBLING = "I should think about it a little more. ".repeat(5000)

const called = (events: readonly LoggedEvent[]) =>
  events.flatMap(({ event }) => (event.type === "model.called" ? [event] : []))

const isThoughtful = ({ body }: EmulatorRequest) => !JSON.stringify(body).includes('"enable_thinking":false')

/** The obedient mind, but for its first reply. */
function first(thought: (asked: HeardRequest) => EmulatedThought): Mind {
  let n = 0
  return (asked) => (n++ === 0 ? thought(asked) : obedient(asked))
}

describe("one reply is bounded", () => {
  it("asks for no more than a fifth of a window that is not large", async () => {
    const { requests } = await runAgainst("llamacpp", { quirks: { contextSize: 32_768 } })
    for (const { body } of requests) expect(body.max_tokens).toBe(Math.floor(32_768 / 5))
  })

  it("is stopped when it goes in circles, and counts as cut off", async () => {
    const mind = first(() => ({ text: RAMBLING }))
    const { result, events } = await runAgainst("vllm", { emulator: { mind }, quirks: { contextSize: 131_072 } })
    const [circling, ...others] = called(events)
    expect(circling?.usage.completion).toBeLessThan(1500)
    expect(result.outcome).toBe("done")
    expect(others.length).toBeGreaterThan(3)
  })

  it("is not given to thoughts twice: where they used one up, the model is asked without, and the next run at once", async () => {
    const lost: EmulatedThought = { reasoning: "Let me see. ".repeat(200), text: "", finish: "length" }
    const mind: Mind = (asked) => (asked.thinking ? lost : obedient(asked))
    const quirks = { thinkingOn: true, thinkingForbidsForcing: false, grammar: false, contextSize: 8192 }
    for (const strategy of ["phased", "react"] as const) {
      const memory = new InMemoryLearned()
      const once = await runAgainst("llamacpp", { emulator: { mind }, quirks, memory, agent: { strategy } })
      expect(once.requests.filter(isThoughtful).length, strategy).toBe(1)
      const again = await runAgainst("llamacpp", { emulator: { mind }, quirks, memory, agent: { strategy } })
      expect(again.requests.filter(isThoughtful), strategy).toEqual([])
    }
    const large = await runAgainst("llamacpp", { emulator: { mind }, quirks: { ...quirks, contextSize: 131_072 } })
    expect(large.requests.every(isThoughtful), "room enough to think").toBe(true)
  })

  it("is an answer if what was asked for is whole in it, whatever came behind", async () => {
    const mind: Mind = (asked) => {
      const { text } = obedient(asked) as { text: string }
      return { text: `${text}\n${RAMBLING}` }
    }
    const { result } = await runAgainst("ollama", { emulator: { mind }, quirks: { grammar: false } })
    expect(result).toMatchObject({ outcome: "done", usage: { calls: 5 } })
  })
})

describe("a control", () => {
  it("is asked for at temperature 0, and as one call, where that is known to be taken", async () => {
    for (const kind of ["llamacpp", "ollama", "lmStudio", "vllm"] as const) {
      const { requests } = await runAgainst(kind)
      for (const { body } of requests) expect(body.temperature, kind).toBe(0)
      if (kind === "vllm") for (const { body } of requests) expect(body.parallel_tool_calls).toBe(false)
    }
    const { requests } = await runAgainst("openaiChat")
    for (const { body } of requests) expect(body).not.toHaveProperty("temperature")
  })

  it("is not asked for twice in the same words at temperature 0: the same answer would come", async () => {
    const mind: Mind = (asked) => (asked.body.temperature === 0 ? { text: "{}" } : obedient(asked))
    const { result, requests } = await runAgainst("llamacpp", { emulator: { mind }, quirks: { grammar: false } })
    const steady = requests.flatMap(({ body }) => (body.temperature === 0 ? [JSON.stringify(body)] : []))
    expect(new Set(steady).size).toBe(steady.length)
    // Asked, told what is wrong with it, and then left to chance: five controls.
    expect(result).toMatchObject({ outcome: "done", usage: { calls: 15 } })
  })

  it("is asked for in another way at once where prose came instead of a forced call, cut off or not; which is remembered", async () => {
    const prose: EmulatedThought = { text: "Sure! First I would have a look at", finish: "length" }
    const mind: Mind = (asked) => (asked.format ? obedient(asked) : prose)
    const quirks = { namedIgnored: true, requiredIgnored: true }
    const memory = new InMemoryLearned()
    const once = await runAgainst("openaiChat", { emulator: { mind }, quirks, memory })
    expect(once.result).toMatchObject({ outcome: "done", usage: { calls: 7 } })
    const again = await runAgainst("openaiChat", { emulator: { mind }, quirks, memory })
    expect(again.result).toMatchObject({ outcome: "done", usage: { calls: 5 } })
  })
})
