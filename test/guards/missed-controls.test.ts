import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { InMemoryLearned, withLearned } from "../../src/model/learned/learned.ts"
import { auto } from "../../src/strategies/auto/auto.ts"
import { phased } from "../../src/strategies/phased/phased.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { reply, type ScriptLine } from "../../src/testing/script-line.ts"
import { advance, analysis, phase, phases, plan, ring } from "../scenarios/lines.ts"
import { REQUEST, setStage } from "../scenarios/play.ts"

const SILENT = reply({ text: "" })
const mute = (key: string) =>
  Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`${key}/try-${index + 1}`, SILENT]))
const bell = (name: string): ScriptLine => ({ call: "ring", input: { name } })
const done: ScriptLine = { call: "task_done", input: { summary: "It rang." } }

/** A loop works everywhere: as the run begins, or where it goes over. */
const LOOP = {
  ...Object.fromEntries(["", "over/"].map((place) => [`${place}turn-1/reply`, bell("a")])),
  ...Object.fromEntries(["", "over/"].map((place) => [`${place}turn-2/reply`, done])),
  "over/closing-1/turn-1/reply": { call: "task_done", input: { summary: "It rang.", settled: ["a: task 1"] } },
}

const NO_ANALYSIS = { ...mute("analysis"), ...LOOP }

const NO_JUDGE = {
  "analysis/try-1": advance({
    request_analyser: analysis(),
    phase_planner: phases([phase(1)]),
    plan_tool_call: plan(ring("b")),
  }),
  ...mute("phase-1/round-1/judge"),
  ...LOOP,
}

/** What was asked in each of so many runs at an endpoint that remembers. */
async function runsAt(
  memory: InMemoryLearned,
  lines: Readonly<Record<string, ScriptLine>>,
  runs: number,
  strategy: typeof auto | typeof phased = auto,
) {
  const asked: string[][] = []
  const chosen: string[] = []
  for (let n = 0; n < runs; n++) {
    const scripted = keyedModel(lines)
    await using stage = await setStage({ name: "", model: () => scripted, options: { strategy } })
    const store = new MemoryStore()
    const agent = await stage.agent(store, withLearned(scripted, memory))
    const { outcome, run_id } = await agent.run(REQUEST)
    expect(outcome).toBe("done")
    asked.push([...scripted.asked])
    for (const { record } of await store.load(run_id))
      if (record.kind === "event" && record.event.type === "strategy.chosen")
        chosen.push(`${record.event.strategy}: ${record.event.reason}`)
  }
  return { asked, chosen }
}

describe("a control that an endpoint did not give in two runs", () => {
  it("is not asked for by auto any more, and that is said", async () => {
    const { asked, chosen } = await runsAt(new InMemoryLearned(), NO_ANALYSIS, 3)
    expect(asked.map((keys) => keys.filter((key) => key.startsWith("analysis")).length)).toEqual([6, 6, 0])
    expect(chosen).toEqual(["react: this model did not give request_analyser in earlier runs"])
  })

  it("matters for the strategies that would ask for it", async () => {
    const { asked, chosen } = await runsAt(new InMemoryLearned(), NO_JUDGE, 3)
    expect(asked[2]).toEqual(["analysis/try-1", "turn-1/reply", "turn-2/reply"])
    expect(chosen.at(-1)).toBe("react: this model did not give judge_tasks in earlier runs")
  })

  it("is asked for where the user chose the strategy, and once it is forgotten", async () => {
    const memory = new InMemoryLearned()
    const { asked } = await runsAt(memory, NO_ANALYSIS, 3, phased)
    expect(asked[2]).toContain("analysis/try-1")
    const { id } = keyedModel({})
    await memory.learn(id, "", { missed: {} })
    expect((await runsAt(memory, NO_ANALYSIS, 1)).asked[0]).toContain("analysis/try-1")
  })
})
