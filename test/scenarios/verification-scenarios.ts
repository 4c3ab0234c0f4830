import { keyedModel } from "../../src/testing/keyed-model.ts"
import type { ScriptLine } from "../../src/testing/script-line.ts"
import { advance, analysis, complete, phase, phases, plan, say, summary, task, unfinished } from "./lines.ts"
import type { Scenario } from "./play.ts"

const write = (content: string) => plan(task("write_file", { path: "state", content: `${content}\n` }))
const START = { "analysis/try-1": say("request_analyser", analysis()) }
const phasePlan = (first: string, estimated_rounds = 1) =>
  advance({ phase_planner: phases([phase(1, { estimated_rounds })]), plan_tool_call: write(first) })
const SUMMARY = { "end-1/summarizer/try-1": advance({ summarizer: summary("It is in order.") }) }

function scenario(name: string, lines: Readonly<Record<string, ScriptLine>>, more: Scenario["options"] = {}): Scenario {
  return {
    name: `checks: ${name}`,
    model: () => keyedModel({ ...START, ...lines }),
    options: { checks: { test: "grep good state" }, ...more },
  }
}

/** The judge calls the phase complete while a check fails; the next round mends it. */
export const overruled = scenario("outrank the judge", {
  "phases/try-1": phasePlan("bad"),
  "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary("All is well.") }),
  "phase-1/round-2/plan/try-1": advance({ plan_tool_call: write("good") }),
  "phase-1/round-2/judge/try-1": advance({ judge_tasks: complete([2]), summarizer: summary("Mended.") }),
})

/** A plan that came along with the overruled verdict is used: it mends the check. */
export const overruledWithPlan = scenario("outrank the judge, whose next plan came along", {
  "phases/try-1": phasePlan("bad"),
  "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), plan_tool_call: write("good") }),
  "phase-1/round-2/judge/try-1": advance({ judge_tasks: complete([2]), summarizer: summary("Mended.") }),
})

export const neverMended = scenario("fail to the end of the rounds", {
  "phases/try-1": phasePlan("bad"),
  "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), plan_tool_call: write("worse") }),
  "phase-1/round-2/judge/try-1": advance({ judge_tasks: complete([2]), plan_tool_call: write("worst") }),
  "phase-1/round-3/judge/try-1": advance({ judge_tasks: complete([3]) }),
  ...SUMMARY,
})

/** A round that writes nothing does not make a failing check go away. */
export const stillFailing = scenario("are remembered through rounds that write nothing", {
  "phases/try-1": phasePlan("bad"),
  "phase-1/round-1/judge/try-1": advance({
    judge_tasks: unfinished(),
    plan_tool_call: plan(task("read_file", { path: "state" })),
  }),
  "phase-1/round-2/judge/try-1": advance({ judge_tasks: complete([1, 2]) }),
  "phase-1/round-3/plan/try-1": advance({ plan_tool_call: write("good") }),
  "phase-1/round-3/judge/try-1": advance({ judge_tasks: complete([3]), summarizer: summary("Mended.") }),
})

export const atPhaseEnd = scenario(
  "wait for the end of a phase",
  {
    "phases/try-1": phasePlan("bad"),
    "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary("All is well.") }),
    "phase-1/round-2/plan/try-1": advance({ plan_tool_call: write("good") }),
    "phase-1/round-2/judge/try-1": advance({ judge_tasks: complete([2]), summarizer: summary("Mended.") }),
    ...SUMMARY,
  },
  { verify: "phase" },
)

export const atRunEnd = scenario(
  "wait for the end, and get a phase of their own",
  {
    "phases/try-1": phasePlan("bad"),
    "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary("All is well.") }),
    "phase-2/round-1/plan/try-1": advance({ plan_tool_call: write("good") }),
    "phase-2/round-1/judge/try-1": advance({ judge_tasks: complete([1]) }),
    ...SUMMARY,
  },
  { verify: "end" },
)

export const endless = scenario(
  "fail however often they are mended",
  {
    "phases/try-1": phasePlan("bad"),
    "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]) }),
    "phase-2/round-1/plan/try-1": advance({ plan_tool_call: write("worse") }),
    "phase-2/round-1/judge/try-1": advance({ judge_tasks: complete([1]) }),
    "phase-3/round-1/plan/try-1": advance({ plan_tool_call: write("worst") }),
    "phase-3/round-1/judge/try-1": advance({ judge_tasks: complete([1]) }),
    ...SUMMARY,
  },
  { verify: "end" },
)

export const noChecks = scenario(
  "are not there",
  {
    "phases/try-1": phasePlan("anything"),
    "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary("Written.") }),
  },
  { checks: "auto" },
)

export const broken = scenario(
  "can't run",
  {
    "phases/try-1": phasePlan("anything"),
    "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary("Written.") }),
  },
  { checks: { test: "no-such-program-at-all --test" } },
)

export const VERIFICATION_SCENARIOS: readonly Scenario[] = [
  overruled,
  overruledWithPlan,
  neverMended,
  stillFailing,
  atPhaseEnd,
  atRunEnd,
  endless,
  noChecks,
  broken,
]
