import { keyedModel } from "../../src/testing/keyed-model.ts"
import { advance, analysis, phase, phases, plan, summary, task, unfinished } from "./lines.ts"
import type { Scenario } from "./play.ts"

/* Runs that a hard limit stops in the middle of a phase, after its first round. */

const write = (path: string) => plan(task("write_file", { path, content: "x\n" }))

/** `word`: what the summary says of the whole; `check`: what decides. */
function stopped(name: string, word: Record<string, unknown>, check = "test -f a.txt"): Scenario {
  return {
    name: `at a hard limit: ${name}`,
    request: "Write a.txt and b.txt.",
    model: () =>
      keyedModel({
        "analysis/try-1": advance({
          request_analyser: analysis({ changes: "files" }),
          phase_planner: phases([phase(1)]),
          plan_tool_call: write("a.txt"),
        }),
        "phase-1/round-1/judge/try-1": advance({ judge_tasks: unfinished(), plan_tool_call: write("b.txt") }),
        "end-1/summarizer/try-1": advance({ summarizer: { ...summary("As far as it came."), ...word } }),
      }),
    options: { limits: { max_iterations: 4 }, checks: { test: check } },
  }
}

export const allThere = stopped("nothing is missing and the checks are green", { missing: [] })
export const lacking = stopped("something is missing", { missing: ["b.txt is not written"] })
export const red = stopped("a check is red", { missing: [] }, "test -f c.txt")
export const wordless = stopped("nothing is said of it", { missing: undefined })

export const AT_LIMIT_SCENARIOS: readonly Scenario[] = [allThere, lacking, red, wordless]
