import { describe, expect, it } from "vitest"
import { Environment } from "../../protocol/log/environment.ts"
import { type LimitOptions, Limits } from "../../protocol/log/limits.ts"
import { EMPTY_RUN, type RunView } from "../../view/run-view.ts"
import { type ResumeOptions, reopenedEnvironment, whyNotResumed } from "./resume-rules.ts"

const PRICE = { prompt: 1, completion: 2 }

function environment(limits: LimitOptions = {}, price: Environment["price"] = PRICE): Environment {
  return Environment.parse({
    date: "2026-11-15",
    platform: "linux",
    workspace: "/w",
    instructions: "",
    language: "en",
    model: "a:b",
    endpoint: "http://one",
    price,
    tools: [],
    approve: "full",
    limits: Limits.parse(limits),
    settings: {},
  })
}

const run = (part: Partial<RunView> = {}): RunView => ({
  ...EMPTY_RUN,
  strategy: "phased",
  environment: environment(),
  ...part,
})

const SPENT: Partial<RunView> = {
  state: "INCOMPLETE",
  outcome: { status: "incomplete", limit: "max_iterations", reason: "" },
  limits: [{ limit: "max_iterations", used: 7, allowed: 8 }],
}
const NOT_KEPT = "can't go on so: max_cost can't be enforced, because"

describe("whyNotResumed", () => {
  it.each<[string, RunView, ResumeOptions, string | undefined]>([
    ["a crashed run", run({ state: "EXECUTING" }), {}, undefined],
    ["never started", EMPTY_RUN, {}, "stopped before its first entry was written; start it again."],
    ["done", run({ state: "DONE" }), {}, "is done; there is nothing to resume."],
    ["another strategy", run({ strategy: "react" }), {}, 'was started with the strategy "react", not with "phased".'],
    ["a spent limit", run(SPENT), {}, "was ended by max_iterations (7 of 8). Give it a higher limit to go on."],
    [
      "the same limit",
      run(SPENT),
      { limits: { max_iterations: 8 } },
      "was ended by max_iterations (7 of 8). Give it a higher limit to go on.",
    ],
    ["a higher limit", run(SPENT), { limits: { max_iterations: 9 } }, undefined],
    ["ended by its rounds", run({ ...SPENT, limits: [] }), {}, undefined],
    ["a limit on money", run(), { limits: { max_cost: 1 } }, undefined],
    [
      "no price",
      run({ environment: environment({}, null) }),
      { limits: { max_cost: 1 } },
      `${NOT_KEPT} the price of a:b is not known.`,
    ],
    [
      "a new model",
      run({ environment: environment({ max_cost: 1 }) }),
      { model: "c:d" },
      `${NOT_KEPT} the price of c:d is not known.`,
    ],
    [
      "a new model, its price",
      run({ environment: environment({ max_cost: 1 }) }),
      { model: "c:d", price: PRICE },
      undefined,
    ],
    [
      "unknown spending",
      run({ usage: { ...EMPTY_RUN.usage, cost: null } }),
      { limits: { max_cost: 1 } },
      `${NOT_KEPT} what was spent so far is not known.`,
    ],
  ])("%s", (_name, view, options, expected) => {
    expect(whyNotResumed(view, "phased", options)).toBe(expected)
  })
})

describe("reopenedEnvironment", () => {
  it("changes what is given and nothing else", () => {
    const before = environment({ max_iterations: 8 })
    expect(reopenedEnvironment(before, {})).toEqual(before)
    expect(reopenedEnvironment(before, { limits: { max_iterations: 9 }, endpoint: "http://two" })).toEqual({
      ...before,
      limits: { ...before.limits, max_iterations: 9 },
      endpoint: "http://two",
    })
    expect(reopenedEnvironment(before, { model: "c:d" })).toEqual({ ...before, model: "c:d", price: null })
  })
})
