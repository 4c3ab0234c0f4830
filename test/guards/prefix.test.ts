import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { ModelRequest } from "../../src/model/seam/model.ts"
import { crashStore } from "../../src/testing/crash-store.ts"
import * as autoScenarios from "../scenarios/auto-scenarios.ts"
import * as scenarios from "../scenarios/phased-scenarios.ts"
import { REQUEST, type Scenario, setStage } from "../scenarios/play.ts"
import { requestsOf } from "../scenarios/requests.ts"
import { workedFused, workedLiteral } from "../scenarios/worked-example.ts"
import { heard } from "./front-door.ts"

const phaseOf = ({ purpose }: ModelRequest) => purpose.key.match(/^phase-\d+/)?.[0]

/** Requests that don't start with the whole of the one before in the same phase, byte for byte. */
function brokenPrefixes(requests: readonly ModelRequest[]): string[] {
  return requests.flatMap((request, index) => {
    const before = requests.slice(0, index).findLast((earlier) => phaseOf(earlier) === phaseOf(request))
    if (!before || phaseOf(request) === undefined) return []
    const repeats =
      JSON.stringify(request.messages.slice(0, before.messages.length)) === JSON.stringify(before.messages)
    return repeats ? [] : [request.purpose.key]
  })
}

describe("the prefix", () => {
  it.each([workedLiteral, workedFused, scenarios.retried, scenarios.replanned, scenarios.unproven])(
    "of each request in a phase is the whole of the one before: $name",
    async (scenario) => {
      const requests = await requestsOf(scenario)
      expect(requests.filter((request) => phaseOf(request)).length).toBeGreaterThan(1)
      expect(brokenPrefixes(requests)).toEqual([])
    },
  )

  it("has one tool list and one choice from the analysis on, when fused", async () => {
    const requests = await requestsOf(workedFused)
    expect(new Set(requests.map(({ tools }) => JSON.stringify(tools))).size).toBe(1)
    expect(new Set(requests.map(({ choice }) => JSON.stringify(choice)))).toEqual(
      new Set(['{"kind":"named","name":"advance"}']),
    )
  })

  it.each([workedLiteral, autoScenarios.simple, autoScenarios.simpleWithoutPlan])(
    "has one tool list and one system text from the analysis on: $name",
    async (scenario) => {
      const requests = await requestsOf(scenario)
      const beginnings = requests.map(({ tools, messages: [system] }) => JSON.stringify([tools, system]))
      expect(requests.length).toBeGreaterThan(1)
      expect(new Set(beginnings).size).toBe(1)
    },
  )

  it("has another tool list once, after the analysis of a request that is not simple; the system text stays", async () => {
    const requests = await requestsOf(autoScenarios.medium)
    const lists = requests.map(({ tools }) => JSON.stringify(tools))
    expect([new Set(lists).size, new Set(lists.slice(1)).size]).toEqual([2, 1])
    expect(new Set(requests.map(({ messages: [system] }) => JSON.stringify(system))).size).toBe(1)
  })

  it("is counted in the result", async () => {
    await using stage = await setStage(workedFused)
    const result = await (await stage.agent(new MemoryStore(), workedFused.model())).run(REQUEST)
    expect(result.figures.prefix_share).toBeGreaterThan(0.3)
    expect(result.figures.prefix_share).toBeLessThan(1)
  })
})

describe("AGENTS.md", () => {
  const scenario: Scenario = { ...scenarios.literalDone, files: { "AGENTS.md": "Always use tabs.\n" } }

  it("stands in the system prompt of every request", async () => {
    const systems = (await requestsOf(scenario)).map(({ messages }) => messages[0]?.text ?? "")
    expect(new Set(systems).size).toBe(1)
    expect(systems[0]).toMatch(/\n\nInstructions of this workspace \(AGENTS\.md\):\nAlways use tabs\.$/)
  })

  it("is recorded: a change between crash and resume changes nothing", async () => {
    await using whole = await setStage(scenario)
    const model = heard(scenario.model())
    await (await whole.agent(new MemoryStore(), model)).run(REQUEST)

    await using stage = await setStage(scenario)
    let now = 0
    const store = new MemoryStore({ now: () => now })
    const crashed = heard(scenario.model())
    await (await stage.agent(crashStore(store, 6), crashed)).run(REQUEST).catch(() => undefined)
    await writeFile(join(stage.folder, "AGENTS.md"), "Never use tabs.")
    now += 60_000
    const [header] = await store.listRuns()
    const run = await (await stage.agent(store, crashed)).resume(header?.id ?? "")
    expect((await run.result).outcome).toBe("done")
    const texts = (requests: readonly ModelRequest[], folder: string) =>
      requests.map(({ purpose, messages }) => [purpose.key, JSON.stringify(messages).replaceAll(folder, "$WORKSPACE")])
    const told = new Map(texts(crashed.requests, stage.folder) as [string, string][])
    expect([...told]).toEqual(texts(model.requests, whole.folder))
  })
})
