import { describe, expect, it } from "vitest"
import { InMemoryLearned } from "../../src/model/learned/learned.ts"
import { probeModel } from "../../src/model/probe/probe.ts"
import { resolveModel } from "../../src/model/resolve-model.ts"
import type { LiveEvent, LoggedEvent } from "../../src/protocol/log/event.ts"
import { systemClock } from "../../src/tools/clock.ts"
import { someOf } from "../sample.ts"
import { startEmulator } from "../support/emulators/emulator.ts"
import type { EmulatorKind } from "../support/emulators/kinds.ts"
import { obedientMind } from "../support/emulators/obedient-mind.ts"
import type { Quirks } from "../support/emulators/quirks.ts"
import { RushingClock } from "../support/rushing-clock.ts"
import { PROVIDERS, runAgainst } from "./endpoint-run.ts"

const LOCAL: readonly EmulatorKind[] = ["llamacpp", "ollama", "lmStudio", "vllm"]
/** A laptop: 20 tokens of prompt and 5 of output a second, in a window of 4k. */
const LAPTOP = { speed: { prompt: 20, output: 5 }, contextSize: 4096 }
const MINUTE = 60_000

/** Templates and habits of models that people have on laptops. */
const HABITS: Readonly<Record<string, Quirks>> = {
  plain: {},
  "system counts": { systemCounts: 500, strictAlternation: 500 },
  "no system role": { systemRefused: true },
  "no tools": { noTools: true },
  "tools refused": { toolsRefused: true },
  "thinking stays": { thinkingOn: true, thinkingFixed: true, thinkingForbidsForcing: false },
}

/** A machine that is slow by a clock of its own, and a run that lives in that time. */
function slowly() {
  const slow = new RushingClock()
  const clock = { ...systemClock, now: () => slow.now(), elapsed: () => slow.elapsed() }
  return { slow, emulator: { clock: slow }, agent: { clock } }
}

function callsByControl(events: readonly LoggedEvent[]): number[] {
  const calls = new Map<string, number>()
  for (const { event } of events)
    if (event.type === "model.called") calls.set(event.control, (calls.get(event.control) ?? 0) + 1)
  return [...calls.values()]
}

describe.each(LOCAL)("%s as slow as a laptop, with 4k", (kind) => {
  it("is waited for, and says how far it is", async () => {
    const { slow, ...time } = slowly()
    const began = slow.now()
    const told: LiveEvent[] = []
    const { result, requests } = await runAgainst(kind, {
      quirks: LAPTOP,
      ...time,
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
  })

  it.each(someOf(`${kind} habits`, 3, Object.entries(HABITS)))(
    "gives each control within two calls at first, and at once the second time: %s",
    async (name, quirks) => {
      const memory = new InMemoryLearned()
      const play = () => runAgainst(kind, { quirks: { ...LAPTOP, ...quirks }, memory, ...without(slowly()) })
      const first = await play()
      expect(first.result.outcome, first.result.reason).toBe("done")
      // vLLM can force in two ways, and both are tried before it is known that the template has no tools at all.
      const most = kind === "vllm" && name === "no tools" ? 3 : 2
      expect(Math.max(...callsByControl(first.events))).toBeLessThanOrEqual(most)
      const second = await play()
      expect(callsByControl(second.events)).toEqual([1, 1, 1, 1, 1])
      expect(second.requests).toHaveLength(5)
    },
  )

  it("is described by doctor in the same way three times, and as it is", async () => {
    const mind = obedientMind(() => ({ greeting: "Hello." }))
    const emulator = await startEmulator(kind, { mind, quirks: LAPTOP, clock: new RushingClock() })
    const seen = []
    for (const _time of [1, 2, 3]) {
      const model = resolveModel({ model: `${PROVIDERS[kind]}:emulated`, baseUrl: emulator.url, env: {}, retries: 0 })
      const { findings, learned } = await probeModel(model, { signal: new AbortController().signal })
      seen.push({ learned, faults: findings.faults })
      expect(learned.rungs?.[0]).toBe(model.traits?.rungs[0])
    }
    await emulator.close()
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
    expect(seen[0]).toMatchObject({ learned: { contextWindow: 4096, server: PROVIDERS[kind] }, faults: [] })
  })
})

function without({ emulator, agent }: ReturnType<typeof slowly>) {
  return { emulator, agent }
}
