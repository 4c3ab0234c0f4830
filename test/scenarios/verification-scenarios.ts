import { keyedModel } from "../../src/testing/keyed-model.ts"
import type { ScriptLine } from "../../src/testing/script-line.ts"
import { advance, analysis, complete, phase, phases, plan, say, summary, task, unfinished } from "./lines.ts"
import type { Scenario } from "./play.ts"

const write = (content: string) => plan(task("write_file", { path: "state", content: `${content}\n` }))
const START = { "analysis/try-1": say("request_analyser", analysis()) }
const phasePlan = (first: string, estimated_rounds = 1) =>
  advance({ phase_planner: phases([phase(1, { estimated_rounds })]), plan_tool_call: write(first) })

function scenario(name: string, lines: Readonly<Record<string, ScriptLine>>, more: Scenario["options"] = {}): Scenario {
  return {
    name: `checks: ${name}`,
    request: "Put the house in order, so that the test passes.",
    model: () => keyedModel({ ...START, ...lines }),
    // Green as long as there is no such file.
    keeps: true,
    options: { checks: { test: "! grep -v good state" }, ...more },
  }
}

/** A phase that is called complete while a check fails is complete; the gate has it mended. */
export const overruled = scenario("outrank the last word", {
  "phases/try-1": phasePlan("bad"),
  "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary("All is well.") }),
  "closing-1/answer/try-1": advance({ summarizer: summary("On it."), plan_tool_call: write("good") }),
  "closing-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary("Mended.") }),
})

/** The first closing changes something, the second nothing. */
export const neverMended = scenario("fail to the end", {
  "phases/try-1": phasePlan("bad"),
  "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]) }),
  "closing-1/answer/try-1": advance({ summarizer: summary("On it."), plan_tool_call: write("worse") }),
  "closing-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]) }),
  "closing-2/answer/try-1": advance({ summarizer: summary("It is not in order.") }),
})

/** A round that writes nothing does not make a failing check go away. */
export const stillFailing = scenario("are remembered through rounds that write nothing", {
  "phases/try-1": phasePlan("bad"),
  "phase-1/round-1/judge/try-1": advance({
    judge_tasks: unfinished(),
    plan_tool_call: plan(task("read_file", { path: "state" })),
  }),
  "phase-1/round-2/judge/try-1": advance({ judge_tasks: complete([1, 2]) }),
  "closing-1/answer/try-1": advance({ summarizer: summary("On it."), plan_tool_call: write("good") }),
  "closing-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary("Mended.") }),
})

export const atPhaseEnd = scenario(
  "wait for the end of a phase",
  {
    "phases/try-1": phasePlan("bad"),
    "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary("All is well.") }),
    "closing-1/answer/try-1": advance({ summarizer: summary("On it."), plan_tool_call: write("good") }),
    "closing-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary("Mended.") }),
  },
  { verify: "phase" },
)

export const atRunEnd = scenario(
  "wait for the end",
  {
    "phases/try-1": phasePlan("bad"),
    "phase-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]), summarizer: summary("All is well.") }),
    "closing-1/answer/try-1": advance({ summarizer: summary("On it."), plan_tool_call: write("good") }),
    "closing-1/round-1/judge/try-1": advance({ judge_tasks: complete([1]) }),
    "closing-1/summarizer/try-1": advance({ summarizer: summary("It is in order.") }),
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
  neverMended,
  stillFailing,
  atPhaseEnd,
  atRunEnd,
  noChecks,
  broken,
]
