import { describe, expect, it } from "vitest"
import type { EndpointTraits, Model } from "../../src/model/seam/model.ts"
import { auto } from "../../src/strategies/auto/auto.ts"
import { react } from "../../src/strategies/react/react.ts"
import { rounds } from "../../src/strategies/rounds/rounds.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { dataTools } from "../../src/tools/data/index.ts"
import { plan, say, task } from "../scenarios/lines.ts"
import { play, type Scenario } from "../scenarios/play.ts"
import { thought } from "../scenarios/rounds-scenarios.ts"
import { eventsOf, type HeardModel, heard } from "./front-door.ts"

const SIX = ["list_files", "read_file", "search_code", "edit_file", "write_file", "run_in_terminal"]
const LINES = {
  "turn-1/reply": say("task_done", { summary: "It is done.", changes: "none" }),
  "round-1/plan/try-1": say("plan_tool_call", plan(task("list_files", {}))),
  "round-1/think/try-1": say("think", thought("Done.", { task_completed: true })),
}
const ABLE = { plan: 1, edit: 1, judge: 1 }

type Given = {
  readonly window?: number
  readonly isAssumed?: boolean
  readonly traits?: Partial<EndpointTraits>
} & Pick<Scenario, "options" | "request">

/** A run with a model of this window and these abilities; how it was laid out, and what it was asked. */
async function laidOut({ window = 128_000, isAssumed = false, traits, request = "What is here?", options }: Given) {
  const about = {
    contextWindow: window,
    isWindowAssumed: isAssumed,
    ...(traits ? { traits: { rungs: ["named", "text"], thinking: "free", ...traits } } : {}),
  }
  const model = () => heard({ ...keyedModel(LINES), ...about } as Model)
  await using played = await play({ name: "profile", model, request, options: { strategy: react, ...options } })
  const [begun] = await eventsOf(played.store, "run.started")
  const [chosen] = await eventsOf(played.store, "strategy.chosen")
  return { environment: begun?.environment, chosen, requests: (played.model as HeardModel).requests }
}

describe("the profile of a run", () => {
  it.each<[string, Given, "small" | "usual"]>([
    ["a window of 8k", { window: 8192 }, "small"],
    ["a window of 16k", { window: 16_384 }, "usual"],
    ["a window that nobody told", { window: 8192, isAssumed: true }, "usual"],
    ["a model that did the tiny jobs", { traits: { ability: ABLE } }, "usual"],
    ["a model that can't plan", { traits: { ability: { ...ABLE, plan: 1 / 3 } } }, "small"],
    ["a model that can't judge", { traits: { ability: { ...ABLE, judge: 0 } } }, "small"],
    ["the user's word against the window", { window: 8192, options: { profile: "usual" } }, "usual"],
    ["the user's word against the jobs", { traits: { ability: ABLE }, options: { profile: "small" } }, "small"],
  ])("is chosen by %s, and recorded", async (_what, given, profile) => {
    expect((await laidOut(given)).environment?.profile).toBe(profile)
  })

  it("small: few tools in few words, and one control a call, whatever the window", async () => {
    const usual = await laidOut({ options: { strategy: rounds } })
    const small = await laidOut({ options: { strategy: rounds, profile: "small" } })
    expect(usual.requests[0]?.tools.map(({ name }) => name)).toEqual(["advance"])
    expect(small.requests[0]?.tools.map(({ name }) => name)).toEqual(["plan_tool_call", "think"])
    expect(small.environment?.settings).toMatchObject({ fuse: false })
    expect(small.environment?.tools).toEqual(expect.arrayContaining([...SIX, "ring", "read_artifact"]))
    expect(small.environment?.tools).not.toEqual(expect.arrayContaining(["apply_patch"]))
    // Each tool has a schema of its own, which a weak model keeps to; the usual list names arguments in a line.
    const schemas = JSON.stringify(small.requests[0]?.tools)
    expect(schemas).toContain('"path"')
    expect(schemas.length).toBeLessThan(4300)
  })

  it("small: tools of another group where the request speaks of what they are for", async () => {
    const options = { profile: "small" as const, tools: [...codingTools, ...dataTools] }
    const code = await laidOut({ options, request: "Mend the parser." })
    expect(code.environment?.tools).not.toContain("query_data")
    const data = await laidOut({ options, request: "Sum up the sales in sales.csv." })
    expect(data.environment?.tools).toEqual(expect.arrayContaining(["query_data", "read_file"]))
  })

  it("small: auto takes the simplest way at once, and says why", async () => {
    const { chosen, requests } = await laidOut({ options: { strategy: auto, profile: "small" } })
    expect(chosen).toMatchObject({ strategy: "react", reason: "this model does best with little at once" })
    expect(requests.map(({ purpose }) => purpose.key)).toEqual(["turn-1/reply"])
  })

  it("small: an example where nothing keeps the form, and the same beginning in every call", async () => {
    const traits = { rungs: ["text"] as const }
    const small = await laidOut({ traits, options: { strategy: rounds, profile: "small" } })
    const usual = await laidOut({ traits, options: { strategy: rounds, profile: "usual" } })
    const last = (run: typeof small) => run.requests[0]?.messages.at(-1)?.text ?? ""
    expect(last(small)).toMatch(/\nFor example, .+:\n\{"tasks":\[\{/)
    expect(last(usual)).not.toContain("For example")
    expect(new Set(small.requests.map(({ messages }) => messages[0]?.text)).size).toBe(1)
    expect(small.requests.length).toBeGreaterThan(1)
  })
})
