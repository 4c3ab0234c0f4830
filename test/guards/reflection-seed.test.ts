import { describe, expect, it } from "vitest"
import { z } from "zod"
import type { ReflectionSetting } from "../../src/run/reflection/settings.ts"
import { replayPolicies } from "../../src/run/replay/replay-policies.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { defineTool } from "../../src/tools/tool.ts"
import { phase, phases, plan, say, task, unfinished } from "../scenarios/lines.ts"
import { play, type Scenario } from "../scenarios/play.ts"
import { entriesOf, eventsOf, type Lines, literal } from "./front-door.ts"

/*
 * The trace of seed 002: step 4 stalls while its tool runs grow from 4 to 8, and nobody says a word before the tenth
 * iteration. Four runs bring something; then comes one run an iteration that doesn't.
 */

const PRODUCTIVE = ["market size", "vendors", "prices", "forecast"]

/** How a search can lead nowhere: what it is asked, and what it says. */
const STALLS: Readonly<Record<string, (n: number) => { readonly query: string; readonly result: string }>> = {
  "the same search": () => ({ query: "share by region", result: "Page 1: vendors by name" }),
  "the same answer to other words": (n) => ({ query: `share by region ${n}`, result: "Page 1: vendors by name" }),
  "nothing, whatever the words": (n) => ({ query: `share by region ${n}`, result: `No results for region ${n}.` }),
}

type Stall = (typeof STALLS)[string]

function searching(stall: Stall | undefined) {
  const answers = new Map(PRODUCTIVE.map((query) => [query, `All about ${query}.`]))
  for (let n = 1; n <= 4; n++) {
    const said = stall?.(n)
    if (said) answers.set(said.query, said.result)
  }
  return defineTool({
    name: "web_search",
    description: "Search the web.",
    input: z.object({ query: z.string() }),
    access: "network",
    repeat: "safe",
    execute: async ({ query }) => answers.get(query) ?? "",
  })
}

function phasedTrace(stall: Stall, reflection: ReflectionSetting): Scenario {
  const search = (query: string) => task("web_search", { query })
  const rounds = [PRODUCTIVE.map(search), ...[1, 2, 3, 4].map((n) => [search(stall(n).query)])]
  const lines: Lines = Object.fromEntries(
    rounds.flatMap((tasks, index) => [
      [`phase-4/round-${index + 1}/plan/try-1`, say("plan_tool_call", plan(...tasks))],
      [`phase-4/round-${index + 1}/judge/try-1`, say("judge_tasks", unfinished())],
    ]),
  )
  return literal(
    { "phases/try-1": say("phase_planner", phases([phase(4, { estimated_rounds: 3 })])), ...lines },
    { literal: true, settings: { reflection }, tools: [searching(stall)] },
  )
}

function reactTrace(stall: Stall, reflection: ReflectionSetting): Scenario {
  const queries = [...PRODUCTIVE, ...[1, 2, 3, 4].map((n) => stall(n).query)]
  const lines = queries.map((query, index) => [`turn-${index + 1}/reply`, { call: "web_search", input: { query } }])
  const done = { "turn-9/reply": "That is all there is." }
  return {
    name: "react",
    model: () => keyedModel({ ...Object.fromEntries(lines), ...done }),
    options: { strategy: react, settings: { reflection }, tools: [searching(stall)] },
  }
}

/** After how many iterations of stalling the first word was said. */
async function answeredAfter(scenario: Scenario, productive: number): Promise<number> {
  await using played = await play(scenario)
  const [first] = await eventsOf(played.store, "reflection.raised")
  return Number(/\d+$/.exec(first?.stage ?? "99")?.[0]) - productive
}

describe.each(Object.entries(STALLS))("step 4 stalls: %s", (_, stall) => {
  it("is answered within three iterations", async () => {
    expect(await answeredAfter(phasedTrace(stall, "default"), 1)).toBeLessThanOrEqual(3)
    expect(await answeredAfter(reactTrace(stall, "default"), 4)).toBeLessThanOrEqual(3)
  })

  it("is answered by the seed's own rules too", async () => {
    expect(await answeredAfter(phasedTrace(stall, "strict"), 1)).toBeLessThanOrEqual(1)
  })

  it("a log without reflection shows when it would have been", async () => {
    await using played = await play(phasedTrace(stall, "off"))
    const entries = await entriesOf(played.store)
    expect(replayPolicies(entries).alarms.fired).toEqual([])
    const { fired, added } = replayPolicies(entries, { reflection: "default" }).alarms
    expect(added).toEqual(fired)
    expect(Number(fired[0]?.stage.slice(-1))).toBeLessThanOrEqual(4)
  })
})
