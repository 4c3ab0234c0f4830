import { rounds } from "../../src/strategies/rounds/rounds.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { reply, type ScriptLine } from "../../src/testing/script-line.ts"
import { plan, ring, task } from "./lines.ts"
import type { Scenario } from "./play.ts"

type Part = Record<string, unknown>

export function thought(user_summary: string, more: Part = {}): Part {
  return { internal_analysis: "between us", user_summary, task_completed: false, next_steps_preview: "more", ...more }
}

const finished = (text: string, more: Part = {}) => thought(text, { task_completed: true, ...more })
const planLine = (value: Part): ScriptLine => ({ call: "plan_tool_call", input: value })
const thinkLine = (value: Part): ScriptLine => ({ call: "think", input: value })
const advance = (parts: Part): ScriptLine => ({ call: "advance", input: parts })

type Lines = Readonly<Record<string, ScriptLine | readonly ScriptLine[]>>

function scenario(name: string, lines: Lines, more: Partial<Scenario> = {}): Scenario {
  const { options, ...rest } = more
  return {
    name: `rounds: ${name}`,
    model: () => keyedModel(lines),
    ...rest,
    options: { strategy: rounds, literal: true, ...options },
  }
}

const PAGE = ["#ff6b6b", "#4ecdc4", "#45b7d1", "#96ceb4", "#ffeaa7"]
  .map((colour, index) => `.part-${index} { color: ${colour}; background: ${colour} }`)
  .join("\n")

const recolour = (old_text: string, new_text: string) =>
  task("edit_file", { path: "ui/index.html", old_text, new_text, replace_all: true })

const LOOK = plan(
  task("read_file", { path: "ui/index.html" }),
  task("search_code", { pattern: "color|background", path: "ui/index.html" }),
)
const RECOLOUR = plan(
  recolour("#ff6b6b", "#667eea"),
  recolour("#4ecdc4", "#764ba2"),
  recolour("#45b7d1", "#667eea"),
  recolour("#96ceb4", "#764ba2"),
  recolour("#ffeaa7", "#5a67d8"),
)
const FOUND = "已定位到需要修改的颜色"
const RECOLOURED = "✅ 已成功将UI颜色修改为紫色系"

/** The colours of a page: look, then change them all; two rounds. */
export const colours = scenario(
  "UI colours in two rounds",
  {
    "round-1/plan/try-1": planLine({ ...LOOK, complexity: "simple", task_type: "coding" }),
    "round-1/think/try-1": thinkLine(thought(FOUND)),
    "round-2/plan/try-1": planLine(RECOLOUR),
    "round-2/think/try-1": thinkLine(finished(RECOLOURED)),
  },
  { request: "修改UI颜色为紫色系", files: { "ui/index.html": PAGE } },
)

export const coloursFused = scenario(
  "UI colours, a thought brings the next plan",
  {
    "round-1/plan/try-1": advance({ plan_tool_call: { ...LOOK, complexity: "simple" } }),
    "round-1/think/try-1": advance({ think: thought(FOUND), plan_tool_call: RECOLOUR }),
    "round-2/think/try-1": advance({ think: finished(RECOLOURED) }),
  },
  { request: "修改UI颜色为紫色系", files: { "ui/index.html": PAGE }, options: { literal: false } },
)

export const stopsAtFailure = scenario("a failing task stops the batch", {
  "round-1/plan/try-1": planLine({
    ...plan(
      ring("a"),
      ring("b", { arguments: { name: "b", fails: true }, depends_on: [1] }),
      ring("c", { depends_on: [2] }),
      ring("d", { depends_on: [2] }),
    ),
    complexity: "simple",
  }),
  "round-1/think/try-1": thinkLine(thought("The second bell is broken.")),
  "round-2/plan/try-1": planLine(plan(ring("e"))),
  "round-2/think/try-1": thinkLine(finished("Rang another one instead.")),
})

export const outOfRounds = scenario("out of rounds", {
  "round-1/plan/try-1": planLine({ ...plan(ring("a")), complexity: "simple" }),
  "round-1/think/try-1": thinkLine(thought("One bell rang.")),
  "round-2/plan/try-1": planLine(plan(ring("b"))),
  "round-2/think/try-1": thinkLine(thought("Two bells rang, one is left.")),
})

export const noThought = scenario("no usable thought: a forced summary with tools off", {
  "round-1/plan/try-1": planLine({ ...plan(ring("a")), complexity: "simple" }),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`round-1/think/try-${n}`, reply({ text: "" })])),
  "end-1/plain": "One bell rang; nothing else is known.",
})

export const emptyClaim = scenario("calls it done with nothing to show", {
  "round-1/plan/try-1": planLine({
    ...plan(ring("a", { arguments: { name: "a", fails: true } })),
    complexity: "simple",
  }),
  "round-1/think/try-1": thinkLine(finished("All bells rang.")),
  "round-2/plan/try-1": planLine(plan(ring("b"))),
  "round-2/think/try-1": thinkLine(finished("The other bell rang.")),
})

export const overruled = scenario(
  "calls it done while a check fails",
  {
    "round-1/plan/try-1": planLine({
      ...plan(task("write_file", { path: "state", content: "bad\n" })),
      complexity: "simple",
    }),
    "round-1/think/try-1": thinkLine(finished("All is well.")),
    "round-2/plan/try-1": planLine(plan(task("write_file", { path: "state", content: "good\n" }))),
    "round-2/think/try-1": thinkLine(finished("Mended.")),
  },
  { options: { checks: { test: "grep good state" } } },
)

export const overruledAtEnd: Scenario = {
  ...overruled,
  name: "rounds: calls it done while a check fails that runs only at the end",
  options: { ...overruled.options, verify: "end" },
}

export const lies = scenario(
  "the checks fail to the end",
  {
    "round-1/plan/try-1": planLine({
      ...plan(task("write_file", { path: "state", content: "bad\n" })),
      complexity: "simple",
    }),
    "round-1/think/try-1": thinkLine(finished("All is well.")),
    "round-2/plan/try-1": planLine(plan(task("write_file", { path: "state", content: "worse\n" }))),
    "round-2/think/try-1": thinkLine(finished("Now all is well.")),
  },
  { options: { checks: { test: "grep good state" } } },
)

export const confined = scenario(
  "a plan against the rules is asked for again",
  {
    "round-1/plan/try-1": planLine({
      ...plan(task("write_file", { path: "a", content: "a" })),
      task_type: "research",
      complexity: "simple",
    }),
    "round-1/plan/try-2": planLine({ ...plan(ring("a")), task_type: "research", complexity: "simple" }),
    "round-1/think/try-1": thinkLine(finished("One bell rang.")),
  },
  { options: { constraints: { research: { allow: [], forbid: [], late: ["write_file"] } } } },
)

export const ROUNDS_SCENARIOS: readonly Scenario[] = [
  colours,
  coloursFused,
  stopsAtFailure,
  outOfRounds,
  noThought,
  emptyClaim,
  overruled,
  overruledAtEnd,
  lies,
  confined,
]
