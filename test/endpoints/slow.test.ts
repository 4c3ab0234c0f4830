import { expect, it } from "vitest"
import type { LiveEvent } from "../../src/protocol/event.ts"
import { RushingClock } from "../../src/testing/rushing-clock.ts"
import { systemClock } from "../../src/tools/clock.ts"
import { runAgainst } from "./endpoint-run.ts"

/** A laptop: 20 tokens of prompt and 5 of output a second, in a window of 4k. */
const LAPTOP = { speed: { prompt: 20, output: 5 }, contextSize: 4096 }
const MINUTE = 60_000

it.each(["llamacpp", "ollama", "lmStudio", "vllm"] as const)(
  "%s, as slow as a laptop and with 4k, is waited for, and says how far it is",
  async (kind) => {
    const slow = new RushingClock()
    const clock = { ...systemClock, now: () => slow.now(), elapsed: () => slow.elapsed() }
    const began = slow.now()
    const told: LiveEvent[] = []
    const { result, requests } = await runAgainst(kind, {
      quirks: LAPTOP,
      emulator: { clock: slow },
      agent: { clock },
      onLive: (event) => told.push(event),
    })
    expect(result, result.reason).toMatchObject({ outcome: "done", usage: { calls: 5 } })
    expect(requests).toHaveLength(5)
    expect(slow.now() - began, "by its own clock").toBeGreaterThan(MINUTE)

    const progress = told.filter((event) => event.type === "model.progress")
    const paces = progress.map(({ per_second }) => per_second).filter((pace) => pace > 0)
    expect(Math.max(...paces)).toBeLessThan(12)
    expect(Math.max(...paces)).toBeGreaterThan(1)
    const read = progress.flatMap(({ prompt }) => (prompt ? [prompt.read / prompt.of] : []))
    if (kind === "llamacpp")
      expect(read.slice(0, 4).map((share) => share.toFixed(2))).toEqual(["0.25", "0.50", "0.75", "1.00"])
    else expect(read).toEqual([])
  },
)
